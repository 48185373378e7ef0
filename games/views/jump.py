"""Going to a place in the thread: a post by its number, or a page. A plain form; what comes nearest is shown."""

import re

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from accounts import page_sizes
from forum import selectors as forum
from games import selectors
from games.views import base

_DIGITS = re.compile(r"(-?)([0-9]+)", re.ASCII)
# Longer numbers than any thread has are as good as this one.
_MOST_DIGITS = 9


def _near(text: str) -> int | None:
    """Read a number as people write one (`№ 12`, `#12`); None where there is none."""
    found = _DIGITS.search(text[:100])
    if found is None:
        return None
    return -1 if found[1] else int(found[2][:_MOST_DIGITS])


@require_safe
def jump(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the post `?post=` or the page `?page=`, or to the nearest there is; without a number, to the thread."""
    access = selectors.access(slug, request.user)
    url, size = base.game_url(access), page_sizes.chosen(request)
    last = forum.last_number(access.game.thread)
    post, page = _near(request.GET.get("post", "")), _near(request.GET.get("page", ""))
    if post is not None and last:
        number = min(max(1, post), last)
        return base.go(f"{url}?post={number}#p{number}")
    if page is not None and last:
        number = min(max(1, page), forum.page_of(last, size))
        return base.go(f"{url}?page={number}#p{forum.numbers_on(number, size)[0]}")
    return base.go(f"{url}#thread")


urlpatterns = [path("games/<slug:slug>/go/", jump, name="jump")]
