"""The bell: what a person has been told, and what of it is read."""

from collections.abc import Collection
from datetime import datetime

from accounts import selectors as people
from accounts.models import User
from games.models import Game, Notice


def read_new(personas: Collection[int], *, at: datetime, game: Game, kinds: Collection[str]) -> int:
    """Mark as read what is new of some kinds in one game, for one who is called so (primary keys); return how many
    notices are still new. Where there is nothing to mark, nothing is written: pages ask this each time.
    """
    new = Notice.objects.filter(persona__in=personas, read_at=None).values_list("pk", "game", "kind")
    found = list(new)
    opened = [pk for pk, of_game, kind in found if of_game == game.pk and kind in kinds]
    if opened:
        Notice.objects.filter(pk__in=opened, read_at=None).update(read_at=at)
    return len(found) - len(opened)


def read_notices(
    *, user: User, at: datetime, game: Game | None = None, kinds: Collection[str] = (), until: datetime | None = None
) -> int:
    """Mark the person's new notices as read, those of one game and of some kinds or all; return how many.

    `until` is the time of the newest one that the person has seen: what came later stays new. (Its
    primary key would tell a page's reader how many notices others have got meanwhile.)
    """
    new = Notice.objects.filter(persona__in=people.persona_ids_of(user), read_at=None)
    if game is not None:
        new = new.filter(game=game)
    if kinds:
        new = new.filter(kind__in=kinds)
    if until is not None:
        new = new.filter(at__lte=until)
    return new.update(read_at=at)
