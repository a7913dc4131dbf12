"""What is in an archive, in short."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from brusqlog.archive.opening import opened, reading

LISTED: Final = """
    SELECT game, id, date, mode, rules, status, hands, errors,
           (SELECT string_agg(name, ', ' ORDER BY seat) FROM seats WHERE seats.game = games.game)
               AS players,
           source, position
    FROM games ORDER BY date NULLS LAST, source, position
"""
"""The games of an archive, one a row."""


class Info(Struct, frozen=True, kw_only=True):
    """What is in an archive. Dates are those of headers, `added_at` is in UTC."""

    layout: str
    size: int
    """Bytes of the file."""
    games: int
    finished: int
    unfinished: int
    abandoned: int
    faulty: int
    hands: int
    plays: int
    players: int
    sources: int
    unreadable: int
    """Files that could not be read, or not to their end."""
    first_date: str | None
    last_date: str | None
    added_at: str | None
    rules: list[str]
    engines: list[str]
    """The versions of brusqlog that judged the games."""


def info(path: str | Path) -> Info:
    """What is in an archive. Raises `ArchiveError`."""
    with reading([path]) as con, opened(path):
        row = con.execute(_INFO).fetchone()
        names = [column[0] for column in con.description or []]
    assert row is not None
    size = sum(file.stat().st_size for file in _files(Path(path)))
    return Info(size=size, **dict(zip(names, row, strict=True)))


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]


_INFO: Final = """
    SELECT
        (SELECT format FROM meta) AS layout,
        count(*) AS games,
        count(*) FILTER (status = 'finished') AS finished,
        count(*) FILTER (status = 'unfinished') AS unfinished,
        count(*) FILTER (status = 'abandoned') AS abandoned,
        count(*) FILTER (status = 'faulty') AS faulty,
        (SELECT count(*) FROM hands) AS hands,
        (SELECT count(*) FROM plays) AS plays,
        (SELECT count(DISTINCT player) FROM players) AS players,
        (SELECT count(*) FROM sources) AS sources,
        (SELECT count(*) FROM sources WHERE bytes_sha256 IS NULL OR source IN (
            SELECT findings.source FROM findings WHERE game IS NULL AND severity = 'error'
        )) AS unreadable,
        min(date) AS first_date,
        max(date) AS last_date,
        strftime(max(added_at), '%Y-%m-%dT%H:%M:%SZ') AS added_at,
        coalesce(list(DISTINCT rules ORDER BY rules) FILTER (rules IS NOT NULL), []) AS rules,
        coalesce((SELECT list(DISTINCT engine ORDER BY engine) FROM sources), []) AS engines
    FROM games
"""
