"""What `diff` prints as JSON, as structs: their fields, in this order, are the contract."""

from typing import Any, Literal

from msgspec import Struct


class ComparedRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the two games; `index` is its position in the file, from 1."""

    file: str
    index: int
    id: str | None


class SaidRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one record says: the value, spelt as in a log, and the last event that says it.

    Where a whole hand, deal or trick is meant, `value` is null and the event its first. `seq`,
    `file` and `line` are null for what follows from other events.
    """

    value: Any
    seq: int | None
    file: str | None
    line: int | None


class DifferenceRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that two records do not say alike, or that only one of them says.

    `kind` is what it is: `play`, `draw`, `payment` and so on; `about` the seats, in the numbering
    of the first record, or the names that it is about. `hand` and `trick` count from 1; `until` is
    the last trick where several in a row are missing. Of what two players paid each other `value`
    is what the first of `about` paid, less what he was paid. With `goes_on` the record that says
    nothing ends before this. `message` is a line of the text.
    """

    kind: str
    hand: int | None
    trick: int | None
    until: int | None
    about: list[int | str | list[int]]
    a: SaidRecord | None
    b: SaidRecord | None
    goes_on: bool
    message: str


class Diff(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `diff --format json` prints.

    `same` is whether there are no `differences`; `first` is that one of them at which the records
    part in the course of the game. `more` is what only one record says, or says in other words.
    """

    format: Literal["brusqlog-diff/1"] = "brusqlog-diff/1"
    a: ComparedRecord
    b: ComparedRecord
    same: bool
    first: DifferenceRecord | None
    differences: list[DifferenceRecord]
    more: list[DifferenceRecord]
