"""Whole games of bots on the engine alone: they end, both sides win, nothing hidden moves anybody, nobody drones."""

import ast
import dataclasses
import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

import pytest

from games import bots
from games.engine.sight import View
from games.engine.state import State
from games.phrases import PHRASES
from tests.games.bot_play import Play, spoken
from tests.shape.source import files, imports, is_or_below

SEEDS = range(30)


@cache
def games(talk: bool, language: str = "ru") -> tuple[Play, ...]:
    return tuple(Play(seed, talk=talk, language=language).run() for seed in SEEDS)


@pytest.mark.parametrize("talk", [True, False], ids=["worded", "wordless"])
def test_games_end_and_both_sides_win_some(talk: bool) -> None:
    """`Play` asserts that nothing is refused and that every post casts the vote that was meant."""
    winners = Counter(play.state.winner for play in games(talk))
    assert winners["town"] >= 6 and winners["mafia"] >= 6, winners
    assert {seat.out.how for play in games(talk) for seat in play.state.seats if seat.out} == {"jailed", "killed"}
    assert all(bool(play.posts) == talk for play in games(talk))
    # Twelve rounds would be a game in which nobody dares anything.
    assert max(play.state.phase.day for play in games(talk)) < 8


def test_the_same_seed_is_the_same_game() -> None:
    again = Play(3).run()
    assert again.posts == games(True)[3].posts and again.log == games(True)[3].log
    assert games(True)[3].posts != games(True)[4].posts


def test_everybody_votes_every_day() -> None:
    for play in games(True):
        for closed in play.state.rounds:
            assert len(closed.votes) >= 2
        assert not any(seat.out and seat.out.how in ("silent", "inactive") for seat in play.state.seats)


def test_no_mafioso_orders_against_a_mate_or_hands_one_over() -> None:
    given = against = 0
    for play in (*games(True), *games(False)):
        roles = {seat.number: seat.role for seat in play.state.seats}
        for phase, who, act in play.acts:
            if roles[who] != "mafia":
                continue
            if isinstance(act, bots.Order) and act.target is not None:
                assert roles[act.target] != "mafia"
            if isinstance(act, bots.Vote) and phase.startswith("day"):
                given += 1
                against += roles[act.target] == "mafia"
    # Now and then one that is lost already is given up.
    assert against < given / 5


def test_the_mafia_agrees_nearly_every_night() -> None:
    failed = Counter(event.failed for play in games(True) for event in play.log if event.kind == "night_resolved")
    assert failed[True] < failed[False] / 20, failed


# ---------- what they know


def other_roles(state: State, who: int, rng: Random) -> State:
    """Return a world that differs in everything that this seat may not know."""
    me = next(seat for seat in state.seats if seat.number == who)
    hidden = [
        seat.number
        for seat in state.seats
        if seat.number != who and seat.out is None and not (me.role == "mafia" and seat.role == "mafia")
    ]
    roles = [seat.role for seat in state.seats if seat.number in hidden]
    rng.shuffle(roles)
    dealt = dict(zip(hidden, roles, strict=True))
    seats = tuple(
        replace(
            seat,
            role=dealt[seat.number],
            checks=((1, who, "mafia"),) * rng.randint(0, 2),
            treated=(state.phase.day - 1, who) if rng.random() < 0.5 else None,
            acknowledged=rng.random() < 0.5,
        )
        if seat.number in dealt
        else seat
        for seat in state.seats
    )
    return replace(state, seats=seats, orders=tuple(order for order in state.orders if order.seat == who))


class Poison:
    """Whatever is done with it, fails."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"what is the host's alone was read: {name}")

    def _fail(self, *_args: object) -> Any:
        raise AssertionError("what is the host's alone was read")

    __bool__ = __iter__ = __len__ = __eq__ = __hash__ = __getitem__ = __contains__ = __lt__ = __repr__ = _fail


def test_nothing_hidden_moves_a_bot() -> None:
    """Every decision of six games is made again in another world, and with the host's parts of the view poisoned."""
    rng = Random(7)
    swapped = acted = 0

    def watch(play: Play, who: int, shown: dict[str, Any], act: bots.Act | None) -> None:
        nonlocal swapped, acted
        world = other_roles(play.state, who, rng)
        swapped += world.seats != play.state.seats
        acted += act is not None
        other = play.shown(who, world)
        assert other["view"] == shown["view"]
        assert bots.decide(**{**other, "room": shown["room"]}) == act
        poison = Poison()
        hosts = {name: poison for name in ("would_leave", "advance_votes", "orders", "due", "guarded", "host", "moved")}
        assert bots.decide(**{**shown, "view": replace(shown["view"], **hosts)}) == act

    for seed in range(6):
        Play(seed, watch=watch).run()
    assert swapped > 250 and acted > 200


def test_poison_is_poison() -> None:
    with pytest.raises(AssertionError):
        bool(Poison())
    with pytest.raises(AssertionError):
        Poison().orders  # noqa: B018


