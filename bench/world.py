"""The site that is measured: two long threads of open games, and a list of others.

    manage.py shell -c "from bench import world; world.main()"

Prints one line of JSON: where the games are, as whom one may ask, and for each page how many queries
it makes and how many bytes it has.
"""

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services as people
from accounts.models import Persona, User
from bench.pages import MEMBER, PAGES, SIZES, VISITOR, Page
from forum import index, markup
from forum.models import Post, PostWords
from games import services, tags
from games.engine.composition import suggested
from games.engine.ruleset import Ruleset
from games.models import Game, Seat

PLAYERS = 12
SIGNING_UP = 20
# So many votes are cast in each of the two, most of them instead of another.
VOTES = 200
TREES = ("Сосна", "Берёза")
CSRF = "bench" * 6 + "ok"
WORDS = (
    "вчера вечером город молчал, а утром все нашли друг у друга причины для подозрений и ни одного ответа "
    "кто голосовал последним тот и решил исход, остальные только смотрели как это получилось у него "
    "я не верю тому кто меняет голос дважды за день, если только ему не сказали чего нельзя говорить"
).split()
TEXTS = 60


def _text(rng: Random, names: list[str]) -> str:
    """Return a post of about 300 characters, as they are written: some bold words, a quote, now and then a vote."""
    words = [rng.choice(WORDS) for _ in range(rng.randint(38, 58))]
    words[0] = words[0].capitalize()
    for tag in rng.sample("bius", k=2):
        at = rng.randrange(len(words))
        words[at] = f"[{tag}]{words[at]}[/{tag}]"
    text = " ".join(words) + "."
    if rng.random() < 0.3:
        text = f"[quote={rng.choice(names)}]{' '.join(rng.sample(WORDS, k=9))}[/quote]\n\n{text}"
    if rng.random() < 0.1:
        text += f" [vote]{rng.choice(names)}[/vote]"
    return text


def _game(host: Persona, title: str, at: datetime) -> Game:
    rules = Ruleset.from_options("forum", {"timezone": "Europe/Moscow"})
    deadline = at + timedelta(days=3)
    return services.create_game(
        host=host, title=title, theme="деревья", ruleset=rules, composition=suggested(), deadline=deadline, at=at
    )


def _played(host: Persona, users: list[User], tree: str, at: datetime) -> Game:
    """Return a game that stands at its first day, in which everybody has voted and changed the vote many times."""
    game = _game(host, f"{tree} и другие", at)
    seats = [
        services.join(game=game, user=user, name=f"{tree} {n}", announcement="Здесь.", at=at).number
        for n, user in enumerate(users, start=1)
    ]
    services.deal_now(game=game, host=host, at=at)
    for seat in seats:
        services.message_host(game=game, seat=seat, text="+", at=at)
    for turn in range(VOTES):
        seat, target = seats[turn % len(seats)], seats[(turn + 1 + turn // len(seats) % 3) % len(seats)]
        services.cast_vote(game=game, seat=seat, target=f"{tree} {target}", at=at)
    game.refresh_from_db()
    return game


def _fill(game: Game, size: int, at: datetime) -> None:
    """Write so many posts into the thread, as they would stand in the table."""
    rng = Random(size)  # noqa: S311 - posts for measuring
    seats = list(Seat.objects.filter(game=game).select_related("persona").order_by("number"))
    sources = [_text(rng, [seat.persona.name for seat in seats]) for _ in range(TEXTS)]
    ready = []
    for source in sources:
        tree = markup.parse(source, tags.TAGS)
        words = index.row_of(game.thread_id, Post.Style.POST, markup.RENDER_VERSION, source, tags.TAGS)
        ready.append((source, markup.to_html(tree, tags.RENDER), bool(markup.said(tree)), words))
    last = Post.objects.filter(thread=game.thread).latest("number").number
    rows, found_by = [], []
    for number in range(last + 1, size + 1):
        source, html, tagged, words = rng.choice(ready)
        found_by.append(words)
        rows.append(
            Post(
                thread=game.thread,
                number=number,
                author=rng.choice(seats).persona,
                source=source,
                html=html,
                tagged=tagged,
                render_version=markup.RENDER_VERSION,
                seq=game.seq,
                at=at,
            )
        )
    posts = Post.objects.bulk_create(rows, batch_size=1000)
    words_of = (PostWords(post=post, stems=stems) for post, stems in zip(posts, found_by, strict=True))
    PostWords.objects.bulk_create(words_of, batch_size=1000)


def _cookie(user: User) -> str:
    """Log somebody in, and return what the browser sends from then on."""
    browser = Client()
    browser.force_login(user)
    return f"sessionid={browser.cookies['sessionid'].value}; csrftoken={CSRF}; django_language=ru"


def _asked(page: Page, url: str, browser: Client) -> tuple[int, int]:
    """Return how many queries a page makes and how many bytes it has, when it is asked for once more."""
    browser.get(url, HTTP_HOST="localhost")
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(url, HTTP_HOST="localhost")
    assert answer.status_code == 200, (page.label, answer.status_code)
    return len(queries), len(answer.content)


def main() -> None:
    """Fill the database, and print what the measuring needs to know."""
    at = timezone.now()
    users = [people.user_for_email(f"player{n}@example.org") for n in range(1, PLAYERS + 1)]
    host = people.claim_member_name(people.user_for_email("host@example.org"), "Лесник")
    for n in range(SIGNING_UP):
        _game(host, f"Набор {n + 1}", at)
    games = {}
    for size, tree in zip(SIZES, TREES, strict=True):
        games[size] = _played(host, users, tree, at)
        _fill(games[size], size, at)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    browsers = {VISITOR: Client(), MEMBER: Client()}
    for browser in browsers.values():
        browser.cookies["django_language"] = "ru"
    browsers[MEMBER].force_login(users[2])
    asked: dict[str, Any] = {}
    for page in PAGES:
        for size in SIZES if page.each else SIZES[:1]:
            url = page.address(size, games[size].slug, games[size].thread_id)
            for who in page.who:
                asked[f"{who} {url}"] = _asked(page, url, browsers[who])
    seats = Seat.objects.filter(game=games[SIZES[0]]).select_related("persona").order_by("number")
    told = {
        "games": {size: (game.slug, game.thread_id) for size, game in games.items()},
        "cookies": [_cookie(user) for user in users],
        "tokens": [seat.persona.token for seat in seats],
        "names": [seat.persona.name for seat in seats],
        "asked": asked,
    }
    print(json.dumps(told))
