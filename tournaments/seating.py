"""Groups: how many and how great, who sits in which, and who hosts them (`rules.md` section 11).

How the draw comes from the organiser's seed, in full: the numbers of the entries are laid out in rising order.
For i from the last place down to 1, counted from 0, place i changes places with the place
`choose(seed, "groups", i, i + 1)` (`games/engine/deal.py`). The first group gets as many from the start as it has
places, the second as many of those that follow, and so on.
"""

from collections.abc import Collection, Iterable, Sequence

from games.engine.deal import choose

PURPOSE = "groups"


def sizes(players: int, groups: int | None = None, size: int | None = None) -> list[int]:
    """Return the sizes of the groups, which differ by one at most, the larger first.

    Either the number of groups is given, or the size that a group should have: then there are so many groups that
    their size comes as near to it as it can (of two numbers as near, the fewer groups). Raises ValueError where
    neither or both are given, or somebody or a group would be left with nobody.
    """
    if (groups is None) == (size is None):
        raise ValueError("either the number of groups or their size")
    if groups is None:
        if size is None or size < 1 or players < 1:
            raise ValueError(f"no groups of {size} with {players} players")
        groups = _number_for(players, size)
    if not 1 <= groups <= players:
        raise ValueError(f"{players} players can't make {groups} groups")
    each, larger = divmod(players, groups)
    return [each + 1] * larger + [each] * (groups - larger)


def _number_for(players: int, size: int) -> int:
    """Return the number of groups whose mean size is nearest to the one wanted, in whole numbers."""
    fewer = max(players // size, 1)
    more = fewer + 1
    # |players / fewer - size| against |players / more - size|, both times fewer * more.
    off_fewer, off_more = abs(players - size * fewer) * more, abs(players - size * more) * fewer
    return fewer if off_fewer <= off_more or more > players else more


def draw(entries: Iterable[int], groups: int, seed: bytes) -> list[list[int]]:
    """Return the groups, drawn from the seed: the numbers of the entries, in each group in rising order.

    Everybody is in one group and nobody in two; every way to divide them is equally likely. The order in which
    the entries are given does not matter. Raises ValueError for an entry given twice, and as `sizes` does.
    """
    places = sorted(entries)
    if len(set(places)) < len(places):
        raise ValueError("an entry given twice")
    counts = sizes(len(places), groups)
    for i in range(len(places) - 1, 0, -1):
        j = choose(seed, PURPOSE, i, i + 1)
        places[i], places[j] = places[j], places[i]
    starts = [sum(counts[:number]) for number in range(len(counts))]
    return [sorted(places[start : start + count]) for start, count in zip(starts, counts, strict=True)]


def assign_hosts(groups_of_players: Sequence[Collection[int]], hosts: Iterable[int]) -> list[int | None]:
    """Return a host for each group, in the order of the groups; None where there is none left for it.

    Hosts and players are numbers of persons: the same number is the same person. Nobody hosts the own group or two
    groups, as many groups as possible get a host, and hosts who are given first come before others.
    """
    found: list[int | None] = [None] * len(groups_of_players)

    def settle(host: int, asked: set[int]) -> bool:
        """Find a group for a host, who may take one over from another host for whom there is one elsewhere."""
        may = [group for group, players in enumerate(groups_of_players) if host not in players]
        # A free group is taken first, so that hosts stand in their order where nothing speaks against it.
        for group in sorted(may, key=lambda group: found[group] is not None):
            if group in asked:
                continue
            asked.add(group)
            before = found[group]
            if before is None or settle(before, asked):
                found[group] = host
                return True
        return False

    for host in dict.fromkeys(hosts):
        settle(host, set())
    return found
