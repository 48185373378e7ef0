"""What is hidden in a tournament shows on none of its pages.

A day is looked at, then something hidden is done, then it is looked at once more: for whoever may not know
every page is the same, byte for byte. And no word of a secret stands on any page that can be reached.
"""

from collections.abc import Callable, Iterator
from html import unescape
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from accounts import selectors as people
from accounts.models import Ownership, User
from games import notes, tasks
from games import services as games
from games.engine.roles import Side, side_of
from games.models import Event, Game, Seed
from games.services.work import load_state
from tests.factories import client_of, make_user
from tests.secrets.answers import first_difference, text_of
from tests.secrets.canaries import Canary
from tests.secrets.crawl import crawl, words_of
from tests.secrets.places import patterns
from tests.tournaments.day import Day
from tests.tournaments.played import over_day, running_day
from tournaments.models import Entry, Match, Tournament, TournamentSeed
from tournaments.views import frame

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]

VISITOR, STRANGER, ORGANISER, HOST = "visitor", "stranger", "organiser", "host"
# Those who play and know nothing of what is hidden: of group 1 and of group 2. The host of group 2 knows.
PLAYER, OTHER = "player", "other player"
# Forms alone, and what begins a tournament.
NOT_READ = {"tournaments:desk_act", "tournaments:withdraw"}
ORDER = "убить: «{}»…"
LETTER = "Зяблик говорит: голосуем вместе."
NOTE = "Кажется, это чиж."


class Readers:
    """Browsers of those who look at a day, and whose clones change their owners."""

    def __init__(self, day: Day, clock: time_machine.Traveller) -> None:
        self.day = day
        clock.move_to(day.at)
        for number, user in day.users.items():
            # No part of what the clone is called.
            member = people.member_of(user)
            assert member is not None
            member.name = f"Хозяйство {number:02d}"
            member.save()
        first, second = day.members(1), day.members(2)
        other = bystander(day)
        self.swapped = (first[0], next(number for number in second if number != other))
        users: dict[str, User | None] = {
            VISITOR: None,
            ORGANISER: day.organiser_user,
            HOST: people.owner_of(day.hosts[0]),
            PLAYER: day.users[first[1]],
            OTHER: day.users[other],
        }
        self.clients = {who: client_of(user) for who, user in users.items()}
        self.players = {PLAYER: first[1], OTHER: other}

    def look(self) -> dict[tuple[str, str], str]:
        """Return what each of them gets at each page of the tournament."""
        return {
            (who, url): text_of(client.get(url, headers={"accept-language": "ru"}))
            for who, client in self.clients.items()
            for url in self.pages()
        }

    def pages(self) -> Iterator[str]:
        """Return the addresses of all pages that there are, or could be guessed."""
        slug = self.day.tournament.slug
        owner = people.member_of(self.day.users[self.swapped[0]])
        assert owner is not None
        match = Match.objects.filter(tournament=self.day.tournament).order_by("pk").first()
        last = Match.objects.filter(tournament=self.day.tournament).order_by("pk").last()
        assert match is not None and last is not None
        yield from ("/tournaments/", "/tournaments/new/", "/tournaments/season/", "/tournaments/season/2026/")
        yield f"/tournaments/members/{owner.name}/"
        yield f"/tournaments/members/{self.day.entry(self.swapped[0]).persona.name}/"
        for page in ("", "live/", "enter/", "check-in/", "desk/", "points/", "standings.csv", "print/", "final/"):
            yield f"/tournaments/{slug}/{page}"
        yield f"/tournaments/{slug}/draw.json"
        for number in (0, 1, 2):
            yield f"/tournaments/{slug}/groups/{number}/"
        for pk in (match.pk, last.pk):
            yield f"/tournaments/{slug}/matches/{pk}/"

    def swap(self) -> None:
        """Let the owners of two clones change places, in the tournament and in its games."""
        one, other = (Ownership.objects.get(persona=self.day.entry(number).persona) for number in self.swapped)
        Ownership.objects.filter(pk=one.pk).update(user=other.user)
        Ownership.objects.filter(pk=other.pk).update(user=one.user)


def differing(before: dict[tuple[str, str], str], after: dict[tuple[str, str], str]) -> list[str]:
    """Return where somebody saw that something hidden was done."""
    assert before.keys() == after.keys()
    return [
        f"{who} at {url}\n{first_difference(before[who, url], after[who, url])}"
        for who, url in before
        if before[who, url] != after[who, url]
    ]


def by_night(day: Day) -> Game:
    """Let the clock bring the running game of group 2 to its night."""
    game = day.match(2).game
    assert game is not None
    day.go_on(game, "night")
    return game


def bystander(day: Day) -> int:
    """Return the number of somebody of group 2 whom nothing of what `hide` does concerns: the last living citizen."""
    game = Match.objects.filter(tournament=day.tournament, group__number=2, game__isnull=False).latest("pk").game
    assert game is not None
    last = [seat.number for seat in load_state(game).seats if seat.alive and seat.role == "citizen"][-1]
    return Entry.objects.get(tournament=day.tournament, persona=game.seats.get(number=last).persona).number


