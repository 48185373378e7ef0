"""Events to words: the moderator's posts and private notices, in the game's language.

`announce` is called once for each recorded batch. It lets every event speak, in a table from
event to function, and then writes what was said: reports, chapters and lines to the game thread,
private messages to the talks with the host, lines to the bell. Posts are stored once and never
worded anew.
"""

from games.herald.bulletin import Context
from games.herald.delivery import announce
from games.herald.speech import SILENT, SPEAK

__all__ = ["SILENT", "SPEAK", "Context", "announce"]
