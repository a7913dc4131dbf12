"""One row of a hand table as the log of one hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import fields, replace

from brusqlog.game import rules, unfold
from brusqlog.game.cards import CARDS
from brusqlog.game.course import Course
from brusqlog.game.events import FORMAT, Event, Game
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import terms_of
from brusqlog.log.faults import Fault
from brusqlog.log.rowlog import RowLog, Told

NO_CARD: Final = 255
"""Stands in a column of cards where there is none."""

UNNOTED: Final = bytes([NO_CARD] * 2)
"""Stands in `removed` where nothing is left out."""

_PLAYERS: Final = {"least": 2, "most": 5}
_SEATS: Final = {"least": 0, "most": 4}


class Row(Struct, frozen=True, kw_only=True):
    """One hand as it stands in a hand table. Cards are bytes, by their index in `CARDS`; a cell
    without a value is None."""

    rules: str | None
    seats: int | None
    partners: bool | None
    removed: bytes | None
    dealer: int | None
    deck: bytes | None
    plays: bytes | None
    game: str | int | None = None
    number: int | None = None
    identities: Sequence[str | None] | None = None
    data: Any = None


_SAYING: Final = tuple(field.name for field in fields(Row) if field.name != "data")
"""The columns that say something: all but the one that is only kept."""


def log_of(
    row: Callable[[], Row], file: str, number: int, rulesets: Mapping[str, Ruleset]
) -> RowLog:
    """The log of a row, the so many-th of its file, which is asked for when it is needed."""
    return RowLog(
        file, number, lambda: header_of(row(), number), lambda: told(row(), number, rulesets)
    )


def told(row: Row, number: int, rulesets: Mapping[str, Ruleset]) -> Told:
    """The events that follow from a row; of one that no log can say the header, if it can be
    made, and what is wrong."""
    header = header_of(row, number)
    faults = [*_header_faults(row), *_hand_faults(row)]
    if header is not None and not faults:
        return Told([header, *_events(row, header, rulesets)], [], b"")
    text = msgspec.json.encode({name: getattr(row, name) for name in _SAYING})
    placed = [replace(fault, line=number) for fault in faults]
    return Told([] if header is None else [header], placed, text)


def header_of(row: Row, number: int) -> Game | None:
    """The header, if the row has what it needs. Its players are named by their seats."""
    if next(_header_faults(row), None) is not None:
        return None
    seats, removed = row.seats or 0, row.removed or b""
    names = None if row.identities is None else [name or "" for name in row.identities]
    return Game(
        format=FORMAT,
        id=id_of(row.game, row.number, number),
        rules=row.rules or "",
        players=[f"P{seat}" for seat in range(seats)],
        identities=UNSET if names is None else names,
        removed=UNSET if removed == UNNOTED else [CARDS[card] for card in removed],
        partners=True if row.partners else UNSET,
        hands=1,
    )


def id_of(game: str | int | None, number: int | None, row: int) -> str:
    """What a hand is called: by its game and its number there, or by the number of its row."""
    if game is None or game == "":
        return str(row)
    return str(game) if number is None else f"{game}-{number}"


def _events(row: Row, header: Game, rulesets: Mapping[str, Ruleset]) -> Iterator[Event]:
    assert row.deck and row.plays and row.dealer is not None
    terms, _ = terms_of(header, rulesets)
    course = Course.of(terms, header.players)
    deck, plays = ([CARDS[card] for card in _cards(one)] for one in (row.deck, row.plays))
    yield from unfold.hand(course, row.dealer, deck, lambda _, played: plays[played])
    yield unfold.end(course)


def _cards(column: bytes) -> bytes:
    """The cards, without what stands behind their end."""
    return column.rstrip(bytes([NO_CARD]))


# What no log can say ------------------------------------------------------------------------------


def _header_faults(row: Row) -> Iterator[Fault]:
    yield from _missing(row, "rules", "seats", "partners", "removed")
    if row.rules == "":
        yield Fault(code="empty-string", facts={"key": "rules"})
    yield from _outside(row, "seats", _PLAYERS)
    if row.removed is not None and row.removed != UNNOTED:
        yield from _no_cards("removed", row.removed)
    if row.identities is not None:
        yield from _length("identities", len(row.identities), _PLAYERS)


def _hand_faults(row: Row) -> Iterator[Fault]:
    yield from _missing(row, "dealer", "deck", "plays")
    yield from _outside(row, "dealer", _SEATS)
    for name in ("deck", "plays"):
        column: bytes | None = getattr(row, name)
        if column is not None:
            wrong: list[Fault] = []
            if row.seats is not None and not list(_outside(row, "seats", _PLAYERS)):
                due = rules.pack_size(row.seats)
                wrong = [*_length(name, len(_cards(column)), {"least": due, "most": due})]
            yield from wrong or _no_cards(name, _cards(column))


def _missing(row: Row, *names: str) -> Iterator[Fault]:
    for name in names:
        if getattr(row, name) is None:
            yield Fault(code="row-incomplete", facts={"key": name})


def _outside(row: Row, name: str, span: Mapping[str, int]) -> Iterator[Fault]:
    found = getattr(row, name)
    if found is not None and not span["least"] <= found <= span["most"]:
        yield Fault(code="out-of-range", facts={"key": name, "found": found, **span})


def _length(name: str, found: int, span: Mapping[str, int]) -> Iterator[Fault]:
    if not span["least"] <= found <= span["most"]:
        yield Fault(code="wrong-length", facts={"key": name, "found": found, "due": dict(span)})


def _no_cards(name: str, column: bytes) -> Iterator[Fault]:
    """The first byte that is no card."""
    for place, card in enumerate(column):
        if card >= len(CARDS):
            facts = {"key": f"{name}[{place}]", "found": card, "most": len(CARDS) - 1}
            yield Fault(code="row-malformed", facts=facts)
            return
