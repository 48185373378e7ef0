"""The rules of one game, written out in words from its options and its composition (`rules.md`).

Every option of section 12 shows in the text: a test changes each and looks for the difference.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common import clock_words
from games.engine.composition import REST, Composition
from games.engine.options import MOST_PLAYERS
from games.engine.roles import ROLES
from games.engine.ruleset import Ruleset
from games.options_words import pauses, zone

Sentences = Iterator[str]


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rules: its anchor, its title, and its sentences in order."""

    anchor: str
    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the composition: for how many players, and how many of each role of the table's head."""

    players: str
    counts: tuple[int, ...]


def rules_of(rules: Ruleset, composition: Composition) -> list[Section]:
    """Return the whole rules of a game, chapter by chapter."""
    roles = {role for row in composition.rows for role, _count in row.counts}
    return [
        Section("signup", _("Sign-up"), tuple(_signup(rules))),
        Section("deal", _("Deal of roles"), tuple(_deal(rules, roles))),
        Section("day", _("The day"), tuple(_day(rules))),
        Section("count", _("The count"), tuple(_count(rules))),
        Section("silence", _("Silence and absence"), tuple(_silence(rules))),
        Section("night", _("The night"), tuple(_night(rules, roles))),
        Section("dawn", _("Dawn"), tuple(_dawn(rules, roles))),
        Section("end", _("Victory"), tuple(_victory(rules, roles))),
        Section("letters", _("Letters and rooms"), tuple(_letters(rules, roles))),
        Section("host", _("The host"), tuple(_host(rules))),
        Section("clock", _("The clock"), tuple(_clock(rules))),
    ]


def roles_in(composition: Composition) -> list[str]:
    """Return the roles that a composition gives besides citizens, in the rulebook's order."""
    given = {role for row in composition.rows for role, _count in row.counts}
    return [role for role in ROLES if role in given and role != REST]


def table_of(rules: Ruleset, composition: Composition) -> list[Line]:
    """Return the composition line by line, for the numbers of players that the game may have."""
    most = rules.max_players or MOST_PLAYERS
    starts = [row.players for row in composition.rows]
    lines = []
    for row, following in zip(composition.rows, [*starts[1:], MOST_PLAYERS + 1], strict=True):
        first, last = max(row.players, rules.min_players), min(following - 1, most)
        if first > last:
            continue
        if last == MOST_PLAYERS:
            span = _("%(n)s and more") % {"n": first}
        else:
            span = str(first) if first == last else f"{first}–{last}"
        counts = dict(row.counts)
        lines.append(Line(span, tuple(counts.get(role, 0) for role in roles_in(composition))))
    return lines


def lasts(length: timedelta, ends_at: time | None) -> str:
    """Return how long a phase takes: `48 hours`, or `48 hours, then on to the next 21:00`."""
    said = clock_words.in_words(length)
    if ends_at is None:
        return said
    return _("%(length)s, then on to the next %(time)s") % {"length": said, "time": f"{ends_at:%H:%M}"}


def _signup(rules: Ruleset) -> Sentences:
    if rules.names == "clone":
        yield _(
            "Everybody plays as a clone: a nickname for this game alone. Nobody is told who stands behind it, "
            "the host included."
        )
    else:
        yield _("Everybody plays under their member name.")
    yield _("One person takes one seat. The host takes none.")
    if rules.max_players is None:
        yield _("Number of players: %(least)s or more.") % {"least": rules.min_players}
    else:
        yield _("Number of players: from %(least)s to %(most)s.") % {
            "least": rules.min_players,
            "most": rules.max_players,
        }
    yield _(
        "If there are too few at the deadline of the sign-up, it moves once. By how much: %(length)s. "
        "If there are too few again, the game is called off."
    ) % {"length": clock_words.in_words(rules.signup_extension)}
    yield _("Whoever joins introduces the nickname with a first post in the thread.")
    yield _(
        "Until the deal a seat can be given back, and the host may ask for another nickname or take an unfit one off "
        "the list. After the deal nobody joins, leaves or is replaced, and no role can be declined."
    )


