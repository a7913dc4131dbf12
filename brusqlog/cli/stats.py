"""`brusqlog stats`."""

import os
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import typer
from msgspec.structs import replace

from brusqlog.archive import plots
from brusqlog.archive.opening import reading
from brusqlog.archive.query import Connection, Relation, asking
from brusqlog.archive.stats import VALUES, Report, is_date, reports, values
from brusqlog.archive.union import count_once
from brusqlog.cli import OK, UNREAD, answers
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import complain, lines, style_of, write
from brusqlog.cli.rulesets import named
from brusqlog.languages import language
from brusqlog.log.writer import replacing
from brusqlog.spelling import escape, pad

NOUNS = {"rules": "ruleset", "mode": "mode", "player": "player"}

Wishes = Mapping[str, str | bool | None]
"""What was asked for by options: the filters, and the ruleset `against`."""


class Asked(NamedTuple):
    """What the arguments ask for: of which archives, which report, about which player."""

    archives: Sequence[str]
    report: Report | None = None
    player: str | None = None


def run(
    arguments: Sequence[str], wishes: Wishes, wanted: answers.Wanted, plot: str | None = None
) -> None:
    """Print a report, or which there are, and end with the exit code. With `plot` a picture of the
    report is written to that file too."""
    asked = _asked(arguments)
    for number, archive in enumerate(asked.archives):
        if archive in asked.archives[:number]:
            raise wrong("ARCHIVE", "{given!r} is named twice.", given=archive)
    if asked.report is None:
        _list(asked, {**wishes, "plot": plot}, wanted)
    else:
        _report(asked, asked.report, wishes, wanted, plot)


def _asked(arguments: Sequence[str]) -> Asked:
    """A report's name that comes last is one, even if there is a file of that name."""
    *archives, last = arguments
    if len(archives) > 1 and archives[-1] == "player":
        return Asked(archives[:-1], reports()["player"], last)
    if archives and last in reports():
        return Asked(archives, reports()[last])
    if archives and not re.search(r"[./\\]", last) and not os.path.exists(last):  # noqa: PTH110
        raise unknown("REPORT", last, list(reports()), "report")
    return Asked(arguments)


def _list(asked: Asked, wishes: Wishes, wanted: answers.Wanted) -> None:
    given = next((f"--{name}" for name, wish in wishes.items() if wish not in (None, False)), None)
    if given is not None:
        template = "this is missing: {given} narrows a report, one of {known}."
        raise wrong("REPORT", template, given=given, known=", ".join(reports()))
    with answers.complaining(language(wanted.lang)):
        archives = [path for path in asked.archives if not answers.is_table(path)]
        if archives:
            reading(archives).close()
    style = style_of(sys.stdout, language(wanted.lang), wanted.color)
    size = max(map(len, reports()))
    told = ((name, report.heading[style.language]) for name, report in reports().items())
    write(lines(f"{pad(name, size)}  {style.plain(heading)}" for name, heading in told))
    raise typer.Exit(OK)


def _report(
    asked: Asked, report: Report, wishes: Wishes, wanted: answers.Wanted, plot: str | None
) -> None:
    filters = {
        name: unicodedata.normalize("NFC", wish) if isinstance(wish, str) else wish
        for name, wish in wishes.items()
        if name != "against"
    }
    if asked.player is not None:
        if filters["player"] is not None:
            raise wrong("--player", "{given!r} is one too many.", given=filters["player"])
        filters["player"] = unicodedata.normalize("NFC", asked.player)
    if report.needs == "player" and filters["player"] is None:
        raise wrong("NAME", "this is missing: the report is about one player.")
    for name in ("since", "until"):
        given = filters[name]
        if isinstance(given, str) and not is_date(given):
            raise wrong(
                f"--{name}",
                "{given!r} is no date such as 2025, 2025-03 or 2025-03-31.",
                given=given,
            )
    other = wishes["against"]
    if report.needs == "against" and other is None:
        raise wrong("--against", "this is missing: it names the other ruleset.")
    if other is not None and report.needs != "against":
        raise wrong("--against", "this means nothing without {other}.", other="rules")
    against = named(other, "--against") if isinstance(other, str) else None
    if plot is not None:
        _judge_plot(plot, report)

    def ask(con: Connection) -> Relation:
        _judge(con, filters)
        count_once(con, asked.archives)
        found = report.of(con, against=against, **filters)
        if plot is not None:
            _draw(found, report, plot, filters, wanted)
        return found

    without = wanted
    if wanted.output is None and plot is not None:
        without = replace(wanted, force=False)  # it is for the picture
    answers.run(asked.archives, ask, without, report)


def _judge(con: Connection, filters: Wishes) -> None:
    """A value that no archive has is wrong usage, not an empty table."""
    for name in VALUES:
        wish = filters[name]
        if isinstance(wish, str) and wish not in (known := values(con, name)):
            raise unknown(f"--{name}", wish, known, NOUNS[name])


def _judge_plot(plot: str, report: Report) -> None:
    """What can be said against a picture before anything is asked."""
    if report.name not in plots.DRAWN:
        known = ", ".join(plots.DRAWN)
        template = "there is no picture of the report {report}, only of: {known}."
        raise wrong("--plot", template, report=report.name, known=known)
    if Path(plot).suffix.lower().removeprefix(".") not in plots.FORMS:
        raise wrong("--plot", "{given!r} ends neither in .svg nor in .png.", given=plot)
    try:
        plots.prepare()
    except ModuleNotFoundError:
        raise wrong("--plot", 'this needs matplotlib: `pip install "brusqlog[plot]"`.') from None


def _draw(
    found: Relation, report: Report, plot: str, filters: Wishes, wanted: answers.Wanted
) -> None:
    """Write the picture; if that cannot be done, end with the exit code."""
    spoken = language(wanted.lang)
    with asking():
        rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    narrowed = " ".join(
        f"--{name}" if wish is True else f"--{name} {escape(str(wish))}"
        for name, wish in filters.items()
        if wish not in (None, False)
    )
    form = Path(plot).suffix.lower().removeprefix(".")
    try:
        with replacing(plot, force=wanted.force) as handle:
            handle.write(plots.picture(report, rows, spoken, form, narrowed))
    except OSError as error:
        complain(plot, error, spoken)
        raise typer.Exit(UNREAD) from error
