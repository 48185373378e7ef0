"""What is said of whole games: every event has its words, in Russian and in English, and none of a third language."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone, translation

from accounts.models import Persona, User
from forum.models import Post
from games import playscript, services, words
from games.engine import events as e
from games.engine.options import TIMED_PHASES
from games.engine.position import IN_PLAY
from games.engine.roles import ROLES as ALL_ROLES
from games.engine.roles import Power, Side
from games.herald import SILENT, SPEAK
from games.herald.clock import OPENED, length
from games.models import Event, Game
from games.services import timekeeping
from games.services.work import work_on
from tests.factories import ROLES, Played, make_game
from tests.games import conference
from tests.games.checks import words as text_of

SCENARIOS = sorted((Path(__file__).parent.parent / "scenarios").glob("[cf]*.yaml"))
LATIN = re.compile(r"[A-Za-z]{2,}")
CYRILLIC = re.compile(r"[А-Яа-яЁё]{2,}")
LEFT_OVER = re.compile(r"%\(|\{[a-z_]*\}|&lt;|None|№ \d+\b(?=.*player)")


def test_every_kind_of_event_speaks_or_is_silent_on_purpose() -> None:
    kinds = set(e.KINDS.values())
    assert len(kinds) > 30
    assert set(SPEAK) | SILENT == kinds
    assert not set(SPEAK) & SILENT


def test_every_phase_that_can_open_has_words() -> None:
    assert {*IN_PLAY, "finished", "cancelled"} == set(OPENED)
    assert set(TIMED_PHASES) <= set(OPENED)


# ---------- whole games in one language


def moderated(game: Game) -> Iterator[Post]:
    """Return everything that the moderator wrote in a game: reports, lines, chapters, private messages."""
    talks = game.seats.values_list("talk", flat=True)
    for post in Post.objects.filter(thread__in=[game.thread_id, *talks]).select_related("author"):
        if post.author is None or post.style != Post.Style.POST:
            yield post


def foreign(game: Game, language: str) -> list[str]:
    """Return what is of the other script in the moderator's texts, nicknames, seals and the host's words aside."""
    known = [seat.persona.name for seat in game.seats.select_related("persona")] + [game.host.name, game.commitment]
    known += [game.title, game.theme, game.description, "Нарушение правил.", "VI", *NAMES_OF_TABLE]
    found = []
    for post in moderated(game):
        for text in (text_of(post), post.source):
            for name in sorted(filter(None, known), key=len, reverse=True):
                text = text.replace(name, " ")
            other = LATIN if language == "ru" else CYRILLIC
            found += [f"{match[0]!r} in {post.source!r}" for match in other.finditer(text)]
            found += [f"{match[0]!r} left over in {post.source!r}" for match in LEFT_OVER.finditer(post.source)]
    return found


NAMES_OF_TABLE = ("Чага", "Новый Груздь", "Груздь")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "language"),
    # Every other game in Russian; that every event has its words in both is asked below.
    [pytest.param(path, ("ru", "en")[turn % 2], id=path.stem) for turn, path in enumerate(SCENARIOS)],
)
def test_a_whole_game_is_told_in_one_language(path: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    create, made = services.create_game, []

    def in_language(**options: Any) -> Game:
        made.append(create(**{**options, "language": language}))
        return made[-1]

    monkeypatch.setattr(services, "create_game", in_language)
    with translation.override("en" if language == "ru" else "ru"):
        playscript.play(path)
    (game,) = made
    assert Post.objects.filter(thread=game.thread).count() > 5
    assert foreign(game, language) == []


# ---------- every event, in both languages


def before_the_deal(language: str, clock: Any) -> Played:
    """A sign-up with everything that can happen in one."""
    played = make_game(7, language=language, clock=clock, title="", theme="")
    common: dict[str, Any] = {"game": played.game, "at": timezone.now()}
    services.withdraw(seat=7, **common)
    services.remove_clone(seat=6, host=played.host, **common)
    services.rename(seat=5, name="Новый Груздь", **common)
    services.change_options(host=played.host, options={"day": "24h"}, composition=None, **common)
    services.extend(host=played.host, by=timedelta(hours=2), **common)
    return played.end_phase().end_phase()


def a_day_of_everything(language: str, clock: Any) -> Played:
    """A day with pauses, moves of the deadline, an outage, notices, changed and voided votes, and the guard."""
    played = make_game(
        9, language=language, clock=clock, title="", theme="", options={"tie": "random", "stalemate_after": 2}
    ).to_day({**ROLES, "Опёнок": "sergeant"})
    host = {"game": played.game, "host": played.host}
    services.pause(**host, at=timezone.now())
    services.resume(**host, at=timezone.now())
    for hours in (2, -1):
        services.extend(**host, by=timedelta(hours=hours), at=timezone.now())
    services.change_options(
        **host, options={"weekly_pause": "Mon 20:00 - Tue 09:00"}, composition=None, at=timezone.now()
    )
    services.beat(timezone.now())
    clock.shift(timedelta(hours=1))
    services.beat(timezone.now())
    timekeeping.credit(game_id=played.game.pk, now=timezone.now())
    played.vote("Груздь", "Лисичка").vote("Груздь", "Волнушка").vote("Лисичка", "Волнушка")
    services.withdraw_vote(game=played.game, seat=played.seats["Груздь"], at=timezone.now())
    services.give_notice(game=played.game, seat=played.seats["Маслёнок"], first=1, last=3, at=timezone.now())
    services.leave_advance_vote(
        game=played.game, seat=played.seats["Маслёнок"], day=2, target="Рыжик", at=timezone.now()
    )
    played.heart_attack("Волнушка")
    played.vote("Груздь", "Лисичка").vote("Лисичка", "Груздь").away(*played.living()).end_phase()
    bench = played.state().bench
    services.finish_last_word(game=played.game, seat=bench[0], at=timezone.now())
    assert played.phase == "night"
    for name, text in (("Мухомор", "Рыжик"), ("Рыжик", "пас"), ("Рыжик", "отмена"), ("Рыжик", "Боровик")):
        played.tell(name, text)
    played.tell("Поганка", "Опёнок")
    played.tell("Боровик", "Рыжик")
    played.heart_attack("Боровик")
    played.heart_attack("Рыжик")
    return played.end_phase()


def the_rest_of_the_night(language: str, clock: Any) -> Played:
    """A night with killers told, checks and treatments reported, marks that differ, and the mass guard."""
    options = {"report_killer": "on", "report_check": "on", "silent_removed": "on", "stalemate_after": 3}
    played = make_game(9, language=language, clock=clock, title="", theme="", options=options).to_day(
        {**ROLES, "Сморчок": "maniac", "Опёнок": "mafia"}
    )
    played.end_phase()
    services.advance(game_id=played.game.pk, now=timezone.now() + timedelta(days=1))
    clock.shift(timedelta(days=1))
    for name, target in {"Мухомор": "Груздь", "Поганка": "Лисичка", "Боровик": "Мухомор", "Рыжик": "Груздь"}.items():
        played.tell(name, target)
    played.end_phase()
    played.votes("Лисичка", *[name for name in played.living() if name not in ("Лисичка", "Маслёнок")])
    played.vote("Лисичка", "Груздь").end_phase().end_phase()
    for name in ("Мухомор", "Поганка", "Опёнок"):
        played.tell(name, "Боровик")
    return played.end_phase().to_end()


def nothing_happens(language: str, clock: Any) -> Played:
    """Rounds in which nobody leaves: a warning, then a draw; a tie and a runoff on the way."""
    played = make_game(7, language=language, clock=clock, title="", theme="", options={"stalemate_after": 2})
    played.to_day(ROLES).to_night().end_phase()
    played.to_last_word("Груздь", "Опёнок").end_phase()
    played.end_phase().end_phase()
    return played


def called_off(language: str, clock: Any) -> Played:
    """A game that the host calls off."""
    played = make_game(7, language=language, clock=clock, title="", theme="").to_day(ROLES)
    services.call_off(game=played.game, host=played.host, at=timezone.now())
    return played


def a_conference(language: str, clock: Any) -> Played:
    """Evening, trial, boss, and every further role."""
    return conference.play(conference.make_conference(clock, language=language, title="", theme=""))


TOURS = [before_the_deal, a_day_of_everything, the_rest_of_the_night, nothing_happens, called_off, a_conference]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_event_is_told_in_both_languages(language: str, clock: Any) -> None:
    kinds: set[str] = set()
    for tour in TOURS:
        Game.objects.update(phase="cancelled")
        with translation.override("en" if language == "ru" else "ru"):
            played = _fresh(tour, language, clock)
        found = foreign(played.game, language)
        assert found == [], tour.__name__
        kinds |= set(Event.objects.filter(game=played.game).values_list("kind", flat=True))
    assert {cls.kind for cls in SPEAK} - kinds == set(), "a kind of event that no game of this test has"


def _fresh(tour: Callable[[str, Any], Played], language: str, clock: Any) -> Played:
    """Play a tour; the people and nicknames of the one before are out of its way."""
    Persona.objects.update(holds_name=False)
    User.objects.all().update(email=None)
    return tour(language, clock)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_words_of_the_game_are_of_one_language(language: str) -> None:
    tables = [
        words.ROLE, words.SIDE, words.WON, words.REASON, words.HOW, words.SIDE_BY, words.POWER_ASK, words.ROLE_DUTY,
        words.BOSS_DUTY, words.PHASE, {"": words.EXECUTED},
    ]  # fmt: skip
    with translation.override(language):
        texts = [str(text) for table in tables for text in table.values()]
        texts += [words.phase_name(name, 3) for name in IN_PLAY]
        texts += [words.role(""), words.votes(1), words.votes(2), words.votes(5), words.when_out("night", 2)]
        texts += [length(timedelta(seconds=n)) for n in (0, 1, 59, 60, 61, 3600, 3661, 90000)]
    other = LATIN if language == "ru" else CYRILLIC
    assert [text for text in texts if other.search(text)] == []
    assert set(words.ROLE) == set(ALL_ROLES) == set(words.ROLE_DUTY)
    assert set(words.BOSS_DUTY) == {name for name, role in ALL_ROLES.items() if role.side is Side.MAFIA}
    assert set(words.POWER_ASK) == set(Power)


def test_numbers_have_their_russian_forms() -> None:
    with translation.override("ru"):
        assert [words.votes(n) for n in (1, 2, 5, 11, 21, 22, 25)] == [
            "1 голос", "2 голоса", "5 голосов", "11 голосов", "21 голос", "22 голоса", "25 голосов",
        ]  # fmt: skip
        assert length(timedelta(hours=21, minutes=32)) == "21 час 32 минуты"


# ---------- what is for all holds nothing that is for some (E076)


def public_story(roles: dict[str, str], secrets: list[dict[str, str]], clock: Any) -> tuple[list[str], list[str]]:
    """Play three days with one public history; return what the thread and what an honest citizen got to read."""
    Game.objects.update(phase="cancelled")
    Persona.objects.update(holds_name=False)
    User.objects.all().update(email=None)
    played = make_game(12, clock=clock, options={"report_check": "on", "stalemate_after": 0})
    with work_on(played.game.pk, played.now()) as work:
        forced = {number: roles.get(name, "citizen") for name, number in played.seats.items()}
        work.record(work.table.deal(at=played.now(), roles=forced))
    played.acknowledge()
    for orders in secrets:
        if "Груздь" in played.living():
            played.votes("Груздь", "Лисичка", "Волнушка")
        played.away(*played.living())
        while played.phase != "night":
            played.end_phase()
        for name, target in orders.items():
            played.tell(name, target)
        played.end_phase()
    public = [
        post.source.replace(played.game.commitment, "") for post in Post.objects.filter(thread=played.game.thread)
    ]
    mine = [post.source for post in Post.objects.filter(thread=played.seat("Трюфель").talk)]
    return public, mine


@pytest.mark.django_db
def test_two_games_with_one_public_history_are_told_alike(clock: Any) -> None:
    start = timezone.now()
    one = public_story(
        {"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "doctor"},
        [
            {"Мухомор": "Сморчок", "Поганка": "Сморчок", "Боровик": "Мухомор", "Рыжик": "Волнушка"},
            {"Мухомор": "Волнушка", "Поганка": "Маслёнок", "Боровик": "Чага"},
        ],
        clock,
    )
    clock.move_to(start)
    other = public_story(
        {"Опёнок": "mafia", "Чага": "mafia", "Маслёнок": "commissioner", "Поганка": "doctor"},
        [
            {"Чага": "Сморчок", "Маслёнок": "Опёнок", "Поганка": "Волнушка"},
            {"Чага": "Маслёнок", "Опёнок": "Мухомор", "Маслёнок": "Чага"},
        ],
        clock,
    )
    assert one[0] == other[0]
    assert one[1] == other[1]
    assert len(one[0]) > 20 and len(one[1]) >= 4
