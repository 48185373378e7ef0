"""Mail from notices: that something has happened in a game, never what.

A sweep takes what stands in `Notice` and is not read yet; a lost message of the broker costs
seconds. A letter names the game and kinds of things, in the person's language, the same words for
everybody at the table: a mailbox is read over shoulders too.

How a notice stands: `mailed_at` empty, not sent; `mailed_at` set and `mail_tries` above zero, taken by a sweep
that has not come back yet; `mailed_at` set and `mail_tries` zero, sent or settled. Taking is done under
the row's lock, so that two sweeps never send one notice. If a sweep dies with a letter in its
hands, another sends it again after `LEASE`, with the same Message-ID, which mail programs fold.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import selectors as people
from accounts.models import User
from games import bell
from games.models import Notice, Seat

log = logging.getLogger(__name__)

# Kinds that are mailed; of the phases a new day alone.
KINDS = ("host_letter", "letter", "over", "rename")
A_NEW_DAY = Q(kind="phase", key__contains="-phase-day-")
# How long after the notice the next try is made; the last one is the last.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (0, 1, 5, 30, 120, 360))
# News older than this is no news.
OLDEST = timedelta(hours=24)
LEASE = timedelta(minutes=5)
# Of one sweep; the next one comes soon. A mail server that is away is not asked again and again.
MOST_LETTERS = 100
MOST_FAILURES = 3


def send_notices(now: datetime) -> int:
    """Mail what is to be mailed, one letter for each person and game; return how many letters went out.

    Nobody is written to about a game whose seat was given up. Safe to run side by side, at any time.
    """
    groups: dict[tuple[int, int], list[int]] = {}
    for notice in _waiting(now).order_by("pk")[: 10 * MOST_LETTERS]:
        if now >= notice.at + WAITS[notice.mail_tries]:
            groups.setdefault((notice.game_id, notice.persona_id), []).append(notice.pk)
    sent = failed = 0
    for pks in list(groups.values())[:MOST_LETTERS]:
        taken = _take(pks, now)
        letter = _letter(taken) if taken else None
        came_through = letter is None or _send(letter)
        _settle(taken, came_through)
        sent += letter is not None and came_through
        failed += not came_through
        if failed >= MOST_FAILURES:
            break
    return sent


def _waiting(now: datetime) -> QuerySet[Notice]:
    """Return the notices that a letter is still owed for, or whose letter nobody has answered for."""
    seated = Seat.objects.filter(game=OuterRef("game"), persona=OuterRef("persona"), left=False)
    free = Q(mailed_at=None) | Q(mailed_at__lt=now - LEASE, mail_tries__gt=0)
    return Notice.objects.filter(
        free,
        Exists(seated),
        Q(kind__in=KINDS) | A_NEW_DAY,
        read_at=None,
        at__gt=now - OLDEST,
        mail_tries__lt=len(WAITS),
    )


@transaction.atomic
def _take(pks: Sequence[int], now: datetime) -> list[Notice]:
    """Take notices for this sweep: those of them that no other has."""
    rows = _waiting(now).filter(pk__in=pks).select_related("game", "persona").order_by("pk")
    taken = list(rows.select_for_update(skip_locked=True, of=("self",)))
    Notice.objects.filter(pk__in=[notice.pk for notice in taken]).update(mailed_at=now, mail_tries=F("mail_tries") + 1)
    return taken


def _settle(taken: Sequence[Notice], came_through: bool) -> None:
    """Note what came of a letter: it is done with, or waits for the next try."""
    rows = Notice.objects.filter(pk__in=[notice.pk for notice in taken])
    if came_through:
        rows.update(mail_tries=0)
    else:
        rows.update(mailed_at=None)


def _letter(notices: Sequence[Notice]) -> EmailMessage | None:
    """Return the letter about notices of one person in one game; None where there is no address to send it to."""
    owner = people.owner_of(notices[0].persona)
    if owner is None or not owner.is_active or not owner.email:
        return None
    with translation.override(owner.language or settings.LANGUAGE_CODE):
        return _worded(notices, owner)


def _worded(notices: Sequence[Notice], owner: User) -> EmailMessage:
    game = notices[0].game
    title = " ".join(game.title.split())
    lines = dict.fromkeys(line.said for group in bell.by_game(notices) for line in group.lines)
    body = [
        _("News in the game “%(title)s”:") % {"title": title},
        "\n".join(f"- {said}" for said in lines),
        settings.SITE_URL.rstrip("/") + reverse("games:table", args=[game.slug]),
        _("You get this letter because you play in this game and have not read the news on the site yet."),
    ]
    return EmailMessage(
        _("News in the game “%(title)s”") % {"title": title},
        "\n\n".join(body) + "\n",
        None,
        [str(owner.email)],
        headers={"Message-ID": _message_id(notices[0]), "Auto-Submitted": "auto-generated"},
    )


def _message_id(notice: Notice) -> str:
    """Return an id that tells nothing and is the same when a letter has to be sent once more."""
    token = salted_hmac("games.notify", notice.key, algorithm="sha256").hexdigest()[:32]
    return f"<{token}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def _send(letter: EmailMessage) -> bool:
    """Hand a letter to the mail server; whether it took it. The log says nothing of whom it was for."""
    try:
        letter.send()
    except (OSError, SMTPException) as error:
        log.warning("a letter of notices could not be sent: %s", type(error).__name__)
        return False
    return True
