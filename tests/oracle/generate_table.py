"""The generator's table: true cards, counters, points, and what the recorder has seen of them."""

from __future__ import annotations

import random
from collections.abc import Iterable

from .generate_base import (
    PACK,
    POINTS,
    UNKNOWN,
    VALUE,
    Event,
    Setup,
    below,
    chance,
    mixed,
    pick,
)

Debt = tuple[str, int, int, int]  # card, payer, payee, counters


class RestartError(Exception):
    """The hand is dealt again."""


class VoidError(Exception):
    """The hand ends here without a winner."""


class StopError(Exception):
    """The game is over; everything is written."""


def taker_of(plays: Iterable[tuple[int, str]], leader: int, trump: str, rank: str) -> int:
    """Highest trump, else highest card of the suit of the leader's card."""
    cards = list(plays)
    led = next(card[1] for seat, card in cards if seat == leader)
    best, best_key = leader, -1
    for seat, card in cards:
        key = 8 - rank.index(card[0])
        if card[1] == trump:
            key += 100
        elif card[1] != led:
            key = 0
        if key > best_key:
            best, best_key = seat, key
    return best


class Table:
    def __init__(self, rng: random.Random, setup: Setup) -> None:
        self.rng = rng
        self.setup = setup
        self.n = setup.n
        self.events: list[Event] = [setup.header]
        self.pot = 0
        self.purses = [setup.bank] * self.n
        self.totals = [0] * self.n
        self.points = [0] * self.n
        self.number = 0
        self.dealer = 0
        self.in_hand = False  # stakes may be taken back
        self.finished = False  # the last trick has been played
        self.staked: set[int] = set()
        self.next_dealer_free = False
        self.permits: set[str] = set()
        self.penalties: list[tuple[int, int, int]] = []
        self.penalty_haste = pick(rng, (1.0, 0.5, 0.1, 0.0))
        self.seen_in_hand: set[str] = set()
        self.balance_p = pick(rng, (0.0, 0.0, 0.005, 0.02, 0.1))
        self.note_p = pick(rng, (0.0, 0.0, 0.005, 0.02, 0.1))
        self.soft_p = self.balance_p + self.note_p
        self.new_deal()

    def new_deal(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        self.stock: list[str] = []  # first drawn first, the turn-up last
        self.turnup = ""
        self.table: list[tuple[int, str]] = []
        self.illegible: set[int] = set()  # seats whose card on the table is ??
        self.leader = 0
        self.drew: list[int] = []  # who has drawn since the last play
        self.to_draw: list[int] = []
        self.gate_open = [False] * self.n
        self.any_play = False
        self.named_plays: set[str] = set()
        self.lies_with: dict[str, int] = {}
        self.unseen = [0] * self.n
        self.points = [0] * self.n
        self.finished = False

    # small things

    def right(self, seat: int) -> int:
        return (seat + 1) % self.n

    def others(self, seat: int) -> list[int]:
        return [s for s in range(self.n) if s != seat]

    def from_right_of_dealer(self) -> list[int]:
        return [(self.dealer + 1 + i) % self.n for i in range(self.n)]

    def emit(self, event: str, **fields: object) -> None:
        out: Event = {"event": event}
        out.update(fields)
        self.events.append(out)

    def soft(self) -> None:
        """Perhaps a balance or a note."""
        if self.soft_p and self.rng.random() < self.soft_p:
            if self.rng.random() * self.soft_p < self.balance_p:
                self.balance()
            else:
                self.note()

    def balance(self) -> None:
        names = ["points", "totals"]
        if self.setup.target is None:
            names += ["purses", "pot"]
        keep = mixed(self.rng, names)[: 1 + below(self.rng, len(names))]
        self.emit("balance", **{name: self.figure(name) for name in names if name in keep})

    def figure(self, name: str) -> int | list[int]:
        if name == "pot":
            return self.pot
        return list({"points": self.points, "totals": self.totals, "purses": self.purses}[name])

    def note(self) -> None:
        fields: Event = {}
        what = below(self.rng, 3)
        if what != 1:
            fields["text"] = pick(self.rng, ("Rires.", "?", "C'était à moi !", "clock 3'20"))
        if what != 0:
            fields["data"] = {"ms": below(self.rng, 5000), "p": 0.25, "alt": ["AS", {"v": -1}]}
        if chance(self.rng, 0.5):
            fields["seat"] = below(self.rng, self.n)
        self.emit("note", **fields)

    # counters

    def pay(self, payer: int, payee: int, counters: int, reason: str, card: str = "") -> None:
        fields: Event = {"payer": payer, "payee": payee, "counters": counters, "reason": reason}
        if card:
            fields["card"] = card
        self.purses[payer] -= counters
        self.purses[payee] += counters
        self.emit("payment", **fields)

    def stake(self, seat: int) -> None:
        self.purses[seat] -= self.setup.stake
        self.pot += self.setup.stake
        self.staked.add(seat)
        self.emit("stake", seat=seat, counters=self.setup.stake)

    def award(self, seat: int, counters: int) -> None:
        self.pot -= counters
        self.purses[seat] += counters
        self.emit("award", seat=seat, counters=counters)

    def penalty(self) -> None:
        """Pay one of the penalties due."""
        i = below(self.rng, len(self.penalties))
        payer, payee, counters = self.penalties.pop(i)
        self.pay(payer, payee, counters, "penalty")

    def shares(self, winners: Iterable[int], rest_too: bool) -> list[tuple[int, int]]:
        """The pot in equal parts; the rest to the nearest on the dealer's right, or left lying."""
        order = [s for s in self.from_right_of_dealer() if s in set(winners)]
        each, rest = divmod(self.pot, len(order))
        parts = [(s, each + (rest if rest_too and i == 0 else 0)) for i, s in enumerate(order)]
        return [(s, counters) for s, counters in parts if counters]

    # what is seen

    def show_received(self, seat: int, card: str) -> str:
        """A card dealt or drawn, as the recorder writes it."""
        if card != self.turnup and not chance(self.rng, self.setup.sight.seats[seat]):
            self.unseen[seat] += 1
            return UNKNOWN
        self.lies_with[card] = seat
        self.seen_in_hand.add(card)
        return card

    def show_played(self, seat: int, card: str) -> str:
        sight = self.setup.sight
        if sight.play and chance(self.rng, sight.play):
            self.illegible.add(seat)
            return UNKNOWN
        self.named_plays.add(card)
        self.seen_in_hand.add(card)
        return card

    def possible(self, seat: int, sharp: bool) -> list[str]:
        """What the illegible card of that seat may have been, for a reader of the log."""
        cards = [card for card in PACK if card not in self.named_plays]
        if not sharp:
            return cards
        named = self.setup.header.get("removed", [])
        lies = self.lies_with
        if self.unseen[seat] == 0:
            return [card for card in cards if lies.get(card) == seat]
        under = self.turnup if self.turnup in self.stock else ""
        return [c for c in cards if c not in named and c != under and lies.get(c, seat) == seat]

    def taker_shown(self, sharp: bool) -> bool:
        """Whether the cards that can be read decide the trick."""
        if not self.illegible:
            return True
        rank, trump = self.setup.ruleset.rank, self.turnup[1]
        if any(c == "A" + trump and s not in self.illegible for s, c in self.table):
            return True
        if len(self.illegible) > 1:
            return False
        (seat,) = self.illegible
        takers = {
            taker_of(
                [(s, guess if s == seat else c) for s, c in self.table], self.leader, trump, rank
            )
            for guess in self.possible(seat, sharp)
        }
        return len(takers) == 1

    # payments of a trick

    def debts(self, taker: int) -> list[Debt]:
        """Who owes whom for the aces and tens on the table."""
        out: list[Debt] = []
        if not self.setup.paid:
            return out
        for player, card in self.table:
            value = VALUE.get(card[0])
            if value is None or (player in self.illegible and self.forgiven(player, taker)):
                continue
            sides = self.setup.sides
            won = taker == player or (sides and taker == player ^ 1)
            shut = self.setup.gate and card[1] != self.turnup[1] and not self.gate_open[player]
            if won and card[0] == "A" and shut:
                continue
            for other in self.others(player):
                if sides and other == player ^ 1:
                    continue
                out.append((card, other, player, value) if won else (card, player, other, value))
        return out

    def forgiven(self, player: int, taker: int) -> bool:
        """An illegible ace or ten nobody asks for; only where it may have been another card."""
        if not chance(self.rng, 0.4) or self.unseen[player] == 0 or len(self.illegible) > 1:
            return False
        rank, trump = self.setup.ruleset.rank, self.turnup[1]
        plain = 0
        for guess in self.possible(player, True):
            plays = [(s, guess if s == player else c) for s, c in self.table]
            if guess[0] not in VALUE and taker_of(plays, self.leader, trump, rank) == taker:
                plain += 1
        return plain > 6

    def count_trick(self, taker: int) -> None:
        self.points[taker] += self.worth(self.table)

    def worth(self, plays: Iterable[tuple[int, str]]) -> int:
        return sum(POINTS[card[0]] for _, card in plays)

    def top(self, counts: list[int]) -> list[int]:
        """Who has most; two against two both of a side, and all four where the sides are even."""
        if self.setup.sides:
            one, two = counts[0] + counts[1], counts[2] + counts[3]
            return [0, 1] * (one >= two) + [2, 3] * (two >= one)
        return [s for s in range(self.n) if counts[s] == max(counts)]
