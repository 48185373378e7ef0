"""The day: the count, the bench, and nightfall (`rules.md` section 2, "Count" to "Nightfall")."""

from collections import Counter
from datetime import timedelta

from games.engine import events as e
from games.engine.count import most, weighed
from games.engine.deal import choose
from games.engine.draft import Draft
from games.engine.roles import ROLES
from games.engine.state import State
from games.engine.victory import judge


def tally(state: State) -> dict[int, list[int]]:
    """Return who has whose votes now: candidate to voters, both in order of the votes cast."""
    found: dict[int, list[int]] = {}
    for vote in state.votes:
        found.setdefault(vote.target, []).append(vote.seat)
    return found


def double(state: State) -> tuple[int, ...]:
    """Return the living whose vote counts twice: mayors who have declared themselves."""
    return tuple(seat.number for seat in state.living if seat.declared)


def counts(state: State) -> Counter[int]:
    """Return how many votes each candidate has now, the night (0) among them."""
    return weighed(((vote.seat, vote.target) for vote in state.votes), double(state))


def leaders(state: State) -> tuple[int, ...]:
    """Return the candidates that share the most votes, in seat order; none where nobody has a vote."""
    return most(counts(state))


def hammered(state: State) -> bool:
    """Whether a player has votes of more than half of the living (option `hammer`)."""
    half = len(state.living) / 2
    return any(target != e.NIGHT and count > half for target, count in counts(state).items())


def all_voted(state: State) -> bool:
    """Whether every living player has a vote in force."""
    return len(state.votes) == len(state.living)