def parts(value: object) -> set[str]:
    """Return the names of all classes that something is made of."""
    found = {type(value).__name__}
    if dataclasses.is_dataclass(value):
        found |= {name for field in dataclasses.fields(value) for name in parts(getattr(value, field.name))}
    elif isinstance(value, dict):
        found |= {name for pair in value.items() for one in pair for name in parts(one)}
    elif isinstance(value, (tuple, list, set, frozenset)):
        found |= {name for one in value for name in parts(one)}
    return found


def test_what_a_bot_is_given_leads_to_no_state() -> None:
    """The view is plain to its bottom: no state, no seat, no table, no seed in it, and no way to one."""
    plain = {"int", "str", "bool", "NoneType", "tuple", "frozenset", "dict", "list", "datetime", "timedelta"}
    seen: set[str] = set()

    def watch(_play: Play, _who: int, shown: dict[str, Any], _act: object) -> None:
        assert isinstance(shown["view"], View)
        seen.update(parts({key: value for key, value in shown.items() if key != "dice"}))

    Play(1, watch=watch).run()
    assert seen - plain == {"View", "SeatView", "Mine", "Count", "Report", "Round", "Fact", "Heard"}


def test_bots_import_what_is_public_alone() -> None:
    """Neither services nor models nor the state, no clock, no chance of their own."""
    allowed = ("games.bots", "games.phrases", "games.engine.roles", "games.engine.sight")
    standard = {"collections", "dataclasses", "functools", "hmac", "re", "typing"}
    paths = files("games/bots", "games/phrases")
    assert len(paths) > 10
    strangers = [
        f"{path.name}: {source}"
        for path in paths
        for source, _name in imports(path)
        if not is_or_below(source, *allowed) and source.split(".")[0] not in standard
    ]
    assert strangers == []
    for path in paths:
        names = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
        assert not names & {"getattr", "vars", "globals", "open", "eval", "exec"}, path


# ---------- how a whole game reads


def skeletons(play: Play) -> list[str]:
    """Return what was said by day, the nicknames left out."""
    name = re.compile("|".join(map(re.escape, sorted(play.names.values(), key=len, reverse=True))))
    return [name.sub("_", spoken(text)) for _seat, text, _at in play.posts]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_hundred_posts_in_a_row_are_a_hundred_different_ones(language: str) -> None:
    """Whole posts and single sentences alike; and nobody begins like the one before."""
    long = [play for play in games(True, language) if len(play.posts) >= 60]
    assert len(long) >= 8
    for play in long:
        bare = skeletons(play)[:100]
        texts = [text for _seat, text, _at in play.posts][:100]
        assert len(set(texts)) >= 0.97 * len(texts), Counter(texts).most_common(2)
        sentences = Counter(
            sentence.strip()
            for text in bare
            for sentence in re.split(r"(?<=[.?])\s", text)
            if len(sentence.split()) > 2
        )
        assert sentences.most_common(1)[0][1] <= 4, sentences.most_common(3)
        starts = [" ".join(text.split()[:2]) for text in bare if not text.startswith("_")]
        repeats = sum(one == two for one, two in zip(starts, starts[1:], strict=False))
        assert repeats <= 3, [one for one, two in zip(starts, starts[1:], strict=False) if one == two]


def test_bots_speak_to_one_another() -> None:
    """A good part of what is said names somebody, and most of those who are asked by name answer by name."""
    asked = answered = 0
    for play in games(True):
        for place, (seat, text, at) in enumerate(play.posts):
            for number, name in play.names.items():
                if number == seat or f"{name}, " not in text or not text.endswith("?"):
                    continue
                later = [post for post in play.posts[place + 1 :] if post[0] == number]
                if not later or later[0][2] - at > timedelta(minutes=2):
                    continue
                asked += 1
                answered += any(play.names[seat] in post[1] for post in later[:2])
    assert asked > 40
    assert answered > 0.6 * asked, (answered, asked)


def test_tempers_differ_in_what_they_say() -> None:
    """All four sit at the tables, and each has lines that nobody else uses."""
    for language, book in PHRASES.items():
        said = "\n".join(text for play in games(True, language) for _seat, text, _at in play.posts)
        for temper in ("bold", "quiet", "joker", "analyst"):
            own = [line for kind, lines in book.LINES.items() if kind.endswith(f".{temper}") for line in lines]
            used = [line for line in own if max(re.split(r"\{\w+\}", line), key=len).strip(" ,.:") in said]
            assert len(used) > 10, (language, temper)


def test_the_mafia_confers_with_one_post_each_a_night() -> None:
    conferred = 0
    for play in games(True):
        roles = {seat.number: seat.role for seat in play.state.seats}
        words = Counter((phase, who) for phase, who, act in play.acts if isinstance(act, bots.Confide))
        assert all(roles[who] == "mafia" and phase.startswith("night") for phase, who in words)
        assert max(words.values(), default=1) == 1
        conferred += len(words)
    assert conferred > 60
