"""Where somebody reads: posts apart from the others, places, marks, votes, who takes part, and a game once more."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import axe
from tests.e2e.others import WHO, Others
from tests.e2e.people import DESKTOP, PHONE, Person, Town
from tests.e2e.test_writing import go_to
from tests.factories import HOST
from tests.run.site import Site

pytestmark = [pytest.mark.servers, pytest.mark.timeout(300)]
# Letters in a picture are no smaller than this, in pixels.
READABLE = 11


@pytest.fixture(scope="module")
def others(site: Site) -> Iterator[Others]:
    """The game of `chronicle.py` on its second day. Whoever needs its end ends it."""
    others = Others(site, "told")
    yield others
    others.stop()


def numbers(tab: Page) -> list[str]:
    """Return which posts are in sight."""
    found: list[str] = tab.locator("#thread article[id^=p]").evaluate_all("posts => posts.map((post) => post.id)")
    return found


def authors(tab: Page) -> set[str]:
    """Return whose posts are in sight."""
    return set(tab.locator("#thread :is(.post, .line) .nick").all_inner_texts())


def open_ways(person: Person) -> Locator:
    """Open the part that chooses posts and leads to places."""
    ways = person.tab.locator("#ways")
    ways.locator("summary").click()
    return ways


# ---------- posts, places, marks ----------


def test_posts_apart_places_and_marks(town: Town, others: Others) -> None:
    reader = others.come(town, WHO)
    read_apart(reader, others)
    go_places(reader, others)
    mark_posts(reader, others)
    note_on_a_player(reader, others)
    search(reader, others)


def read_apart(reader: Person, others: Others) -> None:
    """Choose posts by a form; what it shows has an address that shows a stranger the same."""
    tab = reader.open(f"{others.url}?page=1")
    ways = open_ways(reader)
    reader.look("reading-ways")
    ways.get_by_label("Мухомор").check()
    ways.get_by_label("Рыжик").check()
    ways.locator("#ways-day").select_option(label="День 1")
    ways.get_by_label("Только посты с голосами").check()
    reader.send(ways.locator("form").first)
    expect(tab.locator("#sifted")).to_have_text("Посты: Мухомор, Рыжик. День 1. Только с голосами. Всего 5 постов.")
    assert authors(tab) == {"Мухомор", "Рыжик"}
    expect(tab.locator(".chapter")).to_have_text(re.compile("^День 1"))
    reader.look("reading-apart", languages=("ru", "en"))
    shown, address = numbers(tab), reader.path().split("#")[0]
    stranger = reader.town.person("stranger@example.org")
    stranger.open(address)
    assert numbers(stranger.tab) == shown and len(shown) == 5
    expect(stranger.tab.locator("#ways [name='by']:checked")).to_have_count(2)
    # From a post that stands alone to its place among the others, and back to the same.
    reader.follow(tab.locator(".post .no", has_text="В теме: №").first)
    place = tab.locator(f"#{shown[-1]}")
    expect(place).to_be_in_viewport()
    expect(place).to_contain_text("Тихие пусть живут.")
    assert len(authors(tab)) > 5
    tab.go_back()
    assert numbers(tab) == shown
    # One player by the list of seats, the host by the line above the thread; then everything.
    reader.follow(tab.locator("#seats a", has_text="Опёнок"))
    expect(tab.locator("#sifted")).to_contain_text("Посты: Опёнок.")
    assert authors(tab) == {"Опёнок"}
    tools = tab.locator("#thread > .tools").first
    reader.follow(tools.get_by_role("link", name="Ведущий"))
    assert authors(tab) == {HOST}
    expect(tab.locator(".report")).not_to_have_count(0)
    reader.follow(tools.get_by_role("link", name="Все посты"))
    expect(tab.locator("#sifted")).to_have_count(0)


def go_places(reader: Person, others: Others) -> None:
    """Go to what is new, to a post, a page and a day; and let a page be longer."""
    tab = reader.open(f"{others.url}?page=1")
    fresh = others.come(reader.town, "Боровик")
    for _ in ("a first visit", "another"):
        fresh.open(f"{others.url}?page=1")
    open_ways(fresh)
    fresh.follow(fresh.tab.get_by_role("link", name="К новым", exact=True))
    expect(fresh.tab.locator("#new")).to_be_in_viewport()
    assert fresh.tab.locator("#new + *").get_attribute("id") == "p26"
    fresh.rest()
    for field, value, where in (("Пост №", "№ 40", "p40"), ("или страница", "3", "p51")):
        ways = open_ways(reader)
        ways.get_by_label(field, exact=True).fill(value)
        with tab.expect_navigation(wait_until="domcontentloaded"):
            ways.get_by_label(field, exact=True).press("Enter")
        expect(tab.locator(f"#{where}")).to_be_in_viewport()
    ways = open_ways(reader)
    reader.follow(ways.get_by_role("link", name="Ночь 1"))
    expect(tab.locator(".chapter", has_text="Ночь 1")).to_be_in_viewport()
    for size, pages in (("50", 2), ("100", 0), ("25", 4)):
        first = numbers(tab)[0]
        open_ways(reader)
        reader.send(tab.locator("#ways form", has=tab.locator("[name='size']")), f"button[value='{size}']")
        expect(tab.locator("#thread > .tools").first.locator(".pages a")).to_have_count(pages)
        assert first in numbers(tab)


def mark_posts(reader: Person, others: Others) -> None:
    """Keep a post, find it on the page of bookmarks, go there, and drop it."""
    tab = reader.open(f"{others.url}?page=2")
    post = tab.locator(".post", has_text="Передумываю")
    number = (post.get_attribute("id") or "")[1:]
    with tab.expect_navigation(wait_until="domcontentloaded"):
        post.locator("button[name='keep']").click()
    expect(tab.locator(f"#p{number}")).to_be_in_viewport()
    expect(tab.locator(f"#p{number} button[name='drop']")).to_have_attribute("aria-pressed", "true")
    with tab.expect_navigation(wait_until="domcontentloaded"):
        tab.locator(".post", has_text="Считаю по пальцам").first.locator("button[name='keep']").click()
    reader.follow(tab.locator("#thread > .tools").first.get_by_role("link", name="Закладки"))
    kept = tab.locator("article.line")
    expect(kept).to_have_count(2)
    reader.look("reading-bookmarks")
    reader.follow(kept.first.get_by_role("link"))
    expect(tab.locator(f"#p{number}")).to_be_in_viewport()
    tab.go_back()
    for left in (1, 0):
        reader.send(kept.first)
        expect(kept).to_have_count(left)
    reader.open(f"{others.url}?page=2")
    expect(tab.locator("button[name='drop']")).to_have_count(0)


def note_on_a_player(reader: Person, others: Others) -> None:
    """Write a note beside a player's posts: it is there on the next visit, on its own page, and for nobody else."""
    tab, text = reader.tab, "Считает голоса вслух."
    reader.follow(tab.locator("#seats a", has_text="Мухомор"))
    note = tab.locator("details[id^='note-']")
    note.locator("summary").click()
    note.locator("textarea").fill(text)
    reader.send(note.locator("form"))
    expect(note.locator("summary")).to_contain_text("Ваша заметка об игроке Мухомор")
    expect(note.locator("textarea")).to_have_value(text)
    reader.open(f"{others.url}bookmarks/")
    reader.follow(tab.locator(".facts a", has_text="Мухомор"))
    expect(tab.locator("main textarea")).to_have_value(text)
    reader.look("reading-note")
    tab.locator("main textarea").fill("")
    reader.send(tab.locator("main form"))
    reader.open(f"{others.url}bookmarks/")
    expect(tab.locator("body")).not_to_contain_text(text)


