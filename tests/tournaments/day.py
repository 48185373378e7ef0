"""A tournament for tests, made and played through the services as the site itself does it, on a clock of its own.

    day = announced(players=18, groups=3)    # everybody has entered
    day.close().give_hosts()                 # or `drawn` at once; `played` goes on to the final
    day.begin()                              # everybody is there, and every group's game is dealt
    day.end(1, winner="town")                # the host ends the game of a group, the sweep scores it

The time is `day.at`, which only goes forward; nothing reads a clock.
"""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts import services as people
from accounts.models import Persona, User
from games import services as games
from games.engine.roles import Side, side_of
from games.engine.state import OVER
from games.models import Game, Seat
from games.services.work import load_state
from tests.factories import NAMES, make_user
from tests.memory import memory
from tournaments import services
from tournaments.models import OPEN, Entry, Group, Match, Tournament

# A Saturday, nine in the morning in Moscow, and the first game at ten.
START = datetime(2026, 6, 6, 6, 0, tzinfo=UTC)
FIRST_GAME = START + timedelta(hours=1)
SEED = bytes(range(32))
# Every phase is short, and ends when everybody has acted.
QUICK: dict[str, object] = {
    "deal": "20s",
    "day": "3m",
    "evening": "1m",
    "last_word": "20s",
    "runoff": "1m",
    "verdict": "1m",
    "night": "45s",
    "night_min": "5s",
    "night_ends_early": True,
    "presence": False,
}


def name_of(number: int) -> str:
    """Return a nickname for the player of a number, as many as are asked for."""
    name = NAMES[(number - 1) % len(NAMES)]
    return name if number <= len(NAMES) else f"{name} {(number - 1) // len(NAMES) + 1}"


