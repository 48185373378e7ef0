"""Phrase books of the bots, one for each language of the site. A translator needs to read nothing else."""

from games.phrases import en, ru

PHRASES = {"ru": ru, "en": en}
