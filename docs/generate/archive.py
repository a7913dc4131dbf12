"""`docs/archive.md`: the tables of an archive, column by column, and its reports."""

from collections.abc import Iterator
from inspect import cleandoc
from typing import Final

from brusqlog.archive import pattern
from brusqlog.archive.limits import GRACE, TICK
from brusqlog.archive.manifest import EXPORT
from brusqlog.archive.opening import MEMORY, PATIENCE, STORAGE
from brusqlog.archive.parquet import EVENTS
from brusqlog.archive.parts import SMALLEST
from brusqlog.archive.stats import reports
from brusqlog.archive.tables import FORMAT, TABLES, Table
from brusqlog.archive.views import MACROS, VIEWS, View

PAGE: Final = "archive.md"


def _patterns() -> str:
    """The language of patterns, as its module tells it."""
    _, _, forms, *meaning = cleandoc(pattern.__doc__ or "").split("\n\n")
    return "\n\n".join([f"```text\n{cleandoc(forms)}\n```", *meaning])


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

Logs, transcripts and hand tables come in. Games of large logs and rows of hand tables that the
screen passes are taken in many at once; their rows are those that the fold makes of them. A file
that is as it was when it was added is not read again.

A file is added whole or not at all. While games are added, a lock file (`.lock`) beside the archive
keeps others from adding too, and nobody can read it; another `brusqlog archive add` says so, and
waits {PATIENCE:.0f} seconds. When it is interrupted, at whatever moment, run it again. An archive
that is damaged is told from one that is in use: make it again from its logs.

`--jobs N` takes in files by several processes, `--cluster ADDRESS` by the workers of a Dask
cluster (`pip install "brusqlog[cluster]"`), which must see the files under the same names. A worker
makes an archive of one file and sends it back; files of less than {SMALLEST >> 20} MiB are taken in
here, as that is quicker. What comes of it is the same. When a worker dies its file is given to
another one; a file that no worker can take in is told as unread, and harms no other.

## Kept, proved, made again

- `brusqlog archive info` tells what is in an archive, `ls` lists its games.
- `verify` reads every block, takes in all games once more beside the archive, and compares the rows
  of every table. It ends with 1 if the archive is damaged, lacks a game of a file that has not
  changed, or says something else than its logs. Files that are gone or have changed are told.
  `--against PATH` holds it against other copies of the logs. What it needs is the time to add all
  games again, and room for them on the disk.
- `rebuild` makes the archive again from its logs; the old one is there until the new one is whole.
  Games whose files are gone are taken over as they are. Of an archive that is so damaged that it
  does not say what it was made of, name the files.
- `recheck` judges all logs again, by this version and the rulesets it knows, and tells which games
  would now have another status or other findings. `sources` and `rulesets` say what judged them.
- `remove` takes games out; `rebuild` leaves them out too, and to add their file brings them back.
- `alias NAME PLAYER` counts a player whose name is spelt in several ways as one: `players` and the
  reports then have one name for both, `seats` what the logs have.

## Questions

One statement is answered, a SELECT; any statement that writes is refused. It reads the archive and
nothing else, no other file and no network, and can change no setting. `--allow-files` lets SQL of
one's own read any file; the network stays out. DuckDB itself (from {STORAGE[1:4]} on) opens the
file too, and then does whatever its user wants.

`brusqlog query` works at an answer for 60 seconds (`--timeout`), and tells DuckDB to use
{MEMORY:g} GiB of memory (`--memory`) and to put nothing on disk. Some of its functions do not heed
these limits while they work at one value: then, after {GRACE:g} seconds more, or when the process
has taken twice the memory, the process is ended. What is not promised: on Windows only DuckDB's own
limit of memory holds. A single step may take very much memory between two looks, {TICK:g} seconds
apart, and a fault in DuckDB may end the process at once; neither changes the archive. In Python,
`Archive.query` gives the relation before anything is worked out: it has the limit of memory, none
of time. Who lets strangers ask, gives each question a process of its own, with the limits of the
system.

## Games and moments found

`brusqlog archive find` lists games, narrowed by `--player`, `--rules`, `--mode`, `--status`,
`--since` and `--until`, each with the command that replays it. Dates are compared as far as both
go: `--since 2026-03-14` lets a game of `2026-03` through. A player is found by any name that
stands for him (`archive alias`). With `--pattern` the moments are listed at which something
happened, by hand and trick. A pattern is conditions joined by commas, all true of the same trick,
hand or game; `not` before one turns it round:

{_patterns()}

A table for people leaves out columns that the command has; `--format` gives all. In Python
`Archive.find(pattern, player=…, since=…)` gives the relation, and `Archive.game(id)` reads a game
again from its file.

## A folder of Parquet files

`brusqlog archive export ARCHIVE --parquet DIR` writes each table as a dataset of its own,
`TABLE/rules=NAME/mode=MODE/NNNN-DIGEST.parquet`, compressed with zstd, rows sorted by game; a file
has the rows of games with at most about {EVENTS:,} events. Names of rulesets are percent-encoded.
`manifest.json` has the format (`{EXPORT}`), the layout of the tables, the version of
brusqlog, all tables and columns with their comments, and of each file its path, table, rows, bytes
and sha-256.
It is written last, in one step: as long as there is none, the export is not finished, and the same
command begins anew. `--force` replaces an export; until its manifest is replaced the old one stays
whole. `query`, `stats` and `archive find` take such a folder like an archive, after a glance
whether each file is there and has its size; `archive verify DIR` reads them all.
[How to share archives](howto/share-archives.md) shows it at work.

## Tables

Seats count from 0 in order of play, hands and tricks from 1. What is not known is NULL. Figures are
those of the fold, the same that `replay` prints; SQL only counts them. The database has what stands
here as comments: `SELECT table_name, column_name, comment FROM duckdb_columns()`. `at` is a word of
SQL and is written `"at"`. The layout is `{FORMAT}`.
"""

REPORTS: Final = """\
## Reports

`brusqlog stats ARCHIVE` lists them; [how to read them](howto/read-statistics.md) shows some at
work. Each is narrowed by `--rules`, `--mode`, `--player`, `--since`, `--until` and `--unique`,
which counts only the first of games that were played alike, card for card. Games with errors are
left out, unfinished ones count as far as they go. Shares have Wilson intervals, means reach 1.96
standard errors to either side; each report says what is taken as independent. Where several
archives are read, a game that is in two of them counts once.
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
