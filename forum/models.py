"""Threads and posts. A private message is a post in a members-only thread; the game's thread, the
mafia's room, the talk with the host and a letter are one mechanism. Nothing here knows Mafia."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona, User, new_token


class Thread(models.Model):
    """A row of numbered posts, with who may read and who may write as data."""

    class Readers(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        MEMBERS = "members", _("members of the thread")

    class Writers(models.TextChoices):
        NOBODY = "nobody", _("nobody")
        LISTED = "listed", _("members of the thread who may post")
        MEMBERS = "members", _("those, and whoever has a member name")

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    title = models.CharField(max_length=120, blank=True)
    # Of the few words that the forum puts into a post (a spoiler without a title); empty: the site's.
    language = models.CharField(max_length=5, blank=True)
    readers = models.CharField(max_length=12, choices=Readers, default=Readers.MEMBERS)
    writers = models.CharField(max_length=12, choices=Writers, default=Writers.LISTED)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"thread {self.pk}"


class ThreadMember(models.Model):
    """One persona's place in a thread: may it write, and which posts may it read."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="members")
    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="+")
    may_post = models.BooleanField(default=True)
    # Writes even where `writers` says nobody (the host of a game).
    always = models.BooleanField(default=False)
    read_from = models.PositiveIntegerField(default=1)
    read_until = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread", "persona"], name="once_in_a_thread")]

    def __str__(self) -> str:
        return f"member {self.pk}"


class Post(models.Model):
    """A final text. It is never edited; the host may hide it, and a stub stays."""

    class Style(models.TextChoices):
        POST = "post", _("post")
        LINE = "line", _("one line")
        REPORT = "report", _("report")
        CHAPTER = "chapter", _("chapter")

    # The numbers' own index begins with the thread, and serves it alone as well.
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="posts", db_index=False)
    number = models.PositiveIntegerField()
    # Nobody: the moderator's own voice.
    author = models.ForeignKey(Persona, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    style = models.CharField(max_length=8, choices=Style, default=Style.POST)
    # What a line or a report is about, for its icon and for filters; a word of the caller's.
    mark = models.CharField(max_length=16, blank=True)
    # Whether something is said in it by the caller's own tags or controls: a vote.
    tagged = models.BooleanField(default=False)
    source = models.TextField()
    html = models.TextField()
    render_version = models.PositiveSmallIntegerField(default=0)
    # The position of the game's log when this was written: the tally at any post needs it.
    seq = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    # The form's own key: the same form sent twice makes one post.
    key = models.CharField(max_length=64, null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["thread", "number"]
        constraints = [
            models.UniqueConstraint(fields=["thread", "number"], name="one_post_a_number"),
            models.UniqueConstraint(fields=["thread", "author", "key"], name="one_post_a_form"),
        ]
        # Each holds all that a sifted thread asks before it reads the posts of one page (`forum.sifting`).
        indexes = [
            models.Index(fields=["thread", "author", "number"], name="posts_of_an_author"),
            models.Index(
                # The last column is for SQLite, which else would look up in each row what the condition says.
                fields=["thread", "number", "author", "tagged"],
                name="tagged_posts",
                condition=models.Q(tagged=True),
            ),
            models.Index(fields=["thread", "number"], name="chapters", condition=models.Q(style="chapter")),
        ]

    def __str__(self) -> str:
        return f"post {self.number}"


class PostWords(models.Model):
    """What search finds a post by (`forum.index`): its thread and the stems of its own words, each between spaces.

    The full-text index of the database is made over this column by a migration, and kept by the database.
    """

    post = models.OneToOneField(Post, on_delete=models.CASCADE, primary_key=True, related_name="words")
    stems = models.TextField()

    def __str__(self) -> str:
        return f"words of post {self.pk}"


class ReadMark(models.Model):
    """How far a persona has read a thread."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="+")
    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread", "persona"], name="one_read_mark")]

    def __str__(self) -> str:
        return f"read mark {self.pk}"


class Bookmark(models.Model):
    """A post that somebody wants to find again. It is the person's, not a persona's, and nobody else's to see."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "post"], name="one_bookmark_a_post")]

    def __str__(self) -> str:
        return f"bookmark {self.pk}"
