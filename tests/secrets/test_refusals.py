"""Every refusal of `rules.md` section 9 through the pages: provoked, worded, in both languages, the text kept."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts import selectors as people
from accounts.models import User
from games import problems
from games.engine.options import Problem
from games.refusals import SENTENCES
from tests.factories import HOST, ROLES, Played, client_of, make_game, make_user
from tests.secrets.forms import filled

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
# What no page leads to: to everybody but the host the desk does not exist (404), whatever is sent to it.
NOT_REACHED = frozenset({"not_host"})
# These come as sentences beside the fields of a set-up: see `test_all_that_is_wrong_with_a_set_up_is_said`.
IN_FIELDS = frozenset({"options_invalid", "composition_invalid"})
OUTSIDER = "outsider"


def codes_of_the_rulebook() -> set[str]:
    """Return the codes that section 9 lists."""
    text = RULES.read_text(encoding="utf-8")
    section = text[text.index("## 9.") : text.index("## 10.")]
    return set(re.findall(r"`([a-z_]+)`", section))


@dataclass(frozen=True)
class Try:
    """A form that must be refused: who sends it where, and what stands in it. `kept` is found again on the page."""

    code: str
    who: str
    page: str
    fields: Mapping[str, object] = field(default_factory=dict)
    kwargs: Mapping[str, object] = field(default_factory=dict)
    kept: str = ""


def in_signup(clock: Any) -> Iterator[tuple[Played, Try]]:
    """Too few on the list, and names of all kinds."""
    played = make_game(names=("Рома", "Груздь", "Опёнок"), clock=clock, options={"max_players": 12})
    host = {"phase": "signup-0"}

    def joins(code: str, name: str, text: str = "Пустите.", who: str = OUTSIDER) -> tuple[Played, Try]:
        return played, Try(code, who, "join", {"name": name, "announcement": text}, kept=name)

    yield played, Try("too_few_players", HOST, "desk_act", host, {"act": "deal"})
    yield played, Try("not_in_game", OUTSIDER, "withdraw")
    yield joins("host_cannot_play", "Чага", who=HOST)
    yield joins("already_joined", "Чага", who="Груздь")
    yield joins("nick_invalid", "Чага!")
    yield joins("nick_reserved", "ведущий")
    yield joins("nick_taken", "груздь")
    yield joins("nick_confusable", "Poma")
    yield joins("text_empty", "Чага", "   ")


def in_a_full_game(clock: Any) -> Iterator[tuple[Played, Try]]:
    """The last seat is taken."""
    played = make_game(6, clock=clock, options={"max_players": 6})
    yield played, Try("game_full", OUTSIDER, "join", {"name": "Чага", "announcement": "Пустите."}, kept="Чага")


def by_day(clock: Any) -> Iterator[tuple[Played, Try]]:
    """Day 1, with somebody out."""
    played = make_game(9, clock=clock).to_day().heart_attack("Лисичка")
    clock.shift(timedelta(minutes=1))
    seat = played.seats

    def votes(code: str, target: object) -> tuple[Played, Try]:
        return played, Try(code, "Груздь", "vote", {"target": target})

    yield played, Try("not_alive", "Лисичка", "post", {"text": "Я ещё здесь."}, kept="Я ещё здесь.")
    yield played, Try("roster_locked", "Груздь", "rename", {"name": "Чага"})
    yield played, Try("wrong_phase", "Груздь", "done")
    yield played, Try("day_over", "Груздь", "away", {"first": "0", "last": "1"})
    yield played, Try("night_vote_off", "Груздь", "post", {"text": "[vote]ночь[/vote] и всё"}, kept="и всё")
    yield played, Try("no_notice", "Груздь", "advance_vote", {"day": "3", "target": str(seat["Опёнок"])})
    yield played, Try("notice_too_long", "Груздь", "away", {"first": "1", "last": "30"})
    yield played, Try("text_too_long", "Груздь", "post", {"text": "длинно " * 4000}, kept="длинно длинно")
    yield votes("target_unknown", "Подосиновик")
    yield votes("target_not_alive", seat["Лисичка"])
    yield votes("target_self", seat["Груздь"])
    yield (
        played,
        Try("target_ambiguous", "Груздь", "post", {"text": "Голос: [vote]М[/vote]"}, kept="Голос: [vote]М[/vote]"),
    )


def twice_at_once(clock: Any) -> Iterator[tuple[Played, Try]]:
    """Somebody has posted a moment ago."""
    played = make_game(7, clock=clock).to_day()
    clock.shift(timedelta(minutes=1))
    played.post("Груздь", "Первое.")
    yield played, Try("too_fast", "Груздь", "post", {"text": "Второе."}, kept="Второе.")


def after_the_deadline(clock: Any) -> Iterator[tuple[Played, Try]]:
    """The day is over, and nobody has ended it yet."""
    played = make_game(7, clock=clock).to_day()
    deadline = played.state().phase.deadline
    assert deadline is not None
    clock.move_to(deadline)
    yield played, Try("deadline_passed", "Груздь", "post", {"text": "Успею ли?"}, kept="Успею ли?")


def without_letters(clock: Any) -> Iterator[tuple[Played, Try]]:
    """A game whose rules know no letters."""
    played = make_game(7, clock=clock, options={"private_messages": False}).to_day()
    fields = {"to": [played.seats["Опёнок"]], "text": "Между нами."}
    yield played, Try("messages_off", "Груздь", "letter_new", fields, kept="Между нами.")


def at_the_bench(clock: Any) -> Iterator[tuple[Played, Try]]:
    """A last word of two, then their second round."""
    played = make_game(8, clock=clock).to_last_word("Груздь", "Опёнок")
    clock.shift(timedelta(minutes=1))
    yield played, Try("not_on_bench", "Лисичка", "post", {"text": "А я скажу."}, kept="А я скажу.")
    played.end_phase()
    yield played, Try("not_a_candidate", "Груздь", "vote", {"target": played.seats["Лисичка"]})


def at_night(clock: Any) -> Iterator[tuple[Played, Try]]:
    """Three nights, with two doctors who may treat themselves once."""
    roles = {**ROLES, "Опёнок": "doctor"}
    played = make_game(9, clock=clock, options={"doctor_self": "once"}).to_day(roles).to_night()
    seat = played.seats

    def orders(code: str, who: str, target: str) -> tuple[Played, Try]:
        return played, Try(code, who, "order", {"target": seat[target]})

    yield orders("no_power", "Груздь", "Лисичка")
    yield orders("target_teammate", "Мухомор", "Поганка")
    yield orders("target_self", "Боровик", "Боровик")
    played.tell("Рыжик", "Рыжик")
    played.tell("Опёнок", "Лисичка")
    played.end_phase().to_night()
    yield orders("repeat_target", "Опёнок", "Лисичка")
    played.end_phase().to_night()
    yield orders("self_heal_used", "Рыжик", "Рыжик")


SITUATIONS: tuple[Callable[[Any], Iterator[tuple[Played, Try]]], ...] = (
    in_signup,
    in_a_full_game,
    by_day,
    twice_at_once,
    after_the_deadline,
    without_letters,
    at_the_bench,
    at_night,
)


class Said:
    """What sentences were asked for, by code."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sentences: list[tuple[str, str, Mapping[str, Any]]] = []
        for code, make in list(SENTENCES.items()):
            monkeypatch.setitem(SENTENCES, code, self._listening(code, make))

    def _listening(self, code: str, make: Callable[[Mapping[str, Any]], str]) -> Callable[[Mapping[str, Any]], str]:
        def sentence(params: Mapping[str, Any]) -> str:
            text = make(params)
            self.sentences.append((code, text, params))
            return text

        return sentence

    def in_language(self, language: str, code: str, params: Mapping[str, Any]) -> str:
        """Return a sentence in a language."""
        with translation.override(language):
            return SENTENCES[code](params)


