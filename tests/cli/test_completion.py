"""What a shell may complete."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from brusqlog.cli.completion import SHELLS
from brusqlog.game.findings import codes
from brusqlog.game.ruleset import rulesets
from tests.cli.running import ROOT, environment, here


def completed(line: str, **environ: str) -> list[str]:
    """What bash is told may come at the end of the line."""
    words = line.split(" ")
    asked = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    return here(**asked, _BRUSQLOG_COMPLETE="complete_bash", **environ).stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("brusqlog ch", ["check"]),
        ("brusqlog --v", ["--version"]),
        ("brusqlog --lang fr ch", ["check"]),
        ("brusqlog check --req", ["--require-finished"]),
        ("brusqlog check --format s", ["sarif"]),
        ("brusqlog check --format ", ["text", "json", "jsonl", "sarif", "github"]),
        ("brusqlog check --select take-mis", ["take-missing"]),
        ("brusqlog check --select take-missing --ignore take-mis", ["take-missing"]),
        ("brusqlog explain draw-ord", ["draw-order"]),
        ("brusqlog rules salon-20", ["salon-2009", "salon-2021"]),
        ("brusqlog rules salon-2021 acad", ["academie-1718"]),
        ("brusqlog simulate --rules salon-200", ["salon-2009"]),
        ("brusqlog check --lang ", ["en", "fr"]),
    ],
)
def test_verbs_options_and_values_are_completed(line: str, expected: list[str]) -> None:
    assert completed(line) == expected


def test_every_code_and_ruleset_is_offered() -> None:
    assert completed("brusqlog explain ") == list(codes())
    assert completed("brusqlog rules ") == list(rulesets())


def test_where_a_file_is_wanted_the_shell_completes_it() -> None:
    for line in ("brusqlog check ", "brusqlog replay wor", "brusqlog check --rules "):
        assert "".join(completed(line)) == ""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_zsh_and_fish_are_told_what_a_verb_does_in_the_language_asked_for(language: str) -> None:
    words = f"brusqlog --lang {language} chec"
    told = "Judge recorded games" if language == "en" else "Juge les parties"
    asked = {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    for shell, begin in (
        ("zsh", f'_arguments \'*: :(("check":"{told}'),
        ("fish", f"check\t{told}"),
    ):
        assert here(_BRUSQLOG_COMPLETE=f"complete_{shell}", **asked).stdout.startswith(begin)


def test_power_shell_is_told_too() -> None:
    asked = {"_TYPER_COMPLETE_ARGS": "brusqlog che", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "che"}
    told = here(_BRUSQLOG_COMPLETE="complete_powershell", **asked).stdout
    assert told.startswith("check:::Judge recorded games")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_for_each_shell_asks_as_it_is_answered(shell: str) -> None:
    with mock.patch("typer.completion._get_shell_name", return_value=shell):
        script = here("--show-completion").stdout
    asked = "complete_powershell" if shell in ("powershell", "pwsh") else f"complete_{shell}"
    assert re.search(rf'_BRUSQLOG_COMPLETE ?= ?"?{asked}', script)


@pytest.mark.parametrize("asked", [["--show-completion", "zsh"], ["--show-completion=zsh"]])
@pytest.mark.parametrize("more", [[], ["--lang", "fr"]])
def test_a_shell_that_is_named_gets_its_script(asked: list[str], more: list[str]) -> None:
    with mock.patch("typer.completion._get_shell_name", return_value="bash"):
        for arguments in ([*asked, *more], [*more, *asked]):
            assert here(*arguments).stdout.startswith("#compdef brusqlog")
        assert here(*more, "--show-completion").stdout.startswith("_brusqlog_completion()")


def test_a_shell_that_is_named_and_not_known_is_wrong_usage() -> None:
    done = here("--show-completion", "tcsh")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--show-completion: the shell must be one of bash, zsh" in done.stderr


def test_the_script_is_installed_where_the_shell_looks_for_it(tmp_path: Path) -> None:
    with mock.patch("typer.completion._get_shell_name", return_value="fish"):
        done = here("--install-completion", "--lang", "fr", HOME=str(tmp_path),
                    USERPROFILE=str(tmp_path))  # fmt: skip
    path = tmp_path / ".config" / "fish" / "completions" / "brusqlog.fish"
    assert done.stdout == (
        f"La complétion pour fish est dans {path} ; un nouveau terminal l'aura.\n"
    )
    assert "_BRUSQLOG_COMPLETE=complete_fish" in path.read_text()


def test_a_shell_that_nobody_knows_is_wrong_usage() -> None:
    with mock.patch("typer.completion._get_shell_name", return_value=None):
        done = here("--show-completion", SHELL="/bin/ksh")
        assert here("--show-completion", SHELL="/usr/bin/bash").returncode == 0
    assert done.returncode == 2
    assert "--show-completion: the shell must be one of bash, zsh" in done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    program = tmp_path / "brusqlog"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m brusqlog "$@"\n')
    program.chmod(0o755)
    with mock.patch("typer.completion._get_shell_name", return_value="bash"):
        script = here("--show-completion").stdout
    line = (
        "COMP_WORDS=(brusqlog check --format j); COMP_CWORD=3\n"
        '_brusqlog_completion brusqlog; echo "${COMPREPLY[@]}"; complete -p brusqlog\n'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{line}"],
        capture_output=True,
        text=True,
        env=environment(PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}"),
        cwd=ROOT,
    )
    assert done.stdout.splitlines()[0] == "json jsonl"
    assert "-o default" in done.stdout  # files, where nothing is listed
