"""The columns of a hand table as numpy arrays, and what may stand in them."""

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.faults import TableError
from brusqlog.bulk.lowered import Array, Bytes
from brusqlog.bulk.rows import NO_CARD, Row, log_of
from brusqlog.game.cards import CARDS
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.rowlog import RowLog

REQUIRED: Final = ("rules", "seats", "partners", "removed", "dealer", "deck", "plays")
OPTIONAL: Final = ("game", "number", "identities", "data")

CARDS_IN: Final = ("removed", "deck", "plays")
"""The columns of cards."""

WIDTHS: Final = (len(CARDS) - 2, len(CARDS))
"""Bytes that a column of cards has a row: room for a short pack, or for any."""


class Columns(NamedTuple):
    """One row a hand. A cell of the first seven that is `null` holds anything."""

    words: Sequence[str]
    """Names of rulesets."""
    rules: Array
    """Of each hand, which of these."""
    seats: Array
    partners: NDArray[np.bool_]
    removed: Bytes
    dealer: Array
    deck: Bytes
    plays: Bytes
    game: Sequence[Any] | None = None
    number: Sequence[Any] | None = None
    identities: Sequence[Any] | None = None
    named: Array | None = None
    """How many identities there are; -1 where there are none."""
    data: Sequence[Any] | None = None
    null: Mapping[str, NDArray[np.bool_]] = {}

    def part(self, start: int, stop: int) -> "Columns":
        """Some rows, one after another; no cell is copied."""
        rows = slice(start, stop)
        cut = {name: column[rows] for name in (*REQUIRED, *OPTIONAL, "named")
               if (column := getattr(self, name)) is not None}  # fmt: skip
        return self._replace(**cut, null={name: mask[rows] for name, mask in self.null.items()})

    def row(self, index: int) -> Row:
        """One row as Python values."""
        found: dict[str, Any] = {
            "rules": self.words[self.rules[index]] if len(self.words) else None,
            "partners": bool(self.partners[index]),
        }
        found |= {name: int(getattr(self, name)[index]) for name in ("seats", "dealer")}
        found |= {name: getattr(self, name)[index].tobytes() for name in CARDS_IN}
        found |= {name: None for name, mask in self.null.items() if mask[index]}
        for name in OPTIONAL:
            column = getattr(self, name)
            found[name] = None if column is None else column[index]
        return Row(**found)

    def log(
        self, index: int, file: str, number: int, rulesets: Mapping[str, Ruleset] | None
    ) -> RowLog:
        """One row as a log, the so many-th of its file."""
        return log_of(lambda: self.row(index), file, number, rulesets or {})


def gathered(given: Mapping[str, Any]) -> Columns:
    """The columns that arrays and single values make, by their names. Raises `TableError`."""
    deck, plays = (_cards(name, given[name]) for name in ("deck", "plays"))
    rows = len(deck)
    if len(plays) != rows:
        raise _wrong("plays", f"{len(plays)} rows, but `deck` has {rows}")
    words, codes = _words(given["rules"], rows)
    names = _names(given["identities"], rows)
    return Columns(
        words=words,
        rules=codes,
        seats=_numbers("seats", given["seats"], rows),
        partners=_flags(given["partners"], rows),
        removed=_removed(given["removed"], rows),
        dealer=_numbers("dealer", given["dealer"], rows),
        deck=deck,
        plays=plays,
        game=_cells("game", given["game"], rows, (str, int)),
        number=_cells("number", given["number"], rows, (int,)),
        identities=names,
        named=None if names is None else sizes(names),
        data=None if given["data"] is None else _of_length("data", given["data"], rows),
    )


def sizes(names: Iterable[Sequence[str | None] | None]) -> Array:
    """How many identities each row has, -1 for one without."""
    return np.array([-1 if each is None else len(each) for each in names], np.int64)


def _wrong(column: str, message: str, row: int | None = None) -> TableError:
    place = column if row is None else f"{column}[{row}]"
    return TableError(f"`{place}`: {message}", column)


