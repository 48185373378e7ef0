"""The mafia's boss in their room: who leads, who wants whom, and the election. Drawn from a `View` alone.

Only under `mafia_kill: boss`, and only for the living of the mafia: everybody else gets None.
"""

import hashlib
from typing import Any

from games import words
from games.engine.sight import View
from games.selectors import Access
from games.views.base import game_url

Panel = dict[str, Any]


def gang(access: Access, view: View, url: str, refused: str = "") -> Panel | None:
    """Return the boss and the election; `url` is the room's address, `refused` the sentence of a refused choice."""
    mine = view.mine
    if mine is None or not mine.boss:
        return None
    names = access.names
    here = {mine.seat, *mine.mates}
    rows = [
        {
            "name": names.get(seat.number, ""),
            "role": words.role(seat.role),
            "me": seat.me,
            "leads": seat.boss,
            "wants": names.get(seat.boss_vote, ""),
            # A lawyer leads only when nobody else of them is left (section 10a).
            "barred": bool(mine.boss_targets) and seat.number not in mine.boss_targets,
        }
        for seat in view.seats
        if seat.alive and seat.number in here
    ]
    panel: Panel = {
        "rows": rows,
        "sent": [names.get(number, "") for number in mine.names_sent],
        "missed": len(mine.names_sent) > 1,
    }
    mark = hashlib.sha256(repr(panel).encode()).hexdigest()[:16]
    return panel | {
        "url": f"{url}?gang={mark}",
        "mark": mark,
        "refused": refused,
        "targets": [(str(one), names.get(one, ""), one == mine.boss_vote) for one in mine.boss_targets],
        "chosen": bool(mine.boss_vote),
        "action": game_url(access, "boss"),
    }
