"""Whatever breaks while a log is written: every event that was acknowledged is there afterwards,
and nothing is taken for an event that was not written."""

import errno
import hashlib
import os
import random
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from brusqlog import check, read
from brusqlog.game import events as ev
from brusqlog.log.following import follow
from brusqlog.log.writer import dumps
from brusqlog.writing import disk, repairing
from brusqlog.writing.faults import BusyError, ConflictError, DamagedError, WriteError
from brusqlog.writing.logwriter import LogWriter
from tests.writing.crashes import ERRORS, KINDS, Disk, State, states
from tests.writing.games import EVENTS, HEADER

SHORT = EVENTS[:24]
TEXT = [dumps(event) + b"\n" for event in [HEADER, *SHORT]]
posix = pytest.mark.skipif(os.name == "nt", reason="needs fork")


def recovered(path: Path) -> list[ev.Event]:
    """The events of the log after a crash, the header first; none if it was not begun."""
    try:
        writer = LogWriter.resume(path)
    except FileNotFoundError:
        return []
    except WriteError as error:
        assert error.key == "headless" and b"\n" not in path.read_bytes()
        return []
    with writer:
        return list(writer.events)


def is_beginning(part: list[ev.Event], whole: list[ev.Event]) -> bool:
    return part == whole[: len(part)]


def play(path: Path, acknowledge: Callable[[ev.Event], object], **how: Any) -> None:
    """Write the short log, one event at a time, then a seal; tell of each once it is written."""
    with LogWriter.create(path, HEADER, **how) as writer:
        acknowledge(HEADER)
        for event in SHORT:
            writer.append(event)
            acknowledge(event)
        writer.seal()
        acknowledge(writer.events[-1])


def dots(fd: int) -> Callable[[ev.Event], object]:
    """Acknowledges each event by a byte."""
    return lambda event: os.write(fd, b".")


def seal() -> ev.Seal:
    return ev.Seal(sha256=hashlib.sha256(b"".join(TEXT)).hexdigest())


WHOLE: list[ev.Event] = [HEADER, *SHORT, seal()]


def test_cut_off_at_any_byte_the_whole_lines_are_there_and_the_rest_is_saved(
    tmp_path: Path,
) -> None:
    path, text = tmp_path / "g.jsonl", b"".join(TEXT)
    for size in range(len(text) + 1):
        path.write_bytes(text[:size])
        whole = text[: text.rfind(b"\n", 0, size) + 1]
        assert recovered(path) == [HEADER, *SHORT][: whole.count(b"\n")]
        if whole:
            assert path.read_bytes() == whole
            saved = [entry for entry in tmp_path.iterdir() if entry != path]
            rest = text[len(whole) : size]
            assert [entry.read_bytes() for entry in saved] == ([rest] if rest else [])
            for entry in saved:
                entry.unlink()


def test_cut_off_within_its_seal_a_log_waits_for_a_person(tmp_path: Path) -> None:
    path, text, last = tmp_path / "g.jsonl", b"".join(TEXT), dumps(seal())
    for size in range(last.index(b"seal") + 5, len(last) + 1):
        path.write_bytes(text + last[:size])
        with pytest.raises(DamagedError):
            LogWriter.resume(path)
        assert path.read_bytes() == text + last[:size]
        (bad,) = repairing.bad_lines(path)
        repairing.take_out(path, bad.line)
        assert recovered(path) == [HEADER, *SHORT]


@posix
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    chance = random.Random(4)
    for number in range(200):
        path = tmp_path / f"g{number}.jsonl"
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(out)
                play(path, dots(into), sync="none")
            finally:
                os._exit(0)
        os.close(into)
        told = 0
        for _ in range(chance.randrange(len(WHOLE) + 1)):
            told += len(os.read(out, 1))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(out, 100):
            told += len(more)
        os.close(out)
        events = recovered(path)
        assert is_beginning(events, WHOLE) and len(events) >= told


def failures() -> Iterator[tuple[str, int, int | str]]:
    """Every call of a whole recording, made to fail in every way."""
    for kind in KINDS:
        for count in range(len(WHOLE) + 4):
            for how in ERRORS:
                yield kind, count, how
    for count in range(len(WHOLE) + 1):
        yield "write", count, "short"


def test_whichever_call_fails_what_was_acknowledged_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = 0
    for number, fail in enumerate(failures()):
        path = tmp_path / f"g{number}.jsonl"
        told: list[ev.Event] = []
        monkeypatch.setattr(disk, "os", Disk(fail))
        try:
            play(path, told.append)
        except (OSError, WriteError):
            failed += 1
        monkeypatch.undo()
        events = recovered(path)
        assert is_beginning(events, WHOLE) and is_beginning(told, events), fail
    assert failed > 100


