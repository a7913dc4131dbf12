"""Games written down for the tests: a pack and the cards played make the whole explicit log.

A `Book` knows the plain rules only and nothing of the product. Where no card is named a player lays
the one that he has held longest, so that a pack alone makes a game.
"""

import json
from pathlib import Path
from typing import Any

from msgspec import convert

from brusqlog.game.course import Course
from brusqlog.game.events import AnyEvent, Event
from brusqlog.game.judge import Judgement, judge

Log = list[dict[str, Any]]
"""The events of a log as plain values, header first."""

FIXTURES = Path(__file__).parents[2] / "fixtures" / "spec"
RULESETS = ("salon-2021", "salon-2009", "encyclopedie", "academie-1718", "wikipedia")
NAMES = ("Anne", "Basile", "Cécile", "Denis", "Élise")

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
VALUES = {"A": 2, "T": 1}

WORKED = "7D TD 8S JS QS 7H KC 9C KH AS 8D QD AH 9D 8H QC AD KS TC KD AC QH JC 8C TH JH 9H JD 9S TS"
"""The pack of the worked hand (rules-research.md §3), top first, after the cut."""

WORKED_PLAYS = (
    "KC QS 8S  8D QD JS  7D TD 7H  8H KS 9D  KH AH 9C  TC 8C KD  JC 9H QC JD TS AS  QH TH JH"
)
"""How the worked hand was played under salon-2021; the last cards, 9S AC AD, are forced."""


class Book:
    """A game as its recorder writes it down, hand by hand."""

    def __init__(self, players: int = 3, rules: str = "salon-2021", **header: Any) -> None:
        self.n = players
        self.sides = header.get("partners") is True
        first: dict[str, Any] = {"event": "game", "format": "brusqlog/1.0", "id": "test"}
        first |= {"rules": rules, "players": list(NAMES[:players])}
        if players in (3, 5):
            first["removed"] = ["7S", "7C"]
        if not {"hands", "rounds", "target"} & header.keys():
            first["hands"] = 1
        self.log: Log = [first | header]
        self.rank = "AKQJT987" if rules == "academie-1718" else "ATKQJ987"
        self.for_points = "target" in header
        self.stake = 0 if self.for_points else header.get("options", {}).get("stake", 20)
        self.paid = not self.for_points and _pays(rules, players, self.sides)
        self.number = 0
        self.dealer = -1
        self.pot = 0
        self.points = [0] * players
        """The card points of the last hand."""

    def write(self, event: str, **fields: Any) -> None:
        """Add an event to the log."""
        self.log.append({"event": event, **fields})

    def to_the_right(self, seat: int) -> list[int]:
        """All seats in order of play, this one first."""
        return [(seat + k) % self.n for k in range(self.n)]

    def hand(
        self, pack: str, plays: str = "", *, dealer: int | None = None, last: bool = True
    ) -> Log:
        """A whole hand. `pack` has its order after the cut, top first; `plays` are the cards laid,
        as far as they matter; `last` is False if another hand will follow. Returns the log."""
        self.number += 1
        self.dealer = self._next_dealer() if dealer is None else dealer
        stock = pack.split()
        eldest = (self.dealer + 1) % self.n
        self.write("hand", number=self.number, dealer=self.dealer)
        for seat in self.to_the_right(eldest):
            if self.stake:
                self.write("stake", seat=seat, counters=self.stake)
                self.pot += self.stake
        self.write("cut", seat=(self.dealer - 1) % self.n)
        holdings: list[list[str]] = [[] for _ in range(self.n)]
        for _ in range(3):
            for seat in self.to_the_right(eldest):
                holdings[seat].append(stock.pop(0))
                self.write("deal", seat=seat, cards=holdings[seat][-1:])
        turnup = stock.pop(0)
        stock.append(turnup)
        self.write("turnup", card=turnup)
        self.points = [0] * self.n
        wanted = plays.split()
        leader = eldest
        while any(holdings):
            leader = self._trick(leader, holdings, wanted, turnup[1])
            for seat in self.to_the_right(leader) if stock else ():
                holdings[seat].append(stock.pop(0))
                self.write("draw", seat=seat, card=holdings[seat][-1])
        if not self.for_points:
            self._award(last)
        return self.log

    def end(self, reason: str = "complete") -> Log:
        """The end of the game. Returns the log."""
        self.write("end", reason=reason)
        return self.log

    def _next_dealer(self) -> int:
        if self.dealer < 0:
            return 1 if self.sides else 0
        return 4 - self.dealer if self.sides else (self.dealer + 1) % self.n

    def _trick(self, leader: int, holdings: list[list[str]], wanted: list[str], trump: str) -> int:
        laid: dict[int, str] = {}
        for seat in self.to_the_right(leader):
            laid[seat] = wanted.pop(0) if wanted else holdings[seat][0]
            holdings[seat].remove(laid[seat])
            self.write("play", seat=seat, card=laid[seat])
        led = laid[leader][1]

        def power(seat: int) -> tuple[bool, bool, int]:
            card = laid[seat]
            return card[1] == trump, card[1] == led, -self.rank.index(card[0])

        taker = max(laid, key=power)
        self.points[taker] += sum(POINTS.get(card[0], 0) for card in laid.values())
        for seat, card in laid.items():
            if self.paid and card[0] in VALUES:
                self._pay(seat, card, taker)
        return taker

    def _pay(self, player: int, card: str, taker: int) -> None:
        won = player // 2 == taker // 2 if self.sides else player == taker
        for other in self.to_the_right(player)[1:]:
            if self.sides and other // 2 == player // 2:
                continue
            payer, payee = (other, player) if won else (player, other)
            self.log.append(paid(payer, payee, VALUES[card[0]], card=card))

    def _award(self, last: bool) -> None:
        scores = list(self.points)
        if self.sides:
            scores = [scores[seat] + scores[seat ^ 1] for seat in range(4)]
        winners = [s for s in self.to_the_right(self.dealer + 1) if scores[s] == max(scores)]
        part, rest = divmod(self.pot, len(winners))
        for seat in winners:
            counters = part + (rest if last and seat == winners[0] else 0)
            self.write("award", seat=seat, counters=counters)
            self.pot -= counters


