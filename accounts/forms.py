"""Forms of log-in, sign-up and one's own page.

Those of allauth are subclassed for their words, and where an answer would tell whether an address
is known. An address that nobody has ever confirmed counts as unknown everywhere: whoever asks for a
code or a new password for it is sent to the sign-up, and a new sign-up takes its place. So nobody
can lie in wait behind somebody else's address with a password of his own.
"""

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.models import EmailAddress
from allauth.account.utils import setup_user_email
from allauth.core.ratelimit import respond_429
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts import selectors, services
from accounts.models import User
from accounts.zones import offered_zones

PASSWORD_HINT = _("From 10 characters. Several words that don't belong together are good.")


class OurWords(forms.Form):
    """Labels and hints of ours; no placeholders, no second field for the same password."""

    labels = {
        "email": _("E-mail"),
        "login": _("E-mail"),
        "password": _("Password"),
        "password1": _("New password"),
        "oldpassword": _("Present password"),
        "code": _("Code"),
    }
    hints = {"password1": PASSWORD_HINT}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")
        if "code" in self.fields:
            # Codes are letters: no mending of words by a phone's keyboard.
            self.fields["code"].widget.attrs.update({"autocapitalize": "characters", "spellcheck": "false"})


class LoginForm(OurWords, allauth_forms.LoginForm):
    """Log-in with a password. An unknown address costs the same hashing (allauth's own care)."""


class SignupForm(OurWords, allauth_forms.SignupForm):
    """Sign-up with address and password. Known and new addresses get the same page for the same work."""

    account_already_exists: bool

    labels = OurWords.labels | {"password1": _("Password")}
    hints = OurWords.hints | {"email": _("Nobody else will see it. A code comes there, now and when you ask for one.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        trap = self.fields[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD]
        # The template hides it by a class: a style attribute would be blocked, and the trap seen.
        trap.widget.attrs = {"tabindex": "-1", "autocomplete": "off"}
        trap.label = _("Leave this empty")

    def validate_unique_email(self, value: str) -> str:
        """Note whether the address is taken by somebody who has confirmed it."""
        email: str = super().validate_unique_email(value)
        if self.account_already_exists:
            users = allauth_forms.filter_users_by_email(email)
            self.account_already_exists = any(not selectors.is_unconfirmed(user) for user in users)
        return email

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save the person, or answer as if, when the address is known or the trap was filled."""
        if self.cleaned_data[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD]:
            return super().try_save(request)
        if not consume_email_verification_rate_limit(request, self.cleaned_data["email"], dry_run=True):
            # Before anything is done: a second click must not undo the first sign-up.
            return None, respond_429(request)
        if self.account_already_exists:
            services.hash_for_nothing(self.cleaned_data["password1"])
            return super().try_save(request)
        try:
            return super().try_save(request)
        except IntegrityError:
            # The same address a moment earlier, in another request.
            self.account_already_exists = True
            return super().try_save(request)

    def save(self, request: HttpRequest) -> User:
        """Write person and address together, in place of an earlier sign-up that was never confirmed."""
        adapter = get_adapter()
        user: User = adapter.new_user(request)
        adapter.save_user(request, user, self, commit=False)  # hashes, which is too slow for a transaction
        email = self.cleaned_data["email"]
        with transaction.atomic():
            services.forget_unconfirmed(email)
            user.save()
            setup_user_email(request, user, [EmailAddress(email=email)])
        return user


class RequestLoginCodeForm(OurWords, allauth_forms.RequestLoginCodeForm):
    """Ask for a code by mail."""

    _user: User | None

    def clean_email(self) -> str:
        """Count an address that was never confirmed as unknown."""
        email: str = super().clean_email()
        if self._user and selectors.is_unconfirmed(self._user):
            self._user = None
        return email


class ResetPasswordForm(OurWords, allauth_forms.ResetPasswordForm):
    """Ask for a link to set a new password."""

    users: list[User]

    def clean_email(self) -> str:
        """Count an address that was never confirmed as unknown."""
        email: str = super().clean_email()
        self.users = [user for user in self.users if not selectors.is_unconfirmed(user)]
        return email


class ConfirmLoginCodeForm(OurWords, allauth_forms.ConfirmLoginCodeForm):
    """Type the code that came by mail."""


class ConfirmReauthenticationCodeForm(OurWords, allauth_forms.ConfirmReauthenticationCodeForm):
    """Type the code once more before something that matters."""


class ConfirmEmailForm(OurWords, allauth_forms.ConfirmEmailVerificationCodeForm):
    """Type the code that came to a new address."""

    def clean_code(self) -> str:
        """Take a code from somebody who is really about to confirm.

        Where the sign-up was for a known address no code was sent, and none is right.
        """
        if self.user is None:
            raise get_adapter().validation_error("incorrect_code")
        allauth_forms.BaseConfirmCodeForm.clean_code(self)
        if not selectors.is_unconfirmed(self.user):
            services.forget_unconfirmed(self.email)
        code: str = super().clean_code()
        return code


class ReauthenticateForm(OurWords, allauth_forms.ReauthenticateForm):
    """Type the password once more before something that matters."""


class AddEmailForm(OurWords, allauth_forms.AddEmailForm):
    """Change the address."""

    labels = OurWords.labels | {"email": _("New address")}


class ChangePasswordForm(OurWords, allauth_forms.ChangePasswordForm):
    """Change the password."""


class SetPasswordForm(OurWords, allauth_forms.SetPasswordForm):
    """Set a first password, for those who came in by code."""


class ResetPasswordKeyForm(OurWords, allauth_forms.ResetPasswordKeyForm):
    """Set a new password by the link from the mail."""


if TYPE_CHECKING:
    _UserForm = forms.ModelForm[User]
else:
    _UserForm = forms.ModelForm


def _languages() -> list[tuple[str, Any]]:
    own_names = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]
    return [("", _("as my browser asks")), *own_names]


def _zones() -> list[tuple[str, Any]]:
    return [("", _("as my browser says")), *((name, name.replace("_", " ")) for name in offered_zones())]


class ProfileForm(_UserForm):
    """How the pages look to oneself."""

    language = forms.ChoiceField(label=_("Language"), choices=_languages, required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zones,
        required=False,
        help_text=_("Deadlines are shown in it; in a game its own zone stands beside."),
    )

    class Meta:
        model = User
        fields = ("language", "time_zone", "scheme", "page_size")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A page that was opened before there was this choice sends none, and leaves it as it is.
        self.fields["page_size"].required = False

    def clean_page_size(self) -> int:
        """Return what was chosen; where nothing was, what it is already."""
        return int(self.cleaned_data["page_size"] or self.instance.page_size)


class MemberNameForm(forms.Form):
    """Choose a member name. Whether it may be had is for the service to say."""

    name = forms.CharField(
        label=_("Member name"),
        strip=False,  # whether blanks matter is for the rules of names to say
        error_messages={"required": _("A name is needed.")},
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
        help_text=_("From 2 to 32 characters: letters of one alphabet, digits, space and _ - . '"),
    )
