"""Hands played side by side, from the pack to the last trick."""

from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np

from brusqlog.bulk.lockstep import POINTS, Walk, by_seat, seat
from brusqlog.bulk.lowered import SUIT, Array, Bytes
from brusqlog.bulk.payout import Numbers, net_payments
from brusqlog.simulation.chance import BOTS, DEALER, SEVENS, SHUFFLE
from brusqlog.simulation.columns.bots import chosen
from brusqlog.simulation.columns.chance import Words, below, keys, shuffle, word
from brusqlog.simulation.columns.ground import Ground

Rows = TypeVar("Rows", bound=tuple[Array, ...])


class Hands(NamedTuple):
    """Hands as columns; seats are real ones."""

    game: Words
    """The number of the game, exchanges counted."""
    number: Words
    """The number of the hand in its game."""
    pair: Bytes
    """Which pair of sevens is left out."""
    dealer: Bytes
    deck: Bytes
    """By place in the pack after the cut: the card."""
    plays: Bytes
    """By place in the order of play: the card."""
    leaders: Bytes
    """By trick: who leads; behind the last one, who took it."""
    points: Bytes
    """By seat: card points."""
    net: Numbers
    """By seat: what brusquembilles brought, in counters."""


def columns(rows: Rows, these: Array | slice) -> Rows:
    """The same of these hands only."""
    return type(rows)(*(row[..., these] for row in rows))


def united(blocks: list[Rows]) -> Rows:
    """The hands of all blocks in one."""
    if len(blocks) == 1:
        return blocks[0]
    return type(blocks[0])(*(np.concatenate(rows, axis=-1) for rows in zip(*blocks, strict=True)))


def packs_of(ground: Ground, game: Words) -> Words:
    """The numbers of the packs of games."""
    return (game - 1) // ground.plan.exchanges + 1


def played(ground: Ground, game: Words, number: Words) -> Hands:
    """The hands of these numbers of these games."""
    table, seed = ground.table, ground.plan.setup.seed
    n, packs = table.players, packs_of(ground, game)
    pair, first = (
        below(word(keys(seed, packs, 0, purpose), 0), bound)
        for purpose, bound in ((SEVENS, len(ground.packs)), (DEALER, len(ground.dealers)))
    )
    dealer = ground.dealers[first, (number - 1) % ground.dealers.shape[1]]
    deck = np.ascontiguousarray(ground.packs[pair].T)
    shuffle(deck, keys(seed, packs, number, SHUFFLE))
    eldest = seat(dealer + np.uint8(1), n)
    walk = Walk(table, deck[ground.turnup] >> SUIT, deck[ground.holdings], eldest)
    plays = np.empty((table.tricks * n, walk.hands), np.uint8)
    leaders = np.empty((table.tricks + 1, walk.hands), np.uint8)
    bots = _bots(ground, game, eldest)
    stock = np.concatenate([deck[ground.turnup + 1 :], deck[ground.turnup, None]])
    stream = keys(seed, game, number, BOTS)
    for trick in range(table.tricks):
        leaders[trick] = walk.leader
        strict = ground.terms.strict and trick >= table.rounds
        for index in range(trick * n, trick * n + n):
            plays[index] = chosen(ground, walk, bots, strict, partial(word, stream, index))
            walk.lay(plays[index])
        walk.take()
        if trick < table.rounds:
            walk.draw(stock[trick * n : trick * n + n])
    leaders[table.tricks] = walk.leader
    return Hands(
        game=game,
        number=number,
        pair=pair.astype(np.uint8),
        dealer=dealer,
        deck=deck,
        plays=plays,
        leaders=seat(leaders + eldest, n),
        points=by_seat(walk.by_seat(POINTS), eldest),
        net=net_payments(table, walk.score(), eldest, paid=ground.terms.paid),
    )


def _bots(ground: Ground, game: Words, eldest: Bytes) -> Array:
    """By seat from the eldest, (n, hands): whether `greedy` plays there."""
    seats = np.arange(ground.table.players)[:, None]
    exchange = (game - 1) % ground.plan.exchanges
    plays: Array = ground.greedy[exchange.astype(np.intp), (seats + eldest) % len(seats)]
    return plays
