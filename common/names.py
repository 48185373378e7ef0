"""Nicknames: which are allowed, which are the same to the eye, and how a typed one is found
(`rules.md` sections 2 and 6). Standard library only, so that the engine may use it.

Reasons of the refusal `nick_invalid`, in `params["reason"]`, with the further params of each:

    empty          nothing was typed, or spaces only
    short          fewer than `limit` characters                      limit, length
    long           more than `limit` characters                       limit, length
    line_break     goes over several lines
    direction      holds marks that turn the direction of writing
    invisible      holds characters that cannot be seen, or nothing else
    marks          holds marks stacked on a letter
    emoji          holds a picture                                    sign
    sign           holds a sign that names may not have               sign
    script         holds a letter neither Latin nor Cyrillic          sign
    mixed_scripts  mixes Latin and Cyrillic letters
    no_letter      has no letter at all

`nick_reserved` has no reason. Both carry `name`, the name as it was cleaned, cut to a length that
can be shown; `direction`, `invisible`, `line_break` and `marks` carry it without what is wrong.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from common import reserved
from common.refusal import Refusal

K = TypeVar("K")

SHORTEST = 2
LONGEST = 32
SEPARATORS = "_-.' "
REASONS = (
    "empty",
    "short",
    "long",
    "line_break",
    "direction",
    "invisible",
    "marks",
    "emoji",
    "sign",
    "script",
    "mixed_scripts",
    "no_letter",
)

# Beyond this a text is no nickname, whatever it holds; nothing longer is looked at closely.
_CLEARLY_TOO_LONG = 1000

# What phone keyboards put for the plain sign.
_TYPOGRAPHIC = {ord(sign): "'" for sign in "’‘ʼ′`´"} | {ord(sign): "-" for sign in "‐‑‒–—−"}

# Look-alikes joined to one sign, after case folding, so that letters count as alike when either
# their small or their capital forms do (н and H, в and B). No two letters of the Russian alphabet
# and no two digits may come to the same sign: to their readers they are different names.
_LOOK_ALIKES = str.maketrans(
    {
        # Russian letters as Latin ones, or as digits.
        "а": "a",
        "в": "b",
        "г": "r",
        "е": "e",
        "к": "k",
        "м": "m",
        "н": "h",
        "о": "o",
        "п": "n",
        "р": "p",
        "с": "c",
        "т": "t",
        "у": "y",
        "х": "x",
        "з": "3",
        "ч": "4",
        "б": "6",
        # Other Cyrillic letters.
        "і": "l",
        "ӏ": "l",
        "ј": "j",
        "ѕ": "s",
        "ԁ": "d",
        "һ": "h",
        "ԛ": "q",
        "ԝ": "w",
        "ү": "y",
        "ӕ": "æ",
        # Latin letters with a stroke that normalising does not take off, and the dotless i.
        "ı": "l",
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ƶ": "z",
        "ƀ": "b",
        "ĸ": "k",
        # One stroke, one ring.
        "1": "l",
        "i": "l",
        "|": "l",
        "0": "o",
    }
)

_BREVE = "\u0306"
# The embedding, override and isolate marks, and the two that stand alone.
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and signs by their category that are drawn as nothing.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\U0001d159")
_LINE_BREAKS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def skeleton(name: str) -> str:
    """Return what is left of a name when differences that the eye does not see are dropped.

    Two names with the same skeleton are the same name: in votes, in orders, and where a name must
    be unique (`rules.md` section 2). `й` stays a letter of its own; `ё` is `е`. Any text has a
    skeleton, perhaps an empty one; a skeleton is its own skeleton.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    kept: list[str] = []
    for sign in unicodedata.normalize("NFD", folded.translate(_TYPOGRAPHIC)):
        category = unicodedata.category(sign)
        if category[0] == "M":
            if sign == _BREVE and kept and kept[-1] == "и":
                kept[-1] = "й"
        elif sign not in SEPARATORS and category[0] not in "ZC" and sign not in _BLANK:
            kept.append(sign)
    return "".join(kept).translate(_LOOK_ALIKES).lstrip("@")


