"""Who may write where: `rules.md` section 2's table, put into data on threads and their members.

`forum` enforces the data without knowing why. Called after every change of a game's state.
"""

from django.db.models import Count, Q

from accounts import services as accounts
from accounts.models import Persona
from forum import services as forum
from forum.models import Thread, ThreadMember
from games.engine.deciding import DISCUSSION
from games.engine.roles import Side
from games.engine.state import OVER, State
from games.models import GRAVEYARD, Game, Room, Seat

# The conversations of players in the game.
_PLAYERS = (Room.Kind.MAFIA, Room.Kind.LETTER)


def writers_of_thread(state: State) -> tuple[int, ...]:
    """Return the seats that may write in the game thread now; a pause changes nothing in it."""
    name = state.phase.name
    if name == "signup" or name in OVER:
        return tuple(seat.number for seat in state.seats)
    if name in DISCUSSION:
        return tuple(seat.number for seat in state.living)
    return state.bench if name == "last_word" else ()


def follow(game: Game, seats: dict[int, Seat], before: State, state: State) -> None:
    """Do what a change of state asks of threads and names: the mafia's room, the doors, freed nicknames."""
    dealt = bool(state.seats) and bool(state.seats[0].role)
    if dealt and not any(seat.role for seat in before.seats):
        _open_mafia_room(game, [seats[seat.number] for seat in state.seats if seat.side == Side.MAFIA])
    # Most of what happens opens and closes nothing.
    if _doors(before) != _doors(state):
        set_doors(game, seats, state, was=before.phase.name)
    if state.phase.name in OVER and before.phase.name not in OVER:
        for seat in seats.values():
            if seat.persona.kind == Persona.Kind.CLONE:
                accounts.release_name(seat.persona)


def _doors(state: State) -> tuple[object, ...]:
    """Return all that `set_doors` goes by."""
    gone = tuple(seat.number for seat in state.seats if not seat.alive)
    name = state.phase.name
    return (writers_of_thread(state), name in OVER, name == "finished", name == "curtain", gone)


def open_rooms(game: Game) -> None:
    """Open the rooms of the dead and of the onlookers of a new game (option `graveyard`).

    The host reads there and does not write; nobody else is in them yet.
    """
    for kind in GRAVEYARD:
        thread = forum.open_thread(
            readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED, language=game.language
        )
        forum.add_member(thread, game.host, may_post=False)
        Room.objects.create(game=game, thread=thread, kind=kind)


def _open_mafia_room(game: Game, members: list[Seat]) -> None:
    thread = forum.open_thread(readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED, language=game.language)
    for seat in members:
        forum.add_member(thread, seat.persona)
    Room.objects.create(game=game, thread=thread, kind=Room.Kind.MAFIA)


def set_doors(game: Game, seats: dict[int, Seat], state: State, *, was: str = "curtain") -> None:
    """Open and close the threads of a game as its state says. `was` is the phase before, where that is known."""
    writers = [seats[number].persona for number in writers_of_thread(state) if number in seats]
    forum.allow_only(game.thread, writers)
    over = state.phase.name in OVER
    wanted = Thread.Writers.MEMBERS if over else Thread.Writers.LISTED
    if game.thread.writers != wanted:
        forum.set_writers(game.thread, wanted)
    gone = [seats[seat.number] for seat in state.seats if not seat.alive and seat.number in seats]
    if over:
        _close_all(game, seats)
        shown = [*GRAVEYARD]
        if state.phase.name == "finished" and state.ruleset.open_room:
            shown.append(Room.Kind.MAFIA)
        rooms = Room.objects.filter(game=game, kind__in=shown).values("thread")
        Thread.objects.filter(pk__in=rooms).update(readers=Thread.Readers.EVERYBODY)
        return
    if gone:
        _close_for(game, gone)
        if state.ruleset.graveyard:
            _bury(game, gone)
    if "curtain" in (was, state.phase.name):
        _hold(game, state.phase.name == "curtain")


def _hold(game: Game, held: bool) -> None:
    """Close letters and the mafia's room behind a curtain, and open them again after it.

    A letter that is closed since only one of its players is left stays so.
    """
    rooms = Room.objects.filter(game=game, kind__in=_PLAYERS)
    writers = Thread.Writers.NOBODY if held else Thread.Writers.LISTED
    living = Count("thread__members", filter=Q(thread__members__read_until=None))
    open_ones = rooms.annotate(living=living).filter(Q(kind=Room.Kind.MAFIA) | Q(living__gte=2))
    Thread.objects.filter(pk__in=list(open_ones.values_list("thread", flat=True))).exclude(writers=writers).update(
        writers=writers
    )


def _close_all(game: Game, seats: dict[int, Seat]) -> None:
    """Make every members-only thread of the game read only."""
    rooms = Room.objects.filter(game=game).values("thread")
    Thread.objects.filter(Q(pk__in=rooms) | Q(pk__in=[seat.talk_id for seat in seats.values()])).exclude(
        writers=Thread.Writers.NOBODY
    ).update(writers=Thread.Writers.NOBODY)
    # The host's standing right to write ends in the private talks, not in the game thread.
    ThreadMember.objects.filter(thread__in=[seat.talk_id for seat in seats.values()], always=True).update(always=False)


def _close_for(game: Game, gone: list[Seat]) -> None:
    """Let whoever is out read what was written while alive, and write nothing.

    A conversation of which only one living player is left is closed on both sides. The talk with
    the host stays readable, since the host's last answers (a check, the night's message) come there.
    """
    personas = [seat.persona for seat in gone]
    talks = [seat.talk_id for seat in gone]
    ThreadMember.objects.filter(thread__in=talks, persona__in=personas, may_post=True).update(may_post=False)
    open_places = ThreadMember.objects.filter(
        thread__in=Room.objects.filter(game=game, kind__in=_PLAYERS).values("thread"),
        persona__in=personas,
        read_until=None,
    ).select_related("thread", "persona")
    for place in open_places:
        forum.end_reading(place.thread, place.persona)
        room = place.thread
        living = ThreadMember.objects.filter(thread=room, read_until=None).count()
        is_letter = Room.objects.filter(thread=room, kind=Room.Kind.LETTER).exists()
        if is_letter and living < 2:
            forum.set_writers(room, Thread.Writers.NOBODY)


def _bury(game: Game, gone: list[Seat]) -> None:
    """Let whoever is out into the room of the dead, to read it from its beginning and to write."""
    room = Room.objects.select_related("thread").get(game=game, kind=Room.Kind.DEAD)
    there = set(ThreadMember.objects.filter(thread=room.thread).values_list("persona", flat=True))
    for seat in gone:
        if seat.persona_id not in there:
            forum.add_member(room.thread, seat.persona)
