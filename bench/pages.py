"""The addresses that are measured, and what is hoped for. A page that comes later gets its line here."""

from dataclasses import dataclass

VISITOR, MEMBER = "visitor", "member"
WHO = (VISITOR, MEMBER)
# So many posts the threads have.
SIZES = (10_000, 50_000)
PAGE = 25


@dataclass(frozen=True, slots=True)
class Goals:
    """What a page should cost, for a visitor and for a member: CPU in ms, queries, requests a second; and its kB."""

    cpu: tuple[float, float] | None = None
    queries: tuple[int, int] | None = None
    rate: tuple[float, float] | None = None
    kilobytes: float | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """An address: `{slug}`, `{thread}`, `{middle}`, `{last}` and `{any}` (pages) stand for those of the thread.

    `each`: it is asked in every thread, and not once only. With `{any}` every request asks for another page,
    so that nothing of it has been drawn before; the others ask for one page again and again.
    """

    label: str
    path: str
    goals: Goals = Goals()
    each: bool = True
    who: tuple[str, ...] = WHO

    def address(self, size: int, slug: str, thread: int, turn: int = 0) -> str:
        """Return the address in a thread of so many posts, at the turn of a request."""
        pages = size // PAGE
        # 89 divides neither number of pages: one comes to all of them.
        another = (pages // 2 + 89 * turn) % pages + 1
        return self.path.format(slug=slug, thread=thread, middle=pages // 2, last=pages, any=another)


THREAD = Goals(cpu=(4, 6), queries=(5, 9), rate=(500, 300), kilobytes=60)
OFTEN = Goals(rate=(400, 400))
# The first is what all others are compared with.
BARE = Page("bare Django view, 25 posts", "/bare/{thread}/{middle}/", who=(VISITOR,))
FIRST, MIDDLE, LAST = (
    Page("thread, first page", "/games/{slug}/?page=1", THREAD),
    Page("thread, middle page", "/games/{slug}/?page={middle}", THREAD),
    Page("thread, last page", "/games/{slug}/?page={last}", THREAD),
)
PAGES = (
    BARE,
    Page("the same in the site's frame", "/framed/{thread}/{middle}/", who=(VISITOR,)),
    FIRST,
    MIDDLE,
    LAST,
    Page("thread, page after page", "/games/{slug}/?page={any}", THREAD),
    Page("posts of one player", "/games/{slug}/?by=3", OFTEN),
    Page("votes only", "/games/{slug}/?only=votes"),
    Page("vote by vote, 200 votes", "/games/{slug}/votes/"),
    Page("protocol", "/games/{slug}/protocol/"),
    Page("activity", "/games/{slug}/activity/"),
    # «утро»
    Page("search, a common word", "/games/{slug}/search/?q=%D1%83%D1%82%D1%80%D0%BE"),
    Page("bookmarks", "/games/{slug}/bookmarks/", who=(MEMBER,), each=False),
    Page("list of games", "/games/", OFTEN, each=False),
    Page("front page", "/", OFTEN, each=False),
)
# A reply with a vote, by so many at once, and how many a second are hoped for.
WRITERS = 8
REPLIES = 150
# First, middle and last page, and both threads, should cost the same within this.
ALIKE = 1.15
