"""The sentences of refusals about names, in the reader's language (`rules.md` section 9)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

Sentence = Callable[[Mapping[str, Any]], str]


def _with_suggestion(sentence: str, params: Mapping[str, Any]) -> str:
    """Add a name that is free, where one was found."""
    suggestion = params.get("suggestion")
    if not suggestion:
        return sentence
    free = _("Free: “%(name)s”.") % {"name": suggestion}
    return f"{sentence} {free}"


def _invalid(params: Mapping[str, Any]) -> str:
    reasons = {
        "empty": _("A name is needed."),
        "short": _("A name has at least %(limit)s characters."),
        "long": _("A name has at most %(limit)s characters, and this one has %(length)s."),
        "line_break": _("A name stands on one line."),
        "direction": _("The name holds marks that turn the direction of writing."),
        "invisible": _("The name holds characters that cannot be seen."),
        "marks": _("The name holds marks stacked on a letter."),
        "emoji": _("Pictures can't be part of a name."),
        "sign": _("The sign “%(sign)s” can't be part of a name. Letters, digits, space and _ - . ' can."),
        "script": _("Names are written in Latin or Cyrillic letters; “%(sign)s” is neither."),
        "mixed_scripts": _("Latin and Cyrillic letters don't go together in one name."),
        "no_letter": _("A name has at least one letter."),
    }
    return _with_suggestion(reasons[params["reason"]] % params, params)


def _reserved(params: Mapping[str, Any]) -> str:
    sentence = _("The name “%(name)s” has a meaning in the game or belongs to its staff. Take another.") % params
    return _with_suggestion(sentence, params)


def _taken(params: Mapping[str, Any]) -> str:
    return _with_suggestion(_("The name “%(name)s” is taken.") % params, params)


def _confusable(params: Mapping[str, Any]) -> str:
    return _with_suggestion(_("Too close to the name “%(name)s”, which is taken.") % params, params)


def _member_name_needed(params: Mapping[str, Any]) -> str:
    return _("You need a member name for this.")


def _member_name_given(params: Mapping[str, Any]) -> str:
    return _("You have a member name already: %(name)s.") % params


SENTENCES: dict[str, Sentence] = {
    "nick_invalid": _invalid,
    "nick_reserved": _reserved,
    "nick_taken": _taken,
    "nick_confusable": _confusable,
    "member_name_needed": _member_name_needed,
    "member_name_given": _member_name_given,
}