def _deal(rules: Ruleset, roles: set[str]) -> Sentences:
    yield _("Chance deals the roles, and after the game anyone can check the deal.")
    yield _("All players get a private message from the host at the same moment, with the role and its duties.")
    yield _("The mafia know each other.")
    if "sergeant" in roles:
        yield _("The commissioner and the sergeant know each other.")
    yield _("Whoever has read the role answers the host with +.")
    yield _(
        "Day 1 opens as soon as everybody has answered, at the latest at the end of the deal. The deal: %(length)s."
    ) % {"length": lasts(rules.deal, rules.deal_ends_at)}
    yield _("Until then nobody writes in the thread.")


def _day(rules: Ruleset) -> Sentences:
    yield _("Length of a day: %(length)s.") % {"length": lasts(rules.day, rules.day_ends_at)}
    if rules.evening is not None:
        yield _("After the day's talk comes an evening for the vote: %(length)s.") % {
            "length": lasts(rules.evening, rules.evening_ends_at)
        }
    yield _("Posts are final: nobody changes or deletes them. The host may hide one; a vote in it stands.")
    yield _(
        "Votes are open. Every living player has one vote, and may change or withdraw it until the vote closes; "
        "the last one counts."
    )
    yield _("A vote is cast by the control, or in a post: [vote]Nickname[/vote]. [unvote] withdraws it.")
    if rules.night_vote:
        yield _("One may also vote for the night, which means: nobody goes to jail.")
    else:
        yield _("There is no vote for the night.")
    yield _("A player may vote for themselves.") if rules.self_vote else _("Nobody may vote for themselves.")
    if rules.hammer:
        yield _(
            "The vote ends at once when a player has votes of more than half of the living. "
            "Such a day makes nobody silent or inactive."
        )
    if rules.votes_end_early:
        yield _("The vote ends as soon as every living player has voted; so does the second round.")
    if not rules.hammer and not rules.votes_end_early:
        yield _("The vote lasts to the end of its time, however the votes stand.")


def _count(rules: Ruleset) -> Sentences:
    yield _("Who has the most votes goes to jail; it need not be more than half.")
    if rules.night_vote:
        yield _("If nobody has a vote, or the night alone has the most, nobody is jailed.")
    else:
        yield _("If nobody has a vote, nobody is jailed.")
    yield _(
        "Before that comes the last word: only those on the bench write, until they have said all or the time is over. "
        "The last word: %(length)s."
    ) % {"length": lasts(rules.last_word, rules.last_word_ends_at)}
    if rules.trial:
        yield _(
            "After the last word the town says FOR or AGAINST, openly. More FOR than AGAINST, and the player is "
            "executed; otherwise nobody is. The verdict: %(length)s."
        ) % {"length": lasts(rules.verdict, rules.verdict_ends_at)}
    if rules.tie == "runoff":
        yield _(
            "If several have the most votes, all of them have a last word, and then there is a second round between "
            "exactly these. A tie again, or no votes, and nobody is jailed. The second round: %(length)s."
        ) % {"length": lasts(rules.runoff, rules.runoff_ends_at)}
    elif rules.tie == "nobody":
        yield _("If several have the most votes, night falls and nobody is jailed.")
    else:
        yield _("If several have the most votes, the lot decides among them; it is drawn from the seed of the game.")
    yield _("The role of the jailed is shown. What is shown is always the role that was dealt.")
    if rules.tie == "runoff":
        yield _("When somebody on the bench leaves the game, the others stay on it. An empty bench means night.")


