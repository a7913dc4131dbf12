"""Games as people may record them: simulated ones, each written down in another way.

All are legal but for those that are cut off or have a purse below zero; what they have in common is
that nothing odd happens in them. `due` tells which of them the screen must pass.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game import rules
from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.events import (
    Award,
    Balance,
    Cut,
    Deal,
    Draw,
    End,
    Event,
    Game,
    Hand,
    Lot,
    Note,
    Payment,
    Play,
    Shuffle,
    Stake,
    Take,
    Turnup,
)
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import Terms, terms_of
from tests.bulk.plain_games import OWN, Log, parted

NAMES = ("Zoë", "Ægidius", "Nguyễn Thị", "李雷", 'O\'Neill "Bo"', "Ḧ", "a", "\N{SNOWMAN}")
DEAR = "too-dear"
"""Values of brusquembilles that the screen leaves to the fold."""


@dataclass
class Written:
    """A game as it is written down. `whole`: it stops behind a hand that is settled, or before any,
    with or without an `end`."""

    log: Log
    whole: bool = True


# Ways of writing ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Manner:
    """How a recorder writes: the shares of what he may do, drawn once a game."""

    payments: str = "card"
    moment: str = "first"
    takes: float = 0
    stakes: bool = False
    packets: bool = False
    lifts: float = 0
    shuffles: str = "none"
    notes: float = 0
    hides: str = "none"
    rest: str = "as is"
    header: bool = False

    @classmethod
    def drawn(cls, rng: random.Random) -> "Manner":
        """A manner by chance; half of all traits are as the simulation has them."""
        pick = rng.choice
        shuffles = pick(("none", "none", "none", "bare", "deck", "deck", "either"))
        return cls(
            payments=pick(("card",) * 5 + ("net",) * 4 + ("by hand", "by hand", "mixed")),
            moment=pick(("first", "first", "last", "between")),
            takes=pick((0, 0, 0.3, 1)),
            stakes=pick((False, True)),
            packets=pick((False, True)),
            lifts=pick((0, 0.5, 1)) if shuffles == "none" else pick((0.9, 1, 1)),
            shuffles=shuffles,
            notes=pick((0, 0, 0, 0.05)),
            hides=pick(("none",) * 10 + ("all", "all", "some")),
            header=True,
            rest=pick(("as is",) * 12 + ("no sums", "one sum", "no end", "fewer") * 2
                      + ("cut", "broken off")),
        )  # fmt: skip


def written(rng: random.Random, log: Sequence[Event], manner: Manner | None = None) -> Written:
    """A simulated game, written down in some manner."""
    manner = manner or Manner.drawn(rng)
    header, hands, end = parted(log)
    terms = terms_of(header, OWN)[0]
    if manner.header:
        header = _header(rng, header)
    found: list[Log] = [_hand(rng, hand, terms, manner) for hand in hands]
    return _noted(rng, _ended(rng, [header], found, end, manner.rest), manner.notes)


def _header(rng: random.Random, header: Game) -> Game:
    if rng.random() < 0.3:
        header = replace(header, players=rng.sample(NAMES, len(header.players)))
    if rng.random() < 0.2:
        header = replace(header, date="1718-04", place="Chez l'Épicier", extra={"π": [3.14, None]})
    if rng.random() < 0.2:
        header = replace(header, identities=UNSET, id=rng.choice(("é" * 40, "x", '"\\\n')))
    if header.ruleset is not UNSET and rng.random() < 0.3:
        header = replace(header, ruleset=UNSET)
    if header.removed is not UNSET and rng.random() < 0.2:
        one, other = header.removed
        header = replace(header, removed=rng.choice(([other, one], [one, UNKNOWN])))
    return header


def _hand(rng: random.Random, hand: Log, terms: Terms, manner: Manner) -> Log:
    """A hand in order: opening, tricks, awards."""
    first = next(k for k, event in enumerate(hand) if isinstance(event, Play))
    found = _opening(rng, hand, first, terms, manner)
    rest = hand[first:]
    awards = [event for event in rest if isinstance(event, Award)]
    way = rng.choice(("card", "net")) if manner.payments == "by hand" else manner.payments
    leads = [k for k, event in enumerate(rest) if isinstance(event, Play)][:: terms.players]
    for start, stop in pairwise([*leads, len(rest) - len(awards)]):
        found += _trick(rng, rest[start:stop], way, manner)
    rng.shuffle(awards)
    return hidden(rng, [*found, *awards], manner.hides)


def _opening(rng: random.Random, hand: Log, first: int, terms: Terms, manner: Manner) -> Log:
    start, rest = hand[0], hand[1:first]
    assert isinstance(start, Hand)
    stakes = [event for event in rest if isinstance(event, Stake)]
    deals = [event for event in rest if isinstance(event, Deal)]
    if manner.packets:
        deals = _packets(rng, deals, start.dealer, terms)
    seat = rules.left(start.dealer, terms.players)
    if terms.cutter == "anyone":
        seat = rng.randrange(terms.players)
    cut = Cut(seat=seat)
    if rng.random() < manner.lifts:
        cut = replace(cut, lifted=rng.choice((1, terms.pack_size - 1, rng.randrange(1, 30))))
    shuffle = _shuffle(rng, hand, deals, cut, manner)
    found: Log = [*shuffle, cut, *deals, *(event for event in rest if isinstance(event, Turnup))]
    if not manner.stakes:
        return [start, *stakes, *found]
    for stake in rng.sample(stakes, len(stakes)):
        found.insert(rng.randrange(len(found) + 1), stake)
    return [start, *found]


def _packets(rng: random.Random, deals: list[Deal], dealer: int, terms: Terms) -> list[Deal]:
    """The same holdings in packets of other sizes."""
    n = terms.players
    split = rng.choice(terms.splits)
    eldest = [rules.right(dealer, n, k + 1) for k in range(n)]
    cards = {
        seat: [card for deal in deals if deal.seat == seat for card in deal.cards]
        for seat in eldest
    }
    return [
        Deal(seat=seat, cards=[cards[seat].pop(0) for _ in range(size)])
        for size in split for seat in eldest
    ]  # fmt: skip


def _shuffle(
    rng: random.Random, hand: Log, deals: list[Deal], cut: Cut, manner: Manner
) -> list[Event]:
    how = rng.choice(("none", "bare", "deck")) if manner.shuffles == "either" else manner.shuffles
    if how == "none":
        return []
    start = hand[0]
    assert isinstance(start, Hand)
    shuffle = Shuffle(seat=start.dealer)
    if how == "bare":
        return [shuffle]
    pack = [card for deal in deals for card in deal.cards]
    pack += [event.card for event in hand if isinstance(event, Turnup)]
    pack += [event.card for event in hand if isinstance(event, Draw)][:-1]
    lifted = 0 if cut.lifted is UNSET else cut.lifted
    deck = pack[len(pack) - lifted :] + pack[: len(pack) - lifted]
    if manner.hides == "all" and rng.random() < 0.7:
        deck = [UNKNOWN] * len(deck)
    return [replace(shuffle, deck=deck)]


def _trick(rng: random.Random, trick: Log, way: str, manner: Manner) -> Log:
    plays = [event for event in trick if isinstance(event, Play)]
    draws = [event for event in trick if isinstance(event, Draw)]
    payments: Log = [event for event in trick if isinstance(event, Payment)]
    payments = settled(rng, [p for p in payments if isinstance(p, Payment)], way)
    takes = [Take(seat=draws[0].seat)] if draws and rng.random() < manner.takes else []
    if manner.moment != "first":
        rng.shuffle(payments)
    after: Log = [*payments, *draws]
    if manner.moment == "last":
        after = [*draws, *payments]
    elif manner.moment == "between":
        after = [*draws]
        for payment in payments:
            after.insert(rng.randrange(len(after) + 1), payment)
    return [*plays, *takes, *after]


def settled(rng: random.Random, payments: list[Payment], way: str) -> list[Event]:
    """The payments of a trick by card, on balance, or some of both."""
    if way == "card":
        return [*payments]
    found: list[Event] = []
    seats = sorted({seat for payment in payments for seat in (payment.payer, payment.payee)})
    for pair in combinations(seats, 2):
        theirs = [payment for payment in payments if {payment.payer, payment.payee} == {*pair}]
        done = rng.randrange(len(theirs) + 1) if way == "mixed" else 0
        found += theirs[:done]
        net = sum(
            payment.counters if payment.payer == pair[0] else -payment.counters
            for payment in theirs[done:]
        )
        if net:
            payer, payee = pair if net > 0 else pair[::-1]
            found.append(on_balance(payer, payee, abs(net)))
    return found


def on_balance(payer: int, payee: int, counters: int) -> Payment:
    """A payment that settles all that the trick made owed between the two."""
    return Payment(payer=payer, payee=payee, counters=counters, reason="brusquembille")


def hidden(rng: random.Random, hand: Log, hides: str) -> Log:
    """The hand as one sees it who looks into no holding, or into some."""
    if hides == "none":
        return hand
    turnup = next(event.card for event in hand if isinstance(event, Turnup))
    share = 1.0 if hides == "all" else rng.choice((0.05, 0.5))
    found: Log = []
    for event in hand:
        unseen = rng.random() < share
        if isinstance(event, Deal) and unseen:
            event = replace(event, cards=[UNKNOWN] * len(event.cards))
        if isinstance(event, Draw) and event.card != turnup and unseen:
            event = replace(event, card=UNKNOWN)
        if isinstance(event, Play) and hides == "some" and rng.random() < share / 10:
            event = replace(event, card=UNKNOWN)
        found.append(event)
    return found


def _ended(rng: random.Random, header: Log, hands: list[Log], end: Log, rest: str) -> Written:
    """The game with an end of some sort, or none."""
    whole = [*header, *(event for hand in hands for event in hand)]
    if rest == "no end":
        return Written(whole)
    if rest == "fewer":
        some = hands[: rng.randrange(len(hands))]
        return Written([*header, *(event for hand in some for event in hand)])
    if rest in ("cut", "broken off"):
        cut = whole[: rng.randrange(1, len(whole) + 1)]
        over: Log = [End(reason="abandoned")] if rest == "broken off" else []
        return Written([*cut, *over], whole=False)
    if end and isinstance(end[0], End) and rest != "as is":
        one = rng.choice(("totals", "purses")) if rest == "one sum" else None
        sums = {name: UNSET for name in ("totals", "purses") if name != one}
        end = [replace(end[0], **sums)]
    return Written([*whole, *end])


def _noted(rng: random.Random, game: Written, share: float) -> Written:
    """Remarks and lines that are left to the fold."""
    if not share:
        return game
    found = game.log[:1]
    for event in game.log[1:]:
        while rng.random() < share:
            found.append(_remark(rng))
        found.append(event)
    while rng.random() < 0.3:
        found.append(_remark(rng))
    if rng.random() < 0.2:
        found.insert(1, Lot(seat=rng.choice((0, 1)), card=rng.choice(CARDS)))
    if rng.random() < 0.1:
        found.insert(rng.randrange(1, len(found) + 1), Balance(totals=[0] * len(_players(found))))
    return Written(found, game.whole)


def _players(log: Log) -> list[str]:
    assert isinstance(log[0], Game)
    return log[0].players


def _remark(rng: random.Random) -> Note:
    kind = rng.randrange(40)
    if kind == 0:
        return Note(text="le roi rit", seat=rng.choice((0, 0, 4)))
    if kind == 1:
        return Note(text="é" * rng.choice((100, 20_000, 32_755, 32_750, 40_000)))
    if kind < 10:
        return Note(data={"thinking": 1.5, "at": None, "event": "game"})
    return Note(text=rng.choice(("", "!", '{"event":"game"', "\n", "“Bien joué”", "\u2028")))


# What the screen is due to pass -------------------------------------------------------------------


def due(game: Written, more: dict[str, Ruleset]) -> bool:
    """Whether the screen must pass a game if the fold has nothing to say of it.

    It need not, where values are too dear for bytes, the sevens left out are not known, an ace has
    to pass the gate, a hand is not settled, cards of some only are seen or a play was not read,
    there is a pack in another order than it was dealt or of unknown cards, payments of one hand are
    partly on balance, and where there is a line of another kind than those of a plain hand, a note
    about a seat among them, or one broken off.
    """
    header = game.log[0]
    assert isinstance(header, Game)
    terms = terms_of(header, more)[0]
    if terms.sevens_open or terms.gate or header.rules.startswith(DEAR) or not game.whole:
        return False
    hands: list[Log] = []
    for event in game.log[1:]:
        if isinstance(event, Hand):
            hands.append([])
        elif isinstance(event, End):
            if event.reason != "complete":
                return False
        elif isinstance(event, Note):
            if event.seat is not UNSET:
                return False
        elif not isinstance(event, PLAIN) or not hands:
            return False
        else:
            hands[-1].append(event)
    return all(map(_plain, hands))


PLAIN = (Stake, Shuffle, Cut, Deal, Turnup, Play, Take, Draw, Payment, Award)
"""The kinds of events in a plain hand."""


def _plain(hand: Log) -> bool:
    payments = {event.card is UNSET for event in hand if isinstance(event, Payment)}
    taken = [card for event in hand if isinstance(event, Deal) for card in event.cards]
    taken += [event.card for event in hand if isinstance(event, Draw)][:-1]
    laid = [event.card for event in hand if isinstance(event, Play)]
    packs = [event.deck for event in hand if isinstance(event, Shuffle) and event.deck is not UNSET]
    lifted = any(event.lifted is not UNSET for event in hand if isinstance(event, Cut))
    seen = UNKNOWN not in taken
    return (
        len(payments) < 2
        and UNKNOWN not in laid
        and (seen or {*taken} == {UNKNOWN})
        and (not packs or (lifted and seen and UNKNOWN not in packs[0]))
    )
