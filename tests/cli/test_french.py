"""Everything the command line says is there in English and French."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import brusqlog.cli
from brusqlog.checking.words import Words
from brusqlog.cli.app import command
from brusqlog.cli.french import paragraphs
from brusqlog.cli.shapes import shapes
from brusqlog.languages import LANGUAGES
from brusqlog.spelling import Style
from tests.cli.running import WORKED, here, verbs

CLI = Path(brusqlog.cli.__file__).parent
ROOMS = ("archive", "cli", "simulation")
"""The rooms whose modules say something that `french.toml` puts into French."""

TEXTS = {
    "told": 0, "_told": 0, "SimulationError": 0, "ArchiveError": 0, "QueryError": 0, "wrong": 1,
    "unknown": 3,
}  # fmt: skip
"""The functions that are given an English text, and the position of it among their arguments."""

NAMES = ("template", "NOUNS", "TEMPLATES")
"""The names that such texts have, if it is not a text itself that is given."""

UNCHANGED = re.compile(r"(?<![\w-])(--?[a-z][a-z-]*|`[^`]+`|[A-Z][A-Z_]+[A-Z](?![\w]))")
"""What is the same in every language: options, what stands between backticks, variables."""


def french() -> dict[str, dict[str, str]]:
    return tomllib.loads((CLI / "french.toml").read_text(encoding="utf-8"))


def pairs() -> list[tuple[str, str]]:
    return [pair for texts in french().values() for pair in texts.items()]


def texts_of_pages(group: Any) -> Iterator[str]:
    """What the help pages of a group and of its verbs say, in English."""
    for part in paragraphs(group.help):
        lines = part.split("\n")
        yield from (line for line in lines if not line.startswith(("\b", " ")) and line)
    for param in group.params:
        yield from filter(None, (shapes(group)[param.name].help, param.metavar))
    for verb in getattr(group, "commands", {}).values():
        yield from texts_of_pages(verb)


def texts_of_modules() -> Iterator[str]:
    """What modules give to the functions that put texts into French."""
    for path in (path for room in ROOMS for path in (CLI.parent / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = TEXTS.get(node.func.id, len(node.args))
                yield from (
                    text for given in node.args[place : place + 1] for text in _texts(given)
                )
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in NAMES:
                values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
                for value in values:
                    yield from _texts(value)


def _texts(node: ast.expr) -> Iterator[str]:
    for part in (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def places(text: str) -> set[str]:
    return {f"{name}!{how}" for _, name, _, how in string.Formatter().parse(text) if name}


def test_every_text_is_there_in_french_and_none_for_nothing() -> None:
    headings = {"Usage:", "Arguments:", "Options:", "Commands:", "TEXT"}
    said = {*texts_of_pages(command("en")), *texts_of_modules(), *headings}
    known = {en for en, _ in pairs()}
    assert (said - known, known - said) == (set(), set())


def test_no_text_stands_there_twice() -> None:
    english = [en for en, _ in pairs()]
    assert [text for text in english if english.count(text) > 1] == []


@pytest.mark.parametrize(("english", "told"), pairs())
def test_both_languages_have_the_same_places_options_and_names(english: str, told: str) -> None:
    assert places(told) == places(english)
    named = {**french()["names"], "COMMAND": "COMMANDE"}
    kept = [named.get(name, name) for name in UNCHANGED.findall(english)]
    assert sorted(UNCHANGED.findall(told)) == sorted(kept)


def test_wrong_usage_is_told_by_templates_only() -> None:
    for path in CLI.rglob("*.py"):
        if path.name != "options.py":
            assert "typer.BadParameter(" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("verb", [[], *verbs()], ids=" ".join)
def test_a_help_page_in_french_has_no_english_and_the_same_examples(verb: list[str]) -> None:
    with mock.patch("brusqlog.cli.help.WIDEST", 10_000):
        english = here(*verb, "--help", COLUMNS="10000").stdout.splitlines()
        told = here("--lang", "fr", *verb, "--help", COLUMNS="10000").stdout.splitlines()
    texts = {en for en, fr in pairs() if len(en) > 20 and en != fr}
    assert [line for line in told for text in texts if text in line] == []
    assert len(told) == len(english)
    examples = re.compile(r" {4}\S")
    assert list(filter(examples.match, told)) == list(filter(examples.match, english))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lang", "fr", "check", "--help"),
        ("--lang=fr", "check", "--help"),
        ("check", "--lang", "fr", "--help"),
        ("check", "--help", "--lang", "fr"),
        ("check", "--help", "--lang=fr"),
        ("check", "--lang", "en", "--help", "--lang", "fr"),
    ],
)
def test_french_may_be_asked_for_before_the_verb_and_after_it(arguments: tuple[str, ...]) -> None:
    assert here(*arguments).stdout.startswith("Usage : brusqlog check [OPTIONS] CHEMIN...\n")


def test_french_asked_for_before_the_verb_is_the_language_of_its_results() -> None:
    assert "1 fichier, 1 partie" in here("--lang", "fr", "check", WORKED).stderr
    assert "1 file, 1 game" in here("--lang", "fr", "check", WORKED, "--lang", "en").stderr


@pytest.mark.parametrize(("variable", "begin"), [("fr", "Usage :"), ("FR_CA.UTF-8", "Usage :"),
                                                 ("de", "Usage:"), ("", "Usage:")])  # fmt: skip
def test_the_variable_chooses_and_one_that_nobody_knows_means_english(
    variable: str, begin: str
) -> None:
    assert here("check", "--help", BRUSQLOG_LANG=variable).stdout.startswith(begin)
    assert here("chek", BRUSQLOG_LANG=variable).stderr.startswith(begin)
    assert here("--help", "--lang", "en", BRUSQLOG_LANG=variable).stdout.startswith("Usage:")


def test_what_comes_after_two_dashes_chooses_no_language() -> None:
    assert here("check", "--bogus", "--", "--lang", "fr").stderr.startswith("Usage: brusqlog")


def test_wrong_usage_is_told_in_french() -> None:
    assert here("check", "--format", "jsn", "--lang", "fr", "x").stderr == (
        "Usage : brusqlog check [OPTIONS] CHEMIN...\n"
        "L'aide : 'brusqlog check --help'.\n"
        "\n"
        "Erreur : --format : 'jsn' n'est pas parmi text, json, jsonl, sarif, github. "
        "Vouliez-vous dire json ?\n"
    )


def test_why_a_file_cannot_be_read_is_told_in_french(tmp_path: Path) -> None:
    gone = tmp_path / "gone.toml"
    done = here("--lang", "fr", "check", "--rules", gone, WORKED)
    assert done.stderr == f"brusqlog: {gone} : aucun fichier ni dossier de ce nom\n"
    assert done.returncode == 3


def test_what_a_game_is_found_to_be_is_told_in_french() -> None:
    told = here("check", "--games", WORKED, "--lang", "fr").stdout
    assert told == f"{WORKED}:1: worked : finie, 1 coup, 0 erreur, 0 avertissement\n"
    entry = here("check", "--games", "--format", "jsonl", WORKED, "--lang", "fr").stdout
    assert '"status":"finished"' in entry


def test_several_that_were_meant_are_told_in_french() -> None:
    told = here("rules", "salon", "--lang", "fr").stderr
    assert told.endswith("Vouliez-vous dire salon-2009 ou salon-2021 ?\n")


def test_why_a_file_is_no_ruleset_is_told_in_french(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('name = "house"\nbase = "salon-2021"\n[options.stak]\nvalue = 3\n')
    told = here("check", "--rules", rules, WORKED, "--lang", "fr").stderr.splitlines()[-1]
    assert told == (
        f"Erreur : --rules : ce n'est pas un règlement : {rules} : options.stak : "
        "aucune option n'a ce nom (vouliez-vous dire stake ?)."
    )


def test_so_is_why_in_a_finding() -> None:
    facts = {"file": "a.jsonl", "reason": "Input/output error"}
    told = {lang: Words(Style(language=lang)).message("read-failed", facts) for lang in LANGUAGES}
    assert told == {
        "en": "`a.jsonl` cannot be read any further: Input/output error.",
        "fr": "`a.jsonl` ne peut pas être lu plus loin : erreur d'entrée-sortie.",
    }
