"""Files taken in by other processes make the archive that one process makes; what ends a worker
harms no other file."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import brusqlog
from brusqlog import cluster
from brusqlog.archive import Archive, parts
from tests.archive.asking import MODES, SLIP, Files, everything, made, rows


@pytest.fixture
def folder(files: Files, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of all kinds: legal games, the same ones twice, faulty ones, none at all."""
    monkeypatch.setattr(parts, "SMALLEST", 1)
    logs = {name: made(7, **MODES[name]) for name in ("two", "three", "points")}
    found = files(**logs, again=logs["two"] + logs["points"], slip=SLIP.read_text(encoding="utf-8"))
    (found / "empty.jsonl").write_bytes(b"")
    (found / "none.jsonl").write_bytes(b"\x00nonsense\n")
    return found


def contents(archive: Archive) -> dict[str, list[tuple[Any, ...]]]:
    return {
        name: sorted((tuple(map(str, row)) for row in found), key=repr)
        for name, found in without_times(archive).items()
    }


def without_times(archive: Archive) -> dict[str, list[tuple[Any, ...]]]:
    from datetime import datetime

    return {
        name: [tuple(value for value in row if not isinstance(value, datetime)) for row in found]
        for name, found in everything(archive).items()
    }


@pytest.fixture
def alone(folder: Path, tmp_path: Path) -> tuple[Any, dict[str, list[tuple[Any, ...]]]]:
    """What one process makes of the files."""
    with Archive(tmp_path / "alone.duckdb") as archive:
        return archive.add(folder), contents(archive)


def test_any_executor_makes_the_same_archive(
    archive: Archive, folder: Path, alone: tuple[Any, Any]
) -> None:
    with ThreadPoolExecutor(2) as pool:
        added = archive.add(folder, executor=pool)
        assert (added, contents(archive)) == alone
        assert archive.add(folder, executor=pool).games == 0
        assert contents(archive) == alone[1]


def test_processes_of_our_own_make_the_same_archive(
    archive: Archive, folder: Path, alone: tuple[Any, Any]
) -> None:
    assert (archive.add(folder, jobs=2), contents(archive)) == alone


def test_logs_that_grow_and_change_are_the_same_games_with_workers(
    archive: Archive, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "SMALLEST", 1)
    whole = made(3, players=3, hands=2)
    begun = "".join(whole.splitlines(keepends=True)[:50])
    with ThreadPoolExecutor(2) as pool, Archive(tmp_path / "alone.duckdb") as other:
        for text in (begun + made(4), whole + made(5), made(6)):
            folder = files(grown=text)
            assert archive.add(folder, executor=pool) == other.add(folder)
            assert contents(archive) == contents(other)


def test_a_file_that_ends_its_worker_is_told_and_harms_no_other(
    archive: Archive, folder: Path, alone: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Poisoned(ThreadPoolExecutor):
        def submit(self, call: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
            if Path(arguments[0]).name == "three.brusq.jsonl":
                return super().submit(poison)
            return super().submit(call, *arguments, **named)

    with Poisoned(2) as pool:
        added = archive.add(folder, executor=pool)
    three = str(folder / "three.brusq.jsonl")
    code = f"SELECT code FROM findings WHERE source = '{three}'"
    assert added.unread == [*alone[0].unread, three]
    assert added.games == alone[0].games - 1
    assert rows(archive, code) == [("read-failed",)]
    assert archive.add(folder).games == 1
    assert contents(archive) == alone[1]


def poison() -> None:
    raise MemoryError("too much")


def test_a_pool_that_breaks_loses_nothing(
    archive: Archive, folder: Path, alone: tuple[Any, Any]
) -> None:
    with ProcessPoolExecutor(1) as pool:
        pool.submit(os._exit, 1)
        assert (archive.add(folder, executor=pool), contents(archive)) == alone


@pytest.fixture
def dask() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


def test_a_cluster_makes_the_same_archive_though_a_worker_is_killed(
    archive: Archive, folder: Path, alone: tuple[Any, Any], dask: Any
) -> None:
    with cluster.executor(dask.scheduler_address) as (pool, jobs):
        assert jobs == 2
        games = archive.adding(
            [folder], {}, added := brusqlog.archive.Added(), executor=pool, jobs=2
        )
        next(games)
        os.kill(next(iter(dask.workers.values())).pid, signal.SIGKILL)
        assert len(list(games)) > 2
        judged = list(brusqlog.check(folder, jobs=jobs, executor=pool))
        assert judged == list(brusqlog.check(folder)) != []
        assert (added, contents(archive)) == alone


def test_nobody_at_an_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(cluster.ClusterError), cluster.executor("tcp://127.0.0.1:9"):
        pass
