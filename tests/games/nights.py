"""Nights played by typed messages, and what comes of them in words."""

from typing import Any

from tests.factories import ROLES, Played, make_game
from tests.games.checks import last, ru, said, told

TAKEN = "Taken: %(name)s. You may change your mind until dawn."
NO_ORDER = "No order is taken: orders are taken at night. Your message is kept."
NOT_READ = "No order is taken from this message. An order is one nickname. The message is kept for the host."
OVER = "Your night is over."
CHECKED = "Checked: %(name)s. This is: %(what)s."
NOTHING = "There is nothing for you from it."
R10 = {**ROLES, "Сморчок": "maniac"}
R11 = {**ROLES, "Трюфель": "mafia"}


ORDERS = (
    "Груздь", "груздь", "ГРУЗДЬ", "  Груздь. ", "«Груздь»", "@Груздь", "Груз", "лечить Груздь", "лечу Груздь",
    "Вылечить: Груздь", "heal Груздь", "Груздь\u200b", "\u00a0Груздь\u00a0",
)  # fmt: skip
NO_ORDERS = (
    "лечу того же, что и вчера", "Груздь или Лисичка", "Груздь, Лисичка", "Груздь\nЛисичка", "Груздь/Лисичка",
    "Думаю, что сегодня ночью надо спасать кого-нибудь из тихих", "Что будет, если я промолчу?",
)  # fmt: skip


def night(players: int = 9, roles: dict[str, str] = ROLES, **options: Any) -> Played:
    """Return a game in its first night, everybody alive."""
    return make_game(players, options={"stalemate_after": 0, **options}).to_day(roles).to_night()


def next_night(played: Played) -> Played:
    """Go on to the next night, nobody jailed and nobody silent."""
    return played.end_phase().to_night()


def morning(played: Played) -> list[str]:
    """End the night; return what the thread is told by it."""
    before = last(played.game.thread)
    played.end_phase()
    return said(played, before)


def report_of(facts: list[str]) -> str:
    """Return the morning's report among what the thread was told."""
    return next(fact for fact in facts if fact.startswith(ru("Morning of day %(n)d", n=2)))


def missed() -> str:
    """What the report says when the mafia's kill failed."""
    return f"{ru('The mafia')} {ru('fired and missed')}"


def treated(name: str) -> str:
    """What the report says of whom the doctor treated."""
    return f"{ru('The doctor treated')} {name}"


def reply(played: Played, name: str, text: str) -> tuple[str, str]:
    """Send the host a message; return what came of it and what the sender is told at once."""
    before = last(played.seat(name).talk)
    answer = played.tell(name, text)
    heard = told(played, name, before)
    return answer.refusal.code if answer.refusal else answer.kind, " ".join(heard)


def orders(played: Played) -> dict[str, str | None]:
    """Return the orders in force by name."""
    names = {number: name for name, number in played.seats.items()}
    state = played.state()
    return {names[order.seat]: names[order.target] if order.target else None for order in state.orders}


def heard_at_dawn(text: str, **params: object) -> list[str]:
    """What a player is told at dawn: one message, with what the night has brought."""
    return [f"{ru(OVER)} {ru(text, **params)}"]
