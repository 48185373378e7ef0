"""The bots themselves: what they may know, that they can be repeated, how they decide, and how they talk."""

import re
import string
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from types import ModuleType

import pytest

from common import names
from forum.models import Post
from games import bots
from games.engine.roles import ROLES
from games.engine.sight import Viewer, view
from games.engine.state import OVER, State
from games.engine.table import Table
from games.models import Game
from games.phrases import PHRASES, en, ru
from games.services import demo, practice
from tests.engine.board import CALM, Board
from tests.engine.worlds import moments, other_world
from tests.factories import NAMES

SEATS = "Ann mafia, Abe mafia, Cat commissioner, Bob doctor, Dan, Eve, Fay, Gil"
BOOKS = [pytest.param(ru, id="ru"), pytest.param(en, id="en")]


def nicknames(state: State) -> dict[int, str]:
    return {seat.number: NAMES[seat.number] for seat in state.seats}


def act_of(state: State, seat: int, now: datetime, *said: bots.Heard, seed: bytes = b"seed", talk: bool = True):
    return bots.decide(
        view(state, Viewer(seat), now),
        names=nicknames(state),
        me=seat,
        dice=bots.Dice(seed),
        heard=said,
        language="ru",
        talk=talk,
    )


# ---------- what they know


def test_what_is_hidden_moves_no_bot() -> None:
    """Two worlds that differ in everything that a seat may not know: its bot does the same in both."""
    asked = acted = 0
    for number, (state, now) in enumerate(moments()):
        if state.phase.name in OVER:
            continue
        rng = Random(number)
        for seat in state.living:
            viewer = Viewer(seat.number)
            for talk in (True, False):
                mine = act_of(state, seat.number, now, talk=talk)
                other = act_of(other_world(state, viewer, rng), seat.number, now, talk=talk)
                assert mine == other, (number, seat.number)
                asked += 1
                acted += mine is not None
    assert asked > 500 and acted > 200


def test_the_test_above_would_see_a_bot_that_knew_more() -> None:
    """A bot that were handed the state itself would be found out."""
    differing = 0
    for number, (state, _now) in enumerate(moments()):
        changed = other_world(state, Viewer(state.seats[0].number) if state.seats else Viewer(), Random(number))
        differing += [seat.role for seat in state.seats] != [seat.role for seat in changed.seats]
    assert differing > 50


def test_the_same_dice_make_the_same_game_and_other_dice_another() -> None:
    for state, now in moments()[::7]:
        for seat in state.living:
            assert act_of(state, seat.number, now) == act_of(state, seat.number, now)
    start = Board(SEATS)
    first = {repr(act_of(start.state, 5, start.at, seed=bytes([n]))) for n in range(12)}
    assert len(first) > 6


def test_every_act_is_one_that_the_table_takes() -> None:
    """What bots do without a word is never refused."""
    for state, now in moments():
        table = Table(state, names=nicknames(state), seed=b"\0" * 32)
        for seat in state.living:
            match act_of(state, seat.number, now, talk=False):
                case bots.Vote(target):
                    table.vote(seat.number, target, at=now)
                case bots.Order(target):
                    table.order(seat.number, target, at=now)
                case bots.Done():
                    table.done(seat.number, at=now)
                case bots.Acknowledge():
                    table.acknowledge(seat.number, at=now)


# ---------- how they decide


def late(board: Board, part: float = 0.7) -> datetime:
    phase = board.state.phase
    assert phase.deadline is not None
    return phase.opened + (phase.deadline - phase.opened) * part


def test_the_commissioner_votes_for_whom_the_check_has_found_and_the_town_follows_the_claim() -> None:
    board = Board(SEATS, phase="night", **CALM)
    board.do("Cat order Ann")
    board.end()
    board.until("day")
    ann, cat, dan = (board.number(name) for name in ("Ann", "Cat", "Dan"))
    who = nicknames(board.state)
    claim = act_of(board.state, cat, late(board))
    assert isinstance(claim, bots.Vote) and claim.target == ann
    assert any(mark in claim.text.casefold() for mark in ru.WORDS["claim"]) and who[ann] in claim.text
    heard = bots.Heard(cat, claim.text)
    follows = [act_of(board.state, dan, late(board), heard, seed=bytes([n]), talk=False) for n in range(10)]
    assert all(isinstance(act, bots.Vote) and act.target == ann for act in follows)
    # A second one who claims the same makes them doubt.
    rival = bots.Heard(board.number("Abe"), f"Неправда, я комиссар. {who[cat]} — мафия.")
    doubt = [act_of(board.state, dan, late(board), heard, rival, seed=bytes([n]), talk=False) for n in range(10)]
    assert any(isinstance(act, bots.Vote) and act.target != ann for act in doubt)


