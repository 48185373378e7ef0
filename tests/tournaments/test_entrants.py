"""Clones made for a tournament: their names outlive the games that they play in it."""

import pytest

from accounts import services
from accounts.models import Persona
from accounts.selectors import owner_of
from common.refusal import Refusal
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_an_entrant_holds_its_name_against_every_other_kind() -> None:
    ann, bob = make_user("ann@example.org"), make_user("bob@example.org")
    entrant = services.make_entrant(ann, "Груздь")
    assert (entrant.kind, entrant.holds_name, owner_of(entrant)) == (Persona.Kind.ENTRANT, True, ann)
    for claim in (services.claim_member_name, services.make_clone, services.make_entrant):
        with pytest.raises(Refusal) as refused:
            claim(bob, "ГРУЗДЬ")
        assert refused.value.code == "nick_taken"
    with pytest.raises(Refusal) as refused:
        services.make_entrant(bob, "ведущий")
    assert refused.value.code == "nick_reserved"


def test_the_name_can_be_let_go() -> None:
    entrant = services.make_entrant(make_user("ann@example.org"), "Груздь")
    services.release_name(entrant)
    assert services.make_clone(make_user("bob@example.org"), "Груздь").name == entrant.name
