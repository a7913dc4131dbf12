"""`brusqlog record` as it is started: from a pipe, at a terminal, again after a crash."""

import contextlib
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest
from typer.testing import CliRunner

import brusqlog
from brusqlog import check
from brusqlog.cli.app import app

ROOT = Path(brusqlog.__file__).parents[1]
SPEC = ROOT / "fixtures" / "spec"
NEW = ("--players", "Anne,Basile,Cécile", "--hands", "1", "--removed", "7s,7c")


def environ(**more: str) -> dict[str, str]:
    names = ("BRUSQLOG_", "NO_COLOR", "PYTHONIOENCODING", "LC_", "LANG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    return kept | {"PYTHONPATH": str(ROOT)} | more


def record(file: Path, typed: str, *options: str) -> tuple[int, str, str]:
    """The exit code and what is written, in this process; `piped` starts another."""
    done = CliRunner().invoke(app, ["record", str(file), *options], input=typed)
    return done.exit_code, done.stdout, done.stderr


def piped(file: Path, typed: str, *options: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "brusqlog", "record", str(file), *options],
        input=typed.encode("utf-8"),
        capture_output=True,
        env=environ(),
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def body(transcript: str) -> str:
    """The lines of a transcript below its header."""
    text = (SPEC / transcript).read_text(encoding="utf-8")
    lines = text.split("\n\n")[1].splitlines()
    lots = next(line for line in text.splitlines() if line.startswith(("Lots", "Tirage")))
    return "\n".join([lots, *(line for line in lines[1:] if not line.startswith(("End", "Fin")))])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lines_of_a_transcript_give_its_log(language: str, tmp_path: Path) -> None:
    file = tmp_path / "worked.brusq.jsonl"
    code, out, err = record(
        file, body(f"worked.{language}.brusq") + "\n\n", "--lang", language,
        *NEW[:4], "--removed", "7♠,7♣",
    )  # fmt: skip
    assert (code, err) == (0, "")
    due = (SPEC / "worked.brusq.jsonl").read_text(encoding="utf-8").splitlines()
    found = file.read_text(encoding="utf-8").splitlines()
    assert found[:-1] == due[:-1]
    assert json.loads(found[-1]) == json.loads(due[-1]) | {
        "totals": [46, 34, 40],
        "purses": [81, 18, 21],
    }
    assert "1. Anne" in out


def test_a_pipe_is_not_prompted_and_a_line_not_taken_makes_exit_1(tmp_path: Path) -> None:
    file = tmp_path / "x.brusq.jsonl"
    code, out, err = piped(file, "a\nas\n6h\nkc\nquit\nqs\n", *NEW)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "x.brusq.jsonl: a new log, salon-2021. `help` tells what can be typed.",
        "  Hand 1: Anne deals",
        "  stakes: Basile 20, Cécile 20, Anne 20",
        "  Cécile cuts",
        "  #15 turn-up A♠ · spades are trumps",
        "  6h is no card: ranks are A K Q J 10 (T) 9 8 7, suits S H D C or ♠♥♦♣.",
        "  #16 Basile K♣",
        "Saved: x.brusq.jsonl, 17 events. `brusqlog record` goes on there.",
    ]


def test_started_again_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "x.brusq.jsonl"
    record(file, "a\nas\nkc\n", *NEW)
    with file.open("ab") as log:
        log.write(b'{"event":"play","se')
    code, out, _ = record(file, "qs\n", *NEW)
    assert code == 0
    assert out.splitlines() == [
        "The log has its header; the options for a new one are not used.",
        "x.brusq.jsonl: 17 events are there; going on.",
        "Hand 1 · Anne deals · turn-up A♠ · spades are trumps · trick 1",
        f"Its torn last line was put aside: {torn(tmp_path)}.",
        "  #17 Cécile Q♠",
        "Saved: x.brusq.jsonl, 18 events. `brusqlog record` goes on there.",
    ]


def torn(folder: Path) -> str:
    (saved,) = folder.glob("*.torn-*")
    assert saved.read_bytes() == b'{"event":"play","se'
    return saved.name


def test_what_a_crash_left_undone_of_the_last_input_is_done(tmp_path: Path) -> None:
    file = tmp_path / "x.brusq.jsonl"
    record(file, "a\nas\nkc\nas\n", *NEW)
    whole = file.read_bytes().splitlines(keepends=True)
    cut = [n for n, line in enumerate(whole) if b'"stake"' in line][1]
    file.write_bytes(b"".join(whole[:cut]))
    code, out, _ = record(file, "")
    assert code == 0
    assert "  stakes: Cécile 20, Anne 20\n" in out
    assert file.read_bytes() == b"".join(whole[: cut + 2])


