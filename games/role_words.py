"""Every role of the registry in words, for the page of roles and for the rules of a game (`rules.md` 2 and 10a).

What the registry says by itself (side, whom a role knows, how many there may be) is worded from
it; the rest stands here, a text for each role. A test asks that no role is without one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import words
from games.engine.roles import ROLES, Power, Role, Side
from games.words import Text

Texts = tuple[Text, ...]

# One line under the name.
MOTTO: Mapping[str, Text] = {
    "citizen": gettext_lazy("No power, and most of the votes."),
    "mafia": gettext_lazy("Few, but they know each other."),
    "commissioner": gettext_lazy("Knows more every morning, if there is a morning."),
    "doctor": gettext_lazy("Saves people and is never thanked."),
    "sergeant": gettext_lazy("Waits, and hopes not to be needed."),
    "maniac": gettext_lazy("Alone against everybody."),
    "courtesan": gettext_lazy("Whoever is visited gets nothing done that night."),
    "lawyer": gettext_lazy("Everybody looks innocent, given good advice."),
    "bodyguard": gettext_lazy("Stands in front of others."),
    "journalist": gettext_lazy("Two names, one question."),
    "witness": gettext_lazy("Saw who came. Did not hear what for."),
    "werewolf": gettext_lazy("On paper a citizen."),
    "twins": gettext_lazy("The only one whom one need not suspect."),
    "lucky": gettext_lazy("Does not know how lucky."),
    "avenger": gettext_lazy("Does not leave alone."),
    "mayor": gettext_lazy("Two votes, and everybody knows where they sit."),
}

# What the role does.
DOES: Mapping[str, Texts] = {
    "citizen": (gettext_lazy("Sleeps at night. By day citizens talk, think and vote: the town has nothing stronger."),),
    "mafia": (
        gettext_lazy("The mafia confers in a room of its own, day and night, and kills one player a night together."),
        gettext_lazy(
            "How the victim is agreed on is for the game to say: by most marks, by more than half of the marks, or "
            "by the word of a boss whom the mafia chooses."
        ),
    ),
    "commissioner": (
        gettext_lazy(
            "Checks one player a night and learns at dawn which role was dealt, or only the side, where the game "
            "says so. The answer comes also to a commissioner who was killed that night."
        ),
    ),
    "doctor": (gettext_lazy("Treats one player a night. Treatment saves from every attack of that night."),),
    "sergeant": (
        gettext_lazy("When no commissioner is left in play, a sergeant takes over the checks, in the same night."),
    ),
    "maniac": (gettext_lazy("Kills one player a night, whoever it is, and wins alone."),),
    "courtesan": (
        gettext_lazy("The courtesan spoils the night of one player: the order of that player has no effect."),
        gettext_lazy("Nobody is told of a spoilt night, least of all the player."),
    ),
    "lawyer": (
        gettext_lazy(
            "The lawyer is of the mafia and covers one player a night: whoever checks that player then sees a citizen."
        ),
        gettext_lazy("When no other mafioso is left in play, the lawyer sends the mark of the mafia instead."),
    ),
    "bodyguard": (
        gettext_lazy(
            "The bodyguard guards one player a night, and dies in place of that player if there is an attack."
        ),
    ),
    "journalist": (
        gettext_lazy(
            "The journalist compares two players a night and learns at dawn whether they seem to be of one side."
        ),
    ),
    "witness": (
        gettext_lazy("The witness watches one player a night and learns at dawn who came there, but not what for."),
    ),
    "werewolf": (
        gettext_lazy(
            "The werewolf is of the mafia and does what every mafioso does. Whoever checks a werewolf sees a citizen."
        ),
    ),
    "twins": (gettext_lazy("The twins know each other from the deal on: two who can trust one another."),),
    "lucky": (
        gettext_lazy(
            "The lucky one survives all attacks of the first night in which there is one. Nobody is told, "
            "not even the lucky one."
        ),
    ),
    "avenger": (
        gettext_lazy(
            "When voted out, the avenger takes along one of those whose vote did it (in a trial: who said FOR), and "
            "the role of that player is shown too."
        ),
        gettext_lazy("The name is given in the last word, by a vote tag. Without one nobody goes along."),
    ),
    "mayor": (
        gettext_lazy(
            "The mayor may declare the office once, by day. From then on everybody knows it, and the mayor has two "
            "votes: in the vote, in the second round and in a trial."
        ),
    ),
}

# What the role may not do.
LIMITS: Mapping[str, Texts] = {
    "citizen": (),
    "mafia": (gettext_lazy("The mafia does not shoot its own."),),
    "commissioner": (gettext_lazy("The commissioner checks others only, and may not ally with the mafia."),),
    "doctor": (
        gettext_lazy(
            "Whether one patient may be treated two nights running, and how often the doctor may be the patient, "
            "is for the game to say."
        ),
    ),
    "sergeant": (gettext_lazy("With several sergeants one takes over, the first by seat."),),
    "maniac": (gettext_lazy("The maniac names others only."),),
    "courtesan": (gettext_lazy("The courtesan names others only, and not the same player two nights running."),),
    "lawyer": (gettext_lazy("While another mafioso lives, a lawyer sends no mark and cannot be the boss."),),
    "bodyguard": (gettext_lazy("The bodyguard guards others only."),),
    "journalist": (gettext_lazy("The journalist compares others only, always two different ones."),),
    "witness": (),
    "werewolf": (gettext_lazy("The role that is shown when a werewolf leaves the game is the real one."),),
    "twins": (),
    "lucky": (gettext_lazy("Luck helps once. A night in which treatment saves does not use it up."),),
    "avenger": (gettext_lazy("Vengeance is for the vote alone: whoever is killed at night takes nobody along."),),
    "mayor": (gettext_lazy("An office that was declared is not laid down again."),),
}

# How powers meet; interactions are between powers, never between named roles.
POWER_MEETS: Mapping[Power, Texts] = {
    Power.MARK: (
        gettext_lazy("A victim that is treated stays alive, and the attack is not mentioned."),
        gettext_lazy("A victim that is guarded stays alive, and the guard dies."),
        gettext_lazy("A mark whose sender is blocked does not count."),
    ),
    Power.KILL: (
        gettext_lazy("The mafia and the maniac may attack one player, or each other, in the same night: both count."),
        gettext_lazy("Treatment saves from either, and so does luck."),
    ),
    Power.TREAT: (
        gettext_lazy("Treatment comes before the guard: a treated player needs none, and the guard lives."),
        gettext_lazy("A guard who is treated survives what was meant for another."),
        gettext_lazy("A blocked doctor treats nobody, and uses nothing up."),
    ),
    Power.CHECK: (
        gettext_lazy("A covered player and a werewolf are seen as citizens."),
        gettext_lazy("A blocked check brings nothing, and nobody says why."),
    ),
    Power.BLOCK: (
        gettext_lazy("Blocks come before everything else in a night."),
        gettext_lazy(
            "Whoever blocks somebody who blocks comes first. If blocks close in a circle, none of them works."
        ),
        gettext_lazy("A blocked order does not stand in the report, and it uses nothing up."),
    ),
    Power.COVER: (
        gettext_lazy(
            "The cover deceives checks and comparisons, not those who watch: the lawyer is seen as a visitor."
        ),
        gettext_lazy("It makes any role seem a citizen, also one of the town."),
    ),
    Power.GUARD: (
        gettext_lazy("The guard takes on every attack on the target, those of mafia and maniac alike."),
        gettext_lazy("Of two guards of one player the first by seat dies, and nobody else."),
        gettext_lazy("If the target is treated or lucky, the guard is not needed and lives."),
    ),
    Power.COMPARE: (
        gettext_lazy("It sees what a check would see: who is covered and who is a werewolf seem to be of the town."),
        gettext_lazy("The maniac is a side apart."),
    ),
    Power.WATCH: (
        gettext_lazy("Whoever acts on the target is seen: doctor, commissioner, guard, killer, all alike by name."),
        gettext_lazy("The mafia come to their victim alone: whose mark was for somebody else stayed at home."),
        gettext_lazy("Whoever is blocked goes nowhere."),
    ),
}

# How a role without a power of its own meets the others, and what is added where it has one.
MEETS: Mapping[str, Texts] = {
    "citizen": (
        gettext_lazy(
            "May be attacked, treated, guarded, watched and checked, like everybody, and learns nothing of it."
        ),
    ),
    "sergeant": (gettext_lazy("Checks as the commissioner does; a check is blocked and deceived in the same way."),),
    "werewolf": (gettext_lazy("Journalists see a werewolf as one of the town too."),),
    "twins": (gettext_lazy("A twin is checked as a twin: a commissioner who finds one has found two."),),
    "lucky": (gettext_lazy("Treatment comes before luck, and luck before the guard: the guard of a lucky one lives."),),
    "avenger": (
        gettext_lazy("Whoever did not vote against the avenger can't be taken along, whatever was named."),
        gettext_lazy("Everybody on the bench may name somebody, so a name alone gives nobody away."),
    ),
    "mayor": (gettext_lazy("A mayor who has declared needs a doctor or a guard."),),
}

# Which tables it suits.
SUITS: Mapping[str, Text] = {
    "citizen": gettext_lazy("Every game: whoever gets no other role is a citizen."),
    "mafia": gettext_lazy(
        "Every game. One for a table of six, two from 7 players on, three from 12, four from 19, then one more for "
        "every six."
    ),
    "commissioner": gettext_lazy("Every game, from 6 players on."),
    "doctor": gettext_lazy("From 7 players on."),
    "sergeant": gettext_lazy("From 14 players on, beside a commissioner."),
    "maniac": gettext_lazy("From 15 players on: two killers empty a small town fast."),
    "courtesan": gettext_lazy("From 10 players on."),
    "lawyer": gettext_lazy("From 12 players on, in place of a mafioso, where the town checks much."),
    "bodyguard": gettext_lazy("From 10 players on, in place of a doctor or beside one at a large table."),
    "journalist": gettext_lazy("From 10 players on, in place of a commissioner or beside one at a large table."),
    "witness": gettext_lazy("From 12 players on, where several roles act at night."),
    "werewolf": gettext_lazy("From 9 players on, in place of a mafioso, where there is a commissioner."),
    "twins": gettext_lazy("From 10 players on: they are a strong pair."),
    "lucky": gettext_lazy("Any table: it changes little, and is remembered long."),
    "avenger": gettext_lazy("From 9 players on; it makes a trial an adventure."),
    "mayor": gettext_lazy("From 10 players on, where votes are often close."),
}

# The order in which a night is settled (section 10a), each step with its sign.
STEPS: tuple[tuple[str, Text, Text], ...] = (
    ("hand", gettext_lazy("Blocks"), gettext_lazy("Whose order has no effect.")),
    ("eyeoff", gettext_lazy("Covers"), gettext_lazy("Who is seen as a citizen.")),
    ("heart", gettext_lazy("Guards and treatments"), gettext_lazy("Who is protected.")),
    ("dagger", gettext_lazy("Attacks"), gettext_lazy("Who dies at dawn.")),
    ("eye", gettext_lazy("Checks, comparisons, watches"), gettext_lazy("Who learns what.")),
)

SIGN: Mapping[Power, str] = {
    Power.MARK: "dagger", Power.KILL: "dagger", Power.TREAT: "heart", Power.CHECK: "eye", Power.BLOCK: "hand",
    Power.COVER: "eyeoff", Power.GUARD: "lock", Power.COMPARE: "scales", Power.WATCH: "clock",
}  # fmt: skip

# What a power is called, in the table of all roles.
POWER: Mapping[Power, Text] = {
    Power.MARK: gettext_lazy("kills, with the others"),
    Power.KILL: gettext_lazy("kills"),
    Power.TREAT: gettext_lazy("treats"),
    Power.CHECK: gettext_lazy("checks"),
    Power.BLOCK: gettext_lazy("spoils a night"),
    Power.COVER: gettext_lazy("covers"),
    Power.GUARD: gettext_lazy("guards"),
    Power.COMPARE: gettext_lazy("compares two"),
    Power.WATCH: gettext_lazy("watches"),
}


@dataclass(frozen=True, slots=True)
class Described:
    """A role as the page of roles shows it; `code` is the language of `other`, its name in the other language."""

    anchor: str
    name: str
    other: str
    code: str
    side: str
    sign: str
    deed: str
    further: bool
    motto: str
    does: tuple[str, ...]
    limits: tuple[str, ...]
    knows: str
    meets: tuple[str, ...]
    suits: str


def described() -> dict[Side, list[Described]]:
    """Return every role of the registry in the language that is active, by side and in the registry's order."""
    code = words.other_language()
    with translation.override(code):
        others = {name: words.role(name) for name in ROLES}
    return {
        side: [_described(role, others[role.name], code) for role in ROLES.values() if role.side is side]
        for side in Side
    }


