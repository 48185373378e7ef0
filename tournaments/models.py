"""A tournament in the database: who plays with whom, when, and what came of it (`rules.md` section 11).

Everything here is public but `TournamentSeed` until the end, and whom an offer was made to. An `Entry`
knows a persona and never a person; whose it is is asked in `accounts` alone. Of a game nothing is kept
but which one it is, until it is over: then `Score` holds what its log gave.
"""

from datetime import timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona
from games.models import Game, new_slug

FINAL = 0
# How groups are called, by the language of the tournament; letters that are easily mistaken are left out.
LETTERS = {"ru": "АБВГДЕЖЗИКЛМНПРСТУФХЦЧШЭЮЯ", "en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


class Tournament(models.Model):
    """One tournament, as its organiser has set it up, and how far it has come."""

    class Stage(models.TextChoices):
        ENTRY = "entry", _("entries are open")
        DRAWN = "drawn", _("the groups are drawn")
        RUNNING = "running", _("the groups play")
        FINAL = "final", _("the final")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("called off")

    class Names(models.TextChoices):
        MEMBER = "member", _("member names")
        CLONE = "clone", _("clones of this tournament")

    slug = models.SlugField(max_length=16, unique=True, default=new_slug, editable=False)
    title = models.CharField(_("title"), max_length=80)
    description = models.TextField(_("about the tournament"), blank=True)
    language = models.CharField(_("language of the moderator"), max_length=5, default="ru")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    starts_at = models.DateTimeField(_("first game"))
    entries_close_at = models.DateTimeField(_("entries close"))
    organiser = models.ForeignKey(Persona, on_delete=models.PROTECT, related_name="+")
    names = models.CharField(_("names"), max_length=8, choices=Names, default=Names.MEMBER)
    # One of the two is given; the other one comes out at the draw.
    groups_wanted = models.PositiveSmallIntegerField(_("number of groups"), null=True, blank=True)
    group_size = models.PositiveSmallIntegerField(_("players in a group"), null=True, blank=True)
    games_each = models.PositiveSmallIntegerField(_("games for each group"), default=3)
    qualifiers = models.PositiveSmallIntegerField(_("from each group to the final"), default=2)
    final_games = models.PositiveSmallIntegerField(_("games of the final"), default=1)
    # What each of its games is created with, spelt out.
    options = models.JSONField(default=dict)
    composition = models.JSONField(default=dict)
    # What a game is worth (`points.PointsTable`), and how often that was changed; it stands from the first deal on.
    points = models.JSONField(default=dict)
    points_version = models.PositiveSmallIntegerField(default=1)
    check_in = models.DurationField(_("check-in before a game"), default=timedelta(minutes=10))
    rest = models.DurationField(_("pause between games"), default=timedelta(minutes=10))
    commitment = models.CharField(max_length=64)
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.ENTRY, db_index=True)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    # For the sweep alone.
    outages_seen = models.PositiveBigIntegerField(default=0)
    retry_after = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="groups_or_size",
                condition=models.Q(groups_wanted=None, group_size__isnull=False)
                | models.Q(groups_wanted__isnull=False, group_size=None),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen in it."""
        return self.stage in (Tournament.Stage.OVER, Tournament.Stage.CANCELLED)


class TournamentSeed(models.Model):
    """The organiser's seed, of which every draw and deal comes: secret until the tournament has ended (section 8)."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"seed of tournament {self.pk}"


class Group(models.Model):
    """Those who play with each other, and who hosts them. The group of number 0 is the final."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField()
    host = models.ForeignKey(Persona, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # The member to whom the organiser offers the group; the two of them know, as with a desk.
    offered_to = models.ForeignKey(Persona, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    size = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_group_a_number")]

    def __str__(self) -> str:
        return f"group {self.number}"

    @property
    def final(self) -> bool:
        """Whether this is the final."""
        return self.number == FINAL

    @property
    def name(self) -> str:
        """The letter of the group in the tournament's language, its number where letters end; none for the final."""
        letters = LETTERS.get(self.tournament.language, LETTERS["en"])
        if self.final:
            return ""
        return letters[self.number - 1] if self.number <= len(letters) else str(self.number)


