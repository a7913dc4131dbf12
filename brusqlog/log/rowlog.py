"""A log that nobody wrote: one row of a table, told as the events that follow from it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from brusqlog.game.events import Event, Game
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog, Path, Place
from brusqlog.log.writer import dumps


class Told(NamedTuple):
    """What a row says: its events, or of one that no log can say the header, if that can be told,
    with what is wrong and the row as text in place of the events that it lacks."""

    events: list[Event]
    faults: list[Fault]
    text: bytes


class RowLog(GameLog):
    """The log of one row, to be used like any other.

    `index` and `line` are the number of the row, from 1, which is the place of all its events;
    `raw` are the lines as they would be written. A table may have millions of rows: what is not set
    here is told by the row when it is first asked for, and the header alone costs little.
    """

    __slots__ = ("_head", "_known", "_tell")

    def __init__(
        self, file: str, number: int, head: Callable[[], Game | None], tell: Callable[[], Told]
    ) -> None:
        self.file, self.index, self.line, self.byte = file, number, number, 0
        self._head, self._tell = head, tell
        self._known: Game | None = None

    def __getattr__(self, name: str) -> Any:
        if name not in GameLog.__slots__:
            raise AttributeError(name)
        super().__init__(self.file, self.index, self.line, self.byte)
        events, self.faults, text = self._tell()
        self.events = [*events, *([None] if text else [])]
        self.raw = b"".join(line + b"\n" for line in (*map(dumps, events), text) if line)
        self.readable = bool(events)
        return object.__getattribute__(self, name)

    @property
    def header(self) -> Game | None:
        if self._known is None:
            self._known = self._head()
        return self._known

    def line_of(self, seq: int) -> int:
        return self.line

    def text_of(self, line: int) -> str:
        return ""

    def place(self, seq: int, path: Path | None = None) -> Place:
        return self.line, None, None, None

    def written_at(self, seq: int, path: Path | None) -> Place:
        """The place in `raw`."""
        return super().place(seq, path)
