"""Verbs of archives: `archive add`, `query`, `stats`."""

from enum import StrEnum
from typing import Annotated

import typer

from brusqlog.cli.commands import App
from brusqlog.cli.completion import rulesets
from brusqlog.cli.options import Colour, ColourOption, ForceOption, LangOption, Paths, RulesOption

archive = App()


@archive.callback()
def about() -> None:
    """Keep the games of many logs in a file, to ask about them.

    \b
    Example:
      brusqlog archive add games.duckdb games/
    """


class AnswerFormat(StrEnum):
    """What `query` and `stats` can print."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    PARQUET = "parquet"
    MARKDOWN = "markdown"


def reports(incomplete: str) -> list[str]:
    """The reports whose names begin so."""
    from brusqlog.archive.stats import reports

    return [name for name in reports() if name.startswith(incomplete)]


Archive = Annotated[
    str, typer.Argument(metavar="ARCHIVE", help="The file of the archive, such as games.duckdb.")
]
Format = Annotated[
    AnswerFormat | None,
    typer.Option("--format", help="What to print; otherwise as FILE ends, .md too, or a table."),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write there instead.")
]


def add(
    archive: Archive,
    paths: Paths,
    rules: RulesOption = None,
    lang: LangOption = None,
) -> None:
    """Add games to an archive, which is made if there is none.

    Games that are in it already stay as they are; a log that has grown replaces its older self.
    Faulty and unfinished games are added too, and what cannot be read is noted down. Where nothing
    can be read, no archive is made.

    \b
    Examples:
      brusqlog archive add games.duckdb evening.brusq.jsonl
      brusqlog archive add games.duckdb games/ old.jsonl.gz
    """
    from brusqlog.cli.archive import add

    add(archive, paths, rules or [], lang)


archive.command()(add)


def query(
    archives: Annotated[
        list[str],
        typer.Argument(metavar="ARCHIVE", help="Archives; several are read as one."),
    ],
    sql: Annotated[
        str,
        typer.Argument(
            metavar="SQL", help="One SELECT; @FILE reads it from a file, - from standard input."
        ),
    ],
    form: Format = None,
    output: Output = None,
    force: ForceOption = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Ask an archive in SQL.

    Only the archive is read: nothing is changed, and no other file and no network is used. With
    several archives the tables have a column `archive`.

    \b
    Examples:
      brusqlog query games.duckdb "SELECT status, count(*) AS games FROM games GROUP BY status"
      brusqlog query games.duckdb "FROM seats" --format csv -o seats.csv
      brusqlog query games.duckdb @report.sql --format jsonl
    """
    from brusqlog.cli.answers import Wanted
    from brusqlog.cli.query import run

    run(archives, sql, Wanted(form and form.value, output, force, lang, color.value))


def stats(
    archive: Archive,
    report: Annotated[
        str | None,
        typer.Argument(
            metavar="REPORT",
            help="The name of a report; without it all are listed.",
            autocompletion=reports,
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only games by this ruleset.", autocompletion=rulesets),
    ] = None,
    mode: Annotated[
        str | None, typer.Option(metavar="MODE", help="Only games of this mode, such as 3 or 2v2.")
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only this player.")] = None,
    form: Format = None,
    output: Output = None,
    force: ForceOption = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Answer questions that are often asked of an archive.

    \b
    Examples:
      brusqlog stats games.duckdb
      brusqlog stats games.duckdb players --mode 3
      brusqlog stats games.duckdb players --format markdown --lang fr
    """
    from brusqlog.cli.answers import Wanted
    from brusqlog.cli.stats import run

    filters = {"rules": rules, "mode": mode, "player": player}
    run(archive, report, filters, Wanted(form and form.value, output, force, lang, color.value))
