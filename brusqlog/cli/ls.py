"""`brusqlog ls`."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
import typer
from msgspec import Struct

from brusqlog.checking.report import Wishes, file_report, status
from brusqlog.checking.run import judged, sources
from brusqlog.checking.text import text
from brusqlog.cli import OK, UNREAD
from brusqlog.cli.output import lines, style_of, tell, write
from brusqlog.cli.picking import spoken_in
from brusqlog.cli.rulesets import rulesets
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.reader import Fault, GameLog
from brusqlog.show.vocabulary import LABELS
from brusqlog.spelling import Style, escape

LIST_FORMAT: Final = "brusqlog-ls/1"


class Listed(Struct, frozen=True, kw_only=True):
    """One game of the list. What a header that cannot be read would tell is None."""

    file: str
    index: int
    id: str | None
    rules: str | None
    players: list[str] | None
    status: str


def run(paths: Sequence[str], form: str, lang: str | None, rules: Sequence[str] = ()) -> None:
    """List the games, tell what could not be read, and end with the exit code."""
    style = style_of(sys.stdout, spoken_in(lang, paths), "never", form)
    unread: list[str] = []
    games = _games(paths, style, rulesets(rules), unread)
    match form:
        case "json":
            document = {"format": LIST_FORMAT, "games": list(games)}
            write(lines([msgspec.json.encode(document).decode()]))
        case "jsonl":
            write(lines(msgspec.json.encode(game).decode() for game in games))
        case _:
            write(lines(_line(game, style) for game in games))
    raise typer.Exit(UNREAD if unread else OK)


def _games(
    paths: Sequence[str], style: Style, rules: Mapping[str, Ruleset], unread: list[str]
) -> Iterator[Listed]:
    for file, games in sources(paths, rules):
        count = 0
        for log in games:
            if isinstance(log, Fault):
                report = file_report(file, [log], Wishes(style=style), games=count)
                tell("".join(text([report], style)))
                if report.read != "whole":
                    unread.append(file)
            else:
                count += 1
                yield _listed(log, rules)


def _listed(log: GameLog, rules: Mapping[str, Ruleset]) -> Listed:
    header = log.header
    return Listed(
        file=log.file,
        index=log.index,
        id=header.id if header else None,
        rules=header.rules if header else None,
        players=list(header.players) if header else None,
        status=status(log, judged(log, rules)),
    )


def _line(game: Listed, style: Style) -> str:
    players = ", ".join(map(escape, game.players or ["?"]))
    told = [game.id or "?", game.rules or "?"]
    place = f"{escape(game.file)}#{game.index}"
    told = [place, *map(escape, told), players, LABELS[style.language][game.status]]
    return style.plain(" · ").join(told)
