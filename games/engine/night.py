"""The night: limits of orders, and dawn (`rules.md` section 2, "Night" and "Dawn", and 10a)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from common.refusal import Refusal
from games.engine import events as e
from games.engine.day import draw_curtain, finish, finish_if_over, open_day, promote, take_out
from games.engine.draft import Draft
from games.engine.gang import boss_of, callers, mafia_victim
from games.engine.roles import ROLES, Power, Side, appears, side_of
from games.engine.state import Order, Seat, State

# Powers that are for others only.
_NOT_ONESELF = (Power.KILL, Power.CHECK, Power.BLOCK, Power.GUARD, Power.COMPARE)


def check_target(state: State, seat: Seat, target: int) -> None:
    """Raise the refusal that forbids this order's target, if any: `target_...`, `repeat_target`, `self_heal_used`."""
    aimed = state.seat(target)
    if aimed is None:
        raise Refusal("target_unknown", near=())
    if not aimed.alive:
        raise Refusal("target_not_alive", seat=target)
    rules = state.ruleset
    power, last_night = seat.power, state.phase.day - 1
    if power == Power.MARK and state.is_side(target, Side.MAFIA):
        raise Refusal("target_teammate", seat=target)
    if power in _NOT_ONESELF and target == seat.number:
        raise Refusal("target_self")
    if power == Power.BLOCK and seat.blocked == (last_night, target):
        raise Refusal("repeat_target", seat=target)
    if power == Power.TREAT:
        if target == seat.number and rules.doctor_self == "never":
            raise Refusal("target_self")
        if rules.doctor_repeat == "never_twice_running" and seat.treated == (last_night, target):
            raise Refusal("repeat_target", seat=target)
        if target == seat.number and rules.doctor_self == "once" and seat.treated_self:
            raise Refusal("self_heal_used")


def check_pair(state: State, seat: Seat, first: int, second: int | None) -> None:
    """Raise what forbids the targets of an order. A comparison wants two different ones, the others take one.

    Refused: as `check_target`; `target_second` where a second name is missing or not wanted, `target_twice`.
    """
    if (seat.power == Power.COMPARE) != (second is not None):
        raise Refusal("target_second", wanted=seat.power == Power.COMPARE)
    check_target(state, seat, first)
    if second is not None:
        check_target(state, seat, second)
        if first == second:
            raise Refusal("target_twice", seat=first)


def legal_targets(state: State, seat: Seat) -> tuple[int, ...]:
    """Return whom the holder of a power may name this night."""
    return tuple(_legal(state, seat))


def _legal(state: State, seat: Seat) -> Iterator[int]:
    for other in state.living:
        try:
            check_target(state, seat, other.number)
        except Refusal:
            continue
        yield other.number


def all_ordered(state: State) -> bool:
    """Whether everybody with a power to use has an order in force; under `boss`, of the marks only the boss's.

    An order of a power that its sender had before moving up is none for the one held now.
    """
    boss = boss_of(state)
    ordered = {(order.seat, order.power) for order in state.orders}
    return not any(
        seat.power
        and (seat.number, seat.power) not in ordered
        and not (boss and seat.power == Power.MARK and seat.number != boss)
        and _may_use(state, seat)
        for seat in state.living
    )


def _may_use(state: State, seat: Seat) -> bool:
    """Whether there are as many players to name as the power asks for."""
    wanted = 2 if seat.power == Power.COMPARE else 1
    return len(tuple(islice(_legal(state, seat), wanted))) == wanted


def _blocking(orders: list[Order]) -> tuple[list[tuple[int, int]], set[int]]:
    """Return the blocks that work, and everybody whose order has no effect.

    A block of a blocker comes first; blockers in a circle all fail (section 10a).
    """
    aims = {order.seat: order.target for order in orders if order.power == Power.BLOCK and order.target}
    undecided = set(aims)
    working: set[int] = set()
    while ready := {one for one in undecided if not any(aims[by] == one for by in undecided | working)}:
        working |= ready
        undecided -= ready | {aims[one] for one in ready}
    stopped = {aims[one] for one in working} | undecided
    return sorted((one, aims[one]) for one in working), stopped & {order.seat for order in orders}