def browser(played: Played, who: str) -> tuple[Client, User]:
    """Return the browser and the account of somebody."""
    if who == OUTSIDER:
        user = make_user("outsider@example.org", "Прохожий")
        return client_of(user), user
    return played.client(who), played.users.get(who, played.host_user)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
def test_a_refusal_is_said(situation: Any, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Said(monkeypatch)
    for played, one in situation(clock):
        client, user = browser(played, one.who)
        address = played.url(one.page, **one.kwargs)
        mine = {} if one.who == OUTSIDER or one.page == "join" else {"as": played.persona(one.who).token}
        if one.who == OUTSIDER and one.page != "join":
            member = User.objects.get(pk=user.pk)
            mine = {"as": _token_of_member(member)}
        before = played.state()
        for language in ("ru", "en"):
            User.objects.filter(pk=user.pk).update(language=language)
            said.sentences.clear()
            answer = client.post(address, {**mine, **one.fields})
            page = html.unescape(answer.content.decode())
            assert answer.status_code == 422, (one, answer.status_code)
            assert said.sentences, f"nothing was said: {one}"
            code, text, params = said.sentences[-1]
            assert code == one.code, (one, code)
            assert text in page, (one, text)
            assert text == said.in_language(language, code, params)
            other = said.in_language("en" if language == "ru" else "ru", code, params)
            assert text != other, f"the same in both languages: {text}"
            assert bool(re.search("[а-яё]{3}", _but_for_names(text, played))) == (language == "ru"), text
            assert one.kept in page, f"not kept: {one}"
        if one.page != "order":
            # A message to the host is kept, and so the talk has grown; nothing else has changed.
            assert played.state() == before, one


def _token_of_member(user: User) -> str:
    member = people.member_of(user)
    assert member is not None
    return member.token


def _but_for_names(text: str, played: Played) -> str:
    """Return a sentence without the nicknames in it, which are Russian in both languages."""
    text = re.sub(r"“[^”]*”|«[^»]*»", "", text)
    for name in (*played.seats, "по Москве"):
        text = text.replace(name, "")
    return text


def test_every_code_is_provoked(clock: Any) -> None:
    """The rulebook's list, less what is written above, is what the situations provoke."""
    provoked = {one.code for situation in SITUATIONS for _played, one in _each_alone(situation, clock)}
    assert codes_of_the_rulebook() - NOT_REACHED - IN_FIELDS <= provoked
    assert codes_of_the_rulebook() <= set(SENTENCES)
    assert len(codes_of_the_rulebook()) >= 34


def _each_alone(situation: Any, clock: Any) -> Iterator[tuple[Played, Try]]:
    with transaction.atomic():
        yield from situation(clock)
        transaction.set_rollback(True)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_all_that_is_wrong_with_a_set_up_is_said(language: str, clock: Any) -> None:
    """Problems of options and of the composition come all at once, beside what was typed."""
    user = make_user("new.host@example.org", "Хозяйка", language=language)
    client, url = client_of(user), reverse("games:create")
    fields: dict[str, Any] = dict(filled(client.get(url).content.decode(), url))
    fields |= {"title": "Чащоба", "day": "полдня", "night_min": "-1m", "row-0-players": "6", "row-0-mafia": "5"}
    answer = client.post(url, fields)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    with translation.override(language):
        for problem in (
            Problem("day", "not_duration", {"value": "полдня"}),
            Problem("composition", "mafia_not_fewer", {"players": 6, "mafia": 5, "town": 1}),
        ):
            assert problems.sentence(problem)[:40] in page, problem
    for kept in ("Чащоба", "полдня", "-1m"):
        assert kept in page


def test_the_hosts_desk_is_nowhere_for_others(clock: Any) -> None:
    """Why `not_host` is never read: whoever is not the host finds nothing."""
    played = make_game(7, clock=clock).to_day()
    for who in ("", "Груздь", "Мухомор"):
        for act in ("pause", "heart", "cancel"):
            fields = played.form(who, confirm="1", seat="3", reason="Просто так.") if who else {}
            assert played.client(who).post(played.url("desk_act", act=act), fields).status_code == 404


def test_every_sentence_is_in_both_languages() -> None:
    """Also those of codes that the rulebook does not list."""
    params = {
        "problems": [Problem("day", "not_duration", {"value": "x"})],
        "name": "Anna",
        "limit": 20_000,
        "length": 20_001,
        "wait": 2,
        "reason": "short",
        "suggestion": "",
        "now": 3,
        "least": 6,
        "left": 2,
    }
    for code, make in SENTENCES.items():
        words = {}
        for language in ("ru", "en"):
            with translation.override(language):
                words[language] = make(params)
        assert words["ru"] != words["en"], code
        assert re.search("[а-яё]{3}", words["ru"]), code
        assert not re.search("[а-яё]", words["en"]), code
