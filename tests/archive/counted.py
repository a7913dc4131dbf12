"""What the tables of an archive must say of legal games, counted here from the lines themselves.

Nothing of the product is used: a log is JSON, and the few rules that are needed stand here.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
STRENGTH = "789JQKTA"
"""Low to high, under salon-2021."""

Row = dict[str, Any]


class Counted:
    """One legal game of full cards under salon-2021, written by `lines`."""

    def __init__(self, lines: str) -> None:
        self.events = [json.loads(line) for line in lines.splitlines()]
        self.header = self.events[0]
        self.n = len(self.header["players"])
        self.game = hashlib.sha256(lines.encode()).hexdigest()[:16]
        self.for_points = "target" in self.header
        self.hands: list[Row] = []
        self.plays: list[Row] = []
        self.payments: list[Row] = []
        self.tricks: list[Row] = []
        self.draws: list[Row] = []
        self.awards: list[Row] = []
        for seq, event in enumerate(self.events):
            self._take(seq, event)
        for hand in self.hands:
            hand["won"] = self._winners(hand["points"])

    def _take(self, seq: int, event: Row) -> None:
        hand: Row = self.hands[-1] if self.hands else {}
        match event["event"]:
            case "hand":
                left = hand["pot"] - sum(hand["awards"]) if hand else 0
                self.hands.append(
                    {
                        "hand": event["number"],
                        "dealer": event["dealer"],
                        "pot": left,
                        "stock": 30 if self.n in (3, 5) else 32,
                        "points": [0] * self.n,
                        "net": [0] * self.n,
                        "awards": [0] * self.n,
                        "trick": [],
                        "tricks": 0,
                    }
                )
            case "stake":
                hand["pot"] += event["counters"]
            case "deal":
                hand["stock"] -= len(event["cards"])
            case "draw":
                hand["stock"] -= 1
                drawn = {"hand": hand["hand"], "trick": hand["tricks"]}
                place = 1 + sum(draw.items() >= drawn.items() for draw in self.draws)
                seat = {"seat": event["seat"], "card": event["card"]}
                self.draws.append(drawn | {"place": place} | seat)
            case "turnup":
                hand["turnup"] = event["card"]
            case "play":
                self._play(hand, event)
            case "payment":
                hand["net"][event["payer"]] -= event["counters"]
                hand["net"][event["payee"]] += event["counters"]
                fields = ("payer", "payee", "counters", "reason")
                paid = {field: event[field] for field in fields} | {"card": event.get("card")}
                self.payments.append({"hand": hand["hand"], "trick": hand["tricks"]} | paid)
            case "award":
                hand["awards"][event["seat"]] += event["counters"]
                taken = {"seat": event["seat"], "counters": event["counters"]}
                self.awards.append({"hand": hand["hand"], "seq": seq} | taken)

    def _play(self, hand: Row, event: Row) -> None:
        rank, suit = event["card"]
        trick = hand["trick"]
        if not trick:
            hand["tricks"] += 1
            hand.setdefault("leader", event["seat"])
        play = {
            "hand": hand["hand"],
            "trick": hand["tricks"],
            "place": len(trick) + 1,
            "seat": event["seat"],
            "card": event["card"],
            "rank": rank,
            "suit": suit,
            "is_trump": suit == hand["turnup"][1],
            "is_brusquembille": rank in "AT",
            "took": False,
            "stock": hand["stock"],
        }
        trick.append(play)
        self.plays.append(play)
        if len(trick) == self.n:
            best = max(trick, key=lambda play: self._strength(play, trick[0]["suit"]))
            best["took"] = True
            points = sum(POINTS.get(play["rank"], 0) for play in trick)
            hand["points"][best["seat"]] += points
            self.tricks.append(
                {
                    "hand": hand["hand"],
                    "trick": hand["tricks"],
                    "leader": trick[0]["seat"],
                    "taker": best["seat"],
                    "points": points,
                    "led": trick[0]["suit"],
                    "trumped": best["is_trump"] and not trick[0]["is_trump"],
                }
            )
            hand["trick"] = []

    def _strength(self, play: Row, led: str) -> int:
        follows = play["suit"] == led
        counts: bool = play["is_trump"] or follows
        return 10 * bool(play["is_trump"]) + counts * STRENGTH.index(play["rank"])

    def _winners(self, points: list[int]) -> list[int]:
        scores = list(points)
        if self.header.get("partners"):
            scores = [points[seat] + points[seat ^ 1] for seat in range(4)]
        return [seat for seat in range(self.n) if scores[seat] == max(scores)]

    def hand_rows(self) -> Iterator[Row]:
        """The rows of `hands`."""
        for hand in self.hands:
            yield {
                "hand": hand["hand"],
                "status": "complete",
                "dealer": hand["dealer"],
                "leader": hand["leader"],
                "turnup": hand["turnup"],
                "trump": hand["turnup"][1],
                "pot": None if self.for_points else hand["pot"],
                "winner_count": len(hand["won"]),
            }

    def hand_seat_rows(self) -> Iterator[Row]:
        """The rows of `hand_seats`."""
        for hand in self.hands:
            for seat in range(self.n):
                yield {
                    "hand": hand["hand"],
                    "seat": seat,
                    "points": hand["points"][seat],
                    "net_payments": hand["net"][seat],
                    "award": None if self.for_points else hand["awards"][seat],
                    "won": seat in hand["won"],
                    "place": (seat - hand["dealer"] - 1) % self.n,
                }

    def seat_rows(self) -> Iterator[Row]:
        """The rows of `seats`."""
        staked = [
            sum(e["counters"] for e in self.events if e["event"] == "stake" and e["seat"] == seat)
            for seat in range(self.n)
        ]
        bank = 20 * len(self.hands) + 20
        totals = [sum(hand["points"][seat] for hand in self.hands) for seat in range(self.n)]
        nets = [sum(hand["net"][seat] for hand in self.hands) for seat in range(self.n)]
        awards = [sum(hand["awards"][seat] for hand in self.hands) for seat in range(self.n)]
        purses = [bank - staked[seat] + nets[seat] + awards[seat] for seat in range(self.n)]
        scores = totals if self.for_points else purses
        if self.for_points and self.header.get("partners"):
            scores = [totals[seat] + totals[seat ^ 1] for seat in range(4)]
        for seat, name in enumerate(self.header["players"]):
            yield {
                "seat": seat,
                "name": name,
                "identity": self.header["identities"][seat],
                "side": seat // 2 if self.header.get("partners") else None,
                "purse": None if self.for_points else purses[seat],
                "total": totals[seat],
                "rank": 1 + sum(score > scores[seat] for score in scores),
                "hands_won": sum(seat in hand["won"] for hand in self.hands),
                "net_payments": nets[seat],
            }