def test_the_mafia_votes_for_no_mate_and_agrees_on_a_victim() -> None:
    board = Board(SEATS)
    ann, abe = board.number("Ann"), board.number("Abe")
    for seed in range(20):
        act = act_of(board.state, ann, late(board), seed=bytes([seed]), talk=False)
        assert isinstance(act, bots.Vote) and act.target != abe
    night = Board(SEATS, phase="night", **CALM)
    for at in (late(night, 0.1), late(night)):
        victims = {
            act.target
            for seat in (ann, abe)
            for seed in range(5)
            if isinstance(act := act_of(night.state, seat, at, seed=bytes([seed]), talk=False), bots.Order)
        }
        assert len(victims) == 1 and victims.isdisjoint({ann, abe})


def test_a_mafioso_follows_what_a_mate_proposes() -> None:
    night = Board(SEATS, phase="night", **CALM)
    who = nicknames(night.state)
    gil, abe = night.number("Gil"), night.number("Abe")
    seen = view(night.state, Viewer(night.number("Ann")), late(night))
    room = [bots.Heard(abe, f"Давайте {who[gil]}."), bots.Heard(night.number("Ann"), "Хорошо.")]
    act = bots.decide(seen, names=who, me=night.number("Ann"), dice=bots.Dice(b"x"), heard=(), room=room, language="ru")
    assert act == bots.Order(gil)


def test_everybody_votes_before_the_day_is_over() -> None:
    board = Board(SEATS)
    for seat in board.state.living:
        act = act_of(board.state, seat.number, late(board))
        assert isinstance(act, bots.Vote), seat.number


def test_whoever_is_named_answers_by_name() -> None:
    board = Board(SEATS)
    board.do("Dan vote Ann; Eve vote Abe")
    dan, eve = board.number("Dan"), board.number("Eve")
    who = nicknames(board.state)
    question = bots.Heard(eve, f"{who[dan]}, а почему вы так думаете?")
    answers = [act_of(board.state, dan, late(board, 0.3), question, seed=bytes([n])) for n in range(30)]
    texts = [act.text for act in answers if isinstance(act, bots.Say)]
    assert len(texts) > 8
    assert sum(who[eve] in text for text in texts) > len(texts) / 3


def test_nobody_acts_out_of_turn() -> None:
    board = Board(SEATS, phase="night", **CALM)
    board.do("Ann order Dan")
    assert act_of(board.state, board.number("Eve"), late(board)) is None
    assert bots.idle(view(board.state, Viewer(board.number("Eve")), late(board)))
    board.end()
    assert act_of(board.state, board.number("Dan"), board.at) is None


def test_dice_are_even_and_their_streams_apart() -> None:
    dice = bots.Dice(b"seed", "purpose")
    rolls = Counter(dice.below(6) for _roll in range(3000))
    assert set(rolls) == set(range(6)) and min(rolls.values()) > 400
    assert sorted(dice.shuffled(range(20))) == list(range(20))
    again = bots.Dice(b"seed", "purpose")
    again.of("elsewhere").below(100)
    assert [again.below(100) for _roll in range(5)] == [
        number for number in (lambda d: [d.below(100) for _roll in range(5)])(bots.Dice(b"seed", "purpose"))
    ]
    assert bots.Dice(b"a").below(10**9) != bots.Dice(b"b").below(10**9)


# ---------- how they talk


def blanks(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}


def test_the_books_have_the_same_pages() -> None:
    assert set(ru.LINES) == set(en.LINES)
    for category in ru.LINES:
        of_ru = set().union(*map(blanks, ru.LINES[category]))
        of_en = set().union(*map(blanks, en.LINES[category]))
        assert of_ru == of_en, category
    assert len(ru.THEMES) == len(en.THEMES) >= 6