def who_is_silent(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the silent and the inactive as of now, whatever the options say.

    Whoever has a vote in force, or had one voided, or gave a notice for the day is neither.
    """
    silent: list[int] = []
    inactive: list[int] = []
    for seat in state.living:
        if seat.voided or seat.away(state.phase.day) or state.vote_of(seat.number):
            continue
        (silent if seat.posted or seat.voted else inactive).append(seat.number)
    return tuple(silent), tuple(inactive)


def would_leave(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the silent and the inactive who would leave if the vote closed now at its time, by the options.

    A day that the host has cut short makes nobody silent or inactive.
    """
    if state.phase.moved < timedelta(0):
        return (), ()
    silent, inactive = who_is_silent(state)
    rules = state.ruleset
    return silent if rules.silent_removed else (), inactive if rules.inactive_removed else ()


def all_judged(state: State) -> bool:
    """Whether every living player has said FOR or AGAINST."""
    return len(state.verdicts) == len(state.living)


def condemned(state: State) -> bool:
    """Whether more say FOR than AGAINST as things stand (section 2, "verdict")."""
    words = weighed(state.verdicts, double(state))
    return words[True] > words[False]


def close_vote(draft: Draft, early: bool) -> None:
    """End the day's first round: settle who is silent, then bench, runoff or nightfall.

    `early`: the vote ended before its time, which makes nobody silent or inactive.
    """
    state = draft.state
    silent, inactive = ((), ()) if early else would_leave(state)
    lead = leaders(state)
    draft.add(
        e.VoteClosed(
            draft.at,
            "day",
            state.phase.day,
            tuple((vote.seat, vote.target) for vote in state.votes),
            lead,
            len(state.living),
            silent,
            inactive,
            double(state),
        )
    )
    if len(lead) > 1 and state.ruleset.tie == "nobody":
        nightfall(draft, jailed=None)
        return
    if len(lead) > 1 and state.ruleset.tie == "random":
        chosen = lead[choose(draft.seed, "tie", state.phase.day, len(lead))]
        draft.add(e.TieDrawn(draft.at, lead, chosen))
        lead = (chosen,)
    if lead in ((), (e.NIGHT,)):
        nightfall(draft, jailed=None)
        return
    bench = tuple(number for number in lead if number != e.NIGHT)
    open_phase(draft, "last_word", state.phase.day, bench=bench, candidates=lead)


def end_last_word(draft: Draft) -> None:
    """End the last word: a tied bench goes to the runoff, a bench of one to the trial or to jail.

    Whether it was a tie says the closed round, since the bench may have shrunk meanwhile.
    """
    state = draft.state
    tied = len(most(state.rounds[-1].counted)) > 1 and state.ruleset.tie != "random"
    if tied:
        open_phase(draft, "runoff", state.phase.day, bench=state.bench, candidates=state.candidates)
    elif state.ruleset.trial:
        open_phase(draft, "verdict", state.phase.day, bench=state.bench, candidates=state.candidates)
    else:
        nightfall(draft, jailed=state.bench[0])


def end_verdict(draft: Draft) -> None:
    """End the trial: more FOR than AGAINST and the accused is executed, otherwise nobody is."""
    state = draft.state
    accused, guilty = state.bench[0], condemned(state)
    draft.add(e.VerdictClosed(draft.at, state.phase.day, accused, state.verdicts, guilty, double(state)))
    nightfall(draft, jailed=accused if guilty else None)


def end_runoff(draft: Draft) -> None:
    """End the runoff: one alone has the most, or nobody is jailed. No verdict follows."""
    state = draft.state
    lead = leaders(state)
    draft.add(
        e.VoteClosed(
            draft.at,
            "runoff",
            state.phase.day,
            tuple((vote.seat, vote.target) for vote in state.votes),
            lead,
            len(state.living),
            double=double(state),
        )
    )
    nightfall(draft, jailed=lead[0] if len(lead) == 1 and lead[0] != e.NIGHT else None)


def _taken_along(state: State, jailed: int) -> int | None:
    """Return whom an avenger takes along: whoever was named in the last word, if that vote jailed the avenger."""
    seat = state.seat(jailed)
    assert seat is not None
    named = dict(state.named).get(jailed)
    if named is None or not ROLES[seat.role].avenges or not _alive(state, named):
        return None
    return named if (named, jailed) in state.rounds[-1].votes else None


def nightfall(draft: Draft, jailed: int | None, paused: bool = False) -> None:
    """Let the jailed, the silent and the inactive leave, judge once, and open the night.

    `paused`: a heart attack emptied the bench in a pause, so the night opens paused.
    """
    state = draft.state
    day = state.phase.day
    if draw_curtain(draft, bench=() if jailed is None else (jailed,), paused=paused):
        return
    draft.add(e.NightFell(draft.at, day, jailed or 0))
    if jailed is not None:
        taken = _taken_along(state, jailed)
        take_out(draft, jailed, "jailed")
        if taken is not None:
            take_out(draft, taken, "taken")
    silent = [number for number in state.silent if _alive(draft.state, number)]
    inactive = [number for number in state.inactive if _alive(draft.state, number)]
    guard = len(silent) + len(inactive) > state.living_at_close / 2
    if guard:
        draft.add(e.GuardRaised(draft.at, tuple(sorted(silent + inactive))))
    else:
        for number in silent:
            take_out(draft, number, "silent")
        for number in inactive:
            take_out(draft, number, "inactive", hidden=True)
    if finish_if_over(draft):
        return
    promote(draft)
    # A pause by hand is the host's to end: only the guard's own pause goes by itself.
    open_phase(draft, "night", day, paused=paused or guard, guard=guard and not paused)


def draw_curtain(draft: Draft, *, bench: tuple[int, ...] = (), paused: bool = False) -> bool:
    """Let a report lie ready for the host where the option `curtain` is on; return whether it does now.

    What comes of the phase is worked out when the curtain is raised: whoever leaves by a heart attack
    meanwhile is not killed or jailed as well.
    """
    ruleset, phase = draft.state.ruleset, draft.state.phase
    if ruleset.curtain is None or phase.name == "curtain":
        return False
    open_phase(draft, "curtain", phase.day, bench=bench, paused=paused, ended=phase.name)
    return True


def _alive(state: State, number: int) -> bool:
    seat = state.seat(number)
    return bool(seat and seat.alive)


def take_out(draft: Draft, number: int, how: str, *, hidden: bool = False, by: tuple[str, ...] = ()) -> None:
    """Let a player leave, with the dealt role shown unless `hidden`."""
    seat = draft.state.seat(number)
    assert seat is not None
    draft.add(e.PlayerOut(draft.at, number, how, "" if hidden else seat.role, by))


def promote(draft: Draft) -> None:
    """Let one heir take over a power that nobody alive holds (sergeant the check, lawyer the mark)."""
    held = {seat.power for seat in draft.state.living}
    dealt = {seat.role for seat in draft.state.seats}
    for seat in draft.state.living:
        role = ROLES[seat.role]
        if role.heir_of is None or (role.needs and role.needs not in dealt):
            continue
        power = ROLES[role.heir_of].power
        if power not in held:
            draft.add(e.Promoted(draft.at, seat.number, role.heir_of))
            held.add(power)


def finish_if_over(draft: Draft) -> bool:
    """Judge the game once, and end it if somebody has won. Return whether it is over."""
    outcome = judge([seat.role for seat in draft.state.living], draft.state.ruleset.mafia_wins)
    if outcome is None:
        return False
    finish(draft, outcome.winner, outcome.reason)
    return True


def finish(draft: Draft, winner: str, reason: str) -> None:
    """End the game: the whole side wins, the dead included; the removed only by option."""
    state = draft.state
    removed = () if state.ruleset.removed_share_win else ("heart_attack", "silent", "inactive")
    winners = tuple(
        seat.number
        for seat in state.seats
        if ROLES[seat.role].side.value == winner and not (seat.out and seat.out.how in removed)
    )
    draft.add(e.GameWon(draft.at, winner, reason, winners))
    draft.add(e.PhaseOpened(draft.at, "finished", state.phase.day, None))


def open_phase(
    draft: Draft,
    name: str,
    day: int,
    *,
    bench: tuple[int, ...] = (),
    candidates: tuple[int, ...] = (),
    paused: bool = False,
    guard: bool = False,
    ended: str = "",
) -> None:
    """Open a phase now, with its deadline by the game's calendar (`rules.md` section 5)."""
    ruleset = draft.state.ruleset
    calendar = draft.state.calendar
    deadline = calendar.deadline(draft.at, getattr(ruleset, name), getattr(ruleset, f"{name}_ends_at", None))
    remaining = calendar.playing_between(draft.at, deadline) if paused else None
    resumes = draft.at + ruleset.guard_wait if guard and ruleset.guard_wait else None
    draft.add(e.PhaseOpened(draft.at, name, day, deadline, bench, candidates, remaining, resumes, ended))


def open_day(draft: Draft, day: int) -> None:
    """Open a day; where its vote opens with it, cast the advance votes."""
    open_phase(draft, "day", day)
    if draft.state.votes_in == "day":
        _cast_advance_votes(draft, day)


def open_evening(draft: Draft) -> None:
    """End the talk and open the evening with its vote (option `evening`)."""
    day = draft.state.phase.day
    open_phase(draft, "evening", day)
    _cast_advance_votes(draft, day)


def _cast_advance_votes(draft: Draft, day: int) -> None:
    """Cast the advance votes for the day whose targets still live; the others lapse."""
    for seat in draft.state.living:
        target = seat.advance_for(day)
        if target is None or not seat.away(day):
            continue
        if target == e.NIGHT or _alive(draft.state, target):
            draft.add(e.VoteCast(draft.at, seat.number, target, "advance"))
        else:
            draft.add(e.AdvanceVoteLapsed(draft.at, seat.number, target))
