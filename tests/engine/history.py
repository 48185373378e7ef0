"""A second, plainer reading of a game's log, to hold the engine to.

`History` follows the events and keeps its own books: who lives, who voted for whom, who ordered
what. Whatever the engine concludes (who leads, who is silent, who is killed, what is told to whom)
is worked out again from these. `sound` says what must hold of every state.
"""

from datetime import timedelta

from games.engine import events as e
from games.engine.state import State
from tests.engine.books import IN_PLAY, OVER, REMOVED, ending, side
from tests.engine.books_day import DayBooks
from tests.engine.books_night import NightBooks

FOLLOWS = {
    "signup": {"deal", "cancelled"},
    "deal": {"day", *OVER},
    "day": {"evening", "last_word", "curtain", "night", *OVER},
    "evening": {"last_word", "curtain", "night", *OVER},
    "last_word": {"verdict", "runoff", "curtain", "night", *OVER},
    "verdict": {"curtain", "night", *OVER},
    "runoff": {"curtain", "night", *OVER},
    "night": {"curtain", "day", *OVER},
    "curtain": {"night", "day", *OVER},
}


class History(DayBooks, NightBooks):
    """The books of one game, from its sign-up to its end."""

    def follow(self, before: State, events: list[e.Event], after: State) -> None:
        """Check a batch of events against the books, and write it into them."""
        for event in events:
            assert event.at >= self.last
            assert self.phase not in OVER, f"{event.kind} after the end"
            self.last = event.at
            getattr(self, f"_{event.kind}")(event, before)
        assert not (self.leaving or self.answers or self.advance_due or self.guarded)
        assert {seat.number for seat in after.seats} == self.seats
        assert {seat.number for seat in after.living} == self.alive
        assert [(vote.seat, vote.target) for vote in after.votes] == list(self.votes.items())
        assert {o.seat: (o.power, o.target, o.second) for o in after.orders} == self.orders
        assert (after.phase.name, after.phase.day) == (self.phase, self.day)
        if self.roles and self.phase in IN_PLAY:
            assert self.ended() is None
            # The first of the heirs waits for day 1; behind a curtain the report is waited for.
            assert self.phase in ("deal", "curtain") or self.heir_due() is None
        if any(isinstance(event, e.OrderGiven) and event.power == "mark" for event in events):
            self.check_reminded()
        self.compare_reports(after)

    def check_reminded(self) -> None:
        """Where marks differ and somebody has sent none, a reminder has gone out this night."""
        differ = len(set(self.marks(set()).values())) > 1
        late = [seat for seat in self.holders("mark") if seat not in self.orders]
        assert self.reminded or not differ or not late or self.rules.mafia_kill == "boss"

    # ---- sign-up and deal

    def _options_changed(self, event: e.OptionsChanged, before: State) -> None:
        self.rules = event.ruleset

    def _seat_taken(self, event: e.SeatTaken, before: State) -> None:
        assert self.phase == "signup" and event.seat not in self.seats
        assert not self.rules.max_players or len(self.seats) < self.rules.max_players
        self.seats.add(event.seat)
        self.alive.add(event.seat)

    def _seat_left(self, event: e.SeatLeft, before: State) -> None:
        assert self.phase == "signup"
        self.seats.remove(event.seat)
        self.alive.remove(event.seat)

    def _seat_renamed(self, event: e.SeatRenamed, before: State) -> None:
        assert self.phase == "signup" and event.seat in self.seats

    def _signup_extended(self, event: e.SignupExtended, before: State) -> None:
        assert not self.extended and len(self.seats) < self.rules.min_players
        assert event.deadline == event.at + self.rules.signup_extension
        self.extended = True

    def _roles_dealt(self, event: e.RolesDealt, before: State) -> None:
        assert set(event.roles) == self.seats and not self.roles
        self.roles = dict(event.roles)

    def _role_acknowledged(self, event: e.RoleAcknowledged, before: State) -> None:
        assert event.seat in self.alive - self.acknowledged
        self.acknowledged.add(event.seat)

    # ---- phases

    def _phase_opened(self, event: e.PhaseOpened, before: State) -> None:
        assert event.phase in FOLLOWS[self.phase], f"{event.phase} after {self.phase}"
        assert event.day == self.day + (event.phase == "day")
        self.check_order_of_phases(event.phase)
        ended, self.phase, self.day = self.phase, event.phase, event.day
        if event.phase == "curtain":
            jailed = self.to_be_jailed_in(ended) if ended != "night" else 0
            assert event.ended == ended and event.bench == ((jailed,) if jailed else ())
            self.ended_phase = ended
        if event.phase in OVER:
            assert event.deadline is None
        else:
            self.check_length(event)
            assert not self.roles or self.ended() is None
            assert not (self.leaving or self.answers or (self.would_leave and event.phase == "day"))
        self.bench, self.candidates = event.bench, event.candidates
        self.votes, self.moved = {}, 0.0
        if event.ended != "night":
            self.orders = {}
        if event.phase == "day":
            self.posted, self.part, self.voided, self.named = set(), set(), set(), {}
            self.left_this_round = self.warned = False
        if event.phase == "night":
            self.sent, self.reminded, self.at_nightfall = set(), False, tuple(sorted(self.alive))
        if event.phase in ("last_word", "runoff", "verdict"):
            self.check_bench(event.phase)
        if event.phase == self.votes_in:
            self.open_vote()

    def check_order_of_phases(self, phase: str) -> None:
        """Hold a phase that opens to the options that it depends on."""
        if phase == "evening":
            assert self.phase == "day" and self.rules.evening
        if phase == "last_word":
            assert self.phase == self.votes_in
        if phase == "curtain":
            assert self.rules.curtain
        if phase in ("night", "day") and self.phase in ("day", "evening", "last_word", "verdict", "runoff", "night"):
            assert not self.rules.curtain

    def check_length(self, event: e.PhaseOpened) -> None:
        """Hold a deadline to how long the phase lasts."""
        lasts = getattr(self.rules, event.phase)
        assert event.deadline is not None and event.deadline > event.at
        playing = self.calendar.playing_between(event.at, event.deadline)
        drawn_on = event.phase != "curtain" and getattr(self.rules, f"{event.phase}_ends_at") is not None
        assert playing >= lasts if drawn_on else playing == lasts
        assert event.remaining in (None, playing)

    def _curtain_raised(self, event: e.CurtainRaised, before: State) -> None:
        assert self.phase == "curtain" and not before.phase.raised
        self.seen[f"a curtain raised after {self.ended_phase}"] += 1

    # ---- the end

    def _round_ended(self, event: e.RoundEnded, before: State) -> None:
        self.quiet = 0 if self.left_this_round else self.quiet + 1
        assert event.quiet == self.quiet and self.reports[-1][0] == "dawn"

    def _stalemate_near(self, event: e.StalemateNear, before: State) -> None:
        assert event.rounds == self.rules.stalemate_after == self.quiet + 1 and not self.warned
        self.warned = True

    def _game_won(self, event: e.GameWon, before: State) -> None:
        self.victories += 1
        assert self.victories == 1 and not self.leaving and not self.answers
        if event.reason == "stalemate":
            assert self.ended() is None and event.winner == "draw"
            assert self.quiet == self.rules.stalemate_after > 0
        else:
            assert self.ended() == (event.winner, event.reason)
        removed = () if self.rules.removed_share_win else REMOVED
        shares = {
            s for s, role in self.roles.items() if side(role) == event.winner and self.how_out.get(s) not in removed
        }
        assert set(event.winners) == shares
        self.fact("won", role=event.winner)

    def _game_cancelled(self, event: e.GameCancelled, before: State) -> None:
        if event.reason == "too_few_players":
            assert self.phase == "signup" and self.extended and len(self.seats) < self.rules.min_players
        else:
            assert event.reason == "host"


