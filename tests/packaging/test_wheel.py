"""The wheel is whole: it works in an environment of its own, without the checkout."""

from pathlib import Path

import pytest

from tests.packaging.installed import ROOT, Environment, build, names

LINES = [
    ["demo"],
    ["demo", "--lang", "fr"],
    ["explain", "draw-order"],
    ["explain", "draw-order", "--lang", "fr"],
    ["schema", "event"],
    ["rules"],
    ["rules", "salon-2021", "--lang", "fr"],
    ["simulate", "--seed", "7", "-o", "made.brusq.jsonl"],
    ["check", "made.brusq.jsonl"],
    ["replay", "made.brusq.jsonl"],
    ["ls", "made.brusq.jsonl"],
    ["record", "new.brusq.jsonl", "--players", "Anne,Basile", "--hands", "1"],
    ["seal", "made.brusq.jsonl"],
    ["repair", "made.brusq.jsonl"],
    ["archive", "add", "games.duckdb", "made.brusq.jsonl"],
    ["query", "games.duckdb", "SELECT count(*) FROM plays"],
    ["stats", "games.duckdb", "players"],
    ["--lang", "fr", "--help"],
]
"""What a newcomer may type in an empty folder, in this order."""

PUBLIC = "from brusqlog import *"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("environment") / "env", wheel)


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "brusqlog").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in names(wheel) if name.startswith("brusqlog/")} == package
    others = {name.split("/")[0] for name in names(wheel)} - {"brusqlog"}
    assert [name.endswith(".dist-info") for name in others] == [True]


def test_all_verbs_run_in_an_empty_folder_and_use_nothing_of_the_checkout(
    installed: Environment, tmp_path: Path
) -> None:
    code = (
        f"import os, sys; {PUBLIC}; from brusqlog.cli.app import run\n"
        "sys.stdin = open(os.devnull)\n"
        f"codes = [run(line) for line in {LINES!r}]\n"
        "homes = [getattr(module, '__file__', None) or '' for module in sys.modules.values()]\n"
        "print(codes, *homes, *sys.path, sep='\\n', file=sys.stderr)\n"
    )
    done = installed.run("python", "-c", code, cwd=tmp_path)
    told = done.stderr.decode()
    codes, *homes = told[told.rindex("\n[0") + 1 :].splitlines()
    assert codes == str([0] * len(LINES)), told
    assert [home for home in homes if Path(home).is_relative_to(ROOT)] == []
    assert done.stdout.decode().count("card-already-played") >= 2


def test_the_command_itself_is_installed(installed: Environment, tmp_path: Path) -> None:
    done = installed.run("brusqlog", "--version", cwd=tmp_path)
    assert (done.returncode, done.stdout[:9]) == (0, b"brusqlog ")
