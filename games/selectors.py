"""Reads: who may see which game as whom, and what. Outsiders get 404, never a hint (`design.md`)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404

from accounts import selectors as people
from accounts.models import Persona, User
from games import attendance, tags
from games.engine import foresight, sight
from games.engine.ballots import PUBLIC, History, history
from games.engine.chronicle import Chapter
from games.engine.chronicle import chronicle as opened
from games.engine.deal import evidence
from games.engine.replay import Recording, record
from games.engine.state import OVER
from games.models import GRAVEYARD, Complaint, Game, Presence, Reservation, Room, Seat, Seed
from games.services.lobby import TRIES
from games.services.work import load_events, load_events_of, load_state, load_states

Person = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Access:
    """A game as one person meets it: the own seat and persona there, and whether it is the host.

    `seats` are all seats in play by number; their rows hold public facts only.
    """

    game: Game
    seats: dict[int, Seat] = field(default_factory=dict)
    seat: Seat | None = None
    host: bool = False
    # Whom the person writes as here: the clone of this game, the host, or else the member.
    persona: Persona | None = None
    # All that the person is called, by primary key: for what is the person's own, and nothing else.
    mine: frozenset[int] = frozenset()

    @property
    def viewer(self) -> sight.Viewer:
        """Whom the engine's gate must answer."""
        return sight.Viewer(seat=self.seat.number if self.seat else 0, host=self.host)

    @property
    def names(self) -> dict[int, str]:
        """The nicknames by seat number."""
        return {number: seat.persona.name for number, seat in self.seats.items()}

    @property
    def mentionable(self) -> dict[int, str]:
        """Whom a text may mention here, by persona."""
        return tags.mentionable(self.game, self.seats)


def access(slug: str, person: Person) -> Access:
    """Return the game at an address as this person meets it. Raises Http404. A constant number of queries."""
    game = Game.objects.select_related("host", "thread").filter(slug=slug).first()
    if game is None:
        raise Http404
    rows = Seat.objects.filter(game=game, left=False).select_related("persona").order_by("number")
    seats = {seat.number: seat for seat in rows}
    if not isinstance(person, User) or not person.is_authenticated:
        return Access(game, seats)
    mine = frozenset(people.persona_ids_of(person))
    seat = next((seat for seat in seats.values() if seat.persona_id in mine), None)
    host = game.host_id in mine
    if seat is not None:
        return Access(game, seats, seat, False, seat.persona, mine)
    return Access(game, seats, None, host, game.host if host else people.member_of(person), mine)


def seat_access(slug: str, person: Person) -> Access:
    """Return the access of a player. Raises Http404 for everybody else."""
    found = access(slug, person)
    if found.seat is None:
        raise Http404
    return found


def host_access(slug: str, person: Person) -> Access:
    """Return the access of the host. Raises Http404 for everybody else."""
    found = access(slug, person)
    if not found.host:
        raise Http404
    return found


def view_for(found: Access, now: datetime) -> sight.View:
    """Return all that this person may know of the game at the moment `now`: the gate of state."""
    return sight.view(load_state(found.game), found.viewer, now)


def desk_view_for(
    found: Access, now: datetime
) -> tuple[sight.View, foresight.Foresight | None, foresight.Foresight | None]:
    """Return what the host sees, and what would come of the open phase: at its time, and if it were cut short now.

    For everybody but the host there is nothing to foresee.
    """
    state = load_state(found.game)
    return (
        sight.view(state, found.viewer, now),
        foresight.foresee(state, found.viewer, now),
        foresight.foresee(state, found.viewer, now, cut=True),
    )


@dataclass(frozen=True, slots=True)
class Attendant:
    """A living player as the host sees the connection. `due_at`: a heart attack by itself comes then."""

    number: int
    seen_at: datetime | None
    gone: bool
    due_at: datetime | None


def attendance_of(found: Access, now: datetime) -> list[Attendant] | None:
    """Return who is there and who is gone, for the host alone (option `presence`), by seat; in one query.

    None where presence is not kept. Raises Http404 for everybody but the host.
    """
    if not found.host:
        raise Http404
    if not attendance.is_kept(found.game):
        return None
    counts = not found.game.paused and found.game.phase not in attendance.IDLE
    rows = Presence.objects.filter(seat__game=found.game).select_related("seat").order_by("seat__number")
    return [
        Attendant(row.seat.number, row.seen_at, gone, row.due_at if counts and gone else None)
        for row in rows
        for gone in [attendance.is_gone(row.seen_at, now)]
    ]