def sound(state: State) -> None:
    """Hold a state to what is always so."""
    living = {seat.number for seat in state.living}
    phase, rules = state.phase, state.ruleset
    assert len(state.living) + sum(seat.out is not None for seat in state.seats) == len(state.seats)
    assert all(seat.out.how and seat.out.phase in IN_PLAY for seat in state.seats if seat.out)
    # Most of these are empty most of the time.
    if state.votes:
        assert len({vote.seat for vote in state.votes}) == len(state.votes)
        assert phase.name in (state.votes_in, "runoff")
        assert {vote.seat for vote in state.votes} <= living
        assert {vote.target for vote in state.votes} <= living | {e.NIGHT}
    if state.orders:
        assert "night" in (phase.name, phase.ended)
        assert {order.seat for order in state.orders} <= living
        assert {order.target for order in state.orders} <= living | {None}
        assert {order.second for order in state.orders} <= living | {None}
    assert {number for pair in (*state.marks_sent, *state.boss_votes) for number in pair} <= living
    assert {seat for seat, _guilty in state.verdicts} <= living
    assert set(state.bench) <= living and set(state.candidates) <= living | {e.NIGHT}
    assert set(state.done) <= set(state.bench)
    assert phase.name == "curtain" or bool(state.bench) == (phase.name in ("last_word", "verdict", "runoff"))
    assert bool(phase.ended) == (phase.name == "curtain")
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
        assert ending((seat.role for seat in state.living), rules.mafia_wins == "parity") is None
