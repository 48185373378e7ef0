"""A game in the database: its log (the truth), a snapshot of it, and what everybody may see.

`Game` and `Seat` carry public facts only, written by one projection (`services.record`). What is
secret stands in the log, in the snapshot and in `Seed`, which pages never touch.
"""

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona, User
from forum.models import Post, Thread


def new_slug() -> str:
    """Make the address of a game: short, random, of small letters and digits."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(alphabet) for _i in range(8))


class Game(models.Model):
    """One game. Everything here is public, but `offered_to`, which the two of an offer know, and the tick's columns."""

    class Kind(models.TextChoices):
        REAL = "real", _("game")
        # One person among bots, in nobody else's lists; and bots alone, to look on.
        PRACTICE = "practice", _("practice game")
        SHOW = "show", _("game of bots")

    slug = models.SlugField(max_length=16, unique=True, default=new_slug, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.REAL, db_index=True)
    title = models.CharField(_("title"), max_length=80)
    theme = models.CharField(_("theme of the clones"), max_length=80, blank=True)
    description = models.TextField(_("about the theme"), blank=True)
    language = models.CharField(_("language of the moderator"), max_length=5, default="ru")
    host = models.ForeignKey(Persona, on_delete=models.PROTECT, related_name="+")
    # The member whom the host offers the desk.
    offered_to = models.ForeignKey(Persona, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    thread = models.OneToOneField(Thread, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    # From the log, for everybody.
    options = models.JSONField(default=dict)
    composition = models.JSONField(default=dict)
    commitment = models.CharField(max_length=64)
    seq = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=12, default="signup", db_index=True)
    day = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)
    paused = models.BooleanField(default=False)
    players = models.PositiveSmallIntegerField(default=0)
    alive = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=8, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    # For the tick alone: an early end that it would betray is never shown.
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    retry_after = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    outages_seen = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def rings(self) -> bool:
        """Whether bells ring and mail goes out for it: whoever plays among bots is there."""
        return self.kind == Game.Kind.REAL


class Seat(models.Model):
    """One player in one game: the clone and what everybody may know of it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    persona = models.ForeignKey(Persona, on_delete=models.PROTECT, related_name="+")
    # The talk with the host: a members-only thread of this player.
    talk = models.OneToOneField(Thread, on_delete=models.PROTECT, related_name="+")
    alive = models.BooleanField(default=True)
    out_how = models.CharField(max_length=16, blank=True)
    out_phase = models.CharField(max_length=12, blank=True)
    out_day = models.PositiveSmallIntegerField(default=0)
    role_shown = models.CharField(max_length=16, blank=True)
    # Left the sign-up: the row stays, so that the log's numbers always mean somebody.
    left = models.BooleanField(default=False)
    # The host asks for another nickname.
    rename_asked = models.BooleanField(default=False)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            # Whoever gave a seat up under the member name may take another one.
            models.UniqueConstraint(
                fields=["game", "persona"], condition=models.Q(left=False), name="one_seat_a_persona"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"


class Bot(models.Model):
    """A seat that a program plays (`games/bots`): its character, when it was asked last, and when it acts next."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="bot")
    seed = models.BinaryField(max_length=16)
    asked_at = models.DateTimeField()
    next_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"bot of seat {self.pk}"


class Presence(models.Model):
    """When a living player was last seen, in games with the option `presence`: for the host alone (`attendance.py`).

    Kept from the deal until the player or the game is out. `due_at` is the moment of a heart attack by
    itself if nobody comes until then, for the tick.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seen_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)

    def __str__(self) -> str:
        return f"presence of seat {self.pk}"


class Reservation(models.Model):
    """A newcomer's seat, held while the code from the e-mail is on its way."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reservations")
    persona = models.OneToOneField(Persona, on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=32, unique=True)
    email = models.EmailField()
    code_hash = models.CharField(max_length=64)
    announcement = models.TextField()
    tries = models.PositiveSmallIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"reservation {self.pk}"


class Room(models.Model):
    """A members-only thread of a game: a letter between players, the mafia's room, or (`graveyard`) one of two more.

    Who leaves the game becomes a member of the room of the dead, and members without a seat may enter
    that of the onlookers; the host reads in both.
    """

    class Kind(models.TextChoices):
        MAFIA = "mafia", _("mafia's room")
        LETTER = "letter", _("letter")
        DEAD = "dead", _("room of the dead")
        ONLOOKERS = "onlooker", _("room of the onlookers")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rooms")
    thread = models.OneToOneField(Thread, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=~models.Q(kind="letter"), name="one_room_of_a_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"room {self.pk}"


# The rooms that the living do not see until the end.
GRAVEYARD = (Room.Kind.DEAD, Room.Kind.ONLOOKERS)


class Event(models.Model):
    """One thing that happened. Rows are only ever added."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    at = models.DateTimeField()
    data = models.JSONField()

    class Meta:
        ordering = ["game", "seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="one_event_a_seq")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Snapshot(models.Model):
    """The state after the event `seq`, so that a command need not fold the whole log."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="snapshot")
    seq = models.PositiveIntegerField()
    version = models.PositiveSmallIntegerField()
    state = models.JSONField()

    def __str__(self) -> str:
        return f"snapshot at {self.seq}"


class Seed(models.Model):
    """The seed of the deal (`rules.md` section 8): secret until the game is over."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"seed of game {self.pk}"


class Notice(models.Model):
    """Something to tell one persona: the bell's line and the mail's order in one row."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=24)
    key = models.CharField(max_length=80, unique=True)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"notice {self.kind}"


class Complaint(models.Model):
    """A post or a letter that a reader shows to the host, and why: once for each post and reader.

    Pages come to it by `selectors.complaints_of` alone: of a conversation the host sees this one letter.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="+")
    reporter = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="+")
    reason = models.TextField()
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["post", "reporter"], name="one_complaint_a_post")]

    def __str__(self) -> str:
        return f"complaint {self.pk}"


class PlayerNote(models.Model):
    """What a person has noted of a player: the person's own, and nobody else's to see (`games.notes`)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "seat"], name="one_note_a_player")]

    def __str__(self) -> str:
        return f"note {self.pk}"


class Heartbeat(models.Model):
    """The last tick: one row, by which a gap is noticed."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"heartbeat {self.at:%F %T}"


class Outage(models.Model):
    """A gap between two ticks that was long enough to credit (`rules.md` section 2)."""

    start = models.DateTimeField()
    end = models.DateTimeField()

    def __str__(self) -> str:
        return f"outage from {self.start:%F %T}"


class Odds(models.Model):
    """The chances of one composition under the options that matter for them, found by playing it (`games.simulation`).

    `digest` stands for the set-up and for the players' way of playing, so that the same question has one
    answer. Nobody's secret: a composition is public, and these games are nobody's.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    digest = models.CharField(max_length=64, unique=True)
    # `players`, `roles` and `options`, as they are played.
    setup = models.JSONField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    town = models.PositiveIntegerField(default=0)
    mafia = models.PositiveIntegerField(default=0)
    maniac = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    days = models.PositiveIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(db_index=True)
    # A worker plays these games until then; one that is lost is waited for no longer.
    busy_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "odds"

    def __str__(self) -> str:
        return f"odds {self.digest[:8]}"