def clean(name: str) -> str:
    """Return a name as it is stored and shown: NFKC, spaces trimmed and collapsed, and the
    apostrophes and dashes of phone keyboards made plain. Line breaks stay, for `check` to refuse.
    """
    spaced = unicodedata.normalize("NFKC", name).translate(_TYPOGRAPHIC).replace("\t", " ")
    return " ".join(part for part in spaced.split(" ") if part)


def check(name: str) -> None:
    """Pass a nickname that follows `rules.md` section 2, as `clean` would store it.

    Raises `Refusal("nick_invalid", reason=...)`, with the reasons listed at the top of this module,
    or `Refusal("nick_reserved")` for a name that reads as a command, a role or the staff.
    """
    if len(name) > _CLEARLY_TOO_LONG:
        raise _invalid("long", name[: LONGEST + 1], limit=LONGEST, length=len(name))
    name = clean(name)
    if not name:
        raise _invalid("empty", "")
    _check_signs(name)
    if len(name) > LONGEST:
        raise _invalid("long", name, limit=LONGEST, length=len(name))
    if len(name) < SHORTEST:
        raise _invalid("short", name, limit=SHORTEST, length=len(name))
    scripts = {script for sign in name if (script := _script_of(sign))}
    if not scripts:
        raise _invalid("no_letter", name)
    if len(scripts) > 1:
        raise _invalid("mixed_scripts", name)
    if is_reserved(name):
        raise Refusal("nick_reserved", name=name)


def is_reserved(name: str) -> bool:
    """Tell whether a name reads as a command, a role, a place of the site, or the staff."""
    if skeleton(name) in _RESERVED:
        return True
    return any(skeleton(word.rstrip("0123456789")) in _STAFF for word in _words(name))


def find(text: str, names: Mapping[K, str]) -> list[K]:
    """Return the keys of the names that a typed text means, in the order of `names`.

    A name with the same skeleton is meant alone; else every name whose skeleton begins with the
    typed one (`rules.md` section 6). None, one or several: the caller refuses what is not one.
    """
    wanted = skeleton(text)
    if not wanted:
        return []
    skeletons = {key: skeleton(name) for key, name in names.items()}
    same = [key for key, known in skeletons.items() if known == wanted]
    return same or [key for key, known in skeletons.items() if known.startswith(wanted)]


def nearest(text: str, names: Mapping[K, str]) -> list[K]:
    """Return the keys of at most three names that the typed text may be a slip for, nearest first;
    none where nothing is near (a third of the letters, three at most, may be wrong).
    """
    wanted = skeleton(text)
    if not wanted or len(wanted) > 2 * LONGEST:
        return []
    near = []
    for place, (key, name) in enumerate(names.items()):
        known = skeleton(name)
        allowed = min(3, max(len(wanted), len(known)) // 3)
        if abs(len(wanted) - len(known)) <= allowed:
            slips = _distance(wanted, known)
            if slips <= allowed:
                near.append((slips, place, key))
    return [key for _slips, _place, key in sorted(near, key=lambda row: row[:2])[:3]]


def suggest(name: str, taken: Callable[[str], bool], tails: Iterable[str] = ()) -> str | None:
    """Return a similar nickname that passes `check` and is not `taken`, or None.

    First the name itself with what may not stand left out, then with a tail behind it: one of
    `tails`, else of ours. For a reserved name nothing is suggested: it would read as one still.
    """
    base = _mended(name)
    if not base or is_reserved(base):
        return None
    ours = _TAILS[next(filter(None, map(_script_of, base)))]
    for option in (base, *(f"{_cut(base, tail)} {tail}" for tail in (*tails, *ours))):
        try:
            check(option)
        except Refusal:
            continue
        if not taken(option):
            return option
    return None


def _check_signs(name: str) -> None:
    """Raise for the first kind of sign that a name may not hold, the gravest kind first."""
    kinds: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("line_break", _LINE_BREAKS.__contains__),
        ("direction", _DIRECTION.__contains__),
        ("emoji", _is_picture),
        ("invisible", _is_invisible),
        ("marks", lambda sign: unicodedata.category(sign)[0] == "M"),
        ("script", lambda sign: unicodedata.category(sign)[0] == "L" and not _script_of(sign)),
        ("sign", lambda sign: not _may_stand(sign)),
    )
    for reason, wrong in kinds:
        sign = next(filter(wrong, name), None)
        if sign is not None:
            raise _invalid(reason, name, **({"sign": sign} if reason in ("emoji", "script", "sign") else {}))


