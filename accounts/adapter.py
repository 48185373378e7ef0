"""How allauth behaves here: its sentences, its mails, and no second way in."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import page_sizes, schemes
from accounts.models import User
from accounts.zones import zone_of_cookies
from common import channels, nudges

logger = logging.getLogger(__name__)


def _close_streams(person: Any) -> None:
    if isinstance(person, User):
        nudges.close(channels.of_user(person.pk))


class AccountAdapter(DefaultAccountAdapter):
    """The site's choices, in the places where allauth asks for them."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "cannot_remove_primary_email": _("You log in with this address. Change it instead of removing it."),
        "duplicate_email": _("This is your address already."),
        "email_password_mismatch": _("The address and the password do not belong together."),
        "email_taken": _("This address belongs to another account."),
        "enter_current_password": _("This is not your present password."),
        "incorrect_code": _("This is not the code from the letter."),
        "incorrect_password": _("This is not your password."),
        "invalid_or_expired_key": _("This link is used up or too old."),
        "invalid_password_reset": _("This link is used up or too old."),
        "rate_limited": _("Too many attempts. Try again in a few minutes."),
        "same_as_current": _("This is your address already."),
        "too_many_login_attempts": _("Too many attempts. Try again in a few minutes."),
        "unverified_primary_email": _("Confirm this address first."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:
        """Never answer in JSON: the pages are the only way in."""
        return False

    def new_user(self, request: HttpRequest) -> User:
        """Start a person with the language of the page and the time zone of the browser.

        Mail that goes out when nobody looks at a page needs them.
        """
        return User(language=get_language() or "", time_zone=zone_of_cookies(request.COOKIES))

    def login(self, request: HttpRequest, user: Any) -> None:
        """Log in, and keep what the visitor chose of how pages look."""
        super().login(request, user)
        schemes.carry(request, user)
        page_sizes.carry(request, user)

    def logout(self, request: HttpRequest) -> None:
        """Log out, and let no live stream go on that was opened before."""
        person = request.user
        super().logout(request)
        _close_streams(person)

    def set_password(self, user: Any, password: str) -> None:
        """Keep a new password, which ends every other session, and with them their live streams."""
        super().set_password(user, password)
        _close_streams(user)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Ask a person for the password or a code again; a guest has neither."""
        if getattr(getattr(self.request, "user", None), "is_guest", False):
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """After a new password: back to one's own page."""
        return reverse("accounts:profile")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """After a new address: back to one's own page."""
        return reverse("accounts:profile")

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Name the ways to show that it is you in our words."""
        ours = {"reauthenticate": _("By the password"), "reauthenticate_by_code": _("By a code from a letter")}
        return [way | {"description": ours[way["id"]]} for way in super().get_reauthentication_methods(user)]

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of an address that somebody has tried to sign up with it."""
        context = {
            "login_code_url": self.request.build_absolute_uri(reverse("account_request_login_code")),
            "password_reset_url": self.request.build_absolute_uri(reverse("account_reset_password")),
        }
        self.send_mail("account/email/account_already_exists", email, context)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter. A mail server that is away costs the letter, not the page."""
        request = self.request
        root = request.build_absolute_uri("/")
        letter: EmailMessage = self.render_mail(
            template_prefix, email, {"request": request, "email": email, "root_url": root} | context
        )
        try:
            letter.send()
        except (OSError, SMTPException):
            logger.exception("a letter of kind %s could not be sent", template_prefix)
            messages.error(request, gettext("The letter could not be sent. Try again in a few minutes."))
