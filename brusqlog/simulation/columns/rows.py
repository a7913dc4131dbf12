"""Hands as the rows of hand tables."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from brusqlog.bulk.handtable import HandTable
from brusqlog.bulk.lowered import INDEX, Bytes
from brusqlog.bulk.rows import NO_CARD
from brusqlog.game.cards import members
from brusqlog.simulation.bots import name_of
from brusqlog.simulation.columns.games import in_order
from brusqlog.simulation.columns.ground import Ground
from brusqlog.simulation.columns.hands import Hands, united
from brusqlog.simulation.run import id_of, moved

ROWS: Final = 1 << 16
"""Rows of a table."""


def tables(ground: Ground) -> Iterator[HandTable]:
    """The hands of a plan in order, some in each table. A game is named by the `id` that its log
    has; `number` is there if games may have several hands."""
    waiting: list[Hands] = []
    for hands, _ in in_order(ground):
        waiting.append(hands)
        if sum(len(each.game) for each in waiting) >= ROWS:
            yield _table(ground, united(waiting))
            waiting = []
    if waiting:
        yield _table(ground, united(waiting))


def _table(ground: Ground, hands: Hands) -> HandTable:
    plan, terms = ground.plan, ground.terms
    number, exchange = ((hands.game - 1) // plan.exchanges + 1, (hands.game - 1) % plan.exchanges)
    names = [
        moved(plan, [name_of(bot) for bot in plan.bots], exchange)
        for exchange in range(plan.exchanges)
    ]
    each = exchange.tolist()
    return HandTable.from_arrays(
        rules=plan.header.rules,
        seats=terms.players,
        partners=terms.partners,
        removed=_removed(ground)[hands.pair],
        dealer=hands.dealer,
        deck=np.ascontiguousarray(hands.deck.T),
        plays=np.ascontiguousarray(hands.plays.T),
        game=[id_of(plan.setup, *one) for one in zip(number.tolist(), each, strict=True)],
        number=None if terms.hands == 1 else hands.number.tolist(),
        identities=names[0] if plan.exchanges == 1 else [names[of] for of in each],
    )


def _removed(ground: Ground) -> Bytes:
    """By the pair of sevens left out, its cards."""
    pairs = [[INDEX[card] for card in members(pair)] for pair in ground.terms.pairs]
    return np.array(pairs or [[NO_CARD] * 2], np.uint8)
