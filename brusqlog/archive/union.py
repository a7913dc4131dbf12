"""Several archives as one, in which a game that is in two of them counts once."""

from collections.abc import Sequence
from pathlib import Path

from duckdb import DuckDBPyConnection

from brusqlog.archive.tables import OF_A_GAME
from brusqlog.archive.views import VIEWS

_AGAIN = """
CREATE TEMP TABLE again AS
SELECT archive, game FROM games
QUALIFY row_number() OVER (
    PARTITION BY game ORDER BY list_position($archives::VARCHAR[], archive)
) > 1
"""


def count_once(con: DuckDBPyConnection, archives: Sequence[str | Path]) -> None:
    """Let the tables of several archives, as `opening.reading` unites them, have each game only
    from the first archive that has it. Nothing is changed where no game is in two."""
    if "archive" not in con.sql("FROM games LIMIT 0").columns:
        return
    con.execute(_AGAIN, {"archives": [str(archive) for archive in archives]})
    if con.execute("SELECT count(*) FROM again").fetchall() == [(0,)]:
        return
    (database,) = con.execute("SELECT current_database()").fetchall()[0]
    for table in OF_A_GAME:
        con.execute(
            f"CREATE TEMP VIEW {table.name} AS FROM {database}.main.{table.name}"
            " ANTI JOIN again USING (archive, game)"
        )
    for view in VIEWS:
        con.execute(f"CREATE TEMP VIEW {view.name} AS {view.select}")
