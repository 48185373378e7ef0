"""What stands beside the thread: seats, votes, role card, order, notices. Drawn from a `View` alone.

Each function returns the data of one template, or None where that panel has nothing to show. Nothing
here tells more of one player than of another: a panel of the night is the same for every role.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import words
from games.engine.events import NIGHT
from games.engine.roles import ROLES, Power
from games.engine.sight import Count, Mine, SeatView, View
from games.engine.state import OVER, Round
from games.selectors import Access
from games.views.bar import rules_of
from games.views.base import form_key, game_url, hidden, number
from games.views.bench import accused_of, doubled, judged, people

Panel = dict[str, Any]

# How many days ahead the list of an absence notice goes.
NOTICE_AHEAD = 10
# What the order's list sends for "do nothing".
PASS = "pass"
# What is asked once more before it is sent.
WARNINGS = ("second_name", "name_stays")


def filter_url(access: Access, by: int | str) -> str:
    """Return the address of a player's posts in this game (or of the host's)."""
    return f"{game_url(access)}?by={by}"


# ---------- for all ----------


def seats(access: Access, view: View, noted: Collection[int] = ()) -> Panel:
    """Return who is in play, with one mark each by day and none at night, and who has left, the last first.

    `noted` are the seats on which the reader has a note.
    """
    names = access.names
    living, out = [], []
    for seat in view.seats:
        row = {"name": names.get(seat.number, ""), "url": filter_url(access, seat.number), "me": seat.me}
        row["noted"] = seat.number in noted
        if seat.alive:
            office = words.role(seat.role) if seat.declared else ""
            living.append({**row, "mark": _mark(seat, view), "office": office})
        else:
            how = _how(seat, view)
            out.append(
                (_order_of_leaving(seat.out_phase, seat.out_day), {**row, "role": _shown(seat.role), "how": how})
            )
    out.sort(key=lambda pair: pair[0], reverse=True)
    return {"living": living, "out": [row for _when, row in out], "pack": _pack(view)}


def _how(seat: SeatView, view: View) -> str:
    return f"{words.way_out(seat.how, trial=view.trial)}, {words.when_out(seat.out_phase, seat.out_day)}"


def _order_of_leaving(phase: str, day: int) -> tuple[int, bool]:
    return day, phase == "night"


def _shown(role: str) -> str:
    return words.role(role) if role else ""


def _mark(seat: SeatView, view: View) -> str:
    """Return the one mark of a seat: a vote or a word in a trial, else an absence, else nothing; by night never any."""
    if view.phase == "night" or (seat.voted is None and view.phase != "verdict"):
        return ""
    if seat.voted or seat.verdict is not None:
        return "voted"
    return "away" if seat.away else "none"


def _pack(view: View) -> str:
    """Return the roles that were dealt, how many of each: public since the deal."""
    return ", ".join(f"{words.role(name)}: {count}" for name, count in view.composition.items())


def ending(access: Access, view: View, rooms: Sequence[tuple[str, str]] = ()) -> Panel | None:
    """Return the winner and all the roles of a game that is over; `rooms` are the opened rooms: words, address."""
    if view.phase not in OVER:
        return None
    rows = [
        {
            "name": access.names.get(seat.number, ""),
            "role": _shown(seat.role),
            "me": seat.me,
            "winner": seat.winner,
            "out": "" if seat.alive else _how(seat, view),
        }
        for seat in view.seats
        if seat.role
    ]
    return {
        "won": str(words.WON[view.winner]) if view.winner else "",
        "reason": str(words.REASON.get(view.reason, "")),
        "rows": rows,
        "rooms": rooms,
        "story": game_url(access, "story") if view.phase == "finished" else "",
        "proof": game_url(access, "proof") if rows else "",
    }


def votes(access: Access, view: View, refused: str = "", chosen: int | None = None) -> Panel | None:
    """Return the tally of the open vote, or the result of the last one; with the control for whoever may vote.

    `refused` is the sentence of a refused vote, `chosen` what stood in the control then.
    """
    if view.votes_open:
        return _open_vote(access, view, refused, chosen)
    # A day of talk has no vote yet: it says when that opens.
    talk = {"opens": view.phase == "day" and view.evening, "vote_refused": refused}
    talk["opens_at"] = view.deadline if talk["opens"] and not view.paused_by_host else None
    if not view.rounds:
        return {**talk, "heading": _("Votes")} if talk["opens"] else None
    return talk | {"final": True} | _closed_round(access, view, view.rounds[-1])


def _open_vote(access: Access, view: View, refused: str, chosen: int | None) -> Panel:
    away = [seat.number for seat in view.seats if seat.away and seat.number in view.voteless]
    double = doubled(view)
    return {
        "heading": _("Votes of the second round") if view.phase == "runoff" else _("Votes"),
        "cells": view.living + len(double),
        "cast": view.living - len(view.voteless),
        "living": view.living,
        "candidates": [_candidate(access, view, count, double) for count in view.counts],
        "without": _names(access, [number for number in view.voteless if number not in away]),
        "away": _names(access, away),
        "ballot": ballot(access, view, chosen),
        "vote_refused": refused,
        "majority": _majority(access, view),
    }


def _closed_round(access: Access, view: View, last: Round) -> Panel:
    """Return the result of a round: a day's vote, its second round, or a trial."""
    cells = max(view.living, len(last.votes)) + len(last.double)
    if last.round == "verdict":
        return {
            "heading": _("Trial of day %(n)d: %(name)s")
            % {"n": last.day, "name": access.names.get(accused_of(view, last), "")},
            "cells": cells,
            "candidates": judged(access, view, last) if last.votes else [],
        }
    by_target: dict[int, list[int]] = {}
    for voter, target in last.votes:
        by_target.setdefault(target, []).append(voter)
    counted = last.counted
    most = max(counted.values(), default=0)
    counts = [
        Count(target, tuple(voters), counted[target] == most, counted[target]) for target, voters in by_target.items()
    ]
    counts.sort(key=lambda count: (-count.count, count.target == NIGHT, count.target))
    name = _("Votes of day %(n)d, second round") if last.round == "runoff" else _("Votes of day %(n)d")
    return {
        "heading": name % {"n": last.day},
        "cells": cells,
        "candidates": [_candidate(access, view, count, last.double) for count in counts],
    }


