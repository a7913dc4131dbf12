"""The judge: reads a whole log by recursive descent (game, hand, deal, trick, draws, awards)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import Deal
from .hand import DoneError, EndedError, Hand, LeftError, RestartError, StakesBackError, VoidError
from .header import OwnRulesetError, WrongError, alike, read_header
from .log import backwards, standing
from .lots import first_dealers
from .money import pot, shares
from .play import Player
from .rulesets import UNKNOWN
from .worlds import worlds_of


@dataclass(frozen=True)
class Judgement:
    """The verdict on one log."""

    error: int | None
    reason: str
    warnings: tuple[tuple[int, str], ...]
    undecided: bool


def judge(events: Sequence[Mapping[str, Any]]) -> Judgement:
    """Judge one recorded game, from its header to its last event."""
    kept, bad = standing(events)
    try:
        setup = read_header(events[0])
    except WrongError as wrong:
        return Judgement(0, wrong.reason, (), False)
    except OwnRulesetError:
        return Judgement(None, "", (), True)
    game = Game(setup, kept)
    error, reason = None, ""
    try:
        game.run()
    except WrongError as wrong:
        error, reason = wrong.seq, wrong.reason
    except DoneError:
        pass
    if bad is not None and (error is None or bad < error):
        error, reason = bad, "more is withdrawn than stands"
    for seq in backwards(events):
        game.warn(seq, "time runs backwards")
    if alike(events[0]["players"]):
        game.warn(0, "names that look alike")
    shown = [item for item in game.warnings if error is None or item[0] <= error]
    undecided = game.undecided or any(
        event["event"] in ("play", "lot") and event.get("card") == UNKNOWN for _, event in kept
    )
    return Judgement(error, reason, tuple(sorted(set(shown))), undecided)


class Game(Player):
    """The whole game."""

    def run(self) -> None:
        """Read the game to its end, or to the end of the log."""
        self.pos = 1
        try:
            try:
                allowed = first_dealers(self)
                while self.look()["event"] == "hand":
                    self.begin_hand(allowed)
                    self.play_hand()
                    allowed = self.next_dealers()
                self.complete()
            except LeftError:
                self.after_leaving()
            except StakesBackError:
                self.take_stakes_back()
            except EndedError:
                self.abandoned()
        except EndedError:
            self.abandoned()
        self.after_end()

    # --- hands --------------------------------------------------------------------------

    def begin_hand(self, allowed: set[int]) -> None:
        """The `hand` event: its number, its dealer, and what had to be done before it."""
        event = self.eat()
        number = 1 if self.hand is None else self.hand.number + 1
        self.want(event["number"] == number, "number of the hand")
        self.want(self.may_go_on(), "the game is over")
        self.want(not self.penalties, "a penalty is missing")
        dealer = event["dealer"]
        self.want(0 <= dealer < self.setup.n, "no such seat")
        if "dealer" not in self.permits:
            self.want(dealer in allowed, "another player deals")
            if self.setup.partners and dealer in (0, 2):
                self.warn(self.seq, "the left-most of a side deals")
        if self.hand is not None:
            if self.hand.counts:
                self.old_points.append(worlds_of(self.hand.deal).points())
            self.permits.clear()
        self.permits.discard("dealer")
        self.hand = Hand(number, dealer, Deal(self.setup, self.pairs))

    def next_dealers(self) -> set[int]:
        """Who may deal the next hand."""
        assert self.hand is not None
        dealer = self.hand.dealer
        if not self.setup.partners:
            return {self.setup.right(dealer)}
        other = 1 - self.setup.side(dealer)
        right_most = 2 * other + 1
        return {right_most, right_most - 1} if self.setup.left_most_warns else {right_most}

    def play_hand(self) -> None:
        """One hand, as often as it is begun, to the next `hand` or `end complete`."""
        hand = self.here()
        step = self.whole_hand
        while True:
            try:
                step()
                return
            except RestartError:
                hand.begin_again(self.setup)
                step = self.whole_hand
            except VoidError:
                hand.void = True
                hand.due, hand.nobody, hand.account = [], False, None
                self.owing_players()
                step = self.settle_void

    def whole_hand(self) -> None:
        self.dealing()
        self.tricks()
        self.settle()

    def settle(self) -> None:
        """After the last trick: announcements, gathering, awards."""
        hand = self.here()
        while True:
            event = self.look()
            kind = event["event"]
            if kind in ("announce", "gather"):
                self.eat()
                touched = hand.awards and "award" not in self.permits
                self.want(not hand.gathered and not touched, "too late for this")
                if kind == "gather":
                    hand.gathered = True
                    continue
                hand.announced[event["seat"]] = event["count"]
                if not self.setup.schedule and not self.may_have(event["seat"], event["count"]):
                    self.warn(self.seq, "announced something else than he has")
            elif kind == "award":
                self.eat()
                self.award(event["seat"], event["counters"])
            else:
                self.want(kind in ("hand", "end"), "not after the last trick", event=True)
                self.want(self.awards_done(), "an award is missing", event=True)
                return

    def may_have(self, seat: int, count: int) -> bool:
        ways = worlds_of(self.here().deal).points()
        return ways is None or any(points[seat] == count for points in ways)

    def settle_void(self) -> None:
        """After the end of a hand that does not count."""
        while True:
            event = self.look()
            kind = event["event"]
            if kind == "award":
                self.eat()
                self.award(event["seat"], event["counters"])
            else:
                self.want(kind in ("hand", "end"), "the hand is over", event=True)
                self.want(self.awards_done(), "an award is missing", event=True)
                return

    def award(self, seat: int, counters: int) -> None:
        """Somebody takes from the pot."""
        hand = self.here()
        self.want(self.setup.target is None, "no pot in a game for points")
        hand.awards.append((seat, counters))
        given = dict(hand.awards)
        self.want(len(given) == len(hand.awards), "a second award")
        ways = self.award_ways()
        fits = ways is None or any(given.items() <= way.items() for way in ways)
        self.want(fits, "not his, or another amount")
        if self.awards_done():
            self.owing_players()

    def award_ways(self) -> list[dict[int, int]] | None:
        """The sets of awards that may be right."""
        hand = self.here()
        full = pot(self.past()) + sum(counters for _, counters in hand.awards)
        return hand.prospects(self.setup, full, hand.number == self.setup.length)

    def awards_done(self) -> bool:
        if self.setup.target is not None or "award" in self.permits:
            return True
        ways = self.award_ways()
        return ways is None or dict(self.here().awards) in ways

    # --- the end ------------------------------------------------------------------------

    def over(self) -> tuple[bool, bool]:
        """May the game be over? May it not be over?"""
        number = 0 if self.hand is None else self.hand.number
        if self.setup.length is not None:
            return number >= self.setup.length, number < self.setup.length
        totals = self.totals()
        if totals is None:
            return True, True
        ends = {self.won(total) for total in totals}
        return True in ends, False in ends

    def won(self, total: tuple[int, ...]) -> bool:
        """Has somebody reached the target, and nobody as much?"""
        sides: dict[int, int] = {}
        for seat, points in enumerate(total):
            side = self.setup.side(seat)
            sides[side] = sides.get(side, 0) + points
        best = max(sides.values())
        target = self.setup.target or 0
        return best >= target and list(sides.values()).count(best) == 1

    def may_go_on(self) -> bool:
        return self.over()[1]

    def complete(self) -> None:
        """`end complete`, the only other event that can follow a hand."""
        event = self.eat()
        self.want(event["event"] == "end", "not here")
        self.want(self.hand is not None and self.over()[0], "hands are still to be played")
        self.want(not self.penalties, "a penalty is missing")
        self.check_sums(event)

    def abandoned(self) -> None:
        event = self.eat()
        self.check_sums(event)
        if self.hand is not None and not self.may_go_on() and not self.hand.in_progress:
            self.warn(self.seq, "abandoned after the last hand")
        if pot(self.past()) > 0:
            self.warn(self.seq, "something is left in the pot")

    def after_leaving(self) -> None:
        """A player has left: the others share the pot, then the game is abandoned."""
        assert self.leaver is not None
        stay = [s for s in range(self.setup.n) if not self.setup.friends(s, self.leaver)]
        dealer = 0 if self.hand is None else self.hand.dealer
        due = shares(self.setup, pot(self.past()), stay, dealer, True)
        self.owing_players()
        while True:
            event = self.quiet()
            kind = event["event"]
            if kind == "end" and event["reason"] == "abandoned":
                self.want(not due or "award" in self.permits, "the pot is not shared", event=True)
                raise EndedError
            self.eat()
            if kind == "award":
                self.want(self.setup.target is None, "no pot in a game for points")
                fits = due.pop(event["seat"], None) == event["counters"]
                self.want(fits or "award" in self.permits, "not his, or another amount")
            else:
                penalty = kind == "payment" and event["reason"] == "penalty"
                self.want(penalty, "after a player has left")
                self.pay_penalty(event)

    def take_stakes_back(self) -> None:
        """A game given up: each player may take his stake back, then it is abandoned."""
        hand = self.here()
        back: set[int] = set()
        while True:
            event = self.quiet()
            if event["event"] == "end" and event["reason"] == "abandoned":
                raise EndedError
            self.eat()
            self.want(event["event"] == "award", "after stakes were taken back")
            self.want(self.setup.target is None, "no pot in a game for points")
            seat = event["seat"]
            fits = event["counters"] == self.setup.stake
            self.want(seat in hand.staked and seat not in back and fits, "not his stake")
            back.add(seat)

    def after_end(self) -> None:
        """Only notes, seals, and rulings with their payments."""
        ruled = False
        while True:
            event = self.quiet(balances=False)
            self.eat()
            if event["event"] == "incident" and event["kind"] == "ruling":
                self.check_fields(event)
                permits = event.get("permits", ["payment"])
                self.want(set(permits) <= {"payment"}, "after the end only payments")
                ruled = True
            else:
                ruling = event["event"] == "payment" and event["reason"] == "ruling"
                self.want(ruling and ruled, "after the end")
                self.check_payment(event)
