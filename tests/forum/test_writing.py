"""Who may write, what becomes of it, and the numbers of posts."""

import pytest

from accounts.models import Persona
from common.refusal import Refusal
from forum import selectors, services
from forum.markup import RENDER_VERSION
from forum.models import Post, Thread
from tests.forum.conftest import at, say
from tests.forum.tags import RENDER, TAGS

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def refused(code: str, *args: object, **more: object) -> dict[str, object]:
    """Write, expect the refusal, and see that nothing was added."""
    before = Post.objects.count()
    with pytest.raises(Refusal) as answer:
        say(*args, **more)  # type: ignore[arg-type]
    assert answer.value.code == code
    assert Post.objects.count() == before
    return answer.value.params


def test_a_post_is_kept_as_typed_and_as_shown(square: Thread, ann: Persona) -> None:
    post = say(square, ann, "Так.\r\n[vote]Борис[/vote]\x00", 5, seq=9, mark="vote", tags=TAGS, render=RENDER)
    post.refresh_from_db()
    assert post.source == "Так.\n[vote]Борис[/vote]"
    assert post.html == '<p>Так.<br><span class="votemark">Голос: Борис</span></p>'
    assert (post.author, post.at, post.seq, post.mark, post.style) == (ann, at(5), 9, "vote", Post.Style.POST)
    assert (post.render_version, post.hidden_at, post.key) == (RENDER_VERSION, None, None)


def test_numbers_follow_each_other_in_each_thread(square: Thread, letter: Thread, ann: Persona, bob: Persona) -> None:
    wrote = [say(square, ann), say(letter, ann), say(square, bob), say(square, None), say(letter, bob)]
    assert [post.number for post in wrote] == [1, 1, 2, 3, 2]
    assert selectors.last_number(square) == 3


def test_ready_html_is_kept_as_it_is(square: Thread, ann: Persona) -> None:
    post = say(square, None, "", html='<h3 class="x">Ночь\x00</h3>', style=Post.Style.REPORT)
    assert post.html == '<h3 class="x">Ночь</h3>'
    assert (post.source, post.render_version, post.style) == ("", 0, Post.Style.REPORT)


def test_an_unknown_style_is_a_fault_of_the_caller(square: Thread) -> None:
    with pytest.raises(ValueError, match="poem"):
        say(square, None, style="poem")


def test_the_same_form_makes_one_post(square: Thread, ann: Persona, bob: Persona) -> None:
    first = say(square, ann, "раз", key="form-1")
    assert say(square, ann, "раз", 1, key="form-1") == first
    assert say(square, ann, "иначе", 1, key="form-1", limit_pace=True).source == "раз"
    assert say(square, bob, "раз", key="form-1") != first
    assert say(square, ann, "два", key="form-2") != first
    assert [post.number for post in Post.objects.filter(thread=square)] == [1, 2, 3]


def test_the_same_form_in_another_thread_is_another(square: Thread, letter: Thread, ann: Persona) -> None:
    assert say(square, ann, key="form-1") != say(letter, ann, key="form-1")


def test_the_moderators_key_counts_too(square: Thread) -> None:
    assert say(square, None, "раз", key="dawn-1") == say(square, None, "раз", key="dawn-1")


def test_a_form_sent_again_is_answered_though_the_thread_has_closed(square: Thread, ann: Persona) -> None:
    first = say(square, ann, key="form-1")
    services.set_writers(square, Thread.Writers.NOBODY)
    assert say(square, ann, key="form-1") == first
    refused("thread_closed", square, ann, key="form-2")


@pytest.mark.parametrize("key", ["x" * 500, "a\x00b", "\ud800", "\x00", ""])
def test_any_key_is_taken(square: Thread, ann: Persona, key: str) -> None:
    assert say(square, ann, key=key).number == 1
    assert services.already_written(square, ann, key) == (
        say(square, ann, key=key) if key.strip("\x00\ud800") else None
    )


