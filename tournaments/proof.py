"""What anybody needs to repeat everything that was drawn in a tournament, once its seed is public (section 8)."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.http import Http404

from games.engine.deal import commitment
from tournaments import lots
from tournaments.models import FINAL, Happening, Tournament, TournamentSeed
from tournaments.selectors_scores import Sheet
from tournaments.standings import STEPS, Placed


def proof_of(sheet: Sheet) -> dict[str, object]:
    """Return the seed, the groups as they were drawn, the seal of each game, and every lot, fit for JSON.

    Whether it all follows from the seed is for the reader to check (`scripts/verify_tournament.py`).
    Raises Http404 while the tournament is not over.
    """
    tournament, seed = sheet.tournament, sheet.seed
    if tournament.stage != Tournament.Stage.OVER or seed is None:
        raise Http404
    return {
        "commitment": tournament.commitment,
        "seed": seed.hex(),
        "names": {str(number): entry.persona.name for number, entry in sheet.tables.entries.items()},
        "groups": _drawn(tournament),
        "games": [
            {
                "group": match.group.number,
                "number": match.number,
                "attempt": match.attempt,
                "commitment": match.game.commitment,
            }
            for match in sheet.matches
            if match.game is not None
        ],
        "lots": list(_lots(sheet, seed)),
    }


def public_seed(tournament: Tournament) -> str | None:
    """Return the organiser's seed in hexadecimal digits, None until the tournament has ended or was called off."""
    return bytes(TournamentSeed.objects.get(tournament=tournament).seed).hex() if tournament.ended else None


def kept(sheet: Sheet) -> bool:
    """Whether the seed is the one whose seal was published."""
    return sheet.seed is not None and commitment(sheet.seed) == sheet.tournament.commitment


def _drawn(tournament: Tournament) -> list[list[int]]:
    """Return the groups as they were told when they were drawn: whoever stepped in later is not among them."""
    told = Happening.objects.filter(tournament=tournament, kind=Happening.Kind.DRAWN).order_by("pk").first()
    groups: list[list[int]] = told.data["groups"] if told else []
    return groups


def _lots(sheet: Sheet, seed: bytes) -> Iterator[dict[str, object]]:
    for number in sheet.groups:
        yield from _of_table(lots.of_group(number), sheet.placed(number))
    # The final's last seats and the places behind it come from the table of all groups together.
    if any(number != FINAL for number in sheet.groups):
        yield from _of_table(lots.OF_ALL, sheet.tables.placed_all(seed))


def _of_table(purpose: str, rows: Iterable[Placed]) -> Iterator[dict[str, object]]:
    """Yield each lot of a table: who was still equal, and whom it gave the place."""
    for _worth, run in groupby(rows, key=_all_steps):
        alike = list(run)
        equal = sorted(row.line.entry for row in alike)
        for row in alike[:-1]:
            yield {"purpose": purpose, "place": row.place, "equal": list(equal), "entry": row.line.entry}
            equal.remove(row.line.entry)


def _all_steps(row: Placed) -> tuple[int, ...]:
    return (row.line.cents, *(getattr(row.line, step) for step in STEPS))
