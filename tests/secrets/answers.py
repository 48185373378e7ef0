"""What a browser gets, as one text to compare: status, headers, cookies, body.

Only what must be random is replaced, by this closed list; nothing else ever is:

- the token against forged requests, in forms, in the header of htmx and in its cookie;
- a form's key, which is new in every form;
- the reader's own key for what the browser keeps, made of the row of the person, which no page shows;
- the key of the session in its cookie.

The public tokens of personas and threads and a game's address are not in the list: the worlds of
`twins.py` give them fixed values. `Date` is set by the server in front and so is not there;
`Content-Length` is, and counts.
"""

import re

from django.conf import settings
from django.http import HttpResponse

_CSRF_FIELD = re.compile(r'(name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}(")')
_CSRF_HEADER = re.compile(r'(X-CSRFToken(?:"|&quot;): (?:"|&quot;))[A-Za-z0-9]{64}')
_FORM_KEY = re.compile(r'(name="key" value=")[A-Za-z0-9_-]{22}(")')
_KEPT_KEY = re.compile(r'( data-kept=")[A-Za-z0-9+/]{43}="')
_RANDOM_COOKIES = (settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME)


def normal(text: str) -> str:
    """Return a text with the random things of the closed list replaced."""
    text = _CSRF_FIELD.sub(r"\1<csrf>\2", text)
    text = _CSRF_HEADER.sub(r"\1<csrf>", text)
    text = _KEPT_KEY.sub(r'\1<own>"', text)
    return _FORM_KEY.sub(r"\1<key>\2", text)


def text_of(response: HttpResponse) -> str:
    """Return an answer as one text: everything that a browser, or somebody between, can see of it."""
    headers = sorted(f"{name}: {value}" for name, value in response.headers.items())
    cookies = [_cookie(name, morsel.OutputString()) for name, morsel in sorted(response.cookies.items())]
    content = b"".join(response) if response.streaming else response.content
    body = content.decode("utf-8", "surrogateescape")
    return normal("\n".join([str(response.status_code), *headers, *cookies, "", body]))


def _cookie(name: str, whole: str) -> str:
    if name in _RANDOM_COOKIES:
        whole = re.sub(r"^[^;]*", f"{name}=<random>", whole)
    return f"Set-Cookie: {whole}"


def first_difference(one: str, other: str, around: int = 120) -> str:
    """Return where two texts begin to differ, with what stands around it, for a failing test."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    cut = slice(max(0, at - around), at + around)
    return f"...{one[cut]!r}\n...{other[cut]!r}"
