"""Times and durations in words: zones named, plural forms right, nothing below zero."""

import re
from datetime import UTC, datetime, timedelta
from datetime import timezone as fixed
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from common import clock_words, zones

# Thursday 14 May 2026, 21:00 in Moscow
DEADLINE = datetime(2026, 5, 14, 18, 0, tzinfo=UTC)
MOSCOW, LONDON, MINSK = ZoneInfo("Europe/Moscow"), ZoneInfo("Europe/London"), ZoneInfo("Europe/Minsk")


def draw(source: str, zone: str = "Europe/Moscow", language: str = "ru", **context: object) -> str:
    with timezone.override(ZoneInfo(zone)), translation.override(language):
        return Template("{% load look %}" + source).render(Context(context))


def words(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html).replace("\u00a0", " ")


def test_a_deadline_has_weekday_date_and_named_zone():
    drawn = draw("{% when at %}", at=DEADLINE)
    assert words(drawn) == "чт 14 мая, 21:00 по Москве"
    assert 'datetime="2026-05-14T18:00:00Z"' in drawn
    assert words(draw("{% when at %}", language="en", at=DEADLINE)) == "Thu 14 May, 21:00 Moscow time"


def test_a_reader_elsewhere_sees_the_clock_of_the_game_beside_the_own_one():
    drawn = words(draw('{% when at zone="Europe/London" %}', at=DEADLINE))
    assert drawn == "чт 14 мая, 21:00 по Москве (19:00 по Лондону)"


def test_the_day_may_differ_between_the_two():
    late = datetime(2026, 5, 14, 22, 30, tzinfo=UTC)
    drawn = words(draw("{% when at zone=game %}", at=late, game=LONDON))
    assert drawn == "пт 15 мая, 01:30 по Москве (чт 14 мая, 23:30 по Лондону)"


def test_two_zones_with_one_clock_are_not_shown_twice():
    assert words(draw('{% when at zone="Europe/Minsk" %}', at=DEADLINE)) == "чт 14 мая, 21:00 по Москве"


def test_zones_are_compared_at_the_instant_not_now():
    """Cairo and Moscow share a clock in summer and not in winter."""
    cairo = ZoneInfo("Africa/Cairo")
    assert clock_words.same_clock(datetime(2026, 7, 1, tzinfo=UTC), MOSCOW, cairo)
    assert not clock_words.same_clock(datetime(2026, 1, 1, tzinfo=UTC), MOSCOW, cairo)


def test_what_is_kept_for_years_may_show_the_year():
    assert words(draw("{% when at year=True %}", at=DEADLINE)) == "чт 14 мая 2026, 21:00 по Москве"


def test_a_stamp_is_short_and_has_the_rest_in_its_tooltip():
    drawn = draw("{% stamp at %}", at=DEADLINE)
    assert words(drawn) == "чт 21:00"
    assert "чт 14 мая 2026, 21:00 по Москве" in drawn


@pytest.mark.parametrize(
    ("day", "ru", "en"),
    [
        (11, "с понедельника 11 мая, 21:00", "from Monday 11 May, 21:00"),
        (12, "со вторника 12 мая, 21:00", "from Tuesday 12 May, 21:00"),
        (13, "со среды 13 мая, 21:00", "from Wednesday 13 May, 21:00"),
        (14, "с четверга 14 мая, 21:00", "from Thursday 14 May, 21:00"),
        (15, "с пятницы 15 мая, 21:00", "from Friday 15 May, 21:00"),
        (16, "с субботы 16 мая, 21:00", "from Saturday 16 May, 21:00"),
        (17, "с воскресенья 17 мая, 21:00", "from Sunday 17 May, 21:00"),
    ],
)
def test_a_chapter_says_since_when(day, ru, en):
    at = datetime(2026, 5, day, 18, 0, tzinfo=UTC)
    assert words(draw("{% since at %}", at=at)) == ru
    assert words(draw("{% since at %}", language="en", at=at)) == en


