"""Texts that would do harm if they could, wherever somebody types one, and whoever opens the page (E083, E073).

Also texts of every size (E084).
"""

import re
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.core import mail

from common import names
from common.refusal import Refusal
from forum.markup import parse, plain
from forum.models import Post
from games import notify, services, tags
from tests.factories import HOST, Played, make_game
from tests.games.web import by_class, dom, post, refusals, shown, worded

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "javascript:confirm(1)",
    "JaVaScRiPt:confirm(2)",
    " javascript:confirm(3)",
    "java\tscript:confirm(4)",
    "&#106;avascript:confirm(5)",
    "data:text/html,<script>confirm(6)</script>",
    "vbscript:confirm(7)",
    "file:///etc/passwd",
    "blob:https://example.org/x",
    "//example.org/x.js",
    "/admin/",
    'x.png" onload="confirm(8)',
    'https://example.org/x" onmouseover="confirm(9)',
    "https://example.org/'><script>confirm(10)</script>",
)
TAGS = (
    "[url]{}[/url]", "[url={}]x[/url]", '[url="{}"]x[/url]', "[img]{}[/img]", "[img={}]x[/img]", "[b={}]x[/b]",
    "[quote={};1]x[/quote]", "[spoiler={}]x[/spoiler]", "[color={}]x[/color]", "[size={}]x[/size]", "@{}", ":{}:",
    "[list={}][*]x[/list]", "[list][*={}]x[/list]", "[code={}]x[/code]", "[{}]x[/{}]", "{}",
)  # fmt: skip
RAW = (
    "<script>confirm(11)</script>",
    "<img src=x onerror=confirm(12)>",
    "<svg/onload=confirm(13)>",
    "</textarea></title><script>confirm(14)</script>",
    '"><a href="javascript:confirm(15)">x</a>',
    '<span class="v">Мухомор</span>',
)
ALL = "\n".join([*(tag.replace("{}", address) for tag in TAGS for address in ADDRESSES), *RAW])
PICTURE = "[img]https://elsewhere.example/a.png[/img]"
HANDLER = re.compile(r"on[a-z]+")


def check(page: Any) -> None:
    """Fail for a page that runs, loads or sends anything which is not ours."""
    assert page.status_code in (200, 422), page.status_code
    for one in dom(page).iter():
        for name, value in one.attrib.items():
            assert not HANDLER.fullmatch(name) and name != "style", (one.tag, name, value)
            if name in ("href", "src", "action", "formaction", "srcset", "data", "poster"):
                scheme = urlsplit(value.strip()).scheme.casefold()
                assert scheme in ("", "http", "https", "mailto"), (one.tag, value)
                ours = not value.startswith("//") and not urlsplit(value).netloc
                assert ours or (one.tag == "a" and one.get("rel") == "nofollow noopener noreferrer"), (one.tag, value)
        assert one.tag not in ("iframe", "object", "embed", "base", "style", "video", "audio"), one.tag
        if one.tag == "script":
            assert one.get("src", "").startswith("/static/") or one.get("type") == "application/json"


def look(played: Played, *pages: str) -> None:
    """Open pages of a game as who wrote, who reads, and the host; those of them who may."""
    for page in pages:
        answers = [played.client(who).get(page) for who in ("Груздь", "Лисичка", HOST)]
        opened = [answer for answer in answers if answer.status_code == 200]
        assert opened, page
        for answer in opened:
            check(answer)


@pytest.fixture
def seven(clock):
    return make_game(7, clock=clock)


def test_nothing_dangerous_in_a_thread_becomes_markup(seven):
    """The announcement, a post, the host's post, a last word, the reason of a heart attack; and their previews."""
    seven.to_day()
    seven.post("Груздь", ALL).post(HOST, ALL)
    check(post(seven, "Груздь", ALL, preview=1))
    check(post(seven, "Груздь", ALL + "[vote]<script>confirm(1)</script>[/vote]"))
    check(seven.client("").get(seven.url()))
    number = Post.objects.filter(thread=seven.game.thread, author=seven.persona("Груздь")).latest("number").number
    check(seven.client("Лисичка").get(f"{seven.url()}?quote={number}"))
    seven.heart_attack("Опёнок", ALL)
    look(seven, seven.url())
    seven.to_last_word("Груздь")
    seven.post("Груздь", ALL + "[done]")
    look(seven, seven.url())
    assert not by_class(shown(seven)[-1], "v")


