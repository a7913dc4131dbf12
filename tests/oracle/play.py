"""The dealing and the tricks of a hand."""

from __future__ import annotations

from .cards import Deal, Trick
from .hand import Hand
from .header import Event, WrongError
from .money import Account
from .reader import Reader
from .rulesets import UNKNOWN
from .worlds import worlds_of


def named(card: str) -> str | None:
    return None if card == UNKNOWN else card


class Player(Reader):
    """Reads a hand from the shuffle to the payments of the last trick."""

    # --- dealing ------------------------------------------------------------------------

    def dealing(self) -> None:
        """Shuffle, cut, packets, turn-up."""
        hand, setup = self.here(), self.setup
        deck: list[str] | None = None
        if self.look()["event"] == "shuffle":
            deck = self.shuffle(hand)
        self.look()
        event = self.eat()
        self.want(event["event"] == "cut", "the cut is missing")
        by_left = event["seat"] == setup.left(hand.dealer)
        self.want(setup.cutter == "anyone" or by_left, "another player cuts")
        if "lifted" in event:
            lifted = event["lifted"]
            self.want(1 <= lifted < setup.pack, "so many cannot be lifted")
            if deck:
                hand.deal.order = [named(card) for card in deck[lifted:] + deck[:lifted]]
        hand.cut = True
        self.packets(hand)
        self.look()
        event = self.eat()
        self.want(event["event"] == "turnup", "the turn-up is missing")
        fine, _ = hand.deal.take_top(event["card"])
        self.want(fine, "this card cannot be turned up")
        hand.deal.turnup = event["card"]
        hand.dealt = True

    def shuffle(self, hand: Hand) -> list[str] | None:
        """The dealer shuffles; the pack may be given, top first."""
        event = self.eat()
        self.want(event["seat"] == hand.dealer, "the dealer shuffles")
        if "deck" not in event:
            return None
        deck = list(event["deck"])
        cards = [card for card in deck if card != UNKNOWN]
        self.want(len(deck) == self.setup.pack, "the whole pack")
        self.want(len(set(cards)) == len(cards), "a card twice")
        self.want(all(hand.deal.in_pack(card) for card in cards), "not in the pack")
        return deck

    def packets(self, hand: Hand) -> None:
        """Three cards to each player, starting on the dealer's right, by one split for all."""
        setup = self.setup
        order = setup.round_from(setup.right(hand.dealer))
        sizes: list[int] = []
        while sum(sizes) < 3:
            for seat in order:
                self.look()
                event = self.eat()
                self.want(event["event"] == "deal", "a packet is missing")
                self.want(event["seat"] == seat, "the packet is for another player")
                if seat == order[0]:
                    sizes.append(len(event["cards"]))
                    begun = "+".join(map(str, sizes))
                    splits = [split + "+" for split in setup.packets]
                    fits = any(split.startswith(begun + "+") for split in splits)
                    self.want(fits, "not dealt so")
                self.want(len(event["cards"]) == sizes[-1], "another packet than the others")
                for card in event["cards"]:
                    fine = hand.deal.receive(seat, named(card))
                    self.want(fine, f"{card} cannot lie here")

    # --- tricks -------------------------------------------------------------------------

    def tricks(self) -> None:
        """All tricks of the hand, with their payments and draws."""
        hand, setup = self.here(), self.setup
        leader = setup.right(hand.dealer)
        stock = setup.pack - 3 * setup.n
        for number in range(1, setup.tricks + 1):
            trick = self.one_trick(hand, leader)
            drawing = stock > 0
            hand.finished = number == setup.tricks
            self.find_taker(hand, trick, drawing)
            if trick.taker is not None:
                leader = trick.taker
            hand.account = Account(hand.deal, trick)
            hand.trick = Trick(leader)
            if hand.nobody:
                self.look()  # never comes back
            self.aftermath(hand, stock)
            stock -= setup.n if drawing else 0

    def one_trick(self, hand: Hand, leader: int) -> Trick:
        """One play a player, out of turn only as the incidents and rulings have it."""
        trick = hand.trick = Trick(leader)
        while len(trick.plays) < self.setup.n:
            self.look()
            event = self.eat()
            self.want(event["event"] == "play", "a play is missing")
            self.want(self.stakes_done(), "a stake is missing")
            seat = event["seat"]
            ruled = "play" in self.permits
            self.permits.discard("play")
            if hand.jumper is not None:
                self.want(seat == hand.jumper, "the card out of turn is another's")
                hand.jumper = None
            elif seat != hand.on_turn(self.setup):
                self.want(ruled and seat not in trick.seats, "not his turn")
            if not trick.plays:
                hand.deal.tricks.append(trick)
                hand.account, hand.order = None, []
            hand.played = True
            self.one_play(hand, trick, event, ruled or leader not in trick.seats)
        return trick

    def one_play(self, hand: Hand, trick: Trick, event: Event, free: bool) -> None:
        """A card: it can be there, and (strict endgame) neither it nor an earlier one revoked."""
        deal, seat = hand.deal, event["seat"]
        trick.plays.append(len(deal.laid))
        trick.seats.append(seat)
        fine = deal.lay(seat, named(event["card"]), self.seq)
        self.want(fine and self.possible(deal, seat), "he cannot have this card")
        deal.laid[-1].free = free
        if self.setup.strict:
            revoke = worlds_of(deal).revoked(seat)
            if revoke is not None:
                raise WrongError(revoke, "he did not follow suit, or did not trump")

    def possible(self, deal: Deal, seat: int) -> bool:
        """Can all that is on record of this deal be, now that this player did something?"""
        return worlds_of(deal).possible() if deal.blanks() else deal.hand_fits(seat, {})

    def find_taker(self, hand: Hand, trick: Trick, drawing: bool) -> None:
        """Who took the trick: by the cards, or by `take` directly after the last play."""
        takers = worlds_of(hand.deal).takers(trick)
        trick.taker = takers.pop() if len(takers) == 1 else None
        hand.nobody = trick.taker is None
        hand.due = list(range(self.setup.n)) if drawing and hand.nobody else []
        if drawing and trick.taker is not None:
            hand.due = self.setup.round_from(trick.taker)
        hand.order = list(hand.due)
        event = self.quiet()
        if event["event"] != "take":
            return
        self.eat()
        if trick.taker is None:
            self.want(event["seat"] in takers, "he cannot have taken it")
            trick.taker = event["seat"]
            hand.nobody = False
            hand.due = self.setup.round_from(event["seat"]) if drawing else []
            hand.order = list(hand.due)
        self.want(event["seat"] == trick.taker, "another player took it")

    def aftermath(self, hand: Hand, stock: int) -> None:
        """Payments and draws after a trick, up to the next play (or what ends the hand)."""
        while True:
            event = self.look()
            kind = event["event"]
            if kind == "payment" and hand.account is not None:
                self.eat()
                self.check_payment(event)
                self.want(hand.account.pay(event), "no such payment is due")
                continue
            if kind == "draw" and hand.due:
                self.draw(hand, self.eat(), stock)
                stock -= 1
                continue
            if kind != "payment" if hand.finished else kind == "play":
                self.want(not hand.due, "a draw is missing", event=True)
                late = hand.account is not None and hand.account.missing()
                self.want(not late, "a payment is missing", event=True)
                hand.account = None
                return
            self.want(False, "not between two tricks", event=True)

    def draw(self, hand: Hand, event: Event, stock: int) -> None:
        """A card from the stock; the last one is the turn-up."""
        deal: Deal = hand.deal
        self.want(event["seat"] == hand.due[0], "another player draws")
        if stock == 1:
            self.want(event["card"] == deal.turnup, "the last card is the turn-up")
            deal.receive_turnup(event["seat"])
        else:
            fine = deal.receive(event["seat"], named(event["card"]))
            if deal.blanks():
                fine = fine and worlds_of(deal).possible()
            self.want(fine, "it cannot be there")
        hand.due.pop(0)
