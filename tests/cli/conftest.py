"""What several tests of the command line share."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.running import ARCHIVE, LOG, SAMPLES, TYPICAL, WORKED, Typical, here


@pytest.fixture(scope="session")
def typical(tmp_path_factory: pytest.TempPathFactory) -> Typical:
    """A command line of every verb, with an archive and a log that are there."""
    folder = tmp_path_factory.mktemp("typical")
    made: Mapping[object, Path] = {ARCHIVE: folder / "games.duckdb", LOG: folder / "log.jsonl"}
    here("archive", "add", made[ARCHIVE], SAMPLES)
    made[LOG].write_bytes(WORKED.read_bytes())
    return {
        verb: [made.get(part, part) for part in arguments] for verb, arguments in TYPICAL.items()
    }
