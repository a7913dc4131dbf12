"""Archives measured: what it costs to take hands in, and to ask many of them.

python -m tests.benchmarks.archive --hands 60000 --asked 1000000 --write docs/performance.md
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import duckdb

from brusqlog.archive import Archive
from brusqlog.archive.opening import beside, reading
from brusqlog.archive.stats import reports
from brusqlog.bulk.handtable import write
from brusqlog.simulation.setup import Setup
from brusqlog.simulation.written import tabled, written
from tests.benchmarks.page import ARCHIVE, aligned, number, put
from tests.benchmarks.rounds import Contender, cpu, measured

GRAINS: Final = {
    "hand": """
        SELECT place, count(*), avg(points), avg(won::INT), avg(net_payments)
        FROM hand_seats GROUP BY place
    """,
    "hand, of games that are not faulty": """
        SELECT seat, count(*), avg(points) FROM hand_seats JOIN games USING (game)
        WHERE status <> 'faulty' GROUP BY seat
    """,
    "trick": "SELECT trick, avg(points), avg((leader = taker)::INT) FROM tricks GROUP BY trick",
    "play": "SELECT card, is_trump, count(*), avg(took::INT) FROM plays GROUP BY ALL",
    "play, of games that are not faulty": """
        SELECT card, count(*), avg(took::INT) FROM plays JOIN games USING (game)
        WHERE status <> 'faulty' GROUP BY card
    """,
}
"""Questions, by what they look at."""

ADD, READ_JSON, PLAIN = "archive add", "DuckDB read_json into a table", "read_json, in memory"


def main() -> None:
    """Measure, print, and put the figures into a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=60_000, help="hands that are taken in")
    parser.add_argument("--asked", type=int, default=0, help="hands that are asked for; 0: none")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        told = intake(Path(folder), asked.hands, asked.rounds)
        if asked.asked:
            told += "\n" + questions(Path(folder), asked.asked, asked.rounds)
    print(told, end="")
    if asked.write:
        page = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(put(page, ARCHIVE, told), encoding="utf-8", newline="\n")


def intake(folder: Path, hands: int, rounds: int) -> str:
    """What taking in costs, beside DuckDB's own reader of JSON, which checks nothing."""
    logs = folder / "logs.brusq.jsonl"
    with logs.open("wb") as file:
        for game in written(Setup(games=hands)):
            file.writelines(game)

    def add() -> None:
        archive = folder / "added.duckdb"
        _away(archive)
        with Archive(archive) as opened:
            assert opened.add(logs).games == hands

    def read(where: str) -> Callable[[], None]:
        def work() -> None:
            if where != ":memory:":
                _away(Path(where))
            with duckdb.connect(where) as con:
                con.execute("SET threads = 1")
                con.execute(f"CREATE TABLE events AS FROM read_ndjson('{logs}')")

        return work

    works = {ADD: add, READ_JSON: read(str(folder / "read.duckdb")), PLAIN: read(":memory:")}
    found = measured(
        [
            Contender(name, hands, "hands/s", lambda work=work: cpu(work))  # type: ignore[misc]
            for name, work in works.items()
        ],
        rounds,
    )
    size = (folder / "added.duckdb").stat().st_size
    head = f"{hands:,} hands of three players, one a game, {logs.stat().st_size / 1e6:,.0f} MB;"
    rows = [(name, number(found.rate(name)), "hands/s") for name in works]
    ratios = [
        (f"{ADD} : {other}", f"{found.ratio(ADD, other):.2f}") for other in (READ_JSON, PLAIN)
    ]
    head += f" the archive has {size / 1e6:,.0f} MB; {rounds} rounds\nDuckDB {duckdb.__version__}"
    return f"{head}\n\n{aligned(rows)}\n{aligned([('ratio of speeds', 'measured'), *ratios])}"


def questions(folder: Path, hands: int, rounds: int) -> str:
    """The seconds of CPU that questions take: medians of rounds."""
    table, archive = folder / "hands.parquet", folder / "asked.duckdb"
    write(tabled(Setup(games=hands)), table)
    with Archive(archive) as opened:
        begun = time.process_time()
        assert opened.add(table).games == hands
        taken = time.process_time() - begun
    table.unlink()
    rows = [("question", "seconds")]
    with reading([archive]) as con:
        for name, sql in GRAINS.items():
            rows.append((f"by {name}", f"{_seconds(con, sql, rounds):.3f}"))
    with Archive(archive) as opened:
        opened.query("SELECT 1").fetchall()
        for name, report in reports().items():
            if report.needs is None:
                work = partial(_report, opened, name)
                seconds = median(_timed(work) for _ in range(rounds))
                rows.append((f"stats {name}", f"{seconds:.3f}"))
    size = archive.stat().st_size
    head = f"{hands:,} hands from a hand table, {hands / taken:,.0f} hands/s; {size / 1e6:,.0f} MB"
    return f"{head}\n\n{aligned(rows)}"


def _seconds(con: duckdb.DuckDBPyConnection, sql: str, rounds: int) -> float:
    con.execute(sql).fetchall()
    return median(_timed(lambda: con.execute(sql).fetchall()) for _ in range(rounds))


def _report(archive: Archive, name: str) -> None:
    archive.stats(name).fetchall()


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _away(archive: Path) -> None:
    for file in beside(archive):
        Path(file).unlink(missing_ok=True)


if __name__ == "__main__":
    main()