@pytest.mark.parametrize("verb", [LogWriter.resume, partial(repairing.take_out, line=26)])
def test_whichever_call_of_a_recovery_or_a_repair_fails_nothing_is_lost(
    verb: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torn, failed = b'{"event":"play","se', set[str]()
    for number, fail in enumerate(failures()):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "g.jsonl"
        path.write_bytes(b"".join(TEXT) + torn)
        monkeypatch.setattr(disk, "os", Disk(fail))
        try:
            writer = verb(path)
            if isinstance(writer, LogWriter):
                writer.close()
        except OSError:
            failed.add(fail[0])
        monkeypatch.undo()
        if path.read_bytes() == b"".join(TEXT):
            assert torn in [entry.read_bytes() for entry in folder.glob("g.jsonl.*")], fail
        else:
            assert path.read_bytes() == b"".join(TEXT) + torn, fail
            assert recovered(path) == [HEADER, *SHORT]
    assert failed >= {"open", "write", "fsync", "replace"}


def test_if_the_cut_after_a_failed_write_fails_too_the_next_recovery_does_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.jsonl"

    def no_cut(fd: int, size: int) -> None:
        raise OSError(errno.EIO, "no cut")

    with LogWriter.create(path, HEADER) as writer:
        monkeypatch.setattr(disk, "os", Disk(("write", 0, "short")))
        monkeypatch.setattr(disk, "cut", no_cut)
        with pytest.raises(WriteError):
            writer.append(SHORT[0])
        monkeypatch.undo()
    assert path.read_bytes() == TEXT[0] + TEXT[1][: len(TEXT[1]) // 2]
    assert recovered(path) == [HEADER]


def test_after_a_failure_a_writer_writes_no_more_and_never_syncs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (kind, how) in enumerate([("write", 5), ("write", "short"), ("fsync", 5)]):
        path = tmp_path / f"g{number}.jsonl"
        with LogWriter.create(path, HEADER) as writer:
            bad = Disk((kind, 0, how))  # type: ignore[arg-type]
            monkeypatch.setattr(disk, "os", bad)
            with pytest.raises(WriteError):
                writer.append(SHORT[0])
            calls = dict(bad.counts)
            for _ in range(2):
                with pytest.raises(WriteError, match="earlier write failed"):
                    writer.append(SHORT[0])
                with pytest.raises(WriteError, match="earlier write failed"):
                    writer.seal()
            assert bad.counts == calls
            monkeypatch.undo()
        whole = TEXT[: 1 if kind == "write" else 2]
        assert path.read_bytes() == b"".join(whole)


def put(state: State, folder: Path) -> None:
    for entry in folder.iterdir():
        entry.unlink()
    for name, content in state.files.items():
        (folder / name).write_bytes(content)


@pytest.mark.parametrize("sync", ["event", "hand", "none"])
def test_a_crash_of_the_machine_loses_nothing_that_was_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sync: Any
) -> None:
    path, folder = tmp_path / "g.jsonl", tmp_path / "after"
    folder.mkdir()
    watched = Disk()
    told: list[int] = []  # calls made when the event was acknowledged
    monkeypatch.setattr(disk, "os", watched)
    play(path, lambda event: told.append(len(watched.calls)), sync=sync)
    monkeypatch.undo()
    safe = WHOLE if sync == "event" else WHOLE[:1]
    seen = 0
    for state in states(watched.calls):
        put(state, folder)
        if path.name not in state.files:
            events: list[ev.Event] = []
        else:
            try:
                events = recovered(folder / path.name)
            except DamagedError:
                # Unsynced lines of which the disk kept only the later ones: never silently mended.
                assert sync != "event"
                continue
        due = sum(calls <= state.calls for calls in told[: len(safe)])
        assert is_beginning(events, WHOLE)
        assert len(events) >= due, state.calls
        seen += 1
    assert seen > 100


def test_a_crash_during_recovery_loses_neither_events_nor_torn_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, again = tmp_path / "one", tmp_path / "two"
    folder.mkdir()
    again.mkdir()
    path, torn = folder / "g.jsonl", b'{"event":"play","se'
    path.write_bytes(b"".join(TEXT) + torn)
    watched = Disk()
    monkeypatch.setattr(disk, "os", watched)
    LogWriter.resume(path).close()
    monkeypatch.undo()
    assert {call.kind for call in watched.calls} >= {"create", "write", "ftruncate", "replace"}
    for state in states(watched.calls, {path.name: b"".join(TEXT) + torn}):
        put(state, again)
        assert recovered(again / path.name) == [HEADER, *SHORT]
        saved = [entry.read_bytes() for entry in again.glob("g.jsonl.torn-*")]
        assert torn in saved


def test_a_crash_during_a_repair_leaves_the_old_log_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, again = tmp_path / "one", tmp_path / "two"
    folder.mkdir()
    again.mkdir()
    path = folder / "g.jsonl"
    new, bad = b"".join(TEXT), b'{"event":"plya"}\n'
    old = b"".join([*TEXT[:20], bad, *TEXT[20:]])
    path.write_bytes(old)
    watched = Disk()
    monkeypatch.setattr(disk, "os", watched)
    saved = repairing.take_out(path, 21)
    monkeypatch.undo()
    assert (path.read_bytes(), saved.read_bytes()) == (new, bad)
    for state in states(watched.calls, {path.name: old}):
        put(state, again)
        now = (again / path.name).read_bytes()
        assert now in (old, new)
        if now == new:
            assert bad in [entry.read_bytes() for entry in again.glob("g.jsonl.removed-*")]


@posix
def test_of_four_who_race_for_a_place_exactly_one_gets_it(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / f"g{number}.jsonl"
        with LogWriter.create(path, HEADER) as writer:
            writer.append(*SHORT)
        children = []
        for racer in range(4):
            child = os.fork()
            if child == 0:
                os._exit(race(path, racer))
            children.append(child)
        codes = sorted(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)
        assert codes == [0, 1, 1, 1]
        assert len(recovered(path)) == len(SHORT) + 2


def race(path: Path, racer: int) -> int:
    """0: it was written; 1: another came first; 2: anything else."""
    try:
        while True:
            try:
                writer = LogWriter.resume(path)
            except BusyError:
                continue
            with writer:
                writer.append(ev.Note(text=f"racer {racer}"), expected=len(SHORT) + 1)
            return 0
    except ConflictError:
        return 1
    except BaseException:
        return 2


@posix
def test_a_full_disk_stops_the_writer_and_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    import resource

    for limit in (len(TEXT[0]) + 3, 600, 777, len(b"".join(TEXT)) - 1):
        path, told = tmp_path / f"g{limit}.jsonl", tmp_path / f"told{limit}"
        child = os.fork()
        if child == 0:
            try:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                play(path, dots(os.open(told, os.O_WRONLY | os.O_CREAT)))
            except WriteError:
                os._exit(7)
            finally:
                os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert recovered(path) == WHOLE[: told.stat().st_size]
        assert path.stat().st_size <= limit


def test_a_reader_of_a_log_that_comes_in_single_bytes_never_sees_half_a_line(
    tmp_path: Path,
) -> None:
    path, text = tmp_path / "g.jsonl", b"".join(TEXT)
    path.write_bytes(b"")
    written = iter(text)
    with path.open("ab", buffering=0) as handle:

        def one_more() -> bool:
            byte = next(written, None)
            handle.write(bytes([byte or 0])[: byte is not None])
            return byte is not None

        seen = list(follow(path, one_more))
    assert {change.what for change in seen} == {"grown"}
    assert [change.data for change in seen] == [
        b"".join(TEXT[:count]) for count in range(len(TEXT) + 1)
    ]


def test_a_log_read_while_it_is_written_is_its_whole_lines_and_at_most_a_torn_one(
    tmp_path: Path,
) -> None:
    path, text = tmp_path / "g.jsonl", b"".join(TEXT)
    for size in range(len(TEXT[0]), len(text)):
        path.write_bytes(text[:size])
        (game,) = read(path)
        assert list(game.events) == [HEADER, *SHORT][: text.count(b"\n", 0, size)]
        assert {found.code for found in game.findings} <= {"torn-tail"}


def test_every_bit_of_a_sealed_log_that_is_flipped_is_found(tmp_path: Path) -> None:
    path, flipped = tmp_path / "g.jsonl", tmp_path / "flipped.jsonl"
    with LogWriter.create(path, HEADER) as writer:
        writer.append(*SHORT[:7])
        digest = writer.seal()
    text = path.read_bytes()
    for place in range(len(text)):
        for bit in range(8):
            changed = bytearray(text)
            changed[place] ^= 1 << bit
            flipped.write_bytes(changed)
            assert any(found.severity == "error" for found in check(flipped)), (place, bit)
    assert list(check(path)) == []
    assert path.read_bytes() == b"".join([*TEXT[:8], dumps(ev.Seal(sha256=digest)) + b"\n"])
