"""The registry of codes: whole, in both languages, and in agreement with the code that uses it."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import brusqlog
from brusqlog.checking import words
from brusqlog.checking.report import Wishes
from brusqlog.checking.run import reports
from brusqlog.game.findings import LANGUAGES, Code, Language, codes
from brusqlog.spelling import Style
from tests.test_broken import ASKED, BROKEN

SOURCE = Path(brusqlog.__file__).parent

HUGE = {"log-too-large"}
"""Samples that take too long to be read once more."""

NOTICING = {
    "breach", "Breach", "Fault", "FormError", "SourceError", "find_at", "_tell", "wrong_file",
}  # fmt: skip
"""What a code is given to where something is noticed."""

NO_FACTS = {"at", "field", "expected", "found", "option", "related", "seq", "code"}
"""Arguments of `breach` that are no facts of a message."""


def calls() -> Iterator[tuple[ast.Call, ast.expr]]:
    """Every call that notices something, with its code."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in NOTICING:
                named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
                if given := [*named, *node.args[:1]]:
                    yield node, given[0]


def named_in(code: ast.expr) -> list[str]:
    """The codes that an expression for a code may give, as patterns."""
    if isinstance(code, ast.Constant):
        return [re.escape(str(code.value))]
    if isinstance(code, ast.IfExp):
        return named_in(code.body) + named_in(code.orelse)
    if isinstance(code, ast.JoinedStr):
        parts = [p.value if isinstance(p, ast.Constant) else ".+" for p in code.values]
        return ["".join(map(str, parts))]
    return []


def places(*templates: str) -> set[tuple[str, str | None]]:
    """Names and formats of the places of templates."""
    parts = (part for template in templates for part in string.Formatter().parse(template))
    return {(name, form) for _, name, form, _ in parts if name is not None}


@pytest.mark.parametrize(("name", "code"), codes().items())
def test_both_languages_say_the_same(name: str, code: Code) -> None:
    for part in (code.title, code.about, code.message, code.help):
        assert set(part) == set(LANGUAGES)
        assert places(part["en"]) == places(part["fr"])
        assert all(text.strip() == text != "" and "TODO" not in text for text in part.values())
    assert places(code.title["en"]) == places(code.about["en"]) == set()
    for part in (code.about, code.message, code.help):
        assert all(text.endswith(".") for text in part.values())
    assert not any(text.endswith(".") for text in code.title.values())


@pytest.mark.parametrize(("name", "code"), codes().items())
def test_what_is_to_be_known_of_a_code_is_short_and_new(name: str, code: Code) -> None:
    for language, about in code.about.items():
        assert len(re.split(r"(?<=[.?!]) ", about)) <= 4
        assert about not in (code.message[language], code.help[language])
        named = {word for word in re.findall(r"`([a-z-]+-[a-z-]+)`", about) if word in codes()}
        assert name not in named


def test_every_code_that_is_used_is_in_the_registry() -> None:
    used = [pattern for _, code in calls() for pattern in named_in(code)]
    assert len(used) > 100
    unknown = [p for p in used if not any(re.fullmatch(p, name) for name in codes())]
    assert unknown == []


def test_every_code_of_the_registry_is_used() -> None:
    texts = {
        node.value
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    patterns = [p for _, code in calls() for p in named_in(code) if ".+" in p]
    unused = [
        name
        for name in codes()
        if name not in texts and not any(re.fullmatch(pattern, name) for pattern in patterns)
    ]
    assert unused == []


def test_every_place_of_a_message_is_filled_wherever_it_is_used() -> None:
    """Where the code and the facts stand in the call itself."""
    plain = {re.escape(name) for name in codes()}
    literal = {pattern for _, code in calls() for pattern in named_in(code)} & plain
    for call, code in calls():
        given = {keyword.arg for keyword in call.keywords}
        if getattr(call.func, "id", "") != "breach" or None in given:
            continue
        for pattern in named_in(code):
            for name, entry in codes().items():
                if pattern == re.escape(name) or (
                    re.fullmatch(pattern, name) and re.escape(name) not in literal
                ):
                    wanted = places(entry.message["en"], entry.help["en"])
                    lacking = {fact for fact, _ in wanted} - (given - NO_FACTS)
                    assert not lacking, f"{name}, line {call.lineno}: {lacking}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "folder",
    [folder for folder in sorted(BROKEN.iterdir()) if folder.name not in HUGE],
    ids=lambda folder: folder.name,
)
def test_every_sample_is_told_without_a_gap(
    folder: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "MISSING", "<no such fact>")
    monkeypatch.chdir(folder)
    names = [path.name for path in folder.glob("sample.*")] or ["sample.brusq.jsonl"]
    asked = {"select": frozenset({folder.name}), **ASKED.get(folder.name, {})}
    wishes = Wishes(style=Style(language=language), **asked)
    told = [finding for report in reports(names, wishes) for finding in report.findings]
    assert told
    for finding in told:
        assert "<no such fact>" not in f"{finding.message} {finding.help} {finding.related}"
