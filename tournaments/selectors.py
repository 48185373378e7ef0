"""Reads: a tournament as a reader meets it, and what is open of its finished games.

Of a running game nothing is shown but what `games.selectors` shows a visitor, whoever looks; a game's log is read
when the game is over. The seed is read for the lots that have been drawn, and shown when the tournament has ended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.http import Http404

from accounts import selectors as people
from games import selectors as games
from games.engine.sight import View
from games.engine.state import OVER
from games.models import Seat
from games.selectors import Access, Person
from tournaments.models import (
    FINAL,
    OPEN,
    CheckIn,
    Entry,
    Group,
    Happening,
    Match,
    Tournament,
    TournamentSeed,
)
from tournaments.standings import Placed, compared
from tournaments.tables import Tables, tables_of

NEWEST = 20
Stage = Tournament.Stage


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table. `qualifies`: stands above the line, as things are, or is in the final by now.

    `steps` say how the tie with the next row was broken: (step, value here, value there), the last one
    decides; after them `placed.broken_by` may be the lot.
    """

    placed: Placed
    entry: Entry
    qualifies: bool
    mine: bool
    steps: Sequence[tuple[str, int, int]] = ()


@dataclass(frozen=True, slots=True)
class Running:
    """A running game as a visitor sees it."""

    view: View
    bench: Sequence[str]


@dataclass(frozen=True, slots=True)
class Card:
    """A match that stands before a group: who is there, who is waited for, and the game once it is dealt.

    `late` is how much later than planned it begins, or would begin if it began now.
    """

    match: Match
    here: Sequence[Entry]
    missing: Sequence[Entry]
    running: Running | None
    late: timedelta

    @property
    def complete(self) -> bool:
        """Whether all members of the group have checked in."""
        return not self.missing


@dataclass(frozen=True, slots=True)
class GroupBoard:
    """A group on the board. `behind` says how many games it has settled less than the group that leads."""

    group: Group
    rows: Sequence[Row]
    matches: Sequence[Match]
    card: Card | None
    behind: int

    @property
    def done(self) -> bool:
        """Whether nothing more is planned here."""
        return self.card is None


