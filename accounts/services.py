"""What can be done with people and names. Nothing here sees a request, and no moment is read here."""

import unicodedata
from collections.abc import Callable, Iterable

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from accounts import selectors
from accounts.models import Ownership, Persona, User
from common import names
from common.refusal import Refusal


def claim_member_name(user: User, name: str) -> Persona:
    """Give a person the public name of a member, which is held for ever (`rules.md` section 2).

    Asking again for the name that one has returns it. Raises `Refusal`: `nick_invalid` or
    `nick_reserved` (see `common.names.check`), `nick_taken`, `nick_confusable`, and
    `member_name_given` with the `name` that the person has already.
    """
    present = selectors.member_of(user)
    if present is None:
        wanted = names.clean(name)

        def create() -> Persona:
            persona = Persona.objects.create(kind=Persona.Kind.MEMBER, name=wanted)
            Ownership.objects.create(persona=persona, user=user, is_member=True)
            return persona

        try:
            _refuse_unfit(name)
            return _held(wanted, create)
        except (Refusal, IntegrityError):
            # This very person may have a name by now, from a second click at the same moment.
            present = selectors.member_of(user)
            if present is None:
                raise
    if present.name == names.clean(name):
        return present
    raise Refusal("member_name_given", name=present.name)


def make_clone(user: User | None, name: str) -> Persona:
    """Make a clone, owned from the start or (None) held until somebody is given it.

    Raises `Refusal`: `nick_invalid`, `nick_reserved`, `nick_taken`, `nick_confusable`.
    """
    return _make_clone(user, name, Persona.Kind.CLONE)


def make_entrant(user: User | None, name: str) -> Persona:
    """Make a clone for one tournament: no end of a game lets its name go. Without a person it is the house's own.

    Raises what `make_clone` raises.
    """
    return _make_clone(user, name, Persona.Kind.ENTRANT)


def _make_clone(user: User | None, name: str, kind: Persona.Kind) -> Persona:
    _refuse_unfit(name)
    wanted = names.clean(name)

    def create() -> Persona:
        persona = Persona.objects.create(kind=kind, name=wanted)
        if user is not None:
            Ownership.objects.create(persona=persona, user=user)
        return persona

    return _held(wanted, create)


def make_practice_clone(user: User | None, name: str) -> Persona:
    """Make a clone for a practice game, where its name is nobody's but within that game: it holds none."""
    persona = Persona.objects.create(kind=Persona.Kind.CLONE, name=names.clean(name), holds_name=False)
    if user is not None:
        Ownership.objects.create(persona=persona, user=user)
    return persona


def house_persona(name: str) -> Persona:
    """Return the house's own persona of that name, which nobody owns; made when first asked for.

    Its name must be a reserved one (`common.reserved`), so that no member can have it.
    """
    if not names.is_reserved(name):
        raise ValueError(f"{name} is not reserved: anybody could have it.")
    persona, _made = Persona.objects.get_or_create(
        skeleton=names.skeleton(name), holds_name=True, defaults={"kind": Persona.Kind.MEMBER, "name": name}
    )
    return persona


def make_guest(*, language: str = "", time_zone: str = "") -> User:
    """Make somebody who is known by the browser alone: no address, no password, no way to log in anew."""
    return User.objects.create_user(None, language=language, time_zone=time_zone)


def forget_guests(guests: Iterable[User]) -> int:
    """Delete guests; what they were called stays with their games. Return how many.

    Whoever has added an address by now is left alone.
    """
    deleted = 0
    for guest in guests:
        deleted += User.objects.filter(pk=guest.pk, email=None, is_staff=False).delete()[1].get("accounts.User", 0)
    return deleted


def forget_clones(personas: Iterable[int]) -> None:
    """Delete the clones of a game that has been deleted; members stay."""
    Persona.objects.filter(pk__in=personas, kind=Persona.Kind.CLONE).delete()


def give(persona: Persona, user: User) -> None:
    """Make somebody the owner of a clone that is held; again for the same person does nothing.

    Raises `ValueError` when it is somebody else's: a persona never changes hands.
    """
    ownership, _created = Ownership.objects.get_or_create(persona=persona, defaults={"user": user})
    if ownership.user_id != user.pk:
        raise ValueError("This persona is somebody's already.")