def search(reader: Person, others: Others) -> None:
    """Find a word in another of its forms, of one author; and words in one's own letters."""
    tab = reader.open(f"{others.url}search/")
    expect(tab.locator("#search-q")).to_be_focused()
    tab.locator("#search-q").fill("окно")
    tab.locator("#search-by").select_option(label="Поганка")
    tab.locator("#search-day").select_option(label="День 1")
    reader.send(tab.locator("main form"))
    expect(tab.locator("p[role=status]")).to_have_text("Найдено 7 сообщений.")
    assert set(tab.locator("main mark").all_inner_texts()) == {"окнах"}
    assert set(tab.locator("main .nick").all_inner_texts()) == {"Поганка"}
    reader.look("reading-search")
    reader.follow(tab.locator(".post .no").last)
    place = tab.locator("#" + tab.url.rpartition("#")[2])
    expect(place).to_be_in_viewport()
    expect(place).to_contain_text("В окнах аптеки горел свет.")
    reader.open(f"{others.url}letters/?q=лампу")
    expect(tab.locator("main mark")).to_have_text(["лампу"])
    reader.look("reading-letters")


# ---------- votes ----------


def test_votes_as_they_came_and_who_takes_part(town: Town, others: Others) -> None:
    reader = others.come(town, WHO)
    tab = reader.open(others.url)
    reader.follow(tab.locator("#votes").get_by_role("link", name="Голос за голосом"))
    rows = tab.locator("tbody tr", has=tab.locator("td"))
    expect(rows).to_have_count(14)
    # The count as it stood at one vote, and at the next.
    reader.follow(rows.filter(has_text="Лисичка").filter(has_text="было: Груздь").locator("a").last)
    lead = tab.locator(".votes li").first
    expect(lead).to_contain_text(re.compile(r"Поганка\s*2"))
    expect(lead.locator(".by")).to_have_text("Груздь, Лисичка")
    reader.follow(tab.locator("a[rel='next']"))
    expect(tab.locator(".votes li", has_text="Груздь").last).to_contain_text("Мухомор")
    sift = tab.locator("form", has=tab.locator("#votes-voter"))
    for field, name, count in (("candidate", "Груздь", 6), ("voter", "Рыжик", 2), ("day", "День 2", 2)):
        reader.open(f"{others.url}votes/")
        sift.locator(f"#votes-{field}").select_option(label=name)
        reader.send(sift)
        expect(rows).to_have_count(count)
    reader.open(f"{others.url}votes/?voter=4&day=1")
    shown = rows.all_inner_texts()
    assert len(shown) == 2 and "было: Волнушка" in shown[0]
    stranger = town.person("stranger@example.org")
    stranger.open(reader.path())
    assert stranger.tab.locator("tbody tr", has=stranger.tab.locator("td")).all_inner_texts() == shown
    chart_and_copy(reader, others)
    activity(reader, others)


