"""What follows from many games, by columns: takers, card points, payments, winners, awards.

Clean games come from the screen, all others from the fold; a hand is the same row either way.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from brusqlog.bulk.derived import NOBODY, Hands, enter, screened
from brusqlog.checking.report import CleanGames
from brusqlog.checking.run import judged
from brusqlog.checking.screening import WORTH, Screening
from brusqlog.errors import BrusqlogError
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.log.sources import Source, name_of
from brusqlog.notation import sources as notation
from brusqlog.show.record import game_record


def hands_of(
    source: Source,
    rulesets: Mapping[str, Ruleset] | None = None,
    *,
    name: str | None = None,
    worth: int = WORTH,
) -> Iterator[Hands]:
    """The hands of all games of a source, in portions, game by game. Raises `BrusqlogError` where
    the source cannot be read."""
    source, form = notation.recognised(source, name)
    if form == "log":
        games = Screening(rulesets, derive=screened, worth=worth).games(source, name=name)
    else:
        games = notation.read_games(source, name=name, rulesets=rulesets)
    for found in games:
        if isinstance(found, CleanGames):
            yield from found.derived
        elif isinstance(found, GameLog):
            if found.readable:
                yield from folded(found, rulesets)
        elif isinstance(found, Fault) and found.line is None:
            raise BrusqlogError(f"{name_of(source, name)}: this cannot be read [{found.code}]")


def folded(log: GameLog, rulesets: Mapping[str, Ruleset] | None = None) -> Iterator[Hands]:
    """The hands of one game, as `replay` tells them."""
    record = game_record(log, judged(log, rulesets), rulesets)
    hands, seats = record.hands, len(record.players)
    if not hands:
        return
    tricks, shape = max(len(hand.tricks) for hand in hands), (len(hands), seats)
    found = Hands(
        game=np.full(len(hands), log.index),
        number=np.array([hand.number for hand in hands]),
        dealer=np.array([hand.dealer for hand in hands], np.uint8),
        takers=np.full((len(hands), tricks), NOBODY, np.uint8),
        points=np.zeros(shape, np.int64),
        net_payments=np.zeros(shape, np.int64),
        winners=np.zeros(shape, np.bool_),
        awards=np.zeros(shape, np.int64),
    )
    for row, hand in enumerate(hands):
        enter(found, row, hand)
    yield found
