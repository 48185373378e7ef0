"""A second, plainer reading of a game's log, to hold the engine to.

`History` follows the events and keeps its own books: who lives, who voted for whom, who ordered
what. Whatever the engine concludes (who leads, who is silent, who is killed) is worked out again
from these. `sound` says what must hold of every state.
"""

from collections import Counter
from datetime import timedelta

from games.engine import events as e
from games.engine.roles import ROLES
from games.engine.state import OVER, State
from games.engine.victory import judge

IN_PLAY = ("deal", "day", "last_word", "runoff", "night")
FOLLOWS = {
    "signup": {"deal", "cancelled"},
    "deal": {"day", "finished", "cancelled"},
    "day": {"last_word", "night", "finished", "cancelled"},
    "last_word": {"runoff", "night", "finished", "cancelled"},
    "runoff": {"night", "finished", "cancelled"},
    "night": {"day", "finished", "cancelled"},
}


def top(votes: dict[int, int]) -> tuple[int, ...]:
    """Return the candidates with the most votes."""
    counts = Counter(votes.values())
    return tuple(sorted(target for target in counts if counts[target] == max(counts.values())))


class History:
    """The books of one game."""

    def __init__(self, created: e.GameCreated) -> None:
        self.rules = created.ruleset
        self.last = created.at
        self.phase, self.day = "signup", 0
        self.seats: set[int] = set()
        self.alive: set[int] = set()
        self.roles: dict[int, str] = {}
        self.heirs: dict[int, str] = {}
        self.votes: dict[int, int] = {}
        self.orders: dict[int, int | None] = {}
        self.part: set[int] = set()
        self.voided: set[int] = set()
        self.away: dict[int, set[int]] = {}
        self.bench: tuple[int, ...] = ()
        self.candidates: tuple[int, ...] = ()
        self.leaders: tuple[int, ...] = ()
        self.alive_at_close = 0
        self.would_leave: dict[int, str] = {}
        self.causes: dict[int, str] = {}
        self.treated: dict[int, tuple[int, int]] = {}
        self.left = 0
        self.victories = 0

    def follow(self, before: State, events: list[e.Event], after: State) -> None:
        """Check a batch of events against the books, and write it into them."""
        for event in events:
            assert event.at >= self.last
            assert self.phase not in OVER, f"{event.kind} after the end"
            self.last = event.at
            check = getattr(self, f"_{event.kind}", None)
            if check is not None:
                check(event, before)
        assert {seat.number for seat in after.seats} == self.seats
        assert {seat.number for seat in after.living} == self.alive
        assert {vote.seat: vote.target for vote in after.votes} == self.votes
        assert {order.seat: order.target for order in after.orders} == self.orders
        assert (after.phase.name, after.phase.day) == (self.phase, self.day)

    # ---- sign-up and deal

    def _options_changed(self, event: e.OptionsChanged, before: State) -> None:
        self.rules = event.ruleset

    def _seat_taken(self, event: e.SeatTaken, before: State) -> None:
        assert self.phase == "signup" and event.seat not in self.seats
        self.seats.add(event.seat)
        self.alive.add(event.seat)

    def _seat_left(self, event: e.SeatLeft, before: State) -> None:
        assert self.phase == "signup"
        self.seats.remove(event.seat)
        self.alive.remove(event.seat)

    def _roles_dealt(self, event: e.RolesDealt, before: State) -> None:
        assert set(event.roles) == self.seats and not self.roles
        self.roles = dict(event.roles)

    # ---- phases and the clock

    def _phase_opened(self, event: e.PhaseOpened, before: State) -> None:
        assert event.phase in FOLLOWS[self.phase], f"{event.phase} after {self.phase}"
        next_day = event.phase == "day"
        assert event.day == self.day + next_day
        if event.phase in OVER:
            assert event.deadline is None
        else:
            assert event.deadline is not None and event.deadline > event.at
            assert judge([self.roles[number] for number in self.alive], self.rules.mafia_wins) is None
            assert not (self.causes or (self.would_leave and event.phase == "day"))
        self.phase, self.day = event.phase, event.day
        self.bench, self.candidates = event.bench, event.candidates
        self.votes, self.orders = {}, {}
        if next_day:
            self.part, self.voided = set(), set()
        if event.phase in ("last_word", "runoff"):
            assert self.bench and set(self.bench) <= self.alive & set(self.leaders)
            assert self.bench == tuple(number for number in self.candidates if number)

    def _clock_paused(self, event: e.ClockPaused, before: State) -> None:
        if before.phase.remaining is None:
            assert before.phase.deadline is not None
            assert event.remaining == before.calendar.playing_between(event.at, before.phase.deadline)
        else:
            assert event.remaining == before.phase.remaining

    def _clock_resumed(self, event: e.ClockResumed, before: State) -> None:
        assert before.phase.remaining == before.calendar.playing_between(event.at, event.deadline)

    def _outage_credited(self, event: e.OutageCredited, before: State) -> None:
        assert event.by > timedelta(0)
        assert before.phase.deadline is not None and event.deadline >= before.phase.deadline + event.by

    # ---- day

    def _took_part(self, event: e.TookPart, before: State) -> None:
        assert event.seat in self.alive and self.phase == "day"
        self.part.add(event.seat)

    def _vote_cast(self, event: e.VoteCast, before: State) -> None:
        assert event.seat in self.alive and self.phase in ("day", "runoff")
        assert event.target in self.alive or (event.target == e.NIGHT and self.rules.night_vote)
        assert event.target != event.seat or self.rules.self_vote
        assert self.phase == "day" or event.target in self.candidates
        self.votes.pop(event.seat, None)
        self.votes[event.seat] = event.target
        if self.phase == "day":
            self.part.add(event.seat)
        self.voided.discard(event.seat)

    def _vote_withdrawn(self, event: e.VoteWithdrawn, before: State) -> None:
        del self.votes[event.seat]

    def _vote_voided(self, event: e.VoteVoided, before: State) -> None:
        assert event.target not in self.alive and self.votes.pop(event.seat) == event.target
        self.voided.add(event.seat)

    def _notice_given(self, event: e.NoticeGiven, before: State) -> None:
        days = self.away.setdefault(event.seat, set())
        days |= set(range(event.first, event.last + 1))
        assert self.rules.notice_max is not None and len(days) <= self.rules.notice_max
        assert event.first >= self.day

    def _vote_closed(self, event: e.VoteClosed, before: State) -> None:
        assert event.round == self.phase and dict(event.votes) == self.votes
        assert event.leaders == (top(self.votes) if self.votes else ())
        assert event.living == len(self.alive)
        self.leaders = event.leaders
        if event.round == "runoff":
            assert not event.silent and not event.inactive
            return
        self.alive_at_close = len(self.alive)
        on_players = Counter(target for target in self.votes.values() if target)
        hammered = self.rules.hammer and any(2 * count > len(self.alive) for count in on_players.values())
        spared = {number for number in self.alive if self.day in self.away.get(number, ())} | self.voided
        idle = set() if hammered or before.phase.moved < timedelta(0) else self.alive - set(self.votes) - spared
        silent = idle & self.part if self.rules.silent_removed else set()
        inactive = idle - self.part if self.rules.inactive_removed else set()
        assert (set(event.silent), set(event.inactive)) == (silent, inactive)
        self.would_leave = dict.fromkeys(silent, "silent") | dict.fromkeys(inactive, "inactive")

    def _tie_drawn(self, event: e.TieDrawn, before: State) -> None:
        assert event.among == self.leaders and event.chosen in event.among and len(event.among) > 1
        self.leaders = (event.chosen,)

    def _last_word_done(self, event: e.LastWordDone, before: State) -> None:
        assert event.seat in self.bench and self.phase == "last_word"

    def _night_fell(self, event: e.NightFell, before: State) -> None:
        leads = [number for number in self.leaders if number]
        if event.jailed:
            assert event.jailed in self.alive and self.leaders == (event.jailed,)
            self.causes[event.jailed] = "jailed"
        else:
            assert len(self.leaders) != 1 or not leads or leads[0] not in self.alive
        staying = {number: how for number, how in self.would_leave.items() if number in self.alive - {event.jailed}}
        if 2 * len(staying) <= self.alive_at_close:
            self.causes |= staying
        self.would_leave = {}

    def _guard_raised(self, event: e.GuardRaised, before: State) -> None:
        assert not self.causes and 2 * len(event.seats) > self.alive_at_close

    def _heart_attack(self, event: e.HeartAttack, before: State) -> None:
        assert event.seat in self.alive and self.phase in IN_PLAY
        self.causes[event.seat] = "heart_attack"

    def _player_out(self, event: e.PlayerOut, before: State) -> None:
        assert self.causes.pop(event.seat) == event.how
        assert event.role == ("" if event.how == "inactive" else self.roles[event.seat])
        assert bool(event.by) == (event.how == "killed")
        self.alive.remove(event.seat)
        self.left += 1
        self.votes.pop(event.seat, None)
        self.orders.pop(event.seat, None)
        self.bench = tuple(number for number in self.bench if number != event.seat)
        self.candidates = tuple(number for number in self.candidates if number != event.seat)

    # ---- night

    def _power(self, seat: int) -> str:
        power = ROLES[self.heirs.get(seat, self.roles[seat])].power
        return power.value if power else ""

    def _order_given(self, event: e.OrderGiven, before: State) -> None:
        assert self.phase == "night" and event.seat in self.alive and event.power == self._power(event.seat)
        if event.target is not None:
            assert event.target in self.alive
            assert event.power != "mark" or self.roles[event.target] != "mafia"
            assert event.power not in ("kill", "check") or event.target != event.seat
            if event.power == "treat" and self.rules.doctor_repeat == "never_twice_running":
                assert self.treated.get(event.seat) != (self.day - 1, event.target)
        self.orders[event.seat] = event.target

    def _order_withdrawn(self, event: e.OrderWithdrawn, before: State) -> None:
        del self.orders[event.seat]

    def _order_voided(self, event: e.OrderVoided, before: State) -> None:
        assert event.target not in self.alive and self.orders.pop(event.seat) == event.target

    def _night_resolved(self, event: e.NightResolved, before: State) -> None:
        sent = {seat: target for seat, target in self.orders.items() if target is not None}
        marks = Counter(target for seat, target in sent.items() if self._power(seat) == "mark")
        gang = sum(self.roles[number] == "mafia" for number in self.alive)
        first = marks.most_common(1)[0] if marks else (0, 0)
        alone = list(marks.values()).count(first[1]) == 1
        enough = self.rules.mafia_kill == "plurality" or 2 * first[1] > gang
        attacked = {first[0]: {"mafia"}} if marks and alone and enough else {}
        assert event.failed == bool(marks and not attacked)
        for seat, target in sent.items():
            if self._power(seat) == "kill":
                attacked.setdefault(target, set()).add("maniac")
        patients = {target for seat, target in sent.items() if self._power(seat) == "treat"}
        assert {patient for _doctor, patient in event.treated} == patients
        killed = {number: by for number, by in attacked.items() if number not in patients}
        assert {number: set(by) for number, by in event.killed} == killed
        self.causes = dict.fromkeys(killed, "killed")
        self.treated = {doctor: (self.day, patient) for doctor, patient in event.treated}

    def _check_made(self, event: e.CheckMade, before: State) -> None:
        role = self.roles[event.target]
        assert event.result == (role if self.rules.check_shows == "role" else ROLES[role].side.value)

    def _promoted(self, event: e.Promoted, before: State) -> None:
        acting = {self.heirs.get(number, self.roles[number]) for number in self.alive}
        assert event.seat in self.alive and event.role not in acting
        assert self.roles[event.seat] == "sergeant"
        self.heirs[event.seat] = event.role

    # ---- the end

    def _game_won(self, event: e.GameWon, before: State) -> None:
        self.victories += 1
        assert self.victories == 1
        outcome = judge([self.roles[number] for number in self.alive], self.rules.mafia_wins)
        if event.reason == "stalemate":
            assert outcome is None and event.winner == "draw" and self.phase == "night"
        else:
            assert outcome is not None and (outcome.winner, outcome.reason) == (event.winner, event.reason)
        sides = {ROLES[self.roles[number]].side.value for number in event.winners}
        assert sides <= {event.winner}
        assert {n for n in self.alive if ROLES[self.roles[n]].side.value == event.winner} <= set(event.winners)