class Entry(models.Model):
    """One who takes part: a member or a clone made for this tournament, by a public number in the order of entering."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    persona = models.ForeignKey(Persona, on_delete=models.PROTECT, related_name="+")
    # Of the reserve list; once stepped in, of the group in which that was.
    reserve = models.BooleanField(default=False)
    group = models.ForeignKey(Group, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    finalist = models.BooleanField(default=False)
    # Whose seat this one took first, from the reserve list or in the final.
    replaces = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    # The place in the end, from 1 on.
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["tournament", "persona"], name="one_entry_a_persona"),
        ]

    def __str__(self) -> str:
        return f"entry {self.number}"


class Match(models.Model):
    """One game of a group, from its plan to its scores. What was voided is played again as the next `attempt`."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        CHECKIN = "checkin", _("check-in")
        PLAYING = "playing", _("being played")
        OVER = "over", _("played")
        VOID = "void", _("void")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    # When it was to begin when it was planned; how late it is is measured by that.
    planned_at = models.DateTimeField()
    # The check-in: it opens, and at its end the game begins.
    opens_at = models.DateTimeField(db_index=True)
    check_in_until = models.DateTimeField(db_index=True)
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED, db_index=True)
    # Why it could not begin at the end of its check-in: a refusal's code; empty while nothing is in the way.
    waits = models.CharField(max_length=24, blank=True)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # In the organiser's or host's words: why it was postponed, voided, or ended without being played.
    reason = models.CharField(max_length=300, blank=True)
    walk_over = models.BooleanField(default=False)
    # Of a void one: whether it is played again, or counts nothing for everybody.
    again = models.BooleanField(default=False)
    scored_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "group", "number", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["group", "number", "attempt"], name="one_match_a_number"),
            models.UniqueConstraint(
                fields=["group"],
                condition=models.Q(state__in=("planned", "checkin", "playing")),
                name="one_open_match_a_group",
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.number}, attempt {self.attempt}"


# What stands before a group until it is played or void.
OPEN = (Match.State.PLANNED, Match.State.CHECKIN, Match.State.PLAYING)


class CheckIn(models.Model):
    """Somebody is there for a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="check_ins")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["match", "entry"], name="one_check_in_a_match")]

    def __str__(self) -> str:
        return f"check-in {self.pk}"


class Score(models.Model):
    """What one entry got for one match, every point with its reason: made from the game's log when it is over."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="scores")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="scores")
    cents = models.IntegerField()
    victories = models.PositiveSmallIntegerField(default=0)
    mafia_wins = models.PositiveSmallIntegerField(default=0)
    days = models.PositiveSmallIntegerField(default=0)
    heart_attacks = models.PositiveSmallIntegerField(default=0)
    # The role that was dealt: the game is over, and everybody knows. Empty where none was played.
    role = models.CharField(max_length=16, blank=True)
    # `reason`, `cents` and `count` of each `points.Point`.
    points = models.JSONField(default=list)

    class Meta:
        ordering = ["match", "entry"]
        constraints = [models.UniqueConstraint(fields=["match", "entry"], name="one_score_a_match")]

    def __str__(self) -> str:
        return f"score {self.pk}"


class Adjustment(models.Model):
    """Points that the organiser or the host gave or took beside the table, with the reason that everybody reads."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    cents = models.IntegerField()
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(Persona, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"adjustment {self.pk}"


class Happening(models.Model):
    """Something that happened, for everybody: what stands under "just now", every open ruling among it.

    `data` names entries and groups by their numbers, members who host or organise by their names, and
    matches by their primary keys.
    """

    class Kind(models.TextChoices):
        CREATED = "created", _("the tournament was announced")
        POINTS = "points", _("the table of points was changed")
        ENTERED = "entered", _("somebody entered")
        WITHDREW = "withdrew", _("somebody withdrew")
        CALLED_OFF = "called_off", _("the tournament was called off")
        DRAWN = "drawn", _("the groups were drawn")
        HOST = "host", _("a group has a host")
        CHECK_IN = "check_in", _("a check-in opened")
        WAITS = "waits", _("a game could not begin")
        STARTED = "started", _("a game began")
        SCORED = "scored", _("a game was scored")
        POSTPONED = "postponed", _("a game was postponed")
        VOIDED = "voided", _("a game was voided")
        WALK_OVER = "walk_over", _("a game ended without being played")
        ADJUSTED = "adjusted", _("points were given or taken")
        RESCORED = "rescored", _("the scores were made anew")
        CREDITED = "credited", _("an outage was given back")
        FINAL = "final", _("the final was drawn")
        REPLACED = "replaced", _("a finalist was replaced")
        OVER = "over", _("the tournament ended")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="happenings")
    at = models.DateTimeField()
    kind = models.CharField(max_length=12, choices=Kind)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["tournament", "-at", "-id"], name="newest_happenings")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
