"""Search over threads: what is found, and that nobody finds what may not be read. Alike on both databases."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from accounts.models import Persona
from forum import index, selectors, services
from forum.bbcode import Tag
from forum.models import Post, PostWords, Thread
from forum.words import read_question
from tests.forum.conftest import at, say

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

EVERY = Q()
VOTE = {"vote": Tag("vote")}


def found(threads: list[Thread], reader: Persona | None, text: str, only: Q = EVERY, page: int = 1) -> list[int]:
    """Return the numbers of the posts that are found, the newest first; their count must be told rightly."""
    posts, count = selectors.search(threads, reader, read_question(text), only, page, 25)
    assert count >= len(posts)
    assert count == len(posts) or count > 25
    return [post.number for post in posts]


def test_words_are_found_in_other_forms(square: Thread, ann: Persona) -> None:
    say(square, ann, "Голос за Опёнка, он тянет мафию.", 0)
    say(square, ann, "I have voted for Anna's friend.", 5)
    say(square, ann, "Совсем о другом.", 10)
    for text in ("опёнок", "ОПЕНКУ", "мафия", "мафии за опёнком"):
        assert found([square], None, text) == [1], text
    for text in ("vote", "voting friends", "ANNA"):
        assert found([square], None, text) == [2], text
    assert found([square], None, "мафия friends") == []
    assert found([square], None, "о") == [3]


def test_a_phrase_stands_in_a_row(square: Thread, ann: Persona) -> None:
    say(square, ann, "Кто молчал вчера, тот мафия.", 0)
    say(square, ann, "Вчера молчал, кто надо.", 5)
    assert found([square], None, "кто молчал") == [2, 1]
    assert found([square], None, '"кто молчал"') == [1]
    assert found([square], None, '"молчали вчера" «тот мафия»') == [1]
    assert found([square], None, '"вчера кто"') == []


def test_only_the_own_words_are_found(square: Thread, ann: Persona) -> None:
    """What is quoted was said elsewhere; a vote's name, a spoiler and code are the author's own."""
    text = "[quote=Борис;3]чужое[/quote] своё [spoiler=т]тайное[/spoiler] [code]код[/code] [vote]Бриз[/vote]"
    services.write(square, author=ann, source=text, at=at(0), tags=VOTE)
    assert found([square], None, "чужое") == found([square], None, "vote") == found([square], None, "Борис") == []
    for word in ("своё", "тайное", "код", "Бриз"):
        assert found([square], None, word) == [1], word


def test_lines_are_not_found_and_reports_are(square: Thread, ann: Persona) -> None:
    for style in Post.Style.values:
        services.write(square, author=None, source="Рассвет.", html="<p>Рассвет.</p>", style=style, at=at(0))
    shown = selectors.search([square], None, read_question("рассвет"), Q(), 1, 25)[0]
    assert {post.style for post in shown} == {Post.Style.POST, Post.Style.REPORT}


def test_a_hidden_post_is_found_no_more(square: Thread, ann: Persona) -> None:
    post = say(square, ann, "Лишнее слово.")
    say(square, ann, "Ещё слово.", 5)
    services.hide(post, at(9))
    assert found([square], ann, "слово") == [2]
    assert found([square], ann, "лишнее") == []


def test_nobody_finds_what_may_not_be_read(
    letter: Thread, square: Thread, ann: Persona, bob: Persona, cat: Persona
) -> None:
    say(letter, ann, "Тайна первая.", 0)
    say(letter, bob, "Тайна вторая.", 5)
    services.end_reading(letter, bob)
    say(letter, ann, "Тайна третья.", 10)
    services.add_member(letter, cat, read_from=3)
    everything = [letter, square]
    assert found(everything, ann, "тайна") == [3, 2, 1]
    assert found(everything, bob, "тайна") == [2, 1], "who is out reads what was written before"
    assert found(everything, cat, "тайна") == [3], "who came later reads from there"
    assert found(everything, None, "тайна") == []
    assert found([square], ann, "тайна") == [], "only the threads that are asked for"
    assert found([], ann, "тайна") == []


def test_author_and_range_narrow_the_search(square: Thread, ann: Persona, bob: Persona) -> None:
    for second in range(6):
        say(square, (ann, bob)[second % 2], "Одно слово.", second * 5)
    assert found([square], None, "слово", Q(author=bob)) == [6, 4, 2]
    assert found([square], None, "слово", Q(number__gte=2, number__lt=5)) == [4, 3, 2]


def test_pages_of_finds(square: Thread, ann: Persona) -> None:
    Post.objects.bulk_create(
        Post(thread=square, number=n, author=ann, source="слово", html="", at=at(n)) for n in range(1, 61)
    )
    assert found([square], None, "слово") == [], "not yet: past the services nothing is indexed"
    assert index.index_again() == 60
    pages = [found([square], None, "слово", page=page) for page in (1, 2, 3, 99)]
    assert [len(page) for page in pages] == [25, 25, 10, 10]
    assert [*pages[0], *pages[1], *pages[2]] == list(range(60, 0, -1))
    assert pages[3] == pages[2]


def test_what_was_written_before_is_indexed(square: Thread, ann: Persona) -> None:
    """By the migration, and by the command whenever it is wanted; twice is as good as once."""
    services.write(square, author=ann, source="Стоит [vote]Бриз[/vote] тут", at=at(0), tags=VOTE)
    kept = PostWords.objects.get().stems
    PostWords.objects.all().delete()
    assert found([square], None, "стоять тут") == found([square], None, "стоит") == []
    import_module("games.migrations.0007_words_of_old_posts").index_old(apps, None)
    assert PostWords.objects.get().stems == kept
    assert found([square], None, "стоит") == [1] and found([square], None, "vote") == []
    assert index.index_again(VOTE) == index.index_again(VOTE) == 1
    assert found([square], None, "стоит") == [1]


def test_the_index_follows_its_rows(square: Thread, ann: Persona) -> None:
    """A post that is deleted, or undone, or a row that is changed, leaves nothing behind."""
    post = say(square, ann, "Первое.")
    with transaction.atomic():
        say(square, ann, "Второе.", 5)
        transaction.set_rollback(True)
    assert found([square], None, "второе") == []
    PostWords.objects.filter(post=post).update(stems=index.row_of(square.pk, "post", 1, "Третье."))
    assert found([square], None, "первое") == [] and found([square], None, "третье") == [1]
    post.delete()
    assert found([square], None, "третье") == []


@pytest.mark.parametrize(
    "text",
    [
        "слово",
        "слово' OR 1=1 --",
        'слово" NEAR("а" "б", 5) stems:слово',
        "слово & !слово | (слово <-> слово):*",
        "слово* ^слово -слово +слово {слово} слово:AB",
        "слово\0слово",
        "%слово% _слово_ \\слово",
        "№1 слово",
    ],
)
def test_the_languages_of_databases_are_only_words(square: Thread, ann: Persona, text: str) -> None:
    say(square, ann, f"{text.replace(chr(0), ' ')} и ещё")
    assert found([square], None, text) == [1]
    assert found([square], None, f"{text} незнакомое") == []


@pytest.mark.parametrize("text", ["", "!!!", '"', "\0", "()", "* * *", "🙂"])
def test_a_question_without_words_finds_nothing_and_asks_nothing(square: Thread, ann: Persona, text: str) -> None:
    say(square, ann, "слово")
    with CaptureQueriesContext(connection) as asked:
        assert found([square], ann, text) == []
    assert len(asked) == 0


def test_strange_letters_are_found_as_they_are(square: Thread, ann: Persona) -> None:
    for second, text in enumerate(("東京の夜", "ʻokina", "½ ﷺ", "ß ẞ", "a" * 3000, "𝕞𝕒𝕗𝕚𝕒")):
        say(square, ann, text, second * 5)
        assert second + 1 in found([square], None, text[:200]), text[:20]


def test_the_number_of_queries_is_constant(square: Thread, letter: Thread, ann: Persona) -> None:
    with CaptureQueriesContext(connection) as few:
        found([square], ann, "слово")
    for second in range(30):
        say(square, ann, "Слово за слово.", second * 5)
        say(letter, ann, "Слово в письме.", second * 5)
    with CaptureQueriesContext(connection) as many:
        assert len(selectors.search([square, letter], ann, read_question("слово"), Q(), 1, 25)[0]) == 25
    assert len(many) == 3 and len(few) == 2
