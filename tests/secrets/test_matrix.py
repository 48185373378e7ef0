"""Every address, by every method, for every reader, at every state of a game: as `matrix.py` says."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.secrets import cups
from tests.secrets.answers import first_difference, text_of
from tests.secrets.matrix import ADMIN, MATRIX, STATES, VIEWERS
from tests.secrets.places import patterns
from tests.secrets.stage import WHO, Fields, Stage, address, build, form

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.usefixtures("quiet")]


@dataclass(frozen=True)
class Line:
    """A line of the matrix."""

    name: str
    what: str
    method: str
    state: str
    answers: str


def lines() -> list[Line]:
    """Read the matrix."""
    found = []
    for text in (MATRIX + cups.DAY + cups.SCORES).splitlines():
        if not text.strip() or text.startswith("#"):
            continue
        words = text.split()
        at = next(i for i, word in enumerate(words) if word in ("GET", "POST"))
        name, *what = words[:at]
        method, state, *columns = words[at:]
        found.append(Line(name, " ".join(what), method, state, "".join(columns)))
    return found


LINES = lines()
# The state of a game is nothing to these; they are asked once.
OF_NO_GAME = (
    "account",
    "healthz",
    "common:",
    "games:list",
    "games:archive",
    "games:create",
    "games:notices",
    "tournaments:",
)
# By day everybody tries every form; at the other states those that are answered alike at all of them, and the
# acts of the desk, are sent by the host and these.
SOME = "hvcH"


def test_the_table_is_whole() -> None:
    """Every address of the site is in it, by both methods, at every state, with a letter for every reader."""
    names = {name for name in patterns() if not name.startswith(ADMIN)}
    assert not any(name.startswith("?") for name in names), "an address has no name"
    for name in sorted(names):
        for method in ("GET", "POST"):
            states = {line.state for line in LINES if (line.name, line.method) == (name, method)}
            assert "*" in states or states == set(STATES), (
                f"{method} {name} is not in the matrix at every state: {states}"
            )
    unknown = {line.name for line in LINES} - names
    assert not unknown, f"not an address of the site: {unknown}"
    for line in LINES:
        assert len(line.answers) == len(VIEWERS), line
        assert set(line.answers) <= set("ogduxmln"), line
        assert line.state in (*STATES, "*"), line
    assert set(VIEWERS) == set(WHO)


def letter_of(response: HttpResponse) -> str:
    """Return the letter of an answer; the status itself where there is no letter for it."""
    where = response.headers.get("Location", "")
    if response.status_code == 302 and where.startswith(reverse("account_login") + "?next="):
        return "l"
    if response.status_code == 302 and where.startswith(reverse("accounts:name") + "?next="):
        return "n"
    letters = {200: "o", 204: "d", 302: "g", 303: "g", 404: "x", 405: "m", 422: "u"}
    return letters.get(response.status_code, str(response.status_code))


def ask(stage: Stage, who: str, method: str, url: str, fields: Fields) -> HttpResponse:
    """Ask once, in a transaction that is undone, with the browser as it was before."""
    client = stage.clients[who]
    cookies = deepcopy(client.cookies)
    cache.clear()
    try:
        with transaction.atomic():
            answer: Any = client.get(url) if method == "GET" else client.post(url, fields)
            transaction.set_rollback(True)
    finally:
        client.cookies = cookies
    found: HttpResponse = answer
    return found


def asked(state: str | None) -> Iterator[Line]:
    """Return the lines for a state; for None those that have nothing to do with a game."""
    for line in LINES:
        if line.name.startswith(OF_NO_GAME) or set(line.answers) == {"m"}:
            if state is None:
                yield line
        elif state in (line.state, *STATES[: 4 * (line.state == "*")]) and state is not None:
            yield line


@pytest.mark.parametrize("state", [*STATES, None])
def test_everybody_gets_the_answer_of_the_table(state: str | None, clock: Any) -> None:
    stage = build(state or "day", clock)
    nothing, wrong = Nothing(stage), []
    for line in asked(state):
        url = address(stage, line.name, line.what, stage.slug)
        alike = line.name == "games:desk_act" or (line.method == "POST" and line.state == "*")
        seldom = alike and state not in ("day", None)
        for who, expected in zip(VIEWERS, line.answers, strict=True):
            if seldom and who not in SOME:
                continue
            fields = form(stage, line.name, line.what, who) if line.method == "POST" else {}
            answer = ask(stage, who, line.method, url, fields)
            came = letter_of(answer)
            if came != expected:
                wrong.append(
                    f"{line.method} {line.name} {line.what} ({state}), {who}: expected {expected}, came {came}"
                )
            elif line.name != "common:seal" and "no-store" not in answer.headers.get("Cache-Control", ""):
                wrong.append(f"{line.method} {line.name} {line.what} ({state}), {who}: may be kept on the way")
            elif came == "x":
                wrong += nothing.unlike(who, line, url, answer)
    assert not wrong, "\n".join(wrong)


class Nothing:
    """What each reader gets for a game that does not exist: asked once, compared often."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.known: dict[tuple[str, str], str] = {}

    def unlike(self, who: str, line: Line, url: str, answer: HttpResponse) -> Iterator[str]:
        """Return how a 404 differs from that of a game that does not exist."""
        if (who, line.method) not in self.known:
            nowhere = reverse("games:letter", kwargs={"slug": "nosuch", "token": "nosuch"})
            nothing = ask(self.stage, who, line.method, nowhere, {})
            assert nothing.status_code == 404
            self.known[who, line.method] = _but_for_the_address(nothing, nowhere)
        something, nothing_text = _but_for_the_address(answer, url), self.known[who, line.method]
        if something != nothing_text:
            yield f"{line.method} {line.name} {line.what}, {who}: {first_difference(something, nothing_text)}"