def _pays(rules: str, players: int, sides: bool) -> bool:
    """Whether brusquembilles are paid in that mode."""
    if rules == "wikipedia":
        return True
    return not sides and players in ((3, 4, 5) if rules.startswith("salon") else (3, 5))


def worked(rules: str = "salon-2021", plays: str = WORKED_PLAYS, **header: Any) -> Log:
    """The worked hand as a game, or the same pack played otherwise."""
    book = Book(rules=rules, **header)
    book.hand(WORKED, plays)
    return book.end()


# Events ----------------------------------------------------------------------------------------


def play(seat: int, card: str) -> dict[str, Any]:
    """A card is played."""
    return {"event": "play", "seat": seat, "card": card}


def draw(seat: int, card: str) -> dict[str, Any]:
    """A card is taken from the stock."""
    return {"event": "draw", "seat": seat, "card": card}


def paid(
    payer: int, payee: int, counters: int, reason: str = "brusquembille", card: str | None = None
) -> dict[str, Any]:
    """A payment; without `card` it settles all between the two."""
    event = {"event": "payment", "payer": payer, "payee": payee, "counters": counters}
    return event | {"reason": reason} | ({} if card is None else {"card": card})


def incident(kind: str, **fields: Any) -> dict[str, Any]:
    """An irregularity or a ruling."""
    return {"event": "incident", "kind": kind, **fields}


# Edits -----------------------------------------------------------------------------------------


def places(log: Log, event: str, **fields: Any) -> list[int]:
    """The seqs of the events of that kind with those fields."""
    wanted = {"event": event, **fields}
    return [seq for seq, found in enumerate(log) if wanted.items() <= found.items()]


def place(log: Log, event: str, nth: int = 1, **fields: Any) -> int:
    """The seq of the nth event of that kind with those fields."""
    return places(log, event, **fields)[nth - 1]


def changed(log: Log, seq: int, **fields: Any) -> Log:
    """The log with one event's fields otherwise."""
    return [*log[:seq], log[seq] | fields, *log[seq + 1 :]]


def without(log: Log, *seqs: int) -> Log:
    """The log with events left out."""
    return [event for seq, event in enumerate(log) if seq not in seqs]


def inserted(log: Log, seq: int, *events: dict[str, Any]) -> Log:
    """The log with events put in before another."""
    return [*log[:seq], *events, *log[seq:]]


# Verdicts --------------------------------------------------------------------------------------


def events_of(log: Log) -> list[Event | None]:
    """The log's events as the engine takes them."""
    return [convert(event, AnyEvent) for event in log]


def judged(log: Log) -> Judgement:
    """What the engine says of the log."""
    return judge(events_of(log))


def course_of(log: Log) -> Course:
    """The course after the last event."""
    course = judged(log).course
    assert course is not None
    return course


def errors(log: Log) -> list[tuple[str, int]]:
    """Code and seq of each error."""
    return [(n.breach.code, n.seq) for n in judged(log).noticed if n.breach.is_error]


def remarks(log: Log) -> list[tuple[str, int]]:
    """Code and seq of each warning and info."""
    return [(n.breach.code, n.seq) for n in judged(log).noticed if not n.breach.is_error]


def read(path: Path) -> Log:
    """The log of a fixture."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
