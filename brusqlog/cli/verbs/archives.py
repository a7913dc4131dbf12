"""Verbs of archives: `archive add`, `query`, `stats`."""

from enum import StrEnum
from typing import Annotated

import typer

from brusqlog.cli.commands import App
from brusqlog.cli.completion import rulesets
from brusqlog.cli.options import (
    ClusterOption,
    Colour,
    ColourOption,
    ForceOption,
    JobsOption,
    LangOption,
    Paths,
    RulesOption,
)

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
OnlyRules = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="NAME", help="Only games by this ruleset.", autocompletion=rulesets
    ),
]
OnlyMode = Annotated[
    str | None,
    typer.Option("--mode", metavar="MODE", help="Only games of this mode, such as 3 or 2v2."),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write there instead.")
]


def add(
    archive: Archive,
    paths: Paths,
    rules: RulesOption = None,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
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
      brusqlog archive add games.duckdb million/ --jobs 4
    """
    from brusqlog.cli.archive import add

    add(archive, paths, rules or [], lang, jobs, cluster)


archive.command()(add)


def export(
    archive: Archive,
    parquet: Annotated[str, typer.Option(metavar="DIR", help="The folder to write into.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an export that exists.")] = False,
    lang: LangOption = None,
) -> None:
    """Write an archive as a folder of Parquet files, to be shared.

    Each table is a dataset of its own, parted by rules and mode. manifest.json, which is written
    last, has the sha-256 of each file; `archive verify` compares. Interrupted, it is run again.

    
    Example:
      brusqlog archive export games.duckdb --parquet lake/
    """
    from brusqlog.cli.exporting import run

    run(archive, parquet, force, lang)


archive.command()(export)


class Status(StrEnum):
    """How a game stands."""

    FINISHED = "finished"
    UNFINISHED = "unfinished"
    ABANDONED = "abandoned"
    FAULTY = "faulty"


def find(
    archives: Annotated[
        list[str],
        typer.Argument(metavar="ARCHIVE", help="Archives; several are read as one."),
    ],
    pattern: Annotated[
        str | None,
        typer.Option(metavar="PATTERN", help="What happened, in words; commas join conditions."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only games of this player.")
    ] = None,
    rules: OnlyRules = None,
    mode: OnlyMode = None,
    status: Annotated[
        Status | None, typer.Option("--status", help="Only games that stand so.")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only games from then on, such as 2026-03.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only games up to then, it included.")
    ] = None,
    form: Format = None,
    output: Output = None,
    force: ForceOption = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Find games of archives, or moments in them, and tell the command that replays each.

    A pattern is conditions joined by commas, all true of the same trick or hand, such as
    `trick 10`, `ace of trumps led`, `ten lost by dealer`, `pot shared`. docs/archive.md has them
    all.

    \b
    Examples:
      brusqlog archive find games.duckdb --player Anne --since 2026-03
      brusqlog archive find games.duckdb --pattern "trick 10, ace of trumps led"
      brusqlog archive find games.duckdb lake/ --pattern "pot shared" --format csv -o shared.csv
    """
    from brusqlog.cli.answers import Wanted
    from brusqlog.cli.finding import run

    filters = {
        "player": player,
        "rules": rules,
        "mode": mode,
        "status": status and status.value,
        "since": since,
        "until": until,
    }
    run(archives, pattern, filters, Wanted(form and form.value, output, force, lang, color.value))


archive.command()(find)


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
    spreadsheet: Annotated[
        bool,
        typer.Option("--spreadsheet", help="With csv: no text is to be taken for a formula."),
    ] = False,
    files: Annotated[
        bool, typer.Option("--allow-files", help="Let the SQL, your own, read any file.")
    ] = False,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="Time it may take; 0 is any time.")
    ] = 60,
    memory: Annotated[
        float, typer.Option(metavar="GIB", min=0.1, help="Memory it may take, in GiB.")
    ] = 2,
    output: Output = None,
    force: ForceOption = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Ask an archive in SQL.

    Only the archive is read: nothing is changed, and no other file and no network is used. A folder
    that `archive export` wrote is asked like an archive, a hand table like the archive that it
    makes. With several archives the tables have a column `archive`.

    \b
    Examples:
      brusqlog query games.duckdb "SELECT status, count(*) AS games FROM games GROUP BY status"
      brusqlog query games.duckdb "FROM seats" --format csv -o seats.csv
      brusqlog query games.duckdb @report.sql --format jsonl
      brusqlog query club.duckdb lake/ "SELECT archive, count(*) AS games FROM games GROUP BY ALL"
      brusqlog query hands.parquet "SELECT trick, avg(points) AS points FROM tricks GROUP BY trick"
    """
    from brusqlog.archive.limits import Limits
    from brusqlog.cli.answers import Wanted
    from brusqlog.cli.query import run

    limits = Limits(timeout, memory)
    given = form and form.value
    wanted = Wanted(given, output, force, lang, color.value, spreadsheet, files, limits)
    run(archives, sql, wanted)


def stats(
    archive: Archive,
    more: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="REPORT",
            help="The name of a report, before it more archives, read as one;"
            " without it all are listed.",
            autocompletion=reports,
        ),
    ] = None,
    rules: OnlyRules = None,
    mode: OnlyMode = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only this player.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only games from then on, such as 2025-03.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only games until then, that day included.")
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Of games played alike, card for card, only the first.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="For `rules`: the other ruleset, published or a file of your own.",
            autocompletion=rulesets,
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw a picture of it there too: .svg or .png."),
    ] = None,
    form: Format = None,
    output: Output = None,
    force: ForceOption = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Answer questions that are often asked of an archive.

    A game that is in several archives counts once. `--player` leaves only what is about the player,
    or games he played in. A game without a date passes neither `--since` nor `--until`.

    \b
    Examples:
      brusqlog stats games.duckdb
      brusqlog stats games.duckdb players --mode 3
      brusqlog stats games.duckdb player Anne --since 2025
      brusqlog stats games.duckdb lake/ seats --unique --format markdown --lang fr
      brusqlog stats games.duckdb brusquembilles --plot saved.svg
      brusqlog stats games.duckdb rules --against academie-1718
    """
    from brusqlog.cli.answers import Wanted
    from brusqlog.cli.stats import run

    wishes: dict[str, str | bool | None] = {
        "rules": rules, "mode": mode, "player": player, "since": since, "until": until,
        "unique": unique, "against": against,
    }  # fmt: skip
    wanted = Wanted(form and form.value, output, force, lang, color.value)
    run([archive, *(more or [])], wishes, wanted, plot)
