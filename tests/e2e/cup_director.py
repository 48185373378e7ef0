"""Everybody else at a tournament of the running site, whose organiser announces it in a browser.

    python -m tests.e2e.cup_director      with the site's VAR_DIR and REDIS_URL in the environment

It prints everybody's session, and then does what it reads, a line at a time: `enter SLUG` lets all enter who have not;
`where NAME` tells the group; `come 1` lets a group check in, `come 1 NAME` all but one; `deal 1` begins its game,
`end 1` ends it for the town; `play 1` is all of that until the group has played; after each it prints `done`.
"""

import json
import os
import sys
from datetime import datetime

os.environ["DJANGO_SETTINGS_MODULE"] = "mafiaforum.settings"

import django

django.setup()

from django.utils import timezone  # noqa: E402

from accounts import selectors as people  # noqa: E402
from accounts.models import User  # noqa: E402
from tests.factories import client_of, make_user  # noqa: E402
from tests.tournaments.day import Day  # noqa: E402
from tournaments import services  # noqa: E402
from tournaments.models import OPEN, Entry, Match, Tournament  # noqa: E402

# The first three have no seat: the organiser and two hosts.
NAMES = (
    "Часовщик", "Смотритель", "Сторож",
    "Аист", "Бекас", "Вяхирь", "Галка", "Дрозд", "Жулан", "Зуёк", "Иволга", "Кулик", "Луговка", "Мородунка", "Нырок",
)  # fmt: skip


class Now(Day):
    """A day at the real time, in which others act as well."""

    def __init__(self, slug: str, users: dict[str, User]) -> None:
        self.tournament = Tournament.objects.get(slug=slug)
        for user in list(users.values())[3:]:
            if not Entry.objects.filter(persona=people.member_of(user), tournament=self.tournament).exists():
                services.enter(tournament=self.tournament, user=user, name="", at=self.at)

    @property
    def at(self) -> datetime:  # type: ignore[override]
        """The time."""
        return timezone.now()

    @at.setter
    def at(self, moment: datetime) -> None:
        """Nobody moves the real time."""

    def group_of(self, name: str) -> int:
        """Return the number of the group that somebody was drawn into."""
        entry = Entry.objects.select_related("group").get(tournament=self.tournament, persona__name=name)
        assert entry.group is not None
        return entry.group.number

    def number_of(self, name: str) -> int:
        """Return somebody's number."""
        return Entry.objects.get(tournament=self.tournament, persona__name=name).number

    def deal(self, group: int) -> None:
        """Let the host begin a group's game, all of whom are there."""
        services.start_match(match=self.match(group), by=self.group(group).host, at=self.at)

    def play(self, group: int) -> None:
        """Let a group play all that it has still to play."""
        while Match.objects.filter(tournament=self.tournament, group__number=group, state__in=OPEN).exists():
            if self.match(group).game_id is None:
                self.come(group)
                self.deal(group)
            self.end(group)


def main() -> None:
    """Make the people, and do what is asked for."""
    users = {name: make_user(f"bird{number}@example.org", member=name) for number, name in enumerate(NAMES)}
    sessions = {name: client_of(user).cookies["sessionid"].value for name, user in users.items()}
    print(json.dumps({"url": "", "sessions": sessions}), flush=True)
    day: Now | None = None
    for line in sys.stdin:
        what, about, *rest = line.split()
        if what == "enter":
            day = Now(about, users)
            print("done", flush=True)
            continue
        assert day is not None
        said = ""
        if what == "where":
            said = f" {day.group_of(about)}"
        elif what == "come":
            day.come(int(about), but=[day.number_of(name) for name in rest])
        elif what == "deal":
            day.deal(int(about))
        elif what == "end":
            day.end(int(about))
        elif what == "play":
            day.play(int(about))
        print(f"done{said}", flush=True)


if __name__ == "__main__":
    main()
