"""The day in the books: votes, the bench, the trial, and who leaves at nightfall (`rules.md` section 2)."""

from collections import Counter
from datetime import timedelta

from games.engine import events as e
from games.engine.state import State
from tests.engine.books import IN_PLAY, Books, most


class DayBooks(Books):
    """What happens by day, and what must come of it."""

    def _took_part(self, event: e.TookPart, before: State) -> None:
        assert event.seat in self.alive - self.posted and self.phase in ("day", "evening")
        self.posted.add(event.seat)
        self.part.add(event.seat)

    def _vote_cast(self, event: e.VoteCast, before: State) -> None:
        assert event.seat in self.alive and self.phase in (self.votes_in, "runoff")
        assert event.target in self.alive or (event.target == e.NIGHT and self.rules.night_vote)
        assert event.target != event.seat or self.rules.self_vote
        assert self.phase != "runoff" or event.target in self.candidates
        assert self.votes.get(event.seat) != event.target
        if event.how == "advance":
            assert self.advance_due.pop(0) == (event.seat, event.target, True)
            self.seen["an advance vote"] += 1
        self.votes.pop(event.seat, None)
        self.votes[event.seat] = event.target
        if self.phase != "runoff":
            self.part.add(event.seat)
        self.voided.discard(event.seat)

    def _vote_withdrawn(self, event: e.VoteWithdrawn, before: State) -> None:
        assert self.phase in (self.votes_in, "runoff")
        del self.votes[event.seat]

    def _vote_voided(self, event: e.VoteVoided, before: State) -> None:
        assert event.target not in self.alive and self.votes.pop(event.seat) == event.target
        self.voided.add(event.seat)
        self.tell(event.seat, "vote_void")

    def _notice_given(self, event: e.NoticeGiven, before: State) -> None:
        days = self.away.setdefault(event.seat, set())
        days |= set(range(event.first, event.last + 1))
        assert self.rules.notice_max is not None and len(days) <= self.rules.notice_max
        closed = self.phase not in ("deal", "day", "evening")
        assert event.seat in self.alive and event.first >= self.day + closed

    # ---- advance votes

    def _advance_vote_left(self, event: e.AdvanceVoteLeft, before: State) -> None:
        assert event.seat in self.alive and event.day > self.day and event.day in self.away[event.seat]
        assert event.target in self.alive or (event.target == e.NIGHT and self.rules.night_vote)
        self.advance.setdefault(event.seat, {})[event.day] = event.target

    def _advance_vote_lapsed(self, event: e.AdvanceVoteLapsed, before: State) -> None:
        assert self.advance_due.pop(0) == (event.seat, event.target, False)
        self.tell(event.seat, "advance_lapsed")

    def open_vote(self) -> None:
        """Note which advance votes are due now that the day's vote opens."""
        for seat in sorted(self.alive):
            left = self.advance.get(seat, {})
            if self.day in left and self.day in self.away[seat]:
                target = left[self.day]
                self.advance_due.append((seat, target, target == e.NIGHT or target in self.alive))

    # ---- the count

    def _vote_closed(self, event: e.VoteClosed, before: State) -> None:
        assert self.phase == ("runoff" if event.round == "runoff" else self.votes_in)
        assert event.day == self.day and event.living == len(self.alive)
        assert dict(event.votes) == self.votes and len(event.votes) == len(self.votes)
        assert event.double == tuple(sorted(self.declared & self.alive))
        counted = self.weigh(self.votes)
        assert event.leaders == (most(counted) if counted else ())
        self.leaders, self.decided = event.leaders, dict(self.votes)
        if event.double and event.leaders != most(Counter(self.votes.values())):
            self.seen["a mayor decides"] += 1
        if event.round == "runoff":
            assert not event.silent and not event.inactive
            return
        self.alive_at_close = len(self.alive)
        hammered = self.rules.hammer and any(n and 2 * count > len(self.alive) for n, count in counted.items())
        spared = {number for number in self.alive if self.day in self.away.get(number, ())} | self.voided
        idle = set() if hammered or self.moved < 0 else self.alive - set(self.votes) - spared
        silent = idle & self.part if self.rules.silent_removed else set()
        inactive = idle - self.part if self.rules.inactive_removed else set()
        assert (set(event.silent), set(event.inactive)) == (silent, inactive)
        self.would_leave = {seat: "silent" if seat in silent else "inactive" for seat in sorted(silent | inactive)}
        self.seen["a hammer"] += hammered

    def _tie_drawn(self, event: e.TieDrawn, before: State) -> None:
        assert self.rules.tie == "random" and self.phase == self.votes_in
        assert event.among == self.leaders and event.chosen in event.among and len(event.among) > 1
        self.leaders = (event.chosen,)

    def _mayor_declared(self, event: e.MayorDeclared, before: State) -> None:
        assert self.roles[event.seat] == "mayor" and event.seat in self.alive - self.declared
        assert self.phase in ("day", "evening", "verdict", "runoff")
        self.declared.add(event.seat)
        self.seen[f"a mayor in {self.phase}"] += 1

    # ---- the bench

    def check_bench(self, phase: str) -> None:
        """Hold a bench that has just been called to the count that brought it there."""
        on_bench = tuple(number for number in self.candidates if number)
        assert self.bench == on_bench and set(self.bench) <= self.alive & set(self.leaders)
        assert len(self.leaders) == 1 or self.rules.tie == "runoff"
        if phase == "verdict":
            assert self.rules.trial and len(self.leaders) == len(self.bench) == 1
        if phase == "runoff":
            assert len(self.leaders) > 1
        self.seen[f"{phase} of {min(len(self.bench), 3)}"] += 1
        self.done = set()
        if phase == "verdict":
            self.verdicts, self.condemned = {}, None

    def _last_word_done(self, event: e.LastWordDone, before: State) -> None:
        assert event.seat in set(self.bench) - self.done and self.phase == "last_word"
        self.done.add(event.seat)

    def _vengeance_named(self, event: e.VengeanceNamed, before: State) -> None:
        assert self.phase == "last_word" and event.seat in self.bench and "avenger" in self.roles.values()
        assert event.target != event.seat and self.named.get(event.seat, 0) != event.target
        assert event.target in self.alive | {0}
        self.named[event.seat] = event.target
        self.seen["a name taken back"] += not event.target

    def _verdict_given(self, event: e.VerdictGiven, before: State) -> None:
        assert self.phase == "verdict" and event.seat in self.alive
        assert self.verdicts.get(event.seat) is not event.guilty
        self.verdicts[event.seat] = event.guilty

    def _verdict_closed(self, event: e.VerdictClosed, before: State) -> None:
        assert self.phase == "verdict" and (event.day, (event.accused,)) == (self.day, self.bench)
        assert dict(event.votes) == self.verdicts and len(event.votes) == len(self.verdicts)
        assert event.double == tuple(sorted(self.declared & self.alive))
        pro = sum(self.weight(seat) for seat, guilty in self.verdicts.items() if guilty)
        contra = sum(self.weight(seat) for seat, guilty in self.verdicts.items() if not guilty)
        assert event.condemned == (pro > contra)
        self.condemned = event.condemned
        self.decided = {seat: event.accused for seat, guilty in self.verdicts.items() if guilty}
        self.seen["condemned" if event.condemned else "acquitted"] += 1
        self.seen["as many for as against"] += pro == contra > 0

    # ---- nightfall

    def to_be_jailed_in(self, phase: str) -> int:
        """Return who must be jailed as this phase ends the day, 0 for nobody."""
        one = self.leaders[0] if len(self.leaders) == 1 else 0
        if phase == "last_word" and self.bench:
            assert not self.rules.trial and len(self.leaders) == 1
            return self.bench[0]
        if phase == "verdict" and self.bench:
            assert self.condemned is not None
            return one if self.condemned else 0
        if phase == "runoff" and self.bench:
            return one
        if phase == "curtain" and self.bench:
            return self.bench[0]
        if phase in ("day", "evening"):
            assert not one and (not self.leaders or self.leaders == (e.NIGHT,) or self.rules.tie == "nobody")
        return 0

    def _night_fell(self, event: e.NightFell, before: State) -> None:
        jailed = self.to_be_jailed_in(self.phase)
        assert (event.day, event.jailed) == (self.day, jailed)
        self.begin_report("nightfall")
        if jailed:
            assert jailed in self.alive
            self.leaving.append((jailed, "jailed", ()))
            taken = self.named.get(jailed, 0)
            if self.roles[jailed] == "avenger" and taken in self.alive and self.decided.get(taken) == jailed:
                self.leaving.append((taken, "taken", ()))
                self.seen[f"taken along after {self.phase}"] += 1
            elif taken:
                self.seen["a name without effect"] += 1
        else:
            self.fact("nobody_jailed")
        gone = {seat for seat, _how, _by in self.leaving}
        staying = {seat: how for seat, how in self.would_leave.items() if seat in self.alive - gone}
        self.would_leave = {}
        if 2 * len(staying) > self.alive_at_close:
            self.guarded = tuple(sorted(staying))
            return
        for how in ("silent", "inactive"):
            self.leaving += [(seat, how, ()) for seat in staying if staying[seat] == how]

    def _guard_raised(self, event: e.GuardRaised, before: State) -> None:
        assert event.seats == self.guarded and self.guarded
        self.guarded = ()
        self.seen["the guard"] += 1

    # ---- who leaves

    def _heart_attack(self, event: e.HeartAttack, before: State) -> None:
        assert event.seat in self.alive and self.phase in IN_PLAY
        self.begin_report("heart_attack")
        self.leaving.append((event.seat, "heart_attack", ()))
        self.seen[f"a heart attack in {self.phase}"] += 1
        self.seen["a heart attack by itself"] += event.itself
        self.seen["a heart attack in a pause"] += before.phase.remaining is not None

    def _player_out(self, event: e.PlayerOut, before: State) -> None:
        assert (event.seat, event.how, event.by) == self.leaving.pop(0)
        assert event.role == ("" if event.how == "inactive" else self.roles[event.seat])
        self.alive.remove(event.seat)
        self.how_out[event.seat] = event.how
        self.left_this_round = True
        self.fact(event.how, event.seat, event.role, event.by)
        self.votes.pop(event.seat, None)
        self.verdicts.pop(event.seat, None)
        self.orders.pop(event.seat, None)
        self.wants = {voter: boss for voter, boss in self.wants.items() if event.seat not in (voter, boss)}
        self.sent = {pair for pair in self.sent if event.seat not in pair}
        self.bench = tuple(number for number in self.bench if number != event.seat)
        self.candidates = tuple(number for number in self.candidates if number != event.seat)
        self.done.discard(event.seat)

    # ---- the clock

    def _clock_paused(self, event: e.ClockPaused, before: State) -> None:
        if before.phase.remaining is None:
            assert before.phase.deadline is not None
            assert event.remaining == self.calendar.playing_between(event.at, before.phase.deadline)
        else:
            assert event.remaining == before.phase.remaining and before.phase.resumes

    def _clock_resumed(self, event: e.ClockResumed, before: State) -> None:
        assert before.phase.remaining == self.calendar.playing_between(event.at, event.deadline)

    def _deadline_moved(self, event: e.DeadlineMoved, before: State) -> None:
        assert (event.remaining is None) == (before.phase.remaining is None)
        self.moved += event.by.total_seconds()

    def _outage_credited(self, event: e.OutageCredited, before: State) -> None:
        assert event.by > timedelta(0) and self.rules.outage_credit
        assert before.phase.deadline is not None and event.deadline >= before.phase.deadline + event.by
