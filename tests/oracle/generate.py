"""Random legal recorded games of Brusquembille, to cross-check a validator.

Written from shared/spec/rules.md and log-format.md alone; it shares no code with the product.
Every prefix of a game is legal too, except inside a group of events that a `retract` follows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from .generate_base import (
    PIQUET,
    UNKNOWN,
    Event,
    Setup,
    below,
    chance,
    mixed,
    pick,
    random_setup,
)
from .generate_edit import dress
from .generate_hand import Hand
from .generate_table import StopError


class Game(Hand):
    def __init__(self, rng: random.Random, setup: Setup, wish: bool | None) -> None:
        super().__init__(rng, setup, wish)
        self.lots_p = pick(rng, (0.0, 0.5, 0.8))

    def run(self) -> list[Event]:
        rng = self.rng
        try:
            self.soft()
            self.dealer = self.first_dealer()
            self.moment("start")
            if self.next_dealer_free:
                self.dealer = below(rng, self.n)
                self.next_dealer_free = False
            while True:
                self.hand()
                while self.penalties:
                    self.soft()
                    self.penalty()
                if self.over():
                    break
                self.dealer = self.next_dealer()
            if chance(rng, 0.9):
                self.end("complete")
        except StopError:
            pass
        return self.events

    def over(self) -> bool:
        target = self.setup.target
        if target is None:
            return self.is_last()
        sums = list(self.totals)
        if self.setup.sides:
            sums = [sums[0] + sums[1], sums[2] + sums[3]]
        return max(sums) >= target and sums.count(max(sums)) == 1

    # dealers

    def first_dealer(self) -> int:
        rng = self.rng
        dealers = [1, 3] if self.setup.sides else list(range(self.n))
        dealer: int | None = None
        if chance(rng, self.lots_p):
            dealer = self.lots()
        if dealer is None:
            dealer = pick(rng, dealers)
        return self.perhaps_left_most(dealer)

    def perhaps_left_most(self, dealer: int) -> int:
        """The literal reading of 003 §9, which draws a warning."""
        literal = self.setup.sides and self.setup.ruleset.name == "salon-2009"
        return dealer - 1 if literal and chance(self.rng, 0.15) else dealer

    def next_dealer(self) -> int:
        if self.next_dealer_free:
            self.next_dealer_free = False
            return below(self.rng, self.n)
        if self.setup.sides:
            return self.perhaps_left_most(3 if self.dealer < 2 else 1)
        return self.right(self.dealer)

    def lots(self) -> int | None:
        """Draw for the deal; None leaves the dealer free."""
        rng = self.rng
        pack = mixed(rng, self.setup.pack)
        if self.setup.first_dealer == "free":
            for _ in range(1 + below(rng, self.n + 2)):
                card = UNKNOWN if chance(rng, 0.1) else pack.pop()
                self.emit("lot", seat=below(rng, self.n), card=card)
                self.soft()
            return None
        low = chance(rng, 0.3)  # a poor spread, so that ties are frequent
        if low:
            pack = mixed(rng, [card for card in pack if card[0] in "KQ"])
        hole = 0.0 if chance(rng, 0.8) else 0.3
        all_draw = self.setup.sides and self.setup.ruleset.lots_2v2 == "opponents-deal"
        seats = [1, 3] if self.setup.sides and not all_draw else list(range(self.n))
        unclear = False
        while True:
            drawn = [(seat, pack.pop()) for seat in mixed(rng, seats)]
            for seat, card in drawn:
                hidden = chance(rng, hole)
                unclear = unclear or hidden
                self.emit("lot", seat=seat, card=UNKNOWN if hidden else card)
                self.soft()
            best = min(PIQUET.index(card[0]) for _, card in drawn)
            seats = [seat for seat, card in drawn if PIQUET.index(card[0]) == best]
            if unclear and chance(rng, 0.7):
                return None
            if len(seats) == 1 or (all_draw and len({seat // 2 for seat in seats}) == 1):
                return seats[0] if not all_draw else (3 if seats[0] < 2 else 1)
            if len(pack) < len(seats):
                pack = mixed(rng, [c for c in self.setup.pack if c[0] in "98"])


def random_game(
    rng: random.Random,
    *,
    mode: str | None = None,
    rules: str | None = None,
    length: tuple[str, int] | None = None,
    hidden: str | None = None,
    incidents: bool | None = None,
) -> list[Event]:
    """A legal game; what is None is drawn at random.

    `mode` is one of 2, 3, 4, 2v2, 5; `length` a pair such as ("hands", 2); `hidden` none, observer,
    seat, illegible or some.
    """
    setup = random_setup(rng, mode, rules, length, hidden, incidents)
    return dress(rng, Game(rng, setup, incidents).run(), setup.n)


def random_games(seed: int, count: int) -> Iterator[list[Event]]:
    """The same games for the same seed on every version of Python."""
    for i in range(count):
        yield random_game(random.Random(seed * 1_000_003 + i))
