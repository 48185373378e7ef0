"""Fixtures of all tests that use Django. The engine's tests run without this file."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.template.base import Template
from django.urls import get_resolver
from django.utils import timezone, translation

from tests.memory import memory


@pytest.fixture(scope="session", autouse=True)
def _as_quick_as_the_site(django_test_environment: None) -> None:
    """Draw templates as the site does: Django's tests copy every context, which costs a fifth of the time of a page."""
    Template._render = lambda template, context: template.nodelist.render(context)


@pytest.fixture(scope="session", autouse=True)
def _code_as_it_is(django_test_environment: None) -> None:
    """Let the memory of played games know our code, all of it loaded, before a test replaces any."""
    assert get_resolver().url_patterns
    memory.learn_code()


@pytest.fixture(autouse=True)
def _nothing_left_over() -> Iterator[None]:
    """Give every test an empty cache (rate limits count there) and the default language and zone."""
    cache.clear()
    yield
    translation.deactivate()
    timezone.deactivate()
