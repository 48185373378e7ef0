"""What bots say, in Russian: one file for each part of a day. `games/phrases/book.py` tells which line has which blanks.

Nicknames are never declined and have no gender: put a noun before them ("игрок Груздь") or address
them. The speaker has no gender either, so no "думал" or "думала": the present tense, nouns, no subject.
"""

from games.phrases.ru import acts, charges, days, talk
from games.phrases.ru.acts import NIGHT_PASSED, RESULT, VERDICT_TAGS, VOTE_TAG, WORDS
from games.phrases.ru.themes import ANNOUNCEMENTS, THEMES

LINES: dict[str, tuple[str, ...]] = {**days.LINES, **charges.LINES, **talk.LINES, **acts.LINES}

__all__ = ["ANNOUNCEMENTS", "LINES", "NIGHT_PASSED", "RESULT", "THEMES", "VERDICT_TAGS", "VOTE_TAG", "WORDS"]
