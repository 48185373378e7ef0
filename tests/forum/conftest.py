"""A named cast for the tests of threads: Ann and Bob belong to them, Cat does not, Max is a member."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import Persona
from forum import services
from forum.models import Post, Thread

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def at(seconds: float) -> datetime:
    """Return a moment some seconds after the start."""
    return START + timedelta(seconds=seconds)


def say(thread: Thread, author: Persona | None, text: str = "слово", second: float = 0, **more: object) -> Post:
    """Write a post."""
    return services.write(thread, author=author, source=text, at=at(second), **more)  # type: ignore[arg-type]


def clone(name: str) -> Persona:
    return Persona.objects.create(kind=Persona.Kind.CLONE, name=name)


@pytest.fixture
def ann(db: None) -> Persona:
    return clone("Анна")


@pytest.fixture
def bob(db: None) -> Persona:
    return clone("Борис")


@pytest.fixture
def cat(db: None) -> Persona:
    return clone("Катя")


@pytest.fixture
def max_(db: None) -> Persona:
    return Persona.objects.create(kind=Persona.Kind.MEMBER, name="Максим")


@pytest.fixture
def square(ann: Persona, bob: Persona) -> Thread:
    """A thread that everybody reads and members write in."""
    thread = services.open_thread(
        readers=Thread.Readers.EVERYBODY, writers=Thread.Writers.LISTED, title="Площадь", language="ru"
    )
    services.add_member(thread, ann)
    services.add_member(thread, bob)
    return thread


@pytest.fixture
def letter(ann: Persona, bob: Persona) -> Thread:
    """A thread of two."""
    thread = services.open_thread(readers=Thread.Readers.MEMBERS, writers=Thread.Writers.LISTED)
    services.add_member(thread, ann)
    services.add_member(thread, bob)
    return thread
