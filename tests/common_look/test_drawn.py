"""Parts of pages that are drawn once for all who see them alike: they show what they are handed and nothing else."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from common.templatetags.drawn import drawn
from tests.common_look.test_times import DEADLINE

TEMPLATES = Path(settings.BASE_DIR) / "templates"
# Who reads, the request, tokens of forms, and the clock.
OF_THE_READER = re.compile(r"csrf_token|\brequest\b|\buser\b|\bperms\b|\bmessages\b|% (current|scheme_now|left|since) ")


def parts() -> dict[str, str]:
    """Return the texts of the templates that are drawn once, and of all that stands in them, without comments."""
    asked = {name for file in TEMPLATES.rglob("*.html") for name in re.findall(r'{% drawn "([^"]+)"', file.read_text())}
    asked.add("_pager.html")
    found: dict[str, str] = {}
    while asked:
        name = asked.pop()
        found[name] = re.sub(r"{% comment %}.*?{% endcomment %}", "", (TEMPLATES / name).read_text(), flags=re.DOTALL)
        asked |= set(re.findall(r'{% include "([^"]+)"', found[name])) - found.keys()
    return found


def test_a_part_asks_for_nothing_of_the_reader() -> None:
    """It would be shown to others: or, as it is drawn without a request, to nobody."""
    found = parts()
    assert {"_seats.html", "_tally.html", "_voters.html", "_foot.html"} <= found.keys()
    for name, text in found.items():
        assert not OF_THE_READER.search(text), name


def test_a_part_knows_nothing_of_the_page() -> None:
    page = Template('{% load drawn %}{% drawn "_voters.html" %}')
    assert page.render(Context({"by": [{"name": "Бриз"}]})).strip() == ""


def test_other_values_give_another_part() -> None:
    """Also where they are equal: of two texts one may be safe as it stands."""

    def voter(name: str, me: object = False) -> str:
        return drawn("_voters.html", by=[{"name": name, "me": me}]).strip()

    typed = "<b>Бриз</b>"
    for _ in range(2):
        assert voter(typed) == "&lt;b&gt;Бриз&lt;/b&gt;"
        assert voter(mark_safe(typed)) == typed  # noqa: S308
        assert voter("Бриз", me=True) == '<b class="mine">Бриз</b>'
        assert voter("Бриз", me=0) == "Бриз"


@pytest.mark.parametrize("template", ["_opens.html"])
def test_every_language_and_zone_has_its_own(template: str) -> None:
    found = set()
    for language in ("ru", "en"):
        for zone in ("Europe/Moscow", "Asia/Tomsk"):
            with translation.override(language), timezone.override(zone):
                found.add(drawn(template, opens_at=DEADLINE, zone="UTC"))
                assert drawn(template, opens_at=DEADLINE, zone="UTC") in found
    assert len(found) == 4
