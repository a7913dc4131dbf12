"""Help pages: their examples are right, and they are shown quickly."""

import re
import shlex
import subprocess
import sys
from typing import Any
from unittest import mock

import pytest

import brusqlog
from brusqlog.cli.app import command
from tests.cli.running import ROOT, environment, here, verbs

HEAVY = {"duckdb", "filelock", "jsonschema", "msgspec", "numpy", "pydantic", "rich"}
"""What no help page needs; some of it takes longer to load than the page to be shown."""

LEAVES = [verb for verb in verbs() if sum(name[: len(verb)] == verb for name in verbs()) == 1]
"""The verbs that do something, without the groups."""


def examples(verb: list[str]) -> list[str]:
    """The command lines in the help of a verb."""
    lines = here(*verb, "--help").stdout.splitlines()
    return [line.strip() for line in lines if re.match(r" {4}\S", line)]


def parse(group: Any, arguments: list[str]) -> None:
    """Read a command line as far as to what would be run. Raises the usage error of it."""
    ctx = group.make_context("brusqlog", list(arguments))
    if hasattr(group, "commands"):
        rest = [*ctx._protected_args, *ctx.args]
        _, verb, left = group.resolve_command(ctx, rest)
        parse(verb, left)


@pytest.mark.parametrize("verb", LEAVES, ids=" ".join)
def test_every_verb_has_examples_of_its_own_that_can_be_typed(verb: list[str]) -> None:
    lines = examples(verb)
    assert any(f"brusqlog {' '.join(verb)}" in line for line in lines)
    for line in lines:
        ours = [part.strip() for part in line.split("|") if part.strip().startswith("brusqlog")]
        assert ours
        for part in ours:
            parse(command("en"), shlex.split(part)[1:])


def test_the_test_of_examples_sees_a_wrong_one() -> None:
    for wrong in (["chek"], ["check", "--strct", "x"], ["replay", "x", "--hand", "0"], ["check"]):
        with pytest.raises(Exception, match=r"there is no|too small|missing"):
            parse(command("en"), wrong)


@pytest.mark.parametrize("verb", [[], *verbs()], ids=" ".join)
def test_every_option_and_argument_is_described(verb: list[str]) -> None:
    with mock.patch("brusqlog.cli.help.FIRST_COLUMN", 60):
        _, *sections = here(*verb, "--help").stdout.split(":\n  ")
    names = [line for part in sections[-2:] for line in part.splitlines() if line[:3] != " " * 3]
    rows = [line for line in names if line.strip().startswith("-")]
    assert [row for row in rows if not re.match(r" *-\S*((,| /) -\S+)?( \S+)?  +\S", row)] == []
    assert rows


def test_help_fits_a_narrow_terminal_and_grows_no_wider_than_100_columns() -> None:
    for columns, most in (("60", 60), ("300", 100)):
        lines = here("check", "--help", "--lang", "fr", COLUMNS=columns).stdout.splitlines()
        assert max(map(len, lines)) <= most
    assert here("check", "-h", COLUMNS="300").stdout == here("check", "-h", COLUMNS="100").stdout


def test_the_page_of_a_verb() -> None:
    assert here("ls", "--help").stdout == (
        "Usage: brusqlog ls [OPTIONS] PATH...\n"
        "\n"
        "  List games: file, position, id, rules, players, status.\n"
        "\n"
        "  Examples:\n"
        "    brusqlog ls games/\n"
        "    brusqlog ls --format jsonl games/ evening.brusq.jsonl\n"
        "\n"
        "Arguments:\n"
        "  PATH  Files, folders, or - for standard input.\n"
        "\n"
        "Options:\n"
        "  --rules FILE              A ruleset of your own; repeatable.\n"
        "  --format text|json|jsonl  What to print. (default: text)\n"
        "  --lang en|fr              Language; else that of a transcript, of\n"
        "                            BRUSQLOG_LANG, or English.\n"
        "  -h, --help                Show this page.\n"
    )
    hand = next(line for line in here("replay", "-h").stdout.splitlines() if "--hand N" in line)
    assert hand.split("  ")[-1].strip() == "One hand. (from 1)"


def test_the_version_comes_first_and_then_what_it_runs_with() -> None:
    told = here("--version").stdout
    assert told.split()[:2] == ["brusqlog", brusqlog.__version__]
    assert re.fullmatch(
        r"brusqlog \S+ \(Python [\d.]+\S*, msgspec \S+, duckdb \S+, typer \S+\)\n", told
    )


def test_help_and_version_load_nothing_heavy() -> None:
    lines = [["--version"], ["--help"], ["--lang", "fr", "--help"]]
    lines += [[*verb, "--help"] for verb in verbs()]
    code = (
        "import sys\n"
        "from brusqlog.cli.app import run\n"
        f"for line in {lines!r}:\n"
        "    run(line)\n"
        f"print(*sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr)\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment()
    )
    assert loaded.stderr.splitlines()[-1] == ""
