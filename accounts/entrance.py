"""Coming in by a code from the mail, for pages that ask for an address in passing.

Joining a game asks a newcomer for nickname, first post and address on one page; the code that
comes there proves the address. A known and a new address get the same letter.
"""

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import record_authentication
from allauth.core import ratelimit
from allauth.core.internal.cryptokit import compare_user_code
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from accounts import page_sizes, schemes
from accounts.models import User


def make_code() -> str:
    """Make a code to be typed from a letter, like "BCDF-GHJK"."""
    code: str = get_adapter().generate_login_code()
    return code


def same_code(typed: str, code: str) -> bool:
    """Tell whether this is the code, whatever its dashes, spaces and letter case. An empty code is never right."""
    return bool(compare_user_code(actual=typed, expected=code))


def mail_code(email: str, code: str) -> None:
    """Send the code, with nothing about games in the letter. Call outside of any transaction."""
    get_adapter().send_mail("account/email/login_code", email.strip().lower(), {"code": code})


def may_try(request: HttpRequest, action: str, key: str | None = None, *, dry_run: bool = False) -> bool:
    """Count a try of something that everybody may do only so often (`ACCOUNT_RATE_LIMITS`); tell whether it may be.

    `key` is what it is tried for, such as an address; a `dry_run` counts nothing.
    """
    return bool(ratelimit.consume(request, action=action, key=key, dry_run=dry_run))


def log_in_guest(request: HttpRequest, guest: User) -> None:
    """Bind a guest who has just been made to this browser."""
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    schemes.carry(request, guest)
    page_sizes.carry(request, guest)
    request.session.set_expiry(settings.SESSION_COOKIE_AGE)


def log_in(request: HttpRequest, user: User) -> bool:
    """Log in somebody whose address has just been confirmed; not (False) when the account is closed.

    The session gets a new key, and what it held before is kept, as Django does.
    """
    if not user.is_active:
        return False
    record_authentication(request, user, method="code", email=user.email)
    get_adapter().login(request, user)
    request.session.set_expiry(settings.SESSION_COOKIE_AGE)
    return True
