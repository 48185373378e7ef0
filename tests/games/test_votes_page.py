"""All votes of a game: the count at any post, vote by vote, the picture, who has none, and the text to paste."""

import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from forum import markup
from forum.models import Post
from games import services, tags
from games.engine import events as e
from games.engine.evolve import fold
from games.models import Event
from games.services.work import load_events, work_on
from tests.factories import HOST, Played, make_game
from tests.games import conference
from tests.games.web import by_class, by_id, dom, field, inner, speak, text_of

pytestmark = pytest.mark.django_db


def ask(played: Played, who: str = "", form: str = "votes", **query: object):
    """Ask for a view of the votes."""
    answer = played.client(who).get(f"{played.url(form)}?{urlencode(query)}")
    assert answer.status_code == 200
    return answer


def counted(answer) -> dict[str, int]:
    """Return the count that a page shows."""
    rows = {}
    for one in by_class(dom(answer), "cand"):
        name = next(inner(part) for part in one.iter() if "nick" in (part.get("class") or "").split())
        number = next(part for part in one.iter() if part.get("class") == "n")
        rows[name] = int((number.text or "").strip())
    return rows


def rows(answer) -> list[str]:
    """Return the rows of the table, the newest first: who, whom, and how."""
    table = next(dom(answer).iter("table"), None)
    if table is None:
        return []
    lines = [list(row) for row in table.iter("tr")]
    return [
        " | ".join(" ".join(" ".join(cell.itertext()).split()) for cell in line[2:4])
        for line in lines
        if len(line) == 5
    ][1:]


def link_of(answer, text: str) -> str:
    """Return where a link of the page leads."""
    return next(one.get("href", "") for one in dom(answer).iter("a") if inner(one).startswith(text))


def main_of(answer) -> str:
    """Return the words of a page's own part, with gaps between its parts."""
    return " ".join(" ".join(by_id(dom(answer), "main").itertext()).split())


def number_of(played: Played, nth: int) -> int:
    """Return the number of the post of the thread that shows the nth vote by the control."""
    marks = Post.objects.filter(thread=played.game.thread, mark__in=("vote", "unvote")).order_by("number")
    return marks[nth].number


@pytest.fixture
def day(clock) -> Played:
    """A day with a vote that is changed, one in a post, and one that is withdrawn."""
    played = make_game(9, clock=clock).to_day()
    played.vote("Мухомор", "Груздь").wait(timedelta(hours=1))
    played.post("Груздь", "Нет, это [vote]Мухомор[/vote]").wait(timedelta(hours=1))
    played.vote("Лисичка", "Груздь").wait(timedelta(hours=1))
    played.vote("Лисичка", "Мухомор").wait(timedelta(hours=1))
    services.withdraw_vote(game=played.game, seat=played.seats["Мухомор"], at=played.now())
    return played


# ---------- the count at any post ----------


def test_the_count_at_every_post_is_that_of_a_replay(clock):
    """Two days with a tie, a second round, a heart attack and votes left in advance: post by post."""
    played = make_game(9, clock=clock).to_day()
    played.post("Груздь", "[vote]Мухомор[/vote]").heart_attack("Мухомор")
    services.give_notice(game=played.game, seat=played.seats["Боровик"], first=2, last=2, at=played.now())
    services.leave_advance_vote(
        game=played.game, seat=played.seats["Боровик"], day=2, target=played.seats["Груздь"], at=played.now()
    )
    played.to_last_word("Груздь", "Лисичка").end_phase().votes("Лисичка", "Груздь", "Опёнок").end_phase()
    played.end_phase().post("Груздь", "Доброе утро.").vote("Рыжик", "Груздь")
    log = load_events(played.game)
    names = {number: name for name, number in played.seats.items()}
    posts = list(Post.objects.filter(thread=played.game.thread).order_by("number"))
    voting = 0
    for post in posts:
        state = fold(log[: post.seq])
        answer = ask(played, at=post.number)
        if state.voting:
            voting += 1
            expected = {names[target]: len(who) for target, who in _tally(state).items()}
            assert counted(answer) == expected, post.number
            assert "итог" not in main_of(answer).split("Как росли")[0]
        elif not state.rounds:
            assert "голосований ещё не было" in text_of(answer)
        else:
            assert counted(answer) == {names[one]: count for one, count in state.rounds[-1].counted.items()}
            assert "голосования не было" in text_of(answer)
    assert voting > 15


