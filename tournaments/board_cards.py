"""The cards of a board: of each group what it plays now and how it stands, and of the reader the own game."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.clock_words import weekday_and_time
from games import words
from tournaments import board_words as say
from tournaments.models import Group, Match, Tournament
from tournaments.selectors import Board, Card, GroupBoard, Row
from tournaments.words import figure, ties

# A match that begins so much later than was planned is late.
LATE = timedelta(minutes=5)
ICONS = {"day": "sun", "trial": "scales", "night": "moon", "over": "page", "signup": "mask"}


@dataclass(frozen=True, slots=True)
class Now:
    """What a group does now: an icon, what, more about it, until when; a link where there is a game to look at."""

    icon: str
    title: str
    note: str
    until: datetime | None = None
    url: str = ""
    trial: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the standings with its points in words. `line`: the red line of qualification is under it.

    `begun`: a game has been counted; before that there are no places.
    """

    row: Row
    points: str
    line: bool
    begun: bool


@dataclass(slots=True)
class Place:
    """A group on the board, in words."""

    board: GroupBoard
    title: str
    games: str
    now: Now | None
    caption: str
    rows: list[Line] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)

    @property
    def group(self) -> Group:
        """Return the group itself."""
        return self.board.group


def places(board: Board, at: datetime) -> list[Place]:
    """Return all groups, the final first once it is drawn."""
    return [_place(board, group, at) for group in say.groups_of(board)]


def _place(board: Board, group: GroupBoard, at: datetime) -> Place:
    return Place(
        board=group,
        title=say.group_title(group.group),
        games=_games(board, group),
        now=_now(board, group, at),
        caption=_caption(board, group),
        rows=_lines(group),
        ties=ties([row.placed for row in group.rows]),
    )


def all_games(board: Board, group: GroupBoard) -> int:
    """Return how many games a group plays."""
    return board.tournament.final_games if group.group.final else board.tournament.games_each


def counted(group: GroupBoard) -> int:
    """Return how many games of a group are in its table."""
    return sum(match.state == Match.State.OVER for match in group.matches)


def _games(board: Board, group: GroupBoard) -> str:
    if group.card is None:
        return ngettext("%(n)d game played", "%(n)d games played", counted(group)) % {"n": counted(group)}
    return _("game %(n)d of %(all)d") % {"n": group.card.match.number, "all": all_games(board, group)}


def _lines(group: GroupBoard) -> list[Line]:
    begun = counted(group) > 0
    above = [row for row in group.rows if row.qualifies and begun]
    last = above[-1] if 0 < len(above) < len(group.rows) else None
    return [Line(row, figure(row.placed.line.cents), row is last, begun) for row in group.rows]


def _caption(board: Board, group: GroupBoard) -> str:
    if group.group.final:
        return _("The points of the final alone decide the tournament.")
    if not counted(group):
        return _("No game is counted yet.")
    played = ngettext("%(n)d game of %(all)d is counted.", "%(n)d games of %(all)d are counted.", counted(group)) % {
        "n": counted(group),
        "all": all_games(board, group),
    }
    return f"{played} {_('Above the red line one goes on to the final.')}"


# ---------- what a group does now


def _now(board: Board, group: GroupBoard, at: datetime) -> Now | None:
    card = group.card
    if card is None:
        return None if board.tournament.ended else Now("check", _("All games are played"), "")
    match = card.match
    if match.state == Match.State.PLAYING:
        return _playing(card)
    late = card.late >= LATE
    if match.state == Match.State.PLANNED:
        note = _("Check-in from %(when)s") % {"when": _clock(match.opens_at)}
        if match.reason:
            note = f"{note}. {_('Put off: %(reason)s') % {'reason': match.reason}}"
        return Now("clock", _("Game %(n)d is next") % {"n": match.number}, note, match.check_in_until, late=late)
    there = _there(card)
    if match.waits or at >= match.check_in_until:
        said = say.waits(match.waits) if match.waits else _("it begins at once.")
        return Now("warn", _("Game %(n)d has not begun") % {"n": match.number}, f"{there}; {said}", late=True)
    return Now("check", _("Check-in, game %(n)d") % {"n": match.number}, there, match.check_in_until, late=late)


def _there(card: Card) -> str:
    return _("There: %(now)d, not there: %(missing)d") % {"now": len(card.here), "missing": len(card.missing)}


