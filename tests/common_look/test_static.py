"""What the browser gets: its weight, its icons, and that nothing stands inline."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from common import icons
from mafiaforum.storage import MinifyingStaticFilesStorage, minified

BASE = Path(settings.BASE_DIR)
STATIC = BASE / "static"
TEMPLATES = sorted((BASE / "templates").rglob("*.html"))
BUDGET = 12 * 1024
SVG = "{http://www.w3.org/2000/svg}"


def test_all_style_sheets_together_keep_to_their_weight():
    """As they are served, and joined: as separate files they weigh a sixth more, once, and the browser keeps them."""
    joined = "".join(minified(sheet.read_text()) for sheet in sorted((STATIC / "css").glob("*.css")))
    assert len(gzip.compress(joined.encode(), 9)) <= BUDGET


def test_style_sheets_are_served_minified_under_a_name_of_what_is_served(tmp_path):
    source = tmp_path / "source"
    (source / "css").mkdir(parents=True)
    (source / "a.svg").write_text("<svg>  </svg>")
    names = []
    for text in ("/* why */\nb { color: red; }\n", "/* why not */\nb { color: red; }\n", "b { color: tan; }"):
        (source / "css/a.css").write_text(text)
        store = MinifyingStaticFilesStorage(location=tmp_path / "served", base_url="/static/")
        files = FileSystemStorage(source)
        for name in ("css/a.css", "a.svg"):
            # As `collectstatic` does it.
            store.delete(name)
            with files.open(name) as file:
                store.save(name, file)
        done = store.post_process({name: (files, name) for name in ("css/a.css", "a.svg")})
        assert not [processed for _name, _new, processed in done if isinstance(processed, Exception)]
        names.append(store.stored_name("css/a.css"))
        served = Path(store.path(names[-1])).read_text()
        assert served == ("b{color:tan}" if "tan" in text else "b{color:red}")
        assert Path(store.path(store.stored_name("a.svg"))).read_text() == "<svg>  </svg>"
    assert names[0] == names[1] != names[2], "a comment changes nothing of what is served"


def test_the_base_page_asks_for_every_style_sheet_and_script():
    parts = ("base", "_styles", "_scripts")
    base = "".join((BASE / f"templates/{part}.html").read_text() for part in parts)
    for file in [*(STATIC / "css").glob("*.css"), *(STATIC / "js").glob("*.js")]:
        if file.stem != "live":
            assert str(file.relative_to(STATIC)) in base, file.name


def test_icons_of_the_list_are_those_of_the_sprite():
    sprite = ElementTree.parse(STATIC / "icons.svg").getroot()  # noqa: S314 (our own file)
    symbols = sprite.findall(f"{SVG}symbol")
    assert sorted(symbol.attrib["id"] for symbol in symbols) == sorted(f"i-{name}" for name in icons.NAMES)
    for symbol in symbols:
        assert symbol.attrib["viewBox"] == "0 0 24 24"
        assert len(symbol), symbol.attrib["id"]


def test_pictures_say_nothing_by_style_and_fetch_nothing():
    for file in STATIC.glob("*.svg"):
        text = file.read_text()
        assert "style" not in text
        assert not re.search(r"<script|xlink|\bon\w+=", text)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(BASE / "templates")))
def test_templates_keep_to_the_policy(template):
    """No inline script or style, no handler attribute, no data: address (mail has its own ways)."""
    if "email" in template.parts:
        return
    text = template.read_text()
    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\son[a-z]+=", text)
    assert not re.search(r"hx-on|javascript:|=\"data:", text)


def test_scripts_run_nothing_that_the_policy_forbids():
    for script in (STATIC / "js").glob("*.js"):
        text = script.read_text()
        assert text.startswith('"use strict";'), script.name
        assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML|document\.write|\.style\b", text), script.name


def test_htmx_comes_with_the_package():
    assert finders.find("django_htmx/htmx-2.min.js")
