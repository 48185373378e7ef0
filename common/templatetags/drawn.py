"""Parts of pages that many readers see alike, drawn once.

    {% load drawn %}{% drawn "_seats.html" living=living out=out %}

is `{% include "_seats.html" with living=living out=out only %}`, but the same values give what they gave
before instead of being drawn anew. A part is told nothing besides: no reader, no request, no token of a
form, no clock. What it shows is what it was handed, so nothing can get from one reader to another
by it, and nothing is ever out of date. Values are plain data.
"""

import pickle
from datetime import tzinfo
from functools import lru_cache
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

# So many parts a process remembers, of some kilobytes each.
REMEMBERED = 2000


@register.simple_tag
def drawn(template: str, **values: Any) -> SafeString:
    """Draw a part of a page from these values alone, in the reader's language and time zone."""
    told = pickle.dumps(values)
    return _drawn(
        template, told, get_language(), timezone.get_current_timezone(), staticfiles_storage.__class__.__name__
    )


@lru_cache(maxsize=REMEMBERED)
def _drawn(template: str, told: bytes, _language: str | None, _zone: tzinfo, _storage: str) -> SafeString:
    """Draw from the very values that the answer is remembered by."""
    values = pickle.loads(told)  # noqa: S301 (written above, kept in this process)
    return mark_safe(render_to_string(template, values))  # noqa: S308 (a template's own output)
