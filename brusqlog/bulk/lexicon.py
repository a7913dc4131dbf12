"""Lines as numbers: each different line is decoded once, and the rest is arithmetic on its fields.

Lines without a number or a time repeat: millions of them are a few thousand different ones. What
stands once, such as a header, has a number for its own text only.
"""

import re
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from brusqlog.bulk.lowered import INDEX, NONE, Bytes
from brusqlog.game import events as ev
from brusqlog.log.framing import LINE_LIMIT
from brusqlog.log.lines import canonical

try:
    import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]
    import pyarrow.compute  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:  # slower, the same results
    pyarrow = None

KEPT: Final = 1 << 15
"""Lines kept from one block to the next."""
MOST: Final = 1 << 40
"""Counters of one event beyond which sums are left to the fold."""
LONGEST: Final = 128
"""Bytes of a line that is kept."""

(
    OTHER,
    GAME,
    HAND,
    STAKE,
    SHUFFLE,
    CUT,
    DEAL,
    TURNUP,
    PLAY,
    TAKE,
    DRAW,
    PAYMENT,
    AWARD,
    NOTE,
    END,
) = range(15)
KINDS: Final = 15
"""Kinds of lines. `OTHER` is what is left to the fold."""

REPEATING: Final = frozenset(
    {ev.Hand, ev.Stake, ev.Cut, ev.Deal, ev.Turnup, ev.Play, ev.Take, ev.Draw, ev.Payment, ev.Award}
)
"""Kinds whose lines are kept: an archive holds them again and again."""

Flags = NDArray[np.bool_]
_Entry = tuple[int, int, int, int, int, int]
_OTHER: Final[_Entry] = (OTHER, 0, NONE, NONE, NONE, 0)
_GAME: Final[_Entry] = (GAME, 0, NONE, NONE, NONE, 0)
_HEADER: Final = re.compile(rb'(\{"event":"game","format":"[^"\\]+","id":")([ !#-\[\]-~]+)(",.*)')
"""A header whose id is printable ASCII without escapes, which tells nothing about the rest."""


class Header(NamedTuple):
    """A header: its own `id`, and one that says the same besides."""

    id: str
    game: ev.Game


Single = Header | ev.Event | None
"""What a line holds that stands once."""


class Lines(NamedTuple):
    """The lines of a block: `codes` by line, and by code its fields. `singles` are the events of
    codes from `first_single` on, None where a line holds no event."""

    codes: NDArray[np.int32]
    kind: Bytes
    seat: Bytes
    """The seat; of a hand its dealer, of a payment the payer."""
    cards: Bytes
    """Three rows: the cards. Of a payment the first is its card, `NONE` if it is net, and the
    second the payee."""
    number: NDArray[np.int64]
    """Counters; of a hand its number, of a cut the cards lifted, 0 if that is not told."""
    singles: Sequence[Single]
    first_single: int

    def single(self, code: int) -> Any:
        """The event of a line that stands once."""
        return self.singles[code - self.first_single]


class Lexicon:
    """The lines known so far, by their text."""

    def __init__(self) -> None:
        self._known: tuple[dict[bytes, int], dict[bytes, int]] = ({}, {})
        self._entries: list[_Entry] = [_OTHER]
        self._fields = _columns([])
        self._games: dict[bytes, ev.Game] = {}

    def read(
        self, text: bytes, ends: NDArray[np.int64], tail: int = 0, known: Flags | None = None
    ) -> Lines:
        """The lines of a text, given where their line feeds are. Of every line the last `tail`
        bytes are passed over, for which a brace is put; those that are not `known` to end so are
        for the fold."""
        if len(self._entries) > KEPT:
            self._known = ({}, {})
            self._entries = [_OTHER]
            self._fields = _columns([])
        if pyarrow is None:
            lines = text.split(b"\n")[: len(ends)]
            if tail:
                lines = [line[:-tail] for line in lines]
            codes, singles = self._codes(lines, tail > 0)
        else:
            lines, places = _different(text, ends, tail)
            found, singles = self._codes(lines, tail > 0)
            codes = found[places]
        if known is not None:
            codes = np.where(known, codes, np.int32(0))
        if len(self._fields) != len(self._entries):
            self._fields = _columns(self._entries)
        fields = np.concatenate([self._fields, _columns([_entry(event) for event in singles])])
        small = fields[:, :5].astype(np.uint8)
        return Lines(
            codes=codes,
            kind=small[:, 0].copy(),
            seat=small[:, 1].copy(),
            cards=small[:, 2:5].T.copy(),
            number=fields[:, 5].copy(),
            singles=singles,
            first_single=len(self._entries),
        )

    def _codes(self, lines: list[bytes], cut: bool) -> tuple[NDArray[np.int32], list[Single]]:
        """The numbers of lines, and the events of those that are not kept."""
        known = self._known[cut]
        codes = np.fromiter(map(known.get, lines, repeat(-1)), np.int32, len(lines))
        missing = np.flatnonzero(codes < 0)
        if not len(missing):
            return codes, []
        brace = b"}" if cut else b""
        once: dict[bytes, int] = {}
        singles: list[Single] = []
        new: list[bytes] = []
        for line in dict.fromkeys([lines[place] for place in missing]):
            header = self._header(line + brace)
            if header is None:
                new.append(line)
            else:
                once[line] = len(singles)
                singles.append(header)
        events = canonical([line + brace for line in new])
        for line, event in zip(new, events, strict=True):
            if _repeats(line, event):
                whole = line + brace
                for one, spelling in zip(self._known, (whole, whole[:-1]), strict=True):
                    one[spelling] = len(self._entries)
                self._entries.append(_entry(event))
            else:
                once[line] = len(singles)
                if isinstance(event, ev.Game) and event.at is UNSET:
                    singles.append(Header(event.id, event))
                else:
                    singles.append(event)
        kept = len(self._entries)
        codes[missing] = [
            once[line] + kept if line in once else known[line]
            for line in (lines[place] for place in missing)
        ]
        return codes, singles

    def _header(self, line: bytes) -> "Header | None":
        """A header as the writer spells it, its id plain; what follows that is decoded once."""
        found = _HEADER.match(line) if len(line) <= LINE_LIMIT else None
        if found is None:
            return None
        before, name, after = found.groups()
        game = self._games.get(before + after)
        if game is None:
            event = canonical([line])[0]
            if not isinstance(event, ev.Game) or event.at is not UNSET:
                return None
            if len(self._games) > KEPT:
                self._games.clear()
            game = self._games[before + after] = event
        return Header(name.decode(), game)


