"""Sign-up: making a game, joining it, leaving it (`rules.md` section 2, "Sign-up")."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare

from accounts import entrance
from accounts import selectors as people
from accounts import services as accounts
from accounts.models import Persona, User
from common.refusal import Refusal
from forum import services as forum
from forum.models import Thread
from games import doors, herald
from games.engine.composition import Composition
from games.engine.deal import commitment
from games.engine.events import SeatTaken
from games.engine.evolve import fold
from games.engine.ruleset import Ruleset
from games.engine.state import VERSION
from games.engine.table import Table
from games.models import Event, Game, Reservation, Seat, Seed, Snapshot
from games.services.rooms import leave_onlookers
from games.services.work import Work, event_data, project, work_on

HOLD = timedelta(minutes=30)
TRIES = 5


def create_game(
    *,
    host: Persona,
    title: str,
    ruleset: Ruleset,
    composition: Composition,
    deadline: datetime,
    at: datetime,
    theme: str = "",
    description: str = "",
    language: str = "ru",
    seed: bytes | None = None,
    kind: str = Game.Kind.REAL,
) -> Game:
    """Open a game for sign-ups under its host, a member. The commitment is public from now on.

    Raises `options_invalid`, `composition_invalid` with all problems in `problems`.
    """
    seed = seed if seed is not None else secrets.token_bytes(32)
    events = Table.create(ruleset, composition, commitment(seed), deadline=deadline, at=at)
    state = fold(events)
    with transaction.atomic():
        thread = forum.open_thread(
            readers=Thread.Readers.EVERYBODY, writers=Thread.Writers.LISTED, title=title, language=language
        )
        forum.add_member(thread, host, may_post=True, always=True)
        game = Game.objects.create(
            kind=kind,
            title=title,
            theme=theme,
            description=description,
            language=language,
            host=host,
            thread=thread,
            commitment=state.commitment,
            opened_at=at,
            created_at=at,
        )
        if ruleset.graveyard:
            doors.open_rooms(game)
        Seed.objects.create(game=game, seed=seed)
        Event.objects.create(game=game, seq=1, kind=events[0].kind, at=at, data=event_data(events[0]))
        Snapshot.objects.create(game=game, seq=1, version=VERSION, state=state.to_json())
        project(game, Table(state), was=0)
        herald.announce(game, {}, state, events, state)
    return game


def join(*, game: Game, user: User, name: str, announcement: str, at: datetime) -> Seat:
    """Take a seat in one step, as a new clone or (`names: member`) under the member name.

    Raises `host_cannot_play`, `already_joined`, `roster_locked`, `deadline_passed`, `game_full`,
    `text_empty`, `text_too_long`, `member_name_needed`, `nick_...`.
    """
    with work_on(game.pk, at) as work:
        _may_join(work, user)
        events = work.table.join(at=work.at)
        _places_left(work, at)
        forum.checked_text(announcement, language=work.game.language)
        return _take_seat(work, _persona(work, user, name), announcement, events)


def _may_join(work: Work, user: User) -> None:
    if people.owns(user, work.game.host):
        raise Refusal("host_cannot_play")
    mine = people.persona_ids_of(user)
    if any(seat.persona_id in mine for seat in work.seats.values()):
        raise Refusal("already_joined")


def _persona(work: Work, user: User, name: str) -> Persona:
    if work.table.state.ruleset.names == "member":
        member = people.member_of(user)
        if member is None:
            raise Refusal("member_name_needed")
        return member
    return accounts.make_clone(user, name)


def _places_left(work: Work, at: datetime, but: Reservation | None = None) -> None:
    """Refuse `game_full` where the held seats of newcomers take up the last places."""
    most = work.table.state.ruleset.max_players
    if most is None:
        return
    held = Reservation.objects.filter(game=work.game, until__gt=at)
    if but is not None:
        held = held.exclude(pk=but.pk)
    if len(work.table.state.seats) + held.count() >= most:
        raise Refusal("game_full", most=most)


def _take_seat(work: Work, persona: Persona, announcement: str, events: list[Any]) -> Seat:
    """Seat a persona: the row, the talk with the host, the event, and the announcement in the thread."""
    seat = _make_seat(work, persona, events)
    work.refresh_names()
    work.record(events)
    work.write(work.game.thread, persona, announcement, mark="joined")
    return seat


def _make_seat(work: Work, persona: Persona, events: list[Any]) -> Seat:
    """Make the row of a seat that is taken, and give it its talk with the host and its place in the thread."""
    taken = events[0]
    assert isinstance(taken, SeatTaken)
    talk = forum.open_thread(readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED, language=work.game.language)
    forum.add_members(talk, (persona, work.game.host), always=(work.game.host,))
    seat = Seat.objects.create(game=work.game, number=taken.seat, persona=persona, talk=talk)
    leave_onlookers(work, people.owner_of(persona))
    work.seats[taken.seat] = seat
    forum.add_member(work.game.thread, persona)
    return seat


def seat_personas(*, game: Game, personas: Sequence[tuple[Persona, str]], at: datetime) -> list[Seat]:
    """Seat several personas with their announcements, one after the other in one step, whoever owns them."""
    with work_on(game.pk, at) as work:
        table, events, seats = work.table, [], []
        for persona, _announcement in personas:
            taken = table.join(at=work.at)
            seats.append(_make_seat(work, persona, taken))
            events += taken
            table = table.after(taken)
        work.refresh_names()
        before = work.table.state.seq
        work.record(events)
        for number, (persona, announcement) in enumerate(personas, start=1):
            work.write(work.game.thread, persona, announcement, mark="joined", seq=before + number)
    return seats


def seat_persona(*, game: Game, persona: Persona, announcement: str, at: datetime) -> Seat:
    """Seat a persona whoever owns it: for scripts and bots, which play the seats themselves."""
    with work_on(game.pk, at) as work:
        return _take_seat(work, persona, announcement, work.table.join(at=work.at))


def reserve(*, game: Game, email: str, name: str, announcement: str, at: datetime) -> tuple[Reservation, str]:
    """Hold a newcomer's seat for 30 minutes; return it with the code that is to be mailed (the same for any address).

    Mailing is the caller's, after this transaction: a mail server that is slow must not hold the game.
    Raises what `join` raises, but `already_joined` and `host_cannot_play`, which are told only
    after the code has shown whose address it is.
    """
    code = entrance.make_code()
    with work_on(game.pk, at) as work:
        work.table.join(at=work.at)
        _places_left(work, at)
        forum.checked_text(announcement, language=work.game.language)
        if work.table.state.ruleset.names == "member":
            raise Refusal("member_name_needed")
        token = secrets.token_urlsafe(24)
        held = Reservation.objects.create(
            game=work.game,
            persona=accounts.make_clone(None, name),
            token=token,
            email=email,
            code_hash=_hash(token, code),
            announcement=announcement,
            until=at + HOLD,
        )
    return held, code


def _hash(token: str, code: str) -> str:
    """Return what is kept of a code: dashes, blanks and letter case don't matter in it."""
    plain = "".join(sign for sign in code.upper() if sign.isalnum())
    return hashlib.sha256(f"{token}:{plain}".encode()).hexdigest()