def chart_and_copy(reader: Person, others: Others) -> None:
    """The picture of a day tells its lines by names, in letters that can be read, and in words for who sees none."""
    tab = reader.open(f"{others.url}votes/?day=1")
    picture = tab.locator("figure svg")
    expect(picture).to_have_count(1)
    expect(tab.get_by_role("img", name="Как росли голоса, День 1")).to_be_visible()
    for label in ("5 Поганка", "2 Груздь", "1 Волнушка"):
        expect(picture.locator("text", has_text=label)).to_be_visible()
    for size in (PHONE, DESKTOP):
        tab.set_viewport_size(size)
        frame = picture.bounding_box()
        for text in picture.locator("text").all():
            box = text.bounding_box()
            assert frame and box and box["height"] >= READABLE, text.inner_text()
            assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"], text.inner_text()
    missing = tab.locator("section", has=tab.locator("#absent-h"))
    expect(missing).to_contain_text("Волнушка")
    copy = tab.locator("#votes-bb").input_value()
    assert "[b]Поганка[/b] — 5: Груздь, Лисичка, Опёнок, Боровик, Рыжик" in copy
    answer = reader.context.request.get(tab.locator("a", has_text="votes.txt").get_attribute("href") or "")
    assert answer.text().strip() == copy.strip()
    reader.look("reading-votes", languages=("ru", "en"))


