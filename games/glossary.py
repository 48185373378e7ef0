"""The words of the game and of the site, explained (`rules.md` section 1 and what the pages say besides).

A word stands in the reader's language, and beside it as it is in the other.
"""

from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.words import Text, other_language


@dataclass(frozen=True, slots=True)
class Group:
    """Words of one field, under a title; `anchors` are keys of `WORDS` and `MEANS`."""

    anchor: str
    title: Text
    anchors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """A word as one reader sees it; `other` is the word in the language `code`."""

    anchor: str
    word: str
    other: str
    code: str
    means: str


# The words, with their synonyms, by anchor.
WORDS: dict[str, Text] = {
    "host": pgettext_lazy("glossary", "host"),
    "member": pgettext_lazy("glossary", "member"),
    "clone": pgettext_lazy("glossary", "clone"),
    "seat": pgettext_lazy("glossary", "seat, player"),
    "onlooker": pgettext_lazy("glossary", "reader"),
    "bot": pgettext_lazy("glossary", "bot"),
    "practice": pgettext_lazy("glossary", "practice game"),
    "role": pgettext_lazy("glossary", "role"),
    "power": pgettext_lazy("glossary", "power"),
    "town": pgettext_lazy("glossary", "town"),
    "citizen": pgettext_lazy("glossary", "citizen"),
    "mafia": pgettext_lazy("glossary", "mafia"),
    "commissioner": pgettext_lazy("glossary", "commissioner"),
    "doctor": pgettext_lazy("glossary", "doctor"),
    "sergeant": pgettext_lazy("glossary", "sergeant"),
    "maniac": pgettext_lazy("glossary", "maniac"),
    "further-role": pgettext_lazy("glossary", "further role"),
    "composition": pgettext_lazy("glossary", "composition"),
    "phase": pgettext_lazy("glossary", "phase"),
    "signup": pgettext_lazy("glossary", "sign-up"),
    "announcement": pgettext_lazy("glossary", "announcement"),
    "deal": pgettext_lazy("glossary", "deal"),
    "plus": pgettext_lazy("glossary", "acknowledgement, “+”"),
    "day": pgettext_lazy("glossary", "day"),
    "evening": pgettext_lazy("glossary", "evening"),
    "night": pgettext_lazy("glossary", "night"),
    "dawn": pgettext_lazy("glossary", "dawn"),
    "report": pgettext_lazy("glossary", "report"),
    "round": pgettext_lazy("glossary", "round"),
    "draw": pgettext_lazy("glossary", "draw"),
    "protocol": pgettext_lazy("glossary", "protocol"),
    "story": pgettext_lazy("glossary", "the whole story"),
    "vote-cast": pgettext_lazy("glossary", "vote"),
    "night-vote": pgettext_lazy("glossary", "night vote"),
    "half": pgettext_lazy("glossary", "more than half decides"),
    "tie": pgettext_lazy("glossary", "tie"),
    "runoff": pgettext_lazy("glossary", "second round"),
    "bench": pgettext_lazy("glossary", "bench"),
    "last-word": pgettext_lazy("glossary", "last word"),
    "trial": pgettext_lazy("glossary", "trial, FOR and AGAINST"),
    "jailed": pgettext_lazy("glossary", "jailed, executed"),
    "silent": pgettext_lazy("glossary", "silent"),
    "inactive": pgettext_lazy("glossary", "inactive"),
    "absence-notice": pgettext_lazy("glossary", "absence notice"),
    "advance-vote": pgettext_lazy("glossary", "vote in advance"),
    "too-many": pgettext_lazy("glossary", "too many at once"),
    "heart-attack": pgettext_lazy("glossary", "heart attack"),
    "order": pgettext_lazy("glossary", "order"),
    "mark": pgettext_lazy("glossary", "mark"),
    "boss": pgettext_lazy("glossary", "the boss of the mafia"),
    "miss": pgettext_lazy("glossary", "a miss"),
    "treatment": pgettext_lazy("glossary", "treatment"),
    "check": pgettext_lazy("glossary", "check"),
    "pass": pgettext_lazy("glossary", "pass"),
    "killed": pgettext_lazy("glossary", "killed"),
    "thread": pgettext_lazy("glossary", "thread"),
    "letter": pgettext_lazy("glossary", "letter"),
    "mafias-room": pgettext_lazy("glossary", "the mafia's room"),
    "talk": pgettext_lazy("glossary", "talk with the host"),
    "claim": pgettext_lazy("glossary", "to claim a role"),
    "breach": pgettext_lazy("glossary", "breach"),
    "desk": pgettext_lazy("glossary", "the host's desk"),
    "deadline": pgettext_lazy("glossary", "deadline"),
    "pause": pgettext_lazy("glossary", "pause"),
    "connection": pgettext_lazy("glossary", "connection"),
    "lost-time": pgettext_lazy("glossary", "lost time"),
    "rules": pgettext_lazy("glossary", "option"),
    "preset": pgettext_lazy("glossary", "preset"),
    "seal": pgettext_lazy("glossary", "seal of the deal"),
}

