"""What is asked of the page of votes by its address, and the words that its parts share."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games import words
from games.engine.ballots import Act, Ballot, History
from games.engine.events import NIGHT
from games.engine.sight import View
from games.views.base import number


@dataclass(frozen=True, slots=True)
class Asked:
    """Which votes are asked for: of a day, by a voter, for a candidate (0: the night), as they stood at a post.

    None: not asked for. What is no day or seat of the game counts as not asked for.
    """

    day: int | None = None
    voter: int | None = None
    candidate: int | None = None
    at: int | None = None
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str], history: History, seats: Mapping[int, str]) -> "Asked":
        """Read an address. Whatever stands in it, there is an answer."""
        day, voter, candidate = (number(query.get(name)) for name in ("day", "voter", "candidate"))
        at, page = number(query.get("at")), number(query.get("page"))
        return cls(
            day if any(one.day == day for one in history.ballots) else None,
            voter if voter in seats else None,
            candidate if candidate == NIGHT or candidate in seats else None,
            at if at is not None and at > 0 else None,
            max(1, page or 1),
        )

    def query(self, **changes: int | None) -> str:
        """Return the address of the same view with some of it changed, without its page: `day=2&voter=3`."""
        asked = replace(self, page=1, **changes) if changes else self
        pairs = [("day", asked.day), ("voter", asked.voter), ("candidate", asked.candidate), ("at", asked.at)]
        return urlencode([(name, value) for name, value in pairs if value is not None])

    @property
    def sifts(self) -> bool:
        """Whether some of the votes are left out."""
        return (self.day, self.voter, self.candidate) != (None, None, None)

    def ballots(self, history: History) -> list[Ballot]:
        """Return the votes of the day that is asked for, or all, the oldest first."""
        return [one for one in history.ballots if self.day in (None, one.day)]

    def acts(self, history: History) -> list[tuple[Ballot, Act]]:
        """Return what is asked for, the oldest first."""
        return [
            (ballot, act)
            for ballot in self.ballots(history)
            for act in ballot.acts
            if self.voter in (None, act.seat) and (self.candidate is None or _concerns(ballot, act, self.candidate))
        ]


def _concerns(ballot: Ballot, act: Act, candidate: int) -> bool:
    """Whether a vote is for a candidate or leaves it; in a trial each word concerns the accused alone."""
    if ballot.round == "verdict":
        return candidate == ballot.accused
    return candidate in (act.target, act.before)


@dataclass(frozen=True, slots=True)
class Namer:
    """Words for votes and candidates, in the reader's language."""

    names: Mapping[int, str]
    evening: bool

    @classmethod
    def of(cls, view: View, names: Mapping[int, str]) -> "Namer":
        """Return the words for a game as a viewer may know it."""
        return cls(names, view.evening)

    def candidate(self, ballot: Ballot, target: int | None) -> str:
        """Return a candidate's nickname, the night, or a side of a trial."""
        if ballot.round == "verdict":
            return _("FOR") if target else _("AGAINST")
        return self.names.get(target or 0, f"№ {target}") if target else _("Night")

    def voter(self, seat: int) -> str:
        """Return a voter's nickname."""
        return self.names.get(seat, f"№ {seat}")

    def title(self, ballot: Ballot) -> str:
        """Return what a vote is called: `Day 2`, `Second round, day 2`, `Trial, day 2: Anna`."""
        # Where there are evenings the day's vote is held in them.
        title = words.phase_name("evening" if self.evening and ballot.round == "day" else ballot.round, ballot.day)
        if ballot.accused:
            return _("%(trial)s: %(name)s") % {"trial": title, "name": self.voter(ballot.accused)}
        return title
