"""What people type, read as votes, orders and `+` (`rules.md` section 6).

Posts come as the (tag, text) pairs that `forum.markup.said` found outside quotes, code and
spoilers; messages to the host come as plain text. Nicknames are matched by their skeleton, then
by a unique beginning; the living are preferred where only a beginning is given.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from common import names as nicknames
from common.refusal import Refusal
from games.engine.events import NIGHT

VOTE_TAGS = ("vote", "голос")
UNVOTE_TAGS = ("unvote", "снять")
DONE_TAGS = ("done", "всё", "все")
FOR_TAGS = ("for", "за")
AGAINST_TAGS = ("against", "против")
NIGHT_WORDS = frozenset(nicknames.skeleton(word) for word in ("night", "ночь"))

ACKNOWLEDGE = "+"
CANCEL = frozenset({"отмена", "отменить", "cancel"})
PASS = frozenset({"пас", "пасую", "pass"})
# How an order to do nothing and a withdrawal are typed for somebody, in the language of the game.
SPOKEN = {"ru": {"pass": "пас", "cancel": "отмена"}, "en": {"pass": "pass", "cancel": "cancel"}}

# A verb phrase that may stand before the name. Longer ones first, so that "кто такой" wins over "кто".
_VERBS = (
    r"ч[её]рн(?:ая|ую) метк[ау](?: на| игроку)?",
    r"кто так(?:ой|ая|ие)",
    r"кто это(?: такой| такая)?",
    r"метк[ау](?: на)?",
    r"стреля(?:ть|ю|ем)(?: в)?",
    r"(?:убить|убей|убейте|убиваю|убиваем|убью|убь[её]м|мочим|валим)",
    r"(?:лечить|лечи|лечу|вылечить|вылечу|полечить|спасти|спасаю|лечим)",
    r"(?:проверить|проверь|проверяю|проверю|проверка|узнать)",
    r"(?:прикрыть|прикрываю|прикрой|защищаю|защитить)",
    r"(?:охранять|охраняю|охраняй|сторожить|сторожу)",
    r"(?:сравнить|сравниваю|сравни|сравню)",
    r"(?:следить за|слежу за|слежу|наблюдать за|наблюдаю за)",
    r"(?:блокировать|блокирую|задержать|задержу|иду к|пойду к)",
    r"who(?: is|'s)",
    r"mark(?: on)?",
    r"(?:kill|shoot|heal|treat|save|cure|check|inspect|block|cover|guard|protect|compare|watch)",
    r"кто",
)
_VERB = re.compile(rf"^(?:{'|'.join(_VERBS)})\s*[:\-–—]?\s+(?=\S)", re.IGNORECASE)
_WRAPPING = " \t\r\n\u00a0.,!?;:«»„“”\"'()[]…"
_LIST = re.compile(r"[,;/\n]|\s(?:или|либо|и|or|and)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ballot:
    """The vote that a post holds: a name to find, or a withdrawal."""

    text: str = ""
    withdraw: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """What a message to the host is: `ack`, `cancel`, `pass`, `name`, `pair` (with the names' texts) or `text`."""

    kind: str
    name: str = ""
    second: str = ""


def ballot_of(said: Iterable[tuple[str, str]]) -> Ballot | None:
    """Return the vote of a post: the last vote or withdrawal in it counts. None where there is none."""
    found = None
    for tag, text in said:
        if tag.casefold() in VOTE_TAGS:
            found = Ballot(text)
        elif tag.casefold() in UNVOTE_TAGS:
            found = Ballot(withdraw=True)
    return found


def verdict_of(said: Iterable[tuple[str, str]]) -> bool | None:
    """Return what a post says in a trial, True for FOR; the last word of it counts. None where it says nothing."""
    found = None
    for tag, _text in said:
        if tag.casefold() in FOR_TAGS:
            found = True
        elif tag.casefold() in AGAINST_TAGS:
            found = False
    return found


def says_done(said: Iterable[tuple[str, str]]) -> bool:
    """Whether a post ends its author's last word."""
    return any(tag.casefold() in DONE_TAGS for tag, _text in said)


def is_night(text: str) -> bool:
    """Whether the text is the word for the night; only whole, never a beginning of it."""
    return nicknames.skeleton(text) in NIGHT_WORDS


def find(text: str, roster: Mapping[int, str], living: Sequence[int]) -> int:
    """Return the seat that a typed name means.

    Raises `target_ambiguous` with the `seats` that fit, or `target_unknown` with the nearest in `near`.
    """
    hits = nicknames.find(text, roster)
    if len(hits) > 1:
        hits = [number for number in hits if number in living] or hits
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise Refusal("target_ambiguous", seats=tuple(hits))
    near = nicknames.nearest(text, {number: roster[number] for number in living if number in roster})
    raise Refusal("target_unknown", near=tuple(near))


def candidate(text: str, roster: Mapping[int, str], living: Sequence[int]) -> int:
    """Return the candidate that a typed name means, the night among them. Raises as `find`."""
    return NIGHT if is_night(text) else find(text, roster, living)


def read_message(text: str, roster: Mapping[int, str]) -> Message:
    """Say what a message to the host is.

    A name alone or after a verb is a `name`, also one that nobody bears; two names of players are
    a `pair`, which only a comparison takes; a sentence is a `text`, in which nothing is guessed.
    """
    bare = text.strip(_WRAPPING)
    word = bare.casefold()
    if text.strip() == ACKNOWLEDGE:
        return Message("ack")
    if word in CANCEL:
        return Message("cancel")
    if word in PASS:
        return Message("pass")
    if not bare or "\n" in bare:
        return Message("text")
    if nicknames.find(bare, roster):
        return Message("name", bare)
    verb = _VERB.match(bare)
    rest = bare[verb.end() :].strip(_WRAPPING) if verb else bare
    if verb and rest and nicknames.find(rest, roster):
        return Message("name", rest)
    if pair := _pair(rest, roster):
        return Message("pair", *pair)
    if _LIST.search(rest) or not _could_be_a_name(rest):
        return Message("text")
    return Message("name", rest)


def _pair(text: str, roster: Mapping[int, str]) -> tuple[str, str] | None:
    """Return the two names of a list of two that players bear; a nickname may hold the word that joins them."""
    if len(text) > 2 * nicknames.LONGEST + len(", или "):
        return None
    for joint in _LIST.finditer(text):
        first, second = text[: joint.start()].strip(_WRAPPING), text[joint.end() :].strip(_WRAPPING)
        if nicknames.find(first, roster) and nicknames.find(second, roster):
            return first, second
    return None


def _could_be_a_name(text: str) -> bool:
    """Whether the text has the form of a nickname: one that nobody bears is worth an answer with the nearest."""
    if len(text.split()) > 3:
        return False
    try:
        nicknames.check(text)
    except Refusal as refusal:
        return refusal.code == "nick_reserved"
    return True