def _silence(rules: Ruleset) -> Sentences:
    if rules.silent_removed:
        yield _("The silent leave: whoever wrote in the day but has no vote at its end. The role is shown.")
    else:
        yield _("Whoever writes but does not vote stays in the game.")
    if rules.inactive_removed:
        yield _("The inactive leave: whoever neither wrote in the thread nor voted all day. The role is not shown.")
    else:
        yield _("Whoever neither writes nor votes stays in the game.")
    if rules.silent_removed or rules.inactive_removed:
        yield _("The first vote of a day settles it. A withdrawn vote is no vote, and letters do not count.")
    if rules.notice_max is None:
        yield _("There are no absence notices.")
    else:
        yield ngettext(
            "A player may give notice of being away, for %(n)d day of a game at most. On such a day nobody leaves for "
            "silence, and a vote may be left in advance.",
            "A player may give notice of being away, for %(n)d days of a game at most. On such a day nobody leaves for "
            "silence, and a vote may be left in advance.",
            rules.notice_max,
        ) % {"n": rules.notice_max}
    if rules.silent_removed or rules.inactive_removed:
        yield _(
            "If more than half of the living would leave for silence at once, nobody does: the clock stops and the "
            "host decides. Without an answer the game goes on by itself. The wait: %(length)s."
        ) % {"length": clock_words.in_words(rules.guard_wait)}


def _night(rules: Ruleset, roles: set[str]) -> Sentences:
    yield _("Length of a night: %(length)s.") % {"length": lasts(rules.night, rules.night_ends_at)}
    yield _("The thread is closed at night.")
    yield _(
        "Whoever has a power sends the host the nickname of one player, in a private message. A new order replaces "
        "the earlier one, “cancel” withdraws it, “pass” does nothing. Nobody has to."
    )
    yield {
        "plurality": _(
            "The mafia: every mafioso may name a victim. Who is named most often is attacked; on a tie the kill fails."
        ),
        "majority": _(
            "The mafia: every mafioso may name a victim. Who is named by more than half of the living mafia "
            "is attacked; otherwise the kill fails."
        ),
        "boss": _(
            "The mafia: whom their boss names is attacked. If two different names are sent in one night, "
            "the mafia misses."
        ),
    }[rules.mafia_kill]
    yield _("The mafia does not shoot its own.")
    if "doctor" in roles:
        yield from _doctor(rules)
    if "commissioner" in roles:
        yield {
            "role": _("The commissioner checks one player and learns the role at dawn."),
            "side": _("The commissioner checks one player and learns the side at dawn, not the role."),
        }[rules.check_shows]
    if "sergeant" in roles:
        yield _("When no commissioner is left in play, a sergeant takes over the checks.")
    if "maniac" in roles:
        yield _("The maniac kills one player.")
    yield _("All orders count, also those of players who are killed in the same night.")
    if rules.night_ends_early:
        yield _(
            "The night ends as soon as everybody with a power has sent an order, but not before its shortest length. "
            "Such an early end tells everybody that all orders are in. The shortest night: %(length)s."
        ) % {"length": clock_words.in_words(rules.night_min)}
    else:
        yield _("The night lasts to the end of its time, so that nobody learns who acts.")


def _doctor(rules: Ruleset) -> Sentences:
    yield _("The doctor treats one player. Treating saves from every attack of the night.")
    if rules.doctor_repeat == "never_twice_running":
        yield _("Nobody is treated two nights running.")
    else:
        yield _("The same player may be treated night after night.")
    yield {
        "free": _("The doctor may be the patient."),
        "once": _("The doctor may be the patient once in a game."),
        "never": _("The doctor can't be the patient."),
    }[rules.doctor_self]


def _dawn(rules: Ruleset, roles: set[str]) -> Sentences:
    yield _("At dawn the thread is told who was killed, and the role.")
    yield (
        _("It is told who killed: the mafia or the maniac.") if rules.report_killer else _("It is not told who killed.")
    )
    if "doctor" in roles:
        if rules.report_treated:
            yield _("It is told whom the doctor treated, never who the doctor is.")
        else:
            yield _("It is not told whom the doctor treated.")
    if "commissioner" in roles:
        if rules.report_check:
            yield _("It is told that the commissioner checked somebody, not whom.")
        else:
            yield _("It is not told whether the commissioner checked anybody.")
    yield _("If the kill of the mafia failed, that is told too. An attack that treatment stopped is not mentioned.")
    yield _("Everybody who was alive at nightfall gets one private message, also when nothing came of the night.")


