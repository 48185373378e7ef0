"""A reader's own note on a player of a game: seen by its writer and by nobody else, the host included."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from common.refusal import Refusal
from forum.bbcode import legible
from games.models import Game, PlayerNote, Seat

LONGEST = 2_000


def write(user: User, seat: Seat, text: str, at: datetime) -> None:
    """Keep a person's note on a player in place of the one before; an empty text takes it away.

    Raises Refusal `text_too_long` (limit, length).
    """
    text = legible(text).strip()
    if len(text) > LONGEST:
        raise Refusal("text_too_long", limit=LONGEST, length=len(text))
    with transaction.atomic():
        if text:
            PlayerNote.objects.update_or_create(user=user, seat=seat, defaults={"text": text, "at": at})
        else:
            PlayerNote.objects.filter(user=user, seat=seat).delete()


def of(user: User, game: Game) -> dict[int, str]:
    """Return the person's notes on the players of a game, by seat number. One query."""
    return dict(PlayerNote.objects.filter(user=user, seat__game=game).values_list("seat__number", "text"))