def test_nothing_dangerous_in_letters_becomes_markup(seven):
    """A letter, the talk with the host from both sides, a message at night, and the letters that wait at the desk."""
    seven.to_day()
    token = seven.letter("Груздь", ["Лисичка"], ALL)
    seven.tell("Груздь", ALL)
    services.host_message(game=seven.game, host=seven.host, seat=seven.seats["Лисичка"], source=ALL, at=seven.now())
    seven.to_night()
    for name in ("Мухомор", "Боровик", "Груздь"):
        seven.tell(name, ALL)
        seven.tell(name, f"проверить {RAW[0]}")
    talk = seven.url("desk_talk", seat=seven.seats["Груздь"])
    look(seven, seven.url("letters"), seven.url("letter", token=token), seven.url("talk"), seven.url("desk"), talk)


@pytest.mark.parametrize("raw", [*RAW, *ADDRESSES, "[url=javascript:confirm(1)]x[/url]"])
def test_no_nickname_is_dangerous(raw):
    with pytest.raises(Refusal, match="nick_invalid"):
        names.check(names.clean(raw))


def test_no_title_is_dangerous_on_pages_and_in_mails(clock):
    title = '<script>confirm(1)</script> [url=javascript:confirm(2)]x[/url] "><img src=x onerror=x>'
    played = make_game(7, clock=clock, title=title, theme=title).to_day()
    pages = ("/", *map(played.url, ("table", "rules", "desk", "letters")))
    look(played, *pages)
    notify.send_notices(played.now())
    assert mail.outbox
    for letter in mail.outbox:
        assert "\n" not in letter.subject
        for body, kind in getattr(letter, "alternatives", []):
            assert kind != "text/html" or "<script" not in body and "<img src=x" not in body
    played.to_end()
    look(played, *map(played.url, ("table", "story")))


def test_a_picture_is_fetched_by_nobody(seven):
    """E073: in the thread and in a letter it is a link, and whoever reads contacts our own server alone."""
    seven.to_day()
    token = seven.letter("Мухомор", ["Груздь"], PICTURE)
    seven.post("Мухомор", PICTURE)
    for page in (seven.url(), seven.url("letter", token=token)):
        tree = dom(seven.client("Груздь").get(page))
        assert not [one for one in tree.iter() if "elsewhere.example" in (one.get("src") or "")]
        links = [one for one in tree.iter("a") if one.get("href") == "https://elsewhere.example/a.png"]
        assert [link.get("rel") for link in links] == ["nofollow noopener noreferrer"]


# ---------- E084: how much fits ----------


def test_a_post_of_twenty_thousand_letters_with_many_tags_is_stored_whole_and_its_vote_counts(seven):
    seven.to_day()
    line = "[*][color=red][b]Улика[/b][/color] номер {:03}: [i]слово за слово[/i] :)\n"
    body = "[list=1]" + "".join(line.format(number) for number in range(400)) + "[/list]"
    body += "ж" * (20_000 - len(plain(parse(f"{body}ж"))) + 1 - len(" Мухомор"))
    text = body + " [vote]Мухомор[/vote]"
    assert len(plain(parse(text, tags.TAGS))) == 20_000
    answer = post(seven, "Груздь", text)
    assert answer.status_code == 303, refusals(answer)
    stored = Post.objects.filter(thread=seven.game.thread).latest("number")
    assert stored.source == text
    assert [vote.target for vote in seven.state().votes] == [seven.seats["Мухомор"]]
    article = shown(seven)[-1]
    assert len(list(article.iter("li"))) == 400 and "номер 399" in "".join(article.itertext())
    assert len(by_class(article, "voted")) == 1


def test_a_post_of_five_megabytes_is_refused_with_its_limit_and_given_back(seven):
    seven.to_day()
    before, text = Post.objects.count(), "ж" * 2_500_000
    body = urlencode(seven.form("Груздь", text=text))
    answer = seven.client("Груздь").post(seven.url("post"), body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert worded("text_too_long", limit=40_000, length=len(text)) in page
    assert f">\n{text}</textarea>" in page
    assert Post.objects.count() == before