def _candidate(access: Access, view: View, count: Count, double: Sequence[int]) -> Panel:
    return {
        "name": access.names.get(count.target, ""),
        "url": filter_url(access, count.target) if count.target else "",
        "count": count.count,
        "lead": count.leads,
        "night": count.target == NIGHT,
        "by": people(access, view, count.voters, double),
    }


def _majority(access: Access, view: View) -> int | None:
    """Return how many votes end the day at once, where the rules say that they do."""
    if view.phase == "runoff" or not rules_of(access).hammer:
        return None
    return view.living // 2 + 1


def ballot(access: Access, view: View, chosen: int | None = None) -> Panel | None:
    """Return the control to vote with, or None for whoever can't vote now."""
    mine = view.mine
    if mine is None or "vote" not in mine.can:
        return None
    at = chosen if chosen is not None else mine.vote
    return {
        "action": game_url(access, "vote"),
        "present": _candidate_name(access, mine.vote) if mine.vote is not None else "",
        "targets": _targets(access, mine.vote_targets, at),
        "hidden": hidden(access),
        "live": True,
    }


def _candidate_name(access: Access, target: int) -> str:
    return access.names.get(target, "") if target else _("the night")


def _targets(access: Access, numbers: Iterable[int], chosen: int | None) -> list[tuple[str, str, bool]]:
    """Return options of a list: value, words, and whether it stands chosen."""
    return [(str(one), words.capital(_candidate_name(access, one)), one == chosen) for one in numbers]


def _names(access: Access, numbers: Iterable[int]) -> list[str]:
    return [access.names.get(number, "") for number in numbers]


# ---------- for one ----------


def card(access: Access, view: View, room: str = "") -> Panel | None:
    """Return the role card of the viewer; `room` is the address of the closed room, if there is one.

    When the game is over all roles stand open, and there is no card any more.
    """
    mine = view.mine
    if mine is None or not mine.role or view.phase in OVER:
        return None
    mates = [seat for seat in view.seats if seat.number in mine.mates]
    return {
        "role": words.capital(words.role(mine.role)),
        "duty": words.duty(mine.role, boss=bool(mine.boss)),
        "promoted": _promoted(mine) if mine.promoted else "",
        "mates": [{"name": access.names.get(seat.number, ""), "role": _shown(seat.role)} for seat in mates],
        "ask": _ask(mine),
        "boss": access.names.get(mine.boss, ""),
        "sent": _names(access, mine.names_sent),
        "learned": learned(access, mine),
        "room": room,
        "acknowledged": mine.acknowledged,
        "action": game_url(access, "acknowledge") if "acknowledge" in mine.can else "",
        "key": form_key(),
        "declare": game_url(access, "declare") if "declare" in mine.can else "",
        "declared": any(seat.me and seat.declared for seat in view.seats),
    }