@pytest.mark.parametrize("begun", [b"", b'{"event":"ga'])
def test_a_file_without_one_whole_line_is_taken_over(begun: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.brusq.jsonl"
    file.write_bytes(begun)
    code, out, _ = record(file, "a\n", *NEW)
    assert code == 0 and "a new log" in out
    assert list(check([file])) == []


def test_the_header_can_be_asked_for_or_given(tmp_path: Path) -> None:
    given, asked = tmp_path / "x.brusq.jsonl", tmp_path / "asked" / "x.brusq.jsonl"
    asked.parent.mkdir()
    record(given, "", *NEW, "--rules", "encyclopedie", "--options", "stake=5")
    record(asked, "Anne, Basile, Cécile\nencyclopedie\n1 hand\n7s 7c\n", "--options", "stake=5")
    assert given.read_bytes() == asked.read_bytes() != b""


@pytest.mark.parametrize(
    ("options", "due"),
    [
        (("--players", "Anne"), "Two to five players"),
        ((*NEW, "--rounds", "2"), "one length is enough"),
        ((*NEW[:4], "--removed", "7s,8c"), "7♠, 8♣"),
        ((*NEW, "--rules", "salon-2020"), "salon-2020"),
    ],
)
def test_wrong_options_are_wrong_usage(options: tuple[str, ...], due: str, tmp_path: Path) -> None:
    file = tmp_path / "x.brusq.jsonl"
    code, _, err = record(file, "", *options)
    assert code == 2 and due in " ".join(err.split())
    assert not file.exists()


def test_a_ruleset_of_ones_own_goes_into_the_header(tmp_path: Path) -> None:
    own, file = tmp_path / "own.toml", tmp_path / "x.brusq.jsonl"
    own.write_text(
        'name = "own"\nbase = "salon-2021"\n[options.stake]\nvalue = 7\nprovenance = "stated"\n'
        'source = "the house"\n',
        encoding="utf-8",
    )
    assert record(file, "a\n", *NEW, "--rules", str(own))[0] == 0
    assert '"counters":7' in file.read_text(encoding="utf-8")
    assert record(file, "as\n")[0] == 0
    assert list(check([file])) == []


@pytest.mark.parametrize(("language", "due"), [("en", "is a link"), ("fr", "est un lien")])
def test_what_cannot_be_written_ends_with_3(language: str, due: str, tmp_path: Path) -> None:
    file, link = tmp_path / "x.brusq.jsonl", tmp_path / "link.brusq.jsonl"
    record(file, "", *NEW)
    link.symlink_to(file)
    code, out, err = record(link, "a\n", "--lang", language)
    assert (code, out) == (3, "")
    assert due in err and err.startswith("brusqlog: ")


def test_a_damaged_log_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.brusq.jsonl"
    record(file, "a\n", *NEW)
    data = file.read_bytes().replace(b'"dealer":0', b'"dealer":O')
    file.write_bytes(data)
    code, _, err = record(file, "as\n")
    assert code == 3 and "brusqlog repair" in err
    assert file.read_bytes() == data


def test_times_are_written_only_when_asked_for(tmp_path: Path) -> None:
    timed, plain = tmp_path / "t.brusq.jsonl", tmp_path / "p.brusq.jsonl"
    record(timed, "a\nas\n", *NEW, "--times")
    record(plain, "a\nas\n", *NEW)
    lines = timed.read_text(encoding="utf-8").splitlines()
    assert all(re.search(r'"at":"\d{4}-\d\d-\d\dT[^"]+[+-]\d\d:\d\d"}$', line) for line in lines)
    assert '"at"' not in plain.read_text(encoding="utf-8")
    assert list(check([timed])) == []


# At a terminal -----------------------------------------------------------------------------------

PATIENCE = 20.0
"""Seconds to wait for what must come."""


class Terminal:
    """`record` at a terminal of its own."""

    def __init__(self, file: Path, *options: str) -> None:
        import pty
        import termios

        self.fd, other = pty.openpty()
        termios.tcsetwinsize(other, (24, 80))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "brusqlog", "record", str(file), *options],
            stdin=other,
            stdout=other,
            stderr=other,
            env=environ(TERM="xterm"),
            start_new_session=True,
        )
        os.close(other)
        self.seen = self.left = ""

    def wait_for(self, text: str) -> None:
        """Read until the text is shown."""
        end = time.monotonic() + PATIENCE
        while text not in (shown := re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.left)):
            assert select.select([self.fd], [], [], end - time.monotonic())[0], shown
            data = os.read(self.fd, 1 << 16).decode("utf-8", "replace")
            self.type("\x1b[1;1R" * data.count("\x1b[6n"))  # it asks where the cursor is
            self.left += data
        before, found, self.left = shown.partition(text)
        self.seen += before + found

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode("utf-8"))

    def end(self) -> int:
        """The exit code, once all is read."""
        with contextlib.suppress(OSError):  # what Linux says when the other side is closed
            while os.read(self.fd, 1 << 16):
                pass
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.fd)


def test_at_a_terminal_it_asks_completes_and_loses_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pty")
    pytest.importorskip("prompt_toolkit")
    file = tmp_path / "x.brusq.jsonl"
    with Terminal(file, *NEW) as terminal:
        for shown, typed in (
            ("Who deals first?", "a\r"),
            ("turn-up>", "as\r"),
            ("Basile leads>", "kc\r"),
            ("Cécile plays>", "half a wo\x03"),
            ("Cécile plays>", "Q♠\r"),
            ("Anne plays>", "und\t"),
            ("undo", "\r"),
            ("Withdrawn: 1 event.", ""),
            ("Cécile plays>", "\x04"),
            ("Saved: ", ""),
        ):
            terminal.wait_for(shown)
            terminal.type(typed)
        assert terminal.end() == 0
        assert "spades are trumps · stock 21" in terminal.seen
    assert b'"retract"' in file.read_bytes().splitlines()[-1]


def test_killed_at_a_terminal_it_has_what_was_acknowledged(tmp_path: Path) -> None:
    pytest.importorskip("pty")
    file = tmp_path / "x.brusq.jsonl"
    with Terminal(file, *NEW) as terminal:
        for shown, typed in (("Who deals first?", "a\r"), ("turn-up>", "as\r"), ("leads>", "")):
            terminal.wait_for(shown)
            terminal.type(typed)
    events = [json.loads(line)["event"] for line in file.read_bytes().splitlines()]
    assert events[-1] == "turnup"
    assert list(check([file])) == []
