"""`seal`, `repair`, `check --digest`: verbs and options for logs that grow."""

import gzip
import hashlib
import json
import os
import shlex
from pathlib import Path

import pytest

from brusqlog.writing.logwriter import LogWriter
from tests.cli.running import SLIP, WORKED, Done, here

POSIX = pytest.mark.skipif(os.name == "nt", reason="links need rights there")
LINES = WORKED.read_bytes().splitlines(keepends=True)
BAD = b'{"event":"plya"}\n'
TORN = b'{"event":"pl'


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log with the first forty lines of a game, in the folder that we are in."""
    monkeypatch.chdir(tmp_path)
    log = Path("log.brusq.jsonl")
    log.write_bytes(b"".join(LINES[:40]))
    return log


def files() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


# seal ------------------------------------------------------------------------------------------


def test_a_seal_is_written_and_its_digest_printed(log: Path) -> None:
    due = digest(log.read_bytes())
    done = here("seal", log)
    assert done.stdout == f"{due}  log.brusq.jsonl, 40 lines\n"
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(log.read_bytes().splitlines()[-1]) == {"event": "seal", "sha256": due}
    assert here("check", log).returncode == 0


def test_what_is_sealed_already_is_not_sealed_again(log: Path) -> None:
    due = here("seal", log).stdout.split()[0]
    sealed = log.read_bytes()
    assert here("seal", log).stdout == f"{due}  log.brusq.jsonl, 40 lines: sealed already\n"
    told = here("seal", log, "--lang", "fr").stdout
    assert told == f"{due}  log.brusq.jsonl, 40 lignes : déjà scellé\n"
    assert log.read_bytes() == sealed


def test_a_log_that_has_grown_is_sealed_anew(log: Path) -> None:
    first = here("seal", log).stdout
    log.write_bytes(log.read_bytes() + b"".join(LINES[40:]))
    second = here("seal", log).stdout
    assert second.endswith("  log.brusq.jsonl, 89 lines\n") and first != second
    assert here("check", log).returncode == 0


def test_a_seal_that_does_not_hold_is_not_said_again(log: Path) -> None:
    here("seal", log)
    log.write_bytes(log.read_bytes().replace(b"Anne", b"Anna"))
    changed = log.read_bytes()
    done = here("seal", log)
    assert (done.returncode, done.stdout, log.read_bytes()) == (1, "", changed)
    assert done.stderr == (
        "log.brusq.jsonl: the last seal does not hold; `brusqlog check` tells more. Nothing was "
        "written.\n"
    )
    assert "le dernier sceau est rompu" in here("seal", log, "--lang", "fr").stderr


def test_a_faulty_log_can_be_sealed(log: Path) -> None:
    log.write_bytes(SLIP.read_bytes())
    assert here("seal", log).returncode == 0
    done = here("check", log)
    assert (done.returncode, done.stdout.count("error[")) == (1, 1)


def test_a_torn_tail_is_put_aside_before_a_seal_and_that_is_said(log: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole + TORN)
    done = here("seal", log)
    saved = Path(f"log.brusq.jsonl.torn-{len(whole)}")
    assert done.stdout == f"{digest(whole)}  log.brusq.jsonl, 40 lines\n"
    assert done.stderr == f"log.brusq.jsonl: its torn last line was put aside: {saved}.\n"
    assert saved.read_bytes() == TORN


@pytest.mark.parametrize(("language", "said"), [("en", "another program"), ("fr", "autre prog")])
@pytest.mark.parametrize("verb", [["seal"], ["repair", "--line", "41", "--yes"], ["record"]])
def test_a_log_that_somebody_writes_is_busy(
    verb: list[str], language: str, said: str, log: Path
) -> None:
    with LogWriter.resume(log):
        with log.open("ab") as other:
            other.write(BAD)
        before = log.read_bytes()
        done = here(*verb, log, "--lang", language)
    assert (done.returncode, done.stdout, log.read_bytes()) == (3, "", before)
    assert done.stderr.startswith("brusqlog: ") and said in done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [("log.jsonl.gz", "is compressed"), ("link.jsonl", "is a link"), ("gone.jsonl", "No such file"),
     ("two.jsonl", "holds 2 games"), (".", "irectory"), ("bad.jsonl", "brusqlog repair")],
)  # fmt: skip
@POSIX
def test_what_cannot_grow_is_not_sealed(name: str, said: str, log: Path) -> None:
    Path("log.jsonl.gz").write_bytes(gzip.compress(log.read_bytes()))
    Path("two.jsonl").write_bytes(log.read_bytes() * 2)
    Path("bad.jsonl").write_bytes(log.read_bytes() + BAD)
    Path("link.jsonl").symlink_to(log)
    before = log.read_bytes(), files()
    done = here("seal", name)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("brusqlog: ") and said in done.stderr
    assert done.stderr.count("\n") == 1
    assert (log.read_bytes(), files()) == before


def test_why_a_log_cannot_be_written_is_told_in_french(log: Path) -> None:
    done = here("seal", "gone.jsonl", "--lang", "fr")
    assert done.stderr == "brusqlog: gone.jsonl: aucun fichier ni dossier de ce nom\n"


# repair ----------------------------------------------------------------------------------------


def test_where_every_line_can_be_read_there_is_nothing_to_repair(log: Path) -> None:
    log.write_bytes(SLIP.read_bytes())
    done = here("repair", log)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == ("log.brusq.jsonl: every line can be read; there is nothing to repair.\n")


def test_what_would_be_done_is_shown_and_not_done(log: Path) -> None:
    bad = b"".join([*LINES[:30], BAD, *LINES[30:40], TORN])
    log.write_bytes(bad)
    place = len(b"".join(LINES[:30]))
    done = here("repair", log)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (
        'log.brusq.jsonl:31:10: error[unknown-kind] There is no event "plya" (did you mean '
        "`play`?).\n"
        '  {"event":"plya"}\n'
        "           ^^^^^^\n"
        f"  To take out this line (17 bytes from byte {place} on) and keep it beside the log:\n"
        "    brusqlog repair log.brusq.jsonl --line 31 --yes\n"
        "log.brusq.jsonl:42:1: error[torn-tail] The last line lacks its line feed: its recording "
        "was interrupted, and it does not count.\n"
        '  {"event":"pl\n'
        "  ^\n"
        "  The next append puts this torn line aside, into a file beside the log.\n"
    )
    one = here("repair", log, "--line", "31")
    assert one.stdout == "".join(done.stdout.splitlines(keepends=True)[:5])
    assert (one.returncode, one.stderr) == (1, "Nothing was changed; --yes does it.\n")
    assert (log.read_bytes(), files()) == (bad, [log.name])


def test_what_would_be_done_is_shown_in_french(log: Path) -> None:
    log.write_bytes(log.read_bytes() + BAD)
    done = here("repair", log, "--line", "41", "--lang", "fr")
    assert done.stdout.splitlines()[3:] == [
        f"  Pour ôter cette ligne (17 octets dès l'octet {log.stat().st_size - 17}) et la garder "
        "à côté :",
        "    brusqlog repair log.brusq.jsonl --line 41 --yes",
    ]
    assert done.stderr == "Rien n'a été changé ; --yes le fait.\n"


def test_the_command_that_is_shown_does_it_and_keeps_the_bytes(log: Path) -> None:
    log.write_bytes(b"".join([*LINES[:30], BAD, *LINES[30:40]]))
    shown = here("repair", log).stdout.splitlines()[-1]
    done = here(*shlex.split(shown)[1:])
    saved = f"log.brusq.jsonl.removed-{len(b''.join(LINES[:30]))}"
    assert done.stdout == f"log.brusq.jsonl: line 31 taken out; its bytes are in {saved}.\n"
    assert (done.returncode, done.stderr) == (0, "")
    assert Path(saved).read_bytes() == BAD
    assert log.read_bytes() == b"".join(LINES[:40])


def test_a_repair_that_leaves_bad_lines_ends_with_1(log: Path) -> None:
    log.write_bytes(log.read_bytes() + BAD + BAD + TORN)
    for left in (1, 1, 0):
        done = here("repair", log, "--line", "41", "--yes", "--lang", "fr")
        assert done.returncode == left and "ligne 41 ôtée" in done.stdout
    assert log.read_bytes() == b"".join(LINES[:40])
    saved = [Path(name).read_bytes() for name in files() if name != log.name]
    assert saved == [BAD, TORN]  # equal bytes of one place are kept once


@pytest.mark.parametrize("line", ["2", "99"])
def test_a_line_that_can_be_read_is_not_taken_out(line: str, log: Path) -> None:
    bad = log.read_bytes() + BAD
    log.write_bytes(bad)
    for more in ([], ["--yes"]):
        done = here("repair", log, "--line", line, *more)
        assert done.returncode == 2
        assert f"--line: line {line} is none that cannot be read; `retract` " in done.stderr
    assert (log.read_bytes(), files()) == (bad, [log.name])


def test_yes_says_to_which_line(log: Path) -> None:
    log.write_bytes(log.read_bytes() + BAD)
    done = here("repair", log, "--yes")
    assert done.returncode == 2 and "--yes: this goes with --line." in done.stderr


@POSIX
def test_what_is_packed_or_linked_is_not_repaired(log: Path) -> None:
    log.write_bytes(log.read_bytes() + BAD)
    Path("log.jsonl.gz").write_bytes(gzip.compress(log.read_bytes()))
    Path("link.jsonl").symlink_to(log)
    before = log.read_bytes(), files()
    for arguments, said in (
        (["log.jsonl.gz"], "is compressed"),
        (["log.jsonl.gz", "--line", "41", "--yes"], "is compressed"),
        (["link.jsonl", "--line", "41", "--yes"], "is a link"),
    ):
        done = here("repair", *arguments)
        assert (done.returncode, done.stdout) == (3, "") and said in done.stderr
    assert (log.read_bytes(), files()) == before


# check --digest --------------------------------------------------------------------------------


def held(log: Path, kept: str, *more: str) -> Done:
    return here("check", "--digest", kept, *more, log)


def test_a_log_holds_against_every_digest_that_it_ever_had(log: Path) -> None:
    sealed = here("seal", log).stdout.split()[0]
    whole = digest(log.read_bytes())
    log.write_bytes(log.read_bytes() + b"".join(LINES[40:]))
    for kept in (sealed, whole, sealed.upper(), f" {digest(log.read_bytes())} "):
        assert held(log, kept).returncode == 0
    assert held(log, digest(LINES[0])).returncode == 0


def test_a_log_that_was_changed_since_does_not_hold(log: Path) -> None:
    kept = here("seal", log).stdout.split()[0]
    changed = log.read_bytes().splitlines(keepends=True)[:-1]
    changed[0] = changed[0].replace(b"Anne", b"Anna")
    log.write_bytes(b"".join(changed))
    here("seal", log)  # its owner makes a new seal: the file alone shows nothing
    assert here("check", log).returncode == 0
    done = held(log, kept)
    assert done.returncode == 1
    assert done.stdout.startswith(
        "log.brusq.jsonl:1: error[digest-differs] No number of first lines of log.brusq.jsonl has "
        f"the SHA-256 {kept}.\n"
    )
    assert "Aucun nombre de premières lignes" in held(log, kept, "--lang", "fr").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--digest", "abc"], "--digest: this takes the 64 hex digits that `seal` prints."),
        (["--digest", "g" * 64], "--digest: this takes the 64 hex digits that `seal` prints."),
        (["--digest", "0" * 64, "other.jsonl"], "--digest: this goes with one file."),
    ],
)
def test_a_digest_that_is_none_is_wrong_usage(arguments: list[str], said: str, log: Path) -> None:
    done = here("check", *arguments, log)
    assert (done.returncode, done.stdout) == (2, "") and said in done.stderr
