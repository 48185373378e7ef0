"""The game's own tags in a post, and how they look (`rules.md` section 6)."""

from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from forum.markup import Tag
from games.engine.speech import AGAINST_TAGS, DONE_TAGS, FOR_TAGS, UNVOTE_TAGS, VOTE_TAGS

TAGS: dict[str, Tag] = {
    **{spelling: Tag("vote") for spelling in VOTE_TAGS},
    **{spelling: Tag("unvote", single=True) for spelling in UNVOTE_TAGS},
    **{spelling: Tag("done", single=True) for spelling in DONE_TAGS},
    **{spelling: Tag("for", single=True) for spelling in FOR_TAGS},
    **{spelling: Tag("against", single=True) for spelling in AGAINST_TAGS},
}


def _vote(text: str) -> SafeString:
    return format_html('<span class="v">{}</span>', text.strip())


def _unvote(text: str) -> SafeString:
    return format_html('<span class="v v-un">{}</span>', _("vote withdrawn"))


def _done(text: str) -> SafeString:
    return format_html('<span class="v v-done">{}</span>', _("all is said"))


def _for(text: str) -> SafeString:
    return format_html('<span class="v">{}</span>', _("FOR"))


def _against(text: str) -> SafeString:
    return format_html('<span class="v">{}</span>', _("AGAINST"))


RENDER = {"vote": _vote, "unvote": _unvote, "done": _done, "for": _for, "against": _against}


def handed_over(old: str, new: str, language: str) -> str:
    """Word the line that says who hosts from now on, in the game's language."""
    with translation.override(language):
        return _("The desk changes hands: the host is now %(new)s, until now %(old)s.") % {"new": new, "old": old}
