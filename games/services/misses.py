"""What a mafioso is told before a second name is sent (`rules.md` section 2, "Night", `mafia_kill: boss`)."""

from common.refusal import Refusal
from games.engine import gang, speech
from games.engine.roles import Power
from games.services.work import Work


def warn(work: Work, seat: int, text: str) -> None:
    """Stop a message to the host that its sender should think over; nothing is written then.

    Raises Refusal `second_name` (the `seats` that were named tonight) for a name by which the mafia
    would miss, and `name_stays` for taking back a name: it stays sent. What the rules refuse anyhow
    is not held up: that is no name sent.
    """
    table, state = work.table, work.table.state
    found = state.seat(seat)
    if state.phase.name != "night" or state.ruleset.mafia_kill != "boss":
        return
    if found is None or not found.alive or found.power != Power.MARK:
        return
    message = speech.read_message(text, work.names)
    if message.kind in ("cancel", "pass"):
        order = state.order_of(seat)
        if order is not None and order.target is not None:
            raise Refusal("name_stays", seats=(order.target,))
        return
    if message.kind != "name":
        return
    try:
        target = speech.find(message.name, work.names, [one.number for one in state.living])
        events = table.order(seat, target, at=work.at)
    except Refusal:
        return
    if events and table.misses_with(target):
        raise Refusal("second_name", seats=tuple(sorted(gang.names_sent(state))))
