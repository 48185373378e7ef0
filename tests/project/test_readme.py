"""The README in its two languages: the same document, with links that lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ENGLISH, RUSSIAN = ROOT / "README.md", ROOT / "README.ru.md"
BOTH = (ENGLISH, RUSSIAN)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
# A picture has one file for each language.
OF_A_LANGUAGE = re.compile(r"\.(?:en|ru)\.")
# Of what screens show in a moment.
HEAVIEST = 150 * 1024


def headings(readme: Path) -> list[int]:
    """Return the levels of the headings, in order, without those inside of code."""
    text = re.sub(r"(?ms)^```.*?^```", "", readme.read_text())
    return [len(marks) for marks in re.findall(r"(?m)^(#+) ", text)]


def tables(readme: Path) -> list[tuple[str, str]]:
    """Return the first cell of every row, and the default where it is a value and not words."""
    found = []
    for line in readme.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            found.append((cells[0], cells[1] if re.fullmatch(r"`[^`]*`", cells[1]) else ""))
    return found


def code(readme: Path) -> list[str]:
    """Return what is to be typed: blocks of code, without the words beside a command."""
    text = readme.read_text()
    lines = re.findall(r"(?m)^    (?!.*\[)(\S.*?)(?:  +#.*)?$", text)
    return [*re.findall(r"(?ms)^```.*?^```", text), *lines]


def links(readme: Path) -> list[str]:
    return [one or other for one, other in LINK.findall(readme.read_text())]


def test_both_are_the_same_document() -> None:
    assert headings(ENGLISH) == headings(RUSSIAN)
    assert tables(ENGLISH) == tables(RUSSIAN)
    assert code(ENGLISH) == code(RUSSIAN)
    assert len(tables(ENGLISH)) > 20 and len(code(ENGLISH)) > 5


def test_both_lead_to_the_same_places_and_to_each_other() -> None:
    assert [OF_A_LANGUAGE.sub(".", link) for link in links(ENGLISH)[1:]] == [
        OF_A_LANGUAGE.sub(".", link) for link in links(RUSSIAN)[1:]
    ]
    assert links(ENGLISH)[0] == RUSSIAN.name
    assert links(RUSSIAN)[0] == ENGLISH.name


@pytest.mark.parametrize("readme", BOTH, ids=lambda path: path.name)
def test_every_link_has_its_file(readme: Path) -> None:
    for link in links(readme):
        if "://" not in link:
            assert (ROOT / link).is_file(), link


def test_pictures_are_light_and_each_is_shown() -> None:
    shown = {link for readme in BOTH for link in links(readme) if "shots/" in link}
    there = {str(path.relative_to(ROOT)): path.stat().st_size for path in (ROOT / "docs/shots").iterdir()}
    assert set(there) == shown
    assert all(size < HEAVIEST for size in there.values()), there
