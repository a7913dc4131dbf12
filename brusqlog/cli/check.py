"""`brusqlog check`."""

import contextlib
import sys
from collections.abc import Iterable, Iterator, Sequence

import typer
from msgspec import Struct

from brusqlog.checking.formats import FORMATS
from brusqlog.checking.report import FileReport, Report, Summary, Wishes
from brusqlog.checking.run import Meter, reports
from brusqlog.checking.text import closing, counted, more, statistics
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import progress, style_of, tell, write
from brusqlog.cli.picking import spoken_in
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.workers import workers
from brusqlog.game.findings import codes


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
    digest: str | None = None
    jobs: int = 1
    cluster: str | None = None
    screen: bool = True
    follow: bool = False
    watch: bool = False
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
    style = style_of(sys.stdout, spoken_in(asked.lang, asked.paths), asked.color, asked.form)
    for code in {*asked.select} & {*asked.ignore}:
        raise wrong("--ignore", "{code} is selected, and cannot be ignored.", code=code)
    wishes = Wishes(
        style=style,
        rulesets=rulesets(asked.rules),
        require_finished=asked.require_finished,
        select=_known("--select", asked.select),
        ignore=_known("--ignore", asked.ignore),
        screen=asked.screen,
        digest=_digest(asked),
    )
    if asked.follow or asked.watch:
        _keep_on(asked, wishes)
    raise typer.Exit(_once(asked, wishes))


def _once(asked: Asked, wishes: Wishes) -> int:
    style, tally = wishes.style, Tally()
    meter = Meter() if sys.stderr.isatty() else None

    def state() -> tuple[int, float]:
        share = meter.done / meter.known if meter is not None and meter.known else 0.0
        return tally.summary.games, share

    # Closed when it is interrupted, too: then processes that judge are ended.
    with (
        workers(asked.jobs, asked.cluster) as (jobs, pool),
        contextlib.closing(
            reports(asked.paths, wishes, jobs=jobs, executor=pool, meter=meter)
        ) as judged,
    ):
        shown = progress(
            tally.of(judged),
            style.number("", "games").strip(),
            lambda report: report.findings or asked.games,
            state,
            style.language,
        )
        write(FORMATS[asked.form](shown, style, games=asked.games))
    if asked.statistics and asked.form == "text":
        write(counted(tally.codes, style))
    elif asked.statistics:
        tell("".join(counted(tally.codes, style)))
    if asked.form == "text":
        tell(closing(tally.summary, style))
        if tally.codes and sys.stderr.isatty():  # said to people, not to what reads along
            tell(more(tally.codes, style))
    return tally.exit_code(asked.strict)


def _keep_on(asked: Asked, wishes: Wishes) -> None:
    """Go on until interrupted."""
    from brusqlog.cli import following

    option = "--follow" if asked.follow else "--watch"
    if asked.follow and asked.watch:
        raise wrong("--follow", "this goes without --watch.")
    if asked.follow and (asked.jobs != 1 or asked.cluster is not None):
        raise wrong("--follow", "this goes without --jobs.")
    if asked.form not in ("text", "jsonl"):
        raise wrong(option, "this prints text or jsonl.")
    if asked.follow:
        following.check(following.one_file(asked.paths, option), wishes, asked.form)
    else:
        following.watch(asked.paths, wishes.style, lambda: _once(asked, wishes))


def _digest(asked: Asked) -> str | None:
    """The digest that was kept elsewhere, which one file is to be held against."""
    if asked.digest is None:
        return None
    digest = asked.digest.strip().lower()
    if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise wrong("--digest", "this takes the 64 hex digits that `seal` prints.")
    if len(asked.paths) != 1:
        raise wrong("--digest", "this goes with one file.")
    return digest


def _known(option: str, given: Sequence[str]) -> frozenset[str]:
    for code in given:
        if code not in codes():
            raise unknown(option, code, list(codes()), "code")
    return frozenset(given)
