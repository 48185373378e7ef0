"""Mentions, new tags and old posts on the pages of a game; the toolbar; the page that explains it all."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from forum import guide
from forum.bbcode import BUILT_IN
from forum.markup import RENDER_VERSION, name_of, parse
from forum.models import Post
from forum.palette import COLOURS, SIZES
from forum.signs import SMILIES
from games import services, tags
from tests.factories import HOST, make_game
from tests.games.web import by_class, dom, inner, post, shown

pytestmark = pytest.mark.django_db
CALL = "@Лисичка, @лисичка и @Лис, @Чужак; @Лесник :) [vote]Мухомор[/vote]"


@pytest.fixture
def seven(clock):
    return make_game(7, clock=clock).to_day()


def mentions(page: Any) -> list[str]:
    """Return what a page shows as mentions."""
    return [inner(one) for one in by_class(dom(page), "at")]


def age(played: Any) -> None:
    """Let every post be one of the markup before."""
    Post.objects.filter(render_version=RENDER_VERSION).update(render_version=RENDER_VERSION - 1)


def test_players_and_the_host_are_mentioned_and_nobody_else(seven):
    assert post(seven, "Груздь", CALL).status_code == 303
    page = seven.client("").get(seven.url())
    assert mentions(page) == ["@Лисичка", "@лисичка", "@Лесник"]
    assert "☺️" in inner(shown(seven)[-1])
    assert [vote.target for vote in seven.state().votes] == [seven.seats["Мухомор"]], "a mention is no vote"
    assert tags.mentionable(seven.game, {}) == {seven.host.pk: seven.host.name}


def test_a_preview_mentions_as_the_post_will(seven):
    for who in ("Груздь", HOST):
        shown_as = by_class(dom(post(seven, who, "@Лисичка [list][*]x[/list]", preview=1)), "preview-post")[0]
        assert [inner(one) for one in by_class(shown_as, "at")] == ["@Лисичка"]
        assert len(list(shown_as.iter("li"))) == 1


def test_letters_the_talk_and_the_host_mention_too(seven):
    token = seven.letter("Груздь", ["Лисичка"], "@Мухомор")
    seven.tell("Груздь", "Кто такой @Боровик?")
    services.host_message(
        game=seven.game, host=seven.host, seat=seven.seats["Груздь"], source="@Груздь, жду.", at=seven.now()
    )
    seven.post(HOST, "@Опёнок, пора.")
    grouse = seven.client("Груздь")
    assert mentions(grouse.get(seven.url("letter", token=token))) == ["@Мухомор"]
    assert mentions(grouse.get(seven.url("talk"))) == ["@Боровик", "@Груздь"]
    assert "@Опёнок" in mentions(grouse.get(seven.url()))
    desk = seven.client(HOST).get(seven.url("desk_talk", seat=seven.seats["Груздь"]))
    assert mentions(desk)[:2] == ["@Боровик", "@Груздь"]
    age(seven)
    Post.objects.update(html="<p>stale</p>")
    assert mentions(grouse.get(seven.url("letter", token=token))) == ["@Мухомор"]
    assert mentions(grouse.get(seven.url("talk"))) == ["@Боровик", "@Груздь"]


def test_whoever_joins_may_mention(clock):
    played = make_game(7, clock=clock)
    persona = played.persona("Груздь")
    announced = Post.objects.filter(thread=played.game.thread, author=persona).get()
    assert announced.render_version == RENDER_VERSION
    services.withdraw(game=played.game, seat=played.seats["Груздь"], at=played.now())
    services.seat_persona(game=played.game, persona=persona, announcement="@Лисичка, @груздь!", at=played.now())
    assert mentions(played.client("").get(played.url())) == ["@Лисичка", "@груздь"]


def test_old_posts_are_made_anew_with_the_names_and_no_query_more(seven, django_assert_max_num_queries):
    browser = seven.client("Груздь")
    for _again in range(50):
        seven.post("Груздь", "[list][*]@Лисичка[/list]")
    url = seven.url() + "?page=2"
    browser.get(url)
    with django_assert_max_num_queries(60) as fresh:
        browser.get(url)
    age(seven)
    Post.objects.filter(source__contains="@").update(html="<p>[list][*]@Лисичка[/list]</p>")
    with django_assert_max_num_queries(len(fresh)):
        page = browser.get(url)
    assert len(mentions(page)) == 25 and "[list]" not in "".join(map(inner, by_class(dom(page), "body")))


def test_what_was_text_when_it_was_written_stays_text(seven):
    """A vote tag of the host, in a letter, after the end: made anew it is no vote either."""
    seven.post(HOST, "[vote]Мухомор[/vote] [b]x[/b]")
    seven.post("Груздь", "[vote]Мухомор[/vote]")
    token = seven.letter("Груздь", ["Лисичка"], "[vote]Мухомор[/vote] [done]")
    age(seven)
    host, player = shown(seven)[-2:]
    assert not by_class(host, "voted") and "[vote]Мухомор[/vote]" in inner(host) and list(host.iter("b"))
    assert [inner(one) for one in by_class(player, "voted")] == ["Голос: Мухомор"]
    letter = seven.client("Груздь").get(seven.url("letter", token=token))
    assert not by_class(dom(letter), "voted") and "[vote]Мухомор[/vote] [done]" in letter.content.decode()


# ---------- the toolbar ----------


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_toolbar_writes_what_the_parser_reads(seven, language):
    client = seven.client("Груздь")
    seven.users["Груздь"].language = language
    seven.users["Груздь"].save()
    tree = dom(client.get(seven.url()))
    bar = by_class(tree, "bbar")[0]
    written = [one.get("data-open") + "x" + one.get("data-close") for one in bar.iter("button") if one.get("data-open")]
    for text in written:
        children = [one for one in parse(text, tags.TAGS).root.children if not isinstance(one, str)]
        assert len(children) == 1 and len(parse(text, tags.TAGS).root.children) == 1, text
    opened = {name_of(re.match(r"\[[^\]]*\]", text)[0]) for text in written}
    assert opened == set(BUILT_IN) - {"*", "img"} | {"vote"}
    with translation.override(language):
        assert [text for text in written if "[color" in text] == [f"[color={one.name}]x[/color]" for one in COLOURS]
        assert [text for text in written if "[size" in text] == [f"[size={one.name}]x[/size]" for one in SIZES]
    ids = [one.get("id") for one in tree.iter() if one.get("id")]
    for button in bar.iter("button"):
        assert button.get("type") == "button"
        assert (button.get("popovertarget") or ids[0]) in ids
        assert inner(button) or button.get("aria-label")
    assert len(ids) == len(set(ids))


# ---------- the page that explains it ----------


def explained(language: str) -> Any:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return dom(client.get(reverse("games:writing")))


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_page_shows_every_tag_spelling_colour_and_smiley(language):
    tree = explained(language)
    codes = ["".join(one.itertext()) for one in tree.iter("code")]
    with translation.override(language):
        for example in guide.examples("Мистраль" if language == "ru" else "Mistral"):
            assert example.typed in codes
        for step in (*COLOURS, *SIZES):
            assert [one for one in by_class(tree, step.css) if inner(one) == str(step.name)], step.css
    for spelling in tags.TAGS:
        assert any(code.startswith(f"[{spelling}]") for code in codes), spelling
    assert set(SMILIES) <= set(codes)
    assert len(by_class(tree, "voted")) == len(tags.TITLES) == len({tag.name for tag in tags.TAGS.values()})
    assert "20" in inner(next(one for one in tree.iter("section") if one.get("aria-labelledby") == "limits"))
