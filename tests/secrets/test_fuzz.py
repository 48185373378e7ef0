"""Whatever is sent to the site: an answer, never an accident, and what was written is not lost.

Forms are sent as bytes, as anybody can send them: bad UTF-8, NULs, half surrogates, huge, missing and
doubled fields. The test client raises what a page raises, so that every error of ours fails here.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forum.models import Post
from games.models import Seat
from tests.secrets.forms import filled
from tests.secrets.stage import ACTS, FORMS, address, build, form
from tests.secrets.worlds import fixed

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.usefixtures("quiet")]

FINE = {200, 204, 302, 303, 400, 404, 405, 413, 422, 429}
NASTY = [
    b"",
    b" ",
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",  # half a surrogate
    "\u202eгрузд\u200b".encode(),
    "٣".encode(),
    b"-1",
    b"0",
    b"1e9",
    b"9" * 30,
    b"1" * 200_000,
    b"[quote=" * 500,
    b"[vote][/vote][unvote]",
    "[vote]Сморчок[/vote]".encode(),
    "Сморчок".encode(),
    "ночь".encode(),
    b"+",
    "отмена".encode(),
    b"<script>alert(1)</script>",
    b"../../etc/passwd",
    b"%s%n{0}{{x}}",
]
ANYTHING = st.one_of(st.sampled_from(NASTY), st.text(max_size=60).map(str.encode), st.binary(max_size=40))
TEXTS = st.one_of(
    st.text(min_size=1, max_size=300),
    st.sampled_from([text.decode("utf-8", "replace") for text in NASTY if len(text) < 5000]),
    st.lists(
        st.sampled_from(["[b]", "[/b]", "[quote=Груздь]", "[/quote]", "слово", "\n", "[vote]", "[/vote]", "😀", "]"])
    )
    .map("".join)
    .filter(bool),
)
few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


def send(client: Client, url: str, fields: list[tuple[str, bytes]]) -> Any:
    """Send a form byte for byte."""
    body = "&".join(f"{quote_from_bytes(name.encode())}={quote_from_bytes(value)}" for name, value in fields)
    cache.clear()
    return client.generic("POST", url, body, content_type="application/x-www-form-urlencoded")


def as_bytes(fields: dict[str, object]) -> list[tuple[str, bytes]]:
    """Return the fields of a form for `send`."""
    found = []
    for name, value in fields.items():
        found += [(name, str(one).encode()) for one in (value if isinstance(value, list) else [value])]
    return found


def letters(text: str) -> str:
    """Return what of a text nobody may lose: its letters and digits, whatever their composition."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isalnum())


# ---------- what is written


# Where one writes: the line of the matrix, by whom, in which state, the page that the form stands on.
PLACES = {
    "a post": ("games:post", "", "c", "day", "table"),
    "a post of the host": ("games:post", "", "h", "night", "table"),
    "a post from the desk": ("games:desk_act", "post", "h", "day", "desk"),
    "a message to the host": ("games:talk", "", "k", "night", "talk"),
    "an answer of the host": ("games:desk_talk", "with c", "h", "day", ""),
    "a letter": ("games:letter_new", "", "c", "day", "letter_new"),
    "an answer to a letter": ("games:letter", "of c and d", "d", "night", ""),
    "a word in the closed room": ("games:letter", "of the mafia", "f", "night", ""),
    "a post after the end": ("games:post", "", "m", "over", "table"),
    "a post of somebody who is out": ("games:post", "", "x", "day", "table"),
}


@pytest.mark.parametrize("place", PLACES)
def test_what_is_written_is_not_lost(place: str, clock: Any) -> None:
    """It stands in the thread when it was taken, and in the field when it was refused."""
    name, what, who, state, _page = PLACES[place]
    stage = build(state, clock)
    url = address(stage, name, what, stage.slug)
    taken = refused = 0

    @few
    @given(text=TEXTS, preview=st.sampled_from([False, False, True]))
    def examples(text: str, preview: bool) -> None:
        nonlocal taken, refused
        with stage.world.branch():
            fields = {**form(stage, name, what, who), "key": fixed(text), "text": text}
            if preview:
                fields["preview"] = "1"
            answer = send(stage.clients[who], url, as_bytes(fields))
            assert answer.status_code in ({200, 422} if preview else {303, 422}), answer.status_code
            if answer.status_code == 303:
                taken += 1
                newest = Post.objects.order_by("-pk").filter(author__isnull=False, key__isnull=False).first()
                assert newest is not None
                assert letters(newest.source) == letters(text)
                assert stage.clients[who].get(answer.headers["Location"].split("#")[0]).status_code == 200
            else:
                refused += 1
                kept = filled(answer.content.decode(), url)["text"][0]
                assert _as_typed(kept) == _as_typed(text), "what was typed stays in its field"

    examples()
    assert refused, "nothing was ever refused"
    assert taken or who == "x", "nothing was ever taken"


