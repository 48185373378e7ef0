"""What a newcomer may do now, in a practice game: a title, a sentence or two, and where on the page it is done.

The same for all roles, so that nobody who glances at the screen learns one. Whoever has a power
and whoever has none read the same by night.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.sight import Mine, View
from games.engine.state import OVER

# The parts of a game's page by their ids: on a phone one is shown at a time, on a desk the page goes there.
ME, VOTES, WRITE, BENCH = "#me", "#votes", "#reply", "#bench"


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do now, and how. `ways` are links to where it is done: address and words."""

    title: str
    text: str
    ways: tuple[tuple[str, str], ...] = ()


def hint(view: View) -> Hint | None:
    """Return the hint for whoever sits in the view's seat; None for everybody else, and where nothing is to be done."""
    mine = view.mine
    if mine is None or view.phase in OVER or view.phase == "signup":
        return None
    if not mine.alive:
        return _out(view)
    if view.closing:
        return Hint(_("One moment"), _("The phase is being closed, the page goes on by itself."))
    if view.phase == "deal":
        return _deal(mine.acknowledged)
    if view.phase == "night":
        return Hint(
            _("Night: the thread is closed"),
            _(
                "Some roles name somebody to the host now. Whether yours does, “Your night” tells; "
                "if not, wait for the morning. It takes less than a minute."
            ),
            ((ME, _("Your night")),),
        )
    if view.phase == "curtain":
        return Hint(_("The report is being written"), _("The host adds a few words. The page goes on by itself."))
    if view.phase == "last_word":
        return _last_word(view, mine)
    if view.phase == "verdict":
        return _verdict(view, mine)
    if view.phase == "runoff":
        return _runoff(mine)
    if view.evening and view.phase == "day":
        return Hint(
            _("Day: read and ask, the vote comes in the evening"),
            _("By day the town only talks. Say whom you suspect and why: in the evening all vote on it."),
            (_talk(),),
        )
    return _day(mine, first=view.day == 1)


def _talk() -> tuple[str, str]:
    return WRITE, _("Read and write")


def _vote() -> tuple[str, str]:
    return VOTES, pgettext("button", "Vote")


def _out(view: View) -> Hint:
    how = next((seat.how for seat in view.seats if seat.me), "")
    title = _("You are in jail, and may look on") if how == "jailed" else _("You are out, and may look on")
    return Hint(title, _("The others play on, quicker without you. In the end all roles and orders are opened."))


def _deal(acknowledged: bool) -> Hint:
    if acknowledged:
        return Hint(_("Your role is confirmed"), _("As soon as the others have read theirs, day 1 begins."))
    return Hint(
        _("Look at your role and confirm it"),
        _("Unfold the card “My role”, read it, and press “I have read my role”. Tell it to nobody."),
        ((ME, _("To my role")),),
    )


def _day(mine: Mine, *, first: bool) -> Hint:
    if mine.vote is not None:
        return Hint(
            _("Your vote is cast"),
            _(
                "You may talk on and change the vote until the end of the day. "
                "When all have voted, the day ends at once."
            ),
            (_talk(), (VOTES, _("Who votes for whom"))),
        )
    if first:
        return Hint(
            _("Day: read, ask, and vote"),
            _(
                "Write what you think, ask somebody by nickname. Then vote for whom you take for the mafia: "
                "in the votes panel, or in a post like this: [vote]Nickname[/vote]."
            ),
            (_talk(), _vote()),
        )
    return Hint(
        _("A new day: see who is gone, and vote"),
        _("The host's report says what the night has brought. In a real game whoever does not vote by day leaves it."),
        (_talk(), _vote()),
    )


def _last_word(view: View, mine: Mine) -> Hint:
    if mine.seat not in view.bench:
        if len(view.bench) > 1:
            return Hint(_("The last word"), _("Only the bench speaks now. Then a second round decides between them."))
        if view.trial:
            return Hint(
                _("The last word"), _("Only the bench speaks now. Then all say FOR the execution or AGAINST it.")
            )
        return Hint(_("The last word"), _("Only the bench speaks now. Then night falls."))
    if any(seat.me and seat.done for seat in view.seats):
        return Hint(_("Your last word is said"), _("The page goes on by itself."))
    if len(view.bench) > 1:
        text = _("Write it, and press “All is said”. Then a second round decides who of the bench goes to jail.")
    elif view.trial:
        text = _("Write it, and press “All is said”. Then all say FOR the execution or AGAINST it, you too.")
    else:
        text = _("Write it, and press “All is said”. Nothing is decided any more: jail comes, and night.")
    return Hint(_("You are on the bench: the last word is yours"), text, ((WRITE, _("Write")),))


def _verdict(view: View, mine: Mine) -> Hint:
    if mine.verdict is not None:
        return Hint(_("Your word is said"), _("It can be changed until the end of the trial."), (_talk(),))
    text = (
        _("You stand trial, and have a say in it too: FOR or AGAINST.")
        if mine.seat in view.bench
        else _("Say FOR the execution or AGAINST it: beside the thread, or in a post, [for] or [against].")
    )
    return Hint(_("The trial: FOR or AGAINST"), text, ((BENCH, _("To the trial")),))


def _runoff(mine: Mine) -> Hint:
    title = _("The second round: choose between those on the bench")
    if "vote" not in mine.can:
        return Hint(title, _("The others choose now. With equal votes again nobody goes to jail."))
    if mine.vote is not None:
        return Hint(_("Your vote is cast"), _("When all have voted, the second round ends at once."), (_talk(),))
    return Hint(
        title,
        _("They had the same number of votes. Vote once more, for one of them."),
        (_talk(), _vote()),
    )