# What they mean.
MEANS: dict[str, Text] = {
    "host": _(
        "Runs the game and plays no part in it. The host knows every role, keeps neutral, settles what the rules "
        "leave open, and never votes."
    ),
    "member": _("A person under their own public name. Hosts go by it; players do where the game asks for it."),
    "clone": _("A fresh nickname on the theme of one game. Nobody is told who stands behind it."),
    "seat": _("One player in one game. A person takes one seat in a game at most; the host takes none."),
    "onlooker": _("Whoever reads a game without a seat in it: all that is public, and nothing else."),
    "bot": _(
        "A player that is played by the site. A bot knows what anybody in its seat would know, and acts as people "
        "do. Bots fill practice games, and now and then a game to watch."
    ),
    "practice": _("A quick game of one person with bots, on the spot and without an address."),
    "role": _("What chance has dealt to a player: a side, and perhaps a power. It can't be declined."),
    "power": _("What a role lets a player do at night."),
    "town": _("The side of all who are neither mafia nor maniac. It wins when none of those is left in play."),
    "citizen": _("A player of the town without a power at night. The day is theirs: to talk, to think, to vote."),
    "mafia": _(
        "A side and a role. The mafiosi know each other, confer in a room of their own, and kill one player a "
        "night. By day they pass for citizens."
    ),
    "commissioner": _("Of the town. Checks one player a night. May not ally with the mafia."),
    "doctor": _("Of the town. Treats one player a night; how often the same one is for the game to say."),
    "sergeant": _(
        "Of the town. The sergeant and the commissioner know each other; once no commissioner is left, the "
        "sergeant checks."
    ),
    "maniac": _("A side of one: kills one player a night, and wins alone."),
    "further-role": _(
        "A role beyond the six usual ones: courtesan, lawyer, bodyguard and others. Off, unless the host puts it into "
        "the composition; the page of roles describes them all."
    ),
    "composition": _(
        "How many of each role are dealt, by the number of players; the rest are citizens. It is public from the "
        "beginning."
    ),
    "phase": _(
        "A part of the game with a deadline: sign-up, deal, day, evening, last word, trial, second round, night. It "
        "ends at its deadline by itself, or earlier where the rules of the game say so."
    ),
    "signup": _("The time in which players take their seats. Whoever joins may change their mind until the deal."),
    "announcement": _("The first post of a clone, with which it takes its seat."),
    "deal": _("Chance gives every seat a role, and all learn theirs at the same moment."),
    "plus": _("A player's answer to the host: the role has been read. When all have answered, day 1 opens."),
    "day": _("The thread is open: the living talk and vote."),
    "evening": _("In some games the vote has a time of its own: by day the town talks, in the evening it votes."),
    "night": _("The thread is closed. Whoever has a power sends the host an order; letters still go."),
    "dawn": _("The end of the night: the report, a look at who has won, and a new day."),
    "report": _("A message of the host in the thread on what the day or the night has brought."),
    "round": _("A day and its night. So many quiet ones in a row and the game is a draw, where its rules say so."),
    "draw": _("Nobody has won: nobody is left in play, or for too long nobody has left it."),
    "protocol": _("The host's record of a game for all to read: who left and how, and every past vote by name."),
    "story": _("The record of a finished game with all that was secret: every order of every night."),
    "vote-cast": _("Said openly, by the control or in a post. One for each living player; the last one counts."),
    "night-vote": _("A vote that nobody go to jail today. Not every game has it."),
    "half": _("A rule of some games: votes of more than half of the living end the day at once."),
    "tie": _(
        "Several have the most votes. What then, the game says: as a rule a second round, else nobody is jailed, "
        "or the lot decides."
    ),
    "runoff": _("A further vote, only between those who tied. With a tie again nobody is jailed."),
    "bench": _("Whoever is about to be judged: one player, or all who tied."),
    "last-word": _("The time in which only the bench may write. It ends earlier when all on the bench have said so."),
    "jailed": _(
        "Put out by the day's vote. Two words for one thing: jail in most games, an execution where there is a trial. "
        "The role is shown."
    ),
    "trial": _(
        "In some games the vote only brings a player to the bench. After the last word everybody says FOR the "
        "execution or AGAINST it, openly; more FOR than AGAINST, and the player is out."
    ),
    "silent": _("Took part in the day and had no vote at its end. Leaves, as a rule, and the role is shown."),
    "inactive": _("No post and no vote in the whole day, and no notice. Leaves, as a rule; the role is not shown."),
    "absence-notice": _(
        "“I am away on days 3 to 4”, for all to read. On those days whoever gave it does not leave for silence."
    ),
    "advance-vote": _("A vote left for a day of one's absence. Until that day only its owner and the host see it."),
    "too-many": _(
        "More than half would leave for silence together. Then nobody does: the night opens paused, and the host "
        "decides."
    ),
    "heart-attack": _(
        "The host puts out a player who broke a rule or left the game. The reason and the role are told in the thread."
    ),
    "order": _("A nickname sent to the host at night by whoever has a power. The last one counts."),
    "mark": _("One mafioso's choice of a victim. As a rule the most marks decide, and a tie is a miss."),
    "boss": _(
        "In some games the mafia chooses one of its own to name the victim. If two different names are sent in one "
        "night, it is a miss. When the boss is out, there is a new one."
    ),
    "miss": _("The mafia could not agree, or named two victims where its boss decides, and killed nobody. It is told."),
    "treatment": _("Saves from every attack of the night. That it saved somebody is told to nobody."),
    "check": _("Tells the commissioner at dawn what role was dealt to a player; in some games only the side."),
    "pass": _("An order to do nothing. “cancel” takes an order back, which is something else."),
    "killed": _("Put out at night. The role is shown at dawn; what the player ordered that night still counts."),
    "thread": _("The public talk of a game. Posts in it are final."),
    "letter": _("A private message between players. The host does not read it, and it is never opened to others."),
    "mafias-room": _("Where the mafia confers, day and night. As a rule it is opened to all when the game is over."),
    "talk": _("A player's own line to the host. The role comes here, orders go from here."),
    "claim": _("To say in words that one is somebody, true or not. This is play."),
    "breach": _(
        "To show or quote a message of the host; for the commissioner also an alliance with the mafia. The host "
        "judges it, and may declare a heart attack."
    ),
    "desk": _("The page from which a game is hosted. It can be handed to a member who does not play in it."),
    "deadline": _("What reaches the site before it counts; what comes later is refused, and its text is kept."),
    "pause": _(
        "The clock stands still. No phase ends; votes and orders are taken as before. The host calls it, or it "
        "comes every week by the calendar of the game."
    ),
    "connection": _(
        "In a live game the host sees who has a page of it open, and since when somebody has not. Nobody else sees "
        "it. In some games whoever is gone for too long has a heart attack."
    ),
    "lost-time": _("When the site itself was away, the open phase is lengthened by as much, where the rules say so."),
    "rules": _("A rule that the host sets for a game. Its page of rules says all of them in words."),
    "preset": _(
        "A ready set of options from which a host begins: “forum” for days and weeks, “conference” for a game in "
        "minutes."
    ),
    "seal": _(
        "The SHA-256 of a secret number, published before anybody joins. The roles follow from that number; after "
        "the game it is public, and the deal can be repeated by anyone."
    ),
}

