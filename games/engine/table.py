"""A table: a state with the commands on it.

Each command returns the events that it would cause, or raises `Refusal` with a code of
`rules.md` section 9 (the first that fits of: who, when, what, whom) and changes nothing.
`at` is the time of arrival, aware and in UTC. Only `advance` ends a phase.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from common.refusal import Refusal
from games.engine import day, night
from games.engine import events as e
from games.engine.composition import Composition
from games.engine.deal import deal as deal_roles
from games.engine.draft import Draft
from games.engine.evolve import apply, fold
from games.engine.options import OPTIONS
from games.engine.roles import Power
from games.engine.ruleset import Ruleset, changeable, read
from games.engine.state import OVER, VOTING, Seat, State

Events = list[e.Event]
IN_PLAY = ("deal", "day", "evening", "last_word", "verdict", "runoff", "night")


class Table:
    """A game at one moment. Nothing is changed in place: `after` gives the next table."""

    def __init__(self, state: State, *, names: Mapping[int, str] | None = None, seed: bytes = b"") -> None:
        """Stand at `state`. `names` (seat to nickname) are for the deal alone, `seed` for the deal and for lots."""
        self.state = state
        self.names = names or {}
        self.seed = seed

    @classmethod
    def replay(cls, events: Iterable[e.Event], *, names: Mapping[int, str] | None = None, seed: bytes = b"") -> "Table":
        """Return the table after a whole log. Raises ValueError for an empty one."""
        return cls(fold(events), names=names, seed=seed)

    def after(self, events: Iterable[e.Event]) -> "Table":
        """Return the table after further events."""
        state = self.state
        for event in events:
            state = apply(state, event)
        return Table(state, names=self.names, seed=self.seed)

    # ---- before the deal

    @staticmethod
    def create(
        ruleset: Ruleset, composition: Composition, commitment: str, *, deadline: datetime, at: datetime
    ) -> Events:
        """Open a game for sign-ups. Raises `options_invalid` or `composition_invalid` with all problems."""
        if problems := ruleset.problems():
            raise Refusal("options_invalid", problems=problems)
        if problems := composition.problems(ruleset):
            raise Refusal("composition_invalid", problems=problems)
        return [e.GameCreated(at, ruleset, composition.to_json(), commitment, deadline)]

    def change(self, options: Mapping[str, Any], composition: Composition | None, *, at: datetime) -> Events:
        """Change options and composition by the stars of section 12. What is as it was is no change.

        Refused: `roster_locked` for what may not change any more, sound or not; `options_invalid`;
        `composition_invalid`.
        """
        self._still_open(at)
        ruleset, unsound = read(self.state.ruleset, options)
        touched = [*ruleset.differences(self.state.ruleset), *(p.option for p in unsound if p.option in options)]
        signing_up = self.state.phase.name == "signup"
        frozen = {"creation"} if signing_up else {"creation", "deal"}
        if any(name in OPTIONS and changeable(name) in frozen for name in touched):
            raise Refusal("roster_locked")
        made = composition or Composition.from_json(self.state.composition)
        if not signing_up and made.to_json() != self.state.composition:
            raise Refusal("roster_locked")
        if unsound:
            raise Refusal("options_invalid", problems=unsound)
        if signing_up and (problems := made.problems(ruleset)):
            raise Refusal("composition_invalid", problems=problems)
        if ruleset == self.state.ruleset and made.to_json() == self.state.composition:
            return []
        events: Events = [e.OptionsChanged(at, ruleset, made.to_json())]
        phase = self.state.phase
        if ruleset.weekly_pause != self.state.ruleset.weekly_pause or ruleset.timezone != self.state.ruleset.timezone:
            events += self._kept_time(ruleset, phase.deadline, at)
        return events

    def _kept_time(self, ruleset: Ruleset, deadline: datetime | None, at: datetime) -> Events:
        """Move the deadline so that what remains of the phase is the same by the new calendar."""
        phase = self.state.phase
        if deadline is None or phase.remaining is not None or phase.name == "signup":
            return []
        left = self.state.calendar.playing_between(at, deadline)
        moved = replace(self.state, ruleset=ruleset).calendar.add(at, left)
        return [e.DeadlineMoved(at, timedelta(0), moved)] if moved != deadline else []

    def join(self, *, at: datetime) -> Events:
        """Take the next seat. Refused: `deadline_passed`, `roster_locked`, `game_full`."""
        self._signing_up(at)
        most = self.state.ruleset.max_players
        if most is not None and len(self.state.seats) >= most:
            raise Refusal("game_full", most=most)
        return [e.SeatTaken(at, self.state.next_seat)]

    def leave(self, seat: int, *, at: datetime, removed: bool = False) -> Events:
        """Give up a seat before the deal, or have it taken by the host."""
        self._who(seat)
        self._signing_up(at)
        return [e.SeatLeft(at, seat, "removed" if removed else "withdrew")]

    def rename(self, seat: int, *, at: datetime) -> Events:
        """Note that a clone has another nickname; only until the deal (`roster_locked`)."""
        self._who(seat)
        self._signing_up(at)
        return [e.SeatRenamed(at, seat)]

    def deal(self, *, at: datetime, roles: Mapping[int, str] | None = None) -> Events:
        """Deal at once (the host's button, or a script's forced `roles`, which are not judged as a composition)."""
        self._signing_up(at)
        draft = Draft(self.state, at, self.seed)
        if roles is not None:
            draft.add(e.RolesDealt(at, dict(roles), forced=True))
            day.open_phase(draft, "deal", 0)
        else:
            self._deal(draft)
        return draft.events

    def _deal(self, draft: Draft) -> None:
        """Deal from the seed. Raises `too_few_players`, `composition_invalid`."""
        seats = [seat.number for seat in draft.state.seats]
        rules = draft.state.ruleset
        if len(seats) < rules.min_players:
            raise Refusal("too_few_players", least=rules.min_players, now=len(seats))
        counts = Composition.from_json(draft.state.composition).for_players(len(seats))
        pack = [role for role, count in counts.items() for _i in range(count)]
        dealt = deal_roles(self.seed, [self.names[number] for number in seats], pack)
        draft.add(e.RolesDealt(draft.at, dict(zip(seats, dealt, strict=True))))
        day.open_phase(draft, "deal", 0)

    def acknowledge(self, seat: int, *, at: datetime) -> Events:
        """Answer the role with `+`; a second time does nothing."""
        found = self._living(seat)
        self._in_time(at)
        self._phase("deal", "day", "evening", "last_word", "verdict", "runoff", "night")
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
        if name in ("deal", "night"):
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
        self._phase(*(name for name in VOTING if name != "day" or self.state.ruleset.evening is None))

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

    def done(self, seat: int, *, at: datetime) -> Events:
        """End one's last word. Refused: `wrong_phase`, `not_on_bench`."""
        self._living(seat)
        self._in_time(at)
        self._phase("last_word")
        if seat not in self.state.bench:
            raise Refusal("not_on_bench")
        return [] if seat in self.state.done else [e.LastWordDone(at, seat)]

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
        self._phase(*IN_PLAY)
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
        self._phase(*IN_PLAY)
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

    def order(self, seat: int, target: int | None, *, at: datetime) -> Events:
        """Give a night order, in place of an earlier one; no target is an order to do nothing."""
        found = self.check_order(seat, at)
        if target is not None:
            night.check_target(self.state, found, target)
        present = self.state.order_of(seat)
        if present and present.target == target:
            return []
        assert found.power is not None
        draft = Draft(self.state, at)
        draft.add(e.OrderGiven(at, seat, found.power.value, target))
        if found.power == Power.MARK and not self.state.reminded and night.marks_differ(draft.state):
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

    # ---- the host

    def heart_attack(self, seat: int, *, at: datetime, post: int = 0) -> Events:
        """Remove a player, the role shown; in a pause too (section 4). Refused: `wrong_phase`, `target_not_alive`."""
        self._in_time(at)
        self._phase(*IN_PLAY)
        found = self.state.seat(seat)
        if found is None:
            raise Refusal("target_unknown", near=())
        if not found.alive:
            raise Refusal("target_not_alive", seat=seat)
        draft = Draft(self.state, at, self.seed)
        draft.add(e.HeartAttack(at, seat, post))
        voters = [vote.seat for vote in self.state.votes if vote.target == seat and vote.seat != seat]
        senders = [order.seat for order in self.state.orders if order.target == seat and order.seat != seat]
        day.take_out(draft, seat, "heart_attack")
        for voter in voters:
            draft.add(e.VoteVoided(at, voter, seat))
        for sender in senders:
            draft.add(e.OrderVoided(at, sender, seat))
        if day.finish_if_over(draft):
            return draft.events
        day.promote(draft)
        if self.state.phase.name in ("last_word", "runoff", "verdict") and not draft.state.bench:
            day.nightfall(draft, jailed=None, paused=self.state.phase.remaining is not None)
        return draft.events

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

    # ---- time

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

    def early(self) -> bool:
        """Whether the open phase may end before its deadline, by what has been done (section 5)."""
        state, rules = self.state, self.state.ruleset
        name = state.phase.name
        if name == "deal":
            return all(seat.acknowledged for seat in state.living)
        if name == "last_word":
            return set(state.bench) <= set(state.done)
        if name in ("day", "evening") and rules.hammer and day.hammered(state):
            return True
        if name in VOTING and (name != "day" or rules.evening is None):
            return rules.votes_end_early and day.all_voted(state)
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
            day.open_day(draft, 1)
        elif phase.name == "day":
            # By what made it end, not by when a late server came round to it.
            day.close_vote(draft, early=phase.deadline is not None and due < phase.deadline)
        elif phase.name == "last_word":
            day.end_last_word(draft)
        elif phase.name == "runoff":
            day.end_runoff(draft)
        elif phase.name == "night":
            night.end_night(draft)
        return draft.events

    def _end_signup(self, draft: Draft) -> None:
        """Deal, move the deadline once, or cancel (section 2, "Sign-up")."""
        rules = self.state.ruleset
        if len(self.state.seats) >= rules.min_players:
            self._deal(draft)
        elif not self.state.extended and rules.signup_extension:
            draft.add(e.SignupExtended(draft.at, draft.at + rules.signup_extension))
        else:
            draft.add(e.GameCancelled(draft.at, "too_few_players"))
            draft.add(e.PhaseOpened(draft.at, "cancelled", 0, None))

    # ---- who and when

    def _who(self, seat: int) -> Seat:
        found = self.state.seat(seat)
        if found is None:
            raise Refusal("not_in_game")
        return found

    def _living(self, seat: int) -> Seat:
        found = self._who(seat)
        if not found.alive:
            raise Refusal("not_alive")
        return found

    def _in_time(self, at: datetime) -> None:
        phase = self.state.phase
        if phase.remaining is None and phase.deadline is not None and at >= phase.deadline:
            raise Refusal("deadline_passed", deadline=phase.deadline)

    def _phase(self, *names: str) -> None:
        if self.state.phase.name not in names:
            raise Refusal("wrong_phase", phase=self.state.phase.name)

    def _still_open(self, at: datetime) -> None:
        self._in_time(at)
        self._phase("signup", *IN_PLAY)

    def _signing_up(self, at: datetime) -> None:
        if self.state.phase.name == "cancelled":
            raise Refusal("wrong_phase", phase="cancelled")
        if self.state.phase.name != "signup":
            raise Refusal("roster_locked")
        self._in_time(at)
