"""Games out of a transcript, one after another, as robustly as those of a log.

What is wrong with bytes, words or cards is told with its place and the rest is still read; only a
source that cannot be read ends the reading.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Final

from brusqlog.game.course import Course
from brusqlog.game.events import Game
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import terms_of
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.framing import LINE_LIMIT, Block, Lines
from brusqlog.log.sources import Source, name_of, pieces
from brusqlog.notation.heading import Ending, Heading, is_note, language_of
from brusqlog.notation.lines import Physical, fault_of_form, logical
from brusqlog.notation.parser import REMARK, Parser
from brusqlog.notation.reading import Reading
from brusqlog.notation.scribe import node_of
from brusqlog.notation.spans import Span
from brusqlog.notation.syntax import Line
from brusqlog.notation.transcript import GAME_LIMIT, Transcript

PIPE: Final = "stdin"
"""The id of a game without one that comes from no file."""

_SUFFIXES: Final = re.compile(r"(\.brusq)?(\.gz|\.zst)?$", re.IGNORECASE)


def read_transcripts(
    source: Source, *, name: str | None = None, rulesets: Mapping[str, Ruleset] | None = None
) -> Iterator[Transcript | Fault]:
    """Every game of a transcript, in order; a string is a path. `rulesets` are rulesets of one's
    own, by full name.

    A `Fault` by itself belongs to no game: the source cannot be read (any further), or holds no
    game. Nothing is raised for what a source holds.
    """
    file = name_of(source, name)
    lines = Lines(pieces(source, name), file)
    gathering = _Gathering(file, lines, rulesets or {})
    broken = None
    try:
        for block in lines:
            yield from gathering.block(block)
        yield from gathering.rest()
    except SourceError as error:
        broken = Fault(code=error.code, facts=error.facts)
    if (last := gathering.game()) is not None:
        yield last
    elif gathering.index == 0 and broken is None:
        broken = Fault(code="empty-file", facts={"file": file})
    if broken is not None:
        yield broken


class _Gathering:
    """Gathers the lines of one game after another."""

    def __init__(self, file: str, source: Lines, rulesets: Mapping[str, Ruleset]) -> None:
        self.file, self.source, self.rulesets = file, source, rulesets
        self.index = 0
        self.told: set[str] = set()
        self._clear()

    def _clear(self) -> None:
        self.lines: list[Physical] = []
        self.size = 0
        self.lost: list[tuple[int, int]] = []
        self.ending = Ending()
        self.full: Fault | None = None

    def block(self, block: Block) -> Iterator[Transcript]:
        """Take whole lines in; a game comes out when the next one begins."""
        byte = block.byte
        for at, text in enumerate(block.lines):
            missing = block.missing if at == 0 else 0
            yield from self._line(text, block.line + at, byte, missing)
            byte += len(text) + 1 + missing

    def rest(self) -> Iterator[Transcript]:
        """A last line without a line end is a line like any other."""
        if self.source.rest:
            source = self.source
            yield from self._line(source.rest, source.line, source.byte, source.missing)

    def _line(self, text: bytes, number: int, byte: int, missing: int) -> Iterator[Transcript]:
        line = Physical.of(text, number, byte)
        if not self.lines and not line.says:
            return
        if line.says and (not line.goes_on or not self.lines):
            begins = self.ending.begins(line.shown.lstrip("\ufeff"))
            if begins and (game := self.game()) is not None:
                yield game
                self.ending.begins(line.shown.lstrip("\ufeff"))
        if self.size + len(text) > GAME_LIMIT:
            facts = {"limit": GAME_LIMIT}
            self.full = self.full or Fault(code="log-too-large", line=number, facts=facts)
            return
        self.size += len(text) + 1
        self.lines.append(line)
        if missing:
            self.lost.append((self.size, missing))

    def game(self) -> Transcript | None:
        """The game of the lines gathered, if there are any."""
        if not self.lines:
            return None
        self.index += 1
        lines, first = self.lines, self.lines[0]
        raw = b"\n".join(line.text for line in lines)
        game = Transcript(self.file, self.index, first.number, first.byte, raw)
        for at, missing in self.lost:
            game.skip(at, missing)
        if self.full is not None:
            game.find(self.full)
        too_long = {line.number for line in lines if len(line.text) > LINE_LIMIT}
        self._tell_form(game, lines)
        _read(game, list(logical(lines, too_long)), self._name(), self.rulesets)
        game.finish()
        self._clear()
        return game

    def _tell_form(self, game: Transcript, lines: list[Physical]) -> None:
        """What is wrong with bytes; what is accepted although it is unusual is told once a file."""
        if self.source.bom and "bom" not in self.told:
            self.told.add("bom")
            game.find(Fault(code="bom", line=1, column=1, width=1, byte=0))
        for line in lines:
            if fault := fault_of_form(line):
                game.find(fault)
                game.spoilt.add(line.number)
            if line.text.endswith(b"\r") and "crlf" not in self.told:
                self.told.add("crlf")
                byte = line.byte + len(line.text) - 1
                column = len(line.shown) + 1
                game.find(Fault(code="crlf", line=line.number, column=column, width=1, byte=byte))

    def _name(self) -> str:
        """The id of a game that gives none."""
        stem = _SUFFIXES.sub("", PurePath(self.file).name) or self.file
        name = PIPE if stem in ("-", "") else stem
        return name if self.index == 1 else f"{name}#{self.index}"


def _read(game: Transcript, spans: list[Span], name: str, rulesets: Mapping[str, Ruleset]) -> None:
    """Fill a game with what its lines say."""
    game.language = language_of(spans)
    size = _header_size(spans)
    parser = Parser(game.language)
    whole = spans[0] if spans else Span("", 0)
    first = [span for span in spans[:size] if not is_note(span)]
    head = [parser.line(span) for span in first]
    heading = Heading(head, parser)
    for wrong in parser.faults:
        game.tell(wrong, 0)
    unknown = any(line.key is None for line in head)  # it may be the one that is missing
    for lacking in [] if unknown else heading.lacking(game.language):
        parser.faults = []
        parser.wrong("keyword-missing", whole, due=lacking)
        game.tell(parser.faults[0], 0)
    event, node = heading.event(game, node_of(whole), name)
    game.events.append(event)
    game.nodes.append(node)
    header = event if isinstance(event, Game) else heading.stand_in()
    if header is None:
        return
    terms, _ = terms_of(header, rulesets)
    parser.players = header.players
    lines, wrongs = [], []
    for index, span in enumerate(spans):
        parser.faults = []
        if index >= size or is_note(span):
            lines.append(parser.line(span))
        elif remark := parser.header_remark(span):
            lines.append(Line(REMARK, span, span, None, remark))
        else:
            continue
        wrongs.append(parser.faults)

    def tell(index: int) -> None:
        for wrong in wrongs[index]:
            game.tell(wrong, len(game.events) - 1)

    game.unread = {wrong.start for faults in wrongs for wrong in faults}
    Reading(game, Course.of(terms, header.players), lines).read(tell)


def _header_size(spans: list[Span]) -> int:
    ending = Ending()
    for size, span in enumerate(spans):
        ending.begins(span.text)
        if not ending.inside:
            return size
    return len(spans)
