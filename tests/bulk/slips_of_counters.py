"""Slips in stakes, cut and shuffle, payments and awards."""

import random
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game.cards import CARDS
from brusqlog.game.events import (
    Award,
    Cut,
    Deal,
    Draw,
    Hand,
    Payment,
    Play,
    Shuffle,
    Stake,
    Turnup,
)
from tests.bulk.plain_games import Log
from tests.bulk.slipping import (
    SLIPS,
    Slip,
    changed,
    exchanged,
    hand_at,
    moved,
    other_of_hand,
    other_seat,
    places,
    seated,
    slip,
    some,
)

# Stakes, cut, shuffle -----------------------------------------------------------------------------


def _sum(kind: type[Any]) -> Slip:
    def make(rng: random.Random, log: Log) -> Log | None:
        at = some(rng, log, kind)
        if at is None:
            return None
        event: Any = log[at]
        steps = (-1, 1, 2, -2, 255, 256, 1 << 40, 1 << 53, event.counters)
        more = rng.choice(steps)
        return changed(log, at, counters=min(max(1, event.counters + more), (1 << 53) - 1))

    return make


_SUMS: tuple[type[Any], ...] = (Stake, Payment, Award)
SLIPS.update({f"{kind.__name__.lower()}_sum": _sum(kind) for kind in _SUMS})


@slip
def stake_late(rng: random.Random, log: Log) -> Log | None:
    """A stake comes with the first trick, or as the first thing of a hand."""
    at = some(rng, log, Stake)
    if at is None:
        return None
    begins, ends = hand_at(log, at)
    plays = [k for k in range(begins, ends) if isinstance(log[k], Play)]
    return moved(log, at, rng.choice([begins, *plays[:3]]) + 1) if plays else None


@slip
def stakes_of_others(rng: random.Random, log: Log) -> Log | None:
    """A stake by itself in a game for points, or one of zero stakes."""
    at = some(rng, log, Hand)
    return None if at is None else [*log[: at + 1], Stake(seat=0, counters=20), *log[at + 1 :]]


@slip
def cut_lifted(rng: random.Random, log: Log) -> Log | None:
    """More or fewer cards are lifted."""
    at = some(rng, log, Cut)
    return None if at is None else changed(log, at, lifted=rng.choice((1, 5, 29, 30, 31)))


@slip
def cut_moved(rng: random.Random, log: Log) -> Log | None:
    """The cut comes late, the shuffle behind it or the turn-up early."""
    at = some(rng, log, rng.choice((Cut, Turnup)))
    if at is None:
        return None
    begins, ends = hand_at(log, at)
    to = [k for k in range(begins + 1, ends) if isinstance(log[k], Deal | Play)][:12]
    return moved(log, at, rng.choice(to)) if to else None


@slip
def shuffled(rng: random.Random, log: Log) -> Log | None:
    """A shuffle: of the dealer or of another one, before the cut or behind it."""
    at = some(rng, log, Hand)
    if at is None:
        return None
    start = log[at]
    assert isinstance(start, Hand)
    to = at + rng.choice((1, 1, 2, seated(log) + 1, seated(log) + 2))
    seat = rng.choice((start.dealer, rng.randrange(seated(log))))
    return [*log[:to], Shuffle(seat=seat), *log[to:]]


