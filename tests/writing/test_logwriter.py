"""What `LogWriter` writes, refuses, and takes for done."""

import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from brusqlog import BrusqlogError, EventError, check, loads
from brusqlog.game import events as ev
from brusqlog.log.writer import dumps
from brusqlog.writing import disk
from brusqlog.writing.faults import BusyError, ConflictError, DamagedError, WriteError
from brusqlog.writing.logwriter import LogWriter
from tests.writing.games import EVENTS, HEADER, SAMPLES, lines, sample


def begun(path: Path, upto: int, **how: Any) -> LogWriter:
    """A writer that has taken the header and so many events of the worked game."""
    writer = LogWriter.create(path, HEADER, **how)
    if upto:
        assert writer.append(*EVENTS[:upto]) == (upto + 1, (), False)
    return writer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.brusq.jsonl"


@pytest.mark.parametrize("sync", ["event", "hand", "none"])
@pytest.mark.parametrize("name", ["worked", "five", "pairs"])
def test_a_game_is_written_to_the_byte(path: Path, name: str, sync: Any) -> None:
    header, *events = sample(name)
    with LogWriter.create(path, header, sync=sync) as writer:
        for seq, event in enumerate(events, 1):
            assert writer.append(event, expected=seq) == (seq + 1, (), False)
    assert path.read_bytes() == (SAMPLES / f"{name}.brusq.jsonl").read_bytes()


def test_a_game_can_be_gone_on_with_after_every_event(path: Path) -> None:
    begun(path, 0).close()
    for event in EVENTS:
        with LogWriter.resume(path) as writer:
            writer.append(event)
    assert path.read_bytes() == (SAMPLES / "worked.brusq.jsonl").read_bytes()


def test_what_is_refused_is_told_as_check_would_and_not_written(path: Path) -> None:
    with begun(path, 18) as writer:
        before = path.read_bytes()
        wrong = ev.Play(seat=0, card="8S")
        told = writer.append(wrong)
        assert (told.seq, told.refused) == (19, True)
        assert path.read_bytes() == before
        path.with_name("judged.jsonl").write_bytes(before + dumps(wrong) + b"\n")
        (expected,) = check(path.with_name("judged.jsonl"))
        (found,) = told.findings
        assert replace(found, file="") == replace(expected, file="")
        assert found.code == "play-turn"
        assert writer.append(EVENTS[18]) == (20, (), False)


def test_of_several_events_none_is_written_if_one_is_refused(path: Path) -> None:
    with begun(path, 18) as writer:
        before = path.read_bytes()
        assert writer.append(EVENTS[18], EVENTS[18]).refused
        assert path.read_bytes() == before


def test_what_cannot_be_an_event_is_an_error(path: Path) -> None:
    with begun(path, 18) as writer:
        for event in (
            ev.Play(seat=9, card="8S"),
            ev.Play(seat=0, card="XX"),
            ev.Note(text="\ud800"),
            ev.Note(text="x" * 70_000),
            ev.Note(text="late", at="2026-02-30T20:00:00Z"),
            ev.Seal(sha256="0" * 64),
        ):
            with pytest.raises(EventError):
                writer.append(event)
        assert len(lines(path)) == 19


def test_what_is_accepted_stands_behind_a_ruling_and_check_agrees(path: Path) -> None:
    with begun(path, 18) as writer:
        lead: ev.Play = EVENTS[18]
        other = ev.Play(seat=2, card=EVENTS[19].card)
        assert writer.append(other).refused
        told = writer.append(other, accept={"play-turn": "He may stay."})
        assert (told.seq, told.refused) == (21, False)
        ruling = ev.Incident(kind="ruling", text="He may stay.", permits=["play"])
        assert writer.events[-2:] == (ruling, other)
        assert writer.append(lead).refused is False
        course = asdict(writer._course)
    assert [found.code for found in check(path) if found.severity == "error"] == []
    with LogWriter.resume(path) as writer:
        assert asdict(writer._course) == course


def test_what_no_ruling_can_permit_is_refused_all_the_same(path: Path) -> None:
    with begun(path, 18) as writer:
        draw = ev.Draw(seat=1, card="9D")
        (found,) = writer.append(draw).findings
        assert writer.append(draw, accept={found.code: "So be it."}).refused
        assert len(lines(path)) == 19


def test_the_same_event_at_its_place_is_a_success_without_a_second_line(path: Path) -> None:
    with begun(path, 20) as writer:
        before = path.read_bytes()
        assert writer.append(*EVENTS[10:20], expected=11) == (21, (), False)
        assert path.read_bytes() == before
        assert writer.append(*EVENTS[18:22], expected=19) == (23, (), False)
        assert lines(path)[1:] == [dumps(event) + b"\n" for event in EVENTS[:22]]


def test_a_retry_of_what_was_accepted_is_a_success(path: Path) -> None:
    with begun(path, 18) as writer:
        other = ev.Play(seat=2, card=EVENTS[19].card)
        for _ in range(2):
            told = writer.append(other, expected=19, accept={"play-turn": "He may stay."})
            assert told.seq == 21 and not told.refused


