"""A vote as BBCode, to be pasted wherever people argue about it.

There is not one vote tag in it, and nothing in it can become one: nicknames have no brackets, and those
of a title are made round. So what is pasted into a thread of ours is talk and never a vote.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.ballots import Act, Ballot, Standing
from games.engine.events import NIGHT
from games.views.votes_asked import Namer

# Of the single votes the newest so many are told; a post may not be longer than 20,000 characters.
MOST = 200
_ROUND = str.maketrans("[]", "()")


def plainly(text: str) -> str:
    """Return a text on one line that no reader of BBCode takes for a tag."""
    return " ".join(text.translate(_ROUND).split())


def to_bbcode(
    title: str,
    ballot: Ballot | None,
    standing: Standing | None,
    acts: Sequence[tuple[Ballot, Act]],
    numbers: Sequence[int | None],
    namer: Namer,
    *,
    post: int | None,
    url: str,
) -> str:
    """Return the count of a vote and the single votes that are asked for, the oldest first.

    `numbers` are those of the posts of `acts`; `post` is the post at which the vote is counted.
    """
    lines = [f"[b]{plainly(title)}[/b]"]
    if ballot is None or standing is None:
        return "\n".join([*lines, _("No vote has been held yet."), f"[url]{url}[/url]"])
    head = f"[b]{plainly(namer.title(ballot))}[/b]"
    lines.append(_("%(vote)s, as of post No. %(n)d") % {"vote": head, "n": post} if post else head)
    lines += _count(ballot, standing, namer)
    without = ", ".join(plainly(namer.voter(seat)) for seat in standing.voteless)
    if without:
        lines.append(f"{_('No vote:')} {without}.")
    lines.append(f"[url]{url}[/url]")
    if acts:
        label = ngettext("%(n)d vote, one by one", "%(n)d votes, one by one", len(acts)) % {"n": len(acts)}
        lines += ["", f"[spoiler={label}]"]
        before = None
        for (one, act), number in zip(acts, numbers, strict=True):
            if one is not before:
                lines.append(f"[b]{plainly(namer.title(one))}[/b]")
                before = one
            lines.append(_line(one, act, number, namer))
        lines.append("[/spoiler]")
    return "\n".join(lines)


def _count(ballot: Ballot, standing: Standing, namer: Namer) -> list[str]:
    """Return a line for each candidate, the most votes first."""
    counted = standing.counted
    if not counted:
        return [_("Nobody has voted.")]
    lines = []
    for target in sorted(counted, key=lambda target: (-counted[target], target == NIGHT, target)):
        voters = [
            f"{plainly(namer.voter(voter))}{' ×2' if voter in standing.double else ''}"
            for voter, voted in standing.votes
            if voted == target
        ]
        lines.append(f"[b]{plainly(namer.candidate(ballot, target))}[/b] — {counted[target]}: {', '.join(voters)}")
    return lines


def _line(ballot: Ballot, act: Act, number: int | None, namer: Namer) -> str:
    said = f"{plainly(namer.voter(act.seat))} → {plainly(namer.candidate(ballot, act.target))}"
    if act.kind == "withdrawn":
        said = _("%(vote)s: withdrawn") % {"vote": said}
    elif act.kind in ("void", "gone"):
        said = _("%(vote)s: fell away") % {"vote": said}
    return f"{_('No. %(number)s') % {'number': number}} {said}" if number else said
