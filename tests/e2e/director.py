"""Another hand at the running site: a process on its database and broker that makes a game and lets people act.

    python -m tests.e2e.director [told]      with the site's VAR_DIR and REDIS_URL in the environment

It prints the game's address and everybody's session, the host's included, and then does what it reads, a line at a
time: `post Опёнок Доброе утро`, `vote Лисичка Мухомор`, `letter Опёнок Груздь Между нами`, `end -` (the town wins);
after each it prints `done`. The game is one of seven by day, or the told one of `chronicle.py`.
"""

import json
import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "mafiaforum.settings"

import django

django.setup()

from django.utils import timezone  # noqa: E402

from games import services  # noqa: E402
from games.engine.state import OVER  # noqa: E402
from tests.e2e.chronicle import second_day  # noqa: E402
from tests.factories import HOST, client_of, make_game  # noqa: E402


def main() -> None:
    """Make a game by day, and do what is asked for."""
    played = second_day() if "told" in sys.argv else make_game(7, title="Живая партия").to_day()
    people = {**played.users, HOST: played.host_user}
    sessions = {name: client_of(user).cookies["sessionid"].value for name, user in people.items()}
    print(json.dumps({"url": played.url(), "sessions": sessions}), flush=True)
    for line in sys.stdin:
        what, who, *rest = line.split()
        if what == "post":
            played.post(who, " ".join(rest))
        elif what == "vote":
            played.vote(who, rest[0])
        elif what == "letter":
            played.letter(who, rest[:1], " ".join(rest[1:]))
        elif what == "end":
            played.to_end()
        print("done", flush=True)
    # Another one may want the same names.
    if played.phase not in OVER:
        services.call_off(game=played.game, host=played.host, at=timezone.now())


if __name__ == "__main__":
    main()
