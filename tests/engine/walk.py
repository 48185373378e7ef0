"""Random games: legal and illegal commands at random times, under random rules.

A walk is a `Board` that chooses by itself. Its `script` tells what was done, in the notation of
`Board.do`, so that a failure can be read and played again.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from random import Random

from common.refusal import Refusal
from games.engine import events as e
from games.engine.state import OVER, State
from games.engine.victory import judge
from tests.engine.board import START, STRANGER, Board

Watch = Callable[[State, list[e.Event], State], None]

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ian", "Jim", "Kit", "Leo")
LATE = ("Max", "Ned", "Oto")
WINDOWS = ("off", "Fri 21:00 - Mon 09:00", "Wed 12:00 - Wed 13:00, Sat 00:00 - Sun 24:00", "Mon 13:00 - Tue 01:00")

PLAYER_VERBS = ("post", "vote", "unvote", "done", "away", "advance", "order", "cancel", "ack", "leave", "rename")
BY_PHASE: dict[str, tuple[str, ...]] = {
    "signup": ("rename", "post"),
    "deal": ("ack", "ack", "away", "advance"),
    "day": ("vote", "vote", "vote", "vote", "post", "unvote", "away", "advance", "ack"),
    "last_word": ("done", "post", "away"),
    "runoff": ("vote", "vote", "vote", "unvote", "post"),
    "night": ("order", "order", "order", "cancel", "away", "advance"),
}


def rules(rng: Random) -> dict[str, object]:
    """Return random options, of those that are built."""

    def flip() -> bool:
        return rng.random() < 0.5

    return {
        "timezone": rng.choice(["Europe/Moscow", "UTC", "Europe/Berlin", "Australia/Lord_Howe"]),
        "min_players": rng.randint(3, 5),
        "max_players": rng.choice(["off", 12]),
        "deal": rng.choice(["1h", "24h"]),
        "day": rng.choice(["1h", "24h", "48h"]),
        "last_word": rng.choice(["1s", "4h"]),
        "runoff": rng.choice(["30m", "12h"]),
        "night": rng.choice(["1h", "24h"]),
        "day_ends_at": rng.choice(["off", "off", "21:00"]),
        "night_ends_at": rng.choice(["off", "off", "02:30"]),
        "weekly_pause": rng.choice(WINDOWS),
        "night_vote": flip(),
        "self_vote": flip(),
        "tie": rng.choice(["runoff", "nobody", "random"]),
        "hammer": flip(),
        "votes_end_early": flip(),
        "night_ends_early": flip(),
        "night_min": rng.choice(["1s", "60s", "2h"]),
        "silent_removed": flip(),
        "inactive_removed": flip(),
        "notice_max": rng.choice(["off", 1, 5]),
        "guard_wait": rng.choice(["1s", "24h"]),
        "mafia_kill": rng.choice(["plurality", "majority"]),
        "doctor_repeat": rng.choice(["never_twice_running", "free"]),
        "doctor_self": rng.choice(["free", "once", "never"]),
        "check_shows": rng.choice(["role", "side"]),
        "report_killer": flip(),
        "report_treated": flip(),
        "report_check": flip(),
        "mafia_wins": rng.choice(["elimination", "parity"]),
        "stalemate_after": rng.choice([1, 2, 3, 3]),
        "private_messages": flip(),
        "removed_share_win": flip(),
    }


def pack(rng: Random, players: int, mafia_wins: str) -> list[str]:
    """Return random roles for so many, of a game that is not already over."""
    while True:
        wild = ["mafia", "mafia", "doctor", "commissioner", "commissioner", "sergeant", "sergeant", "maniac", "doctor"]
        rng.shuffle(wild)
        found = ["mafia", *wild[: rng.randint(0, players - 1)]]
        found += ["citizen"] * (players - len(found))
        fits = "sergeant" not in found or "commissioner" in found
        if fits and judge(found, mafia_wins) is None:
            rng.shuffle(found)
            return found


class Walk(Board):
    """A game that is played at random."""

    def __init__(self, seed: int, *, players: int | None = None, watch: Watch | None = None) -> None:
        """Sign up random players under random rules and deal them random roles.

        `watch` is shown every batch of events, with the states before and after it.
        """
        self.rng = Random(seed)
        self.watch = watch
        self.script: list[str] = []
        # One game in eight goes the long way: to the sign-up's deadline, perhaps with too few, and the seed's deal.
        by_seed = self.rng.random() < 0.125
        players = players or self.rng.randint(4, len(NAMES))
        options = rules(self.rng) | ({"min_players": 6} if by_seed else {})
        start = START + timedelta(hours=self.rng.randint(0, 24 * 30))
        super().__init__(", ".join(NAMES[:players]), phase="signup", start=start, **options)
        for _step in range(self.rng.randint(0, 4)):
            name = self.rng.choice([*NAMES[:players], *LATE])
            self.attempt(f"{name} {self.rng.choice(['leave', 'rename', 'post'])}")
            if new := [late for late in LATE if late not in self.numbers]:
                self.attempt(f"{self.rng.choice(new)} join")
        if by_seed:
            self._sign_up()
            return
        seats = [seat.number for seat in self.state.seats]
        while len(seats) < 4:
            self.do(f"{next(name for name in NAMES if self.number(name) not in seats)} join")
            seats = [seat.number for seat in self.state.seats]
        roles = pack(self.rng, len(seats), self.state.ruleset.mafia_wins)
        self.send(self.table.deal(at=self.at, roles=dict(zip(seats, roles, strict=True))))

    def _sign_up(self) -> None:
        """Go to the end of the sign-up, and over its extension where there are too few."""
        while self.state.phase.name == "signup":
            new = [late for late in LATE if late not in self.numbers]
            if new and self.rng.random() < 0.5:
                self.attempt(f"{new[0]} join")
            self.script.append("end")
            self.end()

    def send(self, events: Iterable[e.Event]) -> list[e.Event]:
        """Put events into the log, and show them to whoever watches."""
        before = self.state
        made = super().send(events)
        if made and self.watch is not None:
            self.watch(before, made, self.state)
        return made

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase.name in OVER

    @property
    def deadline(self) -> datetime:
        """The deadline of the open phase."""
        assert self.state.phase.deadline is not None
        return self.state.phase.deadline

    def attempt(self, command: str) -> str:
        """Try a command; return the code of its refusal, or nothing."""
        self.script.append(f"{self.at:%d %H:%M:%S} {command}")
        return self.refused(command)

    def step(self) -> None:
        """Do something at random."""
        lot = self.rng.random()
        if lot < 0.14:
            self._time()
        elif lot < 0.2:
            self._as_host()
        else:
            self.attempt(self.random_command())

    def run(self, steps: int) -> None:
        """Play until the game is over, or so many steps."""
        for _step in range(steps):
            if self.over:
                return
            self.step()

    def finish(self) -> None:
        """Let deadlines alone bring the game to its end."""
        rounds = (len(self.state.seats) + 2) * max(self.state.ruleset.stalemate_after, 1)
        for _phase in range(6 * rounds):
            if self.over:
                return
            if self.table.due_at() is None:
                self.attempt("host resume")
            else:
                self.end()
        raise AssertionError("deadlines alone do not end the game")

    # ---- choices

    def _time(self) -> None:
        """Let time pass: to what is due, a little, to the last moment, or past it with nobody there."""
        due = self.table.due_at()
        lot = self.rng.random()
        if due is None:
            self.at += timedelta(minutes=self.rng.randint(0, 3000))
            if lot < 0.7:
                self.attempt("host resume")
        elif lot < 0.45:
            self.script.append("end")
            self.end()
        elif lot < 0.75:
            # Odd microseconds, as a server has them.
            self.at = min(max(self.at, due - timedelta(microseconds=1)), self.at + self.rng.random() * (due - self.at))
        elif lot < 0.85:
            self.at = max(self.at, due - timedelta(microseconds=1))
        else:
            self.at = max(self.at, due + timedelta(minutes=self.rng.choice([0, 0, 1, 3000])))
            for _late in range(3):
                self.attempt(self.random_command())
            if self.rng.random() < 0.3:
                self.credit()
            if self.table.due_at() and not self.over:
                self.script.append("advance")
                self.send(self.table.advance(self.at))

    def credit(self) -> None:
        """Give back an outage that ends now."""
        gap = timedelta(minutes=self.rng.choice([1, 20, 600]))
        self.script.append(f"credit {gap}")
        self.send(self.table.credit(self.at - gap, self.at, at=self.at))

    def _as_host(self) -> None:
        lot = self.rng.random()
        living = [self.name(seat.number) for seat in self.state.living]
        if lot < 0.2:
            self.attempt("host pause")
        elif lot < 0.35:
            self.attempt("host resume")
        elif lot < 0.6:
            self.attempt(f"host extend {self.rng.choice(['1h', '30h', '-1h', '-30h', '0s'])}")
        elif lot < 0.75:
            self.attempt(f"host heart {self.rng.choice([*living, *NAMES, STRANGER])}")
        elif lot < 0.85:
            try:
                self.send(self.change({"weekly_pause": self.rng.choice(WINDOWS)}))
            except Refusal as refusal:
                assert refusal.code == "deadline_passed"
        elif lot < 0.9:
            self.attempt(f"host {self.rng.choice(['deal', 'remove Ann', 'change hammer=on', 'change night=3h'])}")
        elif lot < 0.905:
            self.attempt("host cancel")

    def random_command(self) -> str:
        """Return a player's command, more often a sensible one than not."""
        phase = self.state.phase.name
        living = [self.name(seat.number) for seat in self.state.living]
        actor = self.rng.choice(living if living and self.rng.random() < 0.85 else [*NAMES, *LATE, STRANGER])
        sensible = BY_PHASE.get(phase, PLAYER_VERBS)
        verb = self.rng.choice(sensible if self.rng.random() < 0.9 else PLAYER_VERBS)
        if phase == "last_word" and verb in ("done", "post") and self.rng.random() < 0.7:
            actor = self.name(self.rng.choice(self.state.bench))
        if verb == "vote":
            return f"{actor} vote {self._target(self.table.legal_votes(self.number(actor)))}"
        if verb == "order":
            legal = self.table.legal_targets(self.number(actor))
            return f"{actor} order {self._target(legal) if self.rng.random() < 0.9 else 'pass'}"
        day = self.state.phase.day
        if verb == "away":
            first = day + self.rng.choice([0, 1, 1, 2])
            return f"{actor} away {first}-{first + self.rng.choice([0, 0, 1, 5])}"
        if verb == "advance":
            return f"{actor} advance {day + self.rng.choice([0, 1, 1, 2])} {self._target(())}"
        return f"{actor} {verb}"

    def _target(self, legal: tuple[int, ...]) -> str:
        if legal and self.rng.random() < 0.85:
            # A few favourites, so that somebody gets a majority now and then.
            return self.name(self.rng.choice(legal[:3] if self.rng.random() < 0.5 else legal))
        return self.rng.choice([*NAMES, "night", STRANGER])