@dataclass(frozen=True, slots=True)
class Step:
    """Something that comes: `entries_close`, `game` (with its match), `final` or `end`. No time where it depends."""

    kind: str
    at: datetime | None
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """What the board is for the one who looks: the own entry and match, and what is to be done as a host.

    `can_check_in`: matches whose check-in is open to the own entry and not made yet. `hosts`: groups that
    the reader hosts; `to_start` those of their cards that can begin now; `offered`: groups to take or decline.
    """

    entry: Entry | None = None
    card: Card | None = None
    checked_in: bool = False
    can_check_in: Sequence[Match] = ()
    organiser: bool = False
    hosts: Sequence[Group] = ()
    to_start: Sequence[Card] = ()
    offered: Sequence[Group] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the pages of one tournament draw. `entries` and `matches` are for the words of happenings."""

    tournament: Tournament
    entries: Mapping[int, Entry]
    matches: Mapping[int, Match]
    groups: Sequence[GroupBoard]
    final: GroupBoard | None
    coming: Sequence[Step]
    happenings: Sequence[Happening]
    reader: Reader = field(default_factory=Reader)

    @property
    def reserves(self) -> list[Entry]:
        """Those of the reserve list who have not stepped in yet, in their order."""
        free = [one for one in self.standing if one.reserve and one.group is None]
        return sorted(free, key=lambda one: (one.entered_at, one.number))

    @property
    def standing(self) -> list[Entry]:
        """Those who take part or would step in, in the order of entering."""
        return [one for one in self.entries.values() if one.withdrawn_at is None]


def found(slug: str) -> Tournament:
    """Return the tournament at an address. Raises Http404."""
    tournament = Tournament.objects.select_related("organiser").filter(slug=slug).first()
    if tournament is None:
        raise Http404
    return tournament


def announced() -> QuerySet[Tournament]:
    """Return the tournaments that can be entered, the first to close first."""
    return _listed().filter(stage=Stage.ENTRY).order_by("entries_close_at", "pk")


def under_way() -> QuerySet[Tournament]:
    """Return the tournaments whose groups are drawn and that have not ended."""
    return _listed().filter(stage__in=(Stage.DRAWN, Stage.RUNNING, Stage.FINAL)).order_by("starts_at", "pk")


def ended() -> QuerySet[Tournament]:
    """Return the tournaments that were played to the end, the newest first."""
    return _listed().filter(stage=Stage.OVER).order_by("-ended_at", "-pk")


def _listed() -> QuerySet[Tournament]:
    return Tournament.objects.select_related("organiser")


def board(tournament: Tournament, person: Person, at: datetime) -> Board:
    """Return a tournament as it stands, and what it is to this person. A constant number of queries.

    Places are by the steps of the rules; the lot tells equals apart once it has been drawn: in the groups
    when the final is, in the final at the end.
    """
    mine = people.persona_ids_of(person)
    tables = tables_of(tournament)
    groups = list(Group.objects.filter(tournament=tournament).select_related("host", "offered_to").order_by("number"))
    rows = Match.objects.filter(tournament=tournament).select_related("game__host")
    matches = list(rows.order_by("group__number", "number", "attempt"))
    by_group = {group.pk: group for group in groups}
    for group in groups:
        group.tournament = tournament
    for match in matches:
        match.group = by_group[match.group_id]
    here = _here(matches)
    running = _running(matches, at)
    settled = {
        group.number: sum(_settled(match) for match in matches if match.group_id == group.pk) for group in groups
    }
    leading = max((count for number, count in settled.items() if number != FINAL), default=0)
    drawn = _seed_of_lots(tournament)
    boards = []
    for group in groups:
        own = [match for match in matches if match.group_id == group.pk]
        card = next((_card(match, tables, here, running, at) for match in own if match.state in OPEN), None)
        seed = None if group.final and not tournament.ended else drawn
        behind = 0 if group.final else leading - settled[group.number]
        boards.append(GroupBoard(group, _rows(tournament, tables, group, seed, mine), own, card, behind))
    happenings = list(Happening.objects.filter(tournament=tournament).order_by("-at", "-pk")[:NEWEST])
    return Board(
        tournament=tournament,
        entries=tables.entries,
        matches={match.pk: match for match in matches},
        groups=[one for one in boards if not one.group.final],
        final=next((one for one in boards if one.group.final), None),
        coming=_coming(tournament, boards),
        happenings=happenings,
        reader=_reader(tournament, tables, boards, here, mine, at),
    )


def _settled(match: Match) -> bool:
    return match.state == Match.State.OVER or (match.state == Match.State.VOID and not match.again)


def _seed_of_lots(tournament: Tournament) -> bytes | None:
    """Return the seed where lots have been drawn from it: when the final was."""
    if tournament.stage not in (Stage.FINAL, Stage.OVER):
        return None
    return bytes(TournamentSeed.objects.get(tournament=tournament).seed)


def _here(matches: Sequence[Match]) -> dict[int, set[int]]:
    """Return who has checked in to the open matches: primary keys of entries by that of the match. One query."""
    here: dict[int, set[int]] = {match.pk: set() for match in matches if match.state in OPEN}
    for match, entry in CheckIn.objects.filter(match__in=list(here)).values_list("match", "entry"):
        here[match].add(entry)
    return here


def _running(matches: Sequence[Match], at: datetime) -> dict[int, Running]:
    """Return the running games by their match, as a visitor sees them. Two queries."""
    playing = [match for match in matches if match.game is not None and match.game.phase not in OVER]
    if not playing:
        return {}
    rows = Seat.objects.filter(game__in=[match.game_id for match in playing], left=False)
    names: dict[int, dict[int, str]] = {}
    for game, number, name in rows.values_list("game", "number", "persona__name"):
        names.setdefault(game, {})[number] = name
    views = games.views_for([Access(match.game) for match in playing if match.game is not None], at)
    return {
        match.pk: Running(view, [names[match.game_id or 0].get(number, "") for number in view.bench])
        for match, view in zip(playing, views, strict=True)
    }


def _card(
    match: Match, tables: Tables, here: Mapping[int, set[int]], running: Mapping[int, Running], at: datetime
) -> Card:
    group = match.group
    belonging = [
        entry
        for entry in tables.entries.values()
        if entry.withdrawn_at is None
        and (entry.finalist if group.final else entry.group_id == group.pk and not entry.reserve)
    ]
    there = here[match.pk]
    begins = match.game.created_at if match.game is not None else max(match.check_in_until, at)
    return Card(
        match=match,
        here=[entry for entry in tables.entries.values() if entry.pk in there],
        missing=[] if match.game is not None else [entry for entry in belonging if entry.pk not in there],
        running=running.get(match.pk),
        late=max(timedelta(0), begins - match.planned_at),
    )


def _rows(tournament: Tournament, tables: Tables, group: Group, seed: bytes | None, mine: set[int]) -> list[Row]:
    placed = tables.placed(group.number, seed)
    above = 0
    rows = []
    for number, one in enumerate(placed):
        entry = tables.entries[one.line.entry]
        below = placed[number + 1] if number + 1 < len(placed) else None
        steps = compared(one.line, below.line) if below is not None and below.place != one.place else []
        if tournament.stage in (Stage.FINAL, Stage.OVER):
            qualifies = entry.finalist
        else:
            # Whoever has withdrawn makes room for the next.
            qualifies = entry.withdrawn_at is None and above < tournament.qualifiers
            above += qualifies
        rows.append(Row(one, entry, qualifies and not group.final, entry.persona_id in mine, steps))
    return rows


def _coming(tournament: Tournament, boards: Sequence[GroupBoard]) -> list[Step]:
    """Return what comes, in its order: first what has a time."""
    if tournament.ended:
        return []
    if tournament.stage == Stage.ENTRY:
        return [Step("entries_close", tournament.entries_close_at), Step("game", tournament.starts_at)]
    ready = [one.card.match for one in boards if one.card is not None and one.card.match.game is None]
    steps = [Step("game", match.check_in_until, match) for match in ready]
    steps.sort(key=lambda step: (step.at is None, step.at, step.match.group.number if step.match else 0))
    return [*steps, Step("end" if tournament.stage == Stage.FINAL else "final", None)]


def _reader(
    tournament: Tournament,
    tables: Tables,
    boards: Sequence[GroupBoard],
    here: Mapping[int, set[int]],
    mine: set[int],
    at: datetime,
) -> Reader:
    if not mine:
        return Reader()
    own = [one for one in tables.entries.values() if one.persona_id in mine]
    # Whoever withdrew as a clone and entered again has two of them, of which one stands.
    entry = min(own, key=lambda one: (one.withdrawn_at is not None, -one.number), default=None)
    cards = [one.card for one in boards if one.card is not None]
    hosts = [one.group for one in boards if one.group.host_id in mine]
    waiting = [card for card in cards if card.match.state == Match.State.CHECKIN]
    card = None if entry is None else next((one for one in cards if _belongs(entry, one.match.group)), None)
    begun = any(match.game_id for one in boards if one.group.final for match in one.matches)
    open_ones = [one.match for one in waiting if entry is not None and _may_check_in(entry, one.match, begun, at)]
    return Reader(
        entry=entry,
        card=card,
        checked_in=entry is not None and card is not None and entry.pk in here[card.match.pk],
        can_check_in=[match for match in open_ones if entry is not None and entry.pk not in here[match.pk]],
        organiser=tournament.organiser_id in mine,
        hosts=hosts,
        to_start=[
            one for one in waiting if one.match.group in hosts and (one.complete or at >= one.match.check_in_until)
        ],
        offered=[one.group for one in boards if one.group.offered_to_id in mine],
    )


def _belongs(entry: Entry, group: Group) -> bool:
    return entry.finalist if group.final else entry.group_id == group.pk and not entry.finalist


def _may_check_in(entry: Entry, match: Match, final_begun: bool, at: datetime) -> bool:
    """Whether a match's check-in is open to an entry: as `services.check_in` looks, but for who hosts what."""
    group = match.group
    if entry.withdrawn_at is not None or (at >= match.check_in_until and not match.waits):
        return False
    if group.final:
        return entry.finalist or (entry.group_id is not None and not final_begun)
    return entry.group_id == group.pk or (entry.reserve and entry.group_id is None)
