"""How each event changes the state. Applying decides nothing and never fails.

A function here gets a state on the way (`Making`), and changes it by what it returns: what `changed`
gives back is that same state, so that what is read of it after a change is as it has become.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar

from games.engine import events as e
from games.engine.roles import Power
from games.engine.state import Fact, Making, Order, Out, Phase, Report, Round, Seat, State, Vote

FIELDS = len(fields(State))
E = TypeVar("E", bound=e.Event)
T = TypeVar("T")
APPLY: dict[type[e.Event], Callable[[State, Any], State]] = {}


def _on(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def enter(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
        APPLY[kind] = function
        return function

    return enter


def apply(state: State | None, event: e.Event) -> State:
    """Return the state after the event; the first event of a log is `GameCreated`, on None."""
    return fold((event,), state)


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """Return the state after all the events; the one given is not changed. Raises ValueError for an empty log."""
    making: Making | None = None
    for event in events:
        if isinstance(event, e.GameCreated):
            phase = Phase("signup", 0, event.at, event.deadline)
            making = Making.of(State(event.ruleset, event.composition, event.commitment, phase))
        else:
            if making is None:
                assert state is not None, "a log begins with game_created"
                making = Making.of(state)
            changed = APPLY[type(event)](making, event)
            assert changed is making
        now = making.__dict__
        now["seq"] += 1
        now["last_at"] = event.at
    if making is None:
        if state is None:
            raise ValueError("an empty log has no state")
        return state
    assert len(making.__dict__) == FIELDS
    return making.released()


def _seat(state: State, number: int, **changes: Any) -> State:
    seats = list(state.seats)
    place = state.place(number)
    if place >= 0:
        seats[place] = seats[place].changed(**changes)
    return state.changed(seats=tuple(seats))


def _every_seat(state: State, **changes: Any) -> State:
    return state.changed(seats=tuple([s.changed(**changes) for s in state.seats]))


def _fact(state: State, *facts: Fact) -> State:
    newest = state.reports[-1]
    return state.changed(reports=(*state.reports[:-1], replace(newest, facts=newest.facts + facts)))


def _begin_report(state: State, kind: str, day: int, *facts: Fact) -> State:
    return state.changed(reports=(*state.reports, Report(kind, day, facts)), told=())


def _said(pairs: tuple[tuple[int, T], ...], who: int, what: T | None) -> tuple[tuple[int, T], ...]:
    """Return the pairs with the newest word of somebody at their end, in place of an older one; None takes it back."""
    kept = tuple(pair for pair in pairs if pair[0] != who)
    return kept if what is None else (*kept, (who, what))


def _tell(state: State, number: int, *words: str) -> State:
    return state.changed(told=(*state.told, (number, words)))


@_on(e.OptionsChanged)
def _options_changed(state: State, event: e.OptionsChanged) -> State:
    return state.changed(ruleset=event.ruleset, composition=event.composition)


@_on(e.SeatTaken)
def _seat_taken(state: State, event: e.SeatTaken) -> State:
    return state.changed(seats=(*state.seats, Seat(event.seat)), next_seat=event.seat + 1)


@_on(e.SeatLeft)
def _seat_left(state: State, event: e.SeatLeft) -> State:
    return state.changed(seats=tuple(s for s in state.seats if s.number != event.seat))


@_on(e.SeatRenamed)
def _seat_renamed(state: State, event: e.SeatRenamed) -> State:
    return state


@_on(e.SignupExtended)
def _signup_extended(state: State, event: e.SignupExtended) -> State:
    return state.changed(extended=True, phase=replace(state.phase, deadline=event.deadline))


@_on(e.RolesDealt)
def _roles_dealt(state: State, event: e.RolesDealt) -> State:
    return state.changed(seats=tuple([s.changed(role=event.roles[s.number]) for s in state.seats]))


@_on(e.RoleAcknowledged)
def _role_acknowledged(state: State, event: e.RoleAcknowledged) -> State:
    return _seat(state, event.seat, acknowledged=True)


@_on(e.PhaseOpened)
def _phase_opened(state: State, event: e.PhaseOpened) -> State:
    phase = Phase(event.phase, event.day, event.at, event.deadline, event.remaining, event.resumes, ended=event.ended)
    # Behind a curtain the night's orders wait; they are carried out when it is raised.
    orders = state.orders if event.ended == "night" else ()
    state = state.changed(phase=phase, votes=(), orders=orders, done=(), bench=event.bench, candidates=event.candidates)
    if event.phase == "day":
        state = _every_seat(state, posted=False, voted=False, voided=False)
        state = state.changed(silent=(), inactive=(), guarded=False, left_this_round=False, named=(), verdicts=())
    if event.phase == "night":
        state = state.changed(reminded=False, marks_sent=(), awake=tuple(seat.number for seat in state.living))
    return state


@_on(e.CurtainRaised)
def _curtain_raised(state: State, event: e.CurtainRaised) -> State:
    return state.changed(phase=replace(state.phase, raised=True))


@_on(e.ClockPaused)
def _clock_paused(state: State, event: e.ClockPaused) -> State:
    return state.changed(phase=replace(state.phase, remaining=event.remaining, resumes=None))


@_on(e.ClockResumed)
def _clock_resumed(state: State, event: e.ClockResumed) -> State:
    return state.changed(phase=replace(state.phase, remaining=None, resumes=None, deadline=event.deadline))


@_on(e.DeadlineMoved)
def _deadline_moved(state: State, event: e.DeadlineMoved) -> State:
    phase = replace(state.phase, deadline=event.deadline, remaining=event.remaining, moved=state.phase.moved + event.by)
    return state.changed(phase=phase)


@_on(e.OutageCredited)
def _outage_credited(state: State, event: e.OutageCredited) -> State:
    return state.changed(phase=replace(state.phase, deadline=event.deadline))


@_on(e.TookPart)
def _took_part(state: State, event: e.TookPart) -> State:
    return _seat(state, event.seat, posted=True)


@_on(e.VoteCast)
def _vote_cast(state: State, event: e.VoteCast) -> State:
    others = tuple(vote for vote in state.votes if vote.seat != event.seat)
    state = state.changed(votes=(*others, Vote(event.seat, event.target, event.how, event.at)))
    # An advance vote is not the voter's taking part on that day, but its owner has a notice anyway.
    return _seat(state, event.seat, voted=True, voided=False)


@_on(e.VoteWithdrawn)
def _vote_withdrawn(state: State, event: e.VoteWithdrawn) -> State:
    state = state.changed(votes=tuple(vote for vote in state.votes if vote.seat != event.seat))
    return _seat(state, event.seat, voided=False)


@_on(e.VoteVoided)
def _vote_voided(state: State, event: e.VoteVoided) -> State:
    state = state.changed(votes=tuple(vote for vote in state.votes if vote.seat != event.seat))
    return _tell(_seat(state, event.seat, voided=True), event.seat, "vote_void")


@_on(e.NoticeGiven)
def _notice_given(state: State, event: e.NoticeGiven) -> State:
    seat = state.seat(event.seat)
    assert seat is not None
    return _seat(state, event.seat, notices=(*seat.notices, (event.first, event.last)))


@_on(e.AdvanceVoteLeft)
def _advance_vote_left(state: State, event: e.AdvanceVoteLeft) -> State:
    seat = state.seat(event.seat)
    assert seat is not None
    return _seat(state, event.seat, advance=_said(seat.advance, event.day, event.target))


@_on(e.AdvanceVoteLapsed)
def _advance_vote_lapsed(state: State, event: e.AdvanceVoteLapsed) -> State:
    return _tell(state, event.seat, "advance_lapsed")


@_on(e.VoteClosed)
def _vote_closed(state: State, event: e.VoteClosed) -> State:
    state = state.changed(rounds=(*state.rounds, Round(event.round, event.day, event.votes, event.double)))
    if event.round == "day":
        state = state.changed(silent=event.silent, inactive=event.inactive, living_at_close=event.living)
    return state


@_on(e.TieDrawn)
def _tie_drawn(state: State, event: e.TieDrawn) -> State:
    return state


@_on(e.VengeanceNamed)
def _vengeance_named(state: State, event: e.VengeanceNamed) -> State:
    return state.changed(named=_said(state.named, event.seat, event.target or None))


@_on(e.VerdictGiven)
def _verdict_given(state: State, event: e.VerdictGiven) -> State:
    return state.changed(verdicts=_said(state.verdicts, event.seat, event.guilty))


@_on(e.VerdictClosed)
def _verdict_closed(state: State, event: e.VerdictClosed) -> State:
    votes = tuple((seat, event.accused if guilty else 0) for seat, guilty in event.votes)
    return state.changed(rounds=(*state.rounds, Round("verdict", event.day, votes, event.double)))


@_on(e.MayorDeclared)
def _mayor_declared(state: State, event: e.MayorDeclared) -> State:
    return _seat(state, event.seat, declared=True)


@_on(e.LastWordDone)
def _last_word_done(state: State, event: e.LastWordDone) -> State:
    return state.changed(done=(*state.done, event.seat))


@_on(e.NightFell)
def _night_fell(state: State, event: e.NightFell) -> State:
    return _begin_report(state, "nightfall", event.day, *(() if event.jailed else (Fact("nobody_jailed"),)))


@_on(e.GuardRaised)
def _guard_raised(state: State, event: e.GuardRaised) -> State:
    return state.changed(guarded=True)


@_on(e.PlayerOut)
def _player_out(state: State, event: e.PlayerOut) -> State:
    out = Out(event.how, state.phase.ended or state.phase.name, state.phase.day, event.role)
    state = _fact(_seat(state, event.seat, out=out), Fact(event.how, event.seat, event.role, event.by))

    def kept(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(number for number in numbers if number != event.seat)

    return state.changed(
        left_this_round=True,
        votes=tuple(vote for vote in state.votes if vote.seat != event.seat),
        orders=tuple(order for order in state.orders if order.seat != event.seat),
        bench=kept(state.bench),
        candidates=kept(state.candidates),
        done=kept(state.done),
        verdicts=_said(state.verdicts, event.seat, None),
        # What was sent to kill whoever is gone, and what the gone have sent, is as if it had never been.
        marks_sent=tuple(pair for pair in state.marks_sent if event.seat not in pair),
        boss_votes=tuple(pair for pair in state.boss_votes if event.seat not in pair),
    )


@_on(e.HeartAttack)
def _heart_attack(state: State, event: e.HeartAttack) -> State:
    return _begin_report(state, "heart_attack", state.phase.day)


@_on(e.OrderGiven)
def _order_given(state: State, event: e.OrderGiven) -> State:
    others = tuple(order for order in state.orders if order.seat != event.seat)
    state = state.changed(orders=(*others, Order(event.seat, event.power, event.target, event.second)))
    if event.power == Power.MARK and event.target and (event.seat, event.target) not in state.marks_sent:
        state = state.changed(marks_sent=(*state.marks_sent, (event.seat, event.target)))
    return state


@_on(e.OrderWithdrawn)
def _order_withdrawn(state: State, event: e.OrderWithdrawn) -> State:
    return state.changed(orders=tuple(order for order in state.orders if order.seat != event.seat))


@_on(e.OrderVoided)
def _order_voided(state: State, event: e.OrderVoided) -> State:
    state = state.changed(orders=tuple(order for order in state.orders if order.seat != event.seat))
    return _tell(state, event.seat, "order_void")


@_on(e.MafiaReminded)
def _mafia_reminded(state: State, event: e.MafiaReminded) -> State:
    return state.changed(reminded=True)


@_on(e.NightResolved)
def _night_resolved(state: State, event: e.NightResolved) -> State:
    state = _begin_report(state, "dawn", event.day)
    for doctor, patient in event.treated:
        seat = state.seat(doctor)
        selfs = (seat.treated_self if seat else 0) + (doctor == patient)
        state = _seat(state, doctor, treated=(event.day, patient), treated_self=selfs)
    for blocker, target in event.blocks:
        state = _seat(state, blocker, blocked=(event.day, target))
    for number in event.lucky:
        state = _seat(state, number, luck_used=event.day)
    facts = [] if event.killed else [Fact("nobody_killed")]
    if state.ruleset.report_treated:
        facts += [Fact("treated", patient) for patient in dict.fromkeys(p for _d, p in event.treated)]
    if state.ruleset.report_check and event.checked:
        facts.append(Fact("checked"))
    if event.failed:
        facts.append(Fact("mafia_failed"))
    return _fact(state, *facts)


@_on(e.CheckMade)
def _check_made(state: State, event: e.CheckMade) -> State:
    seat = state.seat(event.seat)
    made = (*(seat.checks if seat else ()), (state.reports[-1].day, event.target, event.result))
    return _tell(_seat(state, event.seat, checks=made), event.seat, "check", str(event.target), event.result)


@_on(e.ComparisonMade)
def _comparison_made(state: State, event: e.ComparisonMade) -> State:
    seat = state.seat(event.seat)
    assert seat is not None
    made = (*seat.comparisons, (state.reports[-1].day, event.first, event.second, event.same))
    words = ("compare", str(event.first), str(event.second), "same" if event.same else "other")
    return _tell(_seat(state, event.seat, comparisons=made), event.seat, *words)


@_on(e.WatchMade)
def _watch_made(state: State, event: e.WatchMade) -> State:
    seat = state.seat(event.seat)
    assert seat is not None
    made = (*seat.watches, (state.reports[-1].day, event.target, event.visitors))
    words = [str(visitor) for visitor in event.visitors] or ["nobody"]
    return _tell(_seat(state, event.seat, watches=made), event.seat, "watch", str(event.target), *words)


@_on(e.BossChosen)
def _boss_chosen(state: State, event: e.BossChosen) -> State:
    return state.changed(boss_votes=_said(state.boss_votes, event.seat, event.target))


@_on(e.Promoted)
def _promoted(state: State, event: e.Promoted) -> State:
    return _tell(_seat(state, event.seat, acts_as=event.role), event.seat, "promoted", event.role)


@_on(e.RoundEnded)
def _round_ended(state: State, event: e.RoundEnded) -> State:
    return state.changed(quiet=event.quiet)


@_on(e.StalemateNear)
def _stalemate_near(state: State, event: e.StalemateNear) -> State:
    return state


@_on(e.GameWon)
def _game_won(state: State, event: e.GameWon) -> State:
    state = state.changed(winner=event.winner, reason=event.reason, winners=event.winners)
    return _fact(state, Fact("won", role=event.winner)) if state.reports else state


@_on(e.GameCancelled)
def _game_cancelled(state: State, event: e.GameCancelled) -> State:
    return state.changed(reason=event.reason)
