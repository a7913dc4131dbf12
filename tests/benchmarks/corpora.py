"""The logs that are measured: games that brusqlog plays itself, and what is made of them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.json import Decoder
from msgspec.structs import replace

from brusqlog.game.events import AnyEvent, Cut, Deal, Draw, Event, Hand, Shuffle, Turnup
from brusqlog.log.writer import dumps
from brusqlog.simulation.setup import Setup
from brusqlog.simulation.written import written

Lines = list[bytes]
Edit = Callable[[Lines, int], Lines]
"""Makes something else of the lines of a hand, given its number among all, from 1."""

FAULTY: Final = 100
"""Of so many hands one lacks an event."""

_decode: Final = Decoder[Event](AnyEvent).decode


class Corpus(NamedTuple):
    """Games of one sort. `least` is the ratio to the decoding of its lines that is aimed at, where
    there is such an aim."""

    name: str
    setup: Setup
    edit: Edit | None = None
    least: float | None = None


class Size(NamedTuple):
    """How much was written."""

    games: int
    hands: int


def write(corpus: Corpus, path: Path, hands: int) -> Size:
    """Write whole games, so many that there are at least so many hands."""
    games = found = 0
    with path.open("wb") as file:
        for pieces in written(replace(corpus.setup, games=hands)):
            for part in _parts(b"".join(pieces).splitlines(keepends=True)):
                if part[0].startswith(b'{"event":"hand"'):
                    found += 1
                    part = corpus.edit(part, found) if corpus.edit else part
                file.writelines(part)
            games += 1
            if found >= hands:
                break
    return Size(games, found)


def _parts(game: Lines) -> Iterator[Lines]:
    """The header, each hand, the end."""
    starts = [place for place, line in enumerate(game) if line.startswith(b'{"event":"hand"')]
    bounds = [0, *starts, len(game) - 1, len(game)]
    for start, end in pairwise(bounds):
        yield game[start:end]


def known_pack(hand: Lines, number: int) -> Lines:
    """The hand with the whole pack as it was shuffled, and how many cards were lifted."""
    events = [_decode(line) for line in hand]
    stock = [event.card for event in events if isinstance(event, Turnup | Draw)]
    dealt = [card for event in events if isinstance(event, Deal) for card in event.cards]
    after = [*dealt, *stock[:-1]]  # the turn-up is told twice: it is the last card drawn
    lifted = 10 + number % 10
    pack = [*after[-lifted:], *after[:-lifted]]
    told: list[Event] = []
    for event in events:
        if isinstance(event, Hand):
            dealer = event.dealer
        if isinstance(event, Cut):
            told += [Shuffle(seat=dealer, deck=pack), replace(event, lifted=lifted)]
        else:
            told.append(event)
    return [dumps(event) + b"\n" for event in told]


def faulty(hand: Lines, number: int) -> Lines:
    """One hand in a hundred without one of its events, each time another."""
    if number % FAULTY:
        return hand
    place = 1 + number // FAULTY * 7 % (len(hand) - 1)
    return [*hand[:place], *hand[place + 1 :]]


# The bank is deep enough that nobody owes, which `check` would have to tell.
_PLAIN: Final = Setup(rounds=1, options={"bank": 1000})

PLAIN: Final = Corpus("no times", _PLAIN, least=1.4)

CORPORA: Final = (
    PLAIN,
    Corpus("no times, one hand a game", replace(_PLAIN, rounds=None, hands=1)),
    Corpus("canonical times", replace(_PLAIN, times=True), least=0.8),
    Corpus("known pack", _PLAIN, known_pack),
    Corpus("five players", replace(_PLAIN, players=5)),
    Corpus("2v2 to 500 points", Setup(partners=True, target=500, rules="wikipedia")),
    Corpus("1 % of the hands faulty", _PLAIN, faulty),
    Corpus("all hands hidden", replace(_PLAIN, hidden=True)),
)
