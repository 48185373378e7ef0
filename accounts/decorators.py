"""Pages that need a member name, or an address at least."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Persona, User
from accounts.selectors import member_of


class MemberRequest(HttpRequest):
    """The request that a view behind `member_required` gets."""

    user: User
    member: Persona


def member_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Let only people with a member name in; the view finds its persona in `request.member`.

    A visitor is sent to the log-in, somebody without a member name to the page that asks for one,
    and both come back afterwards. A guest needs an address before that.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if _is_guest(request):
            return add_an_address(request)
        member = member_of(request.user)
        if member is None:
            query = urlencode({"next": request.get_full_path()})
            return HttpResponseRedirect(f"{reverse('accounts:name')}?{query}")
        request.member = member  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    return login_required(inner)


def guests_first_add_an_address(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Send guests to the page for the address: what is behind the view makes sense for people who can log in again."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return add_an_address(request) if _is_guest(request) else view(request, *args, **kwargs)

    return inner


def add_an_address(request: HttpRequest) -> HttpResponse:
    """Lead a guest to the page for the address, and say why."""
    messages.info(request, _("A guest is known by this browser alone. Add an e-mail first, then this page opens."))
    return HttpResponseRedirect(reverse("account_email"))


def _is_guest(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_guest
