"""What players and the host do in a script, each through the service that a page would use."""

from collections.abc import Callable
from typing import Any

from accounts.models import Persona
from common.refusal import Refusal
from games import services
from games.playscript.script import Player, ScriptError, length


def act(player: Player, actor: str, action: str) -> str:
    """Do one step of a player or the host. Return a refusal's code, `order` for a message that is none, or nothing."""
    verb, _gap, rest = action.partition(" ")
    hosting = {"heart_attack", "pause", "resume", "extend"}
    try:
        if actor == "host" or verb in hosting:
            persona = player.host if actor == "host" else player.personas[player.seat(actor)]
            _host(player, persona, verb, rest)
            return ""
        if verb not in ACTS:
            raise ScriptError(f"expected an act that is built, came {verb!r}")
        return ACTS[verb](player, player.seat(actor), rest) or ""
    except Refusal as refusal:
        return refusal.code


def _host(player: Player, persona: Persona, verb: str, rest: str) -> None:
    common: dict[str, Any] = {"game": player.game, "host": persona, "at": player.now}
    if verb == "heart_attack":
        services.give_heart_attack(seat=player.seat(rest.strip()), reason=rest.strip(), **common)
    elif verb == "pause":
        services.pause(**common)
    elif verb == "resume":
        services.resume(**common)
    elif verb == "extend":
        services.extend(by=length(rest), **common)
    else:
        raise ScriptError(f"expected an act of the host, came {verb!r}")


def _vote(player: Player, seat: int, rest: str) -> None:
    services.cast_vote(game=player.game, seat=seat, target=rest, at=player.now)


def _unvote(player: Player, seat: int, rest: str) -> None:
    services.withdraw_vote(game=player.game, seat=seat, at=player.now)


def _post(player: Player, seat: int, rest: str) -> None:
    services.post(game=player.game, seat=seat, source=rest, at=player.now, limit_pace=False)


def _order(player: Player, seat: int, rest: str) -> str:
    answer = services.message_host(game=player.game, seat=seat, text=rest, at=player.now)
    if answer.refusal is not None:
        return answer.refusal.code
    return "order" if answer.kind == "none" else ""


def _day(text: str) -> int:
    """Read the number of a day. Raises ScriptError."""
    if not text.strip().isdecimal():
        raise ScriptError(f"expected the number of a day, came {text!r}")
    return int(text)


def _away(player: Player, seat: int, rest: str) -> None:
    first, _dash, last = rest.partition("-")
    services.give_notice(game=player.game, seat=seat, first=_day(first), last=_day(last or first), at=player.now)


def _advance(player: Player, seat: int, rest: str) -> None:
    day, _gap, name = rest.partition(" ")
    services.leave_advance_vote(game=player.game, seat=seat, day=_day(day), target=name, at=player.now)


def _say(player: Player, seat: int, rest: str) -> None:
    if rest.strip() not in ("for", "against"):
        raise ScriptError(f"expected for or against, came {rest!r}")
    services.give_verdict(game=player.game, seat=seat, guilty=rest.strip() == "for", at=player.now)


def _boss(player: Player, seat: int, rest: str) -> None:
    services.choose_boss(game=player.game, seat=seat, target=rest, at=player.now)


def _declare(player: Player, seat: int, rest: str) -> None:
    services.declare_mayor(game=player.game, seat=seat, at=player.now)


def _done(player: Player, seat: int, rest: str) -> None:
    services.finish_last_word(game=player.game, seat=seat, at=player.now)


def _whisper(player: Player, seat: int, rest: str) -> None:
    hits = [name for name in player.seats if rest.startswith(name + " ")]
    if not hits:
        raise ScriptError(f"expected a whisper to a player, came {rest!r}")
    name = max(hits, key=len)
    services.write_letter(
        game=player.game,
        seat=seat,
        to=[player.seat(name)],
        source=rest[len(name) :].strip(),
        at=player.now,
        limit_pace=False,
    )


ACTS: dict[str, Callable[[Player, int, str], str | None]] = {
    "vote": _vote,
    "unvote": _unvote,
    "post": _post,
    "order": _order,
    "away": _away,
    "advance": _advance,
    "say": _say,
    "boss": _boss,
    "declare": _declare,
    "done": _done,
    "whisper": _whisper,
}
