"""Files of every sort: compressed, cut, damaged, huge, or no files at all."""

import gzip
import os
import socket
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brusqlog.log import framing, gamelog
from brusqlog.log.reader import Fault, GameLog, read_logs
from brusqlog.log.sources import zstd
from tests.log.samples import HEADER, TAKE, WORKED, codes

GAMES = 500


def packed(text: bytes, form: str) -> bytes:
    """The text as a `.gz` or `.zst` file holds it."""
    if form == "gz":
        return gzip.compress(text, mtime=0)
    checked = {zstd().CompressionParameter.checksum_flag: 1}
    return bytes(zstd().compress(text, options=checked))


def unlike() -> bytes:
    """Games that do not compress well, so that every part of the file holds some of them."""
    chance = Random(1)
    ids = (chance.randbytes(3000).hex().encode() for _ in range(GAMES))
    return b"".join(HEADER.replace(b"worked", id) for id in ids)


def games(found: list[GameLog | Fault]) -> list[GameLog]:
    return [log for log in found if isinstance(log, GameLog)]


def lone(found: list[GameLog | Fault]) -> list[str]:
    return [fault.code for fault in found if isinstance(fault, Fault)]


@pytest.mark.parametrize("form", ["gz", "zst"])
def test_compressed_files_are_read_whatever_their_name(form: str, tmp_path: Path) -> None:
    for name in (f"a.jsonl.{form}", "a.jsonl"):
        path = tmp_path / name
        path.write_bytes(packed(WORKED, form) + packed(WORKED + TAKE, form))
        found = list(read_logs(path))
        assert (lone(found), [log.raw for log in games(found)]) == ([], [WORKED, WORKED + TAKE])


@pytest.mark.parametrize("form", ["gz", "zst"])
def test_games_before_a_cut_are_read(form: str) -> None:
    text = unlike()
    data = packed(text, form)
    found = list(read_logs(data[: len(data) // 2]))
    assert lone(found) == ["cut-compression"]
    assert GAMES // 4 < len(games(found)) < GAMES
    assert [[]] * len(games(found)) == [log.faults for log in games(found)]
    assert text.startswith(b"".join(log.raw for log in games(found)))


@pytest.mark.parametrize("form", ["gz", "zst"])
def test_games_before_the_damage_are_read(form: str) -> None:
    text = unlike()
    data = bytearray(packed(text, form))
    data[len(data) // 2 : len(data) // 2 + 40] = b"\xff" * 40
    found = list(read_logs(bytes(data)))
    assert lone(found) == ["bad-compression"]
    assert GAMES // 4 < len(games(found)) <= GAMES


@pytest.mark.parametrize("form", ["gz", "zst"])
def test_every_cut_of_a_small_file_is_a_finding(form: str) -> None:
    data = packed(WORKED, form)
    for size in range(4, len(data)):
        found = list(read_logs(data[:size], name=f"a.{form}"))
        assert lone(found) == ["cut-compression"]
        assert all(not log.faults for log in games(found))


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_name_that_promises_compression_is_held_to_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(WORKED)
    assert lone(list(read_logs(path))) == ["bad-compression"]


def test_a_missing_file_and_a_folder_are_faults(tmp_path: Path) -> None:
    assert lone(list(read_logs(tmp_path / "none"))) == ["file-missing"]
    assert lone(list(read_logs(tmp_path))) == ["is-folder"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_special_files_are_faults_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        os.chdir(tmp_path)
        server.bind("socket")
    for path in (tmp_path / "fifo", tmp_path / "socket", Path("/dev/zero")):
        assert lone(list(read_logs(path))) == ["special-file"]


def test_a_file_that_may_not_be_read_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError

    (tmp_path / "a.jsonl").write_bytes(WORKED)
    monkeypatch.setattr(Path, "open", refused)
    assert lone(list(read_logs(tmp_path / "a.jsonl"))) == ["permission-denied"]


def test_a_handle_that_fails_is_a_fault_after_the_games_before() -> None:
    class Failing:
        name = "x"
        given = iter([WORKED + WORKED])

        def read(self, _: int) -> bytes:
            for piece in self.given:
                return piece
            raise OSError("unplugged")

    found = list(read_logs(Failing()))  # type: ignore[arg-type]
    assert (len(games(found)), lone(found)) == (2, ["read-failed"])


def test_utf_16_is_one_fault() -> None:
    assert codes(WORKED.decode().encode("utf-16")) == ["utf-16"]


def test_a_million_lines_are_read_in_bounded_memory() -> None:
    class Endless:
        """WORKED over and over, made as it is read."""

        name = "x"
        left = 200

        def read(self, _: int) -> bytes:
            self.left -= 1
            return WORKED * 60 if self.left >= 0 else b""

    tracemalloc.start()
    count = sum(isinstance(log, GameLog) for log in read_logs(Endless()))  # type: ignore[arg-type]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 12_000
    assert peak < 16 << 20


@pytest.mark.parametrize("form", ["gz", "zst"])
def test_a_line_that_never_ends_is_one_fault_in_bounded_memory(form: str) -> None:
    huge = b"a" * (64 << 20)
    data = packed(HEADER + huge + b"\n" + TAKE + b"[]\n", form)
    tracemalloc.start()
    (log,) = games(list(read_logs(data)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 24 << 20
    assert [fault.code for fault in log.faults] == ["line-too-long", "not-object"]
    assert len(HEADER + TAKE + huge) + 1 == log.faults[1].byte == log.place(3)[3]
    assert log.line_of(3) == 4


def test_a_log_beyond_the_limit_is_read_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamelog, "LOG_LIMIT", 1 << 20)
    seal = b'{"event":"seal","sha256":"%s","at":"%s"}\n'
    seals = seal % (b"0" * 64, b"2026-03-02T20:00:00Z") + seal % (
        b"0" * 64,
        b"2026-03-01T20:00:00Z",
    )
    found = games(list(read_logs(HEADER + TAKE * 200_000 + seals + b"x\n" + WORKED)))
    assert [fault.code for fault in found[0].faults] == ["log-too-large"]
    assert len(found[0].raw) < 3 << 20
    assert len(found[0].events) == found[0].raw.count(b"\n")
    assert (found[1].faults, found[1].raw) == ([], WORKED)


def test_faults_beyond_the_limit_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamelog, "FAULT_LIMIT", 10)
    (log,) = games(list(read_logs(HEADER + b"x\n" * 100)))
    assert [fault.code for fault in log.faults] == ["not-json"] * 10 + ["too-many-faults"]
    assert len(log.events) == 101


def test_a_torn_line_without_end_is_too_long() -> None:
    (log,) = games(list(read_logs(HEADER + b"a" * (framing.KEPT * 3))))
    assert (log.torn, [fault.code for fault in log.faults]) == (True, ["line-too-long"])


@pytest.fixture(autouse=True)
def _back_home() -> Iterator[None]:
    home = Path.cwd()
    yield
    os.chdir(home)