def test_without_a_key_every_post_is_new(square: Thread, ann: Persona) -> None:
    assert say(square, ann) != say(square, ann)
    assert services.already_written(square, ann, None) is None


@pytest.mark.parametrize(
    "text", ["", " \n\t ", "\u200b\u200b", "\u202e", "\x00", "[b][/b]", "[code] [/code]", "[quote]"[:0]]
)
def test_an_empty_text_is_refused(square: Thread, ann: Persona, text: str) -> None:
    refused("text_empty", square, ann, text)


def test_a_text_of_tags_alone_is_no_empty_one(square: Thread, ann: Persona) -> None:
    assert "votemark" in say(square, ann, "[unvote]", tags=TAGS, render=RENDER).html


def test_the_limit_is_on_what_is_read(square: Thread, ann: Persona) -> None:
    services.check_length("ж" * 20_000)
    longest = say(
        square, ann, "[b]x[/b]" * 2_000 + "ж" * 17_988 + "[vote]Борис[/vote][unvote]", tags=TAGS, render=RENDER
    )
    assert len(longest.source) > 20_000
    assert "Голос: Борис" in longest.html
    params = refused("text_too_long", square, ann, "ж" * 20_001)
    assert params == {"limit": 20_000, "length": 20_001}
    with pytest.raises(Refusal, match="text_too_long"):
        services.check_length("ж" * 20_001)


def test_a_source_without_end_is_not_even_read(square: Thread, ann: Persona) -> None:
    params = refused("text_too_long", square, ann, "[b]" * 1_700_000)
    assert params == {"limit": 40_000, "length": 5_100_000}


@pytest.mark.parametrize("second", [1, 1.999])
def test_posts_keep_a_distance(square: Thread, ann: Persona, second: float) -> None:
    say(square, ann, second=0)
    params = refused("too_fast", square, ann, second=second, limit_pace=True)
    assert params == {"wait": 1}


def test_the_distance_is_of_one_persona_in_one_thread(
    square: Thread, letter: Thread, ann: Persona, bob: Persona
) -> None:
    say(square, ann, second=0, limit_pace=True)
    say(square, bob, second=0, limit_pace=True)
    say(letter, ann, second=0, limit_pace=True)
    say(square, ann, second=0)
    assert refused("too_fast", square, ann, second=0, limit_pace=True) == {"wait": 2}
    assert say(square, ann, second=2, limit_pace=True).number == 4


def test_a_line_in_ones_name_holds_no_post_up(square: Thread, ann: Persona) -> None:
    say(square, ann, second=0, html="Борис", style=Post.Style.LINE, forced=True)
    assert say(square, ann, second=1, limit_pace=True).number == 2


def test_who_may_write(square: Thread, ann: Persona, cat: Persona, max_: Persona) -> None:
    assert selectors.may_post(square, ann)
    assert not selectors.may_post(square, None)
    refused("not_member", square, cat)
    refused("not_member", square, max_)
    services.set_writers(square, Thread.Writers.MEMBERS)
    assert say(square, max_).author == max_
    assert say(square, ann).author == ann
    refused("not_member", square, cat)
    services.set_writers(square, Thread.Writers.NOBODY)
    refused("thread_closed", square, ann)
    refused("not_member", square, max_)


def test_the_rights_at_the_moment_of_writing_count(square: Thread, ann: Persona) -> None:
    stale = Thread.objects.get(pk=square.pk)
    services.set_writers(square, Thread.Writers.NOBODY)
    refused("thread_closed", stale, ann)


def test_a_moderator_and_a_forced_line_need_no_right(square: Thread, ann: Persona) -> None:
    services.set_writers(square, Thread.Writers.NOBODY)
    assert say(square, None).author is None
    assert say(square, ann, style=Post.Style.LINE, html="<p>x</p>", forced=True).author == ann


