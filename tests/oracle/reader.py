"""The cursor over the standing events, and the events that may stand almost anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .hand import (
    DoneError,
    EndedError,
    Hand,
    LeftError,
    Points,
    RestartError,
    StakesBackError,
    VoidError,
    add_points,
    seats_of,
)
from .header import Event, Setup, WrongError
from .log import Numbered
from .money import pot, purses
from .rulesets import EVERYWHERE, INCIDENTS, PERMITS, UNKNOWN
from .worlds import worlds_of


class Reader:
    """Reads the events in their order; `look` passes over what may stand anywhere."""

    def __init__(self, setup: Setup, events: list[Numbered]) -> None:
        self.setup = setup
        self.events = events
        self.pos = 0
        self.seq = 0  # number of the event last eaten
        self.pairs = list(setup.pairs)
        self.hand: Hand | None = None
        self.old_points: list[Points] = []
        self.permits: set[str] = set()
        self.penalties: Counter[tuple[int, int, int]] = Counter()
        self.leaver: int | None = None
        self.warnings: list[tuple[int, str]] = []
        self.undecided = False

    # --- the cursor ---------------------------------------------------------------------

    def past(self) -> Iterator[Event]:
        return (event for _, event in self.events[: self.pos])

    def want(self, fine: bool, reason: str, event: bool = False) -> None:
        """Unless fine, the event just eaten (or, with `event`, the next one) is wrong."""
        if not fine:
            raise WrongError(self.events[self.pos][0] if event else self.seq, reason)

    def warn(self, seq: int, what: str) -> None:
        self.warnings.append((seq, what))

    def here(self) -> Hand:
        assert self.hand is not None
        return self.hand

    def eat(self) -> Event:
        """Take the next event; the seats it names must exist."""
        self.seq, event = self.events[self.pos]
        self.pos += 1
        self.want(all(0 <= seat < self.setup.n for seat in seats_of(event)), "no such seat")
        return event

    def quiet(self, balances: bool = True) -> Event:
        """The next event that is no note, seal or balance."""
        while self.pos < len(self.events):
            event = self.events[self.pos][1]
            if event["event"] in ("note", "seal"):
                self.eat()
            elif event["event"] == "balance" and balances:
                self.eat()
                self.check_sums(event)
            else:
                return event
        raise DoneError

    def look(self) -> Event:
        """The next event that belongs to the order of the game, left in its place."""
        while True:
            event = self.quiet()
            kind = event["event"]
            hand = self.hand
            seq = self.events[self.pos][0]
            if kind == "end" and event["reason"] == "abandoned":
                raise EndedError
            if hand and hand.jumper is not None:
                if kind != "play":
                    raise WrongError(seq, "the card out of turn is missing")
                return event
            if kind == "incident":
                self.incident(self.eat())
                continue
            if kind == "award" and hand and (hand.in_progress or not hand.nobody):
                if "award" in self.permits:
                    self.ruled_award(hand, self.eat())
                    continue
                if hand.in_progress:
                    raise StakesBackError
            if hand and hand.nobody:
                raise WrongError(seq, "who took the trick?")
            if not self.anywhere(kind, event):
                return event

    def anywhere(self, kind: str, event: Event) -> bool:
        """Take an event that is bound to no place in the order: a stake, a free payment."""
        if kind == "payment" and event["reason"] == "penalty":
            self.pay_penalty(self.eat())
        elif kind == "payment" and event["reason"] == "ruling":
            self.check_payment(self.eat())
            self.want("payment" in self.permits, "no ruling permits it")
        elif kind == "stake":
            self.stake(self.eat())
        else:
            return False
        return True

    # --- money and sums -----------------------------------------------------------------

    def stake(self, event: Event) -> None:
        hand = self.hand
        self.want(self.setup.target is None, "no stakes in a game for points")
        if hand is None or hand.played or hand.void:
            raise WrongError(self.seq, "no stake is due")
        self.want(event["seat"] not in hand.staked, "a second stake")
        self.want(event["counters"] == self.setup.stake, "another stake was agreed")
        hand.staked.append(event["seat"])

    def stakes_done(self) -> bool:
        return self.setup.target is not None or len(self.here().staked) == self.setup.n

    def ruled_award(self, hand: Hand, event: Event) -> None:
        """An award that a ruling lets stand, whoever takes it, how much and when."""
        self.want(self.setup.target is None, "no pot in a game for points")
        hand.awards.append((event["seat"], event["counters"]))

    def check_payment(self, event: Event) -> None:
        self.want(event["payer"] != event["payee"], "nobody pays himself")

    def pay_penalty(self, event: Event) -> None:
        self.check_payment(event)
        key = (event["payer"], event["payee"], event["counters"])
        self.want(self.penalties[key] > 0, "no such penalty is due")
        self.penalties[key] -= 1
        self.penalties += Counter()

    def fine(self, payer: int, payees: list[int], counters: int) -> None:
        """A penalty falls due."""
        if self.setup.target is None and counters > 0:
            for payee in payees:
                self.penalties[(payer, payee, counters)] += 1

    def check_sums(self, event: Event) -> None:
        """The numbers of a `balance` or an `end`."""
        n = self.setup.n
        for key in ("points", "totals", "purses"):
            self.want(key not in event or len(event[key]) == n, "one number a seat")
        if self.setup.target is not None:
            self.want("purses" not in event and "pot" not in event, "a game for points")
        if "purses" in event:
            self.want(list(event["purses"]) == purses(self.setup, self.past()), "purses")
        if "pot" in event:
            self.want(event["pot"] == pot(self.past()), "pot")
        if "points" in event:
            ways = worlds_of(self.hand.deal).points() if self.hand else {(0,) * n}
            self.want(ways is None or tuple(event["points"]) in ways, "points")
        if "totals" in event:
            ways = self.totals()
            self.want(ways is None or tuple(event["totals"]) in ways, "totals")

    def totals(self) -> Points:
        """The card points of the finished hands."""
        parts = list(self.old_points)
        if self.hand and self.hand.counts:
            parts.append(worlds_of(self.hand.deal).points())
        return add_points(parts, self.setup.n)

    def owing_players(self) -> None:
        """A purse below zero when a hand is finished."""
        if self.setup.target is None and min(purses(self.setup, self.past())) < 0:
            self.warn(self.seq, "a purse below zero")

    # --- incidents ----------------------------------------------------------------------

    def check_fields(self, event: Event) -> None:
        """An incident has the fields of its kind."""
        wanted = INCIDENTS[event["kind"]]
        given = set(event) - {"event", "kind", "at"}
        self.want(all(f.endswith("?") or f in given for f in wanted), "a field is missing")
        self.want(given <= {f.rstrip("?") for f in wanted}, "a field of another kind")

    def incident(self, event: Event) -> None:
        """Judge an incident and let its consequences begin."""
        kind = event["kind"]
        self.check_fields(event)
        self.want(kind in EVERYWHERE or self.setup.schedule, "no such incidents here")
        if kind in EVERYWHERE:
            self.warn(self.seq, f"incident {kind}")
        if kind == "leave":
            self.leaver = event["seat"]
            raise LeftError
        if kind == "ruling":
            self.ruling(event)
            return
        if self.hand is None:
            raise WrongError(self.seq, "no hand is in progress")
        hand = self.hand
        if kind == "short-pack":
            self.short_pack(hand, event)
            return
        self.want(not hand.void, "the hand is over")
        if kind == "misdeal":
            self.want(event["seat"] == hand.dealer, "only the dealer misdeals")
            self.want(hand.cut and not hand.deal.laid, "not the time for a misdeal")
            raise RestartError
        if kind == "out-of-turn":
            self.out_of_turn(hand, event)
        elif kind == "drew-out-of-turn":
            self.drew_out_of_turn(hand, event)
        else:
            self.saw_a_card(hand, event)

    def ruling(self, event: Event) -> None:
        permits = event.get("permits", ["payment"])
        self.want(set(permits) <= set(PERMITS), "unknown permit")
        self.permits |= set(permits)
        if {"redeal", "void-hand"} & set(permits):
            if self.hand is None or self.hand.awards:
                raise WrongError(self.seq, "not the time for this ruling")
            raise RestartError if "redeal" in permits else VoidError

    def short_pack(self, hand: Hand, event: Event) -> None:
        if hand.finished:
            return
        self.want(not hand.void, "the hand is over")
        missing = event["missing"]
        named = [card for card in missing if card != UNKNOWN]
        self.want(1 <= len(missing) <= 2, "one or two cards are missing")
        self.want(len(set(named)) == len(named), "the same card twice")
        seen = hand.seen_before | hand.deal.seen()
        for card in named:
            self.want(card not in seen and hand.deal.in_pack(card), "this card is not missing")
        raise VoidError

    def out_of_turn(self, hand: Hand, event: Event) -> None:
        trick = hand.trick
        if trick is None or hand.finished or hand.due:
            raise WrongError(self.seq, "not the time to play")
        self.want(self.stakes_done(), "a stake is missing")
        if hand.nobody:
            hand.jumper = None
            return
        self.want(not (hand.account and hand.account.missing()), "a payment is missing")
        seat = event["seat"]
        self.want(seat not in trick.seats, "he has played")
        self.want(seat != hand.on_turn(self.setup), "it is his turn")
        hand.account = None
        hand.jumper = seat

    def drew_out_of_turn(self, hand: Hand, event: Event) -> None:
        self.want(bool(hand.due), "nobody is to draw")
        seat, owner = event["seat"], event["owner"]
        if hand.nobody:
            self.want(seat != owner, "his own card")
        else:
            self.want(owner == hand.due[0], "another player is to draw")
            self.want(seat in hand.due[1:], "he does not draw later")
        if event["joined"]:
            self.fine(seat, [owner], (pot(self.past()) + 1) // 2)
        else:
            self.fine(seat, [s for s in range(self.setup.n) if s != seat], 2)

    def saw_a_card(self, hand: Hand, event: Event) -> None:
        """`saw-second-card` and, two against two, `saw-next-card`."""
        self.want(bool(hand.order), "not between a trick that draws and the next play")
        seat = event["seat"]
        next_card = event["kind"] == "saw-next-card"
        self.want(next_card == self.setup.partners, "not in this mode")
        if not next_card:
            self.fine(seat, [s for s in range(self.setup.n) if s != seat], 2)
            return
        owner = event["owner"]
        self.want(owner != seat, "his own card")
        if not hand.nobody and seat != hand.order[-1]:
            follower = hand.order[hand.order.index(seat) + 1]
            self.want(owner == follower, "the card is due to another")
        if event["restart"]:
            self.want(not self.setup.friends(seat, owner), "only opponents begin again")
            raise RestartError