def _tally(state) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for vote in state.votes:
        found.setdefault(vote.target, []).append(vote.seat)
    return found


def test_one_goes_from_vote_to_vote(day):
    """Backwards over posts and lines alike, and forwards again."""
    answer = ask(day)
    assert counted(answer) == {"Мухомор": 2}
    seen = []
    for _step in range(5):
        answer = day.client("").get(day.url("votes") + link_of(answer, "Предыдущий голос"))
        seen.append(counted(answer))
    assert seen == [
        {"Мухомор": 2},
        {"Мухомор": 2, "Груздь": 1},
        {"Груздь": 2, "Мухомор": 1},
        {"Груздь": 1, "Мухомор": 1},
        {"Груздь": 1},
    ]
    assert "Предыдущий голос" not in text_of(answer)
    forth = day.client("").get(day.url("votes") + link_of(answer, "Следующий голос"))
    assert counted(forth) == {"Груздь": 1, "Мухомор": 1}
    assert counted(day.client("").get(link_of(forth, "Как сейчас"))) == {"Мухомор": 2}


def test_votes_that_were_left_in_advance_are_told_apart(clock):
    """They are cast at once; each has its own line, and one comes from each to the next."""
    played = make_game(9, clock=clock).to_day()
    for name in ("Груздь", "Опёнок", "Лисичка"):
        services.give_notice(game=played.game, seat=played.seats[name], first=2, last=2, at=played.now())
        services.leave_advance_vote(
            game=played.game, seat=played.seats[name], day=2, target=played.seats["Рыжик"], at=played.now()
        )
        shown = ask(played)
        assert not rows(shown) and "Рыжик" not in field(shown, None).split("Без голоса")[0]
    played.to_night().end_phase()
    answer = ask(played)
    assert rows(answer) == [f"{name} | Рыжик оставлен заранее" for name in ("Лисичка", "Опёнок", "Груздь")]
    numbers = []
    for _step in range(3):
        query = link_of(answer, "Предыдущий голос")
        numbers.append(int(query.rsplit("=", 1)[1]))
        answer = played.client("").get(played.url("votes") + query)
        assert counted(answer) == {"Рыжик": 3}
    assert numbers == sorted(set(numbers), reverse=True)


# ---------- vote by vote ----------


def test_every_vote_stands_with_how_it_came_and_what_it_replaced(day):
    answer = ask(day)
    assert rows(answer) == [
        "Мухомор | Груздь голос снят",
        "Лисичка | Мухомор было: Груздь",
        "Лисичка | Груздь",
        "Груздь | Мухомор в посте",
        "Мухомор | Груздь",
    ]
    numbers = [
        int(found) for found in re.findall(r'<td class="num"><a href="[^"]*\?post=(\d+)#p\1"', answer.content.decode())
    ]
    posts = {post.number: post for post in Post.objects.filter(thread=day.game.thread).select_related("author")}
    assert [posts[number].author.name for number in numbers] == ["Мухомор", "Лисичка", "Лисичка", "Груздь", "Мухомор"]
    assert [posts[number].mark for number in numbers] == ["unvote", "vote", "vote", "", "vote"]


def test_views_are_sifted_by_the_address_and_can_be_linked(day):
    seats = day.seats
    assert len(rows(ask(day, voter=seats["Лисичка"]))) == 2
    assert rows(ask(day, voter=seats["Мухомор"], candidate=seats["Груздь"], day=1)) == [
        "Мухомор | Груздь голос снят",
        "Мухомор | Груздь",
    ]
    left = ask(day, candidate=seats["Груздь"])
    assert "Лисичка | Мухомор было: Груздь" in rows(left), "a vote that leaves a candidate is part of that history"
    assert "Груздь | Мухомор в посте" not in rows(left)
    chosen = {one.get("name"): one for one in dom(left).iter("select")}
    assert [one.get("value") for one in chosen["candidate"] if "selected" in one.attrib] == [str(seats["Груздь"])]
    assert not rows(ask(day, voter=seats["Опёнок"])) and "Таких голосов нет" in text_of(ask(day, voter=seats["Опёнок"]))


