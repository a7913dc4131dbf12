"""An archive to be filled, and logs to fill it with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from brusqlog.archive import Archive
from tests.archive.asking import Files


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "a.duckdb") as opened:
        yield opened


@pytest.fixture
def files(tmp_path: Path) -> Files:
    def write(**logs: str) -> Path:
        folder = tmp_path / "logs"
        folder.mkdir(exist_ok=True)
        for name, lines in logs.items():
            (folder / f"{name}.brusq.jsonl").write_text(lines, encoding="utf-8", newline="\n")
        return folder

    return write