def _playing(card: Card) -> Now:
    if card.running is None or card.match.game is None:
        return Now("page", _("The game is over"), _("The points are being counted"))
    view, url = card.running.view, reverse("games:table", args=[card.match.game.slug])
    kind = words.LOOKS[view.ended or view.phase]
    if view.bench:
        note = _("On the bench: %(names)s") % {"names": ", ".join(card.running.bench)}
    else:
        note = _("Alive: %(now)d of %(all)d") % {"now": view.living, "all": len(view.seats)}
    if view.closing:
        note = f"{note}. {_('Adding up')}"
    if view.paused:
        note = f"{note}. {_('The clock is stopped')}"
    until = None if view.paused or view.closing else view.deadline
    return Now(ICONS.get(kind, "page"), words.phase_name(view.phase, view.day), note, until, url, trial=kind == "trial")


def _clock(at: datetime) -> str:
    return weekday_and_time(at, timezone.get_current_timezone())


# ---------- the reader's own


@dataclass(frozen=True, slots=True)
class Box:
    """A box on top of the board: the reader's own game, or one to host. `match` is what its button is about."""

    title: str
    note: str
    until: datetime | None = None
    match: Match | None = None
    url: str = ""


def own(board: Board, at: datetime) -> Box | None:
    """Return the box "Your game"; None for whoever has none before them."""
    entry, card = board.reader.entry, board.reader.card
    if entry is None or entry.withdrawn_at is not None or card is None:
        return None
    match = card.match
    if match.state == Match.State.PLAYING:
        return _own_playing(card) if board.reader.checked_in else None
    title = _("Your game: %(where)s") % {"where": _lower(say.where(match))}
    host = _("Host: %(name)s.") % {"name": match.group.host.name} if match.group.host else _("There is no host yet.")
    until = match.check_in_until if match.check_in_until > at else None
    if match.state == Match.State.PLANNED:
        return Box(title, f"{host} {_opens(match)}", until)
    if not board.reader.checked_in:
        may = match if match in board.reader.can_check_in else None
        return Box(title, f"{host} {_('Check in, or this game is played without you.')}", until, may)
    lacking = len(card.missing)
    others = ngettext("%(n)d player is still missing.", "%(n)d players are still missing.", lacking) % {"n": lacking}
    return Box(title, f"{host} {_('You are checked in.')} {others if lacking else _('Everybody is there.')}", until)


def _own_playing(card: Card) -> Box:
    now = _playing(card)
    title = _("Your game is on: %(where)s") % {"where": _lower(say.where(card.match))}
    return Box(title, f"{now.title}. {now.note}", now.until, url=now.url)


def _opens(match: Match) -> str:
    return _("The check-in opens at %(when)s.") % {"when": _clock(match.opens_at)}


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def hosted(board: Board, at: datetime) -> list[Box]:
    """Return a box for each group that the reader hosts and that has something before it."""
    mine = {group.pk for group in board.reader.hosts}
    cards = [one.card for one in say.groups_of(board) if one.group.pk in mine and one.card is not None]
    return [_hosted(board, card, at) for card in cards]


def _hosted(board: Board, card: Card, at: datetime) -> Box:
    match = card.match
    title = _("You host: %(where)s") % {"where": _lower(say.where(match))}
    if match.state == Match.State.PLAYING:
        now = _playing(card)
        return Box(title, f"{now.title}. {now.note}", now.until, url=now.url)
    until = match.check_in_until if match.check_in_until > at else None
    if match.state == Match.State.PLANNED:
        return Box(title, _opens(match), until)
    there = f"{_there(card)}."
    if card.missing:
        there = f"{there} {_('Not there: %(names)s.') % {'names': say.listed(card.missing)}}"
    return Box(title, there, until, match if card in board.reader.to_start else None)


def facts(tournament: Tournament) -> list[tuple[str, str]]:
    """Return how the tournament is played, as names and values."""
    if tournament.groups_wanted is not None:
        groups = (_("Groups"), str(tournament.groups_wanted))
    else:
        groups = (_("Players in a group"), str(tournament.group_size))
    return [
        groups,
        (_("Games of each group"), str(tournament.games_each)),
        (_("From each group to the final"), str(tournament.qualifiers)),
        (_("Games of the final"), str(tournament.final_games)),
        (_("Names"), str(tournament.get_names_display())),
        (_("Players of a game"), _("at least %(n)d") % {"n": int(tournament.options.get("min_players", 0))}),
    ]