@slip
def deck_known(rng: random.Random, log: Log) -> Log | None:
    """The pack is told as it was dealt, or nearly so."""
    at = some(rng, log, Hand)
    if at is None:
        return None
    begins, ends = hand_at(log, at)
    hand = log[begins:ends]
    pack = [card for event in hand if isinstance(event, Deal) for card in event.cards]
    pack += [event.card for event in hand if isinstance(event, Turnup)]
    pack += [event.card for event in hand if isinstance(event, Draw)][:-1]
    cut = next((k for k in range(begins, ends) if isinstance(log[k], Cut)), None)
    if cut is None or len(pack) < 30:
        return None
    start = log[at]
    assert isinstance(start, Hand)
    lifted = rng.randrange(1, 29)
    deck = pack[-lifted:] + pack[:-lifted]
    one, other = rng.sample(range(len(deck)), 2)
    match rng.randrange(6):
        case 0:
            deck[one], deck[other] = deck[other], deck[one]
        case 1:
            deck[one] = deck[other]
        case 2:
            lifted += 1
        case 3:
            deck = pack
        case 4:
            deck = deck[: rng.randrange(30, len(deck) + 1)]
    found = changed(log, cut, lifted=lifted)
    if rng.random() < 0.1:
        found = changed(log, cut, lifted=UNSET)
    return [*found[: at + 1], Shuffle(seat=start.dealer, deck=deck), *found[at + 1 :]]


# Payments and awards ------------------------------------------------------------------------------


@slip
def payment_turned(rng: random.Random, log: Log) -> Log | None:
    """A payment goes the other way."""
    at = some(rng, log, Payment)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Payment)
    return changed(log, at, payer=event.payee, payee=event.payer)


@slip
def payment_of_others(rng: random.Random, log: Log) -> Log | None:
    """A payment has another payer, payee, card, or reason, or none of a card."""
    at = some(rng, log, Payment)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Payment)
    n = min(5, seated(log) + 1)
    fields: list[dict[str, Any]] = [
        {"payer": rng.randrange(n)},
        {"payee": rng.randrange(n)},
        {"payee": event.payer},
        {"card": rng.choice([card for card in CARDS if card[0] in "AT9"])},
        {"card": UNSET},
        {"reason": rng.choice(("penalty", "ruling"))},
    ]
    return changed(log, at, **rng.choice(fields))


@slip
def payment_copied(rng: random.Random, log: Log) -> Log | None:
    """A payment stands for another one of the hand: one comes twice and one is missing."""
    at = some(rng, log, Payment)
    other = None if at is None else other_of_hand(rng, log, Payment, at)
    if at is None or other is None:
        return None
    return [*log[:at], log[other], *log[at + 1 :]]


@slip
def payments_exchanged(rng: random.Random, log: Log) -> Log | None:
    """Two payments of a hand stand in each other's tricks, or have each other's sums."""
    at = some(rng, log, Payment)
    other = None if at is None else other_of_hand(rng, log, Payment, at)
    if at is None or other is None:
        return None
    if rng.random() < 0.5:
        return exchanged(log, at, other)
    one, two = log[at], log[other]
    assert isinstance(one, Payment) and isinstance(two, Payment)
    return changed(changed(log, at, counters=two.counters), other, counters=one.counters)


@slip
def payment_moved(rng: random.Random, log: Log) -> Log | None:
    """A payment comes before the end of its trick, with the next one, or behind the awards."""
    at = some(rng, log, Payment)
    if at is None:
        return None
    begins, ends = hand_at(log, at)
    plays = [k for k in range(begins, ends) if isinstance(log[k], Play)]
    near = [k for k in plays if abs(k - at) < 10]
    return moved(log, at, rng.choice([begins + 1, *near, *near, ends, plays[-1]]))


@slip
def payment_stray(rng: random.Random, log: Log) -> Log | None:
    """A payment stands once more anywhere in the hand, or is one of somebody who is not there."""
    at = some(rng, log, Payment)
    if at is None:
        return None
    begins, ends = hand_at(log, at)
    to = rng.randrange(begins + 1, ends)
    stray = log[at] if rng.random() < 0.7 else replace(log[at], payee=4)
    return [*log[:to], stray, *log[to:]]


@slip
def payment_first(rng: random.Random, log: Log) -> Log | None:
    """A payment of the last trick comes before the first one."""
    at = some(rng, log, Payment)
    if at is None:
        return None
    begins, ends = hand_at(log, at)
    last = [k for k in range(begins, ends) if isinstance(log[k], Play)][-1]
    late = [k for k in range(last, ends) if isinstance(log[k], Payment)]
    return moved(log, rng.choice(late or [at]), begins + 1)


