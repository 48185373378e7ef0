"""The ticket with which a browser opens its live stream (`common.channels` says what one is)."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.http import require_safe

from accounts.models import User
from common import channels
from games import nudges, selectors
from games.views import base


@require_safe
def ticket(request: HttpRequest) -> HttpResponse:
    """A ticket for the games named by `?game=`, with the rights of this request, and where to take it.

    A game that is not there is heard as one in which nothing happens. Without a broker there are no
    streams (an empty address), and an open page asks for news by itself.
    """
    slugs = list(dict.fromkeys(request.GET.getlist("game")))[: channels.MOST_GAMES]
    holder = channels.of_user(request.user.pk) if isinstance(request.user, User) else ""
    sealed = channels.make_ticket([_heard(request, slug) for slug in slugs], holder)
    url = f"{channels.address(request)}?ticket={sealed}" if settings.REDIS_URL else ""
    return base.private(JsonResponse({"url": url, "lasts": channels.LASTS}))


def _heard(request: HttpRequest, slug: str) -> list[str]:
    """Return the channels of a game that this person may hear now."""
    try:
        access = selectors.access(slug, request.user)
    except Http404:
        return []
    # A member may sit in the room of the onlookers.
    here = access.seat is not None or access.host or access.game.options.get("graveyard")
    return nudges.channels_of(access.game, access.persona if here else None)


urlpatterns = [path("live/ticket/", ticket, name="ticket")]