def activity(reader: Person, others: Others) -> None:
    """Posts by day, missed votes, absences, and who has not been heard from."""
    reader.follow(reader.tab.get_by_role("link", name="Активность"))
    tab = reader.tab
    row = tab.locator("tbody tr", has_text="Мухомор")
    expect(row.locator("td").nth(0)).to_have_text("8")
    expect(row.locator("td").nth(1)).to_have_text("7")
    away = tab.locator("tbody tr", has_text="Волнушка")
    expect(away.locator("td").nth(1)).to_contain_text("в отъезде")
    said = tab.locator("p", has_text="В этот день ещё ни поста, ни голоса:")
    expect(said).to_contain_text("Рыжик, Груздь")
    expect(said).not_to_contain_text("Опёнок")
    reader.look("reading-activity")
    reader.follow(row.get_by_role("link", name="Мухомор"))
    assert authors(tab) == {"Мухомор"}


# ---------- by keyboard, and to the host ----------


def press_to(tab: Page, target: str, key: str = "Tab") -> None:
    """Come to something by the keyboard: it is in sight then, with a line around it."""
    go_to(tab, target, key)
    assert tab.evaluate(
        """() => { const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
        return one.matches(":focus-visible") && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
            && box.bottom > 0 && box.top < innerHeight; }"""
    ), f"the focus on {target} does not show"


def enter(tab: Page) -> None:
    """Press Enter, and wait for the page that answers."""
    with tab.expect_navigation(wait_until="domcontentloaded"):
        tab.keyboard.press("Enter")


def test_reading_by_keyboard_alone(town: Town, others: Others) -> None:
    reader = others.come(town, WHO)
    tab = reader.open(f"{others.url}?page=1")
    press_to(tab, "#ways > summary")
    tab.keyboard.press("Enter")
    press_to(tab, "#ways input[value='6']")
    tab.keyboard.press("Space")
    press_to(tab, "#ways form button")
    enter(tab)
    assert authors(tab) == {"Опёнок"}
    # On to the votes, of which those of one player are chosen.
    press_to(tab, "#votes a[href$='/votes/']")
    enter(tab)
    press_to(tab, "#votes-voter")
    for _ in ("Мухомор", "Поганка", "Боровик", "Рыжик"):
        tab.keyboard.press("ArrowDown")
    press_to(tab, "form:has(#votes-voter) button")
    enter(tab)
    expect(tab.locator("tbody tr", has=tab.locator("td"))).to_have_count(2)
    # From a vote to its post; from there to the search, to what is found, and back.
    press_to(tab, "tbody td a")
    enter(tab)
    expect(tab.locator("#" + tab.url.rpartition("#")[2])).to_be_in_viewport()
    press_to(tab, "#thread > .tools a[href$='/search/']", "Shift+Tab")
    enter(tab)
    expect(tab.locator("#search-q")).to_be_focused()
    tab.keyboard.type("лампы")
    enter(tab)
    expect(tab.locator("main mark").first).to_be_visible()
    press_to(tab, "main .post .no")
    enter(tab)
    expect(tab.locator("#" + tab.url.rpartition("#")[2])).to_be_in_viewport()