def _but_for_the_address(answer: HttpResponse, url: str) -> str:
    """Return an answer with the address that was asked for taken out; its length follows from that of the address."""
    shown = answer.content.decode().count(url)
    length = int(answer.headers["Content-Length"]) - shown * len(url)
    text = text_of(answer).replace(url, "<address>")
    return text.replace(
        f"Content-Length: {answer.headers['Content-Length']}", f"Content-Length: {length} and addresses"
    )


def test_a_form_from_elsewhere_does_nothing(clock: Any) -> None:
    """Without the token against forged requests no address takes a form, whoever is logged in."""
    stage = build("day", clock)
    user = stage.world.people[WHO["c"]]
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    taking = {(line.name, line.what) for line in LINES if line.method == "POST" and set(line.answers) != {"m"}}
    assert len(taking) > 50
    for name, what in sorted(taking):
        url = address(stage, name, what, stage.slug)
        answer = client.post(url, form(stage, name, what, "c"))
        assert answer.status_code == 403, (name, what, answer.status_code)


@pytest.mark.parametrize("state", ["day", "night"])
def test_a_form_of_somebody_else_does_nothing(state: str, clock: Any) -> None:
    """With the `as` of another persona nothing is done, whoever sends it, whatever it is."""
    stage = build(state, clock)
    taken = []
    for line in asked(state):
        if line.method != "POST" or "g" not in line.answers or not line.name.startswith("games:"):
            continue
        url = address(stage, line.name, line.what, stage.slug)
        for who, own in zip(VIEWERS, line.answers, strict=True):
            if own != "g" and who != "v":
                continue
            foreign = "h" if who == "c" else "c"
            fields = form(stage, line.name, line.what, who)
            if "as" not in fields:
                continue
            answer = letter_of(ask(stage, who, "POST", url, {**fields, "as": stage.own(foreign)}))
            if answer not in "uxlm":
                taken.append(f"{line.name} {line.what} ({state}), {who} as {foreign}: {answer}")
    assert not taken, "\n".join(taken)


def test_the_operators_pages_send_everybody_else_to_the_log_in(clock: Any) -> None:
    stage = build("day", clock)
    names = sorted({name for name in patterns() if name.startswith(ADMIN)})
    assert len(names) > 10
    for name in names:
        url = _operators(name)
        for who in "voch":
            for method in ("GET", "POST"):
                answer = ask(stage, who, method, url, {})
                if name == "admin:jsi18n" and answer.status_code == 200:
                    # The words of the admin's scripts, the same for all.
                    continue
                where = answer.headers.get("Location", "")
                if name == "admin:login" and who not in "vn":
                    # Logged in already, and still no operator.
                    assert answer.status_code == 403, (who, method, answer.status_code)
                    continue
                assert answer.status_code == 302, (name, who, method, answer.status_code)
                to = (reverse("admin:login"), reverse("account_login"))
                # Who logs out there, or was never in, comes to its front page, which asks to log in.
                to = (*to, reverse("admin:index")) if name == "admin:logout" else to
                assert where.startswith(to), (name, who, method, where)


def _operators(name: str) -> str:
    if name.startswith(f"{ADMIN}?"):
        # The admin catches every address below its own.
        return reverse("admin:index") + "no/such/page/"
    for args in ([], ["1"], ["1", "1"], ["accounts"]):
        with suppress(NoReverseMatch):
            return reverse(name, args=args)
    raise AssertionError(name)


def test_the_visitors_browser_is_only_a_browser(clock: Any) -> None:
    """The newcomer is known by the session alone: another visitor with the same address sees the same page."""
    stage = build("signup", clock)
    url = address(stage, "games:join_code", "held", stage.slug)
    one, other = stage.clients["n"].get(url), Client().get(url)
    assert one.status_code == other.status_code == 200
    assert text_of(one) == text_of(other)