def _as_typed(text: str) -> str:
    """Return a text without what no field of a page can hold."""
    return re.sub(r"\r\n?", "\n", text).replace("\0", "").strip()


@pytest.mark.parametrize("who", ["v", "o", "m"])
def test_a_nickname_is_taken_or_stays_in_its_field(who: str, clock: Any) -> None:
    stage = build("signup", clock)
    url = address(stage, "games:join", "", stage.slug)

    @few
    @given(
        name=st.one_of(
            TEXTS,
            st.text("абвгёйABCabc019 _-.'", min_size=1, max_size=34),
            st.sampled_from(["Груздь", "груздь", "Гpyздь", "ведущий", "Мухомор2", "Я", "А" * 33, "О'Генри", "ё ё"]),
        ),
        announcement=TEXTS,
    )
    def examples(name: str, announcement: str) -> None:
        with stage.world.branch():
            before = Seat.objects.count()
            fields = {"name": name, "announcement": announcement, "email": "someone.new@example.org"}
            answer = send(stage.clients[who], url, as_bytes(fields))
            assert answer.status_code in (303, 422)
            if answer.status_code == 303:
                assert Seat.objects.count() == before + (who != "v")
            else:
                shown = filled(answer.content.decode(), url)
                assert _as_typed(shown["name"][0]) == _as_typed(name)
                assert _as_typed(shown["announcement"][0]) == _as_typed(announcement)

    examples()


# ---------- what is sent


@pytest.mark.parametrize("state", ["signup", "day", "night", "over"])
def test_any_form_with_any_fields(state: str, clock: Any) -> None:
    """Every acting form of the site with fields missing, doubled, and full of anything."""
    stage = build(state, clock)
    acting = sorted({*FORMS, "games:notices_read"} - {"games:create", "games:change", "accounts:profile"})

    @many
    @given(data=st.data())
    def examples(data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(acting), label="form")
        who = data.draw(st.sampled_from("vmcfdxhHn"), label="who")
        what = _what(data, name)
        with stage.world.branch():
            url = address(stage, name, what, stage.slug)
            fields = as_bytes(form(stage, name, what, who))
            fields = [one for one in fields if data.draw(st.integers(0, 5), label="keep")]
            names = sorted({name for name, _value in fields} | {"as", "text", "target", "to", "confirm", "preview"})
            for _again in range(data.draw(st.integers(0, 3), label="changes")):
                fields.append((data.draw(st.sampled_from(names)), data.draw(ANYTHING)))
            answer = send(stage.clients[who], url, fields)
            assert answer.status_code in FINE, (name, who, answer.status_code)
            # And the game is still there for everybody.
            assert stage.clients["v"].get(stage.world.game.url()).status_code == 200

    examples()


def _what(data: st.DataObject, name: str) -> str:
    if name == "games:desk_act":
        return data.draw(st.sampled_from(sorted({*ACTS, "pause", "resume", "unhand", "cancel", "deal", "nothing"})))
    choices = {
        "games:letter": ["of c and d", "of the mafia", "talk of c"],
        "games:report_letter": ["of c and d", "of the mafia", "talk of c"],
        "games:note": ["on c", "on nobody"],
        "games:join_code": ["held", "wrong"],
        "games:desk_talk": ["with c", "with nobody"],
        "games:desk_offer": ["to m"],
        "tournaments:desk_act": "close call_off host take start postpone void walk_over adjust rescore nothing".split(),
    }
    return data.draw(st.sampled_from(choices.get(name, [""])))


