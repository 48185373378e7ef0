"""Silence, absence and removal as the thread and the players meet them (`rules.md`, "Nightfall")."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from common.refusal import Refusal
from games import services
from tests.factories import ROLES, Played, make_game
from tests.games.checks import last, ru, said, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("log_watched")]
# Nine at the table: enough that one or two removals don't raise the guard.
VOTERS = ("Мухомор", "Поганка", "Боровик", "Рыжик", "Опёнок")


def notice(played: Played, name: str, first: int, to: int | None = None) -> None:
    """Give an absence notice."""
    services.give_notice(game=played.game, seat=played.seats[name], first=first, last=to or first, at=played.now())


def advance(played: Played, name: str, day: int, target: str) -> None:
    """Leave an advance vote."""
    services.leave_advance_vote(game=played.game, seat=played.seats[name], day=day, target=target, at=played.now())


def out(played: Played) -> dict[str, tuple[str, str]]:
    """Return who is out: how, and the role that was shown."""
    names = {number: name for name, number in played.seats.items()}
    return {names[seat.number]: (seat.out.how, seat.out.role) for seat in played.state().seats if seat.out}


def fact(label: str, name: str, role: str) -> str:
    """Return a row of the report as it is read."""
    return f"{ru(label)} {name} , {role}"


def close(played: Played) -> str:
    """End the day and its last word, if there is one; return what the thread was told, in one string."""
    before = last(played.game.thread)
    played.end_phase()
    if played.phase == "last_word":
        played.end_phase()
    return " ".join(said(played, before))


def test_whoever_posted_but_did_not_vote_is_out_for_silence_and_named_as_such() -> None:
    played = make_game(9).to_day(ROLES)
    played.votes("Груздь", *VOTERS).votes("Мухомор", "Груздь", "Лисичка", "Маслёнок")
    for number in range(5):
        played.post("Волнушка", f"Мысль {number}.")
    played.end_phase()
    assert played.phase == "last_word" and played.state().bench == (played.seats["Груздь"],)
    before = last(played.game.thread)
    played.end_phase()
    assert out(played) == {"Груздь": ("jailed", "citizen"), "Волнушка": ("silent", "citizen")}
    told_all = " ".join(said(played, before))
    jailed, silent = fact("To jail", "Груздь", "честный житель"), fact("Out for silence", "Волнушка", "честный житель")
    assert 0 <= told_all.index(jailed) < told_all.index(silent)


def test_whoever_did_nothing_is_out_for_inactivity_and_the_role_stays_hidden() -> None:
    played = make_game(9).to_day(ROLES)
    played.votes("Мухомор", *[name for name in played.seats if name not in ("Мухомор", "Боровик")])
    report = close(played.vote("Мухомор", "Поганка"))
    assert out(played) == {"Мухомор": ("jailed", "mafia"), "Боровик": ("inactive", "")}
    assert fact("Out for inactivity", "Боровик", ru("role not shown")) in report
    assert "комиссар" not in report


def test_taking_part_is_a_post_or_a_vote_even_one_withdrawn_and_no_private_message() -> None:
    played = make_game(9).to_day(ROLES).votes("Мухомор", "Поганка", "Боровик", "Рыжик", "Груздь", "Опёнок", "Маслёнок")
    played.vote("Лисичка", "Мухомор")
    services.withdraw_vote(game=played.game, seat=played.seats["Лисичка"], at=played.now())
    played.tell("Волнушка", "Ведущий, я здесь.")
    played.letter("Волнушка", ["Груздь"], "Я здесь.")
    close(played)
    found = out(played)
    assert (found["Лисичка"][0], found["Волнушка"][0]) == ("silent", "inactive")


def test_what_counts_as_having_voted() -> None:
    played = make_game(9, options={"night_vote": "on"}).to_day(ROLES)
    played.vote("Груздь", "Мухомор").vote("Лисичка", "ночь").post("Волнушка", "[vote]Мухомор[/vote]")
    played.vote("Опёнок", "Мухомор")
    played.post("Опёнок", "Передумал. [unvote]")
    with pytest.raises(Refusal, match="target_unknown"):
        played.post("Маслёнок", "[vote]Никтоша[/vote]")
    played.votes("Мухомор", "Поганка", "Боровик", "Рыжик").vote("Мухомор", "Поганка")
    state = played.state()
    assert [state.vote_of(played.seats[name]) is None for name in ("Груздь", "Лисичка", "Волнушка")] == [False] * 3
    close(played)
    found = out(played)
    assert (found["Опёнок"][0], found["Маслёнок"][0]) == ("silent", "inactive")
    assert not {"Груздь", "Лисичка", "Волнушка"} & set(found)


def test_a_refused_vote_is_no_post_and_no_taking_part() -> None:
    played = make_game(9).to_day(ROLES)
    before = last(played.game.thread)
    with pytest.raises(Refusal, match="target_self"):
        played.post("Маслёнок", "Голосую. [vote]Маслёнок[/vote]")
    assert last(played.game.thread) == before
    assert not next(seat for seat in played.state().seats if seat.number == played.seats["Маслёнок"]).posted


def test_who_is_jailed_leaves_as_jailed_only() -> None:
    played = make_game(9).to_day(ROLES)
    played.votes("Волнушка", *[name for name in played.seats if name != "Волнушка"]).post("Волнушка", "Молчу.")
    report = close(played)
    assert out(played) == {"Волнушка": ("jailed", "citizen")}
    assert ru("Out for silence") not in report


def test_a_vote_in_the_runoff_does_not_mend_a_day_of_silence() -> None:
    played = make_game(9).to_day(ROLES)
    played.votes("Груздь", "Мухомор", "Поганка", "Боровик").votes("Опёнок", "Рыжик", "Груздь", "Лисичка")
    played.away("Опёнок").vote("Волнушка", "Мухомор").post("Маслёнок", "Думаю.")
    played.end_phase().end_phase()
    assert played.phase == "runoff"
    played.vote("Маслёнок", "Груздь").end_phase()
    assert out(played)["Маслёнок"][0] == "silent"


@pytest.mark.parametrize(("option", "gone"), [("silent_removed", "Маслёнок"), ("inactive_removed", "Волнушка")])
def test_each_removal_has_its_option(option: str, gone: str) -> None:
    played = make_game(9, options={option: "off"}).to_day(ROLES)
    played.votes("Мухомор", *[name for name in played.seats if name not in ("Мухомор", "Маслёнок", "Волнушка")])
    played.vote("Мухомор", "Поганка").post("Маслёнок", "Думаю.")
    close(played)
    assert set(out(played)) == {"Мухомор", "Маслёнок", "Волнушка"} - {gone}


# ---------- notices and advance votes


def test_a_notice_saves_and_an_advance_vote_counts_and_is_shown_as_such() -> None:
    played = make_game(9).to_day(ROLES)
    notice(played, "Опёнок", 2)
    advance(played, "Опёнок", 2, "Груздь")
    played.to_night().end_phase()
    assert played.state().phase.day == 2
    vote = played.state().vote_of(played.seats["Опёнок"])
    assert vote is not None and (vote.target, vote.how) == (played.seats["Груздь"], "advance")
    assert any(line.startswith("Груздь") and ru("left in advance") in line for line in said(played))
    played.vote("Опёнок", "Лисичка")
    newer = played.state().vote_of(played.seats["Опёнок"])
    assert newer is not None and newer.target == played.seats["Лисичка"], "who does come votes anew"


def test_an_advance_vote_is_a_secret_until_its_day() -> None:
    played = make_game(9).to_day(ROLES)
    before = last(played.game.thread)
    talks = {name: last(played.seat(name).talk) for name in played.seats}
    notice(played, "Опёнок", 2)
    advance(played, "Опёнок", 2, "Груздь")
    advance(played, "Опёнок", 2, "Лисичка")
    assert not any("Груздь" in line or "Лисичка" in line for line in said(played, before))
    assert len(told(played, "Опёнок", talks["Опёнок"])) == 2
    assert all(told(played, name, talks[name]) == [] for name in played.seats if name != "Опёнок")
    played.to_night().end_phase()
    vote = played.state().vote_of(played.seats["Опёнок"])
    assert vote is not None and vote.target == played.seats["Лисичка"], "the last one replaces earlier ones"


def test_an_advance_vote_for_somebody_who_dies_first_lapses_and_its_owner_is_told() -> None:
    played = make_game(9).to_day(ROLES)
    notice(played, "Опёнок", 2)
    advance(played, "Опёнок", 2, "Волнушка")
    played.to_night()
    for name in ("Мухомор", "Поганка"):
        played.tell(name, "Волнушка")
    before = last(played.seat("Опёнок").talk)
    played.end_phase()
    assert played.state().vote_of(played.seats["Опёнок"]) is None
    lapsed = "Your advance vote for %(name)s has lapsed: this player has left the game."
    assert ru(lapsed, name="Волнушка") in " ".join(told(played, "Опёнок", before))
    played.votes("Мухомор", *[name for name in played.living() if name not in ("Мухомор", "Опёнок")])
    played.vote("Мухомор", "Поганка")
    close(played)
    assert "Опёнок" in played.living()


def test_an_advance_vote_is_not_carried_into_the_runoff_and_its_owner_is_safe() -> None:
    played = make_game(9).to_day(ROLES)
    notice(played, "Опёнок", 2)
    advance(played, "Опёнок", 2, "Груздь")
    played.to_night().end_phase()
    played.votes("Лисичка", "Мухомор", "Поганка", "Боровик").votes("Маслёнок", "Рыжик", "Груздь", "Волнушка")
    played.away("Лисичка", "Маслёнок").end_phase().end_phase()
    assert played.phase == "runoff" and played.state().votes == ()
    played.end_phase()
    assert "Опёнок" in played.living()


def test_the_notice_runs_out() -> None:
    played = make_game(9, options={"stalemate_after": 0}).to_day(ROLES)
    notice(played, "Опёнок", 1, 2)
    for day in (1, 2, 3):
        others = [name for name in played.living() if name not in ("Опёнок", "Мухомор", "Поганка")]
        played.votes("Мухомор", *others[: len(others) // 2]).votes("Поганка", *others[len(others) // 2 :])
        if day < 3:
            played.away("Мухомор", "Поганка")
        else:
            played.vote("Мухомор", "Поганка").vote("Поганка", "Мухомор")
        while played.phase != "night":
            played.end_phase()
        assert ("Опёнок" in played.living()) == (day < 3), day
        if day < 3:
            played.end_phase()
    assert out(played)["Опёнок"] == ("inactive", "")


def test_notices_keep_to_open_days_and_to_their_number() -> None:
    played = make_game(9).to_day(ROLES)
    for first, to, code in (
        (0, 0, "day_over"),
        (1, 6, "notice_too_long"),
        (-3, 2, "day_over"),
        (1, 10**9, "notice_too_long"),
    ):
        with pytest.raises(Refusal, match=code):
            notice(played, "Опёнок", first, to)
    notice(played, "Опёнок", 1, 3)
    notice(played, "Опёнок", 2, 4)
    with pytest.raises(Refusal, match="notice_too_long"):
        notice(played, "Опёнок", 5, 6)
    notice(played, "Опёнок", 5)
    played.to_last_word("Груздь")
    with pytest.raises(Refusal, match="day_over"):
        notice(played, "Лисичка", 1)
    notice(played, "Лисичка", 2)


def test_advance_votes_need_a_notice_and_a_day_that_is_not_open() -> None:
    played = make_game(9).to_day(ROLES)
    notice(played, "Опёнок", 1, 2)
    for day, target, code in (
        (1, "Груздь", "day_over"), (3, "Груздь", "no_notice"), (2, "Опёнок", "target_self"),
        (2, "Никтоша", "target_unknown"), (2, "ночь", "night_vote_off"), (-1, "Груздь", "day_over"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=code):
            advance(played, "Опёнок", day, target)


def test_rules_without_notices(clock: Any) -> None:
    played = make_game(clock=clock, options={"notice_max": "off"}).to_day(ROLES)
    with pytest.raises(Refusal, match="notice_too_long"):
        notice(played, "Опёнок", 1)


# ---------- who leaves in the middle of a day


def test_a_heart_attack_by_day_voids_votes_and_their_voters_still_have_voted() -> None:
    played = make_game(9).to_day(ROLES)
    played.votes("Груздь", *VOTERS[:4]).vote("Груздь", "Мухомор")
    played.votes("Мухомор", "Лисичка", "Волнушка", "Маслёнок").vote("Опёнок", "Мухомор")
    before = {name: last(played.seat(name).talk) for name in played.seats}
    thread = last(played.game.thread)
    played.heart_attack("Груздь", "Цитата из письма ведущего.")
    state = played.state()
    assert {vote.seat for vote in state.votes} == {
        played.seats[name] for name in ("Лисичка", "Волнушка", "Маслёнок", "Опёнок")
    }
    for name in played.seats:
        assert len(told(played, name, before[name])) == (name in VOTERS[:4]), name
    (report,) = said(played, thread)
    assert report.startswith(ru("A heart attack"))
    assert "Цитата из письма ведущего." in report and "честный житель" in report
    close(played)
    assert set(VOTERS[:4]) - {"Мухомор"} <= set(played.living()), "nobody is silent by it"


def test_removals_of_the_host_leave_the_phase_its_deadline(clock: Any) -> None:
    played = make_game(9, clock=clock).to_day(ROLES).to_night()
    ends = played.state().phase.deadline
    clock.shift(timedelta(hours=2))
    played.heart_attack("Груздь")
    assert (played.phase, played.state().phase.deadline) == ("night", ends)
    played.end_phase()
    ends = played.state().phase.deadline
    clock.shift(timedelta(hours=2))
    played.heart_attack("Лисичка")
    assert (played.phase, played.state().phase.deadline) == ("day", ends)
    assert len(played.living()) == 7


# ---------- the guard


def test_more_than_half_at_once_stay_and_the_thread_is_told(clock: Any) -> None:
    played = make_game(9, clock=clock).to_day(ROLES)
    played.votes("Мухомор", "Поганка", "Боровик").post("Рыжик", "Думаю.").vote("Мухомор", "Поганка")
    before = last(played.game.thread)
    played.end_phase().end_phase()
    assert set(out(played)) == {"Мухомор"}
    assert played.state().guarded and played.state().phase.remaining is not None
    report = " ".join(said(played, before))
    assert ru("Silent and inactive") in report and "6 игроков" in report
    assert ru("The town sleeps, the thread is closed. The clock is stopped.") in report
    for name in ("Рыжик", "Груздь"):
        assert f"{ru('Out for silence')} {name}" not in report


def test_exactly_half_leave() -> None:
    played = make_game(8).to_day(ROLES)
    played.votes("Мухомор", "Поганка", "Боровик", "Рыжик").vote("Мухомор", "Поганка")
    played.end_phase().end_phase()
    found = out(played)
    assert [name for name, (how, _role) in found.items() if how == "inactive"] == [
        "Груздь",
        "Опёнок",
        "Лисичка",
        "Волнушка",
    ]


# ---------- the site itself was away


def test_of_an_outage_nobody_is_removed(clock: Any) -> None:
    """Away from 18:00 to 21:30 with two of nine having voted: the day is lengthened by the outage."""
    played = make_game(9, clock=clock).to_day(ROLES)
    played.vote("Мухомор", "Поганка").vote("Поганка", "Мухомор")
    end = played.state().phase.deadline
    assert end is not None
    services.beat(end - timedelta(hours=3))
    clock.move_to(end + timedelta(minutes=30))
    services.beat(timezone.now())
    services.advance(game_id=played.game.pk, now=timezone.now())
    assert len(played.living()) == 9 and played.phase == "day"
    assert played.state().phase.deadline == end + timedelta(hours=3, minutes=30)
