"""Pages that need a member name."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from accounts.models import Persona, User
from accounts.selectors import member_of


class MemberRequest(HttpRequest):
    """The request that a view behind `member_required` gets."""

    user: User
    member: Persona


def member_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Let only people with a member name in; the view finds its persona in `request.member`.

    A visitor is sent to the log-in, somebody without a member name to the page that asks for one,
    and both come back afterwards.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        member = member_of(request.user)
        if member is None:
            query = urlencode({"next": request.get_full_path()})
            return HttpResponseRedirect(f"{reverse('accounts:name')}?{query}")
        request.member = member  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    return login_required(inner)
