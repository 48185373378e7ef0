"""Quotes by address: `?quote=2&quote=7` puts several posts into the field to write in, with the rights of the reader.

With a script the browser does it by itself (`static/js/quotes.js`) and asks for nothing. Without one each link that
quotes carries the quotes that stand in the field already, and so do the links to the other pages of the thread.
"""

from urllib.parse import urlencode

from django.http import HttpRequest

from accounts.models import Persona
from forum import markup
from forum import selectors as forum
from forum.models import Thread
from forum.services import LONGEST_SOURCE
from games.selectors import Access
from games.views import base

# How many posts are quoted at once; `static/js/quotes.js` collects as many.
MOST = 10
# More of them in an address are not even looked at.
_LOOKED_AT = 100


def asked(request: HttpRequest) -> tuple[int, ...]:
    """Return the numbers of the posts that are to be quoted, each once, in the order of asking; at most `MOST`."""
    given = request.GET.getlist("quote")[:_LOOKED_AT]
    numbers = (base.number(text) for text in given)
    return tuple(dict.fromkeys(number for number in numbers if number is not None and number > 0))[:MOST]


def carried(request: HttpRequest) -> str:
    """Return the piece of an address that keeps what is being quoted: `quote=2&quote=7&`, or nothing."""
    numbers = asked(request)
    return f"{urlencode({'quote': numbers}, doseq=True)}&" if numbers else ""


def collection(access: Access) -> str:
    """Return under which name a browser keeps the quotes collected in a game, for each name that one writes as."""
    return f"{access.game.slug}:{access.persona.token[:8] if access.persona else ''}"


def quoted(request: HttpRequest, thread: Thread, reader: Persona | None) -> str:
    """Return what the links that quote put into the field, as far as the reader may read it and a post can hold it.

    Lines of the game and of the host's voice are nobody's words, and a hidden post has none.
    """
    numbers = asked(request)
    if not numbers:
        return ""
    text = ""
    for post in forum.picked(thread, reader, numbers):
        if post.author is None or not post.source:
            continue
        if text and len(text) + len(post.source) > LONGEST_SOURCE:
            break
        text += markup.quote(post.author.name, post.number, post.source)
    return text
