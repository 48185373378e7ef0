"""What the sign-up shows beside the thread: the list, the form to join, and one's own seat."""

from typing import Any

from django.forms import BaseForm

from games.engine.sight import View
from games.selectors import Access
from games.views import bar, base, panels
from games.views.asked import Asked


def signing_up(access: Access, view: View, asked: Asked, join_form: BaseForm | None) -> dict[str, Any]:
    """Return what the sign-up shows: who is on the list, how many are needed, and the form to join or to leave."""
    rules = bar.rules_of(access)
    least, most = rules.min_players, rules.max_players
    rows = [
        {
            "name": seat.persona.name,
            "me": access.seat is not None and seat.pk == access.seat.pk,
            "url": panels.filter_url(access, seat.number),
        }
        for seat in access.seats.values()
    ]
    full = most is not None and len(rows) >= most
    return {
        "roster": {
            "rows": rows,
            "count": len(rows),
            "least": least,
            "most": most,
            "lacking": max(0, least - len(rows)),
            "free": range(max(0, least - len(rows))),
        },
        "join": None
        if access.seat is not None or access.host
        else {
            "open": not view.closing and not full,
            "full": full,
            "form": join_form,
            "action": base.game_url(access, "join"),
            "clone": rules.names == "clone",
            "mail": access.persona is None,
            "kept": asked.of("join"),
            "refused": asked.said("join", access),
            "key": base.form_key(),
        },
        "own": None
        if access.seat is None
        else {
            "open": not view.closing,
            "asked": access.seat.rename_asked,
            "rename": base.game_url(access, "rename"),
            "withdraw": base.game_url(access, "withdraw"),
            "clone": rules.names == "clone",
            "name": asked.of("rename").get("name", access.seat.persona.name),
            "refused": asked.said("rename", access) or asked.said("withdraw", access),
        },
    }
