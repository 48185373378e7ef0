"""Commands of the host in a game that is being played, and what the site owes after an outage (sections 2, 4, 5)."""

from datetime import datetime, timedelta
from math import ceil

from common.refusal import Refusal
from games.engine import day
from games.engine import events as e
from games.engine.draft import Draft
from games.engine.position import IN_PLAY, Events, Position
from games.engine.state import OVER


class Hosting(Position):
    """What moves the clock or takes a player out, by the host's hand."""

    def heart_attack(self, seat: int, *, at: datetime, post: int = 0, itself: bool = False) -> Events:
        """Remove a player, the role shown; in a pause too (section 4). Refused: `wrong_phase`, `target_not_alive`.

        `itself`: by the option `auto_heart_attack_after`, nobody's hand.
        """
        self._in_time(at)
        self._phase(*IN_PLAY)
        found = self.state.seat(seat)
        if found is None:
            raise Refusal("target_unknown", near=())
        if not found.alive:
            raise Refusal("target_not_alive", seat=seat)
        draft = Draft(self.state, at, self.seed)
        draft.add(e.HeartAttack(at, seat, post, itself))
        voters = [vote.seat for vote in self.state.votes if vote.target == seat and vote.seat != seat]
        aimed = [order for order in self.state.orders if seat in (order.target, order.second)]
        senders = [order.seat for order in aimed if order.seat != seat]
        day.take_out(draft, seat, "heart_attack")
        for voter in voters:
            draft.add(e.VoteVoided(at, voter, seat))
        for sender in senders:
            draft.add(e.OrderVoided(at, sender, seat))
        if day.finish_if_over(draft):
            return draft.events
        if self.state.phase.name == "curtain":
            return draft.events  # promotions come with the report
        day.promote(draft)
        if self.state.phase.name in ("last_word", "runoff", "verdict") and not draft.state.bench:
            day.nightfall(draft, jailed=None, paused=self.state.phase.remaining is not None)
        return draft.events

    def raise_curtain(self, *, at: datetime) -> Events:
        """Publish the report that lies ready; the next phase opens with it (option `curtain`)."""
        self._in_time(at)
        self._phase("curtain")
        return [] if self.state.phase.raised else [e.CurtainRaised(at)]

    def pause(self, *, at: datetime) -> Events:
        """Stop the clock by hand. A second pause keeps what remains, and takes the guard's own resume away."""
        self._in_time(at)
        self._phase(*IN_PLAY)
        phase = self.state.phase
        if phase.remaining is not None:
            return [e.ClockPaused(at, phase.remaining)] if phase.resumes else []
        assert phase.deadline is not None
        return [e.ClockPaused(at, self.state.calendar.playing_between(at, phase.deadline))]

    def resume(self, *, at: datetime) -> Events:
        """Let the clock run again; what remained is what remains. A weekly window goes on standing."""
        self._phase(*IN_PLAY)
        remaining = self.state.phase.remaining
        return [] if remaining is None else [e.ClockResumed(at, self.state.calendar.add(at, remaining))]

    def extend(self, by: timedelta, *, at: datetime) -> Events:
        """Give the open phase more time, or (below zero) less: at most what is left of it."""
        self._in_time(at)
        self._phase("signup", *IN_PLAY)
        phase = self.state.phase
        calendar = self.state.calendar
        assert phase.deadline is not None
        left = phase.remaining
        if left is None:
            left = phase.deadline - at if phase.name == "signup" else calendar.playing_between(at, phase.deadline)
        # What is noted is what was taken, in whole seconds: given back, the phase is as long as before.
        by = max(by, timedelta(seconds=-ceil(left.total_seconds())))
        after = max(timedelta(0), left + by)
        if not by:
            return []
        if phase.name == "signup":
            return [e.DeadlineMoved(at, by, at + after)]
        if phase.remaining is not None:
            return [e.DeadlineMoved(at, by, phase.deadline, after)]
        return [e.DeadlineMoved(at, by, calendar.add(at, after))]

    def cancel(self, *, at: datetime, reason: str = "host") -> Events:
        """End the game without a winner."""
        self._phase("signup", *IN_PLAY)
        return [
            e.GameCancelled(at, reason),
            e.PhaseOpened(at, "cancelled", self.state.phase.day, None),
        ]

    def credit(self, start: datetime, end: datetime, *, at: datetime) -> Events:
        """Lengthen the open phase by what an outage took of it (options `outage_credit`, `outage_after`)."""
        phase, rules = self.state.phase, self.state.ruleset
        if not rules.outage_credit or phase.name in OVER or phase.remaining is not None or phase.deadline is None:
            return []
        if end - start <= rules.outage_after:
            return []
        start = max(start, phase.opened)
        # A sign-up runs to its date: the calendar of pauses is the game's.
        signing_up = phase.name == "signup"
        missed = end - start if signing_up else self.state.calendar.playing_between(start, end)
        if missed <= timedelta(0):
            return []
        deadline = phase.deadline + missed if signing_up else self.state.calendar.add(phase.deadline, missed)
        return [e.OutageCredited(at, missed, deadline)]
