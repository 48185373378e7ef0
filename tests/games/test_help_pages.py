"""How to play, the glossary, and what happens to whoever is away: in both languages, whole, with links that lead on."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from common.icons import NAMES as ICONS
from games import glossary, role_words, words
from games.engine.roles import ROLES, Power, Role, Side
from games.views.help import LABELS, PAGES, Page
from tests.factories import make_game
from tests.games.web import dom, text_of

pytestmark = pytest.mark.django_db

ROOT = Path(settings.BASE_DIR)
LANGUAGES = ("ru", "en")
BOTH = pytest.mark.parametrize("language", LANGUAGES)
EACH = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
CYRILLIC, LATIN = re.compile("[а-яё]", re.IGNORECASE), re.compile("[a-z]{3,}", re.IGNORECASE)
# English that may stand in Russian prose: what one types, names of things that have no other.
AS_IT_IS = {"sha"}


def read(page: Page | str, language: str) -> Any:
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(page if isinstance(page, str) else reverse(f"games:{page.name}"))
    assert answer.status_code == 200
    return answer


def main_of(answer: Any) -> Any:
    """Return the part of a page between its head and its foot."""
    return next(node for node in dom(answer).iter("main"))


@EACH
@BOTH
def test_every_chapter_has_a_heading_that_the_contents_lead_to(page: Page, language: str) -> None:
    tree = main_of(read(page, language))
    with translation.override(language):
        wanted = [(anchor, str(title)) for anchor, title in page.chapters.items()]
    headings = [(node.get("id"), "".join(node.itertext())) for node in tree.iter("h2") if node.get("id")]
    assert headings == wanted
    contents = next(node for node in tree.iter("nav") if "toc" in node.get("class", ""))
    assert [(link.get("href"), link.text) for link in contents.iter("a")] == [(f"#{key}", said) for key, said in wanted]


@EACH
def test_a_page_is_wholly_in_its_language(page: Page) -> None:
    """No paragraph has stayed in the language it was written in; words in the other one are marked as such."""
    for language, stranger in (("ru", LATIN), ("en", CYRILLIC)):
        found = []
        for node in _own_words(main_of(read(page, language)), language):
            found += [word for word in stranger.findall(node) if word.casefold() not in AS_IT_IS]
        assert found == []


def _own_words(node: Any, language: str) -> Iterator[str]:
    """Yield the words of a page without those marked as another language's, and without what one types."""
    if node.tag == "code" or node.get("lang", language) != language:
        return
    if node.text:
        yield node.text
    for child in node:
        yield from _own_words(child, language)
        if child.tail:
            yield child.tail


@EACH
@BOTH
def test_every_link_leads_on(page: Page, language: str) -> None:
    answer = read(page, language)
    ids = {node.get("id") for node in dom(answer).iter()}
    for link in dom(answer).iter("a"):
        if link.get("rel"):
            continue  # an example of what becomes of a text
        target = urlsplit(link.attrib["href"])
        assert not target.netloc
        if not target.path:
            assert target.fragment in ids, link.attrib["href"]
            continue
        there = Client().get(target.path, follow=True)
        assert there.status_code == 200, link.attrib["href"]
        if target.fragment:
            assert target.fragment in {node.get("id") for node in dom(there).iter()}, link.attrib["href"]


@EACH
def test_no_anchor_stands_twice(page: Page) -> None:
    ids = [node.get("id") for node in dom(read(page, "ru")).iter() if node.get("id")]
    assert len(ids) == len(set(ids))


def test_a_page_is_the_same_for_everybody_but_for_the_top_line() -> None:
    played = make_game().to_day()
    for page in PAGES:
        mains = set()
        for client in (Client(), played.client("Груздь"), played.client("Мухомор")):
            client.cookies["django_language"] = "ru"
            mains.add("".join(main_of(client.get(reverse(f"games:{page.name}"))).itertext()))
        assert len(mains) == 1


