"""Random games: legal and illegal commands at random times, under random rules.

A walk is a `Board` that chooses by itself. Its `script` tells what was done, in the notation of
`Board.do`, so that a failure can be read and played again.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from random import Random

from common.refusal import Refusal
from games.engine import events as e
from games.engine.gang import candidates
from games.engine.roles import ROLES, Power, Side
from games.engine.state import OVER, Seat, State
from games.engine.victory import judge
from tests.engine.board import START, STRANGER, Board

Watch = Callable[[State, list[e.Event], State], None]

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ian", "Jim", "Kit", "Leo")
LATE = ("Max", "Ned", "Oto")
WINDOWS = ("off", "Fri 21:00 - Mon 09:00", "Wed 12:00 - Wed 13:00, Sat 00:00 - Sun 24:00", "Mon 13:00 - Tue 01:00")

PLAYER_VERBS = tuple("post vote unvote done away advance order cancel ack leave rename say boss declare avenge".split())
BY_PHASE: dict[str, tuple[str, ...]] = {
    "signup": ("rename", "post"),
    "deal": ("ack", "ack", "away", "advance", "boss"),
    "day": ("vote", "vote", "vote", "vote", "post", "unvote", "away", "advance", "ack", "declare", "boss"),
    "evening": ("vote", "vote", "vote", "vote", "post", "unvote", "away", "declare"),
    "last_word": ("done", "post", "avenge", "away"),
    "verdict": ("say", "say", "say", "say", "say", "post", "declare"),
    "runoff": ("vote", "vote", "vote", "unvote", "post", "declare"),
    "night": ("order", "order", "order", "order", "cancel", "away", "advance", "boss"),
}
PACK = tuple(ROLES) + ("mafia", "doctor", "commissioner", "commissioner", "sergeant", "sergeant", "courtesan", "lawyer")
OPENINGS = ("mafia", "mafia", "mafia", "mafia", "werewolf", "lawyer")


def rules(rng: Random) -> dict[str, object]:
    """Return random options: everything of `rules.md` section 12 that is built."""

    def flip() -> bool:
        return rng.random() < 0.5

    return {
        "names": rng.choice(["clone", "member"]),
        "signup_extension": rng.choice(["10m", "48h"]),
        "evening": rng.choice(["off", "off", "2m", "6h"]),
        "verdict": rng.choice(["1m", "12h"]),
        "deal_ends_at": rng.choice(["off", "off", "09:30"]),
        "evening_ends_at": rng.choice(["off", "off", "22:00"]),
        "last_word_ends_at": rng.choice(["off", "off", "off", "23:59"]),
        "runoff_ends_at": rng.choice(["off", "off", "off", "00:00"]),
        "verdict_ends_at": rng.choice(["off", "off", "off", "12:00"]),
        "trial": flip(),
        "open_room": flip(),
        "presence": flip(),
        "auto_heart_attack_after": rng.choice(["off", "5m"]),
        "outage_credit": rng.random() < 0.8,
        "curtain": rng.choice(["off", "off", "off", "30m"]),
        "outage_after": rng.choice(["2m", "10m"]),
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
        "mafia_kill": rng.choice(["plurality", "majority", "boss"]),
        "doctor_repeat": rng.choice(["never_twice_running", "free"]),
        "doctor_self": rng.choice(["free", "once", "never"]),
        "check_shows": rng.choice(["role", "side"]),
        "report_killer": flip(),
        "report_treated": flip(),
        "report_check": flip(),
        "mafia_wins": rng.choice(["elimination", "parity"]),
        "stalemate_after": rng.choice([0, 1, 2, 3, 3, 3]),
        "private_messages": flip(),
        "graveyard": flip(),
        "removed_share_win": flip(),
    }


def pack(rng: Random, players: int, mafia_wins: str) -> list[str]:
    """Return random roles for so many, all sixteen among them, of a game that is not already over."""
    while True:
        # Now and then the same power several times over.
        wild = list(PACK) + rng.choice([[], [], ["courtesan"] * 3, ["bodyguard", "lucky"] * 2, ["mayor"], ["avenger"]])
        rng.shuffle(wild)
        several = players - 1 if rng.random() < 0.4 else rng.randint(0, players - 1)
        found = [rng.choice(OPENINGS), *wild[:several]]
        found += ["citizen"] * (players - len(found))
        fits = "sergeant" not in found or "commissioner" in found
        if fits and judge(found, mafia_wins) is None:
            rng.shuffle(found)
            return found


class Walk(Board):
    """A game that is played at random."""

    def __init__(self, seed: int, *, watch: Watch | None = None, under: Mapping[str, object] | None = None) -> None:
        """Sign up random players under random rules and deal them random roles.

        `watch` is shown every batch of events, with the states before and after it. `under`: these options
        (`preset` among them) in place of random ones.
        """
        self.rng = Random(seed)
        self.watch = watch
        self.script: list[tuple[datetime, str]] = []
        # Some games are quick, in others much is done in each phase; in some the host keeps the hands off.
        self.haste, self.meddling = self.rng.choice([0.03, 0.06, 0.14]), self.rng.choice([0.005, 0.06])
        # One game in eight goes the long way: to the sign-up's deadline, perhaps with too few, and the seed's deal.
        by_seed = self.rng.random() < 0.125
        players = self.rng.randint(4, len(NAMES))
        options = (rules(self.rng) if under is None else dict(under)) | ({"min_players": 6} if by_seed else {})
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
            self.script.append((self.at, "end"))
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
        self.script.append((self.at, command))
        return self.refused(command)

    def step(self) -> None:
        """Do something at random."""
        lot = self.rng.random()
        if lot < self.haste:
            self._time()
        elif lot < self.haste + self.meddling or (self.state.phase.name == "curtain" and lot < 0.5):
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
        """Let deadlines alone bring the game to its end; where no stalemate ends it, the host's hand does."""
        endless = not self.state.ruleset.stalemate_after
        rounds = (len(self.state.seats) + 2) * max(self.state.ruleset.stalemate_after, 1)
        for _phase in range(8 * rounds):
            if self.over:
                return
            if self.table.due_at() is None:
                self.attempt("host resume")
            elif endless and self.state.phase.name == "night" and self.state.living:
                self.end()
                if not self.over:
                    self.attempt(f"host heart {self.name(self.state.living[0].number)}")
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
            self.script.append((self.at, "end"))
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
                self.script.append((self.at, "advance"))
                self.send(self.table.advance(self.at))

    def credit(self) -> None:
        """Give back an outage that ends now."""
        gap = timedelta(minutes=self.rng.choice([1, 20, 600]))
        self.script.append((self.at, f"credit {gap}"))
        self.send(self.table.credit(self.at - gap, self.at, at=self.at))

    def _as_host(self) -> None:
        lot = self.rng.random()
        living = [self.name(seat.number) for seat in self.state.living]
        if self.state.phase.name == "curtain" and self.rng.random() < 0.5:
            self.attempt("host raise")
        elif lot < 0.2:
            self.attempt("host pause")
        elif lot < 0.35:
            self.attempt("host resume")
        elif lot < 0.6:
            self.attempt(f"host extend {self.rng.choice(['1h', '30h', '-1h', '-30h', '0s'])}")
        elif lot < 0.75:
            verb = self.rng.choice(["heart", "heart", "gone"])
            bench = [self.name(number) for number in self.state.bench]
            self.attempt(f"host {verb} {self.rng.choice(bench * 12 + [*living, *NAMES, STRANGER])}")
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
        if phase == "last_word" and verb in ("done", "post", "avenge") and self.rng.random() < 0.7:
            actor = self.name(self.rng.choice(self.state.bench))
        if verb == "declare" and self.rng.random() < 0.7:
            actor = self._one_of(actor, lambda seat: ROLES[seat.role].declares)
        if verb == "boss" and self.rng.random() < 0.7:
            actor = self._one_of(actor, lambda seat: seat.side == Side.MAFIA)
        if verb == "order" and self.rng.random() < 0.7:
            actor = self._one_of(actor, lambda seat: seat.power is not None)
        return f"{actor} {verb} {self._what(actor, verb)}".strip()

    def _one_of(self, actor: str, fits: Callable[[Seat], bool]) -> str:
        """Return one of the living who fit, or the actor where none does."""
        fitting = [seat.number for seat in self.state.living if seat.role and fits(seat)]
        return self.name(self.rng.choice(fitting)) if fitting else actor

    def _what(self, actor: str, verb: str) -> str:
        """Return what follows the verb."""
        day, seat = self.state.phase.day, self.number(actor)
        if verb == "vote":
            # Avengers are disliked, or they would hardly ever be jailed.
            return self._target(self.table.legal_votes(seat), lambda other: ROLES[other.role].avenges)
        if verb == "order":
            return self._for_the_night(seat)
        if verb == "say":
            return self.rng.choice(["for", "for", "against"])
        if verb == "boss":
            return self._target(tuple(other.number for other in candidates(self.state)))
        if verb == "avenge":
            # Most often one of those who brought the bench there.
            voters = [voter for closed in self.state.rounds[-1:] for voter, target in closed.votes if target == seat]
            return self._target(tuple(voters)) if self.rng.random() < 0.9 else "nobody"
        if verb == "away":
            first = day + self.rng.choice([0, 1, 1, 2])
            return f"{first}-{first + self.rng.choice([0, 0, 1, 5])}"
        if verb == "advance":
            return f"{day + self.rng.choice([0, 1, 1, 2])} {self._target(())}"
        return ""

    def _for_the_night(self, seat: int) -> str:
        """Return an order: a name, the two of a comparison, or none; now and then what does not fit."""
        if self.rng.random() < 0.1:
            return "pass"
        legal = self.table.legal_targets(seat)
        found = self.state.seat(seat)
        power = found.power if found else None
        pair = (power == Power.COMPARE) != (self.rng.random() < 0.03)
        # Those who block, block each other; those who treat look after the guards; who attacks, the lucky.
        after = {Power.BLOCK: Power.BLOCK, Power.TREAT: Power.GUARD, Power.CHECK: Power.COVER}.get(power or Power.KILL)
        first = self._target(legal, lambda other: ROLES[other.role].lucky if after is None else other.power == after)
        return f"{first} {self._target(legal)}" if pair else first

    def _target(self, legal: tuple[int, ...], likes: Callable[[Seat], object] = lambda other: False) -> str:
        """Return a name, most often of somebody whom one may name: one that is liked, one of a few, or anybody."""
        if legal and self.rng.random() < 0.85:
            liked = [n for n in legal if (seat := self.state.seat(n)) and seat.role and likes(seat)]
            if liked and self.rng.random() < 0.3:
                return self.name(self.rng.choice(liked))
            # A few favourites, so that somebody gets a majority now and then.
            return self.name(self.rng.choice(legal[:3] if self.rng.random() < 0.5 else legal))
        return self.rng.choice([*NAMES, "night", STRANGER])
