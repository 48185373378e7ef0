"""Guests, clones for practice, and the house's own name."""

import pytest

from accounts import selectors, services
from accounts.models import Ownership, Persona, User
from common import names
from common.refusal import Refusal

pytestmark = pytest.mark.django_db


def test_a_guest_has_no_address_and_no_way_to_log_in_anew() -> None:
    guest, other = services.make_guest(language="en", time_zone="Europe/Berlin"), services.make_guest()
    assert (guest.is_guest, guest.language, guest.time_zone) == (True, "en", "Europe/Berlin")
    assert not guest.has_usable_password()
    assert set(selectors.guests()) == {guest, other}


def test_guests_are_forgotten_but_not_those_who_gave_an_address() -> None:
    guest, known = services.make_guest(), services.make_guest()
    persona = services.make_practice_clone(guest, "Груздь")
    User.objects.filter(pk=known.pk).update(email="known@example.org")
    assert services.forget_guests([guest, known]) == 1
    assert list(User.objects.all()) == [known]
    assert Persona.objects.filter(pk=persona.pk).exists()
    assert not Ownership.objects.exists()


def test_a_practice_clone_keeps_its_name_from_nobody() -> None:
    user = services.user_for_email("a@example.org")
    real = services.make_clone(user, "Груздь")
    practice = [services.make_practice_clone(None, "Груздь") for _time in range(2)]
    assert not any(persona.holds_name for persona in practice)
    assert selectors.holder_of("груздь") == real
    services.release_name(real)
    assert services.make_clone(user, "Груздь").name == "Груздь"


@pytest.mark.parametrize("name", ["Городской писарь", "Town Clerk"])
def test_the_house_has_a_name_that_nobody_can_take(name: str) -> None:
    house = services.house_persona(name)
    assert services.house_persona(name) == house
    assert selectors.owner_of(house) is None
    with pytest.raises(Refusal) as caught:
        services.claim_member_name(services.user_for_email("a@example.org"), name.upper())
    assert caught.value.code == "nick_reserved"


def test_the_houses_name_must_be_a_reserved_one() -> None:
    assert not names.is_reserved("Груздь")
    with pytest.raises(ValueError, match="not reserved"):
        services.house_persona("Груздь")


def test_only_clones_are_deleted_with_their_game() -> None:
    member = services.claim_member_name(services.user_for_email("a@example.org"), "Лесник")
    clone = services.make_practice_clone(None, "Груздь")
    services.forget_clones([member.pk, clone.pk])
    assert list(Persona.objects.all()) == [member]