@dataclass(slots=True)
class Dawn:
    """What comes of a night, in the order of section 10a: blocks, covers, guards and treatments, attacks, the rest."""

    state: State
    orders: list[Order] = field(init=False)
    blocks: list[tuple[int, int]] = field(init=False)
    blocked: set[int] = field(init=False)
    victim: int | None = field(init=False)
    failed: bool = field(init=False)

    def __post_init__(self) -> None:
        given = sorted(self.state.orders, key=lambda order: order.seat)
        self.blocks, self.blocked = _blocking(given)
        self.orders = [order for order in given if order.seat not in self.blocked]
        self.victim, self.failed = mafia_victim(self.state, self.blocked)

    def of(self, power: Power) -> list[tuple[int, int]]:
        """Return the (holder, target) pairs of a power that take effect, in seat order, passes left out."""
        return [(o.seat, o.target) for o in self.orders if o.power == power and o.target is not None]

    def attacks(self) -> dict[int, list[str]]:
        """Return who is attacked, and by which sides."""
        found: dict[int, list[str]] = {}
        if self.victim is not None:
            found[self.victim] = [Side.MAFIA.value]
        for _holder, target in self.of(Power.KILL):
            found.setdefault(target, []).append(Side.MANIAC.value)
        return found

    def deaths(self) -> tuple[dict[int, tuple[str, ...]], tuple[int, ...]]:
        """Return who dies at whose hands, and whose luck was used up.

        A treatment saves before luck, and luck before a guard. The first guard by seat order takes
        on all attacks on the target; what is taken on is not passed on again.
        """
        treated = {patient for _doctor, patient in self.of(Power.TREAT)}
        guards: dict[int, int] = {}
        for guard, target in self.of(Power.GUARD):
            guards.setdefault(target, guard)
        fallen: dict[int, list[str]] = {}
        lucky = []
        for number, by in sorted(self.attacks().items()):
            seat = self.state.seat(number)
            assert seat is not None
            if number in treated:
                continue
            if ROLES[seat.role].lucky and not seat.luck_used:
                lucky.append(number)
                continue
            dies = guards.get(number, number)
            if dies == number or dies not in treated:
                fallen.setdefault(dies, []).extend(by)
        sides = [side.value for side in (Side.MAFIA, Side.MANIAC)]
        return {number: tuple(s for s in sides if s in by) for number, by in sorted(fallen.items())}, tuple(lucky)

    def visitors(self, target: int) -> tuple[int, ...]:
        """Return who came to a player: whose order took effect on it. The mafia come to their victim alone."""
        came = {o.seat for o in self.orders if target in (o.target, o.second) and o.power != Power.MARK}
        if target == self.victim:
            came |= callers(self.state, self.victim, self.blocked)
        return tuple(sorted(came - {target}))

    def tell(self, draft: Draft) -> None:
        """Add what checks, comparisons and watches showed, each for its owner alone."""
        covered = {target for _lawyer, target in self.of(Power.COVER)}

        def seems(number: int) -> str:
            seat = self.state.seat(number)
            assert seat is not None
            return appears(seat.role, number in covered)

        by_role = self.state.ruleset.check_shows == "role"
        for order in self.orders:
            if order.target is None:
                continue
            if order.power == Power.CHECK:
                role = seems(order.target)
                result = role if by_role else side_of(role).value
                draft.add(e.CheckMade(draft.at, order.seat, order.target, result))
            elif order.power == Power.COMPARE and order.second is not None:
                same = side_of(seems(order.target)) == side_of(seems(order.second))
                draft.add(e.ComparisonMade(draft.at, order.seat, order.target, order.second, same))
            elif order.power == Power.WATCH:
                came = tuple(number for number in self.visitors(order.target) if number != order.seat)
                draft.add(e.WatchMade(draft.at, order.seat, order.target, came))


def end_night(draft: Draft) -> None:
    """Resolve the orders together, report, judge once, and open the next day."""
    if draw_curtain(draft):
        return
    state = draft.state
    day = state.phase.day
    dawn = Dawn(state)
    killed, lucky = dawn.deaths()
    draft.add(
        e.NightResolved(
            draft.at,
            day,
            tuple(killed.items()),
            tuple(dawn.of(Power.TREAT)),
            dawn.failed,
            bool(dawn.of(Power.CHECK)),
            state.awake,
            tuple(dawn.blocks),
            tuple(sorted(dawn.blocked)),
            lucky,
        )
    )
    for number, by in killed.items():
        take_out(draft, number, "killed", by=by)
    dawn.tell(draft)
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
