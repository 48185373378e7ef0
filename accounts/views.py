"""One's own page, the member name, language, paper or ink, and the outbox of a site without a mail server."""

from pathlib import Path
from typing import cast

from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.views import email_verification_sent
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import outbox, page_sizes, schemes, selectors, services
from accounts.decorators import guests_first_add_an_address
from accounts.forms import MemberNameForm, ProfileForm
from accounts.models import User
from accounts.refusals import SENTENCES
from common.refusal import Refusal


def _way_back(request: HttpRequest, default: str) -> str:
    """Return where `next` says one came from, if that is a page of this site."""
    url = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe else default


@never_cache
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """One's own page: member name, how pages look, address and password."""
    user = cast(User, request.user)
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        if user.language:
            translation.activate(user.language)
        messages.success(request, _("Saved."))
        response = redirect("accounts:profile")
        schemes.choose(request, response, user.scheme)
        page_sizes.choose(request, response, str(user.page_size))
        return response
    status = 422 if request.method == "POST" else 200
    return render(request, "accounts/profile.html", {"form": form, "member": selectors.member_of(user)}, status=status)


@never_cache
@login_required
@guests_first_add_an_address
def member_name(request: HttpRequest) -> HttpResponseBase:
    """Choose a member name when one is first needed, then go on to where it was needed."""
    user = cast(User, request.user)
    way_back = _way_back(request, reverse("accounts:profile"))
    form = MemberNameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.claim_member_name(user, form.cleaned_data["name"])
        except Refusal as refusal:
            form.add_error("name", SENTENCES[refusal.code](refusal.params))
        else:
            return HttpResponseRedirect(way_back)
    elif request.method != "POST" and selectors.member_of(user):
        return HttpResponseRedirect(way_back)
    context = {"form": form, "next": way_back, "needed": way_back != reverse("accounts:profile")}
    return render(request, "accounts/name.html", context, status=422 if form.errors else 200)


def confirm_email(request: HttpRequest) -> HttpResponseBase:
    """Take the code that came to an address at the sign-up, or to a new address of somebody logged in.

    A visitor needs a sign-up that is under way. allauth asks this of new addresses only; after a
    sign-up that was given up, this page would tell the known addresses from them.
    """
    if request.user.is_anonymous and not LoginStageController.enter(request, EmailVerificationStage.key):
        return redirect("account_login")
    response: HttpResponseBase = email_verification_sent(request)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Switch the language, for somebody logged in on every device, for a visitor in this browser.

    A language that the site does not speak changes nothing.
    """
    response = HttpResponseRedirect(_way_back(request, "/"))
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        request.user.language = chosen
        request.user.save(update_fields=["language"])
    schemes.keep_cookie(response, settings.LANGUAGE_COOKIE_NAME, chosen)
    return response


@require_POST
def scheme(request: HttpRequest) -> HttpResponse:
    """Switch between paper and ink, for somebody logged in on every device, for a visitor in this browser."""
    response = HttpResponseRedirect(_way_back(request, "/"))
    schemes.choose(request, response, request.POST.get("scheme", ""))
    return response


@require_POST
def page_size(request: HttpRequest) -> HttpResponse:
    """Choose how many posts a page shows, for somebody logged in on every device, for a visitor in this browser."""
    response = HttpResponseRedirect(_way_back(request, "/"))
    page_sizes.choose(request, response, request.POST.get("size", ""))
    return response


@never_cache
@require_safe
def outbox_page(request: HttpRequest) -> HttpResponse:
    """Show the letters of a site in development that has no mail server; elsewhere there is no such page."""
    in_files = settings.EMAIL_BACKEND == "django.core.mail.backends.filebased.EmailBackend"
    if not (settings.DEVELOPMENT and in_files):
        raise Http404
    return render(
        request, "accounts/outbox.html", {"letters": outbox.letters(Path(getattr(settings, "EMAIL_FILE_PATH", "")))}
    )
