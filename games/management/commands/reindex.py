"""Lets search find every post anew, after the words of texts are cut in another way or rows were put in by hand."""

from typing import Any

from django.core.management.base import BaseCommand

from forum.index import index_again
from games.tags import TAGS


class Command(BaseCommand):
    help = "Indexes the words of all posts anew, for the search in games and letters."

    def handle(self, *args: Any, **options: Any) -> None:
        """Index some posts at a time; the site may run meanwhile."""
        self.stdout.write(f"{index_again(TAGS)} posts are found by their words")