def _array(column: str, given: Any, kind: Any, wanted: str) -> Array:
    array = np.asarray(given)
    if array.dtype == object:
        for row, value in enumerate(array.flat):
            if value is None:
                raise _wrong(column, "there is no value", row)
    if not np.issubdtype(array.dtype, kind):
        raise _wrong(column, f"{wanted} wanted, not {array.dtype}")
    return array


def _cards(column: str, given: Any) -> Bytes:
    array = _array(column, given, np.uint8, "an array of uint8 is")
    if array.ndim != 2 or array.shape[1] not in WIDTHS:
        least, most = WIDTHS
        raise _wrong(column, f"{least} or {most} cards a row are wanted, not {array.shape}")
    return array


def _removed(given: Any, rows: int) -> Bytes:
    cards = [NO_CARD] * 2 if given is None else given
    array = _array("removed", cards, np.integer, "cards are")
    if array.shape not in ((2,), (rows, 2)):
        raise _wrong("removed", f"two cards, or {rows} times two, are wanted, not {array.shape}")
    if array.size and not 0 <= array.min() <= array.max() <= NO_CARD:
        raise _wrong("removed", f"a card is a byte, not {array.min()} or {array.max()}")
    return np.broadcast_to(array.astype(np.uint8), (rows, 2))


def _numbers(column: str, given: Any, rows: int) -> Array:
    return _spread(column, _array(column, given, np.integer, "integers are"), rows)


def _flags(given: Any, rows: int) -> NDArray[np.bool_]:
    return _spread("partners", _array("partners", given, np.bool_, "true or false is"), rows)


def _spread(column: str, array: Array, rows: int) -> Array:
    if array.shape not in ((), (rows,)):
        raise _wrong(column, f"one value, or {rows}, are wanted, not {array.shape}")
    return np.broadcast_to(array, rows)


def _words(given: Any, rows: int) -> tuple[list[str], Array]:
    if isinstance(given, str):
        return _values("rules", [given], (str,)), np.broadcast_to(np.intp(0), rows)
    names = _values("rules", _of_length("rules", given, rows), (str,))
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    return list(codes), np.fromiter(map(codes.__getitem__, names), np.intp, rows)


def _cells(column: str, given: Any, rows: int, kinds: tuple[type, ...]) -> list[Any] | None:
    if given is None:
        return None
    if isinstance(given, kinds):
        return _values(column, [given], kinds) * rows
    return _values(column, _of_length(column, given, rows), (*kinds, NoneType))


def _names(given: Any, rows: int) -> list[Any] | None:
    """The identities by row: those given, or the same ones for all."""
    if given is None:
        return None
    each = list(given)
    if each and all(isinstance(name, str) for name in each):
        return [_values("identities", each, (str,))] * rows
    found = []
    for row, names in enumerate(_of_length("identities", each, rows)):
        if isinstance(names, str) or not isinstance(names, Sequence | np.ndarray | None):
            raise _wrong("identities", f"a list of names is wanted, not {names!r}", row)
        found.append(None if names is None else _values("identities", names, (str,)))
    return found


def _of_length(column: str, given: Any, rows: int) -> Any:
    if not hasattr(given, "__len__") or isinstance(given, str):
        raise _wrong(column, f"{given!r} is no column")
    if len(given) != rows:
        raise _wrong(column, f"{len(given)} rows, but `deck` has {rows}")
    return given


def _values(column: str, given: Any, kinds: tuple[type, ...]) -> list[Any]:
    """The values as Python's own, each of one of these kinds; texts as UTF-8 can hold them."""
    values: list[Any] = given.tolist() if isinstance(given, np.ndarray) else list(given)
    for row, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, kinds):
            known = " or ".join(kind.__name__ for kind in kinds if kind is not NoneType)
            raise _wrong(column, f"{known} is wanted, not {value!r}", row)
        if isinstance(value, str) and not _is_text(value):
            raise _wrong(column, f"{value!r} is no text in UTF-8", row)
    return values


def _is_text(value: str) -> bool:
    return value.isascii() or value == value.encode("utf-8", "replace").decode()
