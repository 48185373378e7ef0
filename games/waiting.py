"""What waits for a person in the own games, for the front page.

Somebody may look over the reader's shoulder: by night every living player reads the same words,
whatever there is to do, and letters are counted together, those of a closed room included.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Persona
from forum import selectors as forum
from forum.models import Thread
from games import selectors, words
from games.addresses import page_of
from games.engine.ruleset import Ruleset
from games.engine.sight import View
from games.models import Game, Room, Seat
from games.selectors import Access, Person


@dataclass(frozen=True, slots=True)
class Waiting:
    """One own game: what it is about, in a word and a sentence, where to go, and whether anything is needed."""

    game: Game
    host: bool
    name: str
    label: str
    said: str
    url: str
    needed: bool
    deadline: datetime | None
    paused: bool


def waiting_for(person: Person, now: datetime) -> list[Waiting]:
    """Return the person's games that are not over, those in which something is needed first.

    A constant number of queries, however many games.
    """
    own = selectors.own_games(person)
    letters = _unread(own)
    views = selectors.views_for(own, now)
    found = [_waiting(one, view, letters.get(one.game.pk, 0)) for one, view in zip(own, views, strict=True)]
    return sorted(found, key=lambda one: not one.needed)


def _unread(own: Iterable[Access]) -> dict[int, int]:
    """Return how many letters are new, by game of a player, or wait for the host's answer, by game of a host."""
    played = {one.game.pk: one.seat for one in own if one.seat is not None}
    hosts = {one.game.pk: one.persona for one in own if one.host and one.persona is not None}
    personas: list[Persona] = [seat.persona for seat in played.values()]
    threads: dict[int, tuple[Thread, int]] = {seat.talk_id: (seat.talk, game) for game, seat in played.items()}
    own_personas = [seat.persona_id for seat in played.values()]
    rooms = Room.objects.filter(game__in=played, thread__members__persona__in=own_personas).select_related("thread")
    threads |= {room.thread_id: (room.thread, room.game_id) for room in rooms}
    new = forum.unread([thread for thread, _game in threads.values()], personas) if threads else {}
    counts: dict[int, int] = {}
    talks = dict(Seat.objects.filter(game__in=hosts, left=False).values_list("talk", "game")) if hosts else {}
    for talk, count in forum.unmarked_count(talks, set(hosts.values())).items() if talks else ():
        counts[talks[talk]] = counts.get(talks[talk], 0) + count
    for thread, count in new.items():
        game = threads[thread][1]
        counts[game] = counts.get(game, 0) + count
    return counts


def _waiting(one: Access, view: View, letters: int) -> Waiting:
    label, said, needed, page = _of_host(one, view) if one.host else _of_player(one, view)
    if letters:
        count = (
            ngettext("%(n)d letter waits for your answer.", "%(n)d letters wait for your answer.", letters)
            if one.host
            else ngettext("Unread letters: %(n)d.", "Unread letters: %(n)d.", letters)
        ) % {"n": letters}
        said = f"{said} {count}" if said else count
        if not needed:
            label, needed, page = _("Letters"), True, "desk#desk-letters" if one.host else "letters"
    return Waiting(
        game=one.game,
        host=one.host,
        name=one.persona.name if one.persona else "",
        label=label,
        said=said,
        url=page_of(one.game.slug, page),
        needed=needed,
        deadline=None if view.paused or view.closing else view.deadline,
        paused=view.paused,
    )


def _of_player(one: Access, view: View) -> tuple[str, str, bool, str]:
    """Return label, sentence, whether something is needed, and the page to go to."""
    mine, phase = view.mine, words.phase_name(view.phase, view.day)
    if view.phase == "signup":
        if one.seat is not None and one.seat.rename_asked:
            return _("Nickname"), _("The host asks you to choose another nickname."), True, "table"
        return phase, _("On the list: %(n)s.") % {"n": len(view.seats)}, False, "table"
    if view.closing or mine is None:
        return phase, _("The time is over, the result comes in a moment."), False, "table"
    if not mine.alive:
        return phase, _("You are out of the game and may read on."), False, "table"
    if view.phase == "deal":
        if mine.acknowledged:
            return phase, _("The others are reading their roles."), False, "table"
        return phase, _("The host waits for your answer: +."), True, "table"
    if view.phase == "last_word":
        if "done" in mine.can and not any(seat.me and seat.done for seat in view.seats):
            return phase, _("You are on the bench. The word is yours."), True, "table"
        return phase, _("Only the bench speaks."), False, "table"
    if view.phase == "curtain":
        return phase, _("The host is writing the report. Until it comes nothing is asked of you."), False, "table"
    if view.phase == "night":
        return phase, _("The host takes orders until dawn."), True, "table"
    away = any(seat.me and seat.away for seat in view.seats)
    if "vote" in mine.can and mine.vote is None and not away:
        return _("Vote"), _("%(phase)s: your vote is not cast yet.") % {"phase": phase}, True, "table"
    return phase, _("Your vote is cast.") if mine.vote is not None else "", False, "table"


def _of_host(one: Access, view: View) -> tuple[str, str, bool, str]:
    label, phase = _("Your desk"), words.phase_name(view.phase, view.day)
    if view.phase == "signup":
        least = Ruleset.restore(one.game.options).min_players
        if len(view.seats) >= least:
            said = _("Sign-up: there are enough players (%(now)s). The roles can be dealt.")
        else:
            said = _("Sign-up: %(now)s on the list, %(least)s are needed.")
        return label, said % {"now": len(view.seats), "least": least}, False, "desk"
    if view.guarded and view.paused_by_host:
        return label, _("Too many would leave for silence. The game waits for your decision."), True, "desk"
    if view.closing:
        return label, _("The time is over, the result comes in a moment."), False, "desk"
    if view.phase == "curtain" and not view.raised:
        return label, _("The report lies ready: add words to it or not, and publish it."), True, "desk#d-curtain"
    return label, phase, False, "desk"
