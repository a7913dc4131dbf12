"""A comparison told: for people, a line a difference; for programs, with places and values."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from brusqlog.show.telling import Teller
from brusqlog.spelling import Style, escape
from brusqlog.versions.account import Account, Said, Witness
from brusqlog.versions.difference import CARDS, HOLDINGS, PARTS, Comparison, Difference
from brusqlog.versions.difference_words import FACTS, FRAME, MANY
from brusqlog.versions.records import ComparedRecord, Diff, DifferenceRecord, SaidRecord

SEVERAL: Final = 3
"""So many things of a kind in a hand that only one record says are told one by one."""

_SEATS: Final = frozenset({"dealer", "shuffle", "cut", "taker"})
_EACH: Final = frozenset({"counted", "final-purses", "points", "totals", "purses"})
_NAMES: Final = frozenset({"players", "seating"})
_SILENT: Final = PARTS | {"gather"}
"""Kinds that have no value beside being there."""


class Telling:
    """Tells what two records do not say alike."""

    def __init__(self, comparison: Comparison, a: Account, b: Account, style: Style) -> None:
        self.found, self.a, self.b, self.style = comparison, a, b, style
        names = [a.header.said["player", seat].value for seat in range(len(a.seats))]
        self.teller = Teller(names, style)
        self.words = {key: style.plain(text) for key, text in FRAME[style.language].items()}
        self.facts = {key: style.plain(text) for key, text in FACTS[style.language].items()}

    def lines(self) -> Iterator[str]:
        """The comparison as one reads it, a line each."""
        found, first = self.found, self.found.first
        if first is None:
            a, b = self._file(self.a), self._file(self.b)
            yield self.words["same"].format(a=a, b=b)
        else:
            yield self.words["first"].format(told=self.line(first))
        others = [one for one in found.differences if one is not first]
        yield from self._section(self.words["other"], map(self.line, others))
        worded = [one for one in found.more if one.a and one.b]
        yield from self._section(self.words["worded"], map(self.line, worded))
        for side, told in (("a", self.a), ("b", self.b)):
            other = "b" if side == "a" else "a"
            more = [one for one in found.more if getattr(one, other) is None]
            heading = self.words["more"].format(file=self._file(told))
            yield from self._section(heading, self._more(more))

    def _section(self, heading: str, lines: Iterable[str]) -> Iterator[str]:
        told = list(lines)
        if told:
            yield ""
            yield heading
            yield from (f"  {line}" for line in told)

    def line(self, found: Difference) -> str:
        """One difference: where in the game, what, and where in the files."""
        return self._joined(self._where(found), self._told(found))

    def _joined(self, where: str, told: str) -> str:
        return f"{where}{self.style.mark(':')} {told}" if where else told

    def _more(self, found: Sequence[Difference]) -> Iterator[str]:
        """What only one record says, much of one kind in a hand counted."""
        nouns = MANY[self.style.language]
        for (hand, kind), group in groupby(found, key=lambda one: (one.hand, one.kind)):
            several = list(group)
            if len(several) <= SEVERAL or kind not in nouns:
                yield from map(self.line, several)
                continue
            first = several[0]
            told = self.words["many"].format(
                count=len(several),
                noun=nouns[kind],
                place=self._place(first.a or first.b, self.a if first.a else self.b),
            )
            where = self.words["hand"].format(hand=hand) if hand else ""
            yield self._joined(where, told)

    def _where(self, found: Difference) -> str:
        told = []
        if found.hand is not None:
            told.append(self.words["hand"].format(hand=found.hand))
        if found.trick is not None:
            word = "tricks" if found.until else "trick"
            told.append(self.words[word].format(trick=found.trick, until=found.until))
        return ", ".join(told)

    def _told(self, found: Difference) -> str:
        if found.goes_on:
            goes, ends = (self.a, self.b) if found.a else (self.b, self.a)
            place = self._place(found.a or found.b, goes)
            return self.words["ends"].format(file=self._file(ends), place=place)
        both = [
            self._said(found, said, told)
            for said, told in ((found.a, self.a), (found.b, self.b))
            if said is not None
        ]
        if len(both) == 2:
            value = self.words["or"].format(a=both[0], b=both[1])
        elif any(found is one for one in self.found.more):
            value = both[0]
        else:
            lacking = self._file(self.b if found.a else self.a)
            word = "missing" if found.kind in PARTS else "only"
            value = self.words[word].format(a=both[0], file=lacking)
        key = found.key
        seats = [one for one in key[1:] if isinstance(one, int)]
        return self.facts[found.kind].format(
            value=value,
            who=self.teller.name(seats[0]) if seats else "",
            other=self.teller.name(seats[1]) if len(seats) > 1 else "",
            seat=seats[0] if seats else "",
            name=key[1] if found.kind == "option" else "",
        )

    def _said(self, found: Difference, said: Said, told: Account) -> str:
        value = self._value(found, said.value)
        place = self._place(said, told)
        return f"{value} ({place})" if value else place

    def _value(self, found: Difference, value: Any) -> str:
        """What a record says, in words."""
        kind, teller = found.kind, self.teller
        if kind in _SILENT:
            return ""
        if kind in _SEATS:
            return teller.name(value)
        if kind in CARDS:
            return self.style.card(value)
        if kind in HOLDINGS or kind == "deck":
            return " ".join(map(self.style.card, value))
        if kind in _EACH:
            return ", ".join(f"{teller.name(seat)} {teller.number(one)}"
                             for seat, one in enumerate(value))  # fmt: skip
        if kind == "order":
            return ", ".join(map(teller.name, value))
        if kind in _NAMES:
            return ", ".join(map(escape, value))
        if kind == "packets":
            return "+".join(map(str, value))
        return self._other(found, value)

    def _other(self, found: Difference, value: Any) -> str:
        match found.kind:
            case "payment":
                return self._paid(found, value)
            case "incident":
                return self.teller.incident(value | {"text": "…"})
            case "stake" | "award" | "penalty" | "ruling" | "pot" | "final-pot":
                return self.style.number(value, "counters")
            case "announce":
                return self.style.number(", ".join(map(str, value)), "points")
            case "length" if value[0] == "target":
                return self.words["target"].format(number=value[1])
            case "length":
                return self.style.number(value[1], "hands")
            case "end":
                return self.teller.say("abandoned" if value == "abandoned" else "finished")
        if isinstance(value, bool):
            return self.words["yes" if value else "no"]
        return escape(", ".join(map(str, value)) if isinstance(value, list) else str(value))

    def _paid(self, found: Difference, value: int) -> str:
        """What one of two players paid the other, all in all."""
        if not value:
            return self.words["nothing"]
        payer = found.key[1 if value > 0 else 2]
        counters = self.style.number(abs(value), "counters")
        return self.words["paid"].format(payer=self.teller.name(payer), counters=counters)

    def _file(self, told: Account) -> str:
        return escape(told.witness.log.file)

    def _place(self, said: Said | None, told: Account) -> str:
        if said is None or not said.seqs:
            return self._file(told)
        file, line = told.witness.place(said.seqs[-1], said.path)
        return f"{escape(file)}:{line}"


def document(comparison: Comparison, a: Account, b: Account, style: Style) -> Diff:
    """The comparison as `diff --format json` prints it. Seats are those of the first record."""
    telling = Telling(comparison, a, b, style)

    def entry(found: Difference) -> DifferenceRecord:
        kind, *about = found.key
        return DifferenceRecord(
            kind=kind,
            hand=found.hand,
            trick=found.trick,
            until=found.until,
            about=about,
            a=_side(found.a, a.witness),
            b=_side(found.b, b.witness),
            goes_on=found.goes_on,
            message=telling.line(found),
        )

    return Diff(
        a=_game(a),
        b=_game(b),
        same=not comparison.differences,
        first=entry(comparison.first) if comparison.first else None,
        differences=[entry(found) for found in comparison.differences],
        more=[entry(found) for found in comparison.more],
    )


def _game(told: Account) -> ComparedRecord:
    log = told.witness.log
    return ComparedRecord(file=log.file, index=log.index, id=log.header.id if log.header else None)


def _side(said: Said | None, witness: Witness) -> SaidRecord | None:
    """What one record says, and at which event; None for what follows from others."""
    if said is None:
        return None
    seq = said.seqs[-1] if said.seqs else None
    file, line = (None, None) if seq is None else witness.place(seq, said.path)
    return SaidRecord(value=said.value, seq=seq, file=file, line=line)
