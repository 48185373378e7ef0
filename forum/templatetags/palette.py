"""The colours and sizes of posts for the toolbar: `{% load palette %}{% colours as all %}`."""

from django import template

from forum.palette import COLOURS, SIZES, Step

register = template.Library()


@register.simple_tag
def colours() -> tuple[Step, ...]:
    """Give the colours that words may have."""
    return COLOURS


@register.simple_tag
def sizes() -> tuple[Step, ...]:
    """Give the sizes that words may have."""
    return SIZES
