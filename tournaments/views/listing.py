"""The list of tournaments: what takes entries, what is played, and what has been played."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments import selectors as reads
from tournaments.models import Tournament
from tournaments.views import frame

PAGE = 20
# So many at most take entries or are played at the same time.
MOST = 100


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """All tournaments: those that take entries first, then those being played, then the archive by pages."""
    called_off = Tournament.objects.filter(stage=Tournament.Stage.CANCELLED).select_related("organiser")
    over = (reads.ended() | called_off).order_by("-ended_at", "-pk")
    page = Paginator(over, PAGE).get_page(request.GET.get("page"))
    context = {
        "now": frame.now(),
        "open": list(reads.announced()[:MOST]),
        "running": list(reads.under_way()[:MOST]),
        "over": list(page),
        "page": page,
    }
    return frame.page(request, "tournaments/list.html", context)


urlpatterns = [path("tournaments/", listing, name="list")]
