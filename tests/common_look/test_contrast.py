"""The contrast table of the look, recomputed from `tokens.css`; and raw colours stay in that one file."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from forum.palette import COLOURS

CSS = Path(settings.BASE_DIR) / "static/css"
TEXT, CONTROL = 4.5, 3.0

PAIRS = [
    ("ink", "paper", TEXT),
    ("ink", "sheet", TEXT),
    ("ink", "shade", TEXT),
    ("ink", "mine", TEXT),
    ("ink-2", "paper", TEXT),
    ("ink-2", "sheet", TEXT),
    ("ink-2", "shade", TEXT),
    ("ink-2", "sky-2", TEXT),
    ("ink-3", "paper", TEXT),
    ("ink-3", "sheet", TEXT),
    ("ink-3", "shade", TEXT),
    ("ink-3", "mine", TEXT),
    ("link", "paper", TEXT),
    ("link", "sheet", TEXT),
    ("link", "shade", TEXT),
    ("link", "blood-wash", TEXT),
    ("blood", "paper", TEXT),
    ("blood", "sheet", TEXT),
    ("blood", "shade", TEXT),
    ("blood", "mine", TEXT),
    ("blood", "blood-wash", TEXT),
    ("ink", "blood-wash", TEXT),
    ("ink", "ok-wash", TEXT),
    ("ink", "warn-wash", TEXT),
    ("on-blood", "blood-fill", TEXT),
    ("on-act", "act", TEXT),
    ("on-act", "act-hover", TEXT),
    ("ok", "sheet", TEXT),
    ("ok", "ok-wash", TEXT),
    ("warn", "paper", TEXT),
    ("warn", "sheet", TEXT),
    ("warn", "warn-wash", TEXT),
    ("edge", "paper", CONTROL),
    ("edge", "sheet", CONTROL),
    ("focus", "paper", CONTROL),
    ("focus", "sheet", CONTROL),
]


def tokens(css: str, selector: str) -> dict[str, str]:
    """Read the six-digit colours of the first rule with this selector."""
    rule = re.search(re.escape(selector) + r"\s*\{([^}]*)\}", css)
    assert rule, selector
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6});", rule[1]))


def uncommented(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


TOKENS = (CSS / "tokens.css").read_text()
PAPER = tokens(TOKENS, ':root, [data-scheme="paper"]')
INK = tokens(TOKENS, '\n[data-scheme="ink"]')


def test_the_formula_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", [PAPER, INK], ids=["paper", "ink"])
@pytest.mark.parametrize(("front", "ground", "needed"), PAIRS)
def test_words_and_controls_stand_out_from_their_ground(scheme, front, ground, needed):
    assert contrast(scheme[front], scheme[ground]) >= needed


def colour_of(css: str, scheme: dict[str, str]) -> str:
    """Return the colour of a class of words in posts: a token, or two of them mixed."""
    found = re.search(rf"(?m)(?:^|\}} )\.{css} \{{ color: ([^;]+); \}}", "\n".join(map(uncommented, CSS.glob("*.css"))))
    assert found, css
    parts = [scheme[name] for name in re.findall(r"var\(--([\w-]+)\)", found[1])]
    if len(parts) == 1:
        return parts[0]
    assert found[1].startswith("color-mix(in srgb, ") and len(parts) == 2, found[1]
    return "#" + "".join(f"{sum(int(part[i : i + 2], 16) for part in parts) // 2:02x}" for i in (1, 3, 5))


@pytest.mark.parametrize("scheme", [PAPER, INK], ids=["paper", "ink"])
@pytest.mark.parametrize("css", [colour.css for colour in COLOURS])
def test_colours_of_posts_stand_out_from_every_ground_a_post_has(scheme, css):
    for ground in ("paper", "sheet", "shade", "mine"):
        assert contrast(colour_of(css, scheme), scheme[ground]) >= TEXT, ground


@pytest.mark.parametrize("scheme", [PAPER, INK], ids=["paper", "ink"])
def test_no_two_colours_of_posts_are_one(scheme):
    assert len({colour_of(colour.css, scheme) for colour in COLOURS}) == len(COLOURS)


def test_the_black_bar_of_the_night_carries_its_words():
    for front in ("ink", "ink-2", "blood", "act"):
        assert contrast(INK[front], INK["house"]) >= TEXT


def test_automatic_is_ink_where_the_system_is_dark():
    assert tokens(TOKENS, '[data-scheme="auto"]') == INK
    assert PAPER.keys() == INK.keys()


def test_raw_colours_stand_in_the_tokens_alone():
    for sheet in CSS.glob("*.css"):
        if sheet.name != "tokens.css":
            values = " ".join(re.findall(r":\s*([^;{}]+);", uncommented(sheet)))
            assert not re.search(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(", values), sheet.name


def test_every_variable_that_is_used_is_a_token():
    known = set(re.findall(r"(--[\w-]+):", TOKENS))
    for sheet in CSS.glob("*.css"):
        assert set(re.findall(r"var\((--[\w-]+)", uncommented(sheet))) <= known, sheet.name


def test_no_style_sheet_fetches_anything():
    for sheet in CSS.glob("*.css"):
        assert not re.search(r"url\(|@import|@font-face", sheet.read_text()), sheet.name
