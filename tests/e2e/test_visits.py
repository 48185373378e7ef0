"""Short visits: coming back with a code from a letter, and a page that does not exist."""

import pytest
from playwright.sync_api import expect

from tests.e2e.entrance import code_for, sign_up
from tests.e2e.people import Town

pytestmark = [pytest.mark.servers, pytest.mark.timeout(180)]


def test_out_and_in_again_with_a_code_from_a_letter(town: Town) -> None:
    person = town.person("back@example.org", scripts=False)
    sign_up(person)
    tab = person.open("/me/")
    person.look("me")
    person.send(tab.locator('aside form[action="/accounts/logout/"]'))
    expect(tab.locator("body")).to_have_attribute("data-who", "guest")
    person.open("/accounts/login/")
    person.look("login")
    tab.locator("main form a").click()
    tab.locator("#id_email").fill(person.email)
    person.send(tab.locator("main form", has=tab.locator("#id_email")))
    tab.locator("#id_code").fill(code_for(person))
    person.send(tab.locator("main form", has=tab.locator("#id_code")))
    expect(tab.locator("body")).to_have_attribute("data-who", "in")


def test_a_page_that_does_not_exist(town: Town) -> None:
    stranger = town.person("lost@example.org", language="en-GB")
    stranger.open("/games/nowhere/", status=404)
    expect(stranger.tab.locator("html")).to_have_attribute("lang", "en")
    stranger.look("not-found")