class Day:
    """A tournament, the people in it, and the time."""

    def __init__(
        self,
        players: int = 18,
        *,
        groups: int | None = 3,
        reserves: int = 0,
        names: str = "member",
        hosts: int = 3,
        options: dict[str, object] | None = None,
        **more: Any,
    ) -> None:
        """Announce the tournament and let everybody enter."""
        self.at = START
        self.organiser_user, self.organiser = self.member("organiser", "Часовщик")
        self.hosts = [self.member(f"host{number}", f"Лесник {number}")[1] for number in range(1, hosts + 1)]
        settings: dict[str, Any] = {
            "title": "Белые ночи",
            "starts_at": FIRST_GAME,
            "entries_close_at": START + timedelta(minutes=30),
            "time_zone": "Europe/Moscow",
            "groups_wanted": groups,
            "options": {**QUICK, **(options or {})},
            "seed": SEED,
        }
        self.tournament = services.create(organiser=self.organiser, names=names, at=self.at, **{**settings, **more})
        self.users: dict[int, User] = {}
        for number in range(1, players + reserves + 1):
            self.enter(number, reserve=number > players)

    def member(self, address: str, name: str) -> tuple[User, Persona]:
        """Make a person with a member name."""
        user = make_user(f"{address}@example.org", member=name)
        member = people.claim_member_name(user, name)
        return user, member

    def enter(self, number: int, *, reserve: bool = False) -> Entry:
        """Let the person of a number enter: under the member name, or as a clone of the same name and a dot."""
        if number not in self.users:
            self.users[number] = self.member(f"player{number}", name_of(number))[0]
        entry = services.enter(
            tournament=self.tournament,
            user=self.users[number],
            name=f"Клон {name_of(number)}",
            reserve=reserve,
            at=self.at,
        )
        return entry

    # ---- what stands

    def fresh(self) -> Tournament:
        """Return the tournament as it is now."""
        self.tournament.refresh_from_db()
        return self.tournament

    def entry(self, number: int) -> Entry:
        """Return the entry of a number."""
        return Entry.objects.select_related("persona", "group").get(tournament=self.tournament, number=number)

    def group(self, number: int) -> Group:
        """Return a group; 0 is the final."""
        return Group.objects.select_related("host").get(tournament=self.tournament, number=number)

    def match(self, group: int = 1) -> Match:
        """Return the match that stands before a group."""
        rows = Match.objects.select_related("group__host", "game__host")
        return rows.get(tournament=self.tournament, group__number=group, state__in=OPEN)

    def members(self, group: int = 1) -> list[int]:
        """Return the numbers of those who were drawn into a group, or of the finalists."""
        rows = Entry.objects.filter(tournament=self.tournament)
        rows = rows.filter(group__number=group, reserve=False) if group else rows.filter(finalist=True)
        return list(rows.order_by("number").values_list("number", flat=True))

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return what was told of a kind, the oldest first."""
        rows = self.tournament.happenings.filter(kind=kind).order_by("at", "pk")
        return list(rows.values_list("data", flat=True))

    # ---- the day goes on

    def sweep(self, at: datetime | None = None) -> "Day":
        """Let the clock do what is due, now or at a later moment."""
        self.at = max(self.at, at or self.at)
        for number in services.due_tournaments(self.at):
            services.sweep(tournament_id=number, now=self.at)
        self.fresh()
        return self

    def close(self) -> "Day":
        """Let the entries close at their time."""
        return self.sweep(self.tournament.entries_close_at)

    def give_hosts(self) -> "Day":
        """Let each group have a host of its own."""
        assert services.assign_hosts(
            tournament=self.tournament, by=self.organiser, hosts=self.hosts, at=self.at
        ) == len(Group.objects.filter(tournament=self.tournament))
        return self

    def come(self, group: int, *, but: Collection[int] = (), also: Collection[int] = ()) -> Match:
        """Let a group's members check in to its match, but some of them, and others too; return the match."""
        self.sweep(self.match(group).opens_at)
        match = self.match(group)
        for number in [*(one for one in self.members(group) if one not in but), *also]:
            if self.entry(number).withdrawn_at is None:
                services.check_in(match=match, entry=self.entry(number), at=self.at)
        return match

    def start(self, group: int, **who: Collection[int]) -> Game:
        """Let a group's next game begin at the end of its check-in; `who` is there as `come` says."""
        match = self.come(group, **who)
        self.sweep(match.check_in_until)
        match.refresh_from_db()
        assert match.game is not None, match.waits
        return Game.objects.select_related("host").get(pk=match.game_id)

    def begin(self) -> "Day":
        """Let every group's next game begin: all come, then the check-ins end."""
        groups = Group.objects.filter(tournament=self.tournament, number__gt=0).values_list("number", flat=True)
        matches = [self.come(number) for number in sorted(groups)]
        return self.sweep(max(match.check_in_until for match in matches))

    def go_on(self, game: Game, phase: str) -> None:
        """Let the clock end a game's phases until one of this name is open."""
        while game.phase != phase:
            assert game.deadline is not None
            self.at = game.deadline
            games.advance(game_id=game.pk, now=self.at)
            game.refresh_from_db()

    def end(self, group: int, *, winner: str = "town") -> Match:
        """Let a group's game end at once by heart attacks: of all the mafia or all others. Return the match, scored."""
        match = self.match(group)
        game = match.game
        assert game is not None
        enemies = [s for s in load_state(game).seats if (side_of(s.role) == Side.MAFIA) == (winner == "town")]
        for seat in enemies:
            game.refresh_from_db()
            if game.phase not in OVER:
                games.give_heart_attack(game=game, host=game.host, seat=seat.number, reason="Ушёл.", at=self.at)
        self.at += timedelta(seconds=5)
        self.sweep()
        match.refresh_from_db()
        return match

    def seat(self, game: Game, number: int) -> Seat:
        """Return the seat of an entry in a game."""
        return Seat.objects.get(game=game, persona=self.entry(number).persona)


def announced(players: int = 18, **more: Any) -> Day:
    """Return a day whose entries are open; `more` as for `Day`."""
    return memory.recall(f"announced {players} {more}", lambda: Day(players, **more))


def drawn(players: int = 18, **more: Any) -> Day:
    """Return a day whose groups are drawn and have their hosts."""
    return memory.recall(f"drawn {players} {more}", lambda: announced(players, **more).close().give_hosts())


def begun(players: int = 18, **more: Any) -> Day:
    """Return a day whose first game of the first group is dealt; nobody has come in the other groups."""

    def begin() -> Day:
        day = drawn(players, **more)
        day.start(1)
        return day

    return memory.recall(f"begun {players} {more}", begin)


def nearly_played(**columns: int) -> Day:
    """Return a day on which the last game of the third group is under way; every other one was won by the town.

    `columns` of the tournament are as if it had been announced with them.
    """

    def play() -> Day:
        day = drawn()
        for game in (1, 2, 3):
            day.begin()
            for group in (1, 2, 3) if game < 3 else (1, 2):
                day.end(group)
        return day

    day = memory.recall("nearly played", play)
    if columns:
        Tournament.objects.filter(pk=day.tournament.pk).update(**columns)
    return day


def played(**columns: int) -> Day:
    """Return a day whose groups have played and whose final is drawn."""

    def play() -> Day:
        day = nearly_played(**columns)
        day.end(3)
        return day

    return memory.recall(f"played {columns}", play)
