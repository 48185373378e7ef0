"""Following every link of the site, as a reader who opens all there is."""

import html
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.http import HttpResponse
from django.test import Client

# Everything that leads somewhere by GET: links, pictures, sources of fragments.
_LINK = re.compile(r"""\s(?:href|src|hx-get|data-url|data-href)\s*=\s*["']([^"']+)["']""")
# Of addresses that differ only in the values of their questions (`?post=7`) or in a seal's code one is opened.
ALIKE = 1
# Nothing of a game stands behind these.
LEFT_OUT = ("/static/", "/accounts/")
MOST = 600


def crawl(client: Client, start: Iterable[str], within: str = "/") -> dict[str, HttpResponse]:
    """Return the answer at every address that can be reached from `start`, by address; of those `within` a path."""
    waiting: list[str] = list(start)
    found: dict[str, Any] = {}
    alike: Counter[str] = Counter()
    while waiting:
        address = waiting.pop(0)
        if address in found or _kind_is_full(address, alike):
            continue
        assert len(found) < MOST, f"more than {MOST} pages: is there a trap for crawlers at {address}?"
        response = client.get(address)
        found[address] = response
        where = response.headers.get("Location")
        if where:
            waiting.append(_own(address, where))
        if "html" in response.headers.get("Content-Type", "") and not response.streaming:
            waiting += [_own(address, html.unescape(link)) for link in _LINK.findall(response.content.decode())]
        waiting = [one for one in waiting if one.startswith(within)]
    return found


def _own(base: str, link: str) -> str:
    """Return a link as an address of this site without its fragment; nothing for what leads elsewhere."""
    parts = urlsplit(urljoin(f"http://testserver{base}", link))
    if parts.netloc != "testserver" or parts.scheme not in ("http", "https"):
        return ""
    if parts.path.startswith(LEFT_OUT):
        return ""
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _kind_is_full(address: str, alike: Counter[str]) -> bool:
    parts = urlsplit(address)
    path = "/seal/" if parts.path.startswith("/seal/") else parts.path
    names = [name for name, _value in parse_qsl(parts.query, keep_blank_values=True)]
    if not names and path == parts.path:
        return False
    kind = f"{path}?{names}"
    alike[kind] += 1
    return alike[kind] > ALIKE


def words_of(response: HttpResponse) -> str:
    """Return what stands in an answer, as it is and as it reads, headers included."""
    content = b"".join(response) if response.streaming else response.content
    body = content.decode("utf-8", "replace")
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    reads = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())
    return "\n".join((headers, body, html.unescape(body), reads))
