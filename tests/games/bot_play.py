"""A game that bots play on the engine alone: no database, no clock, a second and more a game of hours.

Bots are asked as the services ask them: each at its own moments, with the view of its seat, the
newest posts, and the mafia's room if it sits there.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from games import bots
from games.bots import Heard
from games.engine import events as e
from games.engine import sight, speech
from games.engine.composition import suggested
from games.engine.deal import commitment
from games.engine.roles import Side
from games.engine.ruleset import Ruleset
from games.engine.state import OVER, State
from games.engine.table import Table
from games.phrases import PHRASES
from games.services import bot_table, practice

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
ROLES = ("mafia", "mafia", "commissioner", "doctor", "citizen", "citizen", "citizen", "citizen")
# The clock and the pace of a practice game; here the silent leave, so that a silent bot is seen.
QUICK: Mapping[str, object] = {
    **practice.QUICK,
    "timezone": "Europe/Moscow",
    "min_players": 3,
    "silent_removed": True,
    "inactive_removed": True,
}
TAG = re.compile(r"\[(?:vote|голос)\](.*?)\[/(?:vote|голос)\]")
WORD = re.compile(r"\[(for|against|за|против)\]")

# Called before an act is done: the state, who acts, and what it was shown.
Watch = Callable[["Play", int, dict[str, object], bots.Act | None], None]


def spoken(source: str) -> str:
    """Return a post as others read it: the vote's tag is gone, its name stays."""
    return WORD.sub("", TAG.sub(r"\1", source))


