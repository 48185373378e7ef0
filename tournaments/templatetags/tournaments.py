"""What pages of other rooms show of tournaments."""

from datetime import datetime
from typing import Any

from django import template

from tournaments import selectors as reads

register = template.Library()
# How many the front page shows.
MOST = 3


@register.inclusion_tag("tournaments/_front.html")
def tournaments_now(now: datetime) -> dict[str, Any]:
    """Show the tournaments that are played today or take entries; nothing where there is none."""
    played = [(one, True) for one in reads.under_way()[:MOST]]
    return {"tournaments": [*played, *((one, False) for one in reads.announced()[:MOST])][:MOST], "now": now}