@pytest.mark.parametrize("book", BOOKS)
def test_lines_are_whole_and_none_stands_twice(book: ModuleType) -> None:
    lines = [line for page in book.LINES.values() for line in page]
    assert len(set(lines)) == len(lines) > 200
    for line in lines:
        assert line == line.strip() and (line[-1] in ".?" or line.endswith("{vote}")), line
        assert "!" not in line and "  " not in line, line
    for category, page in book.LINES.items():
        assert all("{vote}" in line for line in page) == (category in ("vote", "change", "runoff")), category


def test_no_nickname_gets_a_gender_in_russian() -> None:
    for line in (line for page in ru.LINES.values() for line in page):
        gendered = re.search(r"(?<!игрок )(?<!игрока )\{(name|other)\} (не )?\w+(ал|ел|ил|ул|ла|лся|лась)\b", line)
        assert not gendered, line


@pytest.mark.parametrize("book", BOOKS)
def test_themes_have_names_that_can_be_borne_together(book: ModuleType) -> None:
    for theme in book.THEMES:
        assert len(theme.names) >= 2 * practice.SEATS - 2, theme.title
        for name in theme.names:
            names.check(name)
        assert len({names.skeleton(name) for name in theme.names}) == len(theme.names), theme.title
        # A bot finds a name by its beginning, so none may be another's.
        for name in theme.names:
            others = [other for other in theme.names if other != name]
            assert not any(other.casefold().startswith(name.casefold()[: max(4, len(name) - 2)]) for other in others), (
                name
            )
    assert len(book.ANNOUNCEMENTS) >= practice.SEATS


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_hundred_posts_in_a_row_do_not_read_like_a_machine(language: str) -> None:
    start = datetime(2026, 6, 8, 9, tzinfo=UTC)
    texts: list[str] = []
    for number in range(3):
        game = practice.table_of_bots(
            user=None,
            kind=Game.Kind.SHOW,
            language=language,
            time_zone="Europe/Moscow",
            at=start,
            seed=bytes([number]) * 32,
        )
        demo.play_out(game, start + timedelta(seconds=1))
        posts = Post.objects.filter(thread=game.thread, author__isnull=False, style=Post.Style.POST, mark="")
        own = list(posts.order_by("number").values_list("source", flat=True))[practice.SEATS :]
        assert len(set(own)) > 0.93 * len(own), [text for text, count in Counter(own).items() if count > 1]
        said = game.seats.values_list("persona__name", flat=True)
        bare = [re.sub("|".join(map(re.escape, said)), "_", text) for text in own]
        assert Counter(bare).most_common(1)[0][1] <= 3, Counter(bare).most_common(3)
        texts += bare
    assert len(texts) > 100
    openings = Counter(text.split()[0] for text in texts)
    assert openings.most_common(2)[1][1] < 0.12 * len(texts), openings.most_common(4)
    assert PHRASES[language].VOTE_TAG.split("{")[0] in "".join(texts)


def test_a_letter_gets_a_line_of_the_book() -> None:
    assert bots.reply_to_letter(bots.Dice(b"1"), "en") in en.LINES["letter"]
    found = {bots.reply_to_letter(bots.Dice(bytes([n])), "ru") for n in range(40)}
    assert len(found) > 4


def test_a_view_holds_nothing_of_others_that_a_bot_could_use() -> None:
    """Poison: the roles, orders and checks of others may be anything; where they were read, this would fail."""
    for state, now in moments()[::5]:
        if state.phase.name in OVER or not state.seats or not state.seats[0].role:
            continue
        for seat in state.living:
            mates = {s.number for s in state.seats if s.role in ROLES[seat.role].knows or s.declared}
            poisoned = replace(
                state,
                seats=tuple(
                    other
                    if other.number == seat.number or other.number in mates or (other.out and other.out.role)
                    else replace(other, role="citizen", acts_as="", checks=((1, seat.number, "mafia"),), treated=None)
                    for other in state.seats
                ),
                orders=tuple(order for order in state.orders if order.seat == seat.number),
            )
            if seat.role in ("commissioner", "sergeant"):
                continue
            assert act_of(state, seat.number, now) == act_of(poisoned, seat.number, now)
