"""The picture of a persona: a printer's seal made from its name.

Same skeleton of a name, same picture, for ever: what is drawn depends on the public name alone,
never on a role, a seat, an owner or being a bot. The picture says nothing that the name does not,
so its address may be cached by anybody. `docs/look.md` says how to change it without harm.
"""

from functools import lru_cache
from hashlib import sha256
from math import cos, pi, sin
from typing import NamedTuple

from common.names import skeleton

VERSION = 1  # part of the hash and of the address; a new drawing is a new version
HOST_CODE = "host"
PAPER = "#fbf6ea"
BLACK = "#1e1b17"

# (ground, second tone). Printing inks; no vermilion and no amber, which mean "vote" and "act" in the interface.
INKS = (
    ("#23496b", "#35699a"),  # prussian
    ("#23523f", "#37785d"),  # bottle
    ("#5a2f57", "#7f4a7b"),  # plum
    ("#5c4026", "#835d3d"),  # umber
    ("#3d4654", "#5c687a"),  # slate
    ("#14525a", "#237680"),  # petrol
    ("#4f5220", "#6f7331"),  # olive
    ("#74421f", "#965a33"),  # russet
    ("#38397a", "#5556a5"),  # indigo
    ("#702f4b", "#964967"),  # mulberry
    ("#2b2824", "#575047"),  # lampblack
    ("#3a5a2c", "#547a40"),  # moss
)

# Outlines in a box of 48 by 48.
FRAMES = (
    "M24 1a23 23 0 1 1 0 46a23 23 0 1 1 0-46z",  # disc
    "M15 2h18l13 13v18l-13 13h-18l-13-13v-18z",  # octagon
    "M4 3h40v23c0 10-8 17-20 21c-12-4-20-11-20-21z",  # shield
    "M24 1l20 11.5v23l-20 11.5l-20-11.5v-23z",  # hexagon
    "M8 2h32a6 6 0 0 0 6 6v32a6 6 0 0 0-6 6h-32a6 6 0 0 0-6-6v-32a6 6 0 0 0 6-6z",  # ticket
)

# Parts that take the second tone; they are clipped by the frame.
DIVISIONS = (
    "M24 -6l30 30l-30 30l-30-30z",  # lozenge field
    "M0 0h24v48h-24z",  # per pale
    "M0 24h48v24h-48z",  # per fess
    "M0 0h48l-48 48z",  # per bend
    "M0 0h24v24h-24zM24 24h24v24h-24z",  # quarterly
    "M0 48l24-26l24 26z",  # chevron
    "M0 8h48v6h-48zM0 21h48v6h-48zM0 34h48v6h-48z",  # bars
    "M17 0h14v48h-14z",  # pale
)


def _star(points: int, outer: float, inner: float) -> str:
    spots = []
    for i in range(points * 2):
        reach, turn = (inner if i % 2 else outer), pi * i / points - pi / 2
        spots.append(f"{24 + reach * cos(turn):.1f} {24 + reach * sin(turn):.1f}")
    return "M" + "L".join(spots) + "z"


# The charge in the middle, in paper colour. Even-odd fill.
CHARGES = (
    _star(5, 14, 6),
    _star(8, 14, 7.5),
    _star(4, 15, 4.5),
    "M29 11a14 14 0 1 0 7 22a11.5 11.5 0 0 1-7-22z",  # crescent
    "M24 11a13 13 0 1 1 0 26a13 13 0 1 1 0-26zM24 18a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",  # ring
    "M24 9c6 9 10 13 10 19a10 10 0 0 1-20 0c0-6 4-10 10-19z",  # drop
    "M37 11c1 15-6 26-24 26c-1-15 8-25 24-26zM32 16l-15 17l1.5 1l14.5-17z",  # leaf
    "M24 9l10 15l-10 15l-10-15z",  # lozenge
    "M13 10h22v4l-9 10l9 10v4h-22v-4l9-10l-9-10z",  # hourglass
    "M8 24c9-12 23-12 32 0c-9 12-23 12-32 0zM24 18.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z",  # eye
    "M24 9a7 7 0 0 1 2 13.7v16.3h-4v-3h-4v-4h4v-9.3a7 7 0 0 1 2-13.7zM24 13a3 3 0 1 0 0 6a3 3 0 1 0 0-6z",  # key
    "M10 28c0-10 6-16 14-16s14 6 14 16c-3-3-6-3-7 0c-2-3-4-3-5.5-1v9a4 4 0 0 1-8 0h2.5a1.5 1.5 0 0 0 3 0v-9"
    "c-1.5-2-3.5-2-5.5 1c-1-3-4-3-7.5 0z",  # umbrella
    "M9 29h6c0-9 2-15 9-15s9 6 9 15h6c0 3-6 5-15 5s-15-2-15-5z",  # hat
    "M20 10h8v4l5 5v16h2v4h-22v-4h2v-16l5-5zM20 20v14h8v-14z",  # lantern
    "M9 19c6-6 9 6 15 0s9 6 15 0v5c-6 6-9-6-15 0s-9-6-15 0zM9 29c6-6 9 6 15 0s9 6 15 0v5c-6 6-9-6-15 0s-9-6-15 0z",
    "M24 17c3-6 13-8 15-4c1 6-4 9-8 10c4 2 6 6 4 9c-4 3-9-1-11-6c-2 5-7 9-11 6c-2-3 0-7 4-9c-4-1-9-4-8-10"
    "c2-4 12-2 15 4z",  # moth
)

