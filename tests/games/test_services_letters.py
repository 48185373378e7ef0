"""Messages: one of the same kind to everybody at the deal and at dawn, letters, the mafia's room."""

from typing import Any

import pytest

from common.refusal import Refusal
from forum import selectors as forum
from games import services
from games.models import Notice, Room
from tests.factories import ROLES, Played, make_game
from tests.games.checks import last, posts, ru, told, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]


def room_of(played: Played) -> Room:
    """Return the mafia's room."""
    return Room.objects.select_related("thread").get(game=played.game, kind=Room.Kind.MAFIA)


def write_in_room(played: Played, name: str, text: str) -> None:
    """Write in the mafia's room as somebody."""
    services.reply(
        game=played.game,
        seat=played.seats[name],
        token=room_of(played).thread.token,
        source=text,
        at=played.now(),
        limit_pace=False,
    )


def marks_of_messages(played: Played, after: dict[str, int]) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that can be seen of new moderator's messages but their text: number, kind, mark, moment."""
    return {
        name: [
            (post.number - after[name], post.author_id, post.style, post.mark, post.at)
            for post in posts(played.seat(name).talk, after[name])
        ]
        for name in played.seats
    }


def rings(played: Played, kinds: set[str]) -> dict[str, list[tuple[str, Any]]]:
    """Return what rang at each player's bell: kind and moment."""
    return {
        name: [
            (notice.kind, notice.at)
            for notice in Notice.objects.filter(persona=played.persona(name), kind__in=kinds).order_by("pk")
        ]
        for name in played.seats
    }


# ---------- the same for everybody


@pytest.mark.parametrize("players", [7, 12, 14])
def test_the_deal_is_one_message_of_one_kind_for_everybody(players: int) -> None:
    played = make_game(players)
    before = {name: last(played.seat(name).talk) for name in played.seats}
    played.deal()
    marks = marks_of_messages(played, before)
    assert {len(found) for found in marks.values()} == {1}
    assert len({str(found) for found in marks.values()}) == 1
    assert len({str(found) for found in rings(played, {"host_letter"}).values()}) == 1
    for seat in played.state().seats:
        name = next(name for name, number in played.seats.items() if number == seat.number)
        (text,) = told(played, name)
        assert text.endswith(ru("Answer with + to show that you have read this."))


def test_the_role_card_names_the_mates_it_may_know_and_nobody_else() -> None:
    roles = {"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner", "Рыжик": "sergeant", "Груздь": "doctor"}
    played = make_game().deal(roles)
    known = {
        "Мухомор": {"Поганка"},
        "Поганка": {"Мухомор"},
        "Боровик": {"Рыжик"},
        "Рыжик": {"Боровик"},
        "Груздь": set(),
        "Опёнок": set(),
        "Лисичка": set(),
    }
    for name, mates in known.items():
        (text,) = told(played, name)
        assert {other for other in played.seats if other in text} == mates, name


@pytest.mark.parametrize(
    "orders", [{}, {"Мухомор": "Груздь", "Поганка": "Груздь", "Боровик": "Опёнок", "Рыжик": "Лисичка"}]
)
def test_dawn_is_one_message_of_one_kind_for_everybody_awake(orders: dict[str, str]) -> None:
    played = make_game(9).to_day(ROLES).heart_attack("Маслёнок").to_night()
    for name, target in orders.items():
        assert played.tell(name, target).kind == "order"
    played.heart_attack("Волнушка")
    awake = [name for name in played.seats if name != "Маслёнок"]
    before = {name: last(played.seat(name).talk) for name in played.seats}
    rung = {name: len(found) for name, found in rings(played, {"host_letter"}).items()}
    played.end_phase()
    assert played.phase == "day"
    marks = marks_of_messages(played, before)
    assert len({str(marks[name]) for name in awake}) == 1 and len(marks[awake[0]]) == 1
    assert marks["Маслёнок"] == []
    newer = {name: found[rung[name] :] for name, found in rings(played, {"host_letter"}).items()}
    assert len({str(newer[name]) for name in awake}) == 1 and len(newer[awake[0]]) == 1
    texts = {name: told(played, name, before[name])[0] for name in awake}
    if orders:
        checked = ru("Checked: %(name)s. This is: %(what)s.", name="Опёнок", what="честный житель")
        assert texts.pop("Боровик") == f"{ru('Your night is over.')} {checked}"
    assert len(set(texts.values())) == 1


def test_nobody_hears_of_a_night_before_dawn() -> None:
    played = make_game().to_day(ROLES).to_night()
    before = {name: last(played.seat(name).talk) for name in played.seats}
    played.tell("Мухомор", "Груздь")
    played.tell("Боровик", "Мухомор")
    for name in played.seats:
        if name not in ("Мухомор", "Боровик"):
            assert posts(played.seat(name).talk, before[name]) == []
    assert not any("мафия" in text for text in told(played, "Боровик", before["Боровик"]))


