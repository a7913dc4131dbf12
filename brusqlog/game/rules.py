"""The rules of play, each stated once and in plain terms.

Everything here is a pure function of its arguments over a small domain. The fold and the bulk path
read the tables that `tables.py` makes from it; neither knows a rank, a value or an amount.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from brusqlog.game.cards import CARDS, HOLDING, RANKS, RED, SEVENS, SUITS, bits

PLAYERS: Final = {"2": 2, "3": 3, "4": 4, "2v2": 4, "5": 5}
"""Players by mode."""

BRUSQUEMBILLES: Final = "AT"
"""The ranks that are paid, in the order of the option `values` (000 §6)."""

SEEN_PENALTY: Final = 2
"""Counters to each other player for a card seen that one should not have seen (004)."""


SUIT_BITS: Final = {suit: bits(rank + suit for rank in RANKS) for suit in SUITS}
"""The cards of each suit, as sets of bits."""


def right(seat: int, players: int, steps: int = 1) -> int:
    """The seat so many places further in order of play."""
    return (seat + steps) % players


def left(seat: int, players: int) -> int:
    """The neighbour before the seat in order of play: the dealer's cuts the pack (000 §3, 004)."""
    return right(seat, players, -1)


def side(seat: int) -> int:
    """2v2: seats 0 and 1 are one side, 2 and 3 the other; partners sit side by side (000 §9)."""
    return seat // 2


def side_of(seat: int, players: int, partners: bool) -> list[int]:
    """The seats that win and lose with this one: his side in 2v2, else he alone."""
    return [s for s in range(players) if s == seat or (partners and side(s) == side(seat))]


def side_scores(scores: Sequence[int], partners: bool) -> list[int]:
    """Scores as they are compared: 2v2 a side adds up both, else each player's own."""
    return [scores[0] + scores[1], scores[2] + scores[3]] if partners else list(scores)


def right_most(of_side: int) -> int:
    """2v2: the right-most player of a side, the one who deals (000 §9)."""
    return 2 * of_side + 1


def left_most(of_side: int) -> int:
    """2v2: the left-most player of a side, the literal dealer of 003 (D6)."""
    return 2 * of_side


def removed_pairs(sevens: str, named: Iterable[str]) -> list[int]:
    """The pairs of sevens that may be left out with 3 or 5 players, as sets of bits, given those
    that are named."""
    pairs = []
    for one, other in combinations(SEVENS, 2):
        same = (one[1] in RED) == (other[1] in RED)
        if sevens == "any" or same == (sevens == "same-colour"):
            pairs.append(bits((one, other)))
    known = bits(named)
    return [pair for pair in pairs if pair & known == known]


def pack_size(players: int) -> int:
    """Cards in play: 32, or 30 with three or five players, two sevens out (000 §1, §9, §10)."""
    return len(CARDS) - (2 if players in (3, 5) else 0)


def stock_size(players: int) -> int:
    """Cards in the stock after the deal, the turn-up included."""
    return pack_size(players) - HOLDING * players


def draw_rounds(players: int) -> int:
    """Tricks after which everybody draws; three more follow without a draw (000 §4)."""
    return stock_size(players) // players


def strength(card: str, led: str, trump: str, rank: str) -> int:
    """How strongly a card fights for a trick: any trump above the suit led, and nothing else
    (000 §4)."""
    place = len(rank) - rank.index(card[0])
    if card[1] == trump:
        return place + len(rank)
    return place if card[1] == led else 0


def revoked(card: str, led: str, trump: str) -> int:
    """Strict endgame: the cards of which none may be held by a player who plays `card` on a suit
    led. Follow suit; if void, trump; nobody need beat (004)."""
    if card[1] == led:
        return 0
    return SUIT_BITS[led] if card[1] == trump else SUIT_BITS[led] | SUIT_BITS[trump]


def lot_strength(card: str) -> int:
    """The strength of a card drawn for the first deal: Piquet order under every ruleset (D3)."""
    return len(RANKS) - RANKS.index(card[0])


def value(card: str, values: Sequence[int]) -> int:
    """What a card is worth as a brusquembille, in counters; 0 if it is none."""
    return values[BRUSQUEMBILLES.index(card[0])] if card[0] in BRUSQUEMBILLES else 0


def debts(player: int, won: bool, players: int, partners: bool) -> list[tuple[int, int]]:
    """Who pays whom, as (payer, payee), for one brusquembille that `player` has played: won, each
    other player pays him; lost, he pays each other player, winner or loser alike (000 §6, D17).
    Partners never pay each other (D16)."""
    own = side_of(player, players, partners)
    others = [seat for k in range(1, players) if (seat := right(player, players, k)) not in own]
    return [(other, player) if won else (player, other) for other in others]


def shares(
    pot: int, takers: Sequence[int], dealer: int, players: int, last: bool
) -> dict[int, int]:
    """What each taker gets of the pot: equal parts; what cannot be divided stays for the next hand,
    in the last hand it goes to the taker nearest the dealer's right (D14)."""
    part, rest = divmod(pot, len(takers))
    found = dict.fromkeys(takers, part)
    if last:
        found[min(takers, key=lambda seat: (seat - dealer - 1) % players)] += rest
    return {seat: counters for seat, counters in found.items() if counters}


def winners(scores: Sequence[int], partners: bool) -> list[int]:
    """The seats with the most card points (000 §5); 2v2: both players of the side with the most
    (D15)."""
    compared = side_scores(scores, partners)
    best = max(compared)
    return [
        seat for seat in range(len(scores)) if compared[side(seat) if partners else seat] == best
    ]


def half(pot: int) -> int:
    """Half of the pot, rounded up: the price of a card drawn out of turn (004, D30)."""
    return (pot + 1) // 2


def bank(hands: int, stake: int) -> int:
    """What a player starts with, in counters, unless a bank was agreed (000 §2)."""
    return hands * stake + 20


def hands_in(rounds: int, mode: str) -> int:
    """Hands in so many rounds: one a player; 2v2 two, so that each side has dealt (D20)."""
    return rounds * (2 if mode == "2v2" else PLAYERS[mode])