def _repeats(line: bytes, event: ev.Event | None) -> bool:
    return len(line) < LONGEST and type(event) in REPEATING and event.at is UNSET  # type: ignore[union-attr]


def _different(
    text: bytes, ends: NDArray[np.int64], tail: int
) -> tuple[list[bytes], NDArray[np.int32]]:
    """The different lines of a text, and of each line which of these it is."""
    offsets = np.zeros(len(ends) + 1, np.int32)
    offsets[1:] = ends + 1
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(text)]
    lines = pyarrow.BinaryArray.from_buffers(pyarrow.binary(), len(ends), buffers)
    if tail:
        lines = pyarrow.compute.binary_slice(lines, 0, -1 - tail)
    encoded = lines.dictionary_encode()
    different = encoded.dictionary.to_pylist()
    if not tail:
        different = [line[:-1] for line in different]
    return different, encoded.indices.to_numpy()


def _columns(entries: Sequence[_Entry]) -> NDArray[np.int64]:
    return np.array(entries, np.int64).reshape(-1, 6)


def _entry(event: Single) -> _Entry:
    """The fields of an event as numbers."""
    if type(event) is Header:
        return _GAME
    fields = FIELDS.get(type(event))
    if event is None or fields is None or event.at is not UNSET:  # type: ignore[union-attr]
        return _OTHER
    return fields(event)


def _payment(event: ev.Payment) -> _Entry:
    if event.reason != "brusquembille" or event.counters > MOST:
        return _OTHER
    card = NONE if event.card is UNSET else INDEX[event.card]
    return PAYMENT, event.payer, card, event.payee, NONE, event.counters


def _deal(event: ev.Deal) -> _Entry:
    first, second, third = (*map(INDEX.__getitem__, event.cards), NONE, NONE)[:3]
    return DEAL, event.seat, first, second, third, len(event.cards)


def _cut(event: ev.Cut) -> _Entry:
    return CUT, event.seat, NONE, NONE, NONE, 0 if event.lifted is UNSET else event.lifted


def _award(event: ev.Award) -> _Entry:
    fits = event.counters <= MOST
    return (AWARD, event.seat, NONE, NONE, NONE, event.counters) if fits else _OTHER


FIELDS: Final[dict[type, Callable[[Any], _Entry]]] = {
    ev.Hand: lambda event: (HAND, event.dealer, NONE, NONE, NONE, event.number),
    ev.Stake: lambda event: (STAKE, event.seat, NONE, NONE, NONE, event.counters),
    ev.Shuffle: lambda event: (SHUFFLE, event.seat, NONE, NONE, NONE, 0),
    ev.Cut: _cut,
    ev.Deal: _deal,
    ev.Turnup: lambda event: (TURNUP, 0, INDEX[event.card], NONE, NONE, 0),
    ev.Play: lambda event: (PLAY, event.seat, INDEX[event.card], NONE, NONE, 0),
    ev.Take: lambda event: (TAKE, event.seat, NONE, NONE, NONE, 0),
    ev.Draw: lambda event: (DRAW, event.seat, INDEX[event.card], NONE, NONE, 0),
    ev.Payment: _payment,
    ev.Award: _award,
    ev.Note: lambda event: (NOTE, 0, NONE, NONE, NONE, 0) if event.seat is UNSET else _OTHER,
    ev.End: lambda event: (END, 0, NONE, NONE, NONE, 0) if event.reason == "complete" else _OTHER,
}
"""What is kept of each kind of event but headers; of other kinds nothing."""