# ---------- letters


def test_the_same_people_share_one_conversation() -> None:
    played = make_game().to_day(ROLES)
    pair = played.letter("Груздь", ["Опёнок"], "Привет.")
    assert played.letter("Опёнок", ["Груздь"], "И тебе.") == pair
    three = played.letter("Груздь", ["Опёнок", "Лисичка"], "Втроём.")
    assert three != pair
    assert played.letter("Лисичка", ["Груздь", "Опёнок"], "Да.") == three
    assert played.letter("Груздь", ["Опёнок", "Опёнок"], "Дважды названный.") == pair
    thread = Room.objects.get(game=played.game, thread__token=three).thread
    for name in ("Груздь", "Опёнок", "Лисичка"):
        assert len(forum.posts(thread, played.persona(name), 1, 99)) == 2
    for name in ("Мухомор", "Рыжик"):
        assert forum.posts(thread, played.persona(name), 1, 99) == []
    assert forum.posts(thread, played.host, 1, 99) == []


def test_whom_one_may_write_to() -> None:
    played = make_game().to_day(ROLES).heart_attack("Лисичка")
    for to, code in (([], "target_unknown"), (["Груздь"], "target_self"), (["Лисичка"], "target_not_alive")):
        with pytest.raises(Refusal, match=code):
            played.letter("Груздь", to, "Привет.")
    with pytest.raises(Refusal, match="target_unknown"):
        services.write_letter(game=played.game, seat=5, to=[99], source="Привет.", at=played.now())
    with pytest.raises(Refusal, match="not_in_game"):
        services.write_letter(game=played.game, seat=99, to=[5], source="Привет.", at=played.now())
    assert not Room.objects.filter(game=played.game, kind=Room.Kind.LETTER).exists(), "a refused letter opens nothing"


def test_rules_without_letters_refuse_them_and_keep_the_mafias_room() -> None:
    played = make_game(options={"private_messages": "off"}).to_day(ROLES)
    with pytest.raises(Refusal, match="messages_off"):
        played.letter("Груздь", ["Опёнок"], "Привет.")
    write_in_room(played, "Мухомор", "Кого?")


def test_who_reads_is_told_once_and_the_writer_is_not() -> None:
    played = make_game().to_day(ROLES)
    played.letter("Груздь", ["Опёнок", "Лисичка"], "Втроём.")
    found = Notice.objects.filter(kind="letter").values_list("persona__name", flat=True)
    assert sorted(found) == ["Лисичка", "Опёнок"]


def test_a_room_that_is_not_mine_is_as_one_that_is_not_there() -> None:
    played, other = make_game().to_day(ROLES), make_game(tag="2").to_day({"Мухомор2": "mafia", "Поганка2": "mafia"})
    pair = played.letter("Груздь", ["Опёнок"], "Привет.")
    for seat, token in ((7, pair), (5, room_of(played).thread.token), (1, room_of(other).thread.token), (5, "нет")):
        with pytest.raises(Refusal) as refused:
            services.reply(game=played.game, seat=seat, token=token, source="Можно?", at=played.now())
        assert (refused.value.code, refused.value.params) == ("not_in_game", {})


# ---------- who is out


def test_letters_close_at_death_on_both_sides() -> None:
    played = make_game().to_day(ROLES)
    pair = played.letter("Груздь", ["Опёнок"], "При жизни.")
    three = played.letter("Груздь", ["Опёнок", "Лисичка"], "Втроём при жизни.")
    played.heart_attack("Груздь")

    def reply(name: str, token: str) -> None:
        services.reply(
            game=played.game, seat=played.seats[name], token=token, source="Ещё.", at=played.now(), limit_pace=False
        )

    for token in (pair, three):
        with pytest.raises(Refusal, match="not_alive"):
            reply("Груздь", token)
    with pytest.raises(Refusal):
        reply("Опёнок", pair)
    reply("Опёнок", three)
    thread = Room.objects.get(game=played.game, thread__token=three).thread
    assert [post.source for post in forum.posts(thread, played.persona("Груздь"), 1, 99)] == ["Втроём при жизни."]
    assert len(forum.posts(thread, played.persona("Лисичка"), 1, 99)) == 2
    alone = Room.objects.get(game=played.game, thread__token=pair).thread
    assert [post.source for post in forum.posts(alone, played.persona("Груздь"), 1, 99)] == ["При жизни."]
    assert forum.may_post(alone, played.persona("Опёнок")) is False


