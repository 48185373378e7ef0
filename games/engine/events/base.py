"""What every event is, and the mark of the night among candidates."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

NIGHT = 0


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and when."""

    at: datetime

    kind: ClassVar[str] = ""