def _ask(mine: Mine) -> str:
    """Return what a power asks for at night; under a boss the others of the mafia are asked for nothing."""
    if mine.power == Power.MARK and mine.boss and mine.boss != mine.seat:
        return _("The boss sends the name tonight. One from you, if it is another, makes the mafia miss.")
    if mine.power == Power.MARK and mine.boss:
        return _("Whom does the mafia kill tonight? You are the boss: send the name.")
    return str(words.POWER_ASK.get(mine.power, ""))


def _promoted(mine: Mine) -> str:
    if mine.side == "mafia":
        return _("No other mafioso is left in play: the mark is yours now.")
    return _("The duty of the commissioner is yours now.")


def learned(access: Access, mine: Mine) -> list[str]:
    """Return what the own checks, comparisons and watches of past nights have shown, in order of the nights."""
    names = access.names
    found = [
        (night, _("Night %(n)d, checked: %(name)s, %(what)s") % {"n": night, "name": names[one], "what": shown})
        for night, one, shown in ((night, one, words.shown(what)) for night, one, what in mine.checks)
    ]
    for night, first, second, same in mine.comparisons:
        params = {"n": night, "first": names[first], "second": names[second]}
        if same:
            found.append((night, _("Night %(n)d, compared: %(first)s and %(second)s seem to be of one side") % params))
        else:
            found.append((night, _("Night %(n)d, compared: %(first)s and %(second)s seem to differ in side") % params))
    for night, one, visitors in mine.watches:
        params = {"n": night, "name": names[one], "who": ", ".join(_names(access, visitors))}
        if visitors:
            found.append((night, _("Night %(n)d, watched: %(name)s, visited by %(who)s") % params))
        else:
            found.append((night, _("Night %(n)d, watched: %(name)s, nobody came") % params))
    return [text for _night, text in sorted(found, key=lambda pair: pair[0])]


def order(access: Access, view: View, asked: Mapping[str, Any] | None = None) -> Panel | None:
    """Return the order panel of the night: one frame for every living player, a list for who has a power.

    It says nothing of what the order does: that stands on the folded card. Where anybody may
    compare two players there is a second list, for everybody with a power alike. `asked` is what
    comes back of a form: `refused` (a sentence), `target` and `second` as they were chosen, and
    `sure`, the button (`send` or `cancel`) by which a warning is overridden.
    """
    mine, asked = view.mine, asked or {}
    if mine is None or view.phase != "night" or not mine.alive:
        return None
    chosen, second = asked.get("target", ""), asked.get("second", "")
    given = [one for one in (mine.order, mine.second) if one]
    return {
        "asked": bool(mine.power),
        "open": "order" in mine.can,
        "targets": _targets(access, mine.order_targets, number(chosen) if chosen else mine.order),
        "seconds": _targets(access, mine.order_targets, number(second) if second else mine.second)
        if any(ROLES[role].power == Power.COMPARE for role in view.composition)
        else [],
        "passing": chosen == PASS or (not chosen and mine.ordered and mine.order is None),
        "given": mine.ordered,
        "name": ", ".join(_candidate_name(access, one) for one in given),
        "action": game_url(access, "order"),
        "refused": asked.get("refused", ""),
        "sure": asked.get("sure", ""),
        "by_boss": rules_of(access).mafia_kill == "boss",
        "key": form_key(),
    }


def notices(access: Access, view: View, kept: dict[str, str] | None = None, refused: str = "") -> Panel | None:
    """Return the forms for an absence and for a vote in advance, with what has been given of both."""
    mine = view.mine
    if mine is None or not mine.alive or "away" not in mine.can:
        return None
    kept = kept or {}
    days = range(mine.first_open_day, mine.first_open_day + NOTICE_AHEAD)
    rules = rules_of(access)
    targets = [seat.number for seat in view.seats if seat.alive and (not seat.me or rules.self_vote)]
    if rules.night_vote:
        targets.append(NIGHT)
    return {
        "given": [_days(first, last) for first, last in mine.notices],
        "left": mine.notice_days_left,
        "days": days,
        "first": kept.get("first") or str(mine.first_open_day),
        "last": kept.get("last") or kept.get("first") or str(mine.first_open_day),
        "away_action": game_url(access, "away"),
        "advance": [(day, _candidate_name(access, target)) for day, target in mine.advance if day > view.day],
        "advance_days": mine.advance_days,
        "advance_day": kept.get("day", ""),
        "advance_targets": _targets(access, targets, number(kept.get("target"))),
        "advance_action": game_url(access, "advance_vote"),
        "refused": refused,
    }


def _days(first: int, last: int) -> str:
    if first == last:
        return _("day %(n)d") % {"n": first}
    return _("days %(first)d–%(last)d") % {"first": first, "last": last}