def test_only_these_may_write(square: Thread, ann: Persona, bob: Persona, cat: Persona, max_: Persona) -> None:
    services.add_member(square, cat)
    services.add_member(square, max_, may_post=False, always=True)
    services.allow_only(square, [ann, cat])
    assert [selectors.may_post(square, one) for one in (ann, bob, cat, max_)] == [True, False, True, True]
    refused("thread_closed", square, bob)
    services.allow_only(square, [bob])
    assert [selectors.may_post(square, one) for one in (ann, bob, cat, max_)] == [False, True, False, True]
    services.allow_only(square, [])
    assert [selectors.may_post(square, one) for one in (ann, bob, cat, max_)] == [False, False, False, True]
    services.set_writers(square, Thread.Writers.NOBODY)
    assert say(square, max_).author == max_


def test_nobody_becomes_a_member_by_being_allowed(square: Thread, cat: Persona) -> None:
    services.allow_only(square, [cat])
    refused("not_member", square, cat)


def test_other_threads_are_left_alone(square: Thread, letter: Thread, ann: Persona) -> None:
    services.allow_only(square, [])
    services.close_members(square)
    assert selectors.may_post(letter, ann)


def test_a_closed_thread_stays_closed_to_its_members(letter: Thread, ann: Persona, max_: Persona) -> None:
    say(letter, ann)
    services.add_member(letter, max_, always=True)
    services.close_members(letter)
    services.set_writers(letter, Thread.Writers.LISTED)
    refused("thread_closed", letter, ann)
    refused("thread_closed", letter, max_)
    assert len(selectors.posts(letter, ann, 1, 9)) == 1


def test_a_place_that_is_taken_away(square: Thread, ann: Persona) -> None:
    services.remove_member(square, ann)
    refused("not_member", square, ann)


def test_a_member_again_gets_the_rights_and_keeps_the_reading(letter: Thread, ann: Persona) -> None:
    say(letter, None)
    services.end_reading(letter, ann)
    services.add_member(letter, ann, may_post=True, read_from=5)
    member = letter.members.get(persona=ann)
    assert (member.may_post, member.read_from, member.read_until) == (True, 1, 1)
    assert letter.members.count() == 2


def test_a_post_is_hidden_once(square: Thread, ann: Persona) -> None:
    post = say(square, ann, "[vote]Борис[/vote]")
    services.hide(post, at(60))
    services.hide(Post.objects.get(pk=post.pk), at(90))
    post.refresh_from_db()
    assert post.hidden_at == at(60)
    assert post.source == "[vote]Борис[/vote]"


def test_a_post_speaks_the_threads_language(ann: Persona, settings) -> None:
    settings.LANGUAGE_CODE = "ru"
    for language, word in (("en", "Spoiler"), ("ru", "Спойлер"), ("", "Спойлер")):
        thread = services.open_thread(readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED, language=language)
        services.add_member(thread, ann)
        assert f"<summary>{word}</summary>" in say(thread, ann, "[spoiler]x[/spoiler]").html


def test_a_title_fits(db: None) -> None:
    thread = services.open_thread(
        readers=Thread.Readers.EVERYBODY, writers=Thread.Writers.NOBODY, title=" Ночь\n\x00 в  лесу " + "х" * 300
    )
    assert thread.title.startswith("Ночь в лесу хх")
    assert len(thread.title) == 120


def test_a_thread_of_an_unknown_kind_is_a_fault_of_the_caller(db: None) -> None:
    with pytest.raises(ValueError, match="friends"):
        services.open_thread(readers="friends", writers=Thread.Writers.NOBODY)


def test_the_cost_of_a_post_does_not_grow(square: Thread, ann: Persona, django_assert_num_queries) -> None:
    for second in range(30):
        say(square, ann, second=second * 3)
    # Savepoint and its release, lock, key, member, newest number, pace, the post, its words, the read mark.
    with django_assert_num_queries(10):
        say(square, ann, second=100, key="form-1", limit_pace=True)
