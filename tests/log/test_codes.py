"""The registry of faults of form: each code is told in both languages, and can be reached."""

import re
import string
import tomllib
from importlib import resources
from pathlib import Path

from brusqlog.log.strict import SOME_OF

TABLES = tomllib.loads(
    resources.files("brusqlog.game").joinpath("codes/form.toml").read_text("utf-8")
)
ROOMS = [Path(__file__).parents[2] / "brusqlog" / room for room in ("log", "checking")]
TESTS = [Path(__file__).parents[1] / folder for folder in ("log", "check")]
CODE = re.compile(r'"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"')


def quoted(folders: list[Path]) -> set[str]:
    """All words in quotes in the sources of folders that could be codes."""
    texts = (path.read_text("utf-8") for folder in folders for path in folder.glob("*.py"))
    return {code for text in texts for code in CODE.findall(text)}


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_both_languages_have_the_same_places() -> None:
    for table in TABLES.values():
        for part in ("title", "message", "help"):
            assert set(table[part]) == {"en", "fr"}
            assert places(table[part]["en"]) == places(table[part]["fr"])


def test_every_code_is_given_by_the_reader_and_reached_by_a_test() -> None:
    given = quoted(ROOMS) | {f"empty-{kind}" for kind in SOME_OF}
    assert set(TABLES) - given == set()
    assert set(TABLES) - quoted(TESTS) == set()
