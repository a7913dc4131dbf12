"""One hand of a generated game: stakes, deal, tricks, payments, announcements, awards."""

from __future__ import annotations

import random

from .generate_base import SPLITS, UNKNOWN, Event, Setup, below, chance, mixed, pick
from .generate_incidents import Incidents
from .generate_table import Debt, RestartError, VoidError, taker_of


class Hand(Incidents):
    def __init__(self, rng: random.Random, setup: Setup, wish: bool | None) -> None:
        super().__init__(rng, setup, wish)
        self.greed = pick(rng, (0.0, 0.0, 0.5, 0.9))
        self.wish_tie = chance(rng, 0.25)
        self.script: dict[int, list[str]] = {}
        self.split = SPLITS["1+1+1"]
        self.stake_haste = pick(rng, (1.0, 1.0, 0.3, 0.1))
        self.pay_style = pick(rng, ("card", "card", "net", "any"))
        self.draw_first = pick(rng, (0.0, 0.0, 1.0, 0.5))
        self.announce_p = pick(rng, (0.0, 0.3, 0.8))

    def is_last(self) -> bool:
        return self.setup.hands == self.number

    def hand(self) -> None:
        """A whole hand, however often it is dealt."""
        rng = self.rng
        self.number += 1
        self.new_deal()
        self.in_hand = True
        self.staked, self.permits, self.seen_in_hand, self.awarded = set(), set(), set(), set()
        self.split = SPLITS[pick(rng, self.setup.packets)]
        self.emit("hand", number=self.number, dealer=self.dealer)
        while True:
            try:
                self.deal_phase()
                self.trick_phase()
                self.after_phase()
                return
            except RestartError:
                self.uncount()
                self.new_deal()
            except VoidError:
                self.uncount()
                self.void_phase()
                return

    def uncount(self) -> None:
        if self.finished:
            self.totals = [t - p for t, p in zip(self.totals, self.points, strict=True)]
        self.finished = False

    # before the first play

    def deal_phase(self) -> None:
        rng, setup = self.rng, self.setup
        deck = mixed(rng, setup.pack)
        lifted = 1 + below(rng, len(deck) - 1)
        self.stock = deck[lifted:] + deck[:lifted]
        steps: list[tuple[str, int]] = [("cut", lifted)]
        if chance(rng, 0.5):
            steps.insert(0, ("shuffle", 0))
        for size in self.split:
            steps += [("deal", seat * 4 + size) for seat in self.from_right_of_dealer()]
        steps.append(("turnup", 0))
        stakes = [s for s in (*self.others(self.dealer), self.dealer) if s not in self.staked]
        if chance(rng, 0.5):
            stakes = mixed(rng, stakes)
        if setup.target is not None:
            stakes = []
        cut = False
        for step, number in steps:
            while stakes and chance(rng, self.stake_haste):
                self.stake(stakes.pop(0))
            self.moment("dealt" if cut else "pre")
            self.deal_step(step, number, deck)
            cut = cut or step == "cut"
        for seat in stakes:
            self.moment("dealt")
            self.stake(seat)
        self.leader = self.right(self.dealer)

    def deal_step(self, step: str, number: int, deck: list[str]) -> None:
        rng, sight = self.rng, self.setup.sight
        if step == "shuffle":
            fields: Event = {"seat": self.dealer}
            if chance(rng, sight.deck):
                shown = [UNKNOWN if chance(rng, sight.deck_hole) else card for card in deck]
                fields["deck"] = shown
                self.seen_in_hand.update(shown)
            self.emit("shuffle", **fields)
        elif step == "cut":
            seat = (self.dealer - 1) % self.n
            if self.setup.ruleset.cutter == "anyone" and chance(rng, 0.5):
                seat = below(rng, self.n)
            if chance(rng, 0.5):
                self.emit("cut", seat=seat, lifted=number)
            else:
                self.emit("cut", seat=seat)
        elif step == "deal":
            seat, size = divmod(number, 4)
            cards, self.stock = self.stock[:size], self.stock[size:]
            self.hands[seat] += cards
            self.emit("deal", seat=seat, cards=[self.show_received(seat, c) for c in cards])
        else:
            self.turnup = self.stock.pop(0)
            self.stock.append(self.turnup)
            self.seen_in_hand.add(self.turnup)
            self.emit("turnup", card=self.turnup)

    # tricks

    def trick_phase(self) -> None:
        while self.hands[0]:
            if self.wish_tie and not self.stock and len(self.hands[0]) == 3:
                self.write_script()
            self.table, self.illegible = [], set()
            while len(self.table) < self.n:
                self.one_play()
            self.trick_end()

    def one_play(self) -> None:
        played = {seat for seat, _ in self.table}
        self.on_turn = next(
            s for s in ((self.leader + i) % self.n for i in range(self.n)) if s not in played
        )
        self.forced_seat = self.forced_card = None
        self.moment("turn")
        seat = self.on_turn if self.forced_seat is None else self.forced_seat
        card = self.forced_card or self.choose(seat)
        self.hands[seat].remove(card)
        self.table.append((seat, card))
        self.any_play, self.drew = True, []
        shown = self.show_played(seat, card)
        if len(self.table) == self.n:
            taker = taker_of(self.table, self.leader, self.turnup[1], self.setup.ruleset.rank)
            self.count_trick(taker)
            if not any(self.hands):
                self.finished = True
                self.totals = [t + p for t, p in zip(self.totals, self.points, strict=True)]
        self.emit("play", seat=seat, card=shown)

    def choose(self, seat: int) -> str:
        cards = self.allowed(seat)
        script = self.script.get(seat)
        if script and script[0] in cards and not self.stock:
            return script.pop(0)
        self.script = {}
        led = any(s == self.leader for s, _ in self.table)
        if led and self.greed and chance(self.rng, self.greed):
            rank, trump = self.setup.ruleset.rank, self.turnup[1]
            good = [
                card
                for card in cards
                if taker_of([*self.table, (seat, card)], self.leader, trump, rank) == seat
            ]
            cards = good or cards
        return pick(self.rng, cards)

    def write_script(self) -> None:
        """Look for an order of the last cards that ends in a tie at the top."""
        rank, trump = self.setup.ruleset.rank, self.turnup[1]
        for _ in range(40):
            orders = [mixed(self.rng, hand) for hand in self.hands]
            leader, points = self.leader, list(self.points)
            for i in range(3):
                plays = [(s, orders[s][i]) for s in range(self.n)]
                plays = plays[leader:] + plays[:leader]
                taker = taker_of(plays, leader, trump, rank)
                points[taker] += self.worth(plays)
                leader = taker
            if len(self.top(points)) > (2 if self.setup.sides else 1):
                self.script = dict(enumerate(orders))
                return

    def trick_end(self) -> None:
        rng, sight = self.rng, self.setup.sight
        taker = taker_of(self.table, self.leader, self.turnup[1], self.setup.ruleset.rank)
        due = not self.taker_shown(False)
        if due and sight.sharp and self.taker_shown(True):
            due = chance(rng, 0.3)
        if due and chance(rng, 0.01):
            self.abandon()
        if due or chance(rng, sight.take):
            self.soft()
            self.emit("take", seat=taker)
        self.settle(taker)
        for seat, card in self.table:
            if card == "A" + self.turnup[1]:
                self.gate_open[seat] = True
        self.leader = taker

    def settle(self, taker: int) -> None:
        """Payments and draws of a finished trick, in some order."""
        rng = self.rng
        queues = self.payment_queues(self.debts(taker))
        self.to_draw = [(taker + i) % self.n for i in range(self.n)] if self.stock else []
        while queues or self.to_draw:
            self.moment("settle")
            if self.to_draw and (not queues or chance(rng, self.draw_first)):
                seat = self.to_draw.pop(0)
                card = self.stock.pop(0)
                self.hands[seat].append(card)
                self.drew.append(seat)
                self.emit("draw", seat=seat, card=self.show_received(seat, card))
            else:
                queue = pick(rng, queues)
                card, payer, payee, counters = queue.pop(0)
                self.pay(payer, payee, counters, "brusquembille", card)
                if not queue:
                    queues.remove(queue)
        self.moment("settle")

    def payment_queues(self, debts: list[Debt]) -> list[list[Debt]]:
        """For each pair its payments in order: by card, and perhaps one for all the rest."""
        rng = self.rng
        pairs: dict[tuple[int, int], list[Debt]] = {}
        for debt in debts:
            pairs.setdefault((min(debt[1:3]), max(debt[1:3])), []).append(debt)
        queues: list[list[Debt]] = []
        for (low, high), owed in pairs.items():
            style = self.pay_style
            if style == "any":
                style = pick(rng, ("card", "net", "some"))
            owed = mixed(rng, owed)
            keep = {"card": len(owed), "net": 0}.get(style, below(rng, len(owed) + 1))
            queue = owed[:keep]
            net = sum(d[3] if d[1] == low else -d[3] for d in owed[keep:])
            if net:
                payer, payee = (low, high) if net > 0 else (high, low)
                queue.append(("", payer, payee, abs(net)))
            if queue:
                queues.append(queue)
        return queues

    # after the last trick

    def after_phase(self) -> None:
        rng = self.rng
        announced: dict[int, int] = {}
        self.moment("after")
        if chance(rng, self.announce_p):
            for _ in range(1 + below(rng, self.n + 1)):
                seat = below(rng, self.n)
                announced[seat] = self.announcement(seat)
                self.emit("announce", seat=seat, count=announced[seat])
                self.moment("after")
        counts = list(self.points)
        if chance(rng, 0.6 if announced else 0.15):
            self.emit("gather")
            self.moment("after")
            if self.setup.schedule:
                for seat, count in announced.items():
                    counts[seat] = min(count, counts[seat])
        if self.setup.target is None:
            self.awards(self.award_plan(counts))
        self.moment("over")

    def announcement(self, seat: int) -> int:
        rng = self.rng
        what, count = below(rng, 10), self.points[seat]
        if what < 5:
            return count
        if what < 7:
            return max(0, min(self.points[pick(rng, self.others(seat))], count))
        return max(0, count + pick(rng, (-30, -10, -5, -2, -1, 1, 2, 10)))

    def award_plan(self, counts: list[int]) -> list[tuple[int, int]]:
        rng = self.rng
        if "award" not in self.permits or chance(rng, 0.2):
            return self.shares(self.top(counts), self.is_last())
        seats = mixed(rng, list(range(self.n)))[: 1 + below(rng, self.n)]
        left = self.pot if self.is_last() else 1 + below(rng, self.pot)
        plan: list[tuple[int, int]] = []
        for i, seat in enumerate(seats):
            part = left if i + 1 == len(seats) else below(rng, left + 1)
            left -= part
            if part:
                plan.append((seat, part))
        return plan

    def awards(self, plan: list[tuple[int, int]]) -> None:
        for i, (seat, counters) in enumerate(mixed(self.rng, plan)):
            if i:
                self.moment("awarding" if self.finished else "void")
            self.awarded.add(seat)
            self.award(seat, counters)

    def void_phase(self) -> None:
        """The hand was broken off: the pot stays, or is shared in the last hand."""
        self.in_hand = False
        self.to_draw = []
        self.drew = []
        self.moment("void")
        if self.is_last() and self.pot and self.setup.target is None:
            self.awards(self.shares(range(self.n), True))
            self.moment("void")
