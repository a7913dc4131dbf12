"""Who plays: the bots of the house, by name, and bots of one's own."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from brusqlog.game import tables
from brusqlog.game.cards import CARD_POINTS, CARDS
from brusqlog.game.course import Played
from brusqlog.game.rules import side_of
from brusqlog.game.state import State
from brusqlog.game.terms import Terms
from brusqlog.simulation.chance import below

Bot = str | Callable[[State], str]
"""The name of a bot of the house, or one of one's own: given what the player on turn may know
(`State.view` of his seat), the card that he plays."""

WORTH: Final = 4
"""Card points for which `greedy` takes a trick."""


class Turn(NamedTuple):
    """What the bots of the house look at: a part of what the player on turn may know."""

    seat: int
    legal: Sequence[str]
    """The cards that he may play, in the order of `CARDS`; never empty."""
    plays: Sequence[Played]
    """The cards on the table; none if he leads."""
    trump: str
    terms: Terms
    word: int
    """A word of chance."""


def at_random(turn: Turn) -> str:
    """Any card that may be played, each as likely as the others."""
    return turn.legal[below(turn.word, len(turn.legal))]


def greedy(turn: Turn) -> str:
    """Take what is worth taking, as cheaply as may be; else throw the least.

    The price of a card: its card points, its place in the ranks from 1 for the lowest, and for a
    trump twice the number of ranks. The least is the card of the lowest price, and what he leads.

    - The trick lies with his side: if he is last he adds the plain card (no trump) with the most
      card points, if he holds a plain one; else the least.
    - He cannot take it: the least.
    - Else he has a card in mind: if he is last and can take with plain cards, the one of these with
      the most card points; otherwise the card of the lowest price that takes. He plays it if the
      card points on the table, if he is last with those of the card, are `WORTH` or more; else the
      least.

    Of equal cards he chooses the first in the order of `CARDS`.
    """
    terms, trump = turn.terms, turn.trump
    price = prices(terms.rank, trump).__getitem__
    least = min(turn.legal, key=price)
    if not turn.plays:
        return least
    strengths = tables.strengths(terms.rank, trump)[turn.plays[0][1][1]]
    best, taker = max((strengths[card], seat) for seat, card, _ in turn.plays)
    on_table = sum(CARD_POINTS[card] for _, card, _ in turn.plays)
    last = len(turn.plays) == terms.players - 1
    if taker in side_of(turn.seat, terms.players, terms.partners):
        plain = [card for card in turn.legal if card[1] != trump] if last else []
        return max(plain, key=CARD_POINTS.__getitem__, default=least)
    taking = [card for card in turn.legal if strengths[card] > best]
    if not taking:
        return least
    plain = [card for card in taking if card[1] != trump] if last else []
    card = max(plain, key=CARD_POINTS.__getitem__) if plain else min(taking, key=price)
    gain = on_table + (CARD_POINTS[card] if last else 0)
    return card if gain >= WORTH else least


@cache
def prices(rank: str, trump: str) -> dict[str, int]:
    """What each card is worth to `greedy`: the strength of a card led, its card points, and for a
    trump the number of ranks."""
    found = tables.strengths(rank, trump)
    return {
        card: found[card[1]][card] + CARD_POINTS[card] + (len(rank) if card[1] == trump else 0)
        for card in CARDS
    }


HOUSE: Final[dict[str, Callable[[Turn], str]]] = {"random": at_random, "greedy": greedy}
"""The bots of the house."""


def name_of(bot: Bot) -> str:
    """How a header identifies a bot: by its name, for one's own that of its function or class."""
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
