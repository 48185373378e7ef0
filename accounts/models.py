"""People and their public names.

A `User` is a person with an e-mail address. Everything that others see is a `Persona`. Who owns
which persona stands in `Ownership` alone, and only this app asks it (`accounts.selectors`), so
that no query of another app can join a clone to a person.
"""

import secrets

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.names import skeleton


def new_token() -> str:
    """Make a random public id of 128 bits that tells nothing of order or number."""
    return secrets.token_urlsafe(16)


class UserManager(BaseUserManager["User"]):
    """Makes users; the e-mail address is the log-in name."""

    def create_user(self, email: str | None = None, password: str | None = None, **fields: object) -> "User":
        """Save a user with a normalised address; without a password none can be used to log in."""
        user = self.model(email=self.normalize_email(email).lower() if email else None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Save an operator of the site."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. Nobody but the person and the operator ever sees anything of this row."""

    class Scheme(models.TextChoices):
        FOLLOW = "follow", _("follows the game, else my system")
        AUTO = "auto", _("as my system")
        PAPER = "paper", _("always paper")
        INK = "ink", _("always ink")

    class PageSize(models.IntegerChoices):
        SHORT = 25, _("25 posts")
        MIDDLE = 50, _("50 posts")
        LONG = 100, _("100 posts")

    email = models.EmailField(_("e-mail"), unique=True, null=True, blank=True)
    language = models.CharField(_("language"), max_length=5, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    scheme = models.CharField(_("paper or ink"), max_length=8, choices=Scheme, default=Scheme.FOLLOW)
    page_size = models.PositiveSmallIntegerField(_("on a page of a thread"), choices=PageSize, default=PageSize.SHORT)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    def __str__(self) -> str:
        return self.email or f"guest {self.pk}"

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest: known by the browser alone, without an address."""
        return self.email is None


class Persona(models.Model):
    """A public name: a member's own, or a clone made for one game or one tournament (`rules.md` section 2)."""

    class Kind(models.TextChoices):
        MEMBER = "member", _("member")
        CLONE = "clone", _("clone")
        ENTRANT = "entrant", _("clone of a tournament")

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=32)
    skeleton = models.CharField(max_length=64, editable=False)
    # A member's name is held for ever, a clone's until its game ends, an entrant's until its tournament does.
    holds_name = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["skeleton"], condition=models.Q(holds_name=True), name="one_holder_of_a_name"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        """Save with the skeleton of the present name, whichever fields are named."""
        self.skeleton = skeleton(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:  # type: ignore[operator]
            kwargs["update_fields"] = {*fields, "skeleton"}  # type: ignore[misc]
        super().save(*args, **kwargs)  # type: ignore[arg-type]


class Ownership(models.Model):
    """Who owns a persona. The best kept secret of the house: read it in this app alone."""

    persona = models.OneToOneField(Persona, on_delete=models.CASCADE, primary_key=True, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    is_member = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(is_member=True), name="one_member_name_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"ownership {self.pk}"
