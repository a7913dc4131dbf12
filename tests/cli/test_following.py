"""`check --follow`, `replay --follow`, `check --watch`: what is seen while a log is written."""

import json
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from brusqlog.cli import following
from brusqlog.log.following import follow, saves
from tests.cli.running import WORKED, Done, at_terminal, here

LINES = WORKED.read_bytes().splitlines(keepends=True)
TWICE = b'{"event":"play","seat":1,"card":"KC"}\n'
RETRACT = b'{"event":"retract","last":1}\n'
CODE = "log.jsonl:21:24: error[play-twice]"

Step = Callable[[], object]
Run = Callable[..., Done]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log up to a card in the first trick, in the folder that we are in."""
    monkeypatch.chdir(tmp_path)
    log = Path("log.jsonl")
    log.write_bytes(b"".join(LINES[:20]))
    return log


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line that follows; at every pause one of the steps is done, and after the last
    it is interrupted."""

    def run(*arguments: str | Path, steps: list[Step], terminal: bool = False) -> Done:
        left = iter(steps)

        def pause() -> bool:
            step = next(left, None)
            if step is None:
                raise KeyboardInterrupt
            step()
            return True

        monkeypatch.setattr(following, "follow", partial(follow, pause=pause))
        monkeypatch.setattr(following, "saves", partial(saves, pause=pause))
        started = at_terminal if terminal else here
        return started(*arguments, TERM="xterm", NO_COLOR="1")

    return run


def adds(log: Path, data: bytes) -> Step:
    def step() -> None:
        with log.open("ab") as handle:
            handle.write(data)

    return step


def becomes(log: Path, data: bytes) -> Step:
    """Written over, the file itself staying the same."""

    def step() -> None:
        log.write_bytes(data)
        os.utime(log, ns=(1, 1))  # two changes of one size may fall into one tick of the clock

    return step


def is_replaced(log: Path, data: bytes) -> Step:
    def step() -> None:
        other = Path("other.jsonl")
        other.write_bytes(data)
        other.replace(log)

    return step


def nothing() -> None:
    """A pause in which nothing is done."""


# check --follow --------------------------------------------------------------------------------


def test_a_finding_is_told_once_its_line_is_whole_and_only_once(log: Path, run: Run) -> None:
    done = run("check", "--follow", log, steps=[adds(log, TWICE[:20]), nothing])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    log.write_bytes(b"".join(LINES[:20]))
    steps = [adds(log, TWICE[:20]), adds(log, TWICE[20:]), adds(log, b'{"event":"note"'), nothing,
             adds(log, b',"text":"so it was"}\n')]  # fmt: skip
    done = run("check", "--follow", log, steps=steps)
    assert done.stdout.count(CODE) == done.stdout.count("error[") == 1
    assert done.stderr == ""


def test_what_stands_there_from_the_start_is_told_too(log: Path, run: Run) -> None:
    log.write_bytes(log.read_bytes() + TWICE)
    assert CODE in run("check", "--follow", log, steps=[]).stdout


