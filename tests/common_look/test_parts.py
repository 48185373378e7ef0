"""The fragments and small tags: words that a screen reader gets, names escaped, counts right."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation
from django.utils.safestring import mark_safe

NOW = datetime(2026, 5, 14, 3, 28, tzinfo=UTC)
EVIL = '<b onclick="x">"Ev\'il"</b>'


def draw(source: str, language: str = "ru", **context: object) -> str:
    with translation.override(language):
        return Template("{% load look %}" + source).render(Context(context))


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_an_icon_is_a_part_of_the_sprite_and_silent_beside_a_word():
    drawn = draw('{% icon "hand" %}')
    assert 'aria-hidden="true"' in drawn
    assert 'href="/static/icons.svg#i-hand"' in drawn


def test_an_icon_alone_has_a_name():
    assert '<span class="sr">Голос</span>' in draw('{% icon "hand" label="Голос" %}')


def test_an_icon_that_is_not_there_is_a_mistake():
    with pytest.raises(ValueError, match="fedora"):
        draw('{% icon "fedora" %}')


def test_a_seal_is_a_picture_without_words_because_the_name_stands_beside_it():
    drawn = draw('{% seal name size="s" %}', name=EVIL)
    assert 'alt=""' in drawn
    assert re.search(r'src="/seal/1[0-9a-f]{6}\.svg"', drawn)
    assert "Ev" not in drawn
    assert 'src="/seal/host.svg"' in draw("{% host_seal %}")


def test_the_town_says_in_words_what_it_shows():
    drawn = draw('{% town seats "weather" %}', seats=[True] * 9 + [False] * 5)
    assert 'aria-label="Живы: 9 из 14, столько окон горит в городе"' in drawn
    assert drawn.count('class="w"') == 9
    assert drawn.count('class="w0"') == 5


def test_the_town_takes_seats_too():
    seats = [type("Seat", (), {"alive": n != 1})() for n in range(3)]
    assert draw('{% town seats "weather" %}', seats=seats) == draw(
        '{% town seats "weather" %}', seats=[True, False, True]
    )


def test_an_empty_town_is_decoration():
    assert 'aria-hidden="true"' in draw('{% town seats "weather" %}', seats=[])


@pytest.mark.parametrize(("alive", "ru"), [(1, "Живы: 1 из 14"), (5, "Живы: 5 из 14"), (0, "Живы: 0 из 14")])
def test_who_lives_in_words(alive, ru):
    assert draw("{% alive_of seats %}", seats=[True] * alive + [False] * (14 - alive)) == ru


@pytest.mark.parametrize(("count", "cells"), [(0, 9), (3, 9), (9, 9), (11, 9), (0, 0)])
def test_a_bar_has_a_cell_for_each_living_player_and_a_filled_one_for_each_vote(count, cells):
    drawn = draw("{% tally count cells %}", count=count, cells=cells)
    assert drawn.count('class="on"') == count
    assert drawn.count("<i") == max(cells, count, 1)


def test_a_long_bar_is_a_picture():
    drawn = draw("{% tally 7 41 %}")
    assert drawn.count('class="on"') == 7
    assert drawn.count("<rect") == 41
    assert "style" not in drawn


@pytest.mark.parametrize(
    ("page", "pages", "shown"),
    [
        (1, 1, ""),
        (1, 2, "1 2"),
        (9, 9, "1 … 8 9"),
        (5, 9, "1 … 4 5 6 … 9"),
        (3, 9, "1 2 3 4 … 9"),
        (2, 4, "1 2 3 4"),
        (1, 40, "1 2 … 40"),
    ],
)
def test_the_pages_of_a_thread(page, pages, shown):
    drawn = draw("{% pager page=page pages=pages %}", page=page, pages=pages)
    assert words(drawn) == shown
    if shown:
        assert f'href="?page={page}" aria-current="page"' in drawn


def phasebar(language: str = "ru", **context: object) -> str:
    given = {
        "name": "День третий",
        "now": NOW,
        "deadline": NOW + timedelta(hours=14, minutes=32),
        "zone": "Europe/Moscow",
    }
    return draw('{% include "_phasebar.html" %}', language, **(given | context))


def test_the_phase_bar_shows_clock_deadline_and_zone():
    drawn = words(phasebar(phase_kind="day", doing="Голосование", next="Потом ночь"))
    assert drawn.startswith("День третий Голосование 14:32:00 до чт 14 мая, 21:00 по Москве")
    assert drawn.endswith("Потом ночь")


@pytest.mark.parametrize(("kind", "icon"), [("day", "sun"), ("night", "moon"), ("trial", "scales"), ("", "pen")])
def test_the_phase_has_its_icon(kind, icon):
    assert f"#i-{icon}" in phasebar(phase_kind=kind)


def test_a_paused_phase_shows_what_is_left_and_no_running_clock():
    drawn = phasebar(phase_kind="day", paused_left=timedelta(hours=14, minutes=32))
    assert "Пауза Осталось 14 ч 32 мин" in words(drawn)
    assert 'role="timer"' not in drawn
    assert "#i-pause" in drawn


def test_a_phase_paused_in_its_last_moment_is_paused():
    assert 'role="timer"' not in phasebar(phase_kind="day", paused_left=timedelta(0))


def test_a_phase_that_is_being_ended_says_so():
    drawn = phasebar(phase_kind="day", closing=True, near=True, gone=100)
    assert "Подводим итог" in words(drawn)
    assert 'role="timer"' not in drawn
    assert "<progress" not in drawn
    assert "is-near" not in drawn


def test_the_progress_is_a_number_in_every_language():
    for language in ("ru", "en"):
        assert 'value="70" max="100"' in phasebar(language, phase_kind="day", gone=70.3)


def test_a_near_deadline_is_red():
    assert "is-near" in phasebar(near=True)


def test_seats_have_their_marks_in_words():
    living = [
        {"name": "Бриз", "url": "/1", "me": False, "mark": "voted"},
        {"name": "Радуга", "url": "", "me": True, "mark": "away"},
        {"name": EVIL, "url": "", "me": False, "mark": "none"},
    ]
    out = [{"name": "Сирокко", "url": "", "role": "честный житель", "how": "убийство, ночь 2"}, {"name": "Ледоход"}]
    drawn = draw('{% include "_seats.html" %}', living=living, out=out)
    text = words(drawn)
    assert "живы 3" in text
    assert "Бриз голос отдан" in text
    assert "Радуга в отъезде , это вы" in text
    assert "ещё без голоса" in text
    assert "Честный житель , убийство, ночь 2" in text
    assert "Роль не раскрыта" in text
    assert "onclick=" not in drawn.replace("onclick=&quot;", "")


def test_by_night_no_seat_has_a_mark():
    living = [{"name": name, "url": "", "me": False, "mark": ""} for name in ("Бриз", "Туман")]
    drawn = draw('{% include "_seats.html" %}', living=living, out=[])
    assert drawn.count('<span class="mark"></span>') == 2


def votes(**context: object) -> str:
    given = {"heading": "Голоса", "cells": 9, "cast": 6}
    return draw('{% include "_votes.html" %}', **(given | context))


def test_votes_name_every_voter_and_mark_mine():
    drawn = votes(
        candidates=[
            {"name": "Мистраль", "count": 2, "lead": True, "by": [{"name": "Изморозь", "me": True}, {"name": "Туман"}]},
            {"night": True, "count": 1, "by": [{"name": EVIL}]},
        ],
        without=["Морось", "Оттепель"],
        away=["Радуга"],
    )
    text = words(drawn)
    assert "6 из 9" in text
    assert '<b class="mine">Изморозь</b>, Туман' in drawn
    assert "Ночь 1 голос" in text
    assert "2 голоса" in text
    assert "Без голоса: Морось, Оттепель. В отъезде: Радуга." in text
    assert drawn.count('class="is-lead"') == 1
    assert EVIL not in drawn
    assert "<form" not in drawn


def test_the_ballot_says_the_present_vote_and_chooses_nobody_without_one():
    targets = [("1", "Бриз", False), ("2", EVIL, False)]
    ballot = {"action": "/vote", "present": "", "targets": targets, "hidden": [("phase", "d3")]}
    drawn = votes(candidates=[], ballot=ballot, csrf_token="t")
    assert "Ваш голос ещё не отдан" in words(drawn)
    assert 'name="phase" value="d3"' in drawn
    assert "selected" not in drawn
    assert 'name="withdraw"' not in drawn
    assert 'name="csrfmiddlewaretoken"' in drawn
    voted = votes(candidates=[], ballot=ballot | {"present": "Бриз", "targets": [("1", "Бриз", True)]})
    assert "Ваш голос: Бриз" in words(voted)
    assert 'name="withdraw"' in voted


def composer(**context: object) -> str:
    return draw('{% include "_composer.html" %}', **({"action": "/post", "as_name": "Изморозь", "keep": "k"} | context))


def test_the_composer_keeps_the_text_of_a_refusal_and_says_why():
    drawn = composer(text="\n</textarea><b>", refused="Тема закрыта.")
    assert "\n\n&lt;/textarea&gt;&lt;b&gt;</textarea>" in drawn, "a first line break of the text is kept"
    assert drawn.index("Тема закрыта.") < drawn.index("<textarea")
    assert 'aria-invalid="true"' in drawn
    assert "вы пишете как Изморозь" in words(drawn)


def test_the_toolbar_waits_for_its_script():
    drawn = composer(can_vote=True)
    assert re.search(r'class="bbar"[^>]* hidden>', drawn)
    assert 'data-open="[vote]"' in drawn
    assert 'data-open="[vote]"' not in composer()
    for button in re.findall(r"<button[^>]*data-open[^>]*>", drawn):
        assert 'type="button"' in button


def test_a_preview_is_shown_as_such():
    assert "пока не отправлено" in words(composer(text="x", preview=mark_safe("<p>x</p>")))


def test_a_report_has_its_facts_as_a_table():
    drawn = draw(
        '{% include "_report.html" %}',
        number=398,
        url="#p398",
        at=NOW,
        headline=EVIL,
        lead="Утром",
        facts=[{"term": "Убит", "value": "Сирокко", "note": "честный житель"}],
    )
    assert (
        '<dl class="facts"><div><dt>Убит</dt><dd>Сирокко, <span class="note">честный житель</span></dd></div></dl>'
        in drawn
    )
    assert EVIL not in drawn
    assert 'id="p398"' in drawn


def test_a_stored_report_stands_as_it_is():
    drawn = draw(
        '{% include "_report.html" %}', number=1, url="#", at=NOW, html=mark_safe("<h3>Тихо</h3>"), headline="no"
    )
    assert "<h3>Тихо</h3>" in drawn
    assert ">no<" not in drawn


@pytest.mark.parametrize(
    ("kind", "icon", "role"), [("ok", "check", "status"), ("warn", "warn", "status"), ("no", "cross", "alert")]
)
def test_an_answer_of_the_house_has_icon_and_words(kind, icon, role):
    drawn = draw('{% include "_said.html" %}', kind=kind, said="Принято.", more=EVIL)
    assert f"#i-{icon}" in drawn
    assert f'role="{role}"' in drawn
    assert EVIL not in drawn


def test_unknown_tags_are_a_mistake():
    with pytest.raises(TemplateSyntaxError):
        draw("{% seals %}")
