"""`Composition`: how many of each role, by the number of players (`rules.md` section 10)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from common.refusal import Refusal
from games.engine.options import MOST_PLAYERS, Problem
from games.engine.roles import ROLES, Side, side_of
from games.engine.ruleset import Ruleset
from games.engine.victory import outcome

REST = "citizen"


@dataclass(frozen=True, slots=True)
class Row:
    """From so many players on: how many of each role. Everybody else is a citizen."""

    players: int
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Composition:
    """A table of rows, each from a number of players up to the next row's.

    Problems have the option `composition` and these reasons (in brackets the `params`):

    - `unreadable` (row): not a table, or a number in it that is none, is negative or is too great
    - `row_twice` (players): two rows start at the same number
    - `no_row` (players): no row says what so many players get
    - `too_few_players` (players, min_players)
    - `unknown_role` (players, role)
    - `too_many_roles` (players, roles): more roles than players
    - `not_all_seats` (players, roles): citizens were counted too, and fewer roles than players came out
    - `no_mafia` (players)
    - `mafia_not_fewer` (players, mafia, town): the mafia must be fewer than the town
    - `without` (players, role, needs): a role that only makes sense beside another
    - `too_few_of` (players, role, least): a role that only makes sense several at a time
    - `too_many_of` (players, role, most)
    - `already_over` (players, winner): somebody would have won before the first day
    """

    rows: tuple[Row, ...]

    def for_players(self, players: int) -> dict[str, int]:
        """Return how many of each role so many players get, citizens included, roles that nobody gets left out.

        Raises `Refusal("composition_invalid", problems=[...])` when no row fits or it has more roles
        than there are players.
        """
        row = self.row_for(players)
        if row is None:
            raise _refused(_problem("no_row", players))
        counts = dict(row.counts)
        special = sum(count for role, count in counts.items() if role != REST)
        if special > players:
            raise _refused(_problem("too_many_roles", players, roles=special))
        counts[REST] = players - special
        order = [*ROLES, *sorted(set(counts) - set(ROLES))]
        return {role: counts[role] for role in order if counts.get(role)}

    def roles_for(self, players: int) -> list[str]:
        """Return the roles to deal to so many players, one entry for each seat. Raises as `for_players` does."""
        return [role for role, count in self.for_players(players).items() for _i in range(count)]

    def row_for(self, players: int) -> Row | None:
        """Return the row for so many players: the last that starts at no more, or None."""
        return max((row for row in self.rows if row.players <= players), key=lambda row: row.players, default=None)

    def problems(self, ruleset: Ruleset) -> list[Problem]:
        """Return everything that is wrong with the table for every number of players that the game may have.

        What is wrong for several numbers of one row is told once, for the first of them.
        """
        starts = [row.players for row in self.rows]
        found = [_problem("row_twice", start) for start in sorted(set(starts)) if starts.count(start) > 1]
        most = min(max(ruleset.max_players or MOST_PLAYERS, ruleset.min_players), MOST_PLAYERS)
        told: set[tuple[object, ...]] = set()
        for players in range(ruleset.min_players, most + 1):
            row = self.row_for(players)
            at_row = [_problem("no_row", players)] if row is None else problems_of(dict(row.counts), players, ruleset)
            for problem in at_row:
                kind = (row and row.players, problem.reason, problem.params.get("role"))
                if kind not in told:
                    told.add(kind)
                    found.append(problem)
        return found

    def to_json(self) -> dict[str, object]:
        """Return the table, fit for JSON; `from_json` gives an equal one back."""
        return {"rows": [{"players": row.players, "roles": dict(row.counts)} for row in self.rows]}

    @classmethod
    def from_json(cls, data: object) -> "Composition":
        """Read a table that `to_json` or a form wrote; rows are sorted and roles of nobody dropped.

        Whether it makes a game is for `problems` to say. Raises `Refusal("composition_invalid",
        problems=[...])` with every row that can't be read.
        """
        rows = data.get("rows") if isinstance(data, Mapping) else None
        if not isinstance(rows, list | tuple):
            raise _refused(Problem("composition", "unreadable", {"row": 0}))
        read = [_read_row(row) for row in rows]
        unread = [Problem("composition", "unreadable", {"row": n}) for n, row in enumerate(read, 1) if row is None]
        if unread:
            raise _refused(*unread)
        return cls(tuple(sorted((row for row in read if row is not None), key=lambda row: row.players)))


def problems_of(counts: Mapping[str, int], players: int, ruleset: Ruleset) -> list[Problem]:
    """Return everything that is wrong with giving these roles to so many players.

    Whoever is left is a citizen; if citizens are counted too, the numbers must come out even.
    Reasons as in `Composition`.
    """
    return list(_problems_of(dict(counts), players, ruleset))


def _problems_of(counts: dict[str, int], players: int, ruleset: Ruleset) -> Iterator[Problem]:
    if players < ruleset.min_players:
        yield _problem("too_few_players", players, min_players=ruleset.min_players)
    unknown = [role for role in counts if role not in ROLES]
    yield from (_problem("unknown_role", players, role=role) for role in unknown)
    given = sum(counts.values())
    if given > players:
        yield _problem("too_many_roles", players, roles=given)
    elif REST in counts and given < players:
        yield _problem("not_all_seats", players, roles=given)
    known = {role: count for role, count in counts.items() if role in ROLES and count > 0}
    for name, count in known.items():
        role = ROLES[name]
        if role.needs is not None and not known.get(role.needs):
            yield _problem("without", players, role=name, needs=role.needs)
        if count < role.least:
            yield _problem("too_few_of", players, role=name, least=role.least)
        if role.most is not None and count > role.most:
            yield _problem("too_many_of", players, role=name, most=role.most)
    sides: Counter[Side] = Counter()
    for name, count in known.items():
        sides[side_of(name)] += count
    if not unknown and REST not in counts:
        sides[side_of(REST)] += max(0, players - given)
    mafia, town = sides[Side.MAFIA], sides[Side.TOWN]
    end = outcome(mafia, sides[Side.MANIAC], town, ruleset.mafia_wins)
    if not mafia:
        yield _problem("no_mafia", players)
    elif unknown or given > players:
        return  # the sides can't be counted yet
    elif mafia >= town:
        yield _problem("mafia_not_fewer", players, mafia=mafia, town=town)
    elif end is not None:
        yield _problem("already_over", players, winner=end.winner)


def suggested(*, maniac: bool = False) -> Composition:
    """Return the table of `rules.md` section 10; with `maniac` a maniac from 15 players on.

    Its first row starts at 5 players, for hosts who lower `min_players`.
    """
    rows = [
        Row(5, (("mafia", 1), ("commissioner", 1))),
        Row(7, (("mafia", 2), ("commissioner", 1), ("doctor", 1))),
        Row(12, (("mafia", 3), ("commissioner", 1), ("doctor", 1))),
    ]
    # Four mafiosi from 19 on, and one more for each further six.
    steps = [
        (14, 3),
        *((15, 3) for _i in range(maniac)),
        *zip(range(19, MOST_PLAYERS + 1, 6), range(4, 99), strict=False),
    ]
    for players, mafia in steps:
        counts = [("mafia", mafia), ("commissioner", 1), ("doctor", 1), ("sergeant", 1)]
        if maniac and players >= 15:
            counts.append(("maniac", 1))
        rows.append(Row(players, tuple(counts)))
    return Composition(tuple(rows))


def _read_row(row: object) -> Row | None:
    roles = row.get("roles") if isinstance(row, Mapping) else None
    if not isinstance(row, Mapping) or not isinstance(roles, Mapping):
        return None
    numbers = [row.get("players"), *roles.values()]
    if not all(type(number) is int and 0 <= number <= MOST_PLAYERS for number in numbers):
        return None
    order = list(ROLES)
    counts = [(str(role), int(count)) for role, count in roles.items() if count]
    counts.sort(key=lambda pair: (order.index(pair[0]) if pair[0] in ROLES else len(order), pair[0]))
    return Row(int(row["players"]), tuple(counts))


def _problem(reason: str, players: int, **params: object) -> Problem:
    return Problem("composition", reason, {"players": players, **params})


def _refused(*problems: Problem) -> Refusal:
    return Refusal("composition_invalid", problems=list(problems))