def _invalid(reason: str, name: str, **params: object) -> Refusal:
    """Make the refusal, with the name in a form that cannot upset a page or a line of a log."""
    shown = "".join(sign for sign in name if unicodedata.category(sign)[0] != "M" and not _is_invisible(sign))
    return Refusal("nick_invalid", reason=reason, name=shown[: LONGEST + 1], **params)


def _is_invisible(sign: str) -> bool:
    """Tell whether a sign draws nothing and is not the plain space."""
    return sign in _BLANK or (unicodedata.category(sign)[0] in "ZC" and sign != " ")


def _is_picture(sign: str) -> bool:
    """Tell whether a sign is an emoji or another pictogram, or makes one of what stands before it.

    What is not assigned yet in the blocks of emoji is one that is newer than our tables.
    """
    category, code = unicodedata.category(sign), ord(sign)
    if category == "Cn":
        return 0x1F000 <= code < 0x20000
    return sign in "\ufe0f\u20e3" or (category in ("So", "Sk") and code >= 0x2000)


def _script_of(sign: str) -> str:
    """Return LATIN or CYRILLIC for a letter that names may have, else an empty text.

    The letters of living alphabets only: phonetic and historic ones are look-alikes by trade.
    """
    if unicodedata.category(sign) not in ("Lu", "Ll"):
        return ""
    code = ord(sign)
    if code < 0x180 or unicodedata.normalize("NFD", sign)[0].isascii():
        return "LATIN"
    return "CYRILLIC" if 0x400 <= code < 0x460 or 0x48A <= code < 0x530 else ""


def _may_stand(sign: str) -> bool:
    """Tell whether names may hold the sign at all."""
    return sign in SEPARATORS or (sign.isascii() and sign.isdigit()) or bool(_script_of(sign))


def _words(name: str) -> list[str]:
    """Split a name at its separators."""
    return "".join(" " if sign in SEPARATORS else sign for sign in clean(name)).split()


def _mended(name: str) -> str:
    """Return a name without the signs that may not stand, in one script. Look-alikes of the other
    script are turned into it. Empty where no name of two signs is left, or a letter has no twin.
    """
    kept = "".join(sign for sign in clean(name[:_CLEARLY_TOO_LONG]) if _may_stand(sign))
    for script, twins in _TWINS.items():
        turned = "".join(sign if _script_of(sign) in ("", script) else twins.get(sign, "?") for sign in kept)
        if "?" not in turned:
            turned = clean(turned)[:LONGEST].strip()
            return turned if len(turned) >= SHORTEST and any(map(_script_of, turned)) else ""
    return ""


def _cut(base: str, tail: str) -> str:
    """Shorten a name so that the tail fits behind it."""
    return base[: LONGEST - len(tail) - 1].rstrip(SEPARATORS)


def _distance(one: str, other: str) -> int:
    """Count the letters to change, add, leave out or swap with their neighbour between two texts."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, sign in enumerate(one, 1):
        row = [i]
        for j, known in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (sign != known))
            if i > 1 and j > 1 and sign == other[j - 2] and one[i - 2] == known:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


# What is put behind a name that is taken: phrases that need no grammatical gender.
_TAILS = {
    "LATIN": ("of the North", "by the River", "from the Hill", "at Dusk", "of the West", "in the Rain", "by the Sea"),
    "CYRILLIC": ("с севера", "у реки", "с холма", "из тумана", "в сумерках", "с востока", "под дождём"),
}

# Letters that can stand for each other without a trace.
_CYRILLIC = "аеорсухАВЕКМНОРСТХ"
_LATIN = "aeopcyxABEKMHOPCTX"
_TWINS = {
    "CYRILLIC": dict(zip(_LATIN, _CYRILLIC, strict=True)),
    "LATIN": dict(zip(_CYRILLIC, _LATIN, strict=True)),
}

_RESERVED = frozenset(
    map(
        skeleton,
        reserved.listed(reserved.COMMANDS, reserved.OUTCOMES, reserved.ROLES, reserved.PLACES, reserved.STAFF),
    )
)
_STAFF = frozenset(map(skeleton, reserved.listed(reserved.STAFF)))
