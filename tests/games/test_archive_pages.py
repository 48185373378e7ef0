"""What has been: protocol, past votes, story, check of the deal, and the archive."""

import dataclasses
import json
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import services, story
from games.engine import events as e
from games.engine.ruleset import Ruleset
from games.models import Game
from games.selectors import chronicle
from tests.factories import HOST, Played, client_of, make_game, make_user
from tests.games import conference

pytestmark = pytest.mark.django_db

ARCHIVE = reverse("games:archive")
SCRIPT = Path(__file__).parents[2] / "scripts" / "verify_deal.py"
SECRET_PAGES = ("story", "proof", "proof_json")


def text(answer) -> str:
    assert answer.status_code == 200
    main = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split()).replace(" ,", ",")


def played_through(**options: object) -> Played:
    """Play a tie with a runoff, a night with every order, a silent and an inactive, and an end by heart attack."""
    played = make_game(players=9, **options)  # type: ignore[arg-type]
    played.to_last_word("Груздь", "Лисичка").end_phase()
    played.votes("Груздь", *(name for name in played.living() if name != "Груздь")).vote(
        "Груздь", "Лисичка"
    ).end_phase()
    played.tell("Мухомор", "Лисичка")
    played.tell("Поганка", "Лисичка")
    played.tell("Боровик", "Мухомор")
    played.tell("Рыжик", "Рыжик")
    played.end_phase()
    played.post("Опёнок", "Только слова.")
    others = [name for name in played.living() if name not in ("Опёнок", "Волнушка")]
    played.votes("Мухомор", *(name for name in others if name != "Мухомор")).vote(
        "Мухомор", "Рыжик"
    ).end_phase().end_phase()
    return played


# ---------- the protocol ----------


def test_the_protocol_has_a_line_for_each_phase_that_brought_something() -> None:
    shown = text(Client().get(played_through().url("protocol")))
    for line in (
        "Вечер 1 Тюрьма: Груздь, честный житель",
        "Ночь 1 Врач лечит: Рыжик Убийство: Лисичка, честный житель",
        "Вечер 2 Тюрьма: Мухомор, мафия",
        "Молчание: Опёнок, честный житель",
        "Неактивность: Волнушка, роль не раскрыта",
    ):
        assert line in shown, (line, shown)


def test_the_protocol_says_who_killed_when_the_game_is_over() -> None:
    played = played_through()
    assert "убийца" not in text(Client().get(played.url("protocol")))
    played.to_end()
    assert "убийца: мафия" in text(Client().get(played.url("protocol")))


def test_the_protocol_says_who_killed_where_the_game_tells_it() -> None:
    assert "убийца: мафия" in text(Client().get(played_through(options={"report_killer": True}).url("protocol")))


def test_every_past_vote_stands_with_its_voters_and_the_open_one_does_not() -> None:
    played = make_game(players=9)
    played.to_last_word("Груздь", "Лисичка").end_phase()
    played.vote("Мухомор", "Груздь")
    shown = text(Client().get(played.url("protocol"))).split("Прошлые голосования")[1]
    assert "День 1" in shown and "Второй тур" not in shown
    played.vote("Поганка", "Лисичка").vote("Боровик", "Груздь").end_phase()
    shown = text(Client().get(played.url("protocol")))
    assert "Второй тур, день 1 Груздь 2 голоса Мухомор, Боровик Лисичка 1 голос Поганка" in shown


def test_the_protocol_of_a_running_game_holds_nothing_secret() -> None:
    played = make_game(players=9, clock=None).to_day()
    played.to_night()
    played.tell("Боровик", "Мухомор")
    for who in ("", "Груздь", "Боровик", HOST):
        shown = text(played.client(who).get(played.url("protocol")))
        assert "мафия" not in shown and "комиссар" not in shown and "Боровик" not in shown


def test_the_protocol_reads_in_english_too() -> None:
    played = played_through(reader_language="en", language="en")
    shown = text(played.client("Рыжик").get(played.url("protocol"))).split("The host's protocol")[1]
    assert "Evening 1 Jail: Груздь, citizen" in shown and "Second round, day 1" in shown
    for name in played.seats:
        shown = shown.replace(name, "")
    assert not re.search("[а-яё]", shown.lower()), shown


