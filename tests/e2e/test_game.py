"""A whole forum game, from sign-up to victory, as people play it: in browsers, against the running site."""

import pytest

from tests.e2e.entrance import sign_up
from tests.e2e.people import Town

pytestmark = [pytest.mark.servers, pytest.mark.timeout(600)]


def test_people_come_in(town: Town) -> None:
    host = town.person("host@example.org")
    host.open("/accounts/signup/")
    host.look("signup", languages=("ru", "en"))
    sign_up(host)
    host.open("/me/")
    host.look("me")
    host.open("/me/outbox/")
    host.look("outbox")
