"""Who may write where: the table of `rules.md` section 2, walked phase by phase for every viewer.

What the services answer and what the rights of the threads say (which pages ask) must agree.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from accounts import selectors as people
from accounts.models import Persona
from common.refusal import Refusal
from forum import selectors as forum
from forum.models import Thread
from games import services
from games.models import Room
from tests.factories import HOST, ROLES, Played, make_game, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]

# Мухомор and Поганка are the mafia; Маслёнок is out where somebody is; Груздь is on the bench.
MAFIOSO, TOWN, DEAD, BENCH, MEMBER = "Мухомор", "Опёнок", "Маслёнок", "Груздь", "Прохожий"
VIEWERS = (MAFIOSO, TOWN, DEAD, BENCH, HOST, MEMBER)
LIVING = {MAFIOSO, TOWN, BENCH}
EVERYBODY = {*LIVING, DEAD}


def _pause(played: Played) -> Played:
    services.pause(game=played.game, host=played.host, at=played.now())
    return played


def _cancel(played: Played) -> Played:
    services.call_off(game=played.game, host=played.host, at=played.now())
    return played


def _curtain(played: Played) -> Played:
    """Let a night's report lie ready."""
    return _dead(played).to_night().end_phase().end_phase()


def _dead(played: Played) -> Played:
    return played.to_day(ROLES).heart_attack(DEAD)


Way = Callable[[Played], Any]
# phase: how to get there, and who may write in the thread, letters, the mafia's room, and to the host.
TABLE: dict[str, tuple[Way, set[str], set[str], set[str], set[str]]] = {
    "signup": (lambda p: p, EVERYBODY | {HOST}, set(), set(), EVERYBODY),
    "deal": (lambda p: p.deal(ROLES), {HOST}, EVERYBODY, {MAFIOSO}, EVERYBODY),
    "day": (lambda p: _dead(p), LIVING | {HOST}, LIVING, {MAFIOSO}, LIVING),
    "day, paused": (lambda p: _pause(_dead(p)), LIVING | {HOST}, LIVING, {MAFIOSO}, LIVING),
    "last_word": (lambda p: _dead(p).to_last_word(BENCH), {BENCH, HOST}, LIVING, {MAFIOSO}, LIVING),
    "last_word, paused": (
        lambda p: _pause(_dead(p).to_last_word(BENCH)),
        {BENCH, HOST},
        LIVING,
        {MAFIOSO},
        LIVING,
    ),
    "runoff": (
        lambda p: _dead(p).to_last_word(BENCH, "Лисичка").end_phase(),
        LIVING | {HOST},
        LIVING,
        {MAFIOSO},
        LIVING,
    ),
    "night": (lambda p: _dead(p).to_night(), {HOST}, LIVING, {MAFIOSO}, LIVING),
    "night, paused": (lambda p: _pause(_dead(p).to_night()), {HOST}, LIVING, {MAFIOSO}, LIVING),
    "curtain": (lambda p: _curtain(p), {HOST}, set(), set(), LIVING),
    "curtain, paused": (lambda p: _pause(_curtain(p)), {HOST}, set(), set(), LIVING),
    "finished": (lambda p: _dead(p).to_end(), {*EVERYBODY, HOST, MEMBER}, set(), set(), set()),
    "cancelled": (lambda p: _cancel(_dead(p)), {*EVERYBODY, HOST, MEMBER}, set(), set(), set()),
}


class Trial:
    """Tries of one viewer in one game, each taken back."""

    def __init__(self, played: Played, who: str, stranger: Persona) -> None:
        self.played = played
        self.who = who
        self.persona = stranger if who == MEMBER else played.persona(who)
        self.room = Room.objects.filter(game=played.game, kind=Room.Kind.MAFIA).select_related("thread").first()

    def may(self, act: Callable[[], object]) -> bool:
        """Say whether an act is taken; a refusal must change nothing."""
        before = self.played.state()
        try:
            with transaction.atomic():
                act()
                transaction.set_rollback(True)
        except Refusal:
            assert self.played.state() == before
            return False
        return True

    @property
    def common(self) -> dict[str, Any]:
        """What all services of texts take."""
        return {"game": self.played.game, "source": "проба пера", "at": self.played.now()}

    def thread(self) -> bool:
        """Try to post in the game thread."""
        if self.who == HOST:
            return self.may(lambda: services.host_post(host=self.persona, **self.common))
        if self.played.phase in ("finished", "cancelled"):
            return self.may(lambda: services.post_afterwards(persona=self.persona, limit_pace=False, **self.common))
        seat = self.played.seats.get(self.who, 99)
        return self.may(lambda: services.post(seat=seat, limit_pace=False, **self.common))

    def letter(self) -> bool:
        """Try to write to another living player."""
        other = self.played.seats["Волнушка"]
        seat = self.played.seats.get(self.who, 99)
        return self.may(lambda: services.write_letter(seat=seat, to=[other], limit_pace=False, **self.common))

    def mafia(self) -> bool:
        """Try to write in the mafia's room."""
        token = self.room.thread.token if self.room else "nonsense"
        seat = self.played.seats.get(self.who, 99)
        return self.may(lambda: services.reply(seat=seat, token=token, limit_pace=False, **self.common))

    def host(self) -> bool:
        """Try to write to the host."""
        seat = self.played.seats.get(self.who, 99)
        at = self.played.now()
        return self.may(lambda: services.message_host(game=self.played.game, seat=seat, text="проба, а не имя", at=at))


