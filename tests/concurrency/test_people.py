"""Several people want the same name, or the same person clicks twice: one row, and a refusal for the rest."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from accounts import selectors, services
from accounts.models import Persona, User
from common.refusal import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

SPELLINGS = ["Груздь", "груздь", "ГРУЗДЬ", "Груз-дь", "Гру здь", "ГРУЗДЬ."]


def together(works: list[Callable[[], object]]) -> list[object]:
    """Do all of it at the same moment, each on a connection of its own; a refusal counts as its code."""
    start = Barrier(len(works))

    def alone(work: Callable[[], object]) -> object:
        try:
            start.wait()
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(alone, works))


@pytest.mark.parametrize("turn", range(10))
def test_of_many_who_want_a_name_one_gets_it_and_the_others_are_refused(turn: int) -> None:
    answers = together([partial(services.make_clone, None, name) for name in SPELLINGS])
    winners = [answer for answer in answers if isinstance(answer, Persona)]
    assert len(winners) == 1 and Persona.objects.count() == 1
    assert {str(answer) for answer in answers if answer not in winners} <= {"nick_taken", "nick_confusable"}


@pytest.mark.parametrize("turn", range(10))
def test_one_person_who_clicks_six_times_has_one_member_name(turn: int) -> None:
    ann = services.user_for_email("ann@example.org")
    answers = together([partial(services.claim_member_name, ann, "Груздь") for _click in range(6)])
    assert set(answers) == {selectors.member_of(ann)}
    assert Persona.objects.count() == 1


@pytest.mark.parametrize("turn", range(10))
def test_one_person_who_asks_for_two_names_at_once_has_one_of_them(turn: int) -> None:
    ann = services.user_for_email("ann@example.org")
    answers = together([partial(services.claim_member_name, ann, name) for name in ("Груздь", "Дождевик") * 3])
    member = selectors.member_of(ann)
    assert set(answers) == {member, "member_name_given"}
    assert Persona.objects.count() == 1


@pytest.mark.parametrize("turn", range(10))
def test_an_address_confirmed_in_six_browsers_at_once_is_one_person(turn: int) -> None:
    answers = together([partial(services.user_for_email, "ann@example.org") for _browser in range(6)])
    assert set(answers) == {User.objects.get()}
    assert EmailAddress.objects.get().verified