def test_another_event_at_that_place_is_a_conflict(path: Path) -> None:
    with begun(path, 20) as writer:
        before = path.read_bytes()
        with pytest.raises(ConflictError):
            writer.append(ev.Note(text="other"), expected=11)
        with pytest.raises(ConflictError):
            writer.append(EVENTS[20], expected=22)
        assert path.read_bytes() == before
        assert writer.append(EVENTS[20], expected=21).seq == 22


def test_a_second_writer_is_told_at_once_that_the_log_is_busy(path: Path) -> None:
    with begun(path, 3):
        with pytest.raises(BusyError):
            LogWriter.resume(path)
        with pytest.raises(BusyError):
            LogWriter.create(path, HEADER)
    LogWriter.resume(path).close()


def test_a_log_that_is_there_is_not_begun_again(path: Path) -> None:
    begun(path, 3).close()
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        LogWriter.create(path, HEADER)
    assert path.read_bytes() == before


@pytest.mark.parametrize("left", [b"", b'{"event":"game","form'])
def test_a_file_without_a_whole_line_is_taken_over(path: Path, left: bytes) -> None:
    path.write_bytes(left)
    begun(path, 3).close()
    assert lines(path) == [dumps(event) + b"\n" for event in [HEADER, *EVENTS[:3]]]
    saved = [entry for entry in path.parent.iterdir() if entry != path]
    assert [entry.read_bytes() for entry in saved] == ([left] if left else [])


def test_a_torn_tail_is_saved_then_cut_off(path: Path) -> None:
    begun(path, 20).close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"event":"pl')
    with LogWriter.resume(path) as writer:
        assert writer.saved == path.with_name(f"{path.name}.torn-{len(whole)}")
        assert writer.saved.read_bytes() == b'{"event":"pl'
        assert path.read_bytes() == whole
        writer.append(EVENTS[20])
    assert lines(path)[-1] == dumps(EVENTS[20]) + b"\n"


def test_an_earlier_torn_tail_at_that_place_is_kept(path: Path) -> None:
    begun(path, 20).close()
    whole = path.read_bytes()
    for torn in (b"one", b"two", b"one"):
        path.write_bytes(whole + torn)
        LogWriter.resume(path).close()
    names = sorted(entry.name for entry in path.parent.iterdir() if entry != path)
    assert [path.with_name(name).read_bytes() for name in names] == [b"one", b"two"]


def test_a_bad_line_is_not_passed_over(path: Path) -> None:
    begun(path, 20).close()
    path.write_bytes(path.read_bytes().replace(b'"card":"KC"', b'"card":"XX"'))
    before = path.read_bytes()
    with pytest.raises(DamagedError, match=":20:"):
        LogWriter.resume(path)
    assert path.read_bytes() == before


def test_a_sealed_log_that_is_torn_is_not_cut(path: Path) -> None:
    with begun(path, 20) as writer:
        writer.seal()
    path.write_bytes(path.read_bytes() + b'{"event"')
    with pytest.raises(DamagedError):
        LogWriter.resume(path)
    assert path.read_bytes().endswith(b'{"event"')


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_refused(path: Path) -> None:
    begun(path, 3).close()
    soft, hard = path.with_name("soft.jsonl"), path.with_name("hard.jsonl")
    soft.symlink_to(path)
    with pytest.raises(WriteError, match="link"):
        LogWriter.resume(soft)
    hard.hardlink_to(path)
    for name in (path, hard):
        with pytest.raises(WriteError, match="link"):
            LogWriter.resume(name)


def test_only_one_plain_game_grows(path: Path) -> None:
    begun(path, 3).close()
    for text, key in ((path.read_bytes() * 2, "many"), (b"", "headless"), (b"{}\n", "damaged")):
        path.write_bytes(text)
        with pytest.raises(WriteError) as told:
            LogWriter.resume(path)
        assert told.value.key == key
    with pytest.raises(WriteError, match="compressed"):
        LogWriter.resume(path.with_suffix(".gz"))
    for named in (LogWriter.resume, lambda name: LogWriter.create(name, HEADER)):
        with pytest.raises(WriteError, match="transcript"):
            named(path.with_name("game.brusq"))
    path.write_bytes(dumps(replace(HEADER, format="brusqlog/1.9")) + b"\n")
    with pytest.raises(WriteError, match="newer"):
        LogWriter.resume(path)