def test_of_what_goes_on_the_dead_get_no_sign() -> None:
    played = make_game().to_day(ROLES)
    three = played.letter("Груздь", ["Опёнок", "Лисичка"], "Втроём.")
    played.heart_attack("Лисичка")
    bells = Notice.objects.filter(persona=played.persona("Лисичка"), kind="letter").count()
    services.reply(game=played.game, seat=6, token=three, source="Тише.", at=played.now(), limit_pace=False)
    thread = Room.objects.get(game=played.game, thread__token=three).thread
    assert Notice.objects.filter(persona=played.persona("Лисичка"), kind="letter").count() == bells
    assert forum.unread([thread], [played.persona("Лисичка")])[thread.pk] == 1
    assert forum.reading_range(thread, played.persona("Лисичка")) == (1, 1)


def test_at_the_end_letters_are_for_reading_and_for_their_own_people() -> None:
    played = make_game().to_day(ROLES)
    pair = played.letter("Груздь", ["Опёнок"], "Привет.")
    played.to_end()
    with pytest.raises(Refusal, match="wrong_phase"):
        services.reply(game=played.game, seat=5, token=pair, source="Ещё.", at=played.now())
    thread = Room.objects.get(game=played.game, thread__token=pair).thread
    assert len(forum.posts(thread, played.persona("Опёнок"), 1, 99)) == 1
    for reader in (None, played.host, played.persona("Лисичка")):
        assert forum.posts(thread, reader, 1, 99) == []


# ---------- the mafia's room


@pytest.mark.parametrize(
    "roles",
    [
        {"Мухомор": "mafia", "Поганка": "mafia", "Боровик": "commissioner"},
        {"Мухомор": "mafia", "Сморчок": "maniac"},
        {"Лисичка": "mafia", "Груздь": "mafia", "Опёнок": "mafia"},
    ],
)
def test_the_room_holds_the_mafia_and_nobody_else(roles: dict[str, str]) -> None:
    played = make_game(11)
    assert not Room.objects.filter(game=played.game).exists()
    played.deal(roles)
    thread = room_of(played).thread
    mafia = {name for name, role in roles.items() if role == "mafia"}
    assert {member.persona.name for member in thread.members.select_related("persona")} == mafia
    assert thread.title == "", "the address and the title of the room say nothing"
    for name in played.seats:
        assert (forum.reading_range(thread, played.persona(name)) is not None) == (name in mafia)
    for reader in (None, played.host):
        assert forum.reading_range(thread, reader) is None


def test_a_mafioso_who_is_out_reads_up_to_the_death_and_no_further() -> None:
    played = make_game().to_day(ROLES)
    write_in_room(played, "Мухомор", "Первое.")
    write_in_room(played, "Поганка", "Второе.")
    played.to_last_word("Поганка").end_phase()
    write_in_room(played, "Мухомор", "После.")
    thread = room_of(played).thread
    read = forum.posts(thread, played.persona("Поганка"), 1, 99)
    assert [post.source for post in read] == ["Первое.", "Второе."]
    with pytest.raises(Refusal, match="not_alive"):
        write_in_room(played, "Поганка", "Можно?")
    assert len(forum.posts(thread, played.persona("Мухомор"), 1, 99)) == 3, "one mafioso alone keeps the room"


@pytest.mark.parametrize(("option", "readers"), [("on", True), ("off", False)])
def test_the_room_opens_to_all_at_the_end_by_the_option_said_at_the_deal(option: str, readers: bool) -> None:
    played = make_game(options={"open_room": option}).deal(ROLES)
    said = ru("When the game is over the closed room is open to all readers.")
    assert [said in told(played, name)[0] for name in ("Мухомор", "Груздь")] == [readers, False]
    played.to_day()
    write_in_room(played, "Мухомор", "Кого?")
    assert forum.posts(room_of(played).thread, None, 1, 99) == []
    played.to_end()
    seen = forum.posts(room_of(played).thread, None, 1, 99)
    assert [words(post) for post in seen] == (["Кого?"] if readers else [])


def test_a_game_that_is_called_off_opens_no_room() -> None:
    played = make_game().to_day(ROLES)
    write_in_room(played, "Мухомор", "Кого?")
    services.call_off(game=played.game, host=played.host, at=played.now())
    assert forum.posts(room_of(played).thread, None, 1, 99) == []
    assert len(forum.posts(room_of(played).thread, played.persona("Мухомор"), 1, 99)) == 1


# ---------- the talk with the host


def test_the_talk_is_of_two_and_the_dead_still_read_it() -> None:
    played = make_game().to_day(ROLES)
    played.tell("Груздь", "Ведущий, вопрос.")
    talk = played.seat("Груздь").talk
    for name in played.seats:
        if name != "Груздь":
            assert forum.reading_range(talk, played.persona(name)) is None
    assert forum.reading_range(talk, None) is None
    played.heart_attack("Груздь")
    services.host_message(game=played.game, host=played.host, seat=5, source="Жаль.", at=played.now())
    assert [post.source for post in forum.posts(talk, played.persona("Груздь"), 1, 99)][-1] == "Жаль."