def test_the_composers_menus_and_a_post_shown_to_the_host(town: Town, others: Others) -> None:
    reader = others.come(town, WHO)
    tab = reader.open(others.url)
    for size in (DESKTOP, PHONE):
        tab.set_viewport_size(size)
        for menu, count in (("colours", 7), ("sizes", 3)):
            tab.locator(f"[popovertarget='text-{menu}']").first.click()
            choices = tab.locator(f"#text-{menu} button")
            expect(choices).to_have_count(count)
            for one in choices.all():
                expect(one).to_be_in_viewport(ratio=1)
                assert one.evaluate("one => one.scrollWidth <= one.clientWidth"), one.inner_text()
            tab.screenshot(path=town.shots / f"{town.next_number(f'reading-{menu}')}-{size['width']}.png")
            if size == PHONE:
                town.found += [f"{menu}: {line}" for line in axe.complaints(tab, axe.SCHEMES)]
            choices.first.click()
    tab.set_viewport_size(DESKTOP)
    expect(tab.locator("#text")).to_have_value(re.compile(r"\[color=красный\].*\[size=мелкий\]"))
    reader.follow(tab.locator("#reply").get_by_role("link", name="Разметка"))
    reader.look("help-writing")
    reader.open(f"{others.url}?page=2")
    reader.follow(tab.locator(".post", has_text="Передумываю").get_by_role("link", name="Жалоба"))
    reader.look("reading-report")
    tab.locator("#text").fill("Пишет чужими словами.")
    reader.send(tab.locator("form.ask"))
    expect(tab.locator("body")).to_contain_text("Ведущий извещён. Больше никто.")
    host = others.come(town, HOST)
    desk = host.open(f"{others.url}desk/").locator("#desk-reports")
    expect(desk).to_contain_text("Пишет чужими словами.")
    host.look("desk-report")
    host.send(desk.locator("form"))
    expect(desk).not_to_contain_text("Пишет чужими словами.")


# ---------- once more ----------


def test_a_game_that_is_over_step_by_step(town: Town, others: Others) -> None:
    others.do("end", "-")
    reader = others.come(town, WHO)
    tab = reader.open(others.url)
    reader.follow(tab.get_by_role("link", name="Повтор, шаг за шагом").first)
    look_as(reader, "Ведущий (знает всё)")
    head, tally, orders = tab.locator(".report h3").first, tab.locator(".votes"), tab.locator("aside .panel")
    reader.follow(tab.get_by_role("navigation", name="Дни и ночи").get_by_role("link", name="День 1"))
    expect(tab.locator("html")).to_have_attribute("data-phase", "day")
    expect(tally).to_have_count(0)
    while "Опёнок → Поганка" not in head.inner_text():
        reader.follow(tab.locator("a.btn[rel='next']"))
    expect(tally.locator("li").first).to_contain_text(re.compile(r"Поганка\s*3"))
    reader.follow(tab.locator("a.btn[rel='prev']"))
    expect(tally.locator("li", has_text="Поганка").first).to_contain_text(re.compile(r"Поганка\s*2"))
    # By night the orders come one after another, by the arrows of the keyboard.
    reader.follow(tab.get_by_role("navigation", name="Дни и ночи").get_by_role("link", name="Ночь 1"))
    expect(tab.locator("html")).to_have_attribute("data-phase", "night")
    given = orders.filter(has_text="Приказы и что они показали")
    expect(given).to_contain_text("Приказов пока нет.")
    for said in ("Мухомор (мафия): метка, Лисичка", "Боровик (комиссар): проверить, Мухомор", "Рыжик (врач):"):
        with tab.expect_navigation(wait_until="domcontentloaded"):
            tab.keyboard.press("ArrowRight")
        expect(given).to_contain_text(said)
    expect(given.locator("p")).to_have_count(3)
    reader.look("replay-night")
    # A reader of the thread saw none of it; the commissioner saw the own order, and nobody else's role.
    look_as(reader, "Читатель темы")
    expect(tab.locator("main")).not_to_contain_text(re.compile("комиссар", re.IGNORECASE))
    look_as(reader, "Боровик")
    expect(given).to_contain_text("проверить, Мухомор")
    expect(given).not_to_contain_text("Лисичка")
    expect(tab.locator(".seats", has_text="Боровик")).not_to_contain_text("Врач")


def look_as(reader: Person, whose: str) -> None:
    """See the step by other eyes."""
    reader.tab.locator("#replay-as").select_option(label=whose)
    reader.send(reader.tab.locator("form", has=reader.tab.locator("#replay-as")))
