"""One game of each of several files, as `diff` and `join` take them."""

from collections.abc import Mapping, Sequence

import typer
from msgspec.structs import replace

from brusqlog.checking.report import Wishes, file_report, is_error
from brusqlog.checking.report import report as report_of
from brusqlog.checking.run import STDIN, judged
from brusqlog.checking.text import text as findings_text
from brusqlog.cli import UNREAD
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import tell
from brusqlog.cli.picking import wanted
from brusqlog.cli.versions import given
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog

Games = Sequence[GameLog | Fault]


def read_each(paths: Sequence[str], rulesets: Mapping[str, Ruleset]) -> list[Games]:
    """The games of each file."""
    if paths.count(STDIN) > 1:
        raise wrong(None, "standard input can be read only once.")
    return [given(path, rulesets) for path in paths]


def one_game(path: str, games: Games, asked: str | None, wishes: Wishes) -> GameLog:
    """The one game of a file, or that of its position or id. Without one that can be read the end,
    with the exit code."""
    logs = [game for game in games if isinstance(game, GameLog)]
    faults = [game for game in games if isinstance(game, Fault)]
    report = file_report(path, faults, wishes, games=len(logs))
    tell("".join(findings_text([report], wishes.style)))
    if report.read != "whole" or not logs:
        raise typer.Exit(UNREAD)
    if asked is None and len(logs) > 1:
        raise wrong("--game", "{file} has {count} games: which one?", file=path, count=len(logs))
    ids = [log.header.id if log.header else "" for log in logs]
    for log in logs:
        if wanted(log, asked):
            if not log.readable:
                tell_form(log, wishes)
                raise typer.Exit(UNREAD)
            return log
    raise unknown("--game", str(asked), ids, "game")


def tell_form(log: GameLog, wishes: Wishes) -> bool:
    """Tell what cannot be read of a game; whether there is anything."""
    if not any(is_error(fault.code) for fault in log.faults):
        return False
    malformed = {fault.code for fault in log.faults if is_error(fault.code)}
    report = report_of(log, judged(log, wishes.rulesets), wishes)
    found = [finding for finding in report.findings if finding.code in malformed]
    tell("".join(findings_text([replace(report, findings=found)], wishes.style)))
    return True
