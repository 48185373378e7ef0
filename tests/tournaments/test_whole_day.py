"""A whole tournament that bots play through the services: three groups of nine, three games each, and the final.

The standings are held against a sum of its own from the logs' rows, which knows neither `record` nor `points`.
"""

from collections import Counter, defaultdict
from functools import partial
from itertools import pairwise

import pytest

from games import bots
from games.engine.composition import Composition, Row
from games.engine.deal import commitment
from games.models import Event, Game, Seat
from games.services import bot_table, practice
from tests.tournaments.day import SEED, Day
from tournaments import lots, services
from tournaments.models import FINAL, Entry, Group, Match, Score
from tournaments.services import demo, sweeping
from tournaments.tables import tables_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]

TOWN = {"citizen", "commissioner", "doctor", "sergeant"}
# Three of the mafia among nine, so that games are short.
PACK = (("mafia", 3), ("commissioner", 1), ("doctor", 1))
WORTH = {"citizen": 400, "mafia": 500, "commissioner": 500, "doctor": 500, "sergeant": 500, "maniac": 700}


def own_sum(game: Game) -> dict[str, tuple[int, int, int, int, int]]:
    """Return (cents, victories, wins as mafia, days, heart attacks) by nickname, from the rows of the log alone."""
    names = dict(Seat.objects.filter(game=game).values_list("number", "persona__name"))
    roles: dict[int, str] = {}
    alive, winners = set(names), set()
    found: dict[int, set[int]] = defaultdict(set)
    days: Counter[int] = Counter()
    cents: Counter[int] = Counter()
    saved: Counter[int] = Counter()
    marked: set[int] = set()
    for kind, data in Event.objects.filter(game=game).order_by("seq").values_list("kind", "data"):
        match kind:
            case "roles_dealt":
                roles = {int(seat): role for seat, role in data["roles"].items()}
            case "phase_opened" if data["phase"] == "night":
                days.update(alive)
                marked = set()
            case "check_made" if roles[data["target"]] == "mafia":
                found[data["seat"]].add(data["target"])
            case "order_given" if data["power"] == "mark":
                marked.add(data["target"])
            case "player_out":
                alive.discard(data["seat"])
                if data["how"] == "killed" and days[data["seat"]] == 1:
                    cents[data["seat"]] += 50
            case "night_resolved":
                # Nobody dies though the mafia has named one alone: it was the patient.
                if not data["failed"] and not data["killed"] and marked:
                    saved.update({doctor: 1 for doctor, patient in data["treated"] if marked == {patient}})
            case "game_won":
                winners = set(data["winners"])
    for seat in roles:
        cents[seat] += WORTH[roles[seat]] * (seat in winners) + min(25 * days[seat], 150)
        cents[seat] += min(100 * (len(found[seat]) + saved[seat]), 200)
    return {
        names[seat]: (
            cents[seat],
            int(seat in winners),
            int(seat in winners and roles[seat] not in TOWN),
            days[seat],
            0,
        )
        for seat in roles
    }


def test_a_tournament_of_bots(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(bot_table, "SOONEST", 0.3)
    monkeypatch.setattr(bot_table, "LATEST", 0.4)
    monkeypatch.setattr(practice.bots, "decide", partial(bots.decide, talk=False))
    caplog.set_level("ERROR")
    day = Day(
        27,
        groups=3,
        names="clone",
        games_each=3,
        qualifiers=3,
        composition=Composition((Row(5, (("mafia", 1),)), Row(9, PACK))),
    )
    day.close()
    assert [len(day.members(group)) for group in (1, 2, 3)] == [9, 9, 9]
    for number, host in enumerate(day.hosts, start=1):
        services.assign_host(tournament=day.tournament, by=day.organiser, group=day.group(number), host=host, at=day.at)
        services.take_group(group=day.group(number), member=host, at=day.at)

    day.at = demo.play(day.tournament, day.at)
    assert day.tournament.stage == "over"
    assert not caplog.records

    check_the_course(day)
    check_the_scores(day)
    check_the_places(day)
    assert services.rescore(tournament=day.tournament, at=day.at) == 0


def check_the_course(day: Day) -> None:
    """Three games for each group and one final; each at its time, each from the tournament's seed."""
    matches = list(Match.objects.filter(tournament=day.tournament).select_related("game", "group"))
    played = Counter(match.group.number for match in matches)
    assert played == {1: 3, 2: 3, 3: 3, FINAL: 1}
    assert {match.state for match in matches} == {"over"}
    for match in matches:
        game = match.game
        assert game is not None and game.host == match.group.host
        seed = lots.game_seed(SEED, match.group.number, match.number, match.attempt)
        assert game.commitment == commitment(seed)
        assert game.created_at == match.check_in_until == match.planned_at
    for group in Group.objects.filter(tournament=day.tournament):
        for before, after in pairwise([match for match in matches if match.group_id == group.pk]):
            assert after.planned_at == before.scored_at + day.tournament.rest
    assert day.tournament.commitment == commitment(SEED)
    assert not sweeping.due_tournaments(day.at)


def check_the_scores(day: Day) -> None:
    """Each score, and each line of each table, is what the sum from the logs says."""
    expected: dict[int, Counter[tuple[str, str]]] = defaultdict(Counter)
    kinds = ("cents", "victories", "mafia_wins", "days", "heart_attacks")
    for match in Match.objects.filter(tournament=day.tournament).select_related("game", "group"):
        assert match.game is not None
        own = own_sum(match.game)
        stored = {
            score.entry.persona.name: (
                score.cents, score.victories, score.mafia_wins, score.days, score.heart_attacks
            )
            for score in Score.objects.filter(match=match).select_related("entry__persona")
        }  # fmt: skip
        assert stored == own
        for name, values in own.items():
            expected[match.group.number].update(
                {(name, kind): value for kind, value in zip(kinds, values, strict=True)}
            )
    tables = tables_of(day.tournament)
    for number, lines in tables.lines.items():
        found = {
            (tables.entries[line.entry].persona.name, kind): getattr(line, kind) for line in lines for kind in kinds
        }
        assert {key: value for key, value in found.items() if value} == {
            key: value for key, value in expected[number].items() if value
        }


def check_the_places(day: Day) -> None:
    """Three of each group were in the final, everybody has a place of the own, and names are free again."""
    entries = list(Entry.objects.filter(tournament=day.tournament).select_related("persona"))
    assert sorted(entry.place or 0 for entry in entries) == list(range(1, 28))
    finalists = [entry for entry in entries if entry.finalist]
    assert Counter(entry.group_id for entry in finalists) == {day.group(number).pk: 3 for number in (1, 2, 3)}
    assert sorted(entry.place or 0 for entry in finalists) == list(range(1, 10))
    tables = tables_of(day.tournament)
    best = {number: [placed.line.entry for placed in tables.placed(number, SEED)[:3]] for number in (1, 2, 3)}
    assert sorted(entry.number for entry in finalists) == sorted(number for three in best.values() for number in three)
    assert not any(entry.persona.holds_name for entry in entries)
