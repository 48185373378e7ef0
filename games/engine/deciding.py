"""Commands of players beside votes and orders: last word, trial, office, and the mafia's boss (sections 2 and 10a)."""

from datetime import datetime

from common.refusal import Refusal
from games.engine import events as e
from games.engine.gang import boss_of, candidates, names_sent
from games.engine.position import ACTIVE, Events, Position
from games.engine.roles import ROLES, Side

# The phases of a day in which the living discuss.
DISCUSSION = ("day", "evening", "runoff", "verdict")


class Deciding(Position):
    """What is decided in a last word, in a trial, and among the mafia."""

    def done(self, seat: int, *, at: datetime) -> Events:
        """End one's last word. Refused: `wrong_phase`, `not_on_bench`."""
        self._on_bench(seat, at)
        return [] if seat in self.state.done else [e.LastWordDone(at, seat)]

    def _on_bench(self, seat: int, at: datetime) -> None:
        self._living(seat)
        self._in_time(at)
        self._phase("last_word")
        if seat not in self.state.bench:
            raise Refusal("not_on_bench")

    def names_vengeance(self) -> bool:
        """Whether a vote tag in a last word names somebody: where an avenger was dealt, for the whole bench alike."""
        return self.state.phase.name == "last_word" and self.state.dealt_any("avenges")

    def name_vengeance(self, seat: int, target: int, *, at: datetime) -> Events:
        """Name whom one would take along if jailed; `target` 0 takes the name back (section 10a, avenger).

        Whether it has any effect is for nightfall to say: the whole bench may name somebody, so
        that a name tells nothing. Refused: `wrong_phase` where no avenger was dealt,
        `not_on_bench`, `target_...`.
        """
        self._living(seat)
        self._in_time(at)
        if not self.names_vengeance():
            raise Refusal("wrong_phase", phase=self.state.phase.name)
        self._on_bench(seat, at)
        named = dict(self.state.named).get(seat, 0)
        if target:
            aimed = self.state.seat(target)
            if aimed is None:
                raise Refusal("target_unknown", near=())
            if not aimed.alive:
                raise Refusal("target_not_alive", seat=target)
            if target == seat:
                raise Refusal("target_self")
        return [] if named == target else [e.VengeanceNamed(at, seat, target)]

    def say(self, seat: int, guilty: bool, *, at: datetime, how: str = "control") -> Events:
        """Say FOR (`guilty`) or AGAINST in a trial, or change it; the accused may too."""
        self.check_verdict(seat, at)
        return [] if self.state.verdict_of(seat) is guilty else [e.VerdictGiven(at, seat, guilty, how)]

    def check_verdict(self, seat: int, at: datetime) -> None:
        """Raise what forbids any word of this seat in a trial now: who and when."""
        self._living(seat)
        self._in_time(at)
        self._phase("verdict")

    def declare(self, seat: int, *, at: datetime) -> Events:
        """Declare the office that gives two votes, by day (section 10a, mayor). Refused: `wrong_phase`, `no_power`."""
        found = self._living(seat)
        self._in_time(at)
        self._phase(*DISCUSSION)
        if not ROLES[found.role].declares:
            raise Refusal("no_power", act="declare")
        return [] if found.declared else [e.MayorDeclared(at, seat)]

    def choose_boss(self, seat: int, target: int, *, at: datetime) -> Events:
        """Say whom one wants as boss, oneself included (option `mafia_kill: boss`).

        Refused: `no_power` for whoever is not of the mafia or where they have no boss, `target_...`,
        `not_a_candidate`.
        """
        self.check_boss(seat, at)
        aimed = self.state.seat(target)
        if aimed is None:
            raise Refusal("target_unknown", near=())
        if not aimed.alive:
            raise Refusal("target_not_alive", seat=target)
        if aimed not in candidates(self.state):
            raise Refusal("not_a_candidate", seat=target, boss=True)
        return [] if dict(self.state.boss_votes).get(seat) == target else [e.BossChosen(at, seat, target)]

    def check_boss(self, seat: int, at: datetime) -> None:
        """Raise what forbids this seat to choose a boss now: who, when and what."""
        found = self._living(seat)
        self._in_time(at)
        self._phase(*ACTIVE)
        if found.side != Side.MAFIA or self.state.ruleset.mafia_kill != "boss":
            raise Refusal("no_power", act="boss")

    def misses_with(self, target: int) -> bool:
        """Whether naming this victim makes it two names tonight, so that the mafia miss (`mafia_kill: boss`)."""
        if self.state.ruleset.mafia_kill != "boss":
            return False
        return bool(names_sent(self.state) - {target})

    def boss(self) -> int:
        """Return the seat that leads the mafia now, 0 where they have no boss."""
        return boss_of(self.state)
