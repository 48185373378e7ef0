"""Coming in by the browser: sign-up, codes from letters, a member name."""

import re

from playwright.sync_api import expect

from tests.e2e.people import Person

PASSWORD = "четыре тихих зонта"
CODE = re.compile(r"\b([A-Z]{4}-[A-Z]{4})\b")


def code_for(person: Person) -> str:
    """Return the code in the newest letter to this person, read from the page of the outbox."""
    page = person.context.new_page()
    page.goto("/me/outbox/", wait_until="domcontentloaded")
    letter = page.locator("article", has_text=person.email).first
    text = letter.inner_text()
    page.close()
    found = CODE.search(text)
    assert found, text
    return found[1]


def sign_up(person: Person, picture: str = "") -> None:
    """Sign up with address and password, and confirm the address by the code; with a `picture` of that page."""
    tab = person.open("/accounts/signup/")
    tab.locator("#id_email").fill(person.email)
    tab.locator("#id_password1").fill(PASSWORD)
    person.send(tab.locator('main form[action="/accounts/signup/"]'))
    if picture:
        person.look(picture)
    tab.locator("#id_code").fill(code_for(person))
    person.send(tab.locator("main form", has=tab.locator("#id_code")))
    expect(tab.locator("body")).to_have_attribute("data-who", "in")


def take_member_name(person: Person, name: str) -> None:
    """Answer the page that asks for a member name."""
    tab = person.tab
    tab.locator("#id_name").fill(name)
    person.send(tab.locator('main form[action="/me/name/"]'))
    person.name = name
