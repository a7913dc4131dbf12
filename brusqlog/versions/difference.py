"""Two records of one game compared: where they contradict each other, what only one of them says.

An order that does not matter is no difference: stakes, payments within their trick, cards within a
holding, check-points, remarks. Nor is a payment netted or not, if what two players paid each other
in a trick comes to the same. A card that one record does not know is no contradiction.
"""

from collections import Counter
from typing import Any, Final

from msgspec import Struct

from brusqlog.game.cards import UNKNOWN
from brusqlog.versions.account import Key, Said
from brusqlog.versions.agreement import DESCRIPTION

OPTIONAL: Final = frozenset(
    {
        "identity", "removed", "lot", "shuffle", "deck", "lifted", "taker", "announce", "gather",
        "note", "end", "incident-text", *DESCRIPTION,
    }
)  # fmt: skip
"""Kinds of facts that a record may leave out."""

FREE: Final = frozenset({"recorder", "source", "incident-text"})
"""Kinds that each recorder words in his own way."""

AMOUNTS: Final = frozenset({"payment", "penalty", "ruling", "stake", "award"})
"""Kinds of which none is as good as nothing."""

CARDS: Final = frozenset({"lot", "turnup", "play", "draw"})
HOLDINGS: Final = frozenset({"holding", "removed"})

SUMS: Final = AMOUNTS | {"holding", "packets", "announce"}
"""Kinds of which several events may say one fact."""

PARTS: Final = frozenset({"hand", "deal", "trick"})
"""Kinds that stand for all facts of a part."""

FINAL: Final = frozenset({"final-purses", "final-pot"})
COUNTED: Final = FINAL | {"counted"}
"""Kinds that follow from what each record says, and stand in neither."""


class Difference(Struct, frozen=True, kw_only=True):
    """One thing that two records do not say alike.

    `hand` and `trick` are the numbers in the first record that has them, `until` that of the last
    of several tricks. A side that says nothing is None. `goes_on`: that side ends here.
    """

    key: Key
    hand: int | None = None
    trick: int | None = None
    until: int | None = None
    a: Said | None = None
    b: Said | None = None
    goes_on: bool = False

    @property
    def kind(self) -> str:
        """What it is about."""
        return str(self.key[0])


class Comparison(Struct, frozen=True):
    """What two records do not say alike: differences; what one only says more of; and of all that
    both say where it stands in each."""

    differences: list[Difference]
    more: list[Difference]
    pairs: list[tuple[Key, Said, Said]]

    @property
    def first(self) -> Difference | None:
        """Where the records part in the course of the game; in the header only if nowhere else."""
        told = [found for found in self.differences if found.kind not in COUNTED]
        played = [found for found in told if found.hand is not None]
        return next(iter(played or told or self.differences), None)

    @property
    def contradictions(self) -> list[Difference]:
        """What cannot be true of one game."""
        return [
            found
            for found in self.differences
            if found.a is not None and found.b is not None and found.kind not in COUNTED
        ]


def weighed(kind: str, a: Any, b: Any) -> tuple[Any, Any] | None:
    """What each of two values of one fact says beyond the other, or None if they contradict each
    other."""
    if a == b:
        return None, None
    if kind in FREE:
        return a, b
    if kind in CARDS and UNKNOWN in (a, b):
        return (a, None) if b == UNKNOWN else (None, b)
    if kind in HOLDINGS and len(a) == len(b):
        mine, other = Counter(a) - Counter(b), Counter(b) - Counter(a)
        del mine[UNKNOWN], other[UNKNOWN]
        if mine.total() <= b.count(UNKNOWN) and other.total() <= a.count(UNKNOWN):
            return tuple(mine.elements()) or None, tuple(other.elements()) or None
    if kind == "date" and (a.startswith(b) or b.startswith(a)):
        return (a, None) if len(a) > len(b) else (None, b)
    return None
