"""`docs/archive.md`: the tables of an archive, column by column, and its reports."""

from collections.abc import Iterator
from typing import Final

from brusqlog.archive.opening import MEMORY, PATIENCE, STORAGE
from brusqlog.archive.stats import reports
from brusqlog.archive.tables import FORMAT, TABLES, Table
from brusqlog.archive.views import MACROS, VIEWS, View

PAGE: Final = "archive.md"

INTRO: Final = f"""\
# The archive

<!-- Made by `python -m docs.generate` from brusqlog/archive/: change it there. -->

An archive keeps the games of many logs and transcripts in one DuckDB file, so that they can be
asked about in SQL. Those files are the truth; an archive is a cache of them, which can be made
again at any time. [How to study many games](howto/study-many-games.md) shows it at work, from the
command line and from Python; this page says what is in it.

## What comes in, and how

Every game comes in, with its `status`: finished, unfinished, abandoned, faulty. `errors` and
`findings` say what is wrong with it. A game is judged once, when it is added, with the rulesets
known then (`--rules FILE` for those of one's own). A file that cannot be read, or not to its end,
has its row in `sources` and in `findings`. Where nothing at all could be read, no archive is made.

A game is known by the lines of its file. The same lines from another file, or added again, are the
same game, and nothing happens; the other file has its own row in `sources`. If the game at the same
position of the same file begins with all the lines of one that was added before, it replaces that
one. A file that was changed otherwise loses nothing: its new games are added, its old ones stay,
and `brusqlog archive add` says how many.

Games with the same `play_key` were played alike, card for card, and may be one game recorded twice,
or a transcript and the log that was made of it. All are kept; `same_play_as` names the first of
them. [The decisions](decisions/0009-the-archive.md) say what is in the keys.

A file is added whole or not at all. While games are added, a lock file (`.lock`) beside the archive
keeps others from adding too, and nobody can read it; another `brusqlog archive add` says so, and
waits {PATIENCE:.0f} seconds. When it is interrupted, run it again. An archive that is damaged is
told from one that is in use: make it again from its logs.

## Questions

One statement is answered, a SELECT; any statement that writes is refused. It reads the archive and
nothing else, no other file and no network, and can change no setting. It may use {MEMORY[:-3]} GiB
of memory and puts nothing on disk. How long it may take is not limited. DuckDB itself (from
{STORAGE[1:4]} on) opens the file too, and then does whatever its user wants.

## Tables

Seats count from 0 in order of play, hands and tricks from 1. What is not known is NULL. Figures are
those of the fold, the same that `replay` prints; SQL only counts them. The database has what stands
here as comments: `SELECT table_name, column_name, comment FROM duckdb_columns()`. `at` is a word of
SQL and is written `"at"`. The layout is `{FORMAT}`.
"""

REPORTS: Final = """\
## Reports

`brusqlog stats ARCHIVE` lists them. Each is narrowed by `--rules`, `--mode` and `--player`.
"""


def pages() -> dict[str, str]:
    """The page, by its path below `docs/`."""
    return {PAGE: "\n".join([INTRO, *_tables(), *_views(), REPORTS, *_reports()])}


def _tables() -> Iterator[str]:
    for table in TABLES:
        yield f"### {table.name}\n\n{table.comment}\n\n| column | type | |\n|---|---|---|"
        yield from _columns(table)
        yield ""


def _views() -> Iterator[str]:
    for view in VIEWS:
        yield f"### {view.name}\n\nA view. {view.comment}\n\n| column | type | |\n|---|---|---|"
        yield from _columns(view)
        yield ""
    if MACROS:
        yield "### Macros\n\n| macro | |\n|---|---|"
        yield from (f"| `{macro.call}` | {macro.comment} |" for macro in MACROS)
        yield ""


def _columns(table: Table | View) -> Iterator[str]:
    for column in table.columns:
        yield f"| `{column.name}` | {column.type} | {column.comment} |"


def _reports() -> Iterator[str]:
    for name, report in reports().items():
        yield f"### {name}\n\n{report.heading['en']}\n\n| column | heading | en français |"
        yield "|---|---|---|"
        for column, label in report.labels["en"].items():
            yield f"| `{column}` | {label} | {report.labels['fr'][column]} |"
        yield "\n" + report.about + "\n"
