"""What a newcomer may do now, in a practice game: a title and a sentence or two for each situation.

The same for all roles, so that nobody who glances at the screen learns one.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.sight import View
from games.engine.state import OVER


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do now, and how."""

    title: str
    text: str


def hint(view: View) -> Hint | None:
    """Return the hint for whoever sits in the view's seat; None where there is nothing to say."""
    mine = view.mine
    if mine is None or view.phase in OVER or view.phase == "signup":
        return None
    if not mine.alive:
        return Hint(
            _("You are out, and may look on"),
            _("The others play on, quicker without you. In the end all roles and orders are opened."),
        )
    if view.closing:
        return Hint(_("One moment"), _("The phase is being closed, the page goes on by itself."))
    if view.phase == "deal":
        return _deal(mine.acknowledged)
    if view.phase == "night":
        return Hint(
            _("Night: the thread is closed"),
            _(
                "Some roles send the host a nickname now. If yours is one of them, your night panel asks for it; "
                "if not, wait for the morning. It takes less than a minute."
            ),
        )
    if view.phase == "last_word":
        return _last_word("done" in mine.can)
    if view.phase == "runoff":
        return Hint(
            _("The second round: choose between those on the bench"),
            _("They had the same number of votes. Vote once more, for one of them."),
        )
    return _day(mine.vote is not None, first=view.day == 1)


def _deal(acknowledged: bool) -> Hint:
    if acknowledged:
        return Hint(_("Your role is confirmed"), _("As soon as the others have read theirs, day 1 begins."))
    return Hint(
        _("Look at your role and confirm it"),
        _("Open the card “My role”, read it, and press “I have read my role”. Tell it to nobody."),
    )


def _day(voted: bool, *, first: bool) -> Hint:
    if voted:
        return Hint(
            _("Your vote is cast"),
            _(
                "You may talk on and change the vote until the end of the day. "
                "When all have voted, the day ends at once."
            ),
        )
    if first:
        return Hint(
            _("Day: read, ask, and vote"),
            _(
                "Write what you think, ask somebody by nickname. Then vote for whom you take for the mafia: "
                "in the votes panel, or in a post like this: [vote]Nickname[/vote]."
            ),
        )
    return Hint(
        _("A new day: see who is gone, and vote"),
        _("The host's report says what the night has brought. In a real game whoever does not vote by day leaves it."),
    )


def _last_word(mine: bool) -> Hint:
    if mine:
        return Hint(
            _("You are on the bench: the last word is yours"),
            _("Write it, and say when all is said. After that the town decides no more: jail, and night."),
        )
    return Hint(_("The last word"), _("Only the bench speaks now. Then night falls."))