@slip
def payment_in_parts(rng: random.Random, log: Log) -> Log | None:
    """A payment in two parts, or too much of which something is given back."""
    at = some(rng, log, Payment)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Payment)
    back = replace(event, payer=event.payee, payee=event.payer, counters=1)
    if rng.random() < 0.5:
        return [*log[:at], replace(event, counters=event.counters + 1), back, *log[at + 1 :]]
    if event.counters < 2:
        return None
    less = replace(event, counters=event.counters - 1)
    return [*log[:at], less, replace(event, counters=1), *log[at + 1 :]]


@slip
def payment_back(rng: random.Random, log: Log) -> Log | None:
    """Two who owe each other nothing pay each other the same."""
    plays = places(log, Play)
    if not plays:
        return None
    n = seated(log)
    at = plays[rng.randrange(1, len(plays) // n + 1) * n - 1] + 1
    one, other = rng.sample(range(n), 2)
    payment = Payment(payer=one, payee=other, counters=1, reason="brusquembille")
    back = replace(payment, payer=other, payee=one)
    return [*log[:at], payment, *([back] if rng.random() < 0.7 else []), *log[at:]]


@slip
def trick_paid_on_balance(rng: random.Random, log: Log) -> Log | None:
    """Payments of one pair in a trick become one on balance."""
    at = some(rng, log, Payment)
    if at is None:
        return None
    one = log[at]
    assert isinstance(one, Payment)
    theirs = []
    k = at
    while k < len(log) and isinstance(log[k], Payment):
        other = log[k]
        assert isinstance(other, Payment)
        if {other.payer, other.payee} == {one.payer, one.payee}:
            theirs.append(k)
        k += 1
    net = sum(
        p.counters if p.payer == one.payer else -p.counters
        for p in (log[k] for k in theirs) if isinstance(p, Payment)
    )  # fmt: skip
    rest = [event for k, event in enumerate(log) if k not in theirs]
    if not net:
        return rest
    payer, payee = (one.payer, one.payee) if net > 0 else (one.payee, one.payer)
    paid = Payment(payer=payer, payee=payee, counters=abs(net), reason="brusquembille")
    return [*rest[:at], paid, *rest[at:]]


@slip
def award_to_others(rng: random.Random, log: Log) -> Log | None:
    """The pot goes to another one, or in two parts."""
    at = some(rng, log, Award)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Award)
    if rng.random() < 0.4:
        return changed(log, at, seat=other_seat(rng, log, event.seat))
    part = rng.randrange(1, event.counters) if event.counters > 1 else 1
    rest = replace(event, counters=max(1, event.counters - part))
    if rng.random() < 0.5:
        rest = replace(rest, seat=other_seat(rng, log, event.seat))
    return [*log[:at], replace(event, counters=part), rest, *log[at + 1 :]]


@slip
def award_early(rng: random.Random, log: Log) -> Log | None:
    """The pot is given out before the last cards or payments."""
    at = some(rng, log, Award)
    return None if at is None else moved(log, at, max(1, at - rng.randrange(1, 12)))


@slip
def awards_exchanged(rng: random.Random, log: Log) -> Log | None:
    """Awards of a hand with each other's sums, or a counter more for one and less for another."""
    awards = places(log, Award)
    pairs = [(a, b) for a in awards for b in awards if a < b < a + seated(log)]
    if not pairs:
        return None
    one, other = rng.choice(pairs)
    first, second = log[one], log[other]
    assert isinstance(first, Award) and isinstance(second, Award)
    if first.counters != second.counters:
        found = changed(log, one, counters=second.counters)
        return changed(found, other, counters=first.counters)
    found = changed(log, one, counters=first.counters + 1)
    return changed(found, other, counters=max(1, second.counters - 1))
