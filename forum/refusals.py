"""The sentences of this app's refusals, in the reader's language (`rules.md` section 9)."""

from collections.abc import Callable, Mapping

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def _text_empty(_params: Mapping[str, object]) -> str:
    return _("There is nothing to send yet: the text is empty.")


def _text_too_long(params: Mapping[str, object]) -> str:
    return _("The text is too long: at most %(limit)s characters fit, it has %(length)s. Nothing of it is lost.") % {
        "limit": number_format(int(str(params["limit"])), use_l10n=True, force_grouping=True),
        "length": number_format(int(str(params["length"])), use_l10n=True, force_grouping=True),
    }


def _too_fast(params: Mapping[str, object]) -> str:
    wait = int(str(params["wait"]))
    return ngettext(
        "That was quick. Your text is kept; send it again in %(wait)d second.",
        "That was quick. Your text is kept; send it again in %(wait)d seconds.",
        wait,
    ) % {"wait": wait}


def _thread_closed(_params: Mapping[str, object]) -> str:
    return _("Nothing can be written here just now. Your text is kept.")


def _not_member(_params: Mapping[str, object]) -> str:
    return _("Only those who belong to this conversation write here. Your text is kept.")


def _no_such_post(_params: Mapping[str, object]) -> str:
    return _("There is no post with this number.")


def _bookmarks_full(params: Mapping[str, object]) -> str:
    limit = int(str(params["limit"]))
    return ngettext(
        "There is room for %(limit)d bookmark in a thread, and it is taken. Take it away first.",
        "There is room for %(limit)d bookmarks in a thread, and all of it is taken. Take one away first.",
        limit,
    ) % {"limit": limit}


SENTENCES: dict[str, Callable[[Mapping[str, object]], str]] = {
    "text_empty": _text_empty,
    "text_too_long": _text_too_long,
    "too_fast": _too_fast,
    "thread_closed": _thread_closed,
    "not_member": _not_member,
    "no_such_post": _no_such_post,
    "bookmarks_full": _bookmarks_full,
}
