"""What follows from hands that were screened, by columns."""

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.payout import winners
from brusqlog.bulk.screen import Screened

if TYPE_CHECKING:
    from brusqlog.show.records import HandRecord

NOBODY: Final = 255
"""The taker of a trick that nobody took, or whose taker is not known."""


class Hands(NamedTuple):
    """Hands of one number of players, a row a hand; other columns are seats or tricks."""

    game: NDArray[np.int64]
    """Position of the game in its source, from 1."""
    number: NDArray[np.int64]
    """Number of the hand in its log."""
    dealer: NDArray[np.uint8]
    takers: NDArray[np.uint8]
    """(hands, tricks): who took each trick; 255 where nobody is known to have."""
    points: NDArray[np.int64]
    """(hands, seats): card points."""
    net_payments: NDArray[np.int64]
    """(hands, seats): counters that payments between players brought."""
    winners: NDArray[np.bool_]
    """(hands, seats): who won the hand."""
    awards: NDArray[np.int64]
    """(hands, seats): counters out of the pot."""


def enter(found: Any, row: int, hand: "HandRecord") -> None:
    """Put what the fold makes of a hand into a row of `Hands`, or of other columns that have the
    same names, in which there is nothing yet."""
    for trick, told in enumerate(hand.tricks):
        if told.taker is not None:
            found.takers[row, trick] = told.taker
    seats = len(hand.points)
    found.points[row, :seats] = hand.points
    found.net_payments[row, :seats] = hand.net_payments
    found.winners[row, hand.winners] = True
    for award in hand.awards:
        found.awards[row, award.seat] += award.counters


def screened(found: Screened, _: memoryview, first: int, stop: int, index: int) -> list[Hands]:
    """The hands of clean games of a block, from the game `first` on, which is the `index`-th of its
    source, up to `stop`."""
    columns = []
    for table, outcome in found.outcomes:
        game = found.game_of[outcome.hands]
        these = (game >= first) & (game < stop)
        if these.any():
            points = outcome.points[:, these]
            hands = Hands(
                game=game[these] - first + index,
                number=outcome.numbers[these],
                dealer=outcome.dealer[these],
                takers=outcome.leaders[1:, these].T,
                points=points.T.astype(np.int64),
                net_payments=outcome.net[:, these].T,
                winners=winners(table, points).T,
                awards=outcome.awards[:, these].T,
            )
            columns.append(hands)
    return columns