# ---------- before the end there is no story ----------


@pytest.mark.parametrize("name", SECRET_PAGES)
def test_nobody_reads_the_secrets_before_the_end(name: str) -> None:
    played = make_game()
    stations = (lambda: None, played.deal, played.acknowledge, played.to_night)
    for station in stations:
        station()
        for who in ("", "Груздь", "Мухомор", HOST):
            assert played.client(who).get(played.url(name)).status_code == 404
    played.to_end() if played.phase == "day" else played.end_phase().to_end()
    assert Client().get(played.url(name)).status_code == 200


@pytest.mark.parametrize("name", ["proof", "proof_json"])
def test_what_was_never_dealt_can_not_be_checked(name: str) -> None:
    played = make_game()
    services.call_off(game=played.game, host=played.host, at=played.now())
    assert Client().get(played.url(name)).status_code == 404
    assert "Роль не роздана" in text(Client().get(played.url("story")))


# ---------- the story ----------


def test_the_story_tells_the_nights_secrets() -> None:
    played = played_through().to_end()
    shown = text(Client().get(played.url("story")))
    for line in (
        "Мухомор (мафия): метка, Лисичка",
        "Боровик (комиссар): проверить, Мухомор",
        "Боровик (комиссар): проверка, Мухомор: мафия",
        "Рыжик (врач): лечить, Рыжик",
        "Роли розданы: Мухомор (мафия)",
        "Выбывает Лисичка (честный житель): убийство, убийца: мафия",
        # Its role was not shown in the game; the story shows it.
        "Выбывает Волнушка (честный житель): неактивность",
        "Победа мирных жителей",
    ):
        assert line in shown, (line, shown)


def test_the_story_names_those_who_left_the_sign_up() -> None:
    played = make_game(players=8)
    services.withdraw(game=played.game, seat=played.seats["Волнушка"], at=played.now())
    services.rename(game=played.game, seat=played.seats["Груздь"], name="Масляк", at=played.now())
    del played.seats["Волнушка"]
    played.to_end()
    shown = text(Client().get(played.url("story")))
    assert (
        "Волнушка: место возвращено" in shown and "Масляк: новый ник" in shown and "№" not in shown.split("Игра №")[-1]
    )


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_kind_of_event_has_words_or_is_named_as_untold(language: str) -> None:
    kinds = set(e.KINDS.values())
    assert set(story.TELL) | story.UNTOLD == kinds and not set(story.TELL) & story.UNTOLD
    assert set(story.TELL) >= story.SECRET
    seen: set[type] = set()
    games = (
        played_through().to_end(),
        make_game(tag="б").to_day({"Мухоморб": "mafia"}).to_end(),
        conference.play(conference.make_conference(people_of="c")).to_end(),
    )
    with translation.override(language):
        for played in games:
            chapters = chronicle(Game.objects.get(pk=played.game.pk))
            seen |= {type(event) for chapter in chapters for event in chapter.events}
            told = story.story(chapters, {number: name for name, number in played.seats.items()})
            lines = [line.text for part in told for line in part.lines]
            assert all(line and "%(" not in line for line in lines)
            events = [event for chapter in chapters for event in chapter.events]
            aside = sum(len(event.blocked) + len(event.lucky) for event in events if isinstance(event, e.NightResolved))
            assert len(lines) == sum(type(event) not in story.UNTOLD for event in events) + aside
    assert seen >= {e.ComparisonMade, e.WatchMade, e.BossChosen, e.VerdictClosed, e.MayorDeclared, e.VengeanceNamed}
    assert seen >= {e.OrderGiven, e.CheckMade, e.NightResolved, e.VoteClosed, e.PlayerOut, e.GameWon}


