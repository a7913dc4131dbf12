"""`brusqlog simulate`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import typer
from msgspec import Struct
from msgspec.structs import replace

from brusqlog.cli import OK, UNREAD
from brusqlog.cli.french import told
from brusqlog.cli.options import Wrong, unknown, wrong
from brusqlog.cli.output import complain, lines, progress, style_of, tell, write
from brusqlog.cli.rulesets import named
from brusqlog.errors import SimulationError
from brusqlog.game.events import Event
from brusqlog.languages import Language, language
from brusqlog.log.packing import packed
from brusqlog.log.sources import SUFFIXES
from brusqlog.log.writer import dumps, replacing, write_log
from brusqlog.notation.sources import SUFFIXES as TRANSCRIPTS
from brusqlog.simulation.bots import HOUSE
from brusqlog.simulation.run import simulated
from brusqlog.simulation.setup import Setup
from brusqlog.spelling import escape

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
    try:
        made = simulated(setup)
    except SimulationError as error:
        raise _wrong(error) from error
    noun = style.number("", "games").strip()
    path = None if asked.output == "-" else asked.output
    if path is not None:
        _judge_name(path, spoken)
    elif asked.force:
        raise wrong("--force", "this means nothing without {other}.", other="-o FILE")
    games = progress(made, noun, lambda game: path is None)
    if path is None:
        write(lines(dumps(event).decode() for game in games for event in game))
        raise typer.Exit(OK)
    raise typer.Exit(_write(games, path, asked.force, spoken))


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


def _write(games: Iterable[Iterator[Event]], path: str, force: bool, spoken: Language) -> int:
    """Write the games to a file; the exit code."""
    try:
        with replacing(path, force=force) as file, packed(file, path) as handle:
            for game in games:
                write_log(game, handle)
    except OSError as error:
        complain(path, error, spoken)
        return UNREAD
    return OK


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
