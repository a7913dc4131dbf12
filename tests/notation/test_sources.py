"""A transcript is taken wherever a log is, and known for what it is."""

import gzip
import io
from pathlib import Path

import pytest

import brusqlog
from brusqlog.checking.report import Wishes
from brusqlog.checking.run import reports
from brusqlog.log.faults import Fault
from brusqlog.log.sources import zstd
from brusqlog.notation.sources import read_games, recognised
from brusqlog.notation.transcript import Transcript
from tests.notation.samples import BEGUN, FIXTURES, TRICK_1, WORKED

EN = (FIXTURES / "spec" / "worked.en.brusq").read_bytes()


def kind(source: object, name: str | None = None) -> str:
    _, form = recognised(source, name)  # type: ignore[arg-type]
    return "transcript" if form == "text" else form


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (EN, "transcript"),
        (WORKED, "log"),
        (b"", "log"),
        (b"\xef\xbb\xbf \n\xc2\xa0{", "log"),
        (b"\xef\xbb\xbf# a comment {\n\n\tRules: x", "transcript"),
        (b'# {\n{"event"', "log"),
        (b"[1]", "log"),
        (gzip.compress(EN), "transcript"),
        (gzip.compress(WORKED), "log"),
        (zstd().compress(EN), "transcript"),
        (b"\x1f\x8b\x08\x00 not packed", "log"),
        (b"PAR1\x15\x04", "table"),
    ],
)
def test_bytes_and_handles_are_known_by_their_first_sign(data: bytes, expected: str) -> None:
    assert kind(data) == kind(io.BytesIO(data)) == expected


def test_files_are_known_by_their_suffix(tmp_path: Path) -> None:
    for name, expected in (("a.brusq", "transcript"), ("a.BRUSQ.gz", "transcript"),
                           ("a.brusq.jsonl", "log"), ("a.txt", "log"),
                           ("a.Parquet", "table")):  # fmt: skip
        assert kind(tmp_path / name) == expected
    assert kind(b"{", "a.brusq") == "transcript"


def test_a_text_handle_is_read_from_its_beginning() -> None:
    for handle in (io.StringIO(EN.decode()), io.BytesIO(EN)):
        (game,) = brusqlog.read(handle)
        assert brusqlog.dumps(game).encode() == WORKED


def test_what_cannot_be_read_is_told_as_for_a_log() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError("the cable is out")

    (found,) = read_games(Failing())
    assert isinstance(found, Fault) and found.code == "read-failed"
    (missing,) = read_games("no-such.brusq")
    assert isinstance(missing, Fault) and missing.code == "file-missing"
    *_, cut = read_games(gzip.compress(EN * 50)[:-40], name="a.brusq.gz")
    assert isinstance(cut, Fault) and cut.code == "cut-compression"


def test_the_library_takes_transcripts_like_logs(tmp_path: Path) -> None:
    path = tmp_path / "worked.brusq"
    path.write_bytes(EN)
    (game,) = brusqlog.read(path)
    (log,) = brusqlog.read(WORKED)
    assert game.events == log.events
    assert game.result() == log.result()
    assert game.status == "finished"
    assert brusqlog.dumps(brusqlog.loads(EN)).encode() == WORKED
    assert [(head.line, head.header) for head in brusqlog.read_headers(path)] == [(1, log.header)]
    assert list(brusqlog.check(path)) == []


def test_a_folder_is_walked_for_transcripts_too(tmp_path: Path) -> None:
    for name in ("b.brusq", "a.brusq.jsonl", "c.txt"):
        (tmp_path / name).write_bytes(EN if name == "b.brusq" else WORKED)
    (tmp_path / "d.brusq.gz").write_bytes(gzip.compress(EN))
    found = [report.file for report in reports([tmp_path], Wishes()) if hasattr(report, "read")]
    assert [Path(file).name for file in found] == ["a.brusq.jsonl", "b.brusq", "d.brusq.gz"]


def test_a_finding_of_the_rules_shows_the_line_of_the_transcript(tmp_path: Path) -> None:
    path = tmp_path / "slip.brusq"
    path.write_text(BEGUN + TRICK_1.replace("8♠ >", "7♠ >"), encoding="utf-8")
    (finding,) = brusqlog.check(path)
    assert (finding.code, finding.line, finding.column, finding.width) == (
        "card-left-out",
        8,
        10,
        2,
    )
    assert finding.byte == path.read_bytes().index("7♠ >".encode())
    assert (finding.game, finding.hand, finding.trick, finding.seat) == ("slip", 1, 1, 0)


def test_rulesets_of_ones_own_are_used_to_read() -> None:
    name = "wikipedia@000000000000"
    text = BEGUN.replace("salon-2021", name).replace(", Cécile cuts", "").encode()
    (game,) = read_games(text, rulesets={name: brusqlog.rulesets()["wikipedia"]})
    assert isinstance(game, Transcript)
    assert [fault.code for fault in game.faults] == ["cutter-open"]  # there anybody may cut


def test_a_very_long_line_and_a_very_long_game_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from brusqlog.notation import reader

    text = (BEGUN + "Note: " + "x" * 70_000 + "\n" + TRICK_1).encode()
    (game,) = read_games(text)
    assert isinstance(game, Transcript)
    assert [(fault.code, fault.line) for fault in game.faults] == [("line-too-long", 8)]
    assert game.place(len(game.events) - 1)[0] == 9
    monkeypatch.setattr(reader, "GAME_LIMIT", 300)
    (short,) = read_games(text)
    assert isinstance(short, Transcript)
    assert [fault.code for fault in short.faults] == ["log-too-large"]
