"""Showing the host a post or a letter (`rules.md` section 7): who reads it may, and who wrote it is not told.

Of a conversation the host then sees that one letter. A living player's report stands in the talk
with the host as well; it is a letter and never an order.
"""

from datetime import datetime, timedelta

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Persona
from common.refusal import Refusal
from forum import selectors as reads
from forum import services as forum
from forum.bbcode import legible
from forum.models import Post, Thread
from games import nudges
from games.models import Complaint, Game, Notice, Room
from games.services.hosting import host_only
from games.services.work import Work, work_on

LONGEST_REASON = 500
# Of one reader in one game in a day; whoever has more to say writes a letter.
MOST_A_DAY = 10
# The mark of a report in the talk: it waits among the reports, and not among the letters.
COMPLAINT = "complaint"


def report_post(*, game: Game, reporter: Persona, number: int, reason: str, at: datetime) -> Complaint:
    """Show the host a post of the game's thread, under the name that the reporter bears in this game.

    The same report sent twice is one. Raises `post_unknown` (also for the own, the host's and hidden
    ones), `text_empty` and `text_too_long` for the reason, `complaint_made`, `complaints_many`.
    """
    with work_on(game.pk, at) as work:
        return _report(work, reportable(work.game, work.game.thread, reporter, number), reporter, reason)


def report_letter(*, game: Game, reporter: Persona, token: str, number: int, reason: str, at: datetime) -> Complaint:
    """Show the host a letter, or what was written in the mafia's room, that the reporter may read.

    Raises as `report_post`; a conversation that one may not read is `post_unknown`, like one that does
    not exist.
    """
    with work_on(game.pk, at) as work:
        thread = letters_of(work.game, reporter, token)
        if thread is None:
            raise Refusal("post_unknown")
        return _report(work, reportable(work.game, thread, reporter, number), reporter, reason)


def put_complaint_aside(*, game: Game, host: Persona | None, complaint: int, at: datetime) -> None:
    """Let a report wait no more. The reporter is told nothing. Raises `not_host`, `complaint_unknown`."""
    with work_on(game.pk, at) as work:
        host_only(work, host)
        found = Complaint.objects.filter(game=work.game, pk=complaint).first()
        if found is None:
            raise Refusal("complaint_unknown")
        if found.seen_at is None:
            found.seen_at = work.at
            found.save(update_fields=["seen_at"])


def letters_of(game: Game, reader: Persona, token: str) -> Thread | None:
    """Return the thread of a letter or of the mafia's room of this game if the persona may read it."""
    thread = reads.thread_for(token, reader)
    kinds = (Room.Kind.LETTER, Room.Kind.MAFIA)
    if thread is None or not Room.objects.filter(game=game, thread=thread, kind__in=kinds).exists():
        return None
    return thread


def reportable(game: Game, thread: Thread, reporter: Persona, number: int) -> Post:
    """Return a post that this persona may show to the host. Raises `post_unknown`."""
    found = reads.posts(thread, reporter, number, number)
    post = found[0] if found else None
    if post is None or post.hidden_at is not None or post.style != Post.Style.POST or post.author_id is None:
        raise Refusal("post_unknown")
    if post.author_id in (reporter.pk, game.host_id) or reporter.pk == game.host_id:
        raise Refusal("post_unknown")
    return post


def _report(work: Work, post: Post, reporter: Persona, reason: str) -> Complaint:
    reason = _checked(reason)
    mine = Complaint.objects.filter(game=work.game, reporter=reporter)
    there = mine.filter(post=post).first()
    if there is not None:
        if there.reason == reason:
            return there
        raise Refusal("complaint_made")
    if mine.filter(at__gt=work.at - timedelta(days=1)).count() >= MOST_A_DAY:
        raise Refusal("complaints_many")
    made = Complaint.objects.create(game=work.game, post=post, reporter=reporter, reason=reason, at=work.at)
    _write_down(work, post, reporter, reason)
    if work.game.rings:
        key = f"{work.game.pk}-{COMPLAINT}-{made.pk}"
        Notice.objects.create(game=work.game, persona=work.game.host, kind=COMPLAINT, key=key, at=work.at)
    nudges.told(work.game.host)
    return made


def _checked(reason: str) -> str:
    reason = legible(reason).strip()
    if len(reason) > LONGEST_REASON:
        raise Refusal("text_too_long", limit=LONGEST_REASON, length=len(reason))
    forum.checked_text(reason)
    return reason


def _write_down(work: Work, post: Post, reporter: Persona, reason: str) -> None:
    """Let a living player's report stand in the talk with the host, where the host can answer it."""
    talk = next((seat.talk for seat in work.seats.values() if seat.persona_id == reporter.pk), None)
    if talk is None or not reads.may_post(talk, reporter) or post.author is None:
        return
    about = {"number": post.number, "name": post.author.name, "reason": reason}
    with translation.override(work.game.language):
        if post.thread_id == work.game.thread_id:
            text = _("Report on post No. %(number)d, %(name)s: %(reason)s") % about
        else:
            text = _("Report on a letter of: %(name)s. %(reason)s") % about
    work.write(talk, reporter, text, mark=COMPLAINT)