def views_for(found: Sequence[Access], now: datetime) -> list[sight.View]:
    """Return what this person may know of several games, in one query; as `view_for` of each."""
    states = load_states([one.game for one in found])
    return [sight.view(states[one.game.pk], one.viewer, now) for one in found]


def own_games(person: Person) -> list[Access]:
    """Return the games that are not over in which this person plays or hosts, the first deadline first.

    A constant number of queries. `seats` holds the own seat alone.
    """
    mine = people.persona_ids_of(person)
    if not mine:
        return []
    rows = Seat.objects.filter(persona__in=mine, left=False).exclude(game__phase__in=OVER)
    found = [
        Access(seat.game, {seat.number: seat}, seat, False, seat.persona)
        for seat in rows.select_related("persona", "talk", "game__host", "game__thread")
    ]
    hosted = Game.objects.filter(host__in=mine).exclude(phase__in=OVER).select_related("host", "thread")
    found += [Access(game, {}, None, True, game.host) for game in hosted]
    return sorted(found, key=lambda one: (one.game.deadline is None, one.game.deadline, one.game.pk))


def reservation(game: Game, token: str, now: datetime) -> Reservation | None:
    """Return the seat that is held under a token, while a code can still be tried."""
    held = Reservation.objects.filter(game=game, token=token, until__gt=now, tries__lt=TRIES)
    return held.select_related("persona").first()


def rooms_of(found: Access) -> QuerySet[Room]:
    """Return the game's conversations that this player is a member of, the mafia's room included."""
    if found.seat is None:
        return Room.objects.none()
    return (
        Room.objects.filter(game=found.game, thread__members__persona=found.seat.persona)
        .select_related("thread")
        .order_by("pk")
    )


def graveyard_of(found: Access) -> dict[str, Room]:
    """Return the rooms of the dead and of the onlookers that this person may read, by kind (option `graveyard`).

    The living get none before the end, whatever else they are called. At most one query.
    """
    over = found.game.phase in OVER
    if not found.game.options.get("graveyard") or (found.seat is not None and found.seat.alive and not over):
        return {}
    rooms = Room.objects.filter(game=found.game, kind__in=GRAVEYARD).select_related("thread")
    if not over:
        if found.persona is None:
            return {}
        rooms = rooms.filter(thread__members__persona=found.persona)
        # A seat shuts the other room, under any name.
        rooms = rooms.exclude(kind=Room.Kind.ONLOOKERS) if found.seat is not None else rooms
    return {room.kind: room for room in rooms}


def complaints_of(found: Access) -> list[Complaint]:
    """Return the reports that wait for the host, the oldest first, each with its post: the host reads that one alone.

    What was hidden since comes without its text. One query. Raises Http404 for everybody but the host.
    """
    if not found.host:
        raise Http404
    rows = Complaint.objects.filter(game=found.game, seen_at=None).select_related("post__author", "reporter")
    complaints = list(rows)
    for one in complaints:
        if one.post.hidden_at is not None:
            one.post.source = one.post.html = ""
    return complaints


def names_ever(game: Game) -> dict[int, str]:
    """Return the nicknames by seat number, those who left the sign-up included: the log speaks of them too."""
    return dict(Seat.objects.filter(game=game).values_list("number", "persona__name"))


def proof_of(game: Game) -> dict[str, object]:
    """Return what anyone needs to repeat the deal: seed, commitment, names, pack and what was dealt (section 8).

    Raises Http404 while the game is not over, or where it was never dealt.
    """
    if game.phase not in OVER:
        raise Http404
    state = load_state(game)
    if not state.seats or not state.seats[0].role:
        raise Http404
    seed = bytes(Seed.objects.get(game=game).seed)
    names = {seat.number: seat.persona.name for seat in Seat.objects.filter(game=game).select_related("persona")}
    return evidence(seed, [names[seat.number] for seat in state.seats], [seat.role for seat in state.seats])


def chronicle(game: Game) -> list[Chapter]:
    """Return the whole story of a finished game, the night's secrets included. Raises Http404 before its end."""
    if game.phase not in OVER:
        raise Http404
    return opened(load_events(game))


def ballots_of(found: Access, view: sight.View, now: datetime) -> History:
    """Return the history of the game's open votes up to the moment `now`: for everybody, from public events alone.

    One query; other events than `ballots.PUBLIC` are not even read.
    """
    return history(
        load_events_of(found.game, PUBLIC),
        seats=[seat.number for seat in view.seats],
        votes_in="evening" if view.evening else "day",
        until=now,
    )


def recording(game: Game) -> Recording:
    """Return a finished game step by step, to be looked at from any viewpoint. Raises Http404 before its end."""
    if game.phase not in OVER:
        raise Http404
    return record(load_events(game))
