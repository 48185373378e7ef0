"""The live streams' channels, the tickets that open them, and what goes over the broker.

A nudge carries no content: it says that something a reader may see has changed, and the reader's
page asks for it with the reader's present rights. So the stream needs to know only who hears what:

- A channel is a name that nobody can read: an HMAC of what it belongs to, under the site's key. A
  dump of the broker tells neither whose it is nor which of them belong to one person.
- A ticket lists the channels that one browser may hear, by game, and is signed. An ordinary page
  issues it, with the rights of its request; it lasts `LASTS` seconds, and so does what it opened.
- Channels are of things (a thread that everybody reads) and of personas, never of rights: whoever
  publishes decides at each event who may know of it, in the transaction of that event. A right
  that has ended is thus never nudged for, however long a stream lives. What a stream can outlive is
  the person at the browser: then a *close* goes over the person's channel, the stream ends at once,
  and the browser must ask for another ticket. Where a close is lost, `LASTS` bounds it.

Nothing here touches a database: the process of the streams lives from this module alone.
"""

import base64
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

# How long a ticket is good, and how long the stream that it opens.
LASTS = 45
# Of how many games one browser hears at once.
MOST_GAMES = 12
# Where the streams are, below their host.
PATH = "/events/"

_SALT = "mafiaforum.live"
_CLOSE = "!"


def channel(kind: str, token: str) -> str:
    """Return the name of the channel of a thing: 22 letters that tell nothing of it."""
    mark = salted_hmac(_SALT, f"{kind} {token}", algorithm="sha256").digest()[:16]
    return base64.urlsafe_b64encode(mark).decode().rstrip("=")


def of_user(pk: int) -> str:
    """Return a person's own channel. No nudge ever goes over it, only the word that the person has left."""
    return channel("user", str(pk))


def topic() -> str:
    """Return the name under which this site publishes: several sites may share a broker."""
    return f"live-{channel('site', '')}"


# ---------- tickets ----------


@dataclass(frozen=True, slots=True)
class Ticket:
    """What one browser may hear: the channels of each game, in the order in which it asked; whose it is, if
    anybody's; and until when (seconds of the epoch).
    """

    games: tuple[frozenset[str], ...]
    holder: str
    until: int


def make_ticket(games: Sequence[Collection[str]], holder: str = "") -> str:
    """Return a signed ticket for the channels of each game."""
    return signing.TimestampSigner(salt=_SALT).sign_object([[sorted(one) for one in games], holder])


def read_ticket(ticket: str) -> Ticket:
    """Return what a ticket allows. Raises `signing.BadSignature` for a forged, altered or expired one."""
    games, holder = signing.TimestampSigner(salt=_SALT).unsign_object(ticket, max_age=LASTS)
    stamp = signing.b62_decode(ticket.rsplit(":", 2)[1])
    return Ticket(tuple(frozenset(one) for one in games), holder, stamp + LASTS)


# ---------- over the broker ----------


def closing(name: str) -> str:
    """Return the sign that closes the streams which hear a channel."""
    return f"{_CLOSE}{name}"


def pack(signs: Iterable[str]) -> str:
    """Return what is published for one transaction: channels, and signs that close."""
    return " ".join(sorted(signs))


def unpack(message: str) -> tuple[set[str], set[str]]:
    """Return what a message nudges and what it closes."""
    signs = message.split()
    return (
        {sign for sign in signs if not sign.startswith(_CLOSE)},
        {sign.removeprefix(_CLOSE) for sign in signs if sign.startswith(_CLOSE)},
    )


# ---------- where the streams are ----------


def address(request: HttpRequest) -> str:
    """Return where this request's browser finds the streams.

    `EVENTS_URL` if it is set; behind a proxy the same origin; else the host that the page was asked
    from, at the streams' own port, so that a phone in the same network finds them as well.
    """
    if settings.EVENTS_URL:
        return settings.EVENTS_URL.rstrip("/") + PATH
    if settings.HTTPS or settings.TRUSTED_PROXIES:
        return PATH
    host = request.get_host()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return f"{request.scheme}://{name}:{settings.EVENTS_PORT}{PATH}"


def let_connect(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let a page connect to the streams, where they have an origin of their own, and nowhere else."""
    where = address(request)
    if settings.REDIS_URL and where != PATH:
        response._csp_update = {"connect-src": [where.removesuffix(PATH)]}  # type: ignore[attr-defined]
    return response
