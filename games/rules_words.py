"""The rules of one game, written out in words from its options and its composition (`rules.md`).

Every option of section 12 shows in the text: a test changes each and looks for the difference.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common import clock_words
from games.engine.composition import REST, Composition
from games.engine.options import MOST_PLAYERS
from games.engine.roles import ROLES
from games.engine.ruleset import Ruleset
from games.options_words import pauses, zone
from games.rules_night import Sentences, dawn, lasts, night, of_further_roles, victory


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
    further = tuple(of_further_roles(roles))
    return [
        Section("signup", _("Sign-up"), tuple(_signup(rules))),
        Section("deal", _("Deal of roles"), tuple(_deal(rules, roles))),
        Section("day", _("The day"), tuple(_day(rules))),
        Section("count", _("The count"), tuple(_count(rules))),
        Section("silence", _("Silence and absence"), tuple(_silence(rules))),
        Section("night", _("The night"), tuple(night(rules, roles))),
        Section("dawn", _("Dawn"), tuple(dawn(rules, roles))),
        *([Section("roles", _("Further roles"), further)] if further else []),
        Section("end", _("Victory"), tuple(victory(rules, roles))),
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
    if "twins" in roles:
        yield _("The twins know each other.")
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
        yield _("By day one talks, and nobody votes yet. Then comes an evening for the vote: %(length)s.") % {
            "length": lasts(rules.evening, rules.evening_ends_at)
        }
    yield _("Posts are final: nobody changes or deletes them. The host may hide one; a vote in it stands.")
    yield _(
        "Votes are open. Every living player has one vote, and may change or withdraw it until the vote closes; "
        "the last one counts."
    )
    yield _("A vote is cast by the control, or in a post: [vote]Nickname[/vote]. [unvote] withdraws it.")
    if rules.night_vote and rules.trial:
        yield _("One may also vote for the night, which means: nobody stands trial today.")
    elif rules.night_vote:
        yield _("One may also vote for the night, which means: nobody goes to jail.")
    else:
        yield _("There is no vote for the night.")
    yield _("A player may vote for themselves.") if rules.self_vote else _("Nobody may vote for themselves.")
    if rules.hammer:
        yield _(
            "The vote ends at once when a player has votes of more than half of the living. "
            "Such a day makes nobody silent or inactive."
        )
    if rules.votes_end_early and rules.trial:
        yield _("The vote ends as soon as every living player has voted; so do the second round and the trial.")
    elif rules.votes_end_early:
        yield _("The vote ends as soon as every living player has voted; so does the second round.")
    if not rules.hammer and not rules.votes_end_early:
        yield _("The vote lasts to the end of its time, however the votes stand.")


def _count(rules: Ruleset) -> Sentences:
    if rules.trial:
        yield _("Who has the most votes comes to the bench; it need not be more than half.")
        nobody = _("If nobody has a vote, night falls and nobody is executed.")
        night_leads = _("If nobody has a vote, or the night alone has the most, night falls and nobody is executed.")
    else:
        yield _("Who has the most votes goes to jail; it need not be more than half.")
        nobody = _("If nobody has a vote, nobody is jailed.")
        night_leads = _("If nobody has a vote, or the night alone has the most, nobody is jailed.")
    yield night_leads if rules.night_vote else nobody
    yield _(
        "Before that comes the last word: only those on the bench write, until they have said all or the time is over. "
        "The last word: %(length)s."
    ) % {"length": lasts(rules.last_word, rules.last_word_ends_at)}
    if rules.trial:
        yield from _trial(rules)
    yield _tie(rules)
    if rules.trial and rules.tie == "runoff":
        yield _("After a second round there is no trial: who then has the most votes alone is executed.")
    if rules.trial:
        yield _("The role of the executed is shown. What is shown is always the role that was dealt.")
    else:
        yield _("The role of the jailed is shown. What is shown is always the role that was dealt.")
    if rules.tie == "runoff":
        yield _("When somebody on the bench leaves the game, the others stay on it. An empty bench means night.")


def _trial(rules: Ruleset) -> Sentences:
    yield _(
        "After the last word the town says FOR or AGAINST, openly. More FOR than AGAINST, and the player is "
        "executed; otherwise nobody is. The verdict: %(length)s."
    ) % {"length": lasts(rules.verdict, rules.verdict_ends_at)}
    yield _(
        "Everybody in play has a say in a trial, the accused too, by the control or in a post: [for], [against]. "
        "With as many AGAINST as FOR nobody is executed, and nobody else stands trial that day."
    )


def _tie(rules: Ruleset) -> str:
    if rules.tie == "runoff":
        length = {"length": lasts(rules.runoff, rules.runoff_ends_at)}
        if rules.trial:
            text = _(
                "If several have the most votes, all of them have a last word, and then there is a second round "
                "between exactly these. A tie again, or no votes, and nobody is executed. The second round: %(length)s."
            )
        else:
            text = _(
                "If several have the most votes, all of them have a last word, and then there is a second round "
                "between exactly these. A tie again, or no votes, and nobody is jailed. The second round: %(length)s."
            )
        return text % length
    if rules.tie == "random":
        return _("If several have the most votes, the lot decides among them; it is drawn from the seed of the game.")
    if rules.trial:
        return _("If several have the most votes, night falls and nobody is executed.")
    return _("If several have the most votes, night falls and nobody is jailed.")


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
        yield _("Whoever leaves the game reads the room of the dead from its beginning, and writes there.")
        yield _("Members without a seat may enter the room of the onlookers, and write under the member name.")
        yield _("The host reads both rooms and writes in neither. After the end everybody may read them.")
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
        yield _("Until then nobody votes, posts or sends orders; letters and the mafia's room wait too.")
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