# The order in which they are read: each field with its title and the anchors of its words.
GROUPS: tuple[Group, ...] = (
    Group("people", _("Who is who"), tuple("host member clone seat onlooker bot practice".split())),
    Group(
        "roles",
        _("Roles and sides"),
        tuple("role power town citizen mafia commissioner doctor sergeant maniac further-role composition".split()),
    ),
    Group(
        "course",
        _("The course of a game"),
        tuple("phase signup announcement deal plus day evening night dawn report round draw protocol story".split()),
    ),
    Group("vote", _("The vote"), tuple("vote-cast night-vote half tie runoff bench last-word trial jailed".split())),
    Group(
        "silence",
        _("Silence and absence"),
        tuple("silent inactive absence-notice advance-vote too-many heart-attack".split()),
    ),
    Group("orders", _("The night's work"), tuple("order mark boss miss treatment check pass killed".split())),
    Group("rooms", _("Words and rooms"), tuple("thread letter mafias-room talk claim breach desk".split())),
    Group("clock", _("The clock and the deal"), tuple("deadline pause connection lost-time rules preset seal".split())),
)


def read() -> list[tuple[Group, list[Read]]]:
    """Return the glossary in the language that is active, each word with its twin in the other language."""
    code = other_language()
    with translation.override(code):
        others = {anchor: str(word) for anchor, word in WORDS.items()}
    return [
        (group, [Read(key, str(WORDS[key]), others[key], code, str(MEANS[key])) for key in group.anchors])
        for group in GROUPS
    ]
