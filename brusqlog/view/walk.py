"""A game that is stepped through: where one is, and where one can go from there."""

import re
from typing import Any, Final, Literal

from brusqlog.view.frames import Frame, whole
from brusqlog.view.game import Shown

Move = Literal[
    "next", "back", "first", "last", "trick-next", "trick-back", "hand-next", "hand-back",
    "finding-next", "finding-back", "payment-next", "turn",
]  # fmt: skip
"""What one can do, as the buttons of a page call it."""

_SOUGHT: Final = re.compile(r"(?:(\d+)|(?:[hc] ?(\d+))? ?(?:[tl] ?(\d+))?)", re.IGNORECASE)


class Walk:
    """A game made ready for a page, one of its events, and the seat at the lower edge. `seq` is
    always that of an event, or 0 if the game has none that can be shown."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.data: dict[str, Any] = shown.data
        self.frames = list(whole(self.data["frames"]))
        self.seq = 0
        self.home: int = self.data["home"]

    @property
    def last(self) -> int:
        """The last event."""
        return max(len(self.frames) - 1, 0)

    @property
    def frame(self) -> Frame | None:
        """What lies on the table; None if the game has no header that can be read."""
        return self.frames[self.seq] if self.frames else None

    @property
    def event(self) -> dict[str, Any] | None:
        """The event in words, and what withdrew it."""
        return self.data["events"][self.seq] if self.frames else None

    @property
    def findings(self) -> list[dict[str, Any]]:
        """What was found at the event; all findings of a game that cannot be stepped through."""
        found: list[dict[str, Any]] = self.data["findings"]
        return [one for one in found if one["seq"] == self.seq] if self.frames else found

    def do(self, move: Move) -> None:
        """Go there, or turn the table; where there is nothing further, stay."""
        kind, _, way = move.partition("-")
        match kind:
            case "next":
                self.seq = min(self.seq + 1, self.last)
            case "back":
                self.seq = max(self.seq - 1, 0)
            case "first":
                self.seq = 0
            case "last":
                self.seq = self.last
            case "turn":
                self.home = (self.home + 1) % max(len(self.shown.players), 1)
            case _:
                self.seq = self._stop(kind, onward=way == "next")

    def place(
        self, *, seq: int | None = None, hand: int | None = None, trick: int | None = None
    ) -> int | None:
        """The event of that number; else the one with which a hand begins, or with which a trick of
        it, otherwise of the present hand, is led. None if there is none."""
        if seq is not None:
            return seq if seq <= self.last else None
        if trick is None:
            starts = self.data.get("hands", [])
            return next((at for at, number in starts if number == hand), None)
        present = self.frame["hand"] if self.frame else 0
        wanted = (hand or present or 1, trick)
        places = (at for at, one in enumerate(self.frames) if (one["hand"], one["trick"]) == wanted)
        return next(places, None)

    def sought(self, text: str) -> int | None:
        """The event that a text names: `33`, `h2` for hand 2, `t5` for trick 5, `h2 t5`; in French
        `c2`, `l5`. None if it names none."""
        found = _SOUGHT.fullmatch(" ".join(text.split()))
        if found is None or not any(found.groups()):
            return None
        seq, hand, trick = (int(part) if part else None for part in found.groups())
        return self.place(seq=seq, hand=hand, trick=trick)

    def stops(self, kind: str) -> list[int]:
        """The events to which each kind of step leads, in order."""
        match kind:
            case "hand":
                return [0, *(seq for seq, _ in self.data.get("hands", [])), self.last]
            case "trick":
                return [0, *(seq for seq, *_ in self.data.get("tricks", [])), self.last]
            case "payment":
                return list(self.data.get("payments", []))
        return sorted({found["seq"] for found in self.data["findings"]}) if self.frames else []

    def _stop(self, kind: str, *, onward: bool) -> int:
        """The nearest of these events before or behind; this one itself if there is none."""
        stops = self.stops(kind)
        if onward:
            return min((at for at in stops if at > self.seq), default=self.seq)
        return max((at for at in stops if at < self.seq), default=self.seq)