@pytest.mark.parametrize("phase", TABLE)
def test_who_may_write_where(phase: str) -> None:
    way, thread, letters, room, host = TABLE[phase]
    played = make_game(9, options={"curtain": "2h"} if "curtain" in phase else {})
    way(played)
    assert played.phase == phase.split(",")[0]
    stranger = make_user("stranger@example.org", MEMBER)
    persona = people.member_of(stranger)
    assert persona is not None
    found: dict[str, set[str]] = {"thread": set(), "letters": set(), "room": set(), "host": set()}
    for who in VIEWERS:
        trial = Trial(played, who, persona)
        for place, may in (
            ("thread", trial.thread()),
            ("letters", trial.letter()),
            ("room", trial.mafia()),
            ("host", trial.host()),
        ):
            if may:
                found[place].add(who)
    assert found == {"thread": thread, "letters": letters, "room": room, "host": host}
    _rights_agree(played, persona, thread, room)


def _rights_agree(played: Played, stranger: Persona, thread: set[str], room: set[str]) -> None:
    """The rights that the pages ask say the same as the services."""
    shared = Thread.objects.get(pk=played.game.thread_id)
    closed = Room.objects.filter(game=played.game, kind=Room.Kind.MAFIA).first()
    for who in VIEWERS:
        persona = stranger if who == MEMBER else played.persona(who)
        assert forum.may_post(shared, persona) == (who in thread), who
        if closed is not None:
            assert forum.may_post(closed.thread, persona) == (who in room), who


def test_the_dead_write_nowhere_until_the_end_and_then_in_the_thread() -> None:
    played = make_game(9)
    _dead(played)
    walk: list[Callable[[], object]] = [
        played.to_night,
        played.end_phase,
        lambda: played.to_last_word(BENCH),
        played.end_phase,
    ]
    for step in walk:
        step()
        with pytest.raises(Refusal):
            played.post(DEAD, "Я ещё здесь.")
        with pytest.raises(Refusal, match="not_alive"):
            played.tell(DEAD, "Ведущий!")
    assert played.phase == "night"
    played.heart_attack("Мухомор").heart_attack("Поганка")
    assert played.phase == "finished"
    services.post_afterwards(game=played.game, persona=played.persona(DEAD), source="Наконец-то.", at=played.now())


def test_a_day_that_is_over_but_not_yet_ended_takes_nothing(clock: Any) -> None:
    played = make_game(clock=clock).to_day()
    deadline = played.state().phase.deadline
    assert deadline is not None
    clock.move_to(deadline)
    for act in (
        lambda: played.post("Груздь", "Поздно."),
        lambda: played.vote("Груздь", "Опёнок"),
        lambda: services.withdraw_vote(game=played.game, seat=5, at=played.now()),
        lambda: services.give_notice(game=played.game, seat=5, first=2, last=2, at=played.now()),
    ):
        with pytest.raises(Refusal, match="deadline_passed"):
            act()
    services.host_post(game=played.game, host=played.host, source="Подводим итог.", at=played.now())


def test_a_form_sent_twice_makes_one_post_even_when_the_door_has_closed() -> None:
    played = make_game().to_day()
    common: dict[str, Any] = {
        "game": played.game,
        "seat": 5,
        "source": "Одно и то же.",
        "key": "k",
        "limit_pace": False,
    }
    first = services.post(at=played.now(), **common)
    played.to_night()
    assert services.post(at=played.now(), **common) == first