def of_rules(role: str) -> Iterator[str]:
    """Return what the rules of a game say of one of the further roles."""
    yield from map(str, (*DOES[role], *LIMITS[role]))


def _described(role: Role, other: str, code: str) -> Described:
    power = role.power or (ROLES[role.heir_of].power if role.heir_of else None)
    meets = (*MEETS.get(role.name, ()), *(POWER_MEETS[role.power] if role.power else ()))
    return Described(
        anchor=role.name,
        name=words.capital(words.role(role.name)),
        other=other,
        code=code,
        side=str(words.SIDE[role.side.value]),
        sign=SIGN[power] if power else "sun",
        deed=_deed(role),
        further=role.optional,
        motto=str(MOTTO[role.name]),
        does=tuple(map(str, DOES[role.name])),
        limits=(*map(str, LIMITS[role.name]), *_numbers(role)),
        knows=_known(role),
        meets=tuple(map(str, meets)),
        suits=str(SUITS[role.name]),
    )


def _deed(role: Role) -> str:
    """Say in a word or two what the role does, for the table of all roles."""
    if role.power:
        return str(POWER[role.power])
    if role.heir_of:
        return _("may take over")
    if role.declares:
        return _("has two votes by day")
    if role.avenges:
        return _("takes one along")
    if role.lucky:
        return _("survives once")
    return _("knows the other") if role.name in role.knows else _("sleeps")


def _numbers(role: Role) -> Iterator[str]:
    """Say how many there may be, and beside whom."""
    if role.least > 1:
        yield ngettext("There are at least %(n)d of them.", "There are at least %(n)d of them.", role.least) % {
            "n": role.least
        }
    if role.most is not None:
        yield ngettext("There is at most %(n)d in a game.", "There are at most %(n)d in a game.", role.most) % {
            "n": role.most
        }
    if role.needs is not None:
        yield _("Only in a game with this role: %(role)s.") % {"role": words.role(role.needs)}


def _known(role: Role) -> str:
    """Say whom the role knows from the deal on; empty where it knows nobody."""
    if not role.knows:
        return ""
    return _("From the deal on: %(roles)s.") % {"roles": ", ".join(words.role(name) for name in role.knows)}
