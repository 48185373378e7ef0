"""How bots read what people write, and what they make of it."""

from datetime import timedelta
from typing import Any

import pytest

from games import bots
from games.bots import Heard
from games.bots.dice import Dice
from games.bots.ears import Ears
from games.bots.mind import Mind
from games.engine.sight import Viewer, view
from games.phrases import PHRASES
from tests.engine.board import CALM, Board

RU = ("Груздь", "Опёнок", "Лисичка", "Сивцев Вражек", "Мясницкая", "Лодейное", "Отвес", "Роса", "Мга", "Щавель")
EN = ("Oyster", "Spirit Level", "Jib", "Swede", "Compass")
SEATS = "Ann mafia, Abe mafia, Cat commissioner, Bob doctor, Dan, Eve, Fay, Gil"


def ears(language: str) -> Ears:
    return Ears(PHRASES[language], dict(enumerate(RU if language == "ru" else EN, 1)))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Подозреваю груздя и Лисичку.", "Груздь, Лисичка"),
        ("опенка не трогайте", "Опёнок"),
        ("Лисичке верю, груздю нет", "Лисичка, Груздь"),
        ("голос против Сивцева Вражка", "Сивцев Вражек"),
        ("Мясницкую на мясо, Лодейным закусим", "Мясницкая, Лодейное"),
        ("@Отвес, отвечайте на вопросы", "Отвес"),
        ("Отвечаю: грузить не надо, вопроса нет", ""),
        ("росой умылись, щавелем закусили, мгу проехали", "Роса, Щавель, Мга"),
    ],
)
def test_nicknames_are_heard_in_any_case_and_nowhere_else(text: str, names: str) -> None:
    assert ", ".join(RU[number - 1] for number in ears("ru").named(text)) == names


def test_english_nicknames_are_whole_words() -> None:
    assert ears("en").named("spirit level and OYSTER's vote, not jibes or Sweden") == (2, 1)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_each_nickname_of_a_theme_is_itself_alone_and_no_line_of_the_book_names_one(language: str) -> None:
    book = PHRASES[language]
    for theme in book.THEMES:
        names = dict(enumerate(theme.names, 1))
        heard = Ears(book, names)
        for number, name in names.items():
            assert heard.named(name) == (number,), name
        said = [*book.ANNOUNCEMENTS, *(line for lines in book.LINES.values() for line in lines)]
        assert [line for line in said if heard.named(line)] == []


@pytest.mark.parametrize(
    ("language", "text", "claims", "results"),
    [
        ("ru", "Я комиссар, проверил Груздя, он мафия.", True, {1: True}),
        ("ru", "Комиссар — это я. Груздь чист, Опёнок — мафия", True, {1: False, 2: True}),
        ("ru", "я комиссар! мафия Лисичка", True, {3: True}),
        ("ru", "Моя роль комиссар. Лисичка не мафия.", True, {3: False}),
        ("ru", "А если я комиссар?", False, {}),
        ("ru", "Кто тут комиссар? Груздь?", False, {}),
        ("ru", "Я не комиссар, но Груздь мафия.", False, {1: True}),
        ("en", "I'm the commissioner. Oyster is mafia, Jib is not mafia", True, {1: True, 3: False}),
        ("en", "I am commissioner, checked Swede: clean", True, {4: False}),
        ("en", "Who is the commissioner? Am I the commissioner?", False, {}),
    ],
)
def test_claims_and_checks_are_understood(language: str, text: str, claims: bool, results: dict[int, bool]) -> None:
    assert ears(language).claims(text) == claims
    assert ears(language).results(text) == results


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_books_own_claims_are_understood(language: str) -> None:
    book, ear = PHRASES[language], ears(language)
    one, two = (RU if language == "ru" else EN)[:2]
    for kind in ("claim_found", "counter"):
        for line in book.LINES[kind]:
            text = line.format(name=one)
            assert ear.claims(text) and ear.results(text) == {1: True}, text
    told = f"{book.RESULT['town'].format(name=one)}, {book.RESULT['mafia'].format(name=two)}"
    for kind in ("claim_list", "last_commissioner"):
        for line in book.LINES[kind]:
            assert ear.claims(line.format(results=told)), line
            assert ear.results(line.format(results=told)) == {1: False, 2: True}, line
    assert all(ear.claims(line) for line in book.LINES["claim_bare"])
    others = [line for kind, lines in book.LINES.items() for line in lines if not kind.startswith(("c", "last_c"))]
    assert [line for line in others if ear.claims(line)] == []


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_books_own_questions_and_turns_are_understood(language: str) -> None:
    book, ear = PHRASES[language], ears(language)
    asks = [line for kind, lines in book.LINES.items() if kind.split(".")[0] == "ask" for line in lines]
    for line in asks:
        assert "?" in line or line.endswith("."), line
        assert ear.has("whom", line) or "?" not in line, line
        assert not ear.has("role", line), line
    turns = [line for line in book.LINES["change"] if ear.has("change", line)]
    assert len(turns) >= 5
    assert not any(ear.has("change", line) for line in (*book.LINES["vote"], *book.LINES["runoff"]))


