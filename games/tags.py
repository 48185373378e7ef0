"""The game's own tags in a post, and how they look (`rules.md` section 6)."""

from collections.abc import Iterator, Mapping

from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from forum.markup import Tag, parse, to_html
from games.engine.speech import AGAINST_TAGS, DONE_TAGS, FOR_TAGS, UNVOTE_TAGS, VOTE_TAGS
from games.models import Game, Seat
from games.words import Text

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


TITLES: dict[str, Text] = {
    "vote": pgettext_lazy("tag", "To vote"),
    "unvote": pgettext_lazy("tag", "To withdraw the vote"),
    "done": pgettext_lazy("tag", "In the last word: all is said"),
    "for": pgettext_lazy("tag", "In a trial: for the execution"),
    "against": pgettext_lazy("tag", "In a trial: against it"),
}


def examples(name: str) -> Iterator[tuple[Text, list[str], str]]:
    """Yield for each of these tags what it is for, how it may be typed, and the HTML it becomes;
    `name` is whom the vote is for.
    """
    for tag, title in TITLES.items():
        spellings = [spelling for spelling, known in TAGS.items() if known.name == tag]
        typed = [f"[{one}]" if TAGS[one].single else f"[{one}]{name}[/{one}]" for one in spellings]
        yield title, typed, to_html(parse(typed[0], TAGS), RENDER)


def mentionable(game: Game, seats: Mapping[int, Seat]) -> dict[int, str]:
    """Return whom a post or a letter of a game may mention by `@name`, by the persona's primary key:
    the seats in play and the host. A mention is no vote.
    """
    return {**{seat.persona_id: seat.persona.name for seat in seats.values()}, game.host_id: game.host.name}


def handed_over(old: str, new: str, language: str) -> str:
    """Word the line that says who hosts from now on, in the game's language."""
    with translation.override(language):
        return _("The desk changes hands: the host is now %(new)s, until now %(old)s.") % {"new": new, "old": old}
