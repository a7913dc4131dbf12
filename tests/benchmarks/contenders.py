"""What is measured in this process: decoding, `check` in its ways, hands in columns."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
import numpy as np
from msgspec.json import Decoder
from msgspec.structs import fields

from brusqlog.bulk.handtable import HandTable
from brusqlog.bulk.lockstep import BATCH, walk
from brusqlog.bulk.lowered import SUIT, Bytes, Table, table
from brusqlog.checking.report import GameReport, Wishes
from brusqlog.checking.run import reports
from brusqlog.game.cards import HOLDING
from brusqlog.game.events import KINDS, AnyEvent
from brusqlog.game.terms import Terms, terms_of
from brusqlog.simulation.setup import Setup, planned
from brusqlog.simulation.written import tabled
from tests.benchmarks.rounds import HANDS, Contender, cpu

HAS_ARROW: Final = find_spec("pyarrow") is not None

PLAIN: Final = "msgspec decode, plain structs"
FILE: Final = "msgspec decode, read and cut too"
STRICT: Final = "msgspec decode, our event types"
CHECK: Final = "check"
FOLD: Final = "check, the fold alone"
WALK: Final = "columns in memory, walked"
CLEAN: Final = "columns in memory, HandTable.clean"
PARQUET: Final = "check on a hand table in Parquet"


# Decoding -----------------------------------------------------------------------------------------


def plain_type(kind: Any) -> Any:
    """A type of an event's field without what it may not hold."""
    origin, inner = get_origin(kind), [plain_type(part) for part in get_args(kind)[:1]]
    if origin is Annotated:
        return inner[0]
    if origin is Literal:
        return str
    if origin in (Union, UnionType):
        return Union[tuple(plain_type(part) for part in get_args(kind))]  # noqa: UP007
    return list[inner[0]] if origin is list else kind  # type: ignore[valid-type]


def plain_types() -> Any:
    """The kinds of events as bare structs, which take anything of the right JSON type."""
    made = []
    for name, kind in KINDS.items():
        given: list[Any] = [
            (one.name, plain_type(one.type)) + (() if one.required else (one.default,))
            for one in fields(kind)
        ]
        made.append(
            msgspec.defstruct(
                kind.__name__, given, tag_field="event", tag=name, kw_only=True, gc=False
            )
        )
    return Union[tuple(made)]  # noqa: UP007


def decoding(lines: Iterable[bytes], kind: Any) -> None:
    """Decode line by line, and keep nothing."""
    decode = Decoder(kind).decode
    for line in lines:
        decode(line)


def from_file(path: Path, kind: Any) -> None:
    """The same with the lines of a file as they are read."""
    with path.open("rb") as lines:
        decoding(lines, kind)


def decoders(path: Path, hands: int) -> list[Contender]:
    """The lines of a file decoded: cut and in memory already, or read for it."""
    lines, plain = path.read_bytes().split(b"\n")[:-1], plain_types()
    works = {
        PLAIN: partial(decoding, lines, plain),
        FILE: partial(from_file, path, plain),
        STRICT: partial(decoding, lines, AnyEvent),
    }
    return [Contender(name, hands, HANDS, partial(cpu, work)) for name, work in works.items()]


# check --------------------------------------------------------------------------------------------


class Judged(NamedTuple):
    """What `check` makes of a file."""

    faulty: int
    """Games with errors."""
    folded: int
    """Hands of games that the screen did not pass."""


def judged(path: Path) -> Judged:
    """Judge a file, and count."""
    faulty = folded = 0
    for report in reports([path], Wishes()):
        if isinstance(report, GameReport):
            faulty += report.entry.status == "faulty"
            folded += report.entry.hands
    return Judged(faulty, folded)


def judging(path: Path, wishes: Wishes) -> float:
    """`check` as it is called from Python, reading the file too."""
    return cpu(lambda: sum(len(report.findings) for report in reports([path], wishes)))


def whole(path: Path, hands: int) -> Contender:
    """`check` as it is."""
    return Contender(CHECK, hands, HANDS, partial(judging, path, Wishes()))


def fold(path: Path, hands: int) -> Contender:
    """`check` without the screen."""
    return Contender(FOLD, hands, HANDS, partial(judging, path, Wishes(screen=False)))


# Columns ------------------------------------------------------------------------------------------


def columns(setup: Setup, hands: int, folder: Path) -> Iterator[Contender]:
    """So many single hands as columns: walked, judged, and read from a Parquet file."""
    one = msgspec.structs.replace(setup, games=hands, rounds=None, hands=1)
    tables = list(tabled(one))
    header = planned(one).header
    terms, _ = terms_of(header, {})
    batches = [batch for each in tables for batch in _batches(each, terms.players)]
    yield Contender(WALK, hands, HANDS, partial(_walking, table(terms), batches, terms))
    yield Contender(CLEAN, hands, HANDS, partial(_cleaning, tables))
    if HAS_ARROW:
        from brusqlog.bulk.handtable import write

        path = folder / "hands.parquet"
        write(tables, path)
        yield Contender(PARQUET, hands, HANDS, partial(judging, path, Wishes()))


class _Batch(NamedTuple):
    """Hands as they are walked, position by position."""

    dealt: Bytes
    stock: Bytes
    trump: Bytes
    plays: Bytes
    eldest: Bytes


def _batches(hands: HandTable, players: int) -> Iterator[_Batch]:
    """The hands of a table, cards dealt one by one, as batches to be walked."""
    whole, turnup = hands._columns, players * HOLDING
    for start in range(0, len(hands), BATCH):
        part = whole.part(start, start + BATCH)
        deck = part.deck.T
        stock = [*range(turnup + 1, len(deck)), turnup]
        dealt = deck[:turnup].reshape(HOLDING, players, -1).swapaxes(0, 1)
        yield _Batch(
            dealt=np.ascontiguousarray(dealt),
            stock=np.ascontiguousarray(deck[stock]),
            trump=deck[turnup] >> SUIT,
            plays=np.ascontiguousarray(part.plays.T),
            eldest=((part.dealer + 1) % players).astype(np.uint8),
        )


def _walking(table: Table, batches: Sequence[_Batch], terms: Terms) -> float:
    def work() -> None:
        for batch in batches:
            assert walk(table, *batch, terms.strict).sound.all()

    return cpu(work)


def _cleaning(tables: Sequence[HandTable]) -> float:
    return cpu(lambda: [each.clean() for each in tables])