def confirm_reservation(*, token: str, code: str, at: datetime, guest: User | None = None) -> tuple[User, Seat]:
    """Turn a held seat into a taken one by the mailed code, and return whose it is.

    A `guest` becomes the person of the address, if nobody is yet.

    Raises `code_expired`, `code_wrong` (with the `left` tries), `account_closed`, and what `join` raises.
    """
    # The try is counted before the code is looked at, so that many at once are not more tries.
    counted = Reservation.objects.filter(token=token, until__gt=at, tries__lt=TRIES).update(tries=F("tries") + 1)
    held = Reservation.objects.filter(token=token).first()
    if not counted or held is None:
        raise Refusal("code_expired")
    if not constant_time_compare(held.code_hash, _hash(token, code)):
        raise Refusal("code_wrong", left=max(0, TRIES - held.tries))
    with work_on(held.game_id, at) as work:
        held = Reservation.objects.select_for_update(of=("self",)).select_related("persona").filter(token=token).first()
        if held is None:
            raise Refusal("code_expired")
        user = accounts.user_for_email(held.email, guest=guest)
        if not user.is_active:
            raise Refusal("account_closed")
        _may_join(work, user)
        events = work.table.join(at=work.at)
        _places_left(work, at, but=held)
        persona, announcement = held.persona, held.announcement
        held.delete()
        accounts.give(persona, user)
        return user, _take_seat(work, persona, announcement, events)


def give_back_reservation(*, game: Game, token: str) -> Reservation | None:
    """Let a held seat and its nickname go; return what it was, or None where there is none of this token."""
    with transaction.atomic():
        held = (
            Reservation.objects.select_for_update(of=("self",))
            .select_related("persona")
            .filter(game=game, token=token)
            .first()
        )
        if held is not None:
            # The reservation goes with its persona: the name is free again.
            held.persona.delete()
    return held


def drop_stale_reservations(at: datetime) -> int:
    """Give back the seats and names that nobody confirmed in time. Return how many."""
    stale = Reservation.objects.filter(until__lte=at).select_related("game")
    return sum(give_back_reservation(game=held.game, token=held.token) is not None for held in stale)


def withdraw(*, game: Game, seat: int, at: datetime) -> None:
    """Leave the sign-up; the nickname is free again."""
    with work_on(game.pk, at) as work:
        give_up_seat(work, seat, work.table.leave(seat, at=work.at))


def give_up_seat(work: Work, seat: int, events: list[Any]) -> None:
    """Record that a seat is given up before the deal, and free its name."""
    row = work.seats[seat]
    work.record(events)
    del work.seats[seat]
    row.left = True
    row.save(update_fields=["left"])
    forum.remove_member(work.game.thread, row.persona)
    forum.set_writers(row.talk, Thread.Writers.NOBODY)
    if row.persona.kind == Persona.Kind.CLONE:
        accounts.release_name(row.persona)


def rename(*, game: Game, seat: int, name: str, at: datetime) -> None:
    """Take another nickname before the deal. Raises `roster_locked`, `nick_...`."""
    with work_on(game.pk, at) as work:
        events = work.table.rename(seat, at=work.at)
        row = work.seats[seat]
        old = row.persona.name
        accounts.rename(row.persona, name)
        row.rename_asked = False
        row.save(update_fields=["rename_asked"])
        work.refresh_names()
        work.record(events, herald.Context(reason=old))
