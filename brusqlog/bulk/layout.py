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
from brusqlog.bulk.lowered import Bytes

Places = NDArray[np.int64]

WITHIN: Final = (STAKE, SHUFFLE, CUT, DEAL, TURNUP, PLAY, TAKE, DRAW, PAYMENT, AWARD)
"""The kinds that stand within a hand."""


class Events(NamedTuple):
    """The events of one kind within hands: `places` of all of them in the block, of each hand the
    number of its first one among these and how many it has."""

    places: Places
    first: Places
    counts: Places

    def rows(self, hands: Places, count: int) -> Places:
        """The places of the first `count` events of these hands: a row for each."""
        found: Places = self.places[self.first[hands] + np.arange(count)[:, None]]
        return found

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


def laid_out(lines: Lines) -> Layout | None:
    """The layout of a block; None if there is no header in it."""
    kind = lines.kind.take(lines.codes)
    headers = np.flatnonzero(kind == GAME)
    if not len(headers):
        return None
    events_of = np.diff(headers, append=len(kind))
    kept = np.flatnonzero(kind[headers[0] :] != NOTE) + headers[0]
    codes, kind = lines.codes[kept], kind[kept]
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
    by_kind = np.split(np.argsort(kind, kind="stable"), np.cumsum(counts.sum(axis=0))[:-1])
    begins = kinds == HAND
    within = {one: Events(by_kind[one], first[begins, one], counts[begins, one]) for one in WITHIN}
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
    )


def _game_of(games: Places, places: Places) -> Places:
    return np.searchsorted(games, places, "right") - 1
