"""The game's own words in the reader's language: roles, sides, phases, ways out.

Russian nicknames have no gender and are not declined, so every sentence puts a noun before a
name or a colon after it. All strings are lazy: they are worded where they are shown.
"""

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

Text = str | Promise

ROLE: dict[str, Text] = {
    "citizen": pgettext_lazy("role", "citizen"),
    "mafia": pgettext_lazy("role", "mafia"),
    "commissioner": pgettext_lazy("role", "commissioner"),
    "doctor": pgettext_lazy("role", "doctor"),
    "sergeant": pgettext_lazy("role", "sergeant"),
    "maniac": pgettext_lazy("role", "maniac"),
    "courtesan": pgettext_lazy("role", "courtesan"),
    "lawyer": pgettext_lazy("role", "lawyer"),
    "bodyguard": pgettext_lazy("role", "bodyguard"),
    "journalist": pgettext_lazy("role", "journalist"),
    "witness": pgettext_lazy("role", "witness"),
    "werewolf": pgettext_lazy("role", "werewolf"),
    "twins": pgettext_lazy("role", "twin"),
    "lucky": pgettext_lazy("role", "lucky one"),
    "avenger": pgettext_lazy("role", "avenger"),
    "mayor": pgettext_lazy("role", "mayor"),
}

# What a check by sides may show.
SIDE: dict[str, Text] = {
    "town": pgettext_lazy("side", "town"),
    "mafia": pgettext_lazy("side", "mafia"),
    "maniac": pgettext_lazy("side", "maniac"),
    "draw": pgettext_lazy("side", "draw"),
}

WON: dict[str, Text] = {
    "town": gettext_lazy("The town has won"),
    "mafia": gettext_lazy("The mafia has won"),
    "maniac": gettext_lazy("The maniac has won"),
    "draw": gettext_lazy("A draw"),
}

REASON: dict[str, Text] = {
    "no_enemy_left": gettext_lazy("No enemy of the town is left in play."),
    "nobody_else_left": gettext_lazy("Nobody else is left in play."),
    "parity": gettext_lazy("There are as many of them as of the others."),
    "nobody_left": gettext_lazy("Nobody is left in play."),
    "stalemate": gettext_lazy("Too many rounds in a row in which nobody left."),
    "too_few_players": gettext_lazy("Too few players signed up."),
    "host": gettext_lazy("The host has called the game off."),
}

HOW: dict[str, Text] = {
    "jailed": pgettext_lazy("way out", "jail"),
    "killed": pgettext_lazy("way out", "murder"),
    "silent": pgettext_lazy("way out", "silence"),
    "inactive": pgettext_lazy("way out", "inactivity"),
    "heart_attack": pgettext_lazy("way out", "heart attack"),
    "taken": pgettext_lazy("way out", "taken along by the avenger"),
}
# One outcome, two words: where there is a trial, whoever is voted out is executed (`rules.md` section 1).
EXECUTED: Text = pgettext_lazy("way out", "execution")

SIDE_BY: dict[str, Text] = {
    "mafia": pgettext_lazy("killed by", "the mafia"),
    "maniac": pgettext_lazy("killed by", "the maniac"),
}

POWER_ASK: dict[str, Text] = {
    "mark": gettext_lazy("Whom does the mafia kill tonight? Send your mark."),
    "kill": gettext_lazy("Whom do you kill tonight?"),
    "treat": gettext_lazy("Whom do you treat tonight?"),
    "check": gettext_lazy("Whom do you check tonight?"),
    "block": gettext_lazy("Whose night do you spoil? The order of that player has no effect."),
    "cover": gettext_lazy("Whom do you cover? Whoever checks that player sees a citizen."),
    "guard": gettext_lazy("Whom do you guard tonight?"),
    "compare": gettext_lazy("Which two players do you compare tonight? Send both nicknames."),
    "watch": gettext_lazy("Whom do you watch tonight?"),
}

