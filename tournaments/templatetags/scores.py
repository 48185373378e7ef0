"""Points in templates: {% load scores %}."""

from django import template

from tournaments import words

register = template.Library()


@register.filter
def figure(cents: int) -> str:
    """Write points with two decimals and the language's decimal sign."""
    return words.figure(cents)


@register.filter
def given(cents: int) -> str:
    """Write points that are given or taken beside the table, with their sign."""
    return words.brief(cents, signed=True)
