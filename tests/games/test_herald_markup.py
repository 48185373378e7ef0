"""The host's own words in reports are read like a post: markup works, and nothing dangerous comes through."""

import pytest

from forum.models import Post
from games import services
from games.models import Game
from tests.factories import make_game

pytestmark = pytest.mark.django_db


def _report(game: Game, mark: str) -> Post:
    return Post.objects.get(thread=game.thread, mark=mark)


def test_the_reason_of_a_heart_attack_has_the_markup_of_a_post() -> None:
    played = make_game().deal({"Мухомор": "mafia"}).acknowledge()
    reason = "Показано [b]письмо[/b] ведущего <script>alert(1)</script>"
    services.give_heart_attack(
        game=played.game, host=played.host, seat=played.seats["Груздь"], reason=reason, at=played.now()
    )
    report = _report(played.game, "heart_attack")
    assert "<strong>письмо</strong>" in report.html or "<b>письмо</b>" in report.html
    assert "<script" not in report.html and "&lt;script&gt;" in report.html
    assert "Показано письмо ведущего" in report.source
