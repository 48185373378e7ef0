"""Addresses of a game's pages, as notices and the front page name them: `table`, `desk#desk-letters`."""

from django.urls import reverse


def page_of(slug: str, page: str) -> str:
    """Return the address of a page of a game, named as in `games.urls`, maybe with a part of it after a `#`."""
    name, _mark, part = page.partition("#")
    return reverse(f"games:{name}", args=[slug], fragment=part or None)
