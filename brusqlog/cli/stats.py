"""`brusqlog stats`."""

import sys
import unicodedata
from collections.abc import Mapping

import typer

from brusqlog.archive.opening import reading
from brusqlog.archive.query import Connection, Relation
from brusqlog.archive.stats import Report, reports, values
from brusqlog.cli import OK, answers
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import lines, style_of, write
from brusqlog.languages import language
from brusqlog.spelling import pad

NOUNS = {"rules": "ruleset", "mode": "mode", "player": "player"}


def run(
    archive: str, name: str | None, filters: Mapping[str, str | None], wanted: answers.Wanted
) -> None:
    """Print a report, or which there are, and end with the exit code."""
    if name is None:
        given = next((f"--{filter}" for filter, wish in filters.items() if wish is not None), None)
        if given is not None:
            template = "this is missing: {given} narrows a report, one of {known}."
            raise wrong("REPORT", template, given=given, known=", ".join(reports()))
        with answers.complaining(language(wanted.lang)):
            reading([archive]).close()
        style = style_of(sys.stdout, language(wanted.lang), wanted.color)
        size = max(map(len, reports()))
        told = ((name, report.heading[style.language]) for name, report in reports().items())
        write(lines(f"{pad(name, size)}  {style.plain(heading)}" for name, heading in told))
        raise typer.Exit(OK)
    if name not in reports():
        raise unknown("REPORT", name, list(reports()), "report")
    report = reports()[name]
    answers.run([archive], lambda con: _narrowed(con, report, filters), wanted, report)


def _narrowed(con: Connection, report: Report, filters: Mapping[str, str | None]) -> Relation:
    """A report of the games that pass the filters; a value that the archive lacks is wrong usage,
    not an empty table."""
    wishes = {
        filter: unicodedata.normalize("NFC", wish)
        for filter, wish in filters.items()
        if wish is not None
    }
    for filter, wish in wishes.items():
        known = values(con, filter)
        if wish not in known:
            raise unknown(f"--{filter}", wish, known, NOUNS[filter])
    return report.of(con, **wishes)
