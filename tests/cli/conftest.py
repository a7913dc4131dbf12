"""What several tests of the command line share."""

import pytest

from tests.cli.running import ARCHIVE, SAMPLES, TYPICAL, Typical, here


@pytest.fixture(scope="session")
def typical(tmp_path_factory: pytest.TempPathFactory) -> Typical:
    """A command line of every verb, with an archive that is there."""
    archive = tmp_path_factory.mktemp("archive") / "games.duckdb"
    here("archive", "add", archive, SAMPLES)
    return {
        verb: [archive if part == ARCHIVE else part for part in arguments]
        for verb, arguments in TYPICAL.items()
    }
