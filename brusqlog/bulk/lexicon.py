"""Lines as numbers: each different line is decoded once, and the rest is arithmetic on its fields.

Lines without a number or a time repeat: millions of them are a few thousand different ones. What
stands once, such as a header, has a number for its own text only.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from brusqlog.bulk.lowered import INDEX, NONE, Bytes
from brusqlog.bulk.repeats import LONGEST, Found, Places, Repeats, Text
from brusqlog.game import events as ev
from brusqlog.log.framing import LINE_LIMIT
from brusqlog.log.lines import canonical

KEPT: Final = 1 << 15
"""Lines kept from one block to the next."""
AT_ONCE: Final = 1 << 20
"""Bytes gone through at once, so that they and what is made of them stay in the cache."""
FIRST: Final = 1 << 16
"""Bytes gone through first, of which all lines may be new."""
MOST: Final = 1 << 40
"""Counters of one event beyond which sums are left to the fold."""
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

_Entry = tuple[int, int, int, int, int, int]
_OTHER: Final[_Entry] = (OTHER, 0, NONE, NONE, NONE, 0)
_GAME: Final[_Entry] = (GAME, 0, NONE, NONE, NONE, 0)
_END: Final[_Entry] = (END, 0, NONE, NONE, NONE, 0)
_HEADER: Final = b'{"event":"game",'
_ID: Final = b'","id":"'
_ENDING: Final = b'{"event":"end","reason":"complete"'


class Header(NamedTuple):
    """A header: its own `id`, and one that says the same besides."""

    id: str
    game: ev.Game


Single = Header | bytes | ev.Event | None
"""What a line holds that stands once: of the end of a game that was played to its length the bare
text, which may yet be no event."""


class Lines(NamedTuple):
    """The lines of a block: by line where it ends and its code, and by code its fields. `singles`
    are the events of codes from `first_single` on, None where a line holds no event."""

    ends: Places
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
        self._games: dict[tuple[bytes, bytes], ev.Game] = {}
        self._forget()

    def _forget(self) -> None:
        self._known = (Repeats(), Repeats())
        """Whole lines, and those of which the end is passed over."""
        self._entries: list[_Entry] = [_OTHER]
        self._fields = _columns(self._entries)

    def read(self, text: Text, size: int, tail: int = 0) -> Lines:
        """The lines that the first bytes of a text are. Of each the last `tail` bytes are passed
        over, for which a brace is put."""
        if len(self._entries) > KEPT:
            self._forget()
        known, brace = self._known[tail > 0], b"}" if tail else b""
        parts: list[Found] = []
        singles: list[Single] = []
        at = start = 0
        while at < size:
            stop = min(size, at + min(AT_ONCE, max(FIRST, at)))
            found = known.find(text, start, at, stop, tail)
            found.codes[found.places] = self._numbered(found.lines, brace, singles)
            parts.append(found)
            at = stop
            start = int(found.ends[-1]) + 1 if len(found.ends) else start
        codes = np.concatenate([found.codes for found in parts])
        once = np.flatnonzero(codes < 0)
        codes[once] = len(self._entries) - 1 - codes[once]
        if len(self._fields) != len(self._entries):
            self._fields = _columns(self._entries)
        fields = np.concatenate([self._fields, _columns([*map(_entry, singles)])])
        small = fields[:, :5].astype(np.uint8)
        return Lines(
            ends=np.concatenate([found.ends for found in parts]),
            codes=codes,
            kind=small[:, 0].copy(),
            seat=small[:, 1].copy(),
            cards=small[:, 2:5].T.copy(),
            number=fields[:, 5].copy(),
            singles=singles,
            first_single=len(self._entries),
        )

    def _numbered(self, lines: list[bytes], brace: bytes, singles: list[Single]) -> list[int]:
        """Numbers for lines that are not known. Those that may come again are learnt; the others
        are put to the `singles`, and their numbers count down from -1. `brace` is what all of them
        lack."""
        codes = [0] * len(lines)
        new: dict[bytes, list[int]] = {}
        for place, line in enumerate(lines):
            single = self._single(line + brace)
            if single is None:
                new.setdefault(line, []).append(place)
            else:
                singles.append(single)
                codes[place] = -len(singles)
        repeating: list[bytes] = []
        events = canonical([line + brace for line in new])
        for (line, places), event in zip(new.items(), events, strict=True):
            if _repeats(line, event):
                code = len(self._entries)
                repeating.append(line + brace)
                self._entries.append(_entry(event))
            else:
                singles.append(Header(event.id, event) if _is_header(event) else event)
                code = -len(singles)
            for place in places:
                codes[place] = code
        first = len(self._entries) - len(repeating)
        self._known[False].learn(repeating, first)
        self._known[True].learn([line[:-1] for line in repeating], first)
        return codes

    def _single(self, line: bytes) -> Header | bytes | None:
        """What can be told of a line without decoding it, if it stands once."""
        if line.startswith(_ENDING):
            return line
        return self._header(line) if line.startswith(_HEADER) else None

    def _header(self, line: bytes) -> Header | None:
        """A header as the writer spells it, its id printable ASCII without escapes, which tells
        nothing about the rest: that is decoded once."""
        before, _, behind = line.partition(_ID)
        name, _, after = behind.partition(b'"')
        text = name.decode("latin-1")
        plain = name and name.isascii() and text.isprintable() and "\\" not in text
        if not plain or len(line) > LINE_LIMIT:
            return None
        game = self._games.get((before, after))
        if game is None:
            event = canonical([line])[0]
            if not _is_header(event):
                return None
            if len(self._games) > KEPT:
                self._games.clear()
            game = self._games[before, after] = event
        return Header(text, game)


def _is_header(event: ev.Event | None) -> TypeGuard[ev.Game]:
    return type(event) is ev.Game and event.at is UNSET


def _repeats(line: bytes, event: ev.Event | None) -> bool:
    return len(line) < LONGEST and type(event) in REPEATING and event.at is UNSET  # type: ignore[union-attr]


def _columns(entries: Sequence[_Entry]) -> NDArray[np.int64]:
    return np.array(entries, np.int64).reshape(-1, 6)


def _entry(event: Single) -> _Entry:
    """The fields of what a line holds as numbers."""
    if type(event) is bytes:
        return _END
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
}
"""What is kept of each kind of event but headers; of other kinds nothing."""
