"""The parts of a phrase book, and which blanks each kind of line has.

A line may also hold {me}, the speaker's own nickname. A kind with a point in it (`joke.bold`) holds
more lines of the same kind for one temper; `games/bots/tempers.py` has the tempers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Theme:
    """What a game of bots is about: its title, the theme of the nicknames, a paragraph, and nicknames."""

    title: str
    theme: str
    about: str
    names: tuple[str, ...]


class Book(Protocol):
    """One language's phrase book, a module. WORDS is what a bot looks for in posts, RESULT how a check is told."""

    @property
    def THEMES(self) -> tuple[Theme, ...]: ...
    @property
    def ANNOUNCEMENTS(self) -> tuple[str, ...]: ...
    @property
    def LINES(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def WORDS(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def RESULT(self) -> Mapping[str, str]: ...
    @property
    def NIGHT_PASSED(self) -> str: ...
    @property
    def VOTE_TAG(self) -> str: ...
    @property
    def VERDICT_TAGS(self) -> Mapping[str, str]: ...


# The blanks of each kind of line: all of them stand in every line, unless in brackets.
SLOTS: Mapping[str, str] = {
    # Whole sentences that may stand before or after what is said; `press` only after a charge.
    "opener": "",
    "tail": "",
    "press": "",
    # What the day is about. In `endgame`, {count} is the number of the living.
    "first_day": "",
    "dawn_death": "name",
    "dawn_quiet": "",
    "dawn_left": "name",
    "jailed_town": "name",
    "jailed_mafia": "name",
    "endgame": "count",
    "musing": "",
    "joke": "",
    # Why {name} is suspected; {other} is another player whom it is about.
    "accuse_vote": "name other",
    "accuse_missed": "name other",
    "accuse_last": "name other",
    "accuse_shield": "name other",
    "accuse_silent": "name",
    "accuse_wordless": "name",
    "accuse_change": "name",
    "accuse_follow": "name",
    "accuse_me": "name",
    "accuse_gut": "name",
    # Talk with one another. {name} is who is spoken to, {other} who is spoken of.
    "ask": "name",
    "answer": "name",
    "answer_whom": "name other",
    "answer_why": "name other",
    "answer_role": "name",
    "reply": "name",
    "thanks": "name",
    "defend": "(name)",
    "agree": "name other",
    "doubt": "name",
    "disagree": "name other",
    # Votes: {vote} is the tag that casts it.
    "vote": "vote",
    "change": "vote",
    "runoff": "vote",
    # In a trial, before the word itself. {name} is the accused, who may be the speaker in `verdict_against`.
    "verdict_for": "(name)",
    "verdict_against": "(name)",
    # The commissioner. `claim_bare` has no check to tell, `two_claims` is what others say of rivals.
    "claim_found": "name",
    "claim_list": "results",
    "claim_bare": "",
    "counter": "name",
    "believe": "(name)",
    "two_claims": "name other",
    # On the bench: before the second round, before jail.
    "last_plea": "",
    "last_town": "",
    "last_mafia": "",
    "last_commissioner": "results",
    # The mafia's room, and letters.
    "room_propose": "name",
    "room_agree": "name",
    "letter": "",
}
