"""Counting votes: how many each candidate has, and who leads (`rules.md` section 2, "Count", and 10a, mayor)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping


def weighed(votes: Iterable[tuple[int, int]], double: Collection[int] = ()) -> Counter[int]:
    """Return how many votes each target has, of (voter, target) pairs; those of the voters in `double` count twice."""
    found: Counter[int] = Counter()
    for voter, target in votes:
        found[target] += 2 if voter in double else 1
    return found


def most(counted: Mapping[int, int]) -> tuple[int, ...]:
    """Return the targets that share the most votes, the lowest number first; none where nobody has one."""
    top = max(counted.values(), default=0)
    return tuple(sorted(target for target, count in counted.items() if count == top))