def sound(state: State) -> None:
    """Hold a state to what is always so."""
    living = {seat.number for seat in state.living}
    phase, rules = state.phase, state.ruleset
    assert len(state.living) + sum(seat.out is not None for seat in state.seats) == len(state.seats)
    assert all(seat.out.how and seat.out.phase in IN_PLAY for seat in state.seats if seat.out)
    assert len({vote.seat for vote in state.votes}) == len(state.votes)
    assert not state.votes or phase.name in ("day", "runoff")
    assert not state.orders or phase.name == "night"
    assert {vote.seat for vote in state.votes} <= living
    assert {vote.target for vote in state.votes} <= living | {e.NIGHT}
    assert {order.seat for order in state.orders} <= living
    assert {order.target for order in state.orders} <= living | {None}
    assert set(state.bench) <= living and set(state.candidates) <= living | {e.NIGHT}
    assert set(state.done) <= set(state.bench)
    assert bool(state.bench) == (phase.name in ("last_word", "runoff"))
    assert bool(state.winner) == (phase.name == "finished")
    assert set(state.awake) <= {seat.number for seat in state.seats}
    if phase.name in OVER:
        assert phase.deadline is None and phase.remaining is None
        return
    assert phase.deadline is not None and phase.deadline >= phase.opened
    assert phase.remaining is None or phase.remaining >= timedelta(0)
    if phase.name != "signup" and phase.remaining is None:
        pause = state.calendar.next_pause(phase.deadline)
        assert pause is None or not pause[0] < phase.deadline < pause[1]
    if phase.name in IN_PLAY:
        assert judge([seat.role for seat in state.living], rules.mafia_wins) is None
