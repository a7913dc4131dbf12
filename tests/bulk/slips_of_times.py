"""Slips in the times of events, and lines that only the fold reads."""

import random
import re

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game.events import Announce, Award, End, Event, Game, Hand, Incident, Lot, Note
from tests.bulk.plain_games import Log
from tests.bulk.slipping import changed, hand_at, places, seated, slip, some
from tests.bulk.texts import mistaken


def _beside(log: Log, at: int, event: Event) -> Log:
    """The game with an event more, before a place, at the time of the one before it."""
    return [*log[:at], replace(event, at=log[at - 1].at), *log[at:]]


@slip
def announced(rng: random.Random, log: Log) -> Log | None:
    """A player says what he counted, after the last trick."""
    at = some(rng, log, Award)
    return None if at is None else _beside(log, at, Announce(seat=0, count=rng.randrange(60)))


@slip
def incident(rng: random.Random, log: Log) -> Log | None:
    """The house decides something."""
    ruling = Incident(kind="ruling", text="!", permits=["payment"])
    return _beside(log, rng.randrange(2, len(log)), ruling)


@slip
def lot(rng: random.Random, log: Log) -> Log | None:
    """A card is drawn for the first deal, by one only."""
    return _beside(log, 1, Lot(seat=rng.randrange(seated(log)), card="AS"))


@slip
def award_given(rng: random.Random, log: Log) -> Log | None:
    """Something is taken from the pot at the end of a hand, whether there is one or not."""
    ends = [k for k in range(1, len(log)) if isinstance(log[k], Hand | End)]
    return _beside(log, rng.choice(ends[1:] or ends), Award(seat=0, counters=1))


@slip
def note_of_seat(rng: random.Random, log: Log) -> Log | None:
    """A remark about a player, or about one that there is not."""
    return _beside(log, rng.randrange(1, len(log) + 1), Note(text="!", seat=rng.randrange(5)))


@slip
def purses_of_points(rng: random.Random, log: Log) -> Log | None:
    """Purses that are all empty, at the end."""
    at = some(rng, log, End)
    return None if at is None else changed(log, at, purses=[0] * seated(log))


@slip
def time_early(rng: random.Random, log: Log) -> Log | None:
    """An event is earlier than the one before it, at times by less than a second."""
    at = rng.randrange(1, len(log))
    before = log[at - 1].at
    if isinstance(before, str) and "." in before and rng.random() < 0.5:
        return changed(log, at, at=re.sub(r"\.\d+", _zeros, before))
    earlier = [event.at for event in log[:at] if event.at != log[at].at]
    return changed(log, at, at=rng.choice(earlier)) if earlier else None


def _zeros(fraction: re.Match[str]) -> str:
    return "." + "0" * (len(fraction[0]) - 1)


@slip
def time_mistaken(rng: random.Random, log: Log) -> Log | None:
    """A time is written otherwise, or is none; most often the first or the last."""
    at = rng.choice((0, len(log) - 1, rng.randrange(len(log))))
    time = log[at].at
    return None if time is UNSET else changed(log, at, at=mistaken(rng, time))


@slip
def time_missing(rng: random.Random, log: Log) -> Log | None:
    """One event has no time, or only one has any."""
    at = rng.randrange(len(log))
    if rng.random() < 0.5:
        return changed(log, at, at=UNSET)
    return [replace(event, at=UNSET) if k != at else event for k, event in enumerate(log)]


@slip
def time_behind_much(rng: random.Random, log: Log) -> Log | None:
    """A line that is too long, or not quite, for its time."""
    length = 64 * 1024 - len('{"event":"note","text":""}') + rng.choice((-50, 0, 1, -1, -20))
    return _beside(log, rng.randrange(1, len(log) + 1), Note(text="x" * length))


@slip
def long_header(rng: random.Random, log: Log) -> Log | None:
    """A header that nearly fills a line, or is too long for one."""
    header = log[0]
    assert isinstance(header, Game)
    return changed(log, 0, source="x" * rng.choice((65_000, 65_536 - 400, 65_536)))


@slip
def noted(rng: random.Random, log: Log) -> Log | None:
    """A remark within a trick, behind a take or behind the end."""
    begins, ends = hand_at(log, rng.choice(places(log, Hand)))
    return _beside(log, rng.choice((begins + 1, rng.randrange(begins + 1, ends), len(log))),
                   Note(text="“Bien joué”"))  # fmt: skip
