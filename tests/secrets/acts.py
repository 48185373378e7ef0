"""What can be done in secret in a world: orders, letters, what the host and the people behind the clones do."""

from datetime import timedelta

from accounts import services as people
from accounts.models import Ownership, User
from forum.models import Post
from games import services
from games.models import Game, Notice, Presence, Room, Seed
from tests.secrets.twins import Act
from tests.secrets.worlds import HOST, World


def tell(who: str, text: str) -> Act:
    """A message to the host: an order, `+`, or a question."""
    return lambda world: world.game.tell(who, text)


def letter(who: str, to: str | tuple[str, ...], text: str) -> Act:
    """A letter to one or several."""
    return lambda world: world.game.letter(who, (to,) if isinstance(to, str) else to, text)


def in_room(who: str, text: str) -> Act:
    """A post in the mafia's room."""

    def act(world: World) -> None:
        room = Room.objects.select_related("thread").get(game=world.game.game, kind=Room.Kind.MAFIA)
        services.reply(
            game=world.game.game,
            seat=world.game.seats[who],
            token=room.thread.token,
            source=text,
            at=world.game.now(),
            limit_pace=False,
        )

    return act


def host_writes(to: str, text: str) -> Act:
    """A message of the host to one player."""
    return lambda world: services.host_message(
        game=world.game.game, host=world.game.host, seat=world.game.seats[to], source=text, at=world.game.now()
    )


def away(who: str, first: int, last: int) -> Act:
    """An absence notice; public, so for both worlds."""
    return lambda world: services.give_notice(
        game=world.game.game, seat=world.game.seats[who], first=first, last=last, at=world.game.now()
    )


def advance(who: str, day: int, target: str) -> Act:
    """An advance vote."""
    return lambda world: services.leave_advance_vote(
        game=world.game.game, seat=world.game.seats[who], day=day, target=target, at=world.game.now()
    )


def reads(who: str, address: str, **kwargs: object) -> Act:
    """Somebody opens a page of the game."""

    def act(world: World) -> None:
        answer = world.clients[who].get(world.game.url(address, **kwargs))
        assert answer.status_code == 200, answer.status_code

    return act


def is_here(who: str) -> Act:
    """An open page says that its player is there."""

    def act(world: World) -> None:
        answer = world.clients[who].post(world.game.url("here"))
        assert answer.status_code == 204, answer.status_code

    return act


def was_here(who: str, ago: timedelta) -> Act:
    """Somebody was there so long ago, and since then no more."""
    return lambda world: Presence.objects.filter(seat__game=world.game.game, seat__number=world.game.seats[who]).update(
        seen_at=world.game.now() - ago
    )


def reads_letters(who: str, kind: str = Room.Kind.LETTER) -> Act:
    """Somebody opens all conversations of a kind that the game has."""

    def act(world: World) -> None:
        rooms = Room.objects.filter(game=world.game.game, kind=kind).select_related("thread")
        for room in rooms:
            reads(who, "letter", token=room.thread.token)(world)

    return act


def person(who: str, **columns: object) -> Act:
    """Something of the person behind a clone is so."""

    return lambda world: User.objects.filter(pk=world.people[who].pk).update(**columns)


def owners_change_places(one: str, other: str) -> Act:
    """The person behind one clone is behind the other, and the other way round."""

    def act(world: World) -> None:
        first, second = (Ownership.objects.get(persona=world.game.persona(name)) for name in (one, other))
        Ownership.objects.filter(pk=first.pk).update(user=second.user)
        Ownership.objects.filter(pk=second.pk).update(user=first.user)

    return act


def unlike(one: str, other: str) -> tuple[Act, ...]:
    """The two persons behind these clones have nothing in common (in both worlds)."""
    return (
        person(one, language="en", time_zone="Asia/Tokyo", scheme="ink"),
        person(other, language="ru", time_zone="America/Lima", scheme="paper"),
        lambda world: people.claim_member_name(world.people[one], "Singer"),
    )


