"""`brusqlog check`."""

import sys
from collections.abc import Iterable, Iterator, Sequence

import typer
from msgspec import Struct

from brusqlog.checking.formats import FORMATS
from brusqlog.checking.report import FileReport, Report, Summary, Wishes
from brusqlog.checking.run import reports
from brusqlog.checking.text import closing, counted, more, statistics
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import progress, style_of, tell, write
from brusqlog.cli.rulesets import rulesets
from brusqlog.game.findings import codes
from brusqlog.spelling import language


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    paths: Sequence[str]
    form: str = "text"
    strict: bool = False
    rules: Sequence[str] = ()
    require_finished: bool = False
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    games: bool = False
    statistics: bool = False
    lang: str | None = None
    color: str = "auto"


class Tally:
    """Counts what passes, for the last line and the exit code."""

    def __init__(self) -> None:
        self.summary = Summary()
        self.unread = False
        self.codes: dict[str, int] = {}

    def of(self, judged: Iterable[Report]) -> Iterator[Report]:
        """The same reports."""
        for report in statistics(judged, self.codes):
            self.summary.add(report)
            if isinstance(report, FileReport) and report.read != "whole":
                self.unread = True
            yield report

    def exit_code(self, strict: bool) -> int:
        """What the process ends with."""
        if self.unread:
            return UNREAD
        failed = self.summary.errors or (strict and self.summary.warnings)
        return ERRORS if failed else OK


def run(asked: Asked) -> None:
    """Judge, print, and end with the exit code."""
    style = style_of(sys.stdout, language(asked.lang), asked.color, asked.form)
    for code in {*asked.select} & {*asked.ignore}:
        raise wrong("--ignore", "{code} is selected, and cannot be ignored.", code=code)
    wishes = Wishes(
        style=style,
        rulesets=rulesets(asked.rules),
        require_finished=asked.require_finished,
        select=_known("--select", asked.select),
        ignore=_known("--ignore", asked.ignore),
    )
    tally = Tally()
    judged = progress(
        tally.of(reports(asked.paths, wishes)),
        style.number("", "games").strip(),
        lambda report: report.findings or asked.games,
    )
    write(FORMATS[asked.form](judged, style, games=asked.games))
    if asked.statistics and asked.form == "text":
        write(counted(tally.codes, style))
    elif asked.statistics:
        tell("".join(counted(tally.codes, style)))
    if asked.form == "text":
        tell(closing(tally.summary, style))
        if tally.codes and sys.stderr.isatty():  # said to people, not to what reads along
            tell(more(tally.codes, style))
    raise typer.Exit(tally.exit_code(asked.strict))


def _known(option: str, given: Sequence[str]) -> frozenset[str]:
    for code in given:
        if code not in codes():
            raise unknown(option, code, list(codes()), "code")
    return frozenset(given)
