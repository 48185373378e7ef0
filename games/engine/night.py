"""The night: limits of orders, and dawn (`rules.md` section 2, "Night" and "Dawn")."""

from collections.abc import Iterable

from common.refusal import Refusal
from games.engine import events as e
from games.engine.day import finish, finish_if_over, open_day, promote, take_out
from games.engine.draft import Draft
from games.engine.roles import Power, Side, side_of
from games.engine.state import Seat, State


def check_target(state: State, seat: Seat, target: int) -> None:
    """Raise the refusal that forbids this order's target, if any: `target_...`, `repeat_target`, `self_heal_used`."""
    aimed = state.seat(target)
    if aimed is None:
        raise Refusal("target_unknown", near=())
    if not aimed.alive:
        raise Refusal("target_not_alive", seat=target)
    rules = state.ruleset
    power = seat.power
    if power == Power.MARK and state.is_side(target, Side.MAFIA):
        raise Refusal("target_teammate", seat=target)
    if power in (Power.KILL, Power.CHECK) and target == seat.number:
        raise Refusal("target_self")
    if power == Power.TREAT:
        if target == seat.number and rules.doctor_self == "never":
            raise Refusal("target_self")
        before = seat.treated == (state.phase.day - 1, target)
        if rules.doctor_repeat == "never_twice_running" and before:
            raise Refusal("repeat_target", seat=target)
        if target == seat.number and rules.doctor_self == "once" and seat.treated_self:
            raise Refusal("self_heal_used")


def legal_targets(state: State, seat: Seat) -> tuple[int, ...]:
    """Return whom the holder of a power may name this night."""
    found = []
    for other in state.living:
        try:
            check_target(state, seat, other.number)
        except Refusal:
            continue
        found.append(other.number)
    return tuple(found)


def marks_differ(state: State) -> bool:
    """Whether the mafia's marks of this night name two or more victims."""
    return len({order.target for order in state.orders if order.power == Power.MARK and order.target}) > 1


def all_ordered(state: State) -> bool:
    """Whether everybody with a power to use has an order in force."""
    return all(state.order_of(seat.number) for seat in state.living if seat.power)


def mafia_victim(state: State) -> tuple[int | None, bool]:
    """Return the mafia's victim and whether their kill failed (options `plurality`, `majority`)."""
    marks: dict[int, int] = {}
    for order in state.orders:
        if order.power == Power.MARK and order.target is not None:
            marks[order.target] = marks.get(order.target, 0) + 1
    if not marks:
        return None, False
    most = max(marks.values())
    first = [target for target, count in marks.items() if count == most]
    if len(first) > 1:
        return None, True
    if state.ruleset.mafia_kill == "majority" and most <= len(state.holders(Power.MARK)) / 2:
        return None, True
    return first[0], False


def _orders(state: State, power: Power) -> Iterable[tuple[int, int]]:
    """The (holder, target) pairs of a power in seat order, passes left out."""
    for order in sorted(state.orders, key=lambda order: order.seat):
        if order.power == power and order.target is not None:
            yield order.seat, order.target


def end_night(draft: Draft) -> None:
    """Resolve the orders together, report, judge once, and open the next day."""
    state = draft.state
    day = state.phase.day
    attacks: dict[int, list[str]] = {}
    victim, failed = mafia_victim(state)
    if victim is not None:
        attacks.setdefault(victim, []).append(Side.MAFIA.value)
    for _holder, target in _orders(state, Power.KILL):
        attacks.setdefault(target, []).append(Side.MANIAC.value)
    treated = tuple(_orders(state, Power.TREAT))
    saved = {patient for _doctor, patient in treated}
    killed = tuple((number, tuple(by)) for number, by in sorted(attacks.items()) if number not in saved)
    checks = tuple(_orders(state, Power.CHECK))
    draft.add(e.NightResolved(draft.at, day, killed, treated, failed, bool(checks), state.awake))
    for number, by in killed:
        take_out(draft, number, "killed", by=by)
    for holder, target in checks:
        aimed = state.seat(target)
        assert aimed is not None
        shows = aimed.role if state.ruleset.check_shows == "role" else side_of(aimed.role).value
        draft.add(e.CheckMade(draft.at, holder, target, shows))
    if finish_if_over(draft):
        return
    promote(draft)
    if not _stalemate(draft):
        open_day(draft, day + 1)


def _stalemate(draft: Draft) -> bool:
    """Count quiet rounds after dawn's check; end in a draw, or warn one round before."""
    state = draft.state
    quiet = 0 if state.left_this_round else state.quiet + 1
    draft.add(e.RoundEnded(draft.at, quiet))
    most = state.ruleset.stalemate_after
    if most and quiet >= most:
        finish(draft, "draw", "stalemate")
        return True
    if most and quiet == most - 1:
        draft.add(e.StalemateNear(draft.at, most))
    return False