def test_an_address_with_anything_in_it_has_an_answer(day):
    everything = rows(ask(day))
    for value in ("", "0", "-1", "999", "x", "\0", "9" * 40, "٣", "1e3", "[vote]Груздь[/vote]"):
        shown = ask(day, **dict.fromkeys(("day", "voter", "candidate", "at", "page"), value))
        assert rows(shown) == (everything if value != "0" else []), value
    assert "Поста с таким номером нет" in text_of(ask(day, at=999))


def test_a_second_round_and_a_trial_stand_on_their_own(clock):
    played = make_game(9, clock=clock).to_last_word("Груздь", "Лисичка").end_phase()
    played.vote("Мухомор", "Груздь")
    shown = ask(played)
    assert counted(shown) == {"Груздь": 1} and "Второй тур, день 1" in text_of(shown)
    trial = conference.make_conference(clock, tag="б")
    trial.to_day({f"{name}б": role for name, role in conference.CAST.items()})
    conference.to_verdict(trial, "Рыжикб")
    trial.say(True, "Мухоморб", "Поганкаб").say(False, "Боровикб").say(False, "Поганкаб")
    shown = ask(trial)
    assert "Суд, день 1: Рыжикб" in text_of(shown)
    assert counted(shown) == {"ПРОТИВ": 2, "ЗА": 1}
    assert rows(shown)[:2] == ["Поганкаб | ПРОТИВ было: ЗА", "Боровикб | ПРОТИВ"]
    every = [one for one in rows(ask(trial, candidate=trial.seats["Рыжикб"])) if "ЗА" in one or "ПРОТИВ" in one]
    assert len(every) == 4, "words for and against both concern the accused"


def test_many_votes_have_pages(clock):
    played = make_game(9, clock=clock).to_day()
    many(played, 120)
    first, last = ask(played), ask(played, page=3)
    assert (len(rows(first)), len(rows(last)), len(rows(ask(played, page=99)))) == (50, 20, 20)
    assert "page=2" in first.content.decode()


def many(played: Played, count: int) -> None:
    """Let a player change the vote so many times, at once."""
    seat, targets = played.seats["Груздь"], (played.seats["Лисичка"], played.seats["Опёнок"])
    with work_on(played.game.pk, played.now()) as work:
        work.record([e.VoteCast(work.at, seat, targets[number % 2]) for number in range(count)])


# ---------- who has not voted ----------


def test_who_has_not_voted_is_named_by_day_and_the_away_apart(clock):
    played = make_game(9, clock=clock, options={"silent_removed": False, "inactive_removed": False}).to_day()
    played.away("Опёнок").votes(
        "Лисичка", *(name for name in played.living() if name not in ("Опёнок", "Груздь", "Лисичка"))
    )
    part = main_of(ask(played)).split("Кто не голосовал")[1]
    assert "День 1 пока Груздь, Лисичка В отъезде: Опёнок" in part
    played.end_phase().end_phase().end_phase()
    assert played.phase == "day"
    part = main_of(ask(played)).split("Кто не голосовал")[1]
    assert "День 1 Груздь, Лисичка В отъезде: Опёнок" in part and "День 2 пока Мухомор, Поганка" in part
    assert "Лисичка" not in part.split("День 1")[0], "who is out has no vote to cast"


def test_whose_vote_fell_away_has_voted(day):
    day.vote("Опёнок", "Поганка").heart_attack("Поганка")
    answer = ask(day)
    page = main_of(answer)
    assert "Голос отпал: Опёнок." in page and "Опёнок" not in page.split("Без голоса:")[1].split(".")[0]
    assert rows(answer)[0] == "Опёнок | Поганка голос отпал: этот игрок выбыл"
    number = int(re.findall(r"\?post=(\d+)#p", answer.content.decode())[0])
    assert Post.objects.get(thread=day.game.thread, number=number).mark == "heart_attack"


