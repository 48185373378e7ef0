"""What a page costs before anything is done: 25 posts joined from their stored HTML by a bare Django view.

The site's figures are given as multiples of it, so that they mean something on any machine.
"""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils.html import escape

from forum import services
from forum.models import Post

SIZE = 25
# People post here as quickly as they are answered: nobody is told to wait.
services.PACE = timedelta(0)


def posts(request: HttpRequest, thread: int, page: int) -> HttpResponse:
    """Answer with a page of a thread: one query, and strings joined."""
    last = page * SIZE
    found = Post.objects.filter(thread=thread, number__range=(last - SIZE + 1, last)).order_by("number")
    body = "".join(
        f"<article id=p{number}><b>{escape(name or '')}</b> {at:%H:%M}<div>{html}</div></article>"
        for number, name, at, html in found.values_list("number", "author__name", "at", "html")
    )
    answer = HttpResponse(f"<!DOCTYPE html><title>{page}</title>{body}")
    answer["Content-Length"] = str(len(answer.content))
    return answer


urlpatterns = [
    path("bare/<int:thread>/<int:page>/", posts),
    path("framed/<int:thread>/<int:page>/", posts),
    path("", include("mafiaforum.urls")),
]