def speaks(who: str, text: str) -> Act:
    """A player posts on the page, in the own language; public, so for both worlds."""

    def act(world: World) -> None:
        world.clock.shift(timedelta(minutes=1))
        # Whoever owns the clone now.
        owner = Ownership.objects.select_related("user").get(persona=world.game.persona(who)).user
        client = next(world.clients[name] for name, user in world.people.items() if user.pk == owner.pk)
        answer = client.post(world.game.url("post"), world.game.form(who, text=text))
        assert answer.status_code == 303, answer.status_code

    return act


def offers_desk(to: str) -> Act:
    """The host offers the desk to a member."""

    def act(world: World) -> None:
        member = people.claim_member_name(world.people[to], to)
        services.offer_desk(game=world.game.game, host=world.game.host, to=member, at=world.game.now())

    return act


def asks_rename(who: str) -> Act:
    """The host asks a clone for another nickname."""
    return lambda world: services.ask_rename(
        game=world.game.game, host=world.game.host, seat=world.game.seats[who], at=world.game.now()
    )


def reserved_by(email: str) -> Act:
    """A newcomer holds a seat; the nickname is the same in both worlds, the address is not."""
    return lambda world: services.reserve(
        game=world.game.game, email=email, name="Чужак", announcement="Пустите.", at=world.game.now()
    )


def has_read_bell(who: str) -> Act:
    """Somebody has read all notices."""
    return lambda world: Notice.objects.filter(persona=world.game.persona(who)).update(read_at=world.game.now())


def seed_is(seed: bytes) -> Act:
    """The game has another seed, with the same commitment and the same deal."""
    return lambda world: Seed.objects.filter(game=world.game.game).update(seed=seed)


def tick_failed(times: int) -> Act:
    """Ending the phase has failed so many times."""
    return lambda world: Game.objects.filter(pk=world.game.game.pk).update(failures=times)


def plays_next_door(who: str) -> Act:
    """The person behind a clone takes a seat in another game of sign-ups."""

    def act(world: World) -> None:
        people.make_clone(world.people[who], "Третьяк")

    return act


def replies(who: str, text: str) -> Act:
    """Somebody answers in the one conversation that the game has."""

    def act(world: World) -> None:
        room = Room.objects.select_related("thread").get(game=world.game.game, kind=Room.Kind.LETTER)
        services.reply(
            game=world.game.game,
            seat=world.game.seats[who],
            token=room.thread.token,
            source=text,
            at=world.game.now(),
        )

    return act


def host_reads(who: str) -> Act:
    """The host opens the talk with a player."""
    return lambda world: reads(HOST, "desk_talk", seat=world.game.seats[who])(world)


def reports(who: str, author: str, reason: str) -> Act:
    """Somebody shows the host the first post of a player."""

    def act(world: World) -> None:
        thread = world.game.game.thread
        post = Post.objects.filter(thread=thread, author=world.game.persona(author), style="post").order_by("number")[0]
        services.report_post(
            game=world.game.game,
            reporter=world.game.persona(who),
            number=post.number,
            reason=reason,
            at=world.game.now(),
        )

    return act


def reports_letter(who: str, reason: str) -> Act:
    """Somebody shows the host the first message of the one conversation that the game has."""

    def act(world: World) -> None:
        room = Room.objects.select_related("thread").get(game=world.game.game, kind=Room.Kind.LETTER)
        services.report_letter(
            game=world.game.game,
            reporter=world.game.persona(who),
            token=room.thread.token,
            number=1,
            reason=reason,
            at=world.game.now(),
        )

    return act


def wants_as_boss(who: str, whom: str) -> Act:
    """A mafioso says whom the mafia should have as boss."""

    def act(world: World) -> None:
        seats = world.game.seats
        services.choose_boss(game=world.game.game, seat=seats[who], target=seats[whom], at=world.game.now())

    return act