def test_behind_a_curtain_nothing_shows_of_what_the_report_will_say(clock):
    """The count is told at once; who leaves for silence, and who was killed, is for the report."""
    played = make_game(9, clock=clock, options={"curtain": "2h"}).to_day()
    others = [name for name in played.living() if name not in ("Груздь", "Опёнок")]
    played.votes("Груздь", *others).end_phase().end_phase()
    assert played.phase == "curtain" and counted(ask(played)) == {"Груздь": 7}
    for form in ("votes", "activity"):
        page = main_of(ask(played, form=form))
        assert "молчание" not in page and "тюрьма" not in page and "неактивность" not in page
    while played.phase != "curtain" or played.state().phase.ended != "night":
        before = {form: main_of(ask(played, form=form)) for form in ("votes", "activity")}
        if played.phase == "night":
            played.tell("Мухомор", "Лисичка")
        played.end_phase()
    behind = main_of(ask(played, form="activity")).split("Активность")[1]
    assert behind == before["activity"].split("Активность")[1] and "убийство" not in behind
    played.end_phase()
    assert "убийство" in main_of(ask(played, form="activity"))


# ---------- to paste ----------


@pytest.mark.parametrize("form", ["votes", "votes_txt"])
def test_what_is_pasted_is_no_vote(clock, form):
    """Whatever a game is called: in a post of ours it names no candidate, and says so to no one."""
    title = "Суп [vote]Груздь[/vote] [unvote] [за] [/spoiler][/quote]"
    played = make_game(9, clock=clock, title=title).to_day()
    played.vote("Мухомор", "Груздь").post("Лисичка", "[vote]Груздь[/vote]")
    answer = ask(played, form=form)
    text = field(answer, None) if form == "votes" else answer.content.decode()
    assert "Груздь[/b] — 2: Мухомор, Лисичка" in text and "Лисичка → Груздь" in text
    tree = markup.parse(text, tags.TAGS)
    assert markup.said(tree) == [] and markup.hidden_said(tree) == []
    before = Event.objects.filter(kind__in=("vote_cast", "vote_withdrawn")).count()
    played.post("Рыжик", text)
    assert Event.objects.filter(kind__in=("vote_cast", "vote_withdrawn")).count() == before
    assert 'class="v' not in Post.objects.latest("pk").html and "<details" in Post.objects.latest("pk").html


def test_the_text_is_that_of_the_view(day):
    answer = ask(day, form="votes_txt", at=number_of(day, 1), voter=day.seats["Лисичка"])
    assert answer["Content-Type"] == "text/plain; charset=utf-8" and "no-store" in answer["Cache-Control"]
    text = answer.content.decode()
    assert "после поста №" in text and "[b]Груздь[/b] — 2: Мухомор, Лисичка" in text
    assert "Мухомор → " not in text and "Лисичка → Груздь" in text and "Лисичка → Мухомор" not in text
    assert f"voter={day.seats['Лисичка']}" in text
    many(day, 230)
    assert len(ask(day, form="votes_txt").content.decode()) < 20_000


# ---------- who may read, what it costs ----------


def test_a_visitor_reads_what_a_player_reads(day):
    texts = {ask(day, who, form="votes_txt").content for who in ("", "Груздь", "Мухомор", HOST)}
    assert len(texts) == 1


def test_it_reads_in_english_too(day):
    speak(day, "Груздь", "en")
    page = main_of(ask(day, "Груздь"))
    page = page.split("The count", 1)[1].replace(day.game.title, "")
    for name in day.seats:
        page = page.replace(name, "")
    assert "How the votes grew" in page and not re.search("[а-яё]", page.lower()), page


@pytest.mark.parametrize("query", [{}, {"at": 15}, {"day": 1, "voter": 5}])
def test_it_costs_the_same_for_three_votes_and_for_a_hundred(clock, query):
    played = make_game(9, clock=clock).to_day()
    many(played, 3)
    costs = [_cost(played, page, query) for page in ("votes", "votes_txt")]
    many(played, 97)
    assert [_cost(played, page, query) for page in ("votes", "votes_txt")] == costs
    assert costs[0] <= 12


def _cost(played: Played, page: str, query: dict[str, object]) -> int:
    client = played.client("Груздь")
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(f"{played.url(page)}?{urlencode(query)}").status_code == 200
    return len(caught)


def test_table_and_protocol_lead_to_it(day):
    for page in ("table", "protocol"):
        links = [one.get("href") for one in dom(day.client("").get(day.url(page))).iter("a")]
        assert day.url("votes") in links and day.url("activity") in links
