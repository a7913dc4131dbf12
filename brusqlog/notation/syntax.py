"""What the lines of a transcript say, before anybody asks what follows from it.

Every value is a node that knows its place. One whose `value` is None could not be read; what is
wrong with it has been told.
"""

from typing import Any

from msgspec import Struct

from brusqlog.log.scan import Node
from brusqlog.notation.spans import Span


class Line(Struct, frozen=True):
    """One line. `key` is that of its keyword, `trick` or `incident`, None if it cannot be told;
    `mark` the word or number with which it begins; `said` what it says, by its kind; `remark`
    stands behind the `;`."""

    key: str | None
    whole: Span
    mark: Span
    said: Any = None
    remark: Node | None = None


class Entry(Struct, frozen=True):
    """A player and a card, a number or nothing."""

    seat: Node
    value: Node | None = None


class HandSaid(Struct, frozen=True):
    """`Hand 2: Anne deals, Cécile cuts 12`."""

    number: Node
    dealer: Node | None = None
    cut: Entry | None = None


class ShuffleSaid(Struct, frozen=True):
    """`Shuffle: Anne`; the pack stands in a line of its own or behind it."""

    seat: Node | None = None
    deck: Node | None = None


class Dealt(Struct, frozen=True):
    """The cards of one player."""

    seat: Node
    cards: list[Node]


class Laid(Struct, frozen=True):
    """A card played or drawn, and its player if he is named."""

    card: Node
    seat: Node | None = None


class TrickSaid(Struct, frozen=True):
    """`4. K♥ A♥ 9♣ > Basile + J♣ 8♣ 10♥`, or a piece of it. `draws` is None without a `+`; with
    `none` behind them no more are made, it `stops`."""

    number: Node
    plays: list[Laid]
    taker: Node | None = None
    draws: list[Laid] | None = None
    stops: bool = False


class Payed(Struct, frozen=True):
    """`Anne > Cécile 1 (10♦)`. `reason` is `brusquembille`, `penalty` or `ruling`."""

    whole: Span
    payer: Node
    payee: Node
    counters: Node
    reason: Node
    card: Node | None = None


class PaidSaid(Struct, frozen=True):
    """`Paid: …`. `net`: what is still owed is paid net, behind the entries."""

    entries: list[Payed]
    net: Span | None = None
    after: bool = False

    @property
    def replaces(self) -> bool:
        """Whether it stands for the payments that the rules would fill in."""
        besides = [entry for entry in self.entries if entry.reason.value != "brusquembille"]
        return self.net is not None or not besides or len(besides) < len(self.entries)


class NoteSaid(Struct, frozen=True):
    """`Note Cécile: text`."""

    text: Node
    seat: Node | None = None
