"""Pages that explain the game: how it is played, its words, and what happens to whoever is away.

They are the same for every reader. Names of buttons and panels stand in them as the pages
themselves have them, so that a new name of a button is a new name here.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from forum import guide
from forum.bbcode import DEEPEST
from forum.palette import COLOURS, SIZES
from forum.services import LONGEST_SOURCE, LONGEST_TEXT
from forum.signs import SMILIES
from games import glossary, role_words, tags, words
from games.engine.roles import Side
from games.views import base, thread
from games.words import Text

# What stands on buttons, links and panels, by the name under which a text speaks of it.
LABELS: dict[str, Text] = {
    "seat": _("Take a seat"),
    "signups": _("Sign-ups"),
    "rules": _("The rules of this game in words"),
    "about": _("About this game"),
    "thread": _("Thread"),
    "votes": _("Votes"),
    "letters": _("Letters"),
    "me": _("Me"),
    "card": _("My role: show"),
    "read": _("I have read my role"),
    "quote": pgettext_lazy("link", "Quote"),
    "vote": pgettext_lazy("button", "Vote"),
    "said": pgettext_lazy("button", "All is said"),
    "night": _("Your night"),
    "talk": _("Talk with the host"),
    "away": _("If I am away"),
    "notice": _("Give an absence notice"),
    "advance": _("Vote in advance"),
    "waiting": _("What waits for you"),
}

# Who plays in the examples. A page of a game never shows these texts.
NAMES: dict[str, Text] = {
    "mistral": pgettext_lazy("nickname", "Mistral"),
    "rainbow": pgettext_lazy("nickname", "Rainbow"),
    "sirocco": pgettext_lazy("nickname", "Sirocco"),
    "snowdrift": pgettext_lazy("nickname", "Snowdrift"),
    "hoarfrost": pgettext_lazy("nickname", "Hoarfrost"),
}


# The chapters of the page of roles, one for each side.
SIDES: dict[Side, Text] = {
    Side.TOWN: _("The town"),
    Side.MAFIA: _("The mafia"),
    Side.MANIAC: _("The maniac"),
}


@dataclass(frozen=True, slots=True)
class Page:
    """One page of help: its template, its title, the words above it, and its chapters by anchor."""

    name: str
    address: str
    title: Text
    over: Text
    chapters: dict[str, Text]

    @property
    def template(self) -> str:
        """The template that draws it."""
        return f"games/help_{self.name}.html"


@dataclass(frozen=True, slots=True)
class Counted:
    """A tag that counts: what it is for, each of its spellings as it is typed, and how a post shows it."""

    title: Text
    typed: list[str]
    html: SafeString


HOW = Page(
    "how",
    "how-to-play/",
    _("How to play"),
    _("Five minutes of reading"),
    {
        "short": _("In short"),
        "table": _("What one sees"),
        "join": _("Taking a seat"),
        "role": _("The role"),
        "day": _("The day"),
        "vote": _("The vote"),
        "last-word": _("The last word"),
        "night": _("The night"),
        "dawn": _("Dawn"),
        "letters": _("Letters"),
        "silence": _("Silence"),
        "end": _("The end"),
        "live": _("At a live table"),
        "begin": _("Where to begin"),
    },
)
AWAY = Page(
    "absence",
    "away/",
    _("What if I am away?"),
    _("Trains, exams, weddings, weak signal"),
    {
        "short": _("In short"),
        "notice": _("Give notice beforehand"),
        "advance": _("Leave a vote behind"),
        "unsaid": _("Without a word"),
        "night": _("Away by night"),
        "bench": _("On the bench, and away"),
        "pauses": _("When the clock stands still"),
        "mail": _("What comes by mail"),
        "live": _("In a live game"),
        "for-good": _("Away for good"),
        "host": _("And if the host is away?"),
    },
)
GLOSSARY = Page(
    "glossary",
    "glossary/",
    _("Glossary"),
    _("The words of the game"),
    {group.anchor: group.title for group in glossary.GROUPS},
)
ROLES = Page(
    "roles",
    "roles/",
    _("Roles"),
    _("Who may sit at the table"),
    {
        "glance": _("All at a glance"),
        "order": _("How a night is settled"),
        **{f"side-{side.value}": title for side, title in SIDES.items()},
    },
)
WRITING = Page(
    "writing",
    "how-to-write/",
    _("How posts are written"),
    _("Tags, smilies, mentions"),
    {
        "tags": _("Tags"),
        "votes": _("Votes in a post"),
        "smilies": _("Smilies"),
        "mentions": _("Mentions"),
        "limits": _("How much fits"),
    },
)
PAGES = (HOW, GLOSSARY, AWAY, ROLES, WRITING)


def _page(page: Page) -> Callable[[HttpRequest], HttpResponse]:
    @require_safe
    def view(request: HttpRequest) -> HttpResponse:
        context = {
            "page": page,
            "titles": {anchor.replace("-", "_"): title for anchor, title in page.chapters.items()},
            "labels": LABELS,
            "names": NAMES,
            "roles": words.ROLE,
            "groups": glossary.read() if page is GLOSSARY else (),
            **(_of_roles() if page is ROLES else {}),
            **(_of_writing() if page is WRITING else {}),
        }
        return base.page(request, page.template, context)

    return view


def _of_roles() -> dict[str, object]:
    """Return the roles of the registry by side, and the order in which a night is settled."""
    sides = role_words.described()
    return {
        "sides": [(f"side-{side.value}", SIDES[side], sides[side]) for side in SIDES],
        "steps": role_words.STEPS,
    }


def _of_writing() -> dict[str, object]:
    """Return what the registries of the markup and of the game's own tags say of themselves."""
    smilies: dict[str, list[str]] = {}
    for typed, sign in SMILIES.items():
        smilies.setdefault(sign, []).append(typed)
    return {
        "examples": guide.examples(str(NAMES["mistral"])),
        "counted": [
            Counted(title, typed, thread.with_marks(html))
            for title, typed, html in tags.examples(str(NAMES["rainbow"]))
        ],
        "colours": COLOURS,
        "sizes": SIZES,
        "smilies": list(smilies.items()),
        "limits": {"text": LONGEST_TEXT, "source": LONGEST_SOURCE, "deepest": DEEPEST},
    }


urlpatterns = [path(page.address, _page(page), name=page.name) for page in PAGES]
