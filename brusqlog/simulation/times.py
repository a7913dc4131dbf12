"""Times for games that never took place: plausible, and the same for the same seed."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.simulation.chance import TIMES, below, key, word

START: Final = datetime(2026, 1, 1, 20, tzinfo=UTC)
"""When the first game begins; each further one begins an hour after the one before."""

CYCLE: Final = 1_000_000
"""Games after which the beginnings come again: the calendar ends."""

SECONDS: Final[dict[type[ev.Event], tuple[int, int]]] = {
    ev.Hand: (5, 26),
    ev.Stake: (1, 3),
    ev.Cut: (15, 31),
    ev.Deal: (1, 2),
    ev.Turnup: (1, 3),
    ev.Play: (2, 14),
    ev.Payment: (1, 3),
    ev.Draw: (1, 3),
    ev.Award: (3, 8),
    ev.End: (2, 9),
}
"""What an event takes, in seconds: at least so many, and how many different durations there are
from there on, one as likely as another."""


def timed(events: Iterable[ev.Event], seed: int, game: int) -> Iterator[ev.Event]:
    """The events of the game of that number, each with the time at which it was over."""
    at = START + timedelta(hours=(game - 1) % CYCLE)
    stream = index = 0
    for event in events:
        if isinstance(event, ev.Hand):
            stream, index = key(seed, game, event.number, TIMES), 0
        if not isinstance(event, ev.Game):
            least, durations = SECONDS[type(event)]
            at += timedelta(seconds=least + below(word(stream, index), durations))
            index += 1
        yield replace(event, at=at.isoformat())
