"""The keys `play` and `deal` of clean games, many at once: those that `keys` gives one by one.

In hands of one number of players all normal forms have the same length, and each card and seat the
same place in them.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.hands import Outcome
from brusqlog.bulk.lockstep import by_seat, seat
from brusqlog.bulk.lowered import HIDDEN, Bytes, Table
from brusqlog.game.cards import CARDS, HOLDING

HANDS: Final = b'"hands":[]'
"""What stands in the normal form of a game without hands where they are to stand."""

_OPEN: Final = "@"
"""Stands in a form for a seat, or for one of the two letters of a card."""
_SEAT: Final = f'[{_OPEN},"{_OPEN * 2}"]'
_CARD: Final = f'"{_OPEN * 2}"'

_IN_ORDER: Final = sorted(CARDS)
_LETTERS: Final = np.array([list(card.encode()) for card in _IN_ORDER], np.uint8).T
_PLACE: Final = np.array([_IN_ORDER.index(card) for card in CARDS], np.uint8)
"""Of each card its place in alphabetical order."""


def played(table: Table, outcome: Outcome, seats: Bytes, turnup: Bytes) -> list[bytes]:
    """The normal forms of the hands for the key `play`, each with a comma behind it. `seats` are
    those of the plays."""
    n = table.players
    trick = f'{{"plays":[{_many(_SEAT, n)}],"taker":{_OPEN}}}'
    form = f'{{"dealer":{_OPEN},"incidents":[],"tricks":[{_many(trick, table.tricks)}],'
    form += f'"turnup":{_CARD}}},'
    values = [_digit(outcome.dealer)]
    for number in range(table.tricks):
        for place in range(number * n, (number + 1) * n):
            values += [_digit(seats[place]), *_letters(outcome.plays[place])]
        values.append(_digit(outcome.leaders[number + 1]))
    return _filled(form, [*values, *_letters(turnup)])


def dealt(table: Table, outcome: Outcome, draws: Bytes, turnup: Bytes) -> list[bytes | None]:
    """The normal forms of the hands for the key `deal`, each with a comma behind it; None of hands
    of which a card is not known. `draws` are the cards drawn, in order."""
    n = table.players
    holding = f"[{_many(_CARD, HOLDING)}]"
    form = f'{{"dealer":{_OPEN},"draws":[{_many(_SEAT, table.rounds * n)}],'
    form += f'"holdings":[{_many(holding, n)}],"turnup":{_CARD}}},'
    cards = np.concatenate([outcome.dealt.reshape(n * HOLDING, -1), draws])
    known = np.asarray((cards < HIDDEN).all(axis=0))
    if not known.any():
        return [None] * len(known)
    holdings, draws = np.where(known, outcome.dealt, 0), np.where(known, draws, 0)
    values = [_digit(outcome.dealer)]
    for place, card in enumerate(draws):
        drawer = seat(outcome.leaders[place // n + 1] + np.uint8(place % n), n)
        values += [_digit(drawer), *_letters(card)]
    eldest = seat(outcome.dealer + np.uint8(1), n)
    for cards in by_seat(np.sort(_PLACE.take(holdings), axis=1), eldest):
        for place in cards:
            values.extend(_LETTERS.take(place, axis=1))
    texts = _filled(form, [*values, *_letters(turnup)])
    return [text if one else None for text, one in zip(texts, known.tolist(), strict=True)]


def key(form: bytes | None, hands: Sequence[bytes | None]) -> str | None:
    """The key of a game: the sha-256 of the form that it has without its hands with these put in;
    None without a form, without hands, or where one of them is None."""
    if form is None or not hands or None in hands:
        return None
    before, after = form.split(HANDS, 1)
    text = b"".join(hands)  # type: ignore[arg-type]
    return hashlib.sha256(before + HANDS[:-1] + text[:-1] + HANDS[-1:] + after).hexdigest()


def _many(part: str, count: int) -> str:
    return ",".join([part] * count)


def _digit(seats: Bytes) -> Bytes:
    return seats + np.uint8(ord("0"))


def _letters(cards: Bytes) -> Iterable[Bytes]:
    found: NDArray[np.uint8] = _LETTERS.take(_PLACE.take(cards), axis=1)
    return found


def _filled(form: str, values: Sequence[Bytes]) -> list[bytes]:
    """The form, once for every hand, filled with the values in order."""
    template = np.frombuffer(form.encode(), np.uint8)
    hands, width = len(values[0]), len(template)
    whole = np.tile(template, (hands, 1))
    whole[:, np.flatnonzero(template == ord(_OPEN))] = np.stack(values, axis=1)
    text = whole.tobytes()
    return [text[start : start + width] for start in range(0, hands * width, width)]
