"""Slips in cards, packets, takers and draws."""

import random
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.events import Deal, Draw, Event, Game, Hand, Payment, Play, Take, Turnup
from tests.bulk.plain_games import Log
from tests.bulk.slipping import changed, hand_at, moved, places, seated, slip, some

# The pack -----------------------------------------------------------------------------------------


def _two_cards(rng: random.Random, log: Log, kinds: type[Any], same: bool) -> Log | None:
    """Two events of a hand with each other's cards, both of one player, or of two."""
    hands = places(log, Hand)
    begins, ends = hand_at(log, rng.choice(hands))
    found: list[Any] = [
        (k, log[k]) for k in range(begins, ends)
        if isinstance(log[k], kinds) and getattr(log[k], "card", UNKNOWN) != UNKNOWN
    ]  # fmt: skip
    pairs = [
        (one, other)
        for one in found
        for other in found
        if one[0] < other[0] and (one[1].seat == other[1].seat) == same
    ]
    if not pairs:
        return None
    (one, first), (other, second) = rng.choice(pairs)
    return changed(changed(log, one, card=second.card), other, card=first.card)


@slip
def cards_of_two(rng: random.Random, log: Log) -> Log | None:
    """Two players lay each other's cards."""
    return _two_cards(rng, log, Play, same=False)


@slip
def cards_of_one(rng: random.Random, log: Log) -> Log | None:
    """A player lays two cards in the wrong order."""
    return _two_cards(rng, log, Play, same=True)


@slip
def draws_of_two(rng: random.Random, log: Log) -> Log | None:
    """Two cards of the stock come in the wrong order."""
    return _two_cards(rng, log, Draw, same=False)


@slip
def draws_of_one(rng: random.Random, log: Log) -> Log | None:
    """The same of one player."""
    return _two_cards(rng, log, Draw, same=True)


@slip
def card_twice(rng: random.Random, log: Log) -> Log | None:
    """A card stands for another one, wherever that is."""
    at = some(rng, log, rng.choice((Play, Draw, Deal, Turnup)))
    if at is None:
        return None
    event: Any = log[at]
    if isinstance(event, Deal):
        cards = [*event.cards]
        cards[rng.randrange(len(cards))] = rng.choice(CARDS)
        return changed(log, at, cards=cards)
    return changed(log, at, card=rng.choice(CARDS))


@slip
def renamed(rng: random.Random, log: Log) -> Log | None:
    """In a whole hand one card is taken for another one that is not in it or in it twice then."""
    begins, ends = hand_at(log, rng.choice(places(log, Hand)))
    header = log[0]
    assert isinstance(header, Game)
    old, new = rng.sample(CARDS, 2)
    if header.removed is not UNSET and rng.random() < 0.5:
        new = rng.choice(header.removed)
    found = list(log)
    for k in range(begins, ends):
        event: Any = log[k]
        if isinstance(event, Deal) and old in event.cards:
            found[k] = replace(event, cards=[new if card == old else card for card in event.cards])
        elif isinstance(event, Play | Draw | Turnup | Payment) and event.card == old:
            found[k] = replace(event, card=new)
    return found


@slip
def turnup_not_last(rng: random.Random, log: Log) -> Log | None:
    """The turn-up is drawn, but not as the last card."""
    begins, ends = hand_at(log, rng.choice(places(log, Hand)))
    draws = [k for k in places(log, Draw) if begins < k < ends]
    if len(draws) < 2:
        return None
    other, last = rng.choice(draws[:-1]), draws[-1]
    one, two = log[other], log[last]
    assert isinstance(one, Draw) and isinstance(two, Draw)
    if one.card == UNKNOWN:
        return changed(changed(log, other, card=two.card), last, card=rng.choice(CARDS))
    return changed(changed(log, other, card=two.card), last, card=one.card)


@slip
def turnup_of_another(rng: random.Random, log: Log) -> Log | None:
    """The turn-up is played by another one than he who drew it, or too early."""
    begins, ends = hand_at(log, rng.choice(places(log, Hand)))
    hand = range(begins, ends)
    turnups = [event.card for k in hand if isinstance(event := log[k], Turnup)]
    plays = {k: event for k in hand if isinstance(event := log[k], Play)}
    at = next((k for k, event in plays.items() if event.card in turnups), None)
    if at is None or len(plays) < 12:
        return None
    other = rng.choice([k for k in [*plays][-12:] if k != at])
    return changed(changed(log, other, card=plays[at].card), at, card=plays[other].card)


