"""What can happen in a game, as frozen dataclasses, and their JSON form.

An event carries what came of a command, never the request. It names seats, and posts by their
number; no person, no nickname and no free text, so that a text can be blanked without touching
the log. `NIGHT` stands where a vote is for the night.
"""

from typing import Any

from games.engine.codec import dump, load
from games.engine.events.base import NIGHT, Event
from games.engine.events.course import (
    ClockPaused,
    ClockResumed,
    CurtainRaised,
    DeadlineMoved,
    GameCancelled,
    GameCreated,
    GameWon,
    OptionsChanged,
    OutageCredited,
    PhaseOpened,
    RoleAcknowledged,
    RolesDealt,
    RoundEnded,
    SeatLeft,
    SeatRenamed,
    SeatTaken,
    SignupExtended,
    StalemateNear,
)
from games.engine.events.day import (
    AdvanceVoteLapsed,
    AdvanceVoteLeft,
    GuardRaised,
    HeartAttack,
    LastWordDone,
    MayorDeclared,
    NightFell,
    NoticeGiven,
    PlayerOut,
    TieDrawn,
    TookPart,
    VengeanceNamed,
    VerdictClosed,
    VerdictGiven,
    VoteCast,
    VoteClosed,
    VoteVoided,
    VoteWithdrawn,
)
from games.engine.events.night import (
    BossChosen,
    CheckMade,
    ComparisonMade,
    MafiaReminded,
    NightResolved,
    OrderGiven,
    OrderVoided,
    OrderWithdrawn,
    Promoted,
    WatchMade,
)

__all__ = [
    "AdvanceVoteLapsed",
    "AdvanceVoteLeft",
    "BossChosen",
    "CheckMade",
    "ClockPaused",
    "ClockResumed",
    "ComparisonMade",
    "CurtainRaised",
    "DeadlineMoved",
    "Event",
    "FORMAT",
    "GameCancelled",
    "GameCreated",
    "GameWon",
    "GuardRaised",
    "HeartAttack",
    "KINDS",
    "LastWordDone",
    "MafiaReminded",
    "MayorDeclared",
    "NIGHT",
    "NightFell",
    "NightResolved",
    "NoticeGiven",
    "OptionsChanged",
    "OrderGiven",
    "OrderVoided",
    "OrderWithdrawn",
    "OutageCredited",
    "PhaseOpened",
    "PlayerOut",
    "Promoted",
    "RoleAcknowledged",
    "RolesDealt",
    "RoundEnded",
    "SeatLeft",
    "SeatRenamed",
    "SeatTaken",
    "SignupExtended",
    "StalemateNear",
    "TieDrawn",
    "TookPart",
    "VengeanceNamed",
    "VerdictClosed",
    "VerdictGiven",
    "VoteCast",
    "VoteClosed",
    "VoteVoided",
    "VoteWithdrawn",
    "WatchMade",
    "from_json",
    "to_json",
]

FORMAT = 1
KINDS: dict[str, type[Event]] = {}

# A class made with slots replaces the one it was made from, so the module is asked, not the base class.
for _cls in [made for made in globals().values() if isinstance(made, type) and issubclass(made, Event)]:
    if _cls is Event:
        continue
    _cls.kind = "".join("_" + letter.lower() if letter.isupper() else letter for letter in _cls.__name__).lstrip("_")
    KINDS[_cls.kind] = _cls


def to_json(event: Event) -> dict[str, Any]:
    """Return the event as plain data: `kind`, `v` (the form's version) and its fields."""
    return {"kind": event.kind, "v": FORMAT, **dump(event)}


def from_json(data: dict[str, Any]) -> Event:
    """Return the event of a plain form; an unknown form, kind or field is an error, never skipped.

    Raises: KeyError, TypeError, ValueError.
    """
    if data["v"] != FORMAT:
        raise ValueError(f"an event of form {data['v']}, which this code does not know")
    rest = {name: value for name, value in data.items() if name not in ("kind", "v")}
    made = load(KINDS[data["kind"]], rest)
    assert isinstance(made, Event)
    return made