@pytest.mark.parametrize("name", ["games:create", "games:change", "accounts:profile"])
def test_long_forms_with_any_fields(name: str, clock: Any) -> None:
    """Forms of many fields: one or several of them anything."""
    stage = build("signup", clock)
    who = "h"
    url = address(stage, name, "", stage.slug)
    shown = as_bytes(dict(form(stage, name, "", who)))
    names = sorted({field for field, _value in shown})

    @settings(few, max_examples=15)
    @given(changes=st.dictionaries(st.sampled_from(names), ANYTHING, min_size=1, max_size=6))
    def examples(changes: dict[str, bytes]) -> None:
        with stage.world.branch():
            fields = [(field, changes.get(field, value)) for field, value in shown]
            answer = send(stage.clients[who], url, fields)
            assert answer.status_code in FINE
            if answer.status_code == 422 and "title" in changes:
                kept = filled(answer.content.decode(), url)["title"][0]
                assert letters(kept) == letters(changes["title"].decode("utf-8", "replace"))

    examples()


# ---------- what is asked for


QUESTIONS = (
    "page",
    "post",
    "quote",
    "by",
    "only",
    "after",
    "to",
    "mode",
    "have",
    "signups",
    "next",
    "until",
    "step",
    "as",
)
PAGES = (
    "games:table",
    "games:live_thread",
    "games:live_panel",
    "games:letters",
    "games:letter_new",
    "games:talk",
    "games:rules",
    "games:protocol",
    "games:story",
    "games:replay",
    "games:desk",
    "games:change",
    "games:list",
    "games:archive",
    "games:front",
    "games:notices",
    "accounts:name",
    "account_login",
)


@pytest.mark.parametrize("state", ["day", "over"])
def test_any_question_to_any_page(state: str, clock: Any) -> None:
    stage = build(state, clock)

    @many
    @given(
        name=st.sampled_from(PAGES),
        who=st.sampled_from("vmcfxhn"),
        asked=st.lists(
            st.tuples(st.sampled_from(QUESTIONS), ANYTHING.filter(lambda text: len(text) < 5000)), max_size=4
        ),
        htmx=st.booleans(),
    )
    def examples(name: str, who: str, asked: list[tuple[str, bytes]], htmx: bool) -> None:
        with stage.world.branch():
            url = f"{address(stage, name, '', stage.slug)}?{urlencode(asked)}"
            answer = stage.clients[who].get(url, headers={"hx-request": "true"} if htmx else {})
            assert answer.status_code in FINE, (url, answer.status_code)

    examples()


def test_any_address_and_any_method(clock: Any) -> None:
    stage = build("day", clock)
    pieces = st.one_of(
        st.sampled_from(["desk", "letters", "talk", "1", "0", "99999999999999999999", "new", stage.slug, "-"]),
        st.text(max_size=12),
    )

    @many
    @given(
        path=st.lists(pieces, min_size=1, max_size=4),
        method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"]),
        who=st.sampled_from("vch"),
    )
    def examples(path: list[str], method: str, who: str) -> None:
        with stage.world.branch():
            tail = "/".join(quote_from_bytes(piece.encode("utf-8", "surrogatepass"), safe="") for piece in path)
            answer = stage.clients[who].generic(method, f"/games/{tail}/")
            assert answer.status_code in FINE | {301, 501}, (method, path, answer.status_code)

    examples()


@pytest.mark.parametrize("sent", ["json", "broken multipart", "nothing", "a file"])
def test_forms_of_another_kind(sent: str, clock: Any) -> None:
    """Not a form at all: an answer all the same."""
    stage = build("day", clock)
    client, url = stage.clients["c"], stage.world.game.url("post")
    ways: dict[str, Callable[[], Any]] = {
        "json": lambda: client.generic("POST", url, '{"text": 1}', content_type="application/json"),
        "broken multipart": lambda: client.generic(
            "POST", url, b"--x\r\nnonsense", content_type="multipart/form-data; boundary=x"
        ),
        "nothing": lambda: client.generic("POST", url, b"", content_type=""),
        "a file": lambda: client.post(url, {"as": stage.own("c"), "text": _file()}),
    }
    assert ways[sent]().status_code in FINE


def _file() -> Any:
    return SimpleUploadedFile("a.txt", b"text")


def test_a_huge_number_in_an_address(clock: Any) -> None:
    stage = build("day", clock)
    for number in ("0", "9" * 9, "9" * 19, "9" * 40):
        url = reverse("games:desk_talk", kwargs={"slug": stage.slug, "seat": number})
        assert stage.clients["h"].get(url).status_code == 404
