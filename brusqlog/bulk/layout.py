"""Where in a block of lines games, hands and the events of each hand stand."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lexicon import (
    AWARD,
    CUT,
    DEAL,
    DRAW,
    END,
    GAME,
    HAND,
    KINDS,
    NOTE,
    OTHER,
    PAYMENT,
    PLAY,
    SHUFFLE,
    STAKE,
    TAKE,
    TURNUP,
    Lines,
)
from brusqlog.bulk.lowered import Array, Bytes

Places = NDArray[np.int64]

WITHIN: Final = (STAKE, SHUFFLE, CUT, DEAL, TURNUP, PLAY, TAKE, DRAW, PAYMENT, AWARD)
"""The kinds that stand within a hand."""


def upright(fields: Array, codes: Array) -> Array:
    """A field of events by their codes, whose rows lie hand by hand, row by row."""
    return np.ascontiguousarray(fields.take(codes.T).T)


class Events(NamedTuple):
    """The events of one kind within hands: `places` and `codes` of all of them in the block, of
    each hand the number of its first one among these and how many it has."""

    places: Places
    codes: NDArray[np.int32]
    first: Places
    counts: Places

    def rows(self, hands: Places, count: int) -> Places:
        """The places of the first `count` events of these hands: a row for each."""
        return self._rows(self.places, hands, count)

    def code_rows(self, hands: Places, count: int) -> NDArray[np.int32]:
        """The codes of the same."""
        return self._rows(self.codes, hands, count)

    def _rows(self, each: Array, hands: Places, count: int) -> Array:
        """Rows that lie in memory hand by hand, as lines do: what belongs to a hand is copied in
        one piece."""
        first = self.first[hands]
        if not len(first) or not count:
            return np.empty((count, len(first)), each.dtype)
        piece = np.dtype((np.void, count * each.itemsize))
        pieces: Array = np.ndarray(len(each) - count + 1, piece, each, strides=each.strides)
        return pieces[first].view(each.dtype).reshape(-1, count).T

    def of(self, hands: Places) -> tuple[Places, Places]:
        """All events of these hands: of each which of them it belongs to, and its place."""
        count = self.counts[hands]
        column = np.repeat(np.arange(len(hands)), count)
        inside = np.arange(len(column)) - np.repeat(np.cumsum(count) - count, count)
        return column, self.places[np.repeat(self.first[hands], count) + inside]


class Layout(NamedTuple):
    """A block without its notes and what stands before its first header. Places are numbers of the
    lines that are left."""

    lines: Places
    """By place: the line of the block."""
    codes: NDArray[np.int32]
    kind: Bytes
    headers: Places
    """The lines of the block at which games begin."""
    games: Places
    """Where they begin."""
    events_of: Places
    """By game: its lines, notes too."""
    sound: NDArray[np.bool_]
    """By game: whether every line is of a kind known here, and in a hand, a header or an end."""
    end: Places
    """By game: the place of its `end`, -1 if there is none."""
    hands: Places
    """Where hands begin."""
    game_of: Places
    """By hand: its game."""
    within: dict[int, Events]
    """By kind."""
    played: NDArray[np.int32]
    """By place: how many plays there are up to it."""


def laid_out(lines: Lines) -> Layout | None:
    """The layout of a block; None if there is no header in it."""
    kind = lines.kind.take(lines.codes)
    headers = np.flatnonzero(kind == GAME)
    if not len(headers):
        return None
    events_of = np.diff(headers, append=len(kind))
    kept = np.arange(headers[0], len(kind))
    codes, kind = lines.codes[headers[0] :], kind[headers[0] :]
    is_note = kind == NOTE
    if is_note.any():
        kept, codes, kind = kept[~is_note], codes[~is_note], kind[~is_note]
    games = np.flatnonzero(kind == GAME)
    sound = np.ones(len(games), np.bool_)
    sound[_game_of(games, np.flatnonzero(kind == OTHER))] = False

    bounds = np.flatnonzero((kind == GAME) | (kind == HAND) | (kind == END))
    kinds = kind[bounds]
    following = np.append(bounds[1:], len(kind))
    next_kind = np.append(kinds[1:], GAME)
    # Between a header and the first hand, and behind the end, stands nothing.
    odd = (kinds != HAND) & (following > bounds + 1)
    odd |= (kinds == END) & (next_kind != GAME)
    sound[_game_of(games, bounds[odd])] = False
    end = np.full(len(games), -1)
    ends = bounds[kinds == END]
    end[_game_of(games, ends)] = ends

    # From bound to bound the lines of each kind are counted, and all sorted by kind in one go.
    counts = np.bincount(
        np.repeat(np.arange(len(bounds)) * KINDS, following - bounds) + kind,
        minlength=len(bounds) * KINDS,
    ).reshape(-1, KINDS)
    first = np.cumsum(counts, axis=0) - counts
    places = np.argsort(kind, kind="stable")
    stops = np.cumsum(counts.sum(axis=0))[:-1]
    by_kind = [*zip(np.split(places, stops), np.split(codes[places], stops), strict=True)]
    begins = kinds == HAND
    within = {one: Events(*by_kind[one], first[begins, one], counts[begins, one]) for one in WITHIN}
    hands = bounds[begins]
    return Layout(
        lines=kept,
        codes=codes,
        kind=kind,
        headers=headers,
        games=games,
        events_of=events_of,
        sound=sound,
        end=end,
        hands=hands,
        game_of=_game_of(games, hands),
        within=within,
        played=np.cumsum(kind == PLAY, dtype=np.int32),
    )


def _game_of(games: Places, places: Places) -> Places:
    return np.searchsorted(games, places, "right") - 1