@slip
def seen_a_little(rng: random.Random, log: Log) -> Log | None:
    """One card more is seen, or one less."""
    at = some(rng, log, rng.choice((Play, Draw, Deal)))
    if at is None:
        return None
    event: Any = log[at]
    if not isinstance(event, Deal):
        return changed(log, at, card=UNKNOWN if event.card != UNKNOWN else rng.choice(CARDS))
    cards = [*event.cards]
    k = rng.randrange(len(cards))
    cards[k] = UNKNOWN if cards[k] != UNKNOWN else rng.choice(CARDS)
    return changed(log, at, cards=cards)


# Deal, takers, draws ------------------------------------------------------------------------------


@slip
def packets_joined(rng: random.Random, log: Log) -> Log | None:
    """Two packets of a player are one, or one is two."""
    at = some(rng, log, Deal)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Deal)
    begins, ends = hand_at(log, at)
    own = [k for k in range(begins, ends) if k != at and _deals_to(log[k], event.seat)]
    if own and rng.random() < 0.7:
        other: Any = log[own[-1]]
        joined = changed(log, at, cards=[*event.cards, *other.cards][:3])
        return [*joined[: own[-1]], *joined[own[-1] + 1 :]]
    if len(event.cards) == 1:
        return None
    return [*log[:at], replace(event, cards=event.cards[:1]),
            replace(event, cards=event.cards[1:]), *log[at + 1 :]]  # fmt: skip


def _deals_to(event: Event, seat: int) -> bool:
    return isinstance(event, Deal) and event.seat == seat


@slip
def undealt(rng: random.Random, log: Log) -> Log | None:
    """Nothing is dealt in a hand."""
    begins, ends = hand_at(log, rng.choice(places(log, Hand)))
    return [e for k, e in enumerate(log) if not (begins < k < ends and isinstance(e, Deal))]


@slip
def uneven_packets(rng: random.Random, log: Log) -> Log | None:
    """A card goes from a packet of a player to another one of his."""
    at = some(rng, log, Deal)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Deal)
    begins, ends = hand_at(log, at)
    own = [k for k in range(begins, ends) if k != at and _deals_to(log[k], event.seat)]
    if not own or len(event.cards) < 2:
        return None
    other: Any = log[own[0]]
    return changed(
        changed(log, at, cards=event.cards[1:]), own[0], cards=[*other.cards, event.cards[0]][:3]
    )


@slip
def packet_longer(rng: random.Random, log: Log) -> Log | None:
    """A packet has a card more than it should."""
    at = some(rng, log, Deal)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Deal)
    if len(event.cards) > 2:
        return None
    more = event.cards[0] if event.cards[0] == UNKNOWN else rng.choice(CARDS)
    return changed(log, at, cards=[*event.cards, more])


@slip
def take_told(rng: random.Random, log: Log) -> Log | None:
    """A taker is told, at the right place or near it, and mostly the right one."""
    n, plays = seated(log), places(log, Play)
    if not plays:
        return None
    at = rng.choice(plays)
    done = plays.index(at) + 1
    if rng.random() < 0.7:
        at = plays[min((done + n - 1) // n * n, len(plays)) - 1]
    after = [event.seat for event in log[at + 1 :] if isinstance(event, Play | Draw)]
    seat = after[0] if after and rng.random() < 0.6 else rng.randrange(n)
    to = at + 1
    if rng.random() < 0.3:
        to = min(len(log), to + rng.randrange(-1, 3))
    return [*log[:to], Take(seat=seat), *log[to:]]


@slip
def draw_between(rng: random.Random, log: Log) -> Log | None:
    """A draw comes before the end of the trick, or after the next lead."""
    draws = places(log, Draw)
    if not draws:
        return None
    at = rng.choice(draws)
    near = [k for k in places(log, Play) if abs(k - at) < 12]
    return moved(log, at, rng.choice(near) + rng.randrange(2)) if near else None