ROLE_DUTY: dict[str, Text] = {
    "citizen": gettext_lazy(
        "You have no power at night. By day you argue and vote: the town wins when no enemy is left."
    ),
    "mafia": gettext_lazy(
        "Each night every mafioso may send the host one mark: the nickname of a victim. "
        "You confer in the closed room, day and night. By day you pass for a citizen."
    ),
    "commissioner": gettext_lazy(
        "Each night you may check one player: send the host the nickname, and at dawn you learn who it is. "
        "You may not ally with the mafia."
    ),
    "doctor": gettext_lazy(
        "Each night you may treat one player: send the host the nickname. Treating saves from every attack."
    ),
    "sergeant": gettext_lazy(
        "You know the commissioner. When no commissioner is left in play you take over the checks."
    ),
    "maniac": gettext_lazy("Each night you may kill one player: send the host the nickname. You win alone."),
    "courtesan": gettext_lazy(
        "Each night you may name one player, whose order of this night then has no effect; "
        "not the same player two nights running. The player is told nothing."
    ),
    "lawyer": gettext_lazy(
        "You are of the mafia and confer in the closed room. Each night you may cover one player: whoever checks "
        "that player sees a citizen. When no other mafioso is left in play, you send the mark instead."
    ),
    "bodyguard": gettext_lazy(
        "Each night you may guard another player. If that player would be killed this night, you die instead, "
        "unless a doctor treats you."
    ),
    "journalist": gettext_lazy(
        "Each night you may compare two other players: send the host both nicknames with a comma between, and at "
        "dawn you learn whether they seem to be of one side."
    ),
    "witness": gettext_lazy(
        "Each night you may watch one player, and at dawn you learn who came there, but not what for."
    ),
    "werewolf": gettext_lazy(
        "You are of the mafia: you confer in the closed room and send the host a mark each night. "
        "Whoever checks you sees a citizen."
    ),
    "twins": gettext_lazy("You know your twin. Neither of you has a power at night."),
    "lucky": gettext_lazy(
        "You have no power at night, but the first night in which you are attacked does not kill you. "
        "Nobody is told, not even you."
    ),
    "avenger": gettext_lazy(
        "You have no power at night. If the town votes you out, you take along one of those whose vote did it "
        "(in a trial, who said FOR): name the player in your last word, like this: [vote]Nickname[/vote]."
    ),
    "mayor": gettext_lazy(
        "You have no power at night. By day you may declare yourself once, by a button: from then on "
        "you have two votes."
    ),
}

# The duty of those who would send marks, in a game in which the mafia has a boss (`rules.md` section 2, "Night").
BOSS_DUTY: dict[str, Text] = {
    "mafia": gettext_lazy(
        "You confer in the closed room, day and night, and choose a boss there. Each night the boss sends the host "
        "the nickname of a victim. If two different names are sent in one night, by whomever, the mafia misses. "
        "By day you pass for a citizen."
    ),
    "lawyer": gettext_lazy(
        "You are of the mafia: you confer in the closed room and choose the boss with the others. Each night you may "
        "cover one player: whoever checks that player sees a citizen. When no other mafioso is left in play, "
        "you are the boss and send the name of the victim instead."
    ),
    "werewolf": gettext_lazy(
        "You are of the mafia: you confer in the closed room and choose a boss there, perhaps yourself. Each night "
        "the boss sends the host the nickname of a victim; if two different names are sent in one night, by whomever, "
        "the mafia misses. Whoever checks you sees a citizen."
    ),
}

PHASE: dict[str, Text] = {
    "signup": gettext_lazy("Sign-up"),
    "deal": gettext_lazy("Deal of roles"),
    "curtain": gettext_lazy("The report is being written"),
    "finished": gettext_lazy("The game is over"),
    "cancelled": gettext_lazy("The game is called off"),
}


def other_language() -> str:
    """Return the site's other language, in which a word may stand beside the one that is active."""
    return "ru" if (get_language() or "").startswith("en") else "en"


def phase_name(phase: str, day: int) -> str:
    """Return a phase in words, numbered where it has a number: `Day 3`, `Last word, day 3`."""
    if phase == "day":
        return _("Day %(n)d") % {"n": day}
    if phase == "night":
        return _("Night %(n)d") % {"n": day}
    if phase == "last_word":
        return _("Last word, day %(n)d") % {"n": day}
    if phase == "evening":
        return _("Evening %(n)d") % {"n": day}
    if phase == "verdict":
        return _("Trial, day %(n)d") % {"n": day}
    if phase == "runoff":
        return _("Second round, day %(n)d") % {"n": day}
    return str(PHASE.get(phase, phase))


def when_out(phase: str, day: int) -> str:
    """Return when a player left, small letters, for a line about somebody: `night 2`."""
    if phase == "night":
        return _("night %(n)d") % {"n": day}
    return _("day %(n)d") % {"n": day}


def way_out(how: str, *, trial: bool) -> str:
    """Return how somebody has left, as a noun: `jail`, or `execution` in a game with trials (`rules.md` section 1)."""
    return str(EXECUTED if trial and how == "jailed" else HOW[how])


def duty(role: str, *, boss: bool) -> str:
    """Return what a role may do, in words to its holder; `boss`: in a game in which the mafia has one."""
    return str((BOSS_DUTY.get(role) if boss else None) or ROLE_DUTY[role])


def role(name: str) -> str:
    """Return a role in words; an empty name is a role that is not shown."""
    return str(ROLE[name]) if name else _("role not shown")


def shown(name: str) -> str:
    """Return the result of a check, a role or a side, in words."""
    return str(ROLE.get(name) or SIDE[name])


def votes(count: int) -> str:
    """Return a number of votes with its noun."""
    return ngettext("%(n)d vote", "%(n)d votes", count) % {"n": count}


def capital(text: str) -> str:
    """Return the text with its first letter large, the rest as it is."""
    return text[:1].upper() + text[1:]


# What a page looks like in each phase: signup, day, trial, night or over.
LOOKS = {
    "signup": "signup",
    "deal": "signup",
    "day": "day",
    "evening": "trial",
    "last_word": "trial",
    "verdict": "trial",
    "runoff": "trial",
    "night": "night",
    "curtain": "trial",
    "finished": "over",
    "cancelled": "over",
}
