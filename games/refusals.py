"""The one table of refusals: a sentence for each code that the web reaches (`rules.md` section 9).

Those of names and of texts come from the apps that refuse them. Sentences say what happened,
what is kept and what one can do; nothing that was typed is lost.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.refusals import SENTENCES as OF_NAMES
from common.clock_words import day_and_time
from common.refusal import Refusal
from common.zones import in_words
from forum.refusals import SENTENCES as OF_TEXTS
from games.problems import in_words as problem_in_words

Sentence = Callable[[Mapping[str, Any]], str]


def _names(params: Mapping[str, Any], key: str) -> str:
    names: Mapping[int, str] = params.get("names", {})
    seats: Sequence[int] = params.get(key, ())
    return ", ".join(names.get(number, f"№ {number}") for number in seats)


def _deadline_passed(params: Mapping[str, Any]) -> str:
    deadline = params.get("deadline")
    if deadline is None:
        return _("The deadline has passed. Your text is kept below.")
    zone = timezone.get_current_timezone()
    return _("The deadline was %(when)s, %(zone)s. Your text is kept below.") % {
        "when": day_and_time(deadline, zone),
        "zone": in_words(deadline, zone),
    }


def _wrong_phase(params: Mapping[str, Any]) -> str:
    phase = params.get("phase")
    if params.get("moved"):
        return _("The phase has changed since this page was opened, and nothing was done. Look, and send it again.")
    if phase == "night":
        return _("The town sleeps, the thread is closed. Letters still go.")
    if phase == "last_word":
        return _("This is the time of the last word: nobody votes now.")
    if phase == "curtain":
        return _(
            "The report is being written. Until it has come nobody votes, posts or sends orders; letters wait, too."
        )
    if phase == "verdict":
        return _("The trial is on: now one says FOR or AGAINST, and nothing else is voted on.")
    if phase == "evening":
        return _("It is evening, the time to vote. What you sent belongs to another time of the day.")
    if phase == "day" and params.get("vote"):
        return _("Voting begins in the evening. By day the town talks.")
    if phase == "deal":
        return _("The roles are being dealt: the players keep silent until day 1.")
    if phase == "signup":
        return _("The game has not begun.")
    if phase in ("finished", "cancelled"):
        return _("The game is over.")
    return _("This can't be done in the present phase. The page shows what is open now.")


def _target_unknown(params: Mapping[str, Any]) -> str:
    near = _names(params, "near")
    if near:
        return _("There is no such player. Close to it: %(names)s.") % {"names": near}
    return _("There is no such player in this game.")


def _target_ambiguous(params: Mapping[str, Any]) -> str:
    return _("The name fits several players: %(names)s. Name one.") % {"names": _names(params, "seats")}


def _not_a_candidate(params: Mapping[str, Any]) -> str:
    if params.get("boss"):
        return _("The boss is one of those of the mafia who send the mark. Choose one of them.")
    return _("In the second round the choice is between those on the bench.")


def _no_power(params: Mapping[str, Any]) -> str:
    if params.get("act"):
        return _("In this game your role can't do that.")
    return _("Nothing is needed from you tonight: you have no power at night.")


def _target_second(params: Mapping[str, Any]) -> str:
    if params.get("wanted"):
        return _("Two nicknames are wanted here, those of the players to compare. Send both, with a comma between.")
    return _("One nickname is wanted here, not two. Name one player.")


def _notice_too_long(params: Mapping[str, Any]) -> str:
    most = int(params.get("most", 0))
    if not most:
        return _("This game knows no absence notices.")
    return ngettext(
        "Absence notices cover at most %(n)d day in a game.",
        "Absence notices cover at most %(n)d days in a game.",
        most,
    ) % {"n": most}


def _too_few(params: Mapping[str, Any]) -> str:
    return _("Too few players: %(now)s on the list, %(least)s are needed.") % params


def _problems(params: Mapping[str, Any]) -> str:
    return " ".join(problem_in_words(problem) for problem in params.get("problems", ()))


def _code_wrong(params: Mapping[str, Any]) -> str:
    left = int(params.get("left", 0))
    if not left:
        return _("The code is wrong, and there are no tries left. Begin the sign-up again.")
    return ngettext("The code is wrong. %(n)d try is left.", "The code is wrong. %(n)d tries are left.", left) % {
        "n": left
    }


def _second_name(params: Mapping[str, Any]) -> str:
    return _(
        "Sent already tonight: %(names)s. With a second, different name the shot misses: nobody is attacked, and the "
        "town is told. A name once sent can't be taken back. Nothing has been sent yet."
    ) % {"names": _names(params, "seats")}


def _name_stays(params: Mapping[str, Any]) -> str:
    return _(
        "A name once sent stays sent: %(names)s. If the order is taken back, nobody may be attacked tonight, and any "
        "other name is a miss all the same. Nothing has been changed yet."
    ) % {"names": _names(params, "seats")}


def _fixed(make: Callable[[], str]) -> Sentence:
    return lambda params: make()


SENTENCES: dict[str, Sentence] = {
    **OF_NAMES,
    **OF_TEXTS,
    "not_in_game": _fixed(lambda: _("You have no seat in this game.")),
    "not_alive": _fixed(lambda: _("You are out of the game: reading is open to you, writing is not.")),
    "not_host": _fixed(lambda: _("Only the host of the game can do this.")),
    "member_unknown": _fixed(lambda: _("There is no member of this name.")),
    "post_unknown": _fixed(lambda: _("There is no post of a person with this number.")),
    "post_hidden": _fixed(lambda: _("This post is hidden already.")),
    "complaint_made": _fixed(lambda: _("You have shown this to the host already, and once is enough.")),
    "complaints_many": _fixed(
        lambda: _("You have sent the host many reports today. Write the rest in one letter, or send it tomorrow.")
    ),
    "complaint_unknown": _fixed(lambda: _("There is no such report any more.")),
    "hosts_already": _fixed(lambda: _("This member hosts the game already.")),
    "host_cannot_play": _fixed(lambda: _("The host of a game takes no part in it.")),
    "already_joined": _fixed(lambda: _("You have a seat in this game already.")),
    "deadline_passed": _deadline_passed,
    "wrong_phase": _wrong_phase,
    "roster_locked": _fixed(
        lambda: _("The roles are dealt: nobody joins, leaves or is renamed, and these rules stand.")
    ),
    "day_over": _fixed(lambda: _("The vote of that day is over, or open already. Choose a later day.")),
    "messages_off": _fixed(lambda: _("The rules of this game know no letters between players.")),
    "no_power": _no_power,
    "not_on_bench": _fixed(lambda: _("This is the last word: only the bench may write now.")),
    "night_vote_off": _fixed(lambda: _("In this game there is no vote for the night. Name a player.")),
    "no_notice": _fixed(lambda: _("An advance vote needs an absence notice for that day. Give the notice first.")),
    "notice_too_long": _notice_too_long,
    "game_full": _fixed(lambda: _("All seats are taken.")),
    "too_few_players": _too_few,
    "composition_invalid": _problems,
    "options_invalid": _problems,
    "target_unknown": _target_unknown,
    "target_ambiguous": _target_ambiguous,
    "target_not_alive": _fixed(lambda: _("This player is out of the game. Name somebody in play.")),
    "target_self": _fixed(lambda: _("Your own name can't be given here. Name somebody else.")),
    "target_second": _target_second,
    "target_twice": _fixed(lambda: _("One player is named twice here. Name two different ones.")),
    "target_teammate": _fixed(lambda: _("The mafia does not shoot its own. Name somebody else.")),
    "repeat_target": _fixed(lambda: _("Last night your order was for this player. Name somebody else tonight.")),
    "self_heal_used": _fixed(lambda: _("You have treated yourself once already. Name somebody else.")),
    "not_a_candidate": _not_a_candidate,
    "second_name": _second_name,
    "name_stays": _name_stays,
    "verdict_unclear": _fixed(lambda: _("Choose one of the two: FOR or AGAINST.")),
    "code_expired": _fixed(lambda: _("The code is no longer valid. Begin the sign-up again.")),
    "code_wrong": _code_wrong,
    "email_invalid": _fixed(lambda: _("This is not an e-mail address.")),
    "account_closed": _fixed(lambda: _("This account is closed.")),
    "rate_limited": _fixed(lambda: _("Too many attempts. Try again in a few minutes; your text is kept below.")),
    "wrong_persona": _fixed(
        lambda: _("This form was opened under another name. Look at whom you act as, and send it again.")
    ),
}


def sentence(refusal: Refusal, names: Mapping[int, str] | None = None) -> str:
    """Return the sentence of a refusal in the reader's language; `names` are the nicknames by seat.

    Raises KeyError for a code that has none: a test asks for every code.
    """
    return SENTENCES[refusal.code]({**refusal.params, "names": names or {}})
