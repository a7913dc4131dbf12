"""What there is to tell of a recorded game, in words, whatever the layout."""

from bisect import insort
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, Final

from msgspec import Struct

from brusqlog.show.records import GameRecord, HandRecord, PaymentRecord, StateRecord, TrickRecord
from brusqlog.show.vocabulary import INCIDENTS, LABELS
from brusqlog.spelling import Style, escape, initials

NAME: Final = 20
"""Columns of a name before a holding, at most."""


class Part(Struct, frozen=True, kw_only=True):
    """How much of a game is told: without its end if not `whole`, of each hand one trick only, and
    without its status while it goes on."""

    whole: bool = True
    trick: int | None = None
    status: bool = True

    def has(self, trick: TrickRecord) -> bool:
        """Whether the trick is told."""
        return self.trick in (None, trick.number)


WHOLE: Final = Part()


class Teller:
    """The words for one game: its players by name and by initial, its cards, its money."""

    def __init__(self, players: Sequence[str], style: Style, *, partners: bool = False) -> None:
        self.style = style
        self.partners = partners
        self.names = [escape(name) for name in players]
        self.initials = initials([_shown(name) for name in players])
        self.labels = LABELS[style.language]
        self.dot = style.plain(" · ")

    def say(self, label: str, **facts: object) -> str:
        """A label with its places filled."""
        return self.style.plain(self.labels[label]).format(**facts)

    def name(self, seat: int | None) -> str:
        """The name of the player in a seat."""
        return "?" if seat is None or not 0 <= seat < len(self.names) else self.names[seat]

    def initial(self, seat: int) -> str:
        """The short form of the player's name."""
        return self.initials[seat] if 0 <= seat < len(self.names) else "?"

    def cards(self, cards: Iterable[str]) -> str:
        """Cards in a row, red suits in red."""
        return " ".join(map(self.style.painted, cards))

    def game(self, game: GameRecord) -> list[str]:
        """What the game is: its id, ruleset, players and status."""
        players = ", ".join(self.names)
        if self.partners:
            players = self.say("against", sides=[self._side(0), self._side(2)])
        return [escape(game.id or "?"), escape(game.rules), players, self.say(game.status)]

    def sides(self, points: Sequence[int]) -> str | None:
        """What each side has, in play two against two."""
        if not self.partners:
            return None
        told = (f"{self._side(first)} {points[first] + points[first + 1]}" for first in (0, 2))
        return f"{self.say('sides')} {', '.join(told)}"

    def _side(self, first: int) -> str:
        return self.style.join(self.names[first : first + 2])

    def setting(self, at: HandRecord | StateRecord) -> list[str]:
        """Dealer, cutter, turn-up and trump, as far as they are known."""
        told = []
        if at.dealer is not None:
            told.append(self.say("deals", player=self.name(at.dealer)))
        if isinstance(at, HandRecord) and at.cutter is not None:
            told.append(self.say("cuts", player=self.name(at.cutter)))
        if at.turnup is not None:
            told.append(self.say("turnup", card=self.style.painted(at.turnup)))
        if at.trump is not None:
            told.append(self.say("trump", suit=self.style.suit(at.trump)))
        return told

    def stakes(self, hand: HandRecord) -> str | None:
        """What each player staked, in one word if it was the same."""
        amounts = {stake.counters for stake in hand.stakes}
        if not amounts:
            return None
        if len(amounts) == 1 and len(hand.stakes) == len(self.names):
            return self.say("each", counters=self.style.number(amounts.pop(), "counters"))
        return ", ".join(f"{self.name(stake.seat)} {stake.counters}" for stake in hand.stakes)

    def ledger(self, payments: Sequence[PaymentRecord]) -> list[str]:
        """Payments, those alike as one: `10♦ A,B→C 1 each`."""
        alike: dict[tuple[str, int], list[PaymentRecord]] = {}
        for payment in payments:
            alike.setdefault((self._cause(payment), payment.counters), []).append(payment)
        lines = []
        for (cause, counters), group in alike.items():
            payers = sorted({payment.payer for payment in group})
            payees = sorted({payment.payee for payment in group})
            if min(len(payers), len(payees)) == 1 < len(group) == len(payers) * len(payees):
                each = self.say("each", counters=counters)
                lines.append(f"{cause} {self._way(payers, payees)} {each}")
            else:
                lines += [f"{cause} {self._way([p.payer], [p.payee])} {counters}" for p in group]
        return lines

    def _way(self, payers: list[int], payees: list[int]) -> str:
        sides = (",".join(map(self.initial, seats)) for seats in (payers, payees))
        return self.style.plain("→").join(sides)

    def _cause(self, payment: PaymentRecord) -> str:
        if payment.reason == "brusquembille" and payment.card:
            return self.style.painted(payment.card)
        return self.say(payment.reason)

    def awards(self, hand: HandRecord) -> str | None:
        """Who takes what from the pot; in a game without a pot, who has most points."""
        counters = [self.style.number(award.counters, "counters") for award in hand.awards]
        if len(counters) == 1:
            player = self.name(hand.awards[0].seat)
            return self.say("award", player=player, counters=counters[0])
        if counters:
            shares = [f"{self.name(award.seat)} {award.counters}" for award in hand.awards]
            return self.say("awards", shares=", ".join(shares))
        if hand.winners:
            return self.say("most", players=self.style.join(map(self.name, hand.winners)))
        return None

    def incident(self, incident: dict[str, Any]) -> str:
        """An irregularity or a ruling in a sentence."""
        words = INCIDENTS[self.style.language]
        missing = [self.style.painted(card) for card in incident.get("missing") or ("??",)]
        told = words[incident["kind"]].format(
            seat=self.name(incident.get("seat")),
            owner=self.name(incident.get("owner")),
            missing=", ".join(missing),
            text=escape(str(incident.get("text", "?"))),
        )
        if "joined" in incident:
            told += f" ({words['joined' if incident['joined'] else 'seen']})"
        if incident.get("restart"):
            told += f" ({words['restart']})"
        return self.style.plain(told)

    def end(self, game: GameRecord) -> str:
        """The heading of the results."""
        return self.say("game" if _over(game) else "so far")

    def pot(self, game: GameRecord) -> str | None:
        """What lies in the pot, if anything does."""
        counters = self.style.number(game.pot or 0, "counters")
        return (
            self.say("left" if _over(game) else "in pot", counters=counters) if game.pot else None
        )

    def ranking(self, game: GameRecord) -> str | None:
        """The players from the first on, those level together."""
        place, told = 1, []
        for seats in game.ranking:
            told.append(f"{place}. {self.style.join(map(self.name, seats))}")
            place += len(seats)
        return f"{self.say('ranking')} {'  '.join(told)}" if told else None

    def signed(self, number: int) -> str:
        """A number with its sign: `+1`, `−2`, `0`."""
        return f"+{number}" if number > 0 else self.number(number)

    def number(self, number: int) -> str:
        """A number with a true minus sign: `1`, `−2`."""
        return self.style.plain(str(number).replace("-", "−"))


def _over(game: GameRecord) -> bool:
    return game.status in ("finished", "abandoned")


def _shown(name: str) -> str:
    """A name without what would be shown as an escape, unless that is all of it."""
    return "".join(char for char in name if escape(char) == char) or escape(name)


class Asides:
    """What is told between the tricks, each thing once: incidents and findings by their place."""

    def __init__(self) -> None:
        self._left: list[tuple[int, int, str]] = []

    def add(self, hand: int, seq: int, told: str) -> None:
        """One more thing to tell, at an event of a hand (0: before the first)."""
        insort(self._left, (hand, seq, told), key=lambda aside: aside[:2])

    def until(self, hand: float, seq: float = inf) -> list[str]:
        """What lies before the end of a hand and not behind an event; the rest stays."""
        due: list[str] = []
        left = []
        for aside in self._left:
            if aside[0] <= hand and aside[1] <= seq:
                due.append(aside[2])
            else:
                left.append(aside)
        self._left = left
        return due
