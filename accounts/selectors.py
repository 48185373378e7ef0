"""Reads about people and their personas.

Who owns a persona is known to the owner alone: what
these functions answer may steer what a service does, but must not reach a page of anybody else.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import Ownership, Persona, User
from common.names import skeleton

Reader: TypeAlias = User | AnonymousUser | None


def owner_of(persona: Persona) -> User | None:
    """Return the owner, or None while a clone is held for somebody who has not confirmed an address.

    For mail and for services that must forbid a second seat; never for a page.
    """
    ownership = Ownership.objects.filter(persona=persona).select_related("user").first()
    return ownership.user if ownership else None


def persona_ids_of(user: Reader) -> set[int]:
    """Return the ids of everything that a person is called; empty for a visitor."""
    if user is None or not user.is_authenticated:
        return set()
    return set(Ownership.objects.filter(user_id=user.pk).values_list("persona_id", flat=True))


def personas_of(user: User) -> QuerySet[Persona]:
    """Return everything that a person is called, as a query to stand inside of another one."""
    return Persona.objects.filter(pk__in=Ownership.objects.filter(user_id=user.pk).values("persona"))


def member_of(user: Reader) -> Persona | None:
    """Return the persona of a person's member name, or None while there is none (or for a visitor)."""
    if user is None or not user.is_authenticated:
        return None
    ownership = Ownership.objects.filter(user_id=user.pk, is_member=True).select_related("persona").first()
    return ownership.persona if ownership else None


def owns(user: Reader, persona: Persona) -> bool:
    """Tell whether a persona is the person's own; always no for a visitor."""
    if user is None or not user.is_authenticated:
        return False
    return Ownership.objects.filter(user_id=user.pk, persona=persona).exists()


def guests(*, apart_from: QuerySet[Any] | None = None) -> QuerySet[User]:
    """Return those who are known by their browser alone, `apart_from` the owners of these personas (a query)."""
    found = User.objects.filter(email=None, is_staff=False)
    if apart_from is None:
        return found
    return found.exclude(pk__in=Ownership.objects.filter(persona__in=apart_from).values("user"))


def holder_of(name: str, *, but: Persona | None = None) -> Persona | None:
    """Return the persona that holds a name, or one that looks the same (`rules.md` section 2).

    Members hold theirs for ever, clones until their game or tournament ends.
    """
    held = Persona.objects.filter(skeleton=skeleton(name), holds_name=True)
    return (held.exclude(pk=but.pk) if but else held).first()


def held_names(names: Iterable[str]) -> list[str]:
    """Return those of the names that somebody holds, or one that looks the same. One query."""
    skeletons = {name: skeleton(name) for name in names}
    held = Persona.objects.filter(skeleton__in=skeletons.values(), holds_name=True)
    found = set(held.values_list("skeleton", flat=True))
    return [name for name, spelt in skeletons.items() if spelt in found]


def is_unconfirmed(user: User) -> bool:
    """Tell whether nobody has ever shown that the address of this person is theirs.

    Such a row proves nothing: whoever knows an address could have made it. It has never been
    logged in to, owns nothing, and gives way to the next who signs up with the address.
    """
    if user.last_login is not None or user.is_staff:
        return False
    confirmed = list(EmailAddress.objects.filter(user=user).values_list("verified", flat=True))
    return bool(confirmed) and not any(confirmed) and not Ownership.objects.filter(user=user).exists()
