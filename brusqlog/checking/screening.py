"""Logs read in bulk: games that are certainly clean are only counted, all others come out whole."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Final

from brusqlog.checking.report import CleanGames
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.framing import GAME, Block, Lines
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import Reading
from brusqlog.log.sources import PIECE, Source, name_of, pieces

if TYPE_CHECKING:
    from brusqlog.bulk.screen import Screen, Screened

BLOCK: Final = 1 << 23
"""Bytes screened at once, but for a game that has more."""

WORTH: Final = 1 << 23
"""Bytes of logs that a process judges before screening more saves what it costs to load numpy."""

Deriving = Callable[["Screened", Block, int, int, int], Sequence[Any]]
"""What follows from clean games: those of a block that was screened from the one of that number up
to another, and the position of the first of them in its source. The text of the block is there no
longer than until the next block is asked for."""


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
        missing = max(1, self._worth - Screening.judged)
        first = min(missing, self._size)
        text = pieces(source, name, max(PIECE, first))
        lines = _AtGames(text, file, first, self._size)
        reading = Reading(file, lines)
        broken = None
        try:
            for block in lines:
                self.done += block.size
                if lines.is_small:
                    Screening.judged += block.size
                    yield from reading.block(block)
                else:
                    yield from self._screened(reading, block, lines)
        except SourceError as error:
            broken = Fault(code=error.code, facts=error.facts)
        yield from reading.end(broken)

    def _screened(
        self, reading: Reading, block: Block, lines: "_AtGames"
    ) -> Iterator[GameLog | CleanGames]:
        """The games of the block that was given out last."""
        if self._screen is None:
            from brusqlog.bulk.screen import Screen

            self._screen = Screen(self._rulesets)
        found = self._screen.block(block.text, lines.ends, closed=lines.is_whole)
        if found is None:
            yield from reading.block(block)
            return
        begins, starts = found.lines.tolist(), [*found.bytes.tolist(), block.size]
        if starts[0]:
            yield from reading.block(block.part(0, starts[0], 0))
        clean = (found.clean & found.finished if self._require_finished else found.clean).tolist()
        if reading.pending:
            clean[0] = False
        for is_clean, run in groupby(range(len(clean)), clean.__getitem__):
            games = list(run)
            first, last = games[0], games[-1]
            if not is_clean:
                part = block.part(starts[first], starts[last + 1], begins[first])
                yield from reading.block(part)
                continue
            index = reading.index + 1
            yield from reading.pass_over(len(games))
            yield CleanGames(
                file=reading.file,
                index=index,
                ids=[found.headers[game].id for game in games],
                lines=[block.line + begins[game] for game in games],
                statuses=[STATUS[bool(found.finished[game])] for game in games],
                hands=found.hands[first : last + 1].tolist(),
                events=found.events[first : last + 1].tolist(),
                derived=self._derived(found, block, first, last + 1, index),
            )


STATUS: Final = {True: "finished", False: "unfinished"}
"""Of a clean game, by whether it is played to its length. One broken off is not for the screen."""


class _AtGames(Lines):
    """Blocks that end where games begin: the first is made of at least `first` bytes, the others of
    `size`, unless a game is longer. `ends` are the line feeds of a block, `is_whole` says that its
    last game ends with it, `is_small` that the text has fewer bytes than `first`."""

    def __init__(self, pieces: Iterator[bytes], file: str, first: int, size: int) -> None:
        super().__init__(pieces, file)
        self._due, self._size = first, size
        self.is_whole = self.is_small = False
        self.ends: Any = None

    def __iter__(self) -> Iterator[Block]:
        parts: list[bytes] = []
        held, begun = 0, False
        broken = None
        try:
            for piece in self.unmarked():
                parts.append(piece)
                held += len(piece)
                if held < self._due:
                    continue
                text = b"".join(parts)
                place = text.rfind(GAME) + 1
                self.is_whole, begun, self._due = place > 0, True, self._size
                yield from self.blocks(text, place or text.rfind(b"\n") + 1)
                if not place:
                    self.shorten()
                parts, held = [self.rest], len(self.rest)
        except SourceError as error:  # it comes after the text before it
            broken = error
        text = b"".join(parts)
        size = text.rfind(b"\n") + 1
        self.is_whole, self.is_small = size == len(text), not begun
        yield from self.blocks(text, size)
        if broken is not None:
            raise broken

    def count(self, text: bytes, size: int) -> int:
        """How many lines end there, and where, if they are to be screened."""
        if self.is_small:
            return super().count(text, size)
        from brusqlog.bulk.screen import line_ends

        self.ends = line_ends(text, size)
        return len(self.ends)