def test_the_glossary_has_every_word_of_the_rulebook() -> None:
    """Section 1 of the rules, in both languages, synonyms too."""
    rules = (ROOT / "docs/rules.md").read_text()
    table = rules.split("## 1. Words")[1].split("## 2.")[0]
    rows = [line.strip("|").split("|")[:2] for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    words = {
        language: {word for head in _heads(language) for word in re.split(r"[,:] ", _bare(head))}
        for language in LANGUAGES
    }
    for row in rows:
        for language, cell in zip(("en", "ru"), row, strict=True):
            for word in re.split(r"[,/()]", _bare(cell)):
                assert not word.strip() or word.strip() in words[language], (language, word)


def _bare(text: str) -> str:
    return text.casefold().replace("«", "").replace("»", "")


def _heads(language: str) -> list[str]:
    with translation.override(language):
        return [entry.word for _group, entries in glossary.read() for entry in entries]


def test_every_word_of_the_glossary_is_explained_once_with_its_twin() -> None:
    anchors = [anchor for group in glossary.GROUPS for anchor in group.anchors]
    assert sorted(anchors) == sorted(glossary.WORDS) == sorted(glossary.MEANS)
    text = {language: text_of(read(reverse("games:glossary"), language)).casefold() for language in LANGUAGES}
    for language in LANGUAGES:
        for head in (*_heads("ru"), *_heads("en")):
            assert head.casefold() in text[language]


def test_labels_that_the_texts_speak_of_stand_on_the_pages() -> None:
    """A button that got another name must get it here too."""
    sources = [
        path.read_text()
        for folder, kind in (("templates", "*.html"), ("games", "*.py"))
        for path in sorted((ROOT / folder).rglob(kind))
        if not path.name.startswith("help") and path.name != "glossary.py"
    ]
    with translation.override("en"):
        for label in LABELS.values():
            assert any(f'"{label}"' in source for source in sources), label


def test_ways_lead_to_these_pages() -> None:
    played = make_game().to_day()
    how, glossed, away, roles, writing = (reverse(f"games:{page.name}") for page in PAGES)
    composed = f"{roles}#mafia" in Client().get(played.url("rules")).content.decode()
    assert composed and f'href="{roles}"' in played.client("Груздь").get(played.url("table")).content.decode()
    assert f'href="{writing}"' in "".join(main_links(played.client("Груздь").get(played.url("table"))))
    front = read("/", "ru").content.decode()
    assert f'href="{how}"' in front and f'href="{glossed}' in front and f'href="{away}"' in front
    assert f'href="{how}"' in "".join(main_links(Client().get(played.url("rules"))))
    assert f'href="{away}"' in "".join(main_links(played.client("Груздь").get(played.url("table"))))
    assert f'href="{how}"' in "".join(main_links(Client().get(played.url("table"))))


def main_links(answer: Any) -> list[str]:
    """Return the addresses within the page proper, as they are written."""
    return [f'href="{link.get("href")}"' for link in main_of(answer).iter("a")]


# ---------- the page of roles


ROLES_PAGE = next(page for page in PAGES if page.name == "roles")


@BOTH
def test_every_role_of_the_registry_has_its_entry(language: str) -> None:
    tree = main_of(read(ROLES_PAGE, language))
    entries = {node.get("id"): node for node in tree.iter("article")}
    assert set(entries) == set(ROLES)
    with translation.override(language):
        for name, role in ROLES.items():
            said = " ".join("".join(entries[name].itertext()).split())
            assert words.capital(words.role(name)) in said and str(role_words.MOTTO[name]) in said
            for text in (*role_words.DOES[name], *role_words.LIMITS[name], role_words.SUITS[name]):
                assert str(text) in said, (name, text)
            for known in role.knows:
                assert words.role(known) in said, (name, known)
            if role.power:
                assert all(str(text) in said for text in role_words.POWER_MEETS[role.power])
            if role.needs:
                assert f"{words.role(role.needs)}" in said
    table = next(node for node in tree.iter("table"))
    assert [link.get("href") for link in table.iter("a")] == [
        f"#{role.name}" for side in Side for role in ROLES.values() if role.side is side
    ]


def test_no_role_and_no_power_is_without_words() -> None:
    """A role that is added to the registry wants its texts."""
    for texts in (role_words.MOTTO, role_words.DOES, role_words.LIMITS, role_words.SUITS):
        assert set(texts) == set(ROLES)
    assert {name for name, role in ROLES.items() if not role.power} <= set(role_words.MEETS)
    assert set(role_words.POWER_MEETS) == set(role_words.SIGN) == set(role_words.POWER) == set(Power)
    assert {name for name, role in ROLES.items() if role.optional} == {
        one.anchor for roles in role_words.described().values() for one in roles if one.further
    }
    assert {sign for sign, _title, _means in role_words.STEPS} <= ICONS and set(role_words.SIGN.values()) <= ICONS


def test_a_role_that_is_added_stands_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is drawn from the registry, not from a list of its own."""
    monkeypatch.setitem(ROLES, "baker", Role("baker", Side.TOWN))
    with pytest.raises(KeyError, match="baker"):
        role_words.described()
    monkeypatch.setitem(words.ROLE, "baker", "baker")
    for texts in (role_words.MOTTO, role_words.SUITS):
        monkeypatch.setitem(texts, "baker", "Bakes.")
    for texts in (role_words.DOES, role_words.LIMITS):
        monkeypatch.setitem(texts, "baker", ("Bakes.",))
    assert "baker" in {node.get("id") for node in main_of(read(ROLES_PAGE, "en")).iter("article")}