def test_a_file_that_was_changed_or_replaced_meanwhile_gets_nothing_more(path: Path) -> None:
    with begun(path, 20) as writer:
        path.write_bytes(path.read_bytes() + b"{}\n")
        for _ in range(2):
            with pytest.raises(WriteError, match="changed by someone else"):
                writer.append(EVENTS[20])
    path.unlink()
    with begun(path, 20) as writer:
        path.rename(path.with_name("elsewhere.jsonl"))
        with pytest.raises(WriteError, match="moved"):
            writer.append(EVENTS[20])
        with pytest.raises(WriteError, match="moved"):
            writer.seal()
    with begun(path, 20) as writer:
        twin = path.with_name("twin.jsonl")
        twin.write_bytes(path.read_bytes())
        twin.replace(path)
        with pytest.raises(WriteError, match="replaced"):
            writer.append(EVENTS[20])
    assert len(lines(path)) == 21


def test_what_is_withdrawn_can_come_again(path: Path) -> None:
    with begun(path, 17) as writer:
        state = writer.state
        assert not writer.append(EVENTS[17]).refused
        assert not writer.append(ev.Retract(last=1)).refused
        assert writer.state.next == state.next
        assert writer.append(ev.Retract(last=99)).refused
        for event in EVENTS[17:]:
            assert writer.append(event).findings == ()
    assert loads(path.read_bytes()).status == "finished"


def test_the_state_is_that_of_the_game_as_it_is_read(path: Path) -> None:
    game = loads((SAMPLES / "worked.brusq.jsonl").read_bytes())
    with begun(path, 0) as writer:
        for seq, event in enumerate(EVENTS, 1):
            writer.append(event)
            assert writer.state == game.after(seq)


def test_a_faulty_log_can_be_gone_on_with_but_does_not_get_worse(path: Path) -> None:
    header, *events = sample("slip")
    path.write_bytes(b"".join(dumps(event) + b"\n" for event in [header, *events[:50]]))
    assert [found.code for found in check(path)] == ["card-already-played"]
    with LogWriter.resume(path) as writer:
        assert writer.append(ev.Play(seat=0, card="AS")).refused
        for event in events[50:]:
            assert not writer.append(event).refused
    assert [found.code for found in check(path)] == ["card-already-played"]


def test_a_clock_gives_the_time_and_only_where_there_is_none(path: Path) -> None:
    now = datetime(2026, 3, 1, 20, tzinfo=timezone(timedelta(hours=1)))
    times = iter([now, now, now - timedelta(seconds=5)])
    with LogWriter.create(path, HEADER, clock=lambda: next(times)) as writer:
        writer.append(EVENTS[0])
        told = writer.append(replace(EVENTS[1], at="2026-03-01T20:00:01+01:00"))
        assert told.findings == ()
        told = writer.append(EVENTS[2])
        assert [found.code for found in told.findings] == ["time-backwards"]
    assert [event.at for event in loads(path.read_bytes()).events if event] == [
        "2026-03-01T20:00:00.000+01:00",
        "2026-03-01T20:00:00.000+01:00",
        "2026-03-01T20:00:01+01:00",
        "2026-03-01T19:59:55.000+01:00",
    ]


def test_a_retry_is_known_whatever_time_the_clock_gave_it(path: Path) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    times = iter(start + timedelta(seconds=second) for second in range(99))
    with LogWriter.create(path, HEADER, clock=lambda: next(times)) as writer:
        for _ in range(2):
            assert writer.append(EVENTS[0], expected=1).seq == 2
    assert len(lines(path)) == 2


def test_a_clock_without_an_offset_is_an_error(path: Path) -> None:
    with pytest.raises(EventError, match="offset"):
        LogWriter.create(path, HEADER, clock=lambda: datetime(2026, 3, 1))


def test_a_header_that_breaks_a_rule_begins_nothing(path: Path) -> None:
    with pytest.raises(EventError):
        LogWriter.create(path, replace(HEADER, rules="no-such-rules"))
    assert not path.exists()


def test_every_exception_is_ours_or_the_systems(path: Path) -> None:
    assert issubclass(WriteError, BrusqlogError)
    with pytest.raises(FileNotFoundError):
        LogWriter.resume(path)


def test_a_seal_covers_what_was_there_before(path: Path) -> None:
    begun(path, 20).close()
    with LogWriter.resume(path) as writer:
        first = writer.seal()
        writer.append(*EVENTS[20:])
        assert writer.seal() != first
    assert list(check(path)) == []


def test_a_closed_writer_writes_no_more(path: Path) -> None:
    writer = begun(path, 3)
    writer.close()
    writer.close()
    with pytest.raises(WriteError, match="closed"):
        writer.append(EVENTS[3])


def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with every sync of a log."""
    calls: list[int] = []
    real = disk.sync

    def sync(fd: int) -> None:
        calls.append(fd)
        real(fd)

    monkeypatch.setattr(disk, "sync", sync)
    return calls


@pytest.mark.parametrize(("sync", "due"), [("event", 87), ("hand", 2), ("none", 0)])
def test_an_append_waits_for_the_disk_as_it_was_asked_to(
    path: Path, sync: Any, due: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with begun(path, 0, sync=sync) as writer:
        calls = synced(monkeypatch)
        for event in EVENTS:
            writer.append(event)
        assert len(calls) == due
        writer.seal()
        assert len(calls) == due + 1
