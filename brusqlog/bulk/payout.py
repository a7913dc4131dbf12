"""Who gets what at the end of hands: net payments, winners, parts of the pot.

Rows are seats, real ones, and columns hands.
"""

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lockstep import by_seat
from brusqlog.bulk.lowered import Array, Bytes, Table
from brusqlog.game import rules

Numbers = NDArray[np.int64]


def net_payments(table: Table, score: NDArray[np.int8], eldest: Bytes, *, paid: bool) -> Numbers:
    """What the brusquembilles of hands bring each seat on balance, in counters, where they are
    `paid`. `score` is by seat from the eldest, as `Walked` has it."""
    own = by_seat(score, eldest).astype(np.int64)
    found = np.zeros_like(own)
    for seat, effects in enumerate(table.effect if paid else ()):
        for player, effect in enumerate(effects):
            if effect:
                found[seat] += int(effect) * own[player]
    return found


def side_sums(table: Table, scores: Array) -> Numbers:
    """Of each seat what its side has, in two against two; else its own."""
    n = table.players
    return np.stack(
        [
            sum(scores[s].astype(np.int64) for s in rules.side_of(seat, n, table.partners))
            for seat in range(n)
        ]
    )


def winners(table: Table, points: Array) -> NDArray[np.bool_]:
    """The seats with the most card points; two against two both of the side."""
    sums = side_sums(table, points)
    return np.asarray(sums == sums.max(axis=0))


def shares(
    pot: Numbers, takers: NDArray[np.bool_], eldest: Bytes, last: NDArray[np.bool_]
) -> Numbers:
    """What each seat gets of the pot: `rules.shares` for many hands. `last`: it is the last hand,
    in which nothing may stay."""
    n = len(takers)
    part, rest = np.divmod(pot, takers.sum(axis=0))
    found = takers.astype(np.int64) * part
    first = by_seat(takers, (np.uint8(n) - eldest) % np.uint8(n)).argmax(axis=0)
    nearest = (first + eldest) % n
    found[nearest, np.arange(len(pot))] += np.where(last, rest, 0)
    return found