@pytest.mark.parametrize("kind", sorted(story.TELL, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_line_of_every_kind_can_be_told(kind: type[e.Event], language: str) -> None:
    """Events with plain values in every field, so that rare kinds are worded too."""
    values: dict[str, object] = {
        "at": datetime(2026, 6, 8, tzinfo=UTC), "seat": 1, "target": 2, "how": "jailed", "role": "doctor", "by": (),
        "ruleset": Ruleset(), "composition": {}, "commitment": "", "deadline": datetime(2026, 6, 9, tzinfo=UTC),
        "roles": {1: "doctor"}, "remaining": timedelta(hours=1), "first": 1, "last": 2, "day": 1, "seats": (1, 2),
        "round": "day", "votes": (), "leaders": (1,), "living": 5, "among": (1, 2), "chosen": 1, "jailed": 0,
        "power": "mark", "killed": (), "treated": (), "failed": True, "checked": False, "awake": (), "result": "town",
        "accused": 1, "guilty": True, "condemned": True, "second": 2, "same": True, "visitors": (2,),
        "quiet": 1, "rounds": 3, "winner": "draw", "reason": "stalemate", "winners": (),
    }  # fmt: skip
    values["by"] = timedelta(hours=1) if kind in (e.DeadlineMoved, e.OutageCredited) else ("mafia",)
    fields = [field.name for field in dataclasses.fields(kind) if field.name in values]
    event = kind(**{name: values[name] for name in fields})
    with translation.override(language):
        line = story.TELL[kind](story.Teller({1: "Груздь", 2: "Лисичка"}, {1: "doctor"}), event)
    assert line and "%(" not in line
    if language == "ru":
        assert re.search("[а-яА-Я]", line.replace("Груздь", "").replace("Лисичка", "")) or "→" in line


# ---------- the check of the deal ----------


def test_anyone_can_repeat_the_deal(tmp_path: Path) -> None:
    played = make_game(players=9).deal().acknowledge().to_end()
    answer = Client().get(played.url("proof_json"))
    assert answer["Content-Type"] == "application/json" and "attachment" in answer["Content-Disposition"]
    file = tmp_path / "deal.json"
    file.write_bytes(answer.content)
    checked = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "ok\n"), checked.stdout
    deal = json.loads(answer.content)
    assert deal["commitment"] == played.game.commitment and deal["names"] == list(played.seats)
    deal["dealt"][0] = "citizen" if deal["dealt"][0] != "citizen" else "mafia"
    file.write_text(json.dumps(deal))
    assert subprocess.run([sys.executable, SCRIPT, file], capture_output=True).returncode == 1
    page = Client().get(played.url("proof")).content.decode()
    for part in (
        deal["seed"],
        deal["commitment"],
        "python verify_deal.py",
        "def disagreements",
        played.url("proof_json"),
    ):
        assert part in page, part


def test_the_program_on_the_page_is_the_one_of_the_project() -> None:
    played = make_game().to_end()
    page = Client().get(played.url("proof")).content.decode()
    shown = re.findall(r'<pre class="code"[^>]*><code>(.*?)</code></pre>', page, re.DOTALL)[-1]
    for sign, escaped in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        shown = shown.replace(sign, escaped)
    assert shown.strip() == SCRIPT.read_text(encoding="utf-8").strip()


# ---------- the archive ----------


def test_the_archive_holds_what_was_played_and_nothing_else() -> None:
    make_game(title="Набирается")
    make_game(title="Идёт", tag="б").to_day()
    make_game(title="Сыграна", tag="в").to_day({"Мухоморв": "mafia"}).to_end()
    called_off = make_game(title="Не собралась", tag="г")
    services.call_off(game=called_off.game, host=called_off.host, at=called_off.now())
    broken_off = make_game(title="Прервана", tag="д").to_day()
    services.call_off(game=broken_off.game, host=broken_off.host, at=broken_off.now())
    shown = text(Client().get(ARCHIVE))
    assert "Сыграна" in shown and "Прервана" in shown and "Победа мирных жителей" in shown
    assert not any(title in shown for title in ("Набирается", "Идёт", "Не собралась"))


def test_the_archive_has_pages_and_marks_ones_own_games() -> None:
    played = make_game(title="Последняя").to_end()
    shown = text(played.client("Груздь").get(ARCHIVE))
    assert "вы: Груздь" in shown and "вели вы" in text(played.client(HOST).get(ARCHIVE))
    assert "Груздь" not in text(client_of(make_user("ann@example.org")).get(ARCHIVE))
    for query in ("?page=2", "?page=0", "?page=x", "?page=%00"):
        assert "Последняя" in text(Client().get(ARCHIVE + query))
