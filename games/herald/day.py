"""What is said of a day: votes, notices, the bench, and who leaves."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import words
from games.engine import events as e
from games.herald.bulletin import HOST, Bulletin


def vote_cast(b: Bulletin, event: e.VoteCast) -> None:
    """Show a vote by the control, or one left in advance; a post shows its own."""
    if b.context.in_post:
        return
    target = format_html('<span class="to">{}</span>', b.name(event.target))
    earlier = b.before.vote_of(event.seat) if event.how == "control" else None
    note = ""
    if event.how == "advance":
        note = _("left in advance")
    elif earlier and b.before.phase == b.state.phase:
        note = _("before: %(name)s") % {"name": b.name(earlier.target)}
    plain = _("Vote: %(name)s") % {"name": b.name(event.target)}
    b.line(format_html('{} <span class="note">{}</span>', target, note), plain, "vote", author=event.seat)


def vote_withdrawn(b: Bulletin, event: e.VoteWithdrawn) -> None:
    """Show that a vote was taken back by the control."""
    if not b.context.in_post:
        plain = _("The vote is withdrawn.")
        b.line(plain, plain, "unvote", author=event.seat)


def vote_voided(b: Bulletin, event: e.VoteVoided) -> None:
    """Tell a voter that the target has left."""
    b.tell(
        event.seat,
        _(
            "Your vote for %(name)s fell away: this player has left the game. "
            "You count as having voted, and may vote again."
        )
        % {"name": b.name(event.target)},
    )
    b.ring(event.seat, "host_letter", f"void-{b.state.seq}-{event.seat}")


def notice_given(b: Bulletin, event: e.NoticeGiven) -> None:
    """Show an absence notice."""
    if event.first == event.last:
        text = _("Absence notice: day %(first)d")
    else:
        text = _("Absence notice: days %(first)d–%(last)d")
    plain = text % {"first": event.first, "last": event.last}
    b.line(plain, plain, "away", author=event.seat)


def advance_vote_left(b: Bulletin, event: e.AdvanceVoteLeft) -> None:
    """Answer an advance vote, to its owner alone."""
    b.tell(
        event.seat,
        _("Kept: on day %(day)d your vote goes to %(name)s, if that is still possible.")
        % {"day": event.day, "name": b.name(event.target)},
    )


def advance_vote_lapsed(b: Bulletin, event: e.AdvanceVoteLapsed) -> None:
    """Tell the owner that an advance vote has lapsed."""
    b.tell(
        event.seat,
        _("Your advance vote for %(name)s has lapsed: this player has left the game.") % {"name": b.name(event.target)},
    )
    b.ring(event.seat, "host_letter", f"lapsed-{b.state.phase.day}-{event.seat}")


def vote_closed(b: Bulletin, event: e.VoteClosed) -> None:
    """Report the count: who had whose votes."""
    b.begin(_("The vote is closed"), "count")
    counted = b.state.rounds[-1].counted
    if not counted:
        b.fact(_("Votes"), _("nobody has voted"))
    for target, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])):
        voters = [voter for voter, voted in event.votes if voted == target]
        _counted(b, f"{b.name(target)}: {count}", voters, event.double)


def _counted(b: Bulletin, label: str, voters: Sequence[int], double: Sequence[int]) -> None:
    """Add who stands behind a number of votes, and whose vote counted twice."""
    twice = [number for number in voters if number in double]
    names = b.names(voters)
    if twice:
        names = _("%(names)s; two votes: %(twice)s") % {"names": names, "twice": b.names(twice)}
    b.fact(words.capital(label), format_html('<span class="note">{}</span>', names))


def verdict_given(b: Bulletin, event: e.VerdictGiven) -> None:
    """Show a word in a trial by the control; a post shows its own."""
    if not b.context.in_post:
        said = _("FOR") if event.guilty else _("AGAINST")
        b.line(format_html('<span class="to">{}</span>', said), said, "vote", author=event.seat)


def verdict_closed(b: Bulletin, event: e.VerdictClosed) -> None:
    """Report what came of a trial: who was for, who against."""
    b.begin(_("The verdict: execution") if event.condemned else _("The verdict: no execution"), "count")
    counted = b.state.rounds[-1].counted
    b.fact(_("Accused"), b.name(event.accused))
    for label, guilty, target in ((_("FOR"), True, event.accused), (_("AGAINST"), False, 0)):
        voters = [seat for seat, said in event.votes if said is guilty]
        _counted(b, f"{label}: {counted[target]}", voters, event.double)


def mayor_declared(b: Bulletin, event: e.MayorDeclared) -> None:
    """Show that a mayor has two votes from now on."""
    plain = _("I am the mayor. From now on my vote counts twice.")
    b.line(plain, plain, "rules", author=event.seat)


def tie_drawn(b: Bulletin, event: e.TieDrawn) -> None:
    """Report what the lot chose."""
    b.fact(_("The lot among equals"), b.name(event.chosen))


def last_word_done(b: Bulletin, event: e.LastWordDone) -> None:
    """Show that somebody on the bench has said all."""
    plain = _("All is said.")
    b.line(plain, plain, "done", author=event.seat)


def night_fell(b: Bulletin, event: e.NightFell) -> None:
    """Report the end of a day."""
    if b.report is None:
        b.begin(_("The day is over"), "nightfall").words = b.context.reason
    assert b.report is not None
    b.report.mark = "nightfall"
    if not event.jailed and b.state.ruleset.trial:
        b.fact(_("Execution"), pgettext("execution", "none"))
    elif not event.jailed:
        b.fact(_("Jail"), _("nobody"))


def player_out(b: Bulletin, event: e.PlayerOut) -> None:
    """Report who leaves, how, and the role where it is shown; the killed stand in the morning's own order."""
    labels = {
        "jailed": _("Executed") if b.state.ruleset.trial else _("To jail"),
        "taken": _("Taken along by the avenger"),
        "silent": _("Out for silence"),
        "inactive": _("Out for inactivity"),
        "heart_attack": _("Heart attack"),
    }
    if event.how in labels:
        left(b, event, labels[event.how])


def left(b: Bulletin, event: e.PlayerOut, label: str) -> None:
    """Add one player who leaves to the report, with the killers where they are told."""
    parts = [words.role(event.role)]
    if event.by and b.state.ruleset.report_killer:
        parts.append(_("killed by: %(who)s") % {"who": ", ".join(str(words.SIDE_BY[who]) for who in event.by)})
    b.fact(label, format_html('<b>{}</b>, <span class="note">{}</span>', b.name(event.seat), ", ".join(parts)))


def guard_raised(b: Bulletin, event: e.GuardRaised) -> None:
    """Report that nobody leaves for silence this time, and ring for the host."""
    count = len(event.seats)
    b.ring(HOST, "guard", f"guard-{b.state.phase.day}")
    b.fact(
        _("Silent and inactive"),
        ngettext(
            "%(n)d player, too many at once: nobody leaves, the host decides",
            "%(n)d players, too many at once: nobody leaves, the host decides",
            count,
        )
        % {"n": count},
    )


def heart_attack(b: Bulletin, event: e.HeartAttack) -> None:
    """Report a heart attack with the host's reason."""
    report = b.begin(_("A heart attack"), "heart_attack")
    if event.itself:
        report.prose.append(_("The connection was gone for too long."))
    if b.context.reason:
        report.words = b.context.reason
