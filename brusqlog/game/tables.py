"""The rules lowered to small tables, by calling `rules.py` over its whole finite domain."""

from functools import cache

from brusqlog.game import rules
from brusqlog.game.cards import CARD_POINTS, CARDS, SUITS, UNKNOWN


@cache
def strengths(rank: str, trump: str) -> dict[str, dict[str, int]]:
    """For each suit led the strength of each card, given the trump; an unseen card counts 0."""
    return {
        led: {card: rules.strength(card, led, trump, rank) for card in CARDS} | {UNKNOWN: 0}
        for led in SUITS
    }


@cache
def facts(rank: str, trump: str, ace: int, ten: int) -> dict[str, dict[str, tuple[int, int, int]]]:
    """For each suit led, of each card: its strength, its card points, its worth in counters."""
    worth = worths(ace, ten)
    return {
        led: {
            card: (power, CARD_POINTS[card], worth.get(card, 0)) for card, power in powers.items()
        }
        for led, powers in strengths(rank, trump).items()
    }


@cache
def orders(players: int) -> tuple[tuple[int, ...], ...]:
    """For each seat all seats in order of play, from it on."""
    seats = range(players)
    return tuple(tuple(rules.right(seat, players, k) for k in seats) for seat in seats)


@cache
def worths(ace: int, ten: int) -> dict[str, int]:
    """What each brusquembille is worth, in counters; only brusquembilles are in it."""
    found = {card: rules.value(card, (ace, ten)) for card in CARDS}
    return {card: worth for card, worth in found.items() if worth}


@cache
def dues(
    player: int, taker: int, players: int, partners: bool, card: str, worth: int
) -> dict[tuple[int, int, str], int]:
    """What the brusquembille `card` makes owed, by payer, payee and card, given who took it."""
    won = taker in rules.side_of(player, players, partners)
    return {
        (payer, payee, card): worth for payer, payee in rules.debts(player, won, players, partners)
    }


@cache
def revoked(card: str, led: str, trump: str) -> int:
    """The cards that, if held, make the play of `card` a revoke; see `rules.revoked`."""
    return rules.revoked(card, led, trump)
