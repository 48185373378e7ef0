"""A script played from its first step to its last."""

import re
from pathlib import Path

from common.refusal import Refusal
from games import services
from games.playscript.acts import act
from games.playscript.expectations import expect
from games.playscript.script import Player, ScriptError, length, read, set_up
from games.services.work import work_on


def play(path: Path) -> None:
    """Play one script to its end. Raises ScriptError with `step N: expected ..., came ...`."""
    try:
        script = read(path)
        player = set_up(script)
    except ScriptError as error:
        raise ScriptError(f"step 0: {error}") from error
    except Refusal as refusal:
        problems = refusal.params.get("problems", "")
        raise ScriptError(f"step 0: expected a game, came {refusal.code} {problems}") from refusal
    for number, step in enumerate(script["steps"], start=1):
        try:
            _step(player, step)
        except ScriptError as error:
            raise ScriptError(f"step {number}: {error}") from error


def _step(player: Player, step: object) -> None:
    if not isinstance(step, dict):
        raise ScriptError(f"expected a step, came {step!r}")
    step = dict(step)
    refused = step.pop("refused", None)
    if len(step) != 1:
        raise ScriptError(f"expected one actor in a step, came {sorted(map(str, step))}")
    actor, action = next(iter(step.items()))
    if actor == "expect":
        expect(player, action)
        return
    if actor == "clock":
        _clock(player, str(action))
        return
    before = player.state().seq if refused else 0
    came = act(player, actor, str(action))
    if refused is None:
        if came:
            raise ScriptError(f"expected {actor}: {action} to be taken, came {came}")
        return
    if came != refused:
        raise ScriptError(f"expected a refusal {refused}, came {came or 'none'}")
    if player.state().seq != before:
        raise ScriptError(f"expected the refused step to change nothing, came {player.state().seq - before} events")


def _clock(player: Player, text: str) -> None:
    """Move the clock. `deadline` and `+2h` let what is due happen; `deadline - 1s` only moves it."""
    text = text.strip()
    if text.startswith("+"):
        target = player.now + length(text[1:])
        while True:
            with work_on(player.game.pk, player.now) as work:
                due = work.table.due_at()
            if due is None or due > target:
                break
            player.now = max(player.now, due)
            if not services.advance(game_id=player.game.pk, now=player.now):
                break
        player.now = target
        return
    deadline = player.state().phase.deadline
    if deadline is None:
        raise ScriptError("expected an open phase, came one without a deadline")
    sign = re.match(r"^deadline\s*([+-])\s*(\S+)$", text)
    if sign:
        by = length(sign[2])
        player.now = deadline + (by if sign[1] == "+" else -by)
    elif text == "deadline":
        player.now = max(player.now, deadline)
        services.advance(game_id=player.game.pk, now=player.now)
    else:
        raise ScriptError(f"expected a move of the clock, came {text!r}")
