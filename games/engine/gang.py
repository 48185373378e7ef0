"""The mafia together: their boss, and their victim (`rules.md` section 2, "Night")."""

from collections.abc import Set

from games.engine.count import most, weighed
from games.engine.roles import Power
from games.engine.state import Seat, State

_NOBODY: Set[int] = frozenset()


def candidates(state: State) -> tuple[Seat, ...]:
    """Return the living who may lead: whoever marks (a lawyer only once no other mafioso lives)."""
    return state.holders(Power.MARK)


def boss_of(state: State) -> int:
    """Return the seat that leads the mafia now; 0 where nobody can, or where they have no boss.

    Most votes of living mafiosi; until then and on a tie the first by seat order.
    """
    may = candidates(state)
    if not may or state.ruleset.mafia_kill != "boss":
        return 0
    # Who is out is in no pair (`evolve.py`), and nobody else was ever chosen.
    lead = most(weighed(state.boss_votes))
    return lead[0] if len(lead) == 1 else may[0].number


def names_sent(state: State, blocked: Set[int] = _NOBODY) -> set[int]:
    """Return the victims that the mafia have named to the host this night, taken back or not."""
    return {target for seat, target in state.marks_sent if seat not in blocked}


def marks_differ(state: State) -> bool:
    """Whether the mafia's marks of this night name two or more victims."""
    return len({order.target for order in state.orders if order.power == Power.MARK and order.target}) > 1


def mafia_victim(state: State, blocked: Set[int] = _NOBODY) -> tuple[int | None, bool]:
    """Return the mafia's victim and whether their kill failed (option `mafia_kill`).

    `blocked` are those whose order has no effect: their names count for nothing.
    """
    if state.ruleset.mafia_kill == "boss":
        return _by_boss(state, blocked)
    marks = weighed(
        (order.seat, order.target)
        for order in state.orders
        if order.power == Power.MARK and order.target is not None and order.seat not in blocked
    )
    lead = most(marks)
    if len(lead) != 1:
        return None, bool(lead)
    if state.ruleset.mafia_kill == "majority" and marks[lead[0]] <= len(state.holders(Power.MARK)) / 2:
        return None, True
    return lead[0], False


def _by_boss(state: State, blocked: Set[int]) -> tuple[int | None, bool]:
    """The name that the boss sent, taken back or not; two different names, whoever sent them, are a miss."""
    names = names_sent(state, blocked)
    if len(names) > 1:
        return None, True
    boss = boss_of(state)
    sent = boss not in blocked and any((boss, name) in state.marks_sent for name in names)
    return (names.pop() if sent else None), False


def callers(state: State, victim: int | None, blocked: Set[int] = _NOBODY) -> set[int]:
    """Return the mafiosi whose mark the victim was: they come to the victim, and to nobody else."""
    if state.ruleset.mafia_kill == "boss":
        return {seat for seat, target in state.marks_sent if target == victim and seat not in blocked}
    return {o.seat for o in state.orders if o.power == Power.MARK and o.target == victim and o.seat not in blocked}