@pytest.mark.parametrize(
    ("language", "due"),
    [
        ("en", "log.jsonl:21:24: no longer so: play-twice\n"),
        ("fr", "log.jsonl:21:24 : ne tient plus : play-twice\n"),
    ],
)
def test_a_finding_that_does_not_hold_any_more_is_taken_back(
    language: str, due: str, log: Path, run: Run
) -> None:
    steps = [adds(log, TWICE), adds(log, RETRACT), adds(log, TWICE)]
    done = run("check", "--follow", "--lang", language, log, steps=steps)
    lines = done.stdout.splitlines(keepends=True)
    assert lines.count(due) == 1
    assert lines[0].startswith(CODE) and lines[0] not in lines[1:]
    assert re.search(r"^log.jsonl:23:24: error", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("language", "cut", "replaced", "gone"),
    [
        ("en", "log.jsonl was cut off or written over; from the start again:\n",
         "log.jsonl is another file now; from the start:\n",
         "log.jsonl is gone; waiting for it\n"),
        ("fr", "log.jsonl a été raccourci ou récrit ; depuis le début :\n",
         "log.jsonl est un autre fichier à présent ; depuis le début :\n",
         "log.jsonl n'est plus là ; on l'attend\n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["check", "replay"])
def test_what_becomes_of_the_file_is_said(
    verb: str, language: str, cut: str, replaced: str, gone: str, log: Path, run: Run
) -> None:
    wrong = log.read_bytes() + TWICE
    short, other = b"".join(LINES[:18]), wrong.replace(b"KC", b"9C")
    for steps, due in (
        ([adds(log, TWICE), becomes(log, short)], cut),
        ([adds(log, TWICE), becomes(log, other)], cut),
        ([is_replaced(log, wrong)], replaced),
        ([log.unlink, nothing], gone),
        ([log.unlink, nothing, becomes(log, short)], gone + replaced),
    ):
        log.write_bytes(b"".join(LINES[:20]))
        done = run(verb, "--follow", "--lang", language, log, steps=steps)
        assert done.stderr == due
        log.unlink(missing_ok=True)


def test_after_a_replacement_everything_is_told_again(log: Path, run: Run) -> None:
    wrong = log.read_bytes() + TWICE
    done = run("check", "--follow", log, steps=[adds(log, TWICE), is_replaced(log, wrong)])
    assert done.stdout.count(CODE) == 2


def test_in_lines_of_json_there_are_findings_and_nothing_else(log: Path, run: Run) -> None:
    steps = [adds(log, TWICE), adds(log, RETRACT), adds(log, TWICE)]
    done = run("check", "--follow", "--format", "jsonl", log, steps=steps)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["line"], each["code"]) for each in found] == [
        (21, "play-twice"),
        (23, "play-twice"),
    ]


def test_games_that_follow_one_another_are_followed(log: Path, run: Run) -> None:
    log.write_bytes(b"".join(LINES))
    steps = [adds(log, b"".join(LINES[:20])), adds(log, TWICE), adds(log, RETRACT)]
    done = run("check", "--follow", log, steps=steps)
    assert f"log.jsonl:{len(LINES) + 21}:24: error[play-twice]" in done.stdout
    assert f"log.jsonl:{len(LINES) + 21}:24: no longer so" in done.stdout


# replay --follow -------------------------------------------------------------------------------


def screen(sent: str) -> str:
    """What a terminal shows in the end."""
    lines: list[str] = []
    for part in re.findall(r"\x1b\[\d+F\x1b\[J|[^\x1b]+", sent):
        if part.startswith("\x1b"):
            del lines[-int(part[2 : part.index("F")]) :]
        else:
            lines += part.splitlines(keepends=True)
    return "".join(lines)


def told(data: bytes, run: Run) -> str:
    """What a terminal shows of a log that is there from the start."""
    Path("whole.jsonl").write_bytes(data)
    return run("replay", "--follow", "whole.jsonl", steps=[], terminal=True).stdout


def test_a_terminal_always_shows_what_replay_tells_of_the_whole_lines(log: Path, run: Run) -> None:
    for count in range(20, len(LINES)):
        log.write_bytes(b"".join(LINES[:20]))
        steps = [adds(log, line) for line in LINES[20:count]]
        steps.append(adds(log, LINES[count][:-1]))  # its line feed is yet to come
        if count % 7 == 0 or count > len(LINES) - 3:
            done = run("replay", "--follow", log, steps=steps, terminal=True)
            assert screen(done.stdout) == told(b"".join(LINES[:count]), run)


def test_on_a_terminal_the_loose_lines_are_wiped_and_written_over(log: Path, run: Run) -> None:
    done = run("replay", "--follow", log, steps=[adds(log, LINES[20])], terminal=True)
    before, wiped, after = re.split(r"(\x1b\[\d+F\x1b\[J)", done.stdout)
    loose = int(wiped[2 : wiped.index("F")])
    assert "B K♣" in "".join(before.splitlines(keepends=True)[-loose:])
    assert "C Q♠" in after and "C Q♠" not in before


def test_in_a_pipe_only_what_stays_is_written(log: Path, run: Run) -> None:
    done = run("replay", "--follow", log, steps=[adds(log, line) for line in LINES[20:]])
    assert "\x1b" not in done.stdout and done.stderr == ""
    assert "back" not in done.stdout
    assert done.stdout == told(b"".join(LINES), run)
    log.write_bytes(b"".join(LINES[:20]))
    done = run("replay", "--follow", log, steps=[adds(log, LINES[20])])
    assert "K♣" in told(b"".join(LINES[:20]), run)
    assert "B K♣" not in done.stdout


@pytest.mark.parametrize(
    ("language", "due"),
    [("en", "taken back; from here on anew:"), ("fr", "retiré ; de nouveau à partir d'ici :")],
)
def test_what_is_withdrawn_after_it_was_written_is_told_anew(
    language: str, due: str, log: Path, run: Run
) -> None:
    log.write_bytes(b"".join(LINES[:40]))
    steps = [adds(log, b'{"event":"retract","last":15}\n'), adds(log, LINES[25])]
    done = run("replay", "--follow", "--lang", language, log, steps=steps)
    assert done.stdout.splitlines().count(due) == 1


# check --watch ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "saved", "clean"),
    [("en", "\nsaved; checked again:\n", "1 file, 1 game, 1 hand: 0 errors, 0 warnings\n"),
     ("fr", "\nenregistré ; vérifié de nouveau :\n",
      "1 fichier, 1 partie, 1 coup : 0 erreur, 0 avertissement\n")],
)  # fmt: skip
def test_every_save_is_checked_again(
    language: str, saved: str, clean: str, log: Path, run: Run
) -> None:
    steps = [nothing, adds(log, TWICE), nothing, becomes(log, b"".join(LINES[:22]))]
    done = run("check", "--watch", "--lang", language, log, steps=steps)
    assert done.stdout.count("error[") == done.stdout.count(CODE) == 1
    first, second, third = done.stderr.split(saved)
    assert (first, third) == (clean, clean)
    assert second.startswith("1 ") and second != clean
    assert done.returncode == 130


