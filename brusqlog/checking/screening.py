"""Logs read in bulk: games that are certainly clean are only counted, all others come out whole."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import Struct

from brusqlog.checking.report import CleanGames
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.framing import GAME, Block, Lines
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import Reading
from brusqlog.log.sources import Source, name_of, pieces

if TYPE_CHECKING:
    from brusqlog.bulk.screen import Screen, Screened

BLOCK: Final = 1 << 25
"""Bytes screened at once, but for a game that has more: so many that there are hands enough to be
walked side by side."""

AT_ONCE: Final = 1 << 20
"""Bytes read at once."""

ROOM: Final = BLOCK + AT_ONCE
"""Bytes of memory for a block."""

LARGEST: Final = (1 << 25) - (1 << 16)
"""Bytes of a piece of memory. Once one is given back, the C library of GNU systems keeps as much
for what is asked for next; to get it anew each time would cost a tenth of the time in all. Of
larger pieces it learns nothing.
"""

WORTH: Final = 1 << 22
"""Bytes of logs that a process judges before screening more saves what it costs to load numpy."""

Deriving = Callable[["Screened", memoryview, int, int, int], Sequence[Any]]
"""What follows from clean games: those of a text that was screened from the one of that number up
to another, and the position of the first of them in its source. The text is there no longer than
until the next block is asked for."""


class Screening:
    """Reads logs. Nothing is screened before there is enough to be worth it.

    `require_finished`: a game that is not finished is not clean. `derive` says what
    clean games come with. `size` is that of the blocks that are screened at once, in bytes.
    `done` are the bytes of text gone through.
    """

    judged: ClassVar = 0
    """Bytes that this process has judged without a screen."""

    def __init__(
        self,
        rulesets: Mapping[str, Ruleset] | None = None,
        *,
        require_finished: bool = False,
        derive: Deriving = lambda *_: (),
        size: int = BLOCK,
        worth: int = WORTH,
    ) -> None:
        self._rulesets, self._require_finished = rulesets, require_finished
        self._derived = derive
        self._size, self._worth = size, worth
        self._screen: Screen | None = None
        self.done = 0

    def games(
        self, source: Source, *, name: str | None = None
    ) -> Iterator[GameLog | CleanGames | Fault]:
        """Every game of a source of logs, as `read_logs` gives them, but for those that are clean:
        these are told together, as many as follow one another."""
        file = name_of(source, name)
        first = min(max(1, self._worth - Screening.judged), self._size)
        text = _AtGames(pieces(source, name, AT_ONCE), file, first, self._size)
        reading = Reading(file, text)
        broken = None
        try:
            for part in text.parts():
                self.done += part.size
                if isinstance(part, Block):
                    Screening.judged += part.size
                    yield from reading.block(part)
                else:
                    yield from self._screened(reading, part)
        except SourceError as error:
            broken = Fault(code=error.code, facts=error.facts)
        yield from reading.end(broken)

    def _screened(self, reading: Reading, text: "_Stretch") -> Iterator[GameLog | CleanGames]:
        """The games of some text."""
        if self._screen is None:
            from brusqlog.bulk.screen import Screen

            self._screen = Screen(self._rulesets)
        found = self._screen.block(text.text, text.size, closed=text.is_whole)
        if found is None:
            text.lines = text.text.count(b"\n", 0, text.size)
            yield from reading.block(text.part(0, text.size, 0))
            return
        text.lines = found.line_count
        lines = memoryview(text.text)[: text.size]
        begins, starts = found.lines.tolist(), [*found.bytes.tolist(), text.size]
        if starts[0]:
            yield from reading.block(text.part(0, starts[0], 0))
        clean = (found.clean & found.finished if self._require_finished else found.clean).tolist()
        if reading.pending:
            clean[0] = False
        for is_clean, run in groupby(range(len(clean)), clean.__getitem__):
            games = list(run)
            first, last = games[0], games[-1]
            if not is_clean:
                part = text.part(starts[first], starts[last + 1], begins[first])
                yield from reading.block(part)
                continue
            index = reading.index + 1
            yield from reading.pass_over(len(games))
            yield CleanGames(
                file=reading.file,
                index=index,
                ids=[found.headers[game].id for game in games],
                lines=[text.line + begins[game] for game in games],
                statuses=[STATUS[bool(found.finished[game])] for game in games],
                hands=found.hands[first : last + 1].tolist(),
                events=found.events[first : last + 1].tolist(),
                derived=self._derived(found, lines, first, last + 1, index),
            )


STATUS: Final = {True: "finished", False: "unfinished"}
"""Of a clean game, by whether it is played to its length. One broken off is not for the screen."""


class _Stretch(Struct):
    """Whole lines to be screened: the first `size` bytes of `text`, in which there is something
    else later. The first of them is the `line`-th of the source and begins at its byte `byte`.
    `is_whole`: the last game ends with them. How many `lines` they are tells who screens them."""

    text: bytearray
    size: int
    line: int
    byte: int
    is_whole: bool
    lines: int = 0

    def part(self, start: int, stop: int, line: int) -> Block:
        """Some of the lines, as `Block.part` has it."""
        text = bytes(memoryview(self.text)[start:stop])
        return Block(text, len(text), self.line + line, self.byte + start, 0)


class _AtGames(Lines):
    """Text cut where games begin: the first part is made of at least `first` bytes, the others of
    `size`, unless a game is longer."""

    spare: ClassVar[list[bytearray]] = []
    """Memory that nobody uses now."""

    def __init__(self, pieces: Iterator[bytes], file: str, first: int, size: int) -> None:
        super().__init__(pieces, file)
        self._first, self._size = first, size
        self._text, self._held = bytearray(), 0

    def parts(self) -> Iterator[Block | _Stretch]:
        """The parts to be screened, and as blocks those that are not: a text that has fewer bytes
        than `first`, and what begins with a line that was too long to be kept."""
        if not self.spare:
            bytearray(LARGEST)
            self.spare.append(bytearray(ROOM))
        self._text = self.spare.pop()
        try:
            yield from self._cut()
        finally:
            if len(self._text) == ROOM:
                self.spare.append(self._text)

    def _cut(self) -> Iterator[Block | _Stretch]:
        due = self._first
        begun, broken = False, None
        try:
            for piece in self.unmarked():
                self._put(piece)
                if self._held < due:
                    continue
                begun, due = True, self._size
                place = self._text.rfind(GAME, 0, self._held) + 1
                yield from self._part(place or self._whole(), is_whole=place > 0)
                if not place:
                    self.shorten()
                self._held = 0
                self._put(self.rest)
        except SourceError as error:  # it comes after the text before it
            broken = error
        size = self._whole()
        if begun:
            yield from self._part(size, is_whole=size == self._held)
        else:
            yield from self.blocks(self._bytes(0), size)
        if broken is not None:
            raise broken

    def _put(self, piece: bytes) -> None:
        """Put it behind what is held."""
        stop = self._held + len(piece)
        if stop > len(self._text):
            self._text = self._text[: self._held] + bytes(stop)
        self._text[self._held : stop] = piece
        self._held = stop

    def _part(self, size: int, *, is_whole: bool) -> Iterator[Block | _Stretch]:
        """The first bytes of what is held; the others are left over."""
        if self.missing:
            yield from self.blocks(self._bytes(0), size)
            return
        self.rest = self._bytes(size)
        if size:
            stretch = _Stretch(self._text, size, self.line, self.byte, is_whole)
            yield stretch
            self.line += stretch.lines
            self.byte += size

    def _whole(self) -> int:
        """How many bytes of what is held are whole lines."""
        return self._text.rfind(b"\n", 0, self._held) + 1

    def _bytes(self, start: int) -> bytes:
        return bytes(memoryview(self._text)[start : self._held])