@pytest.mark.parametrize(
    ("zone", "ru", "en"),
    [
        ("Asia/Yekaterinburg", "по Екатеринбургу", "Yekaterinburg time"),
        ("UTC", "UTC", "UTC"),
        ("Etc/UTC", "UTC", "UTC"),
        ("Europe/Kiev", "по Киеву", "Kyiv time"),
        ("America/Argentina/Buenos_Aires", "по времени Buenos Aires, UTC−3", "Buenos Aires time, UTC−3"),
        ("Asia/Kolkata", "по времени Kolkata, UTC+5:30", "Kolkata time, UTC+5:30"),
        ("Etc/GMT-14", "UTC+14", "UTC+14"),
    ],
)
def test_every_zone_has_words(zone, ru, en):
    with translation.override("ru"):
        assert zones.in_words(DEADLINE, ZoneInfo(zone)) == ru
    with translation.override("en"):
        assert zones.in_words(DEADLINE, ZoneInfo(zone)) == en


def test_zones_of_the_table_exist_and_are_translated():
    for name, phrase in zones.NAMES.items():
        assert ZoneInfo(name).utcoffset(DEADLINE) is not None
        if name != "UTC":
            with translation.override("ru"):
                assert str(phrase).startswith("по "), name


def test_a_zone_that_is_only_an_offset_has_words_too():
    assert zones.in_words(DEADLINE, UTC) == "UTC"
    assert zones.in_words(DEADLINE, fixed(timedelta(hours=3))) == "UTC+3"


@pytest.mark.parametrize(
    ("left", "ru", "clock"),
    [
        (timedelta(hours=14, minutes=32, seconds=8), "14 ч 32 мин", "14:32:08"),
        (timedelta(hours=1, minutes=5), "1 ч 05 мин", "01:05:00"),
        (timedelta(hours=47, minutes=59), "47 ч 59 мин", "47:59:00"),
        (timedelta(hours=51), "2 д 3 ч", "51:00:00"),
        (timedelta(days=6), "6 д 0 ч", "6 д 0 ч"),
        (timedelta(minutes=32), "32 мин", "32:00"),
        (timedelta(seconds=48), "48 с", "00:48"),
        (timedelta(milliseconds=1), "1 с", "00:01"),
        (timedelta(0), "0 с", "00:00"),
        (timedelta(seconds=-90), "0 с", "00:00"),
    ],
)
def test_the_time_left(left, ru, clock):
    context = {"until": DEADLINE, "now": DEADLINE - left}
    assert words(draw("{% left until now %}", **context)) == ru
    assert words(draw("{% left until now clock=True %}", **context)) == clock


def test_the_countdown_is_a_timer_that_the_script_can_tick():
    drawn = draw(
        "{% left until now clock=True %}", until=DEADLINE, now=DEADLINE - timedelta(hours=2, minutes=1, seconds=9)
    )
    for part in (
        'role="timer"',
        'datetime="2026-05-14T18:00:00Z"',
        'data-now="2026-05-14T15:58:51Z"',
        'data-form="clock"',
        'data-units="д|ч|мин|с"',
        "Осталось: 2\u00a0часа 1\u00a0минута",
    ):
        assert part in drawn


@pytest.mark.parametrize(
    ("length", "ru", "en"),
    [
        (timedelta(hours=48), "48 часов", "48 hours"),
        (timedelta(hours=24), "24 часа", "24 hours"),
        (timedelta(hours=1), "1 час", "1 hour"),
        (timedelta(hours=21), "21 час", "21 hours"),
        (timedelta(days=5), "5 суток", "5 days"),
        (timedelta(days=21), "21 сутки", "21 days"),
        (timedelta(days=4, hours=2), "4 суток 2 часа", "4 days 2 hours"),
        (timedelta(minutes=8), "8 минут", "8 minutes"),
        (timedelta(minutes=90), "1 час 30 минут", "1 hour 30 minutes"),
        (timedelta(seconds=90), "1 минута 30 секунд", "1 minute 30 seconds"),
        (timedelta(seconds=11), "11 секунд", "11 seconds"),
        (timedelta(seconds=42), "42 секунды", "42 seconds"),
        (timedelta(0), "0 секунд", "0 seconds"),
    ],
)
def test_durations_in_words(length, ru, en):
    assert words(draw("{{ length|duration }}", length=length)) == ru
    assert words(draw("{{ length|duration }}", language="en", length=length)) == en


def test_durations_in_days_when_asked_for():
    assert words(draw('{{ length|duration:"days" }}', length=timedelta(hours=48))) == "2 суток"
    assert words(draw('{{ length|duration:"days" }}', length=timedelta(hours=25))) == "1 сутки 1 час"


def test_a_number_is_never_parted_from_its_word():
    assert draw("{{ length|duration }}", length=timedelta(minutes=90)) == "1\u00a0час 30\u00a0минут"
