"""Phrase books of the bots, one for each language of the site. A translator needs to read nothing else."""

from collections.abc import Mapping

from games.phrases import en, ru
from games.phrases.book import Book

PHRASES: Mapping[str, Book] = {"ru": ru, "en": en}
