"""Counters: what was paid (summed afresh from the events) and what the tricks cause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

from .cards import Deal, Trick, World
from .header import Event, Setup
from .rulesets import VALUES
from .worlds import worlds_of


@dataclass(frozen=True)
class Debt:
    """What one card of a trick causes between two players."""

    card: str
    payer: int
    payee: int
    counters: int
    legible: bool


def purses(setup: Setup, events: Iterable[Event]) -> list[int]:
    """What each player has after these events."""
    out = [setup.bank] * setup.n
    for event in events:
        kind = event["event"]
        if kind == "stake":
            out[event["seat"]] -= event["counters"]
        elif kind == "award":
            out[event["seat"]] += event["counters"]
        elif kind == "payment":
            out[event["payer"]] -= event["counters"]
            out[event["payee"]] += event["counters"]
    return out


def pot(events: Iterable[Event]) -> int:
    """What lies in the pot after these events."""
    signs = {"stake": 1, "award": -1}
    return sum(signs.get(e["event"], 0) * e.get("counters", 0) for e in events)


def caused(deal: Deal, trick: Trick, play: int, card: str, taker: int) -> list[Debt]:
    """What this card of a finished trick causes (the gate not looked at)."""
    setup = deal.setup
    player = deal.laid[play].seat
    if not setup.paid or card[0] not in VALUES:
        return []
    won = setup.friends(taker, player)
    out = []
    for other in range(setup.n):
        if other == player or (setup.partners and setup.friends(other, player)):
            continue
        payer, payee = (other, player) if won else (player, other)
        legible = deal.laid[play].card is not None
        out.append(Debt(card, payer, payee, VALUES[card[0]], legible))
    return out


def gated(deal: Deal, trick: Trick, play: int, card: str, taker: int, world: World) -> bool | None:
    """Is nothing collected for this ace, its player not having played the ace of trumps before?

    None: an illegible card of an earlier trick may have been that ace.
    """
    player, ace = deal.laid[play].seat, "A" + deal.turnup[1]
    won = deal.setup.friends(taker, player)
    if not (deal.setup.gate and won and card[0] == "A" and card != ace):
        return False
    doubt = False
    for earlier in deal.tricks[: deal.tricks.index(trick)]:
        for index in earlier.plays:
            if deal.laid[index].seat == player:
                if (deal.laid[index].card or world.get(index)) == ace:
                    return False
                illegible = deal.laid[index].card is None and index not in world
                doubt = doubt or (illegible and ace in worlds_of(deal).readings(index))
    return None if doubt else True


class Account:
    """The payments around one finished trick, whose taker is known."""

    def __init__(self, deal: Deal, trick: Trick) -> None:
        self.deal = deal
        self.trick = trick
        self.closed: set[frozenset[int]] = set()  # pairs who settled everything at once
        self.settled: set[tuple[str, frozenset[int]]] = set()

    @cached_property
    def certain(self) -> dict[frozenset[int], tuple[Debt, ...]]:
        """What each two owe, where no illegible card has a say."""
        out: dict[frozenset[int], tuple[Debt, ...]] = {}
        for play in self.trick.plays:
            card = self.deal.card(play, {})
            if not gated(self.deal, self.trick, play, card, self.taker(), {}):
                for debt in caused(self.deal, self.trick, play, card, self.taker()):
                    pair = frozenset((debt.payer, debt.payee))
                    out[pair] = (*out.get(pair, ()), debt)
        return out

    def variants(self, pair: frozenset[int]) -> list[tuple[Debt, ...]]:
        """What these two owe, one list for every way the illegible cards may be read."""
        legible = all(self.deal.laid[play].card for play in self.trick.plays)
        if not self.deal.blanks() or (legible and not self.deal.setup.gate):
            return [self.certain.get(pair, ())]
        readings = worlds_of(self.deal)
        if readings.exact:
            found = [self.in_world(pair, world) for world in readings.worlds]
            return list(dict.fromkeys(found))
        parts: list[list[tuple[Debt, ...]]] = []
        for play in self.trick.plays:
            if self.deal.laid[play].seat not in pair:
                continue
            card = self.deal.laid[play].card
            cards = [card] if card else sorted(readings.readings(play))
            ways: dict[tuple[Debt, ...], None] = {}
            for card in cards:
                gate = gated(self.deal, self.trick, play, card, self.taker(), {})
                if gate is not True:
                    ways[self.between(pair, play, card)] = None
                if gate is not False:
                    ways[()] = None
            parts.append(list(ways))
        return [tuple(chain.from_iterable(way)) for way in product(*parts)]

    def taker(self) -> int:
        assert self.trick.taker is not None
        return self.trick.taker

    def between(self, pair: frozenset[int], play: int, card: str) -> tuple[Debt, ...]:
        owed = caused(self.deal, self.trick, play, card, self.taker())
        return tuple(debt for debt in owed if {debt.payer, debt.payee} == pair)

    def in_world(self, pair: frozenset[int], world: World) -> tuple[Debt, ...]:
        out: tuple[Debt, ...] = ()
        for play in self.trick.plays:
            card = self.deal.card(play, world)
            if not gated(self.deal, self.trick, play, card, self.taker(), world):
                out += self.between(pair, play, card)
        return out

    def open_debts(self, variant: Sequence[Debt], pair: frozenset[int]) -> list[Debt]:
        if pair in self.closed:
            return []
        return [debt for debt in variant if (debt.card, pair) not in self.settled]

    def pay(self, event: Event) -> bool:
        """Does this payment settle something still owed?"""
        payer, payee, counters = event["payer"], event["payee"], event["counters"]
        pair = frozenset((payer, payee))
        card = event.get("card")
        fits = False
        for variant in self.variants(pair):
            still = self.open_debts(variant, pair)
            if card is not None:
                still = [debt for debt in still if debt.card == card]
            fits = fits or net(still, payer) == counters
        if card is None:
            self.closed.add(pair)
        else:
            self.settled.add((card, pair))
        return fits

    def missing(self) -> bool:
        """Is something certainly still owed between two players?"""
        if not self.deal.setup.paid:
            return False
        everyone = range(self.deal.setup.n)
        pairs = [frozenset((a, b)) for a in everyone for b in everyone if a < b]
        return any(self.short(pair) for pair in pairs)

    def short(self, pair: frozenset[int]) -> bool:
        """Does this pair still owe a net amount, the illegible cards left out or in?"""
        someone = min(pair)
        for variant in self.variants(pair):
            still = self.open_debts(variant, pair)
            doubtful = [debt for debt in still if not debt.legible]
            nets = {net([debt for debt in still if debt not in doubtful], someone)}
            for debt in doubtful:
                nets |= {known + net([debt], someone) for known in nets}
            if 0 in nets:
                return False
        return True


def net(owed: Sequence[Debt], payer: int) -> int:
    """What this one of two players has to pay after all (below zero: to get)."""
    return sum(debt.counters if debt.payer == payer else -debt.counters for debt in owed)


def shares(
    setup: Setup, counters: int, winners: Iterable[int], dealer: int, last: bool
) -> dict[int, int]:
    """Equal shares; in the last hand the rest goes to the nearest on the dealer's right."""
    order = [seat for seat in setup.round_from(setup.right(dealer)) if seat in set(winners)]
    out = {seat: counters // len(order) for seat in order}
    if last:
        out[order[0]] += counters % len(order)
    return {seat: amount for seat, amount in out.items() if amount > 0}


def winners(setup: Setup, points: Sequence[int]) -> list[int]:
    """The players at the top, or both players of the sides at the top."""
    sums = [
        sum(points[o] for o in range(setup.n) if setup.friends(o, seat)) for seat in range(setup.n)
    ]
    return [seat for seat in range(setup.n) if sums[seat] == max(sums)]
