"""Slips of a recorder, at least one for every rule that the screen holds games against.

A slip is made in a whole game, at a place by chance. Most break a rule and some do not; which it
is, is for the fold to say. None is made where a game gives no chance to it.
"""

import random
from collections.abc import Iterable

from brusqlog.game.events import Hand
from tests.bulk import (
    slips_of_counters,
    slips_of_frame,
    slips_of_order,
    slips_of_play,
    slips_of_times,
)
from tests.bulk.plain_games import Log
from tests.bulk.slipping import SLIPS, places

MADE_IN = (slips_of_order, slips_of_play, slips_of_counters, slips_of_frame, slips_of_times)
"""The modules that enter slips in the table."""


def slips(
    rng: random.Random, log: Log, names: Iterable[str] = (), times: int = 1
) -> list[tuple[str, Log]]:
    """The game with each of these slips, with all unless some are named, as far as it gives a
    chance to them."""
    found: list[tuple[str, Log]] = []
    if not places(log, Hand):
        return found
    for name in names or SLIPS:
        for _ in range(times):
            made = SLIPS[name](rng, log)
            if made is not None and made != log and made:
                found.append((name, made))
    return found
