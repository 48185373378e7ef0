"""Announcing a tournament."""

from typing import cast

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.decorators import MemberRequest, member_required
from accounts.models import new_token
from common.refusal import Refusal
from games.engine.composition import suggested
from games.set_up import table_context
from tournaments import services
from tournaments.forms import NewTournamentForm
from tournaments.views import frame
from tournaments.views.acting import check_as, said

# How long a form that was sent twice is known by its key.
FORM_KNOWN = 3600


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def create(request: HttpRequest) -> HttpResponse:
    """The form of a new tournament; a member becomes its organiser."""
    member, at = cast(MemberRequest, request).member, frame.now()
    data = {name: text.replace("\0", "") for name, text in request.POST.dict().items()}
    form = NewTournamentForm(
        data if request.method == "POST" else None,
        now=at,
        zone=timezone.get_current_timezone(),
        table=suggested(),
        language=(get_language() or "ru")[:2],
    )
    refused, key = "", frame.typed(request, "key").strip()
    if request.method == "POST":
        once = f"tournament:{member.pk}:{key[:64].encode().hex()}"
        if slug := key and cache.get(once):
            return frame.go(reverse("tournaments:board", args=[slug]))
        try:
            check_as(request, member)
            if form.is_valid():
                tournament = services.create(organiser=member, at=at, **form.settings)
                cache.set(once, tournament.slug, FORM_KNOWN)
                messages.success(request, _("The tournament is announced, and entries are open."))
                return frame.go(reverse("tournaments:board", args=[tournament.slug]))
        except Refusal as refusal:
            try:
                form.take(refusal)
            except Refusal:
                refused = said(refusal)
    context = {
        "form": form,
        "key": key or new_token(),
        "as_name": member.name,
        "as_token": member.token,
        "refused": refused,
        **table_context(form),
    }
    return frame.page(request, "tournaments/create.html", context, 422 if request.method == "POST" else 200)


urlpatterns = [path("tournaments/new/", create, name="create")]
