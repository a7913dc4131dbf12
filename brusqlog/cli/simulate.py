"""`brusqlog simulate`."""

import sys
from collections.abc import Iterable, Iterator
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import typer
from msgspec import Struct
from msgspec.structs import replace

from brusqlog.checking.words import Words
from brusqlog.cli import OK, UNREAD
from brusqlog.cli.french import told
from brusqlog.cli.options import Wrong, unknown, wrong
from brusqlog.cli.output import complain, progress, style_of, tell, write
from brusqlog.cli.rulesets import named
from brusqlog.errors import SimulationError
from brusqlog.languages import Language, language
from brusqlog.log.packing import packed
from brusqlog.log.sources import SUFFIXES
from brusqlog.log.writer import replacing
from brusqlog.notation.sources import SUFFIXES as TRANSCRIPTS
from brusqlog.notation.sources import TABLE
from brusqlog.simulation.bots import HOUSE
from brusqlog.simulation.setup import Setup
from brusqlog.simulation.written import tabled, written
from brusqlog.spelling import Style, escape

if TYPE_CHECKING:
    from brusqlog.bulk.handtable import HandTable

OTHERS: Final = (".bz2", ".xz", ".zip", ".7z", ".lz4", ".br")
"""Endings of names that promise a compression which is not made."""


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line. `rules` and `bots` of `setup` are still to come."""

    setup: Setup
    rules: str
    bots: str
    output: str | None = None
    force: bool = False
    lang: str | None = None


def run(asked: Asked) -> None:
    """Make the games, write them, and end with the exit code."""
    spoken = language(asked.lang)
    style = style_of(sys.stdout, spoken, "never", "jsonl")
    setup = replace(asked.setup, rules=named(asked.rules), bots=_bots(asked.bots))
    if sum(length is not None for length in (setup.hands, setup.rounds, setup.target)) > 1:
        raise wrong(None, "only one of --hands, --rounds and --target can be given.")
    path = None if asked.output == "-" else asked.output
    table = path is not None and path.lower().endswith(TABLE)
    for option, given in (("--times", setup.times), ("--hidden", setup.hidden)):
        if table and given:
            raise wrong(option, "a hand table does not hold this.")
    try:
        made: Iterable[Any] = tabled(setup) if table else written(setup)
    except SimulationError as error:
        raise _wrong(error) from error
    counted = progress(
        _by_hands(made) if table else made,
        style.number("", "hands" if table else "games").strip(),
        lambda game: path is None,
    )
    if path is None:
        if asked.force:
            raise wrong("--force", "this means nothing without {other}.", other="-o FILE")
        write(piece.decode() for game in counted for piece in game)
        raise typer.Exit(OK)
    if not table:
        _judge_name(path, spoken)
    keep = _tabulate if table else _write
    raise typer.Exit(keep(counted, path, asked.force, spoken))


def _judge_name(path: str, spoken: Language) -> None:
    """Tell what a file is named that no folder walk finds. A name that promises what is not made is
    wrong usage."""
    suffix = Path(path).suffix.lower()
    if suffix in OTHERS:
        raise wrong("--output", "{given} is not made; .gz and .zst are.", given=suffix)
    if path.lower().endswith(TRANSCRIPTS):
        raise wrong("--output", "games are made as logs, whose names end in .brusq.jsonl.")
    if not path.lower().endswith(SUFFIXES):
        known = ", ".join(SUFFIXES)
        template = "{file}: in a folder only names are read that end in one of {known}"
        tell(f"brusqlog: {escape(told(template, spoken, file=path, known=known))}\n")


def _write(games: Iterable[Iterator[bytes]], path: str, force: bool, spoken: Language) -> int:
    """Write the games to a file; the exit code."""
    try:
        with replacing(path, force=force) as file, packed(file, path) as handle:
            for game in games:
                put(game, handle)
    except OSError as error:
        complain(path, error, spoken)
        return UNREAD
    return OK


def _tabulate(
    tables: Iterable["HandTable | None"], path: str, force: bool, spoken: Language
) -> int:
    """Write hand tables to one Parquet file; the exit code."""
    from brusqlog.bulk import handtable
    from brusqlog.bulk.faults import TableError

    try:
        handtable.write((table for table in tables if table is not None), path, force=force)
        return OK
    except OSError as error:
        complain(path, error, spoken)
    except TableError as error:
        if error.code is None:
            raise
        tell(f"brusqlog: {Words(Style(language=spoken)).message(error.code, error.facts)}\n")
    return UNREAD


def _by_hands(tables: Iterable["HandTable"]) -> Iterator["HandTable | None"]:
    """The tables, and with each None for its other hands, so that hands can be counted."""
    for table in tables:
        yield table
        yield from repeat(None, len(table) - 1)


def put(game: Iterable[bytes], handle: BinaryIO) -> None:
    """Write one game."""
    handle.writelines(game)


def _wrong(error: SimulationError) -> Wrong:
    """The usage error for games that cannot be made."""
    match error.argument:
        case "players":
            template = "two against two are four players, not {given}."
        case "bots":
            template = "{given} for {players} players: one for all is wanted, or one each."
        case "rules":
            template = "{name} is not played by {mode}; these are: {others}."
        case _:
            template = "{given} is too large: up to {most}."
    return wrong(f"--{error.argument}", template, **error.facts)


def _bots(given: str) -> str | list[str]:
    """One bot for all, or one a seat."""
    bots = given.split(",")
    for bot in bots:
        if bot not in HOUSE:
            raise unknown("--bots", bot, list(HOUSE), "bot")
    return bots if len(bots) > 1 else given