def _victory(rules: Ruleset, roles: set[str]) -> Sentences:
    yield (
        _("The town wins when no mafioso and no maniac is left in play.")
        if "maniac" in roles
        else _("The town wins when no mafioso is left in play.")
    )
    if rules.mafia_wins == "elimination":
        yield _("The mafia wins when nobody else is left in play.")
        if "maniac" in roles:
            yield _("The maniac wins when nobody else is left in play.")
    else:
        yield _("The mafia wins when there are as many of them in play as of the others.")
        if "maniac" in roles:
            yield _("The maniac wins when at most one other player is left in play.")
    if "maniac" in roles:
        yield _("While both mafia and maniac are in play, the game goes on.")
    yield _("If nobody is left in play, the game is a draw.")
    if rules.stalemate_after:
        yield ngettext(
            "The game is a draw also when nobody has left for %(n)d round of day and night. "
            "The thread is warned one round before.",
            "The game is a draw also when nobody has left for %(n)d rounds of day and night in a row. "
            "The thread is warned one round before.",
            rules.stalemate_after,
        ) % {"n": rules.stalemate_after}
    else:
        yield _("However many rounds pass quietly, the game goes on.")
    yield _("The dead win and lose with their side.")
    if rules.removed_share_win:
        yield _("Whoever left by heart attack, silence or inactivity shares the victory of the side.")
    else:
        yield _("Whoever left by heart attack, silence or inactivity has no share in the victory of the side.")
    yield _("After the end all roles, orders and checks are shown. Who stood behind a clone stays unsaid.")


def _letters(rules: Ruleset, roles: set[str]) -> Sentences:
    if rules.private_messages:
        yield _("Living players may write letters to each other, by day and by night, and agree on what they like.")
    else:
        yield _("There are no letters between players.")
    yield _("The mafia has a room of its own, by day and by night.")
    if rules.open_room:
        yield _("After the end of the game everybody may read the mafia's room.")
    else:
        yield _("The mafia's room stays closed after the end of the game.")
    if rules.private_messages:
        yield _("Letters are never opened to others. The host reads neither letters nor the mafia's room.")
    else:
        yield _("The host does not read the mafia's room.")
    if "commissioner" in roles:
        yield _("The commissioner may not ally with the mafia.")
    yield _("To claim a role in words is play. To show or quote a message of the host is a breach.")
    if rules.graveyard:
        yield _("The dead have a room of their own, and so have onlookers; the living see neither until the end.")
    else:
        yield _("Whoever is out reads the thread and writes nothing until the end.")


def _host(rules: Ruleset) -> Sentences:
    yield _("The host takes no part in the game, knows the roles and keeps neutral.")
    yield _(
        "For a breach of the rules, or when a player is gone for good, the host may declare a heart attack: the player "
        "leaves, the thread is told the reason, the role is shown."
    )
    if rules.presence:
        yield _("The host sees who has lost the connection, and since when.")
        yield _("Connected is whoever has a page of the game open. Nobody but the host sees it.")
    if rules.presence and rules.auto_heart_attack_after is not None:
        yield _("Whoever is gone for too long has a heart attack without the host. How long: %(length)s.") % {
            "length": clock_words.in_words(rules.auto_heart_attack_after)
        }
        yield _("Pauses, and time in which the site was away, do not count as being gone.")
    if rules.curtain is not None:
        yield _(
            "A report waits for the host's words, and the next phase opens with them; at the latest after: %(length)s."
        ) % {"length": clock_words.in_words(rules.curtain)}
    yield _("The host may pause the game, and give or take time.")


def _clock(rules: Ruleset) -> Sentences:
    yield _("Times of day are meant in this zone: %(zone)s. Each reader sees deadlines in their own zone.") % {
        "zone": zone(rules.timezone)
    }
    yield _("What reaches the site before the deadline counts; what comes later is refused, and its text is kept.")
    if rules.weekly_pause:
        yield _("The clock stands still by itself every week: %(pauses)s.") % {"pauses": pauses(rules.weekly_pause)}
    else:
        yield _("The clock runs all week.")
    yield _("In a pause no phase ends. Votes and orders are taken as before it.")
    if rules.outage_credit:
        yield _("If the site was away, the open phase gets the lost time back. From what length on: %(length)s.") % {
            "length": clock_words.in_words(rules.outage_after)
        }
    else:
        yield _("Time in which the site was away is not given back.")