def test_a_folder_is_watched_and_what_comes_into_it(log: Path, run: Run) -> None:
    new = Path("new.jsonl")
    steps = [becomes(new, b"".join(LINES)), nothing, new.unlink]
    done = run("check", "--watch", ".", steps=steps)
    assert [line.split(",")[0] for line in done.stderr.splitlines() if "file" in line] == [
        "1 file", "2 files", "1 file",
    ]  # fmt: skip


# Wrong usage -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--follow", "log.jsonl", "log.jsonl"], "--follow: this takes one plain file."),
        (["check", "--follow", "-"], "--follow: this takes one plain file."),
        (["replay", "--follow", "log.jsonl.gz"], "--follow: this takes one plain file."),
        (["check", "--follow", "--watch", "log.jsonl"], "--follow: this goes without --watch."),
        (["check", "--follow", "--format", "sarif", "log.jsonl"], "this prints text or jsonl."),
        (["check", "--watch", "--format", "json", "log.jsonl"], "--watch: this prints text or js"),
        (["replay", "--follow", "--after", "3", "log.jsonl"], "this tells whole games as text."),
        (["replay", "--follow", "--hand", "1", "log.jsonl"], "this tells whole games as text."),
        (["replay", "--follow", "--format", "md", "log.jsonl"], "this tells whole games as text."),
    ],
)
def test_what_cannot_be_followed_is_wrong_usage(
    arguments: list[str], said: str, log: Path, run: Run
) -> None:
    done = run(*arguments, steps=[])
    assert (done.returncode, done.stdout) == (2, "") and said in done.stderr


@pytest.mark.parametrize("verb", ["check", "replay"])
def test_a_file_that_is_not_there_ends_with_3(verb: str, log: Path, run: Run) -> None:
    done = run(verb, "--follow", "--lang", "fr", "gone.jsonl", steps=[])
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "brusqlog: gone.jsonl: aucun fichier ni dossier de ce nom\n"


TRANSCRIPT = """\
Rules: salon-2021
Players: Anne, Basile
Hands: 1

Hand 1: Anne deals
Deal: Basile 7d Js Kc | Anne 8s 7h Kh
Turn-up: As
1. Kc Kh > Basile + 8d Qd
"""


def test_a_transcript_is_followed_as_it_is_typed(run: Run, log: Path) -> None:
    text = Path("typed.brusq")
    text.write_text(TRANSCRIPT, encoding="utf-8")
    second = b"2. 7d 8x > Anne\n"
    typed = [adds(text, second[:6]), adds(text, second[6:])]
    done = run("check", "--follow", text, steps=typed)
    assert [line for line in done.stdout.splitlines() if "error[" in line] == [
        "typed.brusq:9:7: error[card-unread] `8x` is no card."
    ]
    text.write_text(TRANSCRIPT, encoding="utf-8")
    done = run("replay", "--follow", text, steps=[adds(text, b"2. 7d 8s\n")])
    assert done.stdout.count("\n   1  B K♣") == 1
    assert "   2  " not in done.stdout
