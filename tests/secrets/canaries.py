"""Words that stand in secrets, and who may ever read them.

Some are planted (`PLANTED`): each has its word, the place where it is written, and its readers.
The others are found: every line of every private post is a secret of those who are in the
conversation (`of_threads`); what is behind a clone is its owner's alone (`of_people`), and the
tokens by which forms and conversations are known are their holders' (`of_tokens`).
"""

from dataclasses import dataclass

from accounts.models import Persona
from forum.models import Post, Thread
from games.models import Game, Reservation, Room, Seat, Seed
from tests.secrets.worlds import HOST, JAILED, MEMBER, NAMES, World

MAFIA = ("Мухомор", "Поганка", "Маслёнок")
# A line shorter than this says nothing that is not said elsewhere.
SHORTEST = 9


@dataclass(frozen=True)
class Canary:
    """A word (or a whole line), what it is, and who may read it."""

    word: str
    what: str
    readers: frozenset[str]


def _planted(word: str, what: str, *readers: str) -> Canary:
    return Canary(word, what, frozenset(readers))


# word                            where it is written                                who may read it
PLANTED = {
    canary.what: canary
    for canary in (
        _planted("сойка-в-дупле", "letter", "Груздь", "Опёнок"),
        _planted("зимородок-под-мостом", "answer to the letter", "Груздь", "Опёнок"),
        _planted("удод-на-крыше", "letter to two", "Боровик", "Лисичка", "Сморчок"),
        _planted("козодой-у-окна", "mafia's room by day", *MAFIA),
        _planted("неясыть-в-подвале", "mafia's room by night", *MAFIA),
        _planted("сыч-среди-выбывших", "room of the dead", JAILED, HOST),
        _planted("филин-среди-зрителей", "room of the onlookers", MEMBER, HOST),
        _planted("свиристель-спрашивает", "question to the host", "Опёнок", HOST),
        _planted("вертишейка-отвечает", "answer of the host", "Опёнок", HOST),
        _planted("оляпка-предупреждена", "message of the host", "Груздь", HOST),
        _planted("убить: «Груздь»…", "order of a mafioso, as typed", "Мухомор", HOST),
        _planted("стреляю в — Груздь;", "order of another mafioso, as typed", "Поганка", HOST),
        _planted("кто такой „Поганка“?", "order of the commissioner, as typed", "Боровик", HOST),
        _planted("лечу: (Груздь)", "order of the doctor, as typed", "Рыжик", HOST),
        _planted("славка-в-заметке", "note on a player", "Груздь"),
        _planted("иволга-в-заметке", "note of the host", HOST),
        _planted("пеночка-не-приказ", "words of a citizen by night", "Лисичка", HOST),
    )
}


def of_threads() -> list[Canary]:
    """Return every line of every private post; where a line stands in several conversations, all their readers."""
    readers: dict[str, set[str]] = {}
    what: dict[str, str] = {}
    for thread, who, where in _private_threads():
        for source in Post.objects.filter(thread=thread).values_list("source", flat=True):
            for line in source.splitlines():
                if len(line) >= SHORTEST:
                    readers.setdefault(" ".join(line.split()), set()).update(who)
                    what[" ".join(line.split())] = where
    return [Canary(line, what[line], frozenset(who)) for line, who in readers.items()]


def _private_threads() -> list[tuple[Thread, set[str], str]]:
    found = []
    for game in Game.objects.select_related("host"):
        for seat in Seat.objects.filter(game=game).select_related("persona", "talk"):
            who = {seat.persona.name, game.host.name}
            found.append((seat.talk, who, f"the talk of {seat.persona.name} with the host"))
        for room in Room.objects.filter(game=game).select_related("thread"):
            who = set(room.thread.members.values_list("persona__name", flat=True))
            found.append((room.thread, who, f"the {room.kind} of {', '.join(sorted(who))}"))
    return found


def of_people(world: World, member_names: dict[str, str]) -> list[Canary]:
    """Return the addresses of all people and the member names of the owners of clones: each its owner's alone."""
    found = [Canary(str(user.email), f"address of {who}", frozenset({who})) for who, user in world.people.items()]
    return found + [Canary(name, f"member name of {who}", frozenset({who})) for who, name in member_names.items()]


def of_tokens(world: World, member_names: dict[str, str]) -> list[Canary]:
    """Return the tokens of clones, of private conversations and of held seats, and the seeds of the games.

    A member name's token stands in the forms of its owner, in games in which that person has no seat.
    """
    found, owners = [], {name: who for who, name in member_names.items()}
    for name in (*NAMES, HOST):
        found.append(Canary(world.game.persona(name).token, f"`as` of {name}", frozenset({name})))
    for persona in Persona.objects.exclude(name__in=(*NAMES, *world.people)):
        owner = {owners[persona.name]} if persona.name in owners else set()
        found.append(Canary(persona.token, f"`as` of {persona.name}", frozenset(owner)))
    for seat in Seat.objects.select_related("talk"):
        found.append(Canary(seat.talk.token, "the token of a talk", frozenset()))
    for room in Room.objects.select_related("thread"):
        who = frozenset(room.thread.members.values_list("persona__name", flat=True))
        found.append(Canary(room.thread.token, "the token of a conversation", who))
    for held in Reservation.objects.all():
        found.append(Canary(held.token, "the token of a held seat", frozenset()))
        found.append(Canary(held.email, "the address of a newcomer", frozenset()))
        found.append(Canary(held.announcement, "what a newcomer wants to say", frozenset()))
    for seed in Seed.objects.all():
        found.append(Canary(bytes(seed.seed).hex(), "a seed", frozenset()))
    return found
