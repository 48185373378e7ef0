"""Long threads, quickly: posts of the players that went by no service."""

from forum.models import Post
from forum.selectors import last_number
from tests.factories import Played


def fill(played: Played, posts: int) -> None:
    """Fill the game's thread with posts of the players up to a number; every tenth has a vote."""
    personas = [played.persona(name) for name in played.seats]
    first = last_number(played.game.thread) + 1
    Post.objects.bulk_create(
        Post(
            thread=played.game.thread,
            number=number,
            author=personas[number % len(personas)],
            tagged=number % 10 == 0,
            source="x",
            html=f"<p>Пост {number}</p>",
            render_version=1,
            at=played.now(),
        )
        for number in range(first, posts + 1)
    )