def rename(persona: Persona, name: str) -> Persona:
    """Give a persona another name; whether it may have one now is for its game to say.

    Only the spelling may change too ("груздь" to "Груздь"). Raises `Refusal`: `nick_invalid`,
    `nick_reserved`, `nick_taken`, `nick_confusable`; the persona then has its old name.
    """
    _refuse_unfit(name, but=persona)
    wanted = names.clean(name)
    before = persona.name

    def save() -> Persona:
        persona.name = wanted
        persona.save(update_fields=["name"])
        return persona

    try:
        return _held(wanted, save, but=persona)
    except Refusal:
        persona.name = before
        raise


def release_name(persona: Persona) -> None:
    """Let others take the name of a clone whose game (or tournament) is over. Raises `ValueError` for a member's."""
    if persona.kind == Persona.Kind.MEMBER:
        raise ValueError("A member's name is held for ever.")
    persona.holds_name = False
    persona.save(update_fields=["holds_name"])


def user_for_email(email: str, *, language: str = "", time_zone: str = "", guest: User | None = None) -> User:
    """Return the person of an address that has just been confirmed; make one if there is none.

    Only for an address whose owner has typed the code that was sent to it. A row that nobody ever
    confirmed is taken over, and the password that a stranger may have put on it is dropped.
    `language` and `time_zone` are for a new person; a `guest` is made that new person. The person
    may be inactive: look before logging in.
    """
    email = email.strip().lower()
    try:
        with transaction.atomic():
            return _user_for_email(email, language, time_zone, guest)
    except IntegrityError:
        # Somebody with the same address was quicker by a moment; now there is one to be found.
        with transaction.atomic():
            return _user_for_email(email, language, time_zone, guest)


def forget_unconfirmed(email: str) -> None:
    """Delete the rows with this address that were never confirmed (`selectors.is_unconfirmed`).

    Call when somebody signs up with the address or has just shown that it is theirs.
    """
    addresses = EmailAddress.objects.filter(email=email.lower(), verified=False).select_related("user")
    for address in addresses:
        if selectors.is_unconfirmed(address.user):
            address.user.delete()


def hash_for_nothing(password: str) -> None:
    """Do the work of storing a password, and store nothing.

    Whoever signs up with an address that is known must wait as long as whoever does with a new one.
    """
    make_password(password)


def _user_for_email(email: str, language: str, time_zone: str, guest: User | None) -> User:
    address = EmailAddress.objects.filter(email=email, verified=True).select_related("user").first()
    if address:
        return address.user
    user = User.objects.filter(email=email).first()
    if user is None and guest is not None and guest.is_guest:
        user = guest
        user.email = email
        user.save(update_fields=["email"])
    elif user is None:
        user = User.objects.create_user(email, language=language, time_zone=time_zone)
    elif selectors.is_unconfirmed(user):
        user.set_unusable_password()
        user.save(update_fields=["password"])
    EmailAddress.objects.filter(user=user, primary=True).exclude(email=email).update(primary=False)
    EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    return user


def _refuse_unfit(name: str, *, but: Persona | None = None) -> None:
    """Refuse a name that may not be or is held, with a suggestion where one helps."""
    try:
        names.check(name)
    except Refusal as refusal:
        raise Refusal(refusal.code, **refusal.params, suggestion=_suggestion(name, but)) from None
    wanted = names.clean(name)
    holder = selectors.holder_of(wanted, but=but)
    if holder:
        raise _held_by(holder, wanted, but)


def _held(wanted: str, write: Callable[[], Persona], *, but: Persona | None = None) -> Persona:
    """Write a persona that holds a name; a race that is lost in the database is refused like any other.

    Once more where the winner has let the name go again in the meantime.
    """
    for last_try in (False, True):
        try:
            with transaction.atomic():
                return write()
        except IntegrityError:
            holder = selectors.holder_of(wanted, but=but)
            if holder:
                raise _held_by(holder, wanted, but) from None
            if last_try:
                raise
    raise AssertionError("unreachable")


def _held_by(holder: Persona, wanted: str, but: Persona | None) -> Refusal:
    """Say that a name is taken, letter by letter, or only to the eye. `name` is the one that is in the way."""
    same = _folded(holder.name) == _folded(wanted)
    code = "nick_taken" if same else "nick_confusable"
    return Refusal(code, name=holder.name, wanted=wanted, suggestion=_suggestion(wanted, but))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _suggestion(name: str, but: Persona | None) -> str | None:
    return names.suggest(name, lambda option: selectors.holder_of(option, but=but) is not None)