# ---------- in a game


def names(board: Board) -> dict[int, str]:
    return {seat.number: RU[seat.number - 1] for seat in board.state.seats}


def asked(board: Board, who: str, *heard: Heard, part: float = 0.3, seed: int = 0, **known: Any) -> bots.Act | None:
    phase = board.state.phase
    now = phase.opened + (phase.deadline - phase.opened) * part
    dice, me = Dice(bytes([seed])), board.number(who)
    shown = view(board.state, Viewer(me), now)
    given = {"names": names(board), "me": me, "dice": dice, "heard": heard, "language": "ru", **known}
    return bots.decide(shown, **given)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("{name}, кого подозреваете?", "answer_whom"),
        ("{name}, вы мафия?", "answer_role"),
        ("{name}, как погода?", "answer"),
        ("Думаю, {name} мафия.", "defend"),
        ("{name} честный человек, верю.", "thanks"),
    ],
)
def test_whoever_names_a_bot_is_answered_by_name_and_to_the_point(question: str, kind: str) -> None:
    board = Board(SEATS)
    dan, eve = board.number("Dan"), board.number("Eve")
    who = names(board)
    lines = [line for key, lines in PHRASES["ru"].LINES.items() if key.split(".")[0] == kind for line in lines]
    begins = {line.format(name=who[eve], other=other)[:14] for line in lines for other in who.values()}
    hits = answers = 0
    for seed in range(30):
        act = asked(board, "Dan", Heard(eve, question.format(name=who[dan])), seed=seed)
        if not isinstance(act, bots.Say):
            continue
        answers += who[eve] in act.text
        hits += any(begin in act.text for begin in begins)
    assert hits >= 16
    assert kind == "defend" or answers >= 16


def test_an_interrogation_is_not_answered_for_ever() -> None:
    board = Board(SEATS)
    dan, eve = board.number("Dan"), board.number("Eve")
    who = names(board)
    heard: list[Heard] = []
    answers = 0
    for number in range(12):
        heard.append(Heard(eve, f"{who[dan]}, вопрос номер {number}: кто?"))
        act = asked(board, "Dan", *heard, said=answers)
        if isinstance(act, bots.Say) and who[eve] in act.text:
            answers += 1
            heard.append(Heard(dan, act.text))
    assert 1 <= answers <= 4


def test_a_bot_speaks_to_whoever_votes_for_it() -> None:
    board = Board(SEATS)
    board.do("Dan vote Gil; Eve vote Dan; Fay vote Eve; Gil vote Eve")
    who = names(board)
    acts = [asked(board, "Dan", seed=seed) for seed in range(40)]
    texts = [act.text for act in acts if isinstance(act, bots.Say)]
    assert sum(who[board.number("Eve")] in text for text in texts) > 12


def test_whoever_voted_for_one_of_the_town_is_told_so() -> None:
    """The reasons are true: {name} voted for {other}, who was jailed and was of the town."""
    board = Board(SEATS, **CALM)
    board.do("Ann vote Gil; Abe vote Gil; Eve vote Gil; Fay vote Ann; Dan vote Ann")
    board.until("night")
    board.until("day")
    gil = board.number("Gil")
    assert board.out["Gil"] == "jailed citizen"
    me = board.number("Dan")
    mind = Mind(view(board.state, Viewer(me), board.at), names(board), me, Dice(b"1"), (), PHRASES["ru"])
    assert mind.suspicion
    told = {number: {(r.kind, r.other) for r in reasons} for number, reasons in mind.reasons.items()}
    for name in ("Ann", "Abe", "Eve"):
        assert ("accuse_vote", gil) in told[board.number(name)]
    assert ("accuse_last", gil) in told[board.number("Eve")]
    assert ("accuse_last", gil) not in told[board.number("Ann")]
    assert board.number("Fay") not in told


