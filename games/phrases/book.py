"""The parts of a phrase book."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """What a game of bots is about: its title, the theme of the nicknames, a paragraph, and nicknames."""

    title: str
    theme: str
    about: str
    names: tuple[str, ...]
