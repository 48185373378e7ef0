"""A table: a state with the commands on it.

Each command returns the events that it would cause, or raises `Refusal` with a code of
`rules.md` section 9 (the first that fits of: who, when, what, whom) and changes nothing.
`at` is the time of arrival, aware and in UTC. Only `advance` ends a phase.
"""

from datetime import datetime

from common.refusal import Refusal
from games.engine import day, gang, night
from games.engine import events as e
from games.engine.deciding import Deciding
from games.engine.draft import Draft
from games.engine.hosting import Hosting
from games.engine.position import ACTIVE, IN_PLAY, Events
from games.engine.roles import Power
from games.engine.signing import SigningUp
from games.engine.state import OVER, Seat


class Table(SigningUp, Hosting, Deciding):
    """A game with all that players, host and clock can do; sign-up, host and trial have files of their own."""

    def acknowledge(self, seat: int, *, at: datetime) -> Events:
        """Answer the role with `+`; a second time does nothing."""
        found = self._living(seat)
        self._in_time(at)
        self._phase(*IN_PLAY)
        return [] if found.acknowledged else [e.RoleAcknowledged(at, seat)]

    # ---- day

    def post(self, seat: int, *, at: datetime) -> Events:
        """Write in the game thread (section 2, "Who may write where"); the first post of a day is noted."""
        found = self._who(seat)
        name = self.state.phase.name
        if name in OVER or name == "signup":
            return []
        found = self._living(seat)
        self._in_time(at)
        if name in ("deal", "night", "curtain"):
            raise Refusal("wrong_phase", phase=name)
        if name == "last_word" and seat not in self.state.bench:
            raise Refusal("not_on_bench")
        return [e.TookPart(at, seat)] if name in ("day", "evening") and not found.posted else []

    def vote(self, seat: int, target: int, *, at: datetime, how: str = "control") -> Events:
        """Cast or change an open vote; the same vote again changes nothing."""
        self.check_vote(seat, at)
        self._votable(seat, target, runoff=self.state.phase.name == "runoff")
        present = self.state.vote_of(seat)
        if present and present.target == target:
            return []
        return [e.VoteCast(at, seat, target, how)]

    def check_vote(self, seat: int, at: datetime) -> None:
        """Raise what forbids any vote of this seat now: who and when, before whom."""
        self._living(seat)
        self._in_time(at)
        if not self.state.voting:
            # By day, where there are evenings, one is told when the vote opens.
            raise Refusal("wrong_phase", phase=self.state.phase.name, vote=True)

    def _votable(self, seat: int, target: int, *, runoff: bool) -> None:
        """Raise what forbids a vote of this seat for this target in a first round, or in a runoff."""
        if target == e.NIGHT and not self.state.ruleset.night_vote:
            raise Refusal("night_vote_off")
        if target != e.NIGHT:
            aimed = self.state.seat(target)
            if aimed is None:
                raise Refusal("target_unknown", near=())
            if not aimed.alive:
                raise Refusal("target_not_alive", seat=target)
            if target == seat and not self.state.ruleset.self_vote:
                raise Refusal("target_self")
        if runoff and target not in self.state.candidates:
            raise Refusal("not_a_candidate", seat=target)

    def unvote(self, seat: int, *, at: datetime, how: str = "control") -> Events:
        """Withdraw one's vote; without one nothing happens."""
        self.check_vote(seat, at)
        return [e.VoteWithdrawn(at, seat, how)] if self.state.vote_of(seat) else []

    def legal_votes(self, seat: int) -> tuple[int, ...]:
        """Return the candidates that the seat may vote for now, the night (0) among them where it may."""
        found = []
        for target in (*(s.number for s in self.state.living), e.NIGHT):
            try:
                self._votable(seat, target, runoff=self.state.phase.name == "runoff")
            except Refusal:
                continue
            found.append(target)
        return tuple(found)

    def first_open_day(self) -> int:
        """Return the first day that an absence notice may still cover."""
        phase = self.state.phase
        open_now = phase.name in ("deal", "day", "evening")
        return phase.day + (phase.name == "deal" or not open_now)

    def away(self, seat: int, first: int, last: int, *, at: datetime) -> Events:
        """Give an absence notice for days; those covered already change nothing.

        Refused: `day_over`, `notice_too_long`.
        """
        found = self._living(seat)
        self._in_time(at)
        self._phase(*ACTIVE)
        first, last = min(first, last), max(first, last)
        if first < self.first_open_day():
            raise Refusal("day_over", day=first)
        most = self.state.ruleset.notice_max
        earlier = {d for a, b in found.notices for d in range(a, b + 1)}
        fresh = last - first + 1 - sum(first <= d <= last for d in earlier)
        if not fresh:
            return []
        if most is None or len(earlier) + fresh > most:
            raise Refusal("notice_too_long", most=most or 0)
        return [e.NoticeGiven(at, seat, first, last)]

    def check_advance(self, seat: int, on: int, *, at: datetime) -> Seat:
        """Return the seat if it may leave an advance vote for the day; raise what forbids it."""
        found = self._living(seat)
        self._in_time(at)
        self._phase(*ACTIVE)
        if on <= self.state.phase.day:
            raise Refusal("day_over", day=on)
        if not found.away(on):
            raise Refusal("no_notice", day=on)
        return found

    def advance_vote(self, seat: int, on: int, target: int, *, at: datetime) -> Events:
        """Leave a vote for a later day that one's notice covers. Refused: `day_over`, `no_notice`, `target_...`."""
        found = self.check_advance(seat, on, at=at)
        self._votable(seat, target, runoff=False)
        return [] if found.advance_for(on) == target else [e.AdvanceVoteLeft(at, seat, on, target)]

    # ---- night

    def order(self, seat: int, target: int | None, *, at: datetime, second: int | None = None) -> Events:
        """Give a night order, in place of an earlier one; no target is an order to do nothing.

        `second` is the other name of a comparison. Refused: as `night.check_pair`.
        """
        found = self.check_order(seat, at)
        if target is not None:
            night.check_pair(self.state, found, target, second)
        present = self.state.order_of(seat)
        assert found.power is not None
        if present and (present.power, present.target, present.second) == (found.power.value, target, second):
            return []
        draft = Draft(self.state, at)
        draft.add(e.OrderGiven(at, seat, found.power.value, target, second))
        by_boss = self.state.ruleset.mafia_kill == "boss"
        if found.power == Power.MARK and not by_boss and not self.state.reminded and gang.marks_differ(draft.state):
            late = tuple(s.number for s in draft.state.holders(Power.MARK) if not draft.state.order_of(s.number))
            if late:
                draft.add(e.MafiaReminded(at, late))
        return draft.events

    def cancel_order(self, seat: int, *, at: datetime) -> Events:
        """Withdraw one's order; without one nothing happens."""
        self.check_order(seat, at)
        return [e.OrderWithdrawn(at, seat)] if self.state.order_of(seat) else []

    def check_order(self, seat: int, at: datetime) -> Seat:
        """Return the seat if it may give an order now; raise who, when or what forbids it."""
        found = self._living(seat)
        self._in_time(at)
        self._phase("night")
        if found.power is None:
            raise Refusal("no_power")
        return found

    def legal_targets(self, seat: int) -> tuple[int, ...]:
        """Return whom the seat may name in an order this night; nobody without a power."""
        found = self.state.seat(seat)
        return night.legal_targets(self.state, found) if found and found.alive and found.power else ()

    # ---- time

    def early(self) -> bool:
        """Whether the open phase may end before its deadline, by what has been done (section 5)."""
        state, rules = self.state, self.state.ruleset
        name = state.phase.name
        if name == "curtain":
            return state.phase.raised
        if name == "deal":
            return all(seat.acknowledged for seat in state.living)
        if name == "last_word":
            return set(state.bench) <= set(state.done)
        if name == state.votes_in and rules.hammer and day.hammered(state):
            return True
        if state.voting:
            return rules.votes_end_early and day.all_voted(state)
        if name == "verdict":
            return rules.votes_end_early and day.all_judged(state)
        return name == "night" and rules.night_ends_early and night.all_ordered(state)

    def due_at(self) -> datetime | None:
        """Return the first instant at which `advance` has something to do; None while nothing is to come."""
        state, phase = self.state, self.state.phase
        if phase.name in OVER:
            return None
        if phase.remaining is not None:
            return phase.resumes
        if not self.early():
            return phase.deadline
        assert state.last_at is not None and phase.deadline is not None
        instant = state.last_at
        if phase.name == "night" and state.ruleset.night_min:
            instant = max(instant, state.calendar.add(phase.opened, state.ruleset.night_min))
        return min(phase.deadline, state.calendar.pause_end(instant) or instant)

    def advance(self, now: datetime) -> Events:
        """End what is due, once: the phase that opens then stays open. Nothing due: no events."""
        due = self.due_at()
        if due is None or now < due:
            return []
        phase = self.state.phase
        now = max(now, self.state.last_at or now)
        draft = Draft(self.state, now, self.seed)
        if phase.remaining is not None:
            draft.add(e.ClockResumed(now, self.state.calendar.add(now, phase.remaining), itself=True))
        elif phase.name == "signup":
            self._end_signup(draft)
        elif phase.name == "deal":
            day.promote(draft)
            day.open_day(draft, 1)
        elif phase.name == self.state.votes_in:
            # By what made it end, not by when a late server came round to it.
            day.close_vote(draft, early=phase.deadline is not None and due < phase.deadline)
        elif phase.name == "day":
            day.open_evening(draft)
        elif phase.name == "last_word":
            day.end_last_word(draft)
        elif phase.name == "verdict":
            day.end_verdict(draft)
        elif phase.name == "runoff":
            day.end_runoff(draft)
        elif phase.name == "night" or phase.ended == "night":
            night.end_night(draft)
        elif phase.name == "curtain":
            day.nightfall(draft, jailed=self.state.bench[0] if self.state.bench else None)
        return draft.events
