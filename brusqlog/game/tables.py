"""The rules lowered to small tables, by calling `rules.py` over its whole finite domain."""

from functools import cache

from brusqlog.game import rules
from brusqlog.game.cards import CARDS, SUITS, UNKNOWN


@cache
def strengths(rank: str, trump: str) -> dict[str, dict[str, int]]:
    """For each suit led the strength of each card, given the trump; an unseen card counts 0."""
    return {
        led: {card: rules.strength(card, led, trump, rank) for card in CARDS} | {UNKNOWN: 0}
        for led in SUITS
    }


@cache
def worths(ace: int, ten: int) -> dict[str, int]:
    """What each brusquembille is worth, in counters; only brusquembilles are in it."""
    found = {card: rules.value(card, (ace, ten)) for card in CARDS}
    return {card: worth for card, worth in found.items() if worth}


@cache
def debts(player: int, won: bool, players: int, by_side: bool) -> tuple[tuple[int, int], ...]:
    """Who pays whom for one brusquembille; see `rules.debts`."""
    return tuple(rules.debts(player, won, players, by_side))


@cache
def revoked(card: str, led: str, trump: str) -> int:
    """The cards that, if held, make the play of `card` a revoke; see `rules.revoked`."""
    return rules.revoked(card, led, trump)
