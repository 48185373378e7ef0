"""What bots say, in English: one file for each part of a day. `games/phrases/book.py` tells which line has which blanks.

Nicknames have no gender: "they", or no pronoun.
"""

from games.phrases.en import acts, charges, days, talk
from games.phrases.en.acts import NIGHT_PASSED, RESULT, VERDICT_TAGS, VOTE_TAG, WORDS
from games.phrases.en.themes import ANNOUNCEMENTS, THEMES

LINES: dict[str, tuple[str, ...]] = {**days.LINES, **charges.LINES, **talk.LINES, **acts.LINES}

__all__ = ["ANNOUNCEMENTS", "LINES", "NIGHT_PASSED", "RESULT", "THEMES", "VERDICT_TAGS", "VOTE_TAG", "WORDS"]
