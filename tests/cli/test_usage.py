"""Wrong usage: what is wrong, where, and what was probably meant."""

from pathlib import Path

import pytest

from brusqlog.cli.options import unknown
from brusqlog.cli.usage import complaint
from tests.cli.running import WORKED, here, verbs

AWARDS = "award-above-pot, award-amount, award-missing, award-not-due or award-twice"
"""All that begin so."""

COMMANDS = ", ".join(verb for verb, *more in verbs() if not more)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["chek"], "there is no command 'chek'. Did you mean check?"),
        (["fold"], f"there is no command 'fold', only: {COMMANDS}."),
        (["--verson"], "there is no option '--verson'. Did you mean --version?"),
        (["check", "--strct"], "there is no option '--strct'. Did you mean --strict?"),
        (["check", "-x", WORKED], "there is no option '-x'."),
        (["check"], "PATH: this is missing."),
        (["replay", WORKED, "b"], "'b' is one too many."),
        (["check", "--format"], "--format: this needs a value."),
        (["check", "--strict=no", WORKED], "--strict: this takes no value."),
        (
            ["ls", "--format", "JSN", WORKED],
            "--format: 'JSN' is none of text, json, jsonl. Did you mean json?",
        ),
        (["ls", "--format", "xml", WORKED], "--format: 'xml' is none of text, json, jsonl."),
        (["check", "--lang", "frn", "x"], "--lang: 'frn' is none of en, fr. Did you mean fr?"),
        (["replay", WORKED, "--hand", "two"], "--hand: 'two' is no number."),
        (["replay", WORKED, "--hand", "1.5"], "--hand: '1.5' is no number."),
        (["replay", WORKED, "--hand", "0"], "--hand: 0 is too small: from 1."),
        (["simulate", "--players", "6"], "--players: 6 is too large: up to 5."),
        (["replay", WORKED, "--hand", "9"], "--hand: hand 9 was not played."),
        (["replay", WORKED, "--trick", "99"], "--trick: trick 99 was not played."),
        (["replay", WORKED, "--after", "88"], "--after: there is no event 88; the last one is 87."),
        (
            ["replay", WORKED, "--game", "Workd"],
            "--game: there is no game 'Workd'. Did you mean worked?",
        ),
        (
            ["replay", WORKED, "--seat", "cecile"],
            f"--seat: game 1 of {WORKED} has no seat 'cecile', only: 0 Anne, 1 Basile, 2 Cécile. "
            "Did you mean Cécile?",
        ),
        (
            ["check", "--ignore", "take-mising", WORKED],
            "--ignore: there is no code 'take-mising'. Did you mean take-missing?",
        ),
        (
            ["check", "--select", "stake-late", "--ignore", "stake-late", WORKED],
            "--ignore: stake-late is selected, and cannot be ignored.",
        ),
        (["explain", "award"], f"CODE: there is no code 'award'. Did you mean {AWARDS}?"),
        (["explain", "xyzzy"], "CODE: there is no code 'xyzzy'."),
        (
            ["schema", "game"],
            "KIND: there is no schema 'game', only: event, finding, replay, state, diff.",
        ),
        (
            ["simulate", "--bots", "clever"],
            "--bots: there is no bot 'clever', only: random, greedy.",
        ),
        (
            ["check", "--rules", "salon-2021", WORKED],
            "--rules: salon-2021 is published: it needs no file.",
        ),
        (["check", ""], "PATH: this is empty."),
        (["replay", ""], "PATH: this is empty."),
        (["check", "--rules", "", WORKED], "--rules: this is empty."),
        (["rules", "--hash", ""], "--hash: this is empty."),
        (["schema", "--check", ""], "--check: this is empty."),
        (["simulate", "-o", ""], "--output: this is empty."),
        (["simulate", "--rules", ""], "--rules: this is empty."),
        (["archive", "add", "", WORKED], "ARCHIVE: this is empty."),
        (["archive", "add", "a.duckdb", ""], "PATH: this is empty."),
        (["query", "", "SELECT 1"], "ARCHIVE: this is empty."),
        (["stats", "a.duckdb", "players", "-o", ""], "--output: this is empty."),
        (["simulate", "--force"], "--force: this means nothing without -o FILE."),
        (
            ["stats", "a.duckdb", "players", "--force"],
            "--force: this means nothing without -o FILE.",
        ),
        (
            ["schema", "event", "--format", "jsonl"],
            "--format: this means nothing without --check.",
        ),
    ],
)
def test_wrong_usage_is_told_with_the_nearest_value(
    arguments: list[str | Path], error: str
) -> None:
    done = here(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == f"Error: {error}"
    words = [arguments[:count] for count in (2, 1) if arguments[:count] in list(verbs())]
    verb = " ".join(["brusqlog", *map(str, words[0] if words else [])])
    assert done.stderr.splitlines()[-3] == f"Try '{verb} --help' for help."
    assert done.stderr.startswith(f"Usage: {verb} [OPTIONS]")


def test_a_file_that_is_no_ruleset_is_wrong_usage(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text("name =")
    done = here("check", "--rules", rules, WORKED)
    assert done.returncode == 2
    assert f"Error: --rules: this is no ruleset: {rules}: " in done.stderr


def test_control_characters_of_what_was_typed_are_shown_escaped() -> None:
    assert r"there is no command 'a\x1b[31m', only: " in here("a\x1b[31m").stderr
    error = unknown("--game", "evening", ["evening\x1b"], "game")
    assert complaint(error, "en").endswith("Did you mean evening\\x1b?\n")


def test_no_arguments_at_all_are_wrong_usage_that_shows_the_help() -> None:
    done = here()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == here("--help").stdout
    assert here("--lang", "fr").stderr == here("--lang", "fr", "--help").stdout


def test_help_is_shown_whatever_values_are_wrong() -> None:
    assert here("check", "--format", "jsn", "--help").stdout == here("check", "-h").stdout
    told = here("check", "--strct", "--help", "--lang", "fr").stderr
    assert told.endswith("il n'y a pas d'option '--strct'. Vouliez-vous dire --strict ?\n")