# The host's own seal, which no name can get: black, a pen nib.
_NIB = "M24 11c6 6 8 10 7 16l-4 8h-6l-4-8c-1-6 1-10 7-16zM23.3 17v9a2.5 2.5 0 1 0 1.4 0v-9z"


class Traits(NamedTuple):
    """What a seal is made of: places in the tables above, the two inks never the same."""

    ink: int
    second: int
    frame: int
    division: int
    charge: int
    mirrored: bool


def traits_of(name: str) -> Traits:
    """Choose the traits for a public name; names with one skeleton get the same."""
    h = sha256(b"emblem:%d:" % VERSION + skeleton(name).encode()).digest()
    ink = h[0] % len(INKS)
    second = (ink + 1 + h[5] % (len(INKS) - 1)) % len(INKS)
    return Traits(ink, second, h[1] % len(FRAMES), h[2] % len(DIVISIONS), h[3] % len(CHARGES), bool(h[4] & 1))


def encode(traits: Traits) -> str:
    """Write traits as the code of an address: the version and one hexadecimal digit for each trait."""
    return f"{VERSION}" + "".join(f"{int(trait):x}" for trait in traits)


def decode(code: str) -> Traits | None:
    """Read a code back; None for anything that `encode` could not have written."""
    if len(code) != 7 or not set(code) <= set("0123456789abcdef") or code[0] != f"{VERSION}":
        return None
    ink, second, frame, division, charge, mirrored = (int(digit, 16) for digit in code[1:])
    inside = (
        max(ink, second) < len(INKS)
        and ink != second
        and frame < len(FRAMES)
        and division < len(DIVISIONS)
        and charge < len(CHARGES)
        and mirrored < 2
    )
    return Traits(ink, second, frame, division, charge, bool(mirrored)) if inside else None


@lru_cache(maxsize=4096)
def code_of(name: str) -> str:
    """Give the code of the seal of a public name, for its address `/seal/<code>.svg`."""
    return encode(traits_of(name))


@lru_cache(maxsize=1024)
def svg(traits: Traits) -> str:
    """Draw a seal as a whole svg document of 48 by 48."""
    frame = FRAMES[traits.frame]
    turn = ' transform="matrix(-1 0 0 1 48 0)"' if traits.mirrored else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">'
        f'<clipPath id="f"><path d="{frame}"/></clipPath>'
        f'<path fill="{INKS[traits.ink][0]}" d="{frame}"/>'
        f'<g clip-path="url(#f)"><path fill="{INKS[traits.second][1]}" d="{DIVISIONS[traits.division]}"{turn}/></g>'
        f'<path fill="none" stroke="{PAPER}" stroke-width="1.3" d="{frame}" transform="matrix(.9 0 0 .9 2.4 2.4)"/>'
        f'<path fill="{PAPER}" fill-rule="evenodd" d="{CHARGES[traits.charge]}"'
        ' transform="matrix(.92 0 0 .92 1.9 1.9)"/></svg>'
    )


def host_svg() -> str:
    """Draw the host's seal as a whole svg document."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">'
        f'<circle cx="24" cy="24" r="23" fill="{BLACK}"/>'
        f'<circle cx="24" cy="24" r="20" fill="none" stroke="{PAPER}" stroke-width="1.3"/>'
        f'<circle cx="24" cy="24" r="17.5" fill="none" stroke="{PAPER}" stroke-width=".8"/>'
        f'<path fill="{PAPER}" fill-rule="evenodd" d="{_NIB}"/></svg>'
    )
