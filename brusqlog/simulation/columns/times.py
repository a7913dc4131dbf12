"""Times of many hands at once, as `simulation.times` makes them."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import numpy as np

from brusqlog.bulk.lowered import Array
from brusqlog.game import events as ev
from brusqlog.log.writer import dumps
from brusqlog.simulation.chance import TIMES
from brusqlog.simulation.columns.chance import below, keys, word
from brusqlog.simulation.columns.ground import Ground
from brusqlog.simulation.columns.hands import Hands
from brusqlog.simulation.columns.lines import OPEN
from brusqlog.simulation.times import CYCLE, SECONDS, START

HOUR: Final = 3600
"""Seconds."""
TO_THE_HOUR: Final = len("2026-01-01T20")
"""Signs of a time that tell its hour."""


class Clock:
    """Writes the times of lines that come in order. `layout` has the kinds of lines by their place
    in a hand."""

    pieces: Final = 3
    """The pieces of a timed line: up to the time, its hour, the rest."""

    def __init__(self, ground: Ground, layout: Sequence[type[ev.Event]]) -> None:
        self.seed = ground.plan.setup.seed
        took = [SECONDS.get(kind, (0, 1)) for kind in layout]  # a header takes no time
        self.least, self.durations = np.array(took).T.astype(np.uint64)
        self.elapsed = 0
        """Seconds from the beginning of the game to the end of the hand before."""
        _, _, tail = dumps(ev.Cut(seat=0, at=OPEN)).rpartition(OPEN.encode())
        hour = (START + timedelta(seconds=second) for second in range(HOUR))
        self.rests = np.empty(HOUR, np.object_)
        self.rests[:] = [f"{at.isoformat()[TO_THE_HOUR:]}".encode() + tail + b"\n" for at in hour]

    def timed(self, texts: Array, hands: Hands, of_hand: Array, place: Array) -> Array:
        """The texts of lines with their times, three pieces each, given of each line its hand and
        its place there."""
        at = (hands.game[of_hand].astype(np.int64) - 1) % CYCLE * HOUR
        at += self._since(hands, of_hand, place)
        found = np.empty((len(texts), self.pieces), np.object_)
        found[:, 0], found[:, 1], found[:, 2] = texts, _hours(at), self.rests[at % HOUR]
        return found.reshape(-1)

    def _since(self, hands: Hands, of_hand: Array, place: Array) -> Array:
        """The seconds from the beginning of its game to the end of each line."""
        begins = np.searchsorted(of_hand, np.arange(len(hands.game)))
        first = hands.number == 1
        index = np.arange(len(of_hand)) - (begins + first)[of_hand]  # from `hand` on
        stream = keys(self.seed, hands.game, hands.number, TIMES)[of_hand]
        words = word(stream, index.astype(np.uint64))
        took = self.least[place] + below(words, self.durations[place])
        until = np.cumsum(took).astype(np.int64)
        before = np.append(0, until)[begins]
        game = np.maximum.accumulate(np.where(first, np.arange(len(first)), -1))
        begun = np.where(game < 0, -self.elapsed, before[game])
        self.elapsed = int(until[-1] - begun[-1])
        return until - begun[of_hand]


def _hours(at: Array) -> Array:
    """The hours of times, given in seconds from `START`, as texts. They seldom change."""
    hours = at // HOUR
    changes = np.flatnonzero(np.diff(hours, prepend=-1))
    found = np.empty(len(changes), np.object_)
    found[:] = [
        (START + timedelta(hours=hour)).isoformat()[:TO_THE_HOUR].encode()
        for hour in hours[changes].tolist()
    ]
    return found.repeat(np.diff(changes, append=len(at)))
