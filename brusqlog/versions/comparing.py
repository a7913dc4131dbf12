"""Goes through two accounts together, part by part, and says how they differ."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from brusqlog.game.cards import UNKNOWN
from brusqlog.versions.account import NUMBERS, Account, Deal, Hand, Key, Part, Said
from brusqlog.versions.agreement import DESCRIPTION, sit_alike
from brusqlog.versions.aligning import Mark, aligned
from brusqlog.versions.difference import (
    AMOUNTS,
    FINAL,
    OPTIONAL,
    PARTS,
    SUMS,
    Comparison,
    Difference,
    weighed,
)

ORDER: Final = (
    "players", "seating", "player", "rules", "partners", "length", "option", "removed", "identity",
    *DESCRIPTION, "lot", "number", "dealer", "stake", "shuffle", "deck", "cut", "lifted", "holding",
    "packets", "turnup", "order", "play", "taker", "payment", "draw", "incident", "incident-text",
    "announce", "gather", "penalty", "ruling", "award", "note", "end", *NUMBERS,
)  # fmt: skip
"""The kinds of facts, in the order in which those of one part are told."""

SAME_NUMBER: Final = 0.25
"""What the same number counts beside the cards when hands or tricks are laid side by side."""

UNSEEN: Final = 0.25
"""What a card that one record does not know counts beside one that is the same."""

MANY: Final = 8
"""Parts of a sum up to which it is looked for what another record has of them."""

ANYWHERE: Final = frozenset({"stake", "payment", "penalty", "ruling", "note", *NUMBERS})
"""Kinds of facts whose place within their trick, or before the first, says nothing."""

BOUNDS: Final = frozenset({"number", "play"})
"""Kinds that end what stood before them."""

FIXED: Final = frozenset(ORDER) - ANYWHERE - SUMS | {"holding", "award"}
"""Kinds of facts that come in an order."""

Side = Literal["a", "b"]


class Tail(NamedTuple):
    """What a record says behind the end of the other; of a sum what it adds to what both have
    begun."""

    rest: Said
    begun: Said | None
    other: Said | None


def compared(a: Account, b: Account) -> Comparison:
    """What two records do not say alike. The second is to be told in the seats of the first."""
    comparing = _Comparing(a, b)
    players = _players(a), _players(b)
    if len(players[0].value) != len(players[1].value):
        comparing.note(("players",), *players)
        return comparing.result()
    if not sit_alike(b.seats, bool(a.header.said["partners",].value)):
        comparing.note(("seating",), *players)
    comparing.header(a.header, b.header)
    comparing.part(a.before, b.before)
    for i, j in aligned(_hand_marks(a.hands), _hand_marks(b.hands), _hands_alike):
        comparing.hand(None if i is None else a.hands[i], None if j is None else b.hands[j])
    comparing.part(a.after, b.after)
    comparing.end()
    return comparing.result()


class _Comparing:
    """What was found so far, and where in the game it stands."""

    def __init__(self, a: Account, b: Account) -> None:
        self.a, self.b = a, b
        self.hand_number: int | None = None
        self.trick_number: int | None = None
        self.differences: list[Difference] = []
        self.more: list[Difference] = []
        self.pairs: list[tuple[Key, Said, Said]] = []

    def note(self, key: Key, a: Said | None, b: Said | None, *, more: bool = False) -> None:
        """Keep a difference, or what only one record says."""
        found = Difference(key=key, hand=self.hand_number, trick=self.trick_number, a=a, b=b)
        (self.more if more else self.differences).append(found)

    def header(self, a: Part, b: Part) -> None:
        """What was agreed. Under other rules the options are others too, and nothing is said of
        them."""
        same = a.said["rules",].value == b.said["rules",].value
        parts = (
            Part({key: said for key, said in part.said.items() if same or key[0] != "option"})
            for part in (a, b)
        )
        self.part(*parts)

    def part(self, a: Part, b: Part) -> None:
        """Two parts, fact by fact."""
        places = [{key: place for place, key in enumerate(part.said)} for part in (a, b)]
        most = len(a.said) + len(b.said)

        def rank(key: Key) -> tuple[int, int, str]:
            return ORDER.index(key[0]), min(place.get(key, most) for place in places), repr(key)

        told: set[str] = set()
        for key in sorted({*a.said, *b.said}, key=rank):
            if key[0] == "taker" and told & {"play", "order"}:  # it follows
                continue
            if key[0] == "packets" and told & {"packets", "holding"}:  # it is said
                continue
            before = len(self.differences)
            self._fact(key, a.said.get(key), b.said.get(key))
            if len(self.differences) > before:
                told.add(key[0])

    def _fact(self, key: Key, a: Said | None, b: Said | None) -> None:
        """One fact, of which at least one record says something."""
        kind = key[0]
        if kind in AMOUNTS:
            a, b = a or Said(0), b or Said(0)
            if a.value == b.value:
                self.pairs.append((key, a, b))
            else:
                self.note(key, a if a.seqs else None, b if b.seqs else None)
            return
        follows = kind == "taker" and not any(said.seqs for said in (a, b) if said)
        missing = kind == "order" and a and b and len(a.value) != len(b.value)
        if follows or missing:  # from the cards of each record; a play, which is told
            return
        if kind == "announce" and a and b and a.value != b.value:
            self._announced(key, a, b)
            return
        if a is None or b is None:
            self.note(key, a, b, more=self._may_lack(kind, a, b))
            return
        beyond = weighed(kind, a.value, b.value)
        if beyond is None:
            self.note(key, a, b)
            return
        self.pairs.append((key, a, b))
        if None not in beyond:
            self.note(key, a, b, more=True)
        elif beyond[0] is not None:
            self.note(key, replace(a, value=beyond[0]), None, more=True)
        elif beyond[1] is not None:
            self.note(key, None, replace(b, value=beyond[1]), more=True)

    def _announced(self, key: Key, a: Said, b: Said) -> None:
        """Who announces again may have been heard only once."""
        if begun := _begun_of("announce", a, b):
            self.pairs.append((key, _some(a, begun), b))
            self.note(key, _rest(a, begun), None, more=True)
        elif begun := _begun_of("announce", b, a):
            self.pairs.append((key, a, _some(b, begun)))
            self.note(key, None, _rest(b, begun), more=True)
        else:
            self.note(key, a, b)

    def _may_lack(self, kind: str, a: Said | None, b: Said | None) -> bool:
        """Whether a record may leave it out. Numbers written down say nothing new if they agree
        with the rest of their record."""
        if kind in NUMBERS:
            told, said = (self.a, a) if a else (self.b, b)
            return said is not None and not told.wrong.intersection(said.seqs)
        return kind in OPTIONAL

    def hand(self, a: Hand | None, b: Hand | None) -> None:
        """Two hands, or one that a record lacks."""
        self.hand_number = a.number if a else b.number if b else None
        if a is None or b is None:
            self.note(("hand",), _begun(a), _begun(b))
        else:
            before = len(self.differences)
            self.part(a.opening, b.opening)
            for i, j in aligned(_deal_marks(a), _deal_marks(b), _hands_alike):
                self._deal(None if i is None else a.deals[i], None if j is None else b.deals[j])
            self.part(a.closing, b.closing)
            whole = not any(found.kind in PARTS for found in self.differences[before:])
            if whole and a.counted and b.counted and a.counted != b.counted:
                self.note(("counted",), Said(a.counted), Said(b.counted))
        self.hand_number = None

    def _deal(self, a: Deal | None, b: Deal | None) -> None:
        if a is None or b is None:
            self.note(("deal",), _begun(a), _begun(b))
            return
        self.part(a.setting, b.setting)
        for i, j in aligned(_trick_marks(a), _trick_marks(b), _tricks_alike):
            mine = None if i is None else a.tricks[i]
            other = None if j is None else b.tricks[j]
            self.trick_number = (i if i is not None else j or 0) + 1
            if mine is not None and other is not None:
                self._trick(mine, other)
            elif not self._goes_on(mine is None):
                self.note(("trick",), _begun(mine), _begun(other))
        self.trick_number = None

    def _trick(self, a: Part, b: Part) -> None:
        """Two tricks. The same cards in the same order, by others, are one difference."""
        if a.said["order",].value != b.said["order",].value and _cards(a) == _cards(b):
            self.note(("order",), a.said["order",], b.said["order",])
            a, b = (
                Part({key: said for key, said in part.said.items()
                      if key[0] not in ("order", "play", "taker")})
                for part in (a, b)
            )  # fmt: skip
        self.part(a, b)

    def _goes_on(self, a_lacks: bool) -> bool:
        """Whether the trick was lacking together with the one before, which is told."""
        last = self.differences[-1] if self.differences else None
        if last is None or (last.kind, last.hand) != ("trick", self.hand_number):
            return False
        until = last.until or last.trick or 0
        if (last.a is None, until + 1) != (a_lacks, self.trick_number):
            return False
        self.differences[-1] = replace(last, until=self.trick_number)
        return True

    def end(self) -> None:
        """The counters at the end, if both records have all hands and tricks."""
        if any(found.kind in PARTS for found in self.differences):
            return
        for kind, one, two in (
            ("final-purses", self.a.purses, self.b.purses),
            ("final-pot", self.a.pot, self.b.pot),
        ):
            if one is not None and two is not None and one != two:
                self.note((kind,), Said(one), Said(two))

    def result(self) -> Comparison:
        """All that was found. Where one record ends and the other goes on, that is said once."""
        a, b = self._tail("a"), self._tail("b")
        if a and not b:
            self._end(a, "a")
        elif b and not a:
            self._end(b, "b")
        return Comparison(self.differences, self.more, self.pairs)

    def _last(self, side: Side, kinds: frozenset[str] = FIXED) -> int:
        """The number of the last event of a record of which the other one says something too."""
        both = [(one, two) for key, one, two in self.pairs if key[0] in kinds]
        both += [(found.a, found.b) for found in self.differences
                 if found.a and found.b and found.kind in kinds - SUMS]  # fmt: skip
        seqs = ((one.seqs, two.seqs) for one, two in both if one.seqs and two.seqs)
        return max((seq for a, b in seqs for seq in (a if side == "a" else b)), default=0)

    def _tail(self, side: Side) -> dict[int, Tail]:
        """What only one record says, behind everything that the other says, by its place among the
        differences."""
        fixed, bound = self._last(side), self._last(side, BOUNDS)
        found = {}
        for place, one in enumerate(self.differences):
            said, other = (one.a, one.b) if side == "a" else (one.b, one.a)
            last = bound if one.kind in ANYWHERE else fixed
            if said is None or max(said.seqs, default=0) <= last:
                continue
            if other is None and min(said.seqs) > last:
                found[place] = Tail(said, None, None)
            elif other is not None and (begun := _begun_of(one.kind, said, other)):
                found[place] = Tail(_rest(said, begun), _some(said, begun), other)
        return found

    def _end(self, tail: dict[int, Tail], side: Side) -> None:
        """Say once what one record has behind the end of the other, and not what follows from
        it."""
        last = self._last(side)
        first = min(tail)
        many = len(tail) > 1 or self.differences[first].kind in PARTS
        left = []
        for place, found in enumerate(self.differences):
            part = tail.get(place)
            if part and part.begun and part.other:
                mine, other = (part.begun, part.other)
                pair = (mine, other) if side == "a" else (other, mine)
                self.pairs.append((found.key, *pair))
            if part and place == first:
                rest = {"a": None, "b": None, side: part.rest}
                left.append(replace(found, **rest, goes_on=many, until=None))
            elif not part and found.kind not in FINAL:
                left.append(found)
        self.differences = left
        self.more = [found for found in self.more if _first_seq(found, side) <= last]


def _begun_of(kind: str, said: Said, other: Said) -> Sequence[int]:
    """Which parts of a sum come to what the other record says, if it has only begun it."""
    count = len(said.parts) if kind in SUMS else 0
    for size in range(count - 1, 0, -1):
        # All choices of few parts; of many those that lack little, and the first ones.
        few = count <= MANY or count - size <= 2
        for some in combinations(range(count), size) if few else [tuple(range(size))]:
            if weighed(kind, _some(said, some).value, other.value) is not None:
                return some
    return ()


def _some(said: Said, places: Sequence[int]) -> Said:
    """Some of the parts of a sum."""
    parts = tuple(said.parts[place] for place in places)
    seqs = tuple(said.seqs[place] for place in places)
    return Said(sum(parts[1:], parts[0]), seqs, None, parts)


def _rest(said: Said, places: Sequence[int]) -> Said:
    """The other parts of a sum."""
    return _some(said, [place for place in range(len(said.parts)) if place not in places])


def _first_seq(found: Difference, side: Side) -> int:
    """The number of the first event of a record that says it; 0 if none does."""
    said = found.a if side == "a" else found.b
    return min(said.seqs, default=0) if said else 0


def _begun(part: Hand | Deal | Part | None) -> Said | None:
    """That a record has the part, if it has."""
    return part.first if part is not None else None


def _players(told: Account) -> Said:
    names = tuple(told.header.said["player", seat].value for seat in told.seats)
    return Said(names, (0,), ("players",))


# What hands and tricks are known by ---------------------------------------------------------------


def _hand_marks(hands: Sequence[Hand]) -> list[Mark]:
    return [(hand.number, *_successions(hand.tricks)) for hand in hands]


def _deal_marks(hand: Hand) -> list[Mark]:
    return [(number, *_successions(deal.tricks)) for number, deal in enumerate(hand.deals)]


def _successions(tricks: Sequence[Part]) -> list[tuple[str, str]]:
    """Which card was followed by which: one that is missing or other changes little of it."""
    plays = [card for trick in tricks for card in _cards(trick)]
    return sorted(pair for pair in pairwise(plays) if UNKNOWN not in pair)


def _hands_alike(one: Mark, two: Mark) -> float:
    mine, other = set(one[1:]), set(two[1:])
    shared = 2 * len(mine & other) / max(1, len(mine) + len(other))
    return shared + (SAME_NUMBER if one[0] == two[0] else 0.0)


def _trick_marks(deal: Deal) -> list[Mark]:
    return [(number, *_cards(trick)) for number, trick in enumerate(deal.tricks)]


def _cards(trick: Part) -> list[str]:
    """The cards of a trick in the order in which they were played."""
    return [trick.said["play", seat].value for seat in trick.said["order",].value]


def _tricks_alike(one: Mark, two: Mark) -> float:
    mine, other = one[1:], two[1:]
    known = [card for card in mine if card != UNKNOWN and card in other]
    unseen = max(mine.count(UNKNOWN), other.count(UNKNOWN))
    return len(known) + unseen * UNSEEN + (SAME_NUMBER if one[0] == two[0] else 0.0)
