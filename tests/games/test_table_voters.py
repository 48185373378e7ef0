"""Who votes, and that what was said stays said (`rules.md` sections 2 and 6)."""

from datetime import timedelta

import pytest
from django.urls import get_resolver

from accounts.selectors import member_of
from forum.models import Post
from games import services
from tests.factories import HOST, client_of, make_game, make_user
from tests.games.web import (
    by_class,
    dom,
    field,
    inner,
    marks,
    post,
    refusals,
    send,
    shown,
    tally,
    text_of,
    vote,
    voteless,
    votes,
    worded,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def nine(clock):
    """Nine players on day 1."""
    return make_game(9, clock=clock).to_day()


# ---------- who may vote ----------


def test_nobody_else_can_vote(nine):
    """E016: an onlooker, a dead player and the host move nothing, and see no error page."""
    nine.heart_attack("Волнушка")
    before = tally(nine)
    onlooker = make_user("passer@example.org", member="Прохожий")
    browser = client_of(onlooker)
    refused = browser.post(nine.url("post"), {"text": "[vote]Груздь[/vote]", "as": member_of(onlooker).token})
    assert refused.status_code == 422
    assert field(refused) == "[vote]Груздь[/vote]"
    assert refusals(refused) == [worded("not_in_game")]
    assert refusals(vote(nine, "Волнушка", "Груздь")) == [worded("not_alive")]
    assert post(nine, HOST, "Напоминаю: [vote]Груздь[/vote]").status_code == 303
    assert marks(shown(nine)[-1]) == []
    host_vote = vote(nine, HOST, "Груздь")
    assert host_vote.status_code == 422
    visitor = nine.client("").post(nine.url("vote"), {"target": 1})
    assert visitor.status_code == 422
    assert tally(nine) == before == {}


def test_a_name_of_another_game_is_unknown_here(clock):
    """E017: a person who plays two games; a vote in one moves nothing in the other."""
    first = make_game(7, clock=clock).to_day()
    second = make_game(names=("Штурман", "Боцман", "Лоцман", "Юнга", "Кок", "Капитан"), clock=clock, people_of="b")
    services.join(game=second.game, user=first.users["Груздь"], name="Матрос", announcement="Здесь.", at=second.now())
    second.seats["Матрос"], second.users["Матрос"] = 7, first.users["Груздь"]
    second.to_day({"Кок": "mafia"})
    response = post(second, "Боцман", "[vote]Груздь[/vote]")
    assert response.status_code == 422
    assert refusals(response)[0].startswith(worded("target_unknown", near=()).split(".")[0])
    assert votes(first) == votes(second) == {}
    wrong = second.client("Матрос").post(second.url("vote"), first.form("Груздь", target=1))
    assert refusals(wrong) == [worded("wrong_persona")]
    assert votes(second) == {}
    assert vote(second, "Матрос", "Кок").status_code == 303
    assert votes(second) == {"Матрос": "Кок"} and votes(first) == {}


# ---------- what was said stays said ----------


def test_posts_are_not_edited_or_deleted(nine):
    """E018, E019: no address does that, and the page offers nothing of the kind."""
    post(nine, "Опёнок", "Думаю")
    names = {pattern.name for pattern in get_resolver().url_patterns if hasattr(pattern, "name")}
    routes = str([pattern.pattern for pattern in get_resolver("games.urls").url_patterns])
    assert not any(word in routes for word in ("edit", "delete", "remove"))
    assert not names & {"edit", "delete"}
    number = Post.objects.filter(thread=nine.game.thread).count()
    for name in ("post", "vote"):
        send(nine, "Опёнок", name, number=number, id=number, post=number, text="Думаю. [vote]Груздь[/vote]", target="x")
    assert Post.objects.get(thread=nine.game.thread, number=number).source == "Думаю"


def test_a_hidden_post_keeps_its_vote_and_loses_its_text(nine):
    """E019, E090: the vote stands with its time, the text is nowhere: page, quote, filter."""
    post(nine, "Лисичка", "Тайное слово [vote]Поганка[/vote]")
    number = Post.objects.filter(thread=nine.game.thread).count()
    services.hide_post(game=nine.game, host=nine.host, number=number, at=nine.now())
    assert votes(nine) == {"Лисичка": "Поганка"}
    for query in ("", "?only=votes", f"?by={nine.seats['Лисичка']}", f"?quote={number}", f"?post={number}"):
        for who in ("", "Лисичка", "Груздь", HOST):
            assert "Тайное" not in nine.client(who).get(nine.url() + query).content.decode()
    stub = next(one for one in shown(nine) if one.get("id") == f"p{number}")
    assert "is-stub" in stub.get("class")


def test_votes_at_the_edges_of_pages(nine):
    """E020: wherever on a page it stands, a vote counts once, and the page has it."""
    voters = iter(["Мухомор", "Поганка", "Боровик", "Рыжик"])
    first = Post.objects.filter(thread=nine.game.thread).count()
    for number in range(first + 1, 53):
        if number in (first + 1, 25, 26, 52):
            post(nine, next(voters), "[vote]Груздь[/vote]")
        else:
            post(nine, HOST, f"Пост {number}")
    nine.clock.move_to(nine.state().phase.deadline - timedelta(seconds=8))
    post(nine, "Маслёнок", "[vote]Груздь[/vote]")
    assert tally(nine) == {"Груздь": 5}
    for number in (first + 1, 25, 26, 52, 53):
        articles = shown(nine, query=f"?post={number}")
        assert [marks(one) for one in articles if one.get("id") == f"p{number}"] == [["Груздь"]]
        assert len(articles) <= 25


def test_signs_in_names(clock):
    """E021: voted for by tag and by control, quoted by the button, shown as registered."""
    strange = ("Д'Артаньян", "Мистер-Икс", "Ж.Б. Мольер", "Лис_и_Ко", "N'Golo 2")
    played = make_game(names=(*strange, "Груздь", "Лисичка", "Рыжик", "Опёнок"), clock=clock).to_day({"Рыжик": "mafia"})
    for name in strange:
        post(played, name, "Один за всех.")
        number = Post.objects.filter(thread=played.game.thread).count()
        assert post(played, "Груздь", f"[vote]{name}[/vote]").status_code == 303
        assert vote(played, "Лисичка", name).status_code == 303
        assert tally(played) == {name: 2}
        page = played.client("Опёнок").get(played.url() + f"?quote={number}")
        assert post(played, "Опёнок", field(page) + "Красиво.").status_code == 303
        last = shown(played)[-1]
        assert inner(next(one for one in last.iter() if one.tag == "cite")).startswith(name)
        assert "Один за всех." in inner(next(one for one in last.iter() if one.tag == "blockquote"))


def test_a_vote_that_is_quoted_by_the_button_does_not_count(nine):
    """E002: the quote of a post with a vote, sent unchanged."""
    post(nine, "Поганка", "Так: [vote]Лисичка[/vote]")
    number = Post.objects.filter(thread=nine.game.thread).count()
    quote = field(nine.client("Опёнок").get(nine.url() + f"?quote={number}"))
    assert quote.startswith(f"[quote=Поганка;{number}]")
    assert post(nine, "Опёнок", quote).status_code == 303
    assert votes(nine) == {"Поганка": "Лисичка"}


def test_the_control_and_the_seats_tell_who_has_voted(nine):
    """Section 2: votes are open; the page names voters, who has none, and who is away."""
    vote(nine, "Груздь", "Мухомор")
    nine.away("Опёнок")
    tree = dom(nine.client("Груздь").get(nine.url()))
    by = [inner(one) for one in by_class(tree, "by")]
    assert by == ["Груздь"]
    assert "Ваш голос: Мухомор" in text_of(nine.client("Груздь").get(nine.url()))
    assert "Опёнок" not in voteless(nine) and "В отъезде: Опёнок" in text_of(nine.client("").get(nine.url()))
    assert send(nine, "Груздь", "vote", withdraw=1).status_code == 303
    assert send(nine, "Груздь", "unvote").status_code == 303, "again: nothing happens"
    assert votes(nine) == {}
