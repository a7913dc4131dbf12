"""`brusqlog schema`."""

import gzip
import json
from pathlib import Path

import pytest

from tests.cli.running import ROOT, SAMPLES, WORKED, here, run

SCHEMAS = ROOT / "schemas"
KINDS = ("event", "finding", "replay", "state", "diff")
BAD = '{"event":"play","seat":"1","card":"TS"}\n'


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"event":"gather"}\n' + BAD, encoding="utf-8")
    return path


def test_without_a_kind_the_schemas_are_listed() -> None:
    for arguments, begins in ((), "one line of a log"), (("--lang", "fr"), "une ligne d'un"):
        done = here("schema", *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert [line.split()[0] for line in done.stdout.splitlines()] == list(KINDS)
        assert done.stdout.startswith(f"event    {begins}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_prints_the_published_file_to_the_byte(kind: str) -> None:
    published = SCHEMAS.joinpath(f"{kind}.schema.json").read_text(encoding="utf-8")
    assert here("schema", kind).stdout == published


def test_logs_are_judged_line_by_line_and_counted() -> None:
    done = here("schema", "--check", SAMPLES)
    lines = sum(path.read_bytes().count(b"\n") for path in SAMPLES.glob("*.jsonl"))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"4 files, {lines} lines: 0 violations\n"


def test_a_violation_is_told_with_file_line_and_path_and_ends_with_1(bad: Path) -> None:
    done = here("schema", "--check", bad)
    assert done.returncode == 1
    assert done.stdout == f'{bad}:2: seat: must be an integer, not `"1"`\n'
    assert done.stderr == "1 file, 2 lines: 1 violation\n"


def test_in_french_all_of_it_is_french(bad: Path) -> None:
    done = here("schema", "--check", bad, "--lang", "fr")
    assert done.stdout == f'{bad}:2: seat: doit être un entier, non `"1"`\n'
    assert done.stderr == "1 fichier, 2 lignes : 1 infraction\n"


def test_as_jsonl_a_violation_is_an_object(bad: Path) -> None:
    done = here("schema", "--check", bad, "--format", "jsonl")
    assert json.loads(done.stdout) == {
        "file": str(bad),
        "line": 2,
        "path": ["seat"],
        "keyword": "type",
        "message": 'must be an integer, not `"1"`',
    }


def test_paths_may_be_repeated_or_follow_as_a_shell_puts_them(bad: Path) -> None:
    for arguments in (("--check", bad, "--check", WORKED), ("--check", bad, WORKED),
                      ("event", "--check", bad, WORKED)):  # fmt: skip
        done = here("schema", *arguments)
        assert (done.returncode, done.stdout.count("\n")) == (1, 1)
        assert done.stderr.startswith("2 files, ")


def test_packed_files_and_standard_input_are_judged(bad: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(bad.read_bytes()))
    assert here("schema", "--check", packed).stdout.startswith(f"{packed}:2: seat: ")
    assert run("schema", "--check", "-", stdin=packed.read_bytes()).stdout.startswith("-:2: seat: ")


def test_what_a_verb_prints_is_judged_by_its_schema(tmp_path: Path) -> None:
    slip = SAMPLES / "slip.brusq.jsonl"
    for kind, arguments in {
        "replay": ("replay", WORKED, "--format", "json"),
        "state": ("replay", WORKED, "--after", "33", "--format", "json"),
        "finding": ("check", slip, "--format", "jsonl"),
        "diff": ("diff", WORKED, slip, "--format", "json"),
    }.items():
        printed = tmp_path / kind
        printed.write_text(here(*arguments).stdout, encoding="utf-8")
        done = here("schema", kind, "--check", printed)
        assert (done.returncode, done.stdout) == (0, ""), kind
        assert here("schema", "--check", printed).returncode == 1


def test_of_a_folder_documents_or_lines_are_judged_as_the_kind_has_it(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(BAD, encoding="utf-8")
    assert here("schema", "--check", tmp_path).stderr == "1 file, 1 line: 1 violation\n"
    done = here("schema", "state", "--check", tmp_path)
    assert done.stderr == "1 file, 1 document: 1 violation\n"
    assert done.stdout.startswith(f"{tmp_path / 'a.json'}: missing: `format`, ")


def test_a_file_that_cannot_be_read_ends_with_3_and_stops_no_other(bad: Path) -> None:
    gone = bad.with_name("gone.jsonl")
    done = here("schema", "--check", gone, bad)
    assert (done.returncode, done.stdout.count("\n")) == (3, 1)
    assert done.stderr.startswith(f"brusqlog: There is no file `{gone}`.\n")


def test_a_folder_without_logs_is_told_and_is_no_error(tmp_path: Path) -> None:
    done = here("schema", "--check", tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    says = f"brusqlog: No file to be read was found in the folder `{tmp_path}`"
    assert done.stderr.startswith(says)
    documents = here("schema", "replay", "--check", tmp_path).stderr
    assert "its name would end in `.json`, `.json.gz` or `.json.zst`." in documents


def test_what_cannot_be_shown_of_a_file_is_escaped(tmp_path: Path) -> None:
    odd = tmp_path / "odd.jsonl"
    odd.write_text('{"event":"gather","a\\u001b\\n":1}\n' + '{"a\\u001b":{}}\n', encoding="utf-8")
    told = here("schema", "--check", odd).stdout
    assert "there is no key `a\\x1b\\n` here" in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("evnt",), "KIND: there is no schema 'evnt'. Did you mean event?"),
        (("event", "state"), "KIND: 'state' is one too many."),
        (("--check",), "--check: this needs a value."),
    ],
)
def test_wrong_usage_ends_with_2_and_says_why(arguments: tuple[str, ...], says: str) -> None:
    done = here("schema", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: {says}\n")