def test_whoever_spared_or_shielded_a_mafioso_is_suspected_and_whoever_caught_one_is_not() -> None:
    board = Board(SEATS, **CALM)
    board.do("Dan vote Ann; Eve vote Ann; Fay vote Ann; Abe vote Gil; Gil vote Eve")
    board.until("night")
    board.until("day")
    ann, abe, me = (board.number(name) for name in ("Ann", "Abe", "Dan"))
    who = names(board)
    heard = (Heard(board.number("Gil"), f"Не верю, что {who[ann]} мафия.", fresh=False),)
    shown = view(board.state, Viewer(me), board.at)
    mean: dict[str, float] = dict.fromkeys(("Abe", "Gil", "Eve", "Fay"), 0)
    for seed in range(20):
        mind = Mind(shown, who, me, Dice(bytes([seed])), heard, PHRASES["ru"])
        for name in mean:
            mean[name] += mind.suspicion[board.number(name)] / 20
    assert mean["Gil"] > mean["Abe"] > mean["Eve"] + 8
    assert {(r.kind, r.other) for r in mind.reasons[board.number("Gil")]} >= {
        ("accuse_missed", ann),
        ("accuse_shield", ann),
    }
    assert abe in mind.reasons


def test_a_commissioner_in_danger_comes_forward_and_is_spared() -> None:
    board = Board(SEATS)
    board.do("Dan vote Cat; Eve vote Cat; Ann vote Cat; Cat vote Dan")
    claim = asked(board, "Cat", part=0.5)
    assert isinstance(claim, bots.Say)
    assert ears("ru").claims(claim.text)
    heard = Heard(board.number("Cat"), claim.text)
    moved = [asked(board, "Dan", heard, part=0.5, seed=seed, talk=False) for seed in range(20)]
    assert sum(isinstance(act, bots.Vote) and act.target != board.number("Cat") for act in moved) > 10


def test_the_doctor_treats_the_commissioner_who_has_come_forward_but_never_twice_running() -> None:
    board = Board(SEATS, phase="night", **CALM)
    cat = board.number("Cat")
    claim = Heard(cat, "Я комиссар, проверок ещё нет.", fresh=False)
    treated = [asked(board, "Bob", claim, seed=seed) for seed in range(20)]
    assert sum(act == bots.Order(cat) for act in treated) >= 15
    board.do("Bob order Cat")
    board.end()
    board.until("night")
    again = [asked(board, "Bob", claim, seed=seed) for seed in range(20)]
    assert all(isinstance(act, bots.Order) and act.target != cat for act in again)


def test_a_bench_of_two_pleads_and_a_bench_of_one_takes_leave() -> None:
    tied = Board(SEATS, **CALM)
    tied.do("Dan vote Eve; Eve vote Dan")
    tied.until("last_word")
    act = asked(tied, "Dan")
    assert isinstance(act, bots.Done) and act.text in PHRASES["ru"].LINES["last_plea"]
    alone = Board(SEATS, **CALM)
    alone.do("Dan vote Eve; Fay vote Eve")
    alone.until("last_word")
    act = asked(alone, "Eve")
    assert isinstance(act, bots.Done) and act.text in PHRASES["ru"].LINES["last_town"]
    assert asked(alone, "Dan") is None


def test_a_mate_whom_most_are_after_is_given_up_and_another_never() -> None:
    board = Board(SEATS)
    board.do("Dan vote Abe; Eve vote Abe; Fay vote Abe; Gil vote Abe; Bob vote Cat; Cat vote Bob")
    abe = board.number("Abe")
    lost = [asked(board, "Ann", part=0.6, seed=seed, talk=False) for seed in range(30)]
    assert any(isinstance(act, bots.Vote) and act.target == abe for act in lost)
    board.do("Fay vote Cat; Gil vote Cat")
    spared = [asked(board, "Ann", part=0.6, seed=seed, talk=False) for seed in range(30)]
    assert not any(isinstance(act, bots.Vote) and act.target == abe for act in spared)


def test_a_vote_moves_when_facts_come_up() -> None:
    board = Board(SEATS)
    board.do("Dan vote Eve")
    assert board.state.phase.deadline is not None
    who = names(board)
    heard = Heard(board.number("Cat"), f"Я комиссар. {who[board.number('Ann')]} — мафия.")
    changed = [asked(board, "Dan", heard, part=0.5, seed=seed) for seed in range(10)]
    votes = [act for act in changed if isinstance(act, bots.Vote)]
    assert len(votes) >= 8 and {act.target for act in votes} == {board.number("Ann")}
    assert timedelta(0) < board.state.phase.deadline - board.at