def hide(day: Day, game: Game) -> str:
    """Give an order, write a letter and a note, all of them in the night of group 2; return the order as typed."""
    state = load_state(game)
    mafia = next(seat for seat in state.seats if seat.alive and side_of(seat.role) == Side.MAFIA)
    victim = next(seat for seat in state.seats if seat.alive and side_of(seat.role) != Side.MAFIA)
    names = dict(game.seats.values_list("number", "persona__name"))
    order = ORDER.format(names[victim.number])
    games.message_host(game=game, seat=mafia.number, text=order, at=day.at)
    others = [seat.number for seat in state.seats if seat.alive and seat.number != mafia.number]
    games.write_letter(game=game, seat=mafia.number, to=others[:1], source=LETTER, at=day.at, limit_pace=False)
    owner = people.owner_of(game.seats.get(number=victim.number).persona)
    assert owner is not None
    notes.write(owner, game.seats.get(number=mafia.number), NOTE, day.at)
    return order


def secrets(day: Day, readers: Readers, *written: str) -> list[Canary]:
    """Return the words that nobody but the named may read on a page of this tournament, as it stands."""
    found = [Canary(word, "what was written in private", frozenset()) for word in written]
    for number, user in day.users.items():
        member, clone = people.member_of(user), day.entry(number).persona
        assert member is not None
        own = frozenset(who for who, entry in readers.players.items() if entry == number)
        found.append(Canary(member.name, f"member name of {clone.name}", own))
        found.append(Canary(str(user.email), f"address of {clone.name}", own))
        found.append(Canary(clone.token, f"`as` of {clone.name}", own))
    if not day.fresh().ended:
        seed = TournamentSeed.objects.get(tournament=day.tournament)
        found.append(Canary(bytes(seed.seed).hex(), "the organiser's seed", frozenset()))
    running = Seed.objects.exclude(game__phase__in=("finished", "cancelled"))
    found += [Canary(bytes(one.seed).hex(), "the seed of a running game", frozenset()) for one in running]
    return found


def sightings(readers: Readers, seen: dict[tuple[str, str], str], canaries: list[Canary]) -> list[str]:
    """Return which words stand on a page that was looked at, or that a stranger comes to by links, and to whom."""
    found = [
        f"{who} at {url}: {one.what}"
        for (who, url), text in seen.items()
        for one in canaries
        if who not in one.readers and one.word in unescape(text) and one.word not in url
    ]
    stranger = client_of(make_user("stranger@example.org", member="Прохожий"))
    reached = crawl(stranger, readers.pages(), within="/tournaments/")
    assert len(reached) > len(list(readers.pages()))
    for url, answer in reached.items():
        assert answer.status_code < 500, url
        text = words_of(answer)
        found += [f"{STRANGER} at {url}: {one.what}" for one in canaries if one.word in text and one.word not in url]
    return found


def test_owners_orders_letters_and_notes_show_nowhere_while_a_game_is_played(clock: time_machine.Traveller) -> None:
    day = running_day()
    game = by_night(day)
    readers = Readers(day, clock)
    before = readers.look()
    order = hide(day, game)
    readers.swap()
    after = readers.look()
    found = differing(before, after) + sightings(readers, after, secrets(day, readers, order, LETTER, NOTE))
    assert not found, "\n".join(found)
    # Nor in a letter of the house.
    tasks.send_mail_notices()
    letters = "\n".join(f"{one.subject}\n{one.body}" for one in mail.outbox)
    assert [one.what for one in secrets(day, readers, order, LETTER, NOTE) if one.word in letters] == []


def test_whose_clones_they_were_is_not_told_at_the_end(clock: time_machine.Traveller) -> None:
    day = over_day()
    readers = Readers(day, clock)
    before = readers.look()
    readers.swap()
    after = readers.look()
    found = differing(before, after) + sightings(readers, after, secrets(day, readers))
    assert not found, "\n".join(found)
    # What each of them has won stands under the clone; the page of the owner's member name is the owner's alone.
    owner = people.member_of(day.users[readers.swapped[1]])
    assert owner is not None
    page = f"/tournaments/members/{owner.name}/"
    assert readers.clients[PLAYER].get(page).status_code == 404
    own = client_of(day.users[readers.swapped[1]]).get(page)
    assert own.status_code == 200
    clone = Entry.objects.get(tournament=day.tournament, number=readers.swapped[1]).persona
    assert clone.name not in own.content.decode()


def test_every_page_of_a_tournament_is_looked_at(clock: time_machine.Traveller) -> None:
    day = running_day()
    readers = Readers(day, clock)
    opened = {answer.resolver_match.view_name for answer in map(Client().get, readers.pages())}
    there_are = {name for name in patterns() if name.startswith("tournaments:")}
    assert there_are - opened == NOT_READ


def _tells_owners(tournament: Tournament) -> str:
    clones = Entry.objects.filter(tournament=tournament).order_by("number").values("persona")
    return str(list(Ownership.objects.filter(persona__in=clones).order_by("persona").values_list("user", flat=True)))


def _tells_orders(tournament: Tournament) -> str:
    played = Match.objects.filter(tournament=tournament, game__isnull=False).values("game")
    return str(Event.objects.filter(game__in=played, kind="order_given").count())


@pytest.mark.parametrize("leak", [_tells_owners, _tells_orders], ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak: Callable[[Tournament], str], clock: time_machine.Traveller) -> None:
    """The look notices what it is there for."""
    day = running_day()
    game = by_night(day)
    readers = Readers(day, clock)
    readers.clients = {VISITOR: readers.clients[VISITOR]}
    drawn = frame.page

    def leaking(*args: Any, **more: Any) -> HttpResponse:
        answer = drawn(*args, **more)
        answer["X-Leak"] = leak(day.tournament)
        return answer

    with mock.patch.object(frame, "page", leaking):
        before = readers.look()
        hide(day, game)
        readers.swap()
        assert differing(before, readers.look()) != []