class Play:
    """One game. `posts` and `whispers` are (seat, source, when) of the thread and of the mafia's room."""

    def __init__(
        self,
        seed: int,
        *,
        language: str = "ru",
        talk: bool = True,
        roles: Sequence[str] = ROLES,
        watch: Watch | None = None,
        preset: str = "forum",
        **options: object,
    ) -> None:
        """Deal the roles by the seed and open the game."""
        self.language, self.talk, self.watch = language, talk, watch
        self.seed = seed.to_bytes(32, "big")
        self.at = START
        dice = bots.Dice(self.seed, "table")
        theme = dice.pick(PHRASES[language].THEMES)
        self.names = dict(enumerate(dice.shuffled(theme.names)[: len(roles)], 1))
        self.posts: list[tuple[int, str, datetime]] = []
        self.whispers: list[tuple[int, str, datetime]] = []
        self.acts: list[tuple[str, int, bots.Act]] = []
        rules = Ruleset.from_options(preset, {**QUICK, **options})
        composition, deadline = suggested().to_json(), START + timedelta(hours=1)
        self.log: list[e.Event] = [e.GameCreated(START, rules, composition, commitment(self.seed), deadline)]
        self.table = Table.replay(self.log, names={}, seed=self.seed)
        for _seat in roles:
            self.send(self.table.join(at=self.at))
        self.table.names = self.names
        self.send(self.table.deal(at=self.at, roles=dict(enumerate(dice.shuffled(roles), 1))))
        self.next = dict.fromkeys(self.names, self.at)
        self.phase = ""

    def send(self, events: Sequence[e.Event]) -> None:
        """Put events into the log."""
        self.log += events
        self.table = self.table.after(events)

    @property
    def state(self) -> State:
        """The present state."""
        return self.table.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase.name in OVER

    # ---- the bots' moments

    def run(self) -> "Play":
        """Play to the end. A game that comes to none is an error."""
        for _step in range(20_000):
            if self.over:
                return self
            self.step()
        raise AssertionError("the game does not end")

    def step(self) -> None:
        """Go to what comes next: the end of a phase, or one bot's moment."""
        due = self.table.due_at()
        living = [seat.number for seat in self.state.living]
        who = min(living, key=lambda number: (self.next[number], number))
        if due is not None and due <= max(self.at, self.next[who]):
            self.at = max(self.at, due)
            self.send(self.table.advance(self.at))
            self._open()
            return
        self.at = max(self.at, self.next[who])
        self.ask(who)

    def _open(self) -> None:
        phase = self.state.phase
        for number in self.next:
            lot = bots.Dice(self.seed, "first", number, phase.name, phase.day).below(200 if phase.name == "day" else 60)
            self.next[number] = self.at + self._length() * lot / 1000

    def _length(self) -> timedelta:
        phase = self.state.phase
        return phase.deadline - phase.opened if phase.deadline else timedelta(minutes=1)

    def ask(self, who: int) -> bots.Act | None:
        """Ask a bot what it does, and do it. What it does must not be refused."""
        lot = bots.Dice(self.seed, "pause", who, self.at).below(100)
        voted = 18 if self.state.vote_of(who) else 10
        self.next[who] = self.at + self._length() * (60 + lot) * voted / 10_000
        shown = self.shown(who)
        act = bots.decide(**shown)
        if self.watch is not None:
            self.watch(self, who, shown, act)
        if act is not None:
            self.acts.append((f"{self.state.phase.name} {self.state.phase.day}", who, act))
            self.do(who, act)
        return act

    def shown(self, who: int, state: State | None = None) -> dict[str, object]:
        """Return all that a bot is given, of this state or of another."""
        state = state or self.state
        heard = self.heard(self.posts)
        confers = any(seat.number == who and seat.side == Side.MAFIA for seat in state.seats)
        return {
            "view": sight.view(state, sight.Viewer(who), self.at),
            "names": self.names,
            "me": who,
            "dice": bots.Dice(self.seed, "bot", who),
            "heard": heard,
            "room": self.heard(self.whispers) if confers else (),
            "language": self.language,
            "talk": self.talk,
            "said": sum(post.fresh and post.seat == who for post in heard),
        }

    def heard(self, posts: Sequence[tuple[int, str, datetime]]) -> list[Heard]:
        """Return the newest posts as a bot hears them."""
        opened = self.state.phase.opened
        return [Heard(seat, spoken(source), at >= opened) for seat, source, at in posts[-bot_table.HEARS :]]

    # ---- what they do

    def post(self, who: int, source: str) -> None:
        """Post in the thread, with the vote that is in it."""
        self.send(self.table.post(who, at=self.at))
        ballot = speech.ballot_of(("голос", text) for text in TAG.findall(source))
        if ballot is not None:
            living = [seat.number for seat in self.state.living]
            if self.table.names_vengeance():
                self.send(self.table.name_vengeance(who, speech.find(ballot.text, self.names, living), at=self.at))
            else:
                target = speech.candidate(ballot.text, self.names, living)
                self.send(self.table.vote(who, target, at=self.at, how="post"))
        guilty = speech.verdict_of((word, "") for word in WORD.findall(source))
        if guilty is not None:
            self.send(self.table.say(who, guilty, at=self.at, how="post"))
        self.posts.append((who, source, self.at))

    def do(self, who: int, act: bots.Act) -> None:
        """Do what a bot has decided."""
        match act:
            case bots.Acknowledge():
                self.send(self.table.acknowledge(who, at=self.at))
            case bots.Say(text):
                self.post(who, text)
            case bots.Vote(target, text):
                if text:
                    self.post(who, text)
                    vote = self.state.vote_of(who)
                    assert vote is not None and vote.target == target, text
                else:
                    self.send(self.table.vote(who, target, at=self.at))
            case bots.Order(target, second):
                self.send(self.table.order(who, target, at=self.at, second=second))
            case bots.Verdict(guilty, text):
                if text:
                    self.post(who, text)
                else:
                    self.send(self.table.say(who, guilty, at=self.at))
                assert self.state.verdict_of(who) is guilty, text
            case bots.Avenge(target, text):
                self.post(who, text)
                assert dict(self.state.named)[who] == target, text
            case bots.Declare():
                self.send(self.table.declare(who, at=self.at))
            case bots.ChooseBoss(target):
                self.send(self.table.choose_boss(who, target, at=self.at))
            case bots.Done(text):
                if text:
                    self.post(who, text)
                self.send(self.table.done(who, at=self.at))
            case bots.Confide(text):
                self.whispers.append((who, text, self.at))
