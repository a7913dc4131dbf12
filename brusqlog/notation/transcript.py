"""One game as it was read from a transcript: a log whose places lie in what the user wrote."""

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from brusqlog.game.findings import Language
from brusqlog.log.faults import Fault, FormError
from brusqlog.log.gamelog import GameLog, Path
from brusqlog.log.scan import Node
from brusqlog.notation.lines import escape, shown

GAME_LIMIT: Final = 1 << 25
"""Bytes of the transcript of one game that are read."""


class Transcript(GameLog):
    """One game of a transcript, to be used like a log.

    `raw` is its text. `language` is that in which it is written. The events are those that the
    lines say and those that follow from them, which are `inferred` by their numbers. A place is
    that of the words of the text that say the event, or that needed it.
    """

    __slots__ = ("_begins", "_text", "inferred", "language", "nodes", "spoilt", "unread")

    def __init__(self, file: str, index: int, line: int, byte: int, raw: bytes) -> None:
        super().__init__(file, index, line, byte)
        self.raw = raw
        self.language: Language = "en"
        self.nodes: list[Node] = []
        self.inferred: set[int] = set()
        self.spoilt: set[int] = set()
        """Numbers of lines that are no text."""
        self.unread: set[int] = set()
        """Where pieces of the text begin that cannot be read."""
        self._text = escape(raw)
        self._begins = [*accumulate((len(line) + 1 for line in self._text.split("\n")), initial=0)]

    def text_of(self, line: int) -> str:
        starts = self._line_starts()
        at = line - self.line
        return shown(self.raw[starts[at] : starts[at + 1] - 1]) if 0 <= at < len(starts) - 1 else ""

    def line_of(self, seq: int) -> int:
        return self.place(seq)[0]

    def byte_of(self, seq: int) -> int:
        return self.place(seq)[3]

    def place(self, seq: int, path: Path | None = None) -> tuple[int, int, int, int]:
        """Where the value at `path` of an event stands in the text, or the words that say the
        event. Raises `IndexError` if there is no such event."""
        node = self.nodes[seq]
        return self.at(*_inmost(node, path or ()))

    def words(self, start: int, end: int) -> str:
        """A piece of the text."""
        return self._text[start:end]

    def at(self, start: int, end: int) -> tuple[int, int, int, int]:
        """The place of a piece of the text, as far as it stands in its first line."""
        index = min(bisect_right(self._begins, start), len(self._begins) - 1) - 1
        begin, over = self._begins[index], self._begins[index + 1] - 1
        before = self._text[begin:start].encode("utf-8", "surrogateescape")
        width = max(1, min(end, max(over, start)) - start)
        byte = self._offset(self._line_starts()[index] + len(before))
        return self.line + index, start - begin + 1, width, byte

    # What follows is for the reader.

    def skip(self, at: int, missing: int) -> None:
        """Keep in mind that bytes before that place were dropped."""
        self._gaps.append((at, missing))

    def finish(self) -> None:
        """All events are there."""
        self.readable = self.header is not None
        self.faults.sort(key=lambda fault: (fault.line or 0, fault.column or 0))

    def tell(self, wrong: FormError, seq: int | None = None) -> None:
        """Keep what is wrong with a piece of the text, but nothing more of a line whose bytes are
        wrong."""
        line, column, width, byte = self.at(wrong.start, wrong.end)
        if line in self.spoilt:
            return
        self.find(
            Fault(
                code=wrong.code,
                seq=seq,
                line=line,
                column=column,
                width=width,
                byte=byte,
                facts=wrong.facts,
            )
        )


def _inmost(node: Node, path: Path) -> tuple[int, int]:
    """The place of the value at a path, or of the last on the way to it that the text has."""
    for size in range(len(path), 0, -1):
        if found := node.at(path[:size]):
            return found.start, found.end
    return node.start, node.end
