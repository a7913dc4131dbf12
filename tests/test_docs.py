"""Every code block of the README and of `docs/` is run, and its output compared to the letter.

`console`: lines that begin with `$ ` are run in the root of the repository, what follows is their
output. `python`: a session, as doctest runs it; the names of one page live on to its end. `sh`: the
commands that set up an environment, run by `.ci/run`; here their shape is held. `text` is no code.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
SET_UP = "python3 -m venv .venv && .venv/bin/python -m pip install -q "

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


class Block(NamedTuple):
    """A code block: its kind, its text, and the number of its first line."""

    kind: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start(2)) + 1)
        for found in _FENCE.finditer(text)
    ]


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, with the output that follows it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def output_of(command: str) -> str:
    """What `brusqlog` prints, standard error in its place; `| head -n N` keeps the first lines."""
    line, _, cut = command.partition(" | head -n ")
    program, *arguments = shlex.split(line)
    assert program == "brusqlog"
    names = ("BRUSQLOG_", "NO_COLOR", "PYTHONIOENCODING", "LC_", "LANG")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    done = subprocess.run(
        [sys.executable, "-m", "brusqlog", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        cwd=ROOT,
        env=environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )
    lines = done.stdout.decode("utf-8").replace("\r\n", "\n").splitlines(keepends=True)
    return "".join(lines[: int(cut)] if cut else lines)


def set_up_commands() -> dict[str, str]:
    """The commands of the README that set things up, by the last word of their heading."""
    text = README.read_text(encoding="utf-8")
    found = re.findall(r"^## Set up and run the (\w+)\n.*?^```sh\n(.*?)^```$", text, re.M | re.S)
    return dict(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_of_a_page_does_what_it_says(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    for kind, text, line in blocks(page):
        if kind == "console":
            assert text.startswith("$ ")
            for command, output in commands(text):
                assert output_of(command) == output, command
        elif kind == "python":
            assert text.startswith(">>> ")
            parser, told = doctest.DocTestParser(), list[str]()
            session = parser.get_doctest(text, names, page.name, str(page), line - 1)
            doctest.DocTestRunner().run(session, out=told.append, clear_globs=False)
            names = session.globs
            assert not told, "".join(told)
        else:
            assert kind == "text" or (kind == "sh" and page == README), f"line {line}: {kind!r}"


def test_the_readme_sets_up_with_one_command_each() -> None:
    found = set_up_commands()
    assert {kind for kind, _, _ in blocks(README)} == {"console", "python", "sh"}
    assert [kind for kind, _, _ in blocks(README)].count("sh") == len(found) == 2
    assert found["demo"] == f"{SET_UP}. && .venv/bin/brusqlog demo\n"
    assert found["tests"] == f"{SET_UP}-e '.[test]' && .venv/bin/python -m pytest\n"
    assert "slip.brusq.jsonl" in output_of("brusqlog demo")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_every_page_of_the_docs_can_be_found_from_the_index() -> None:
    seen, found = set[Path](), {ROOT / "docs" / "index.md"}
    while new := found - seen:
        seen |= new
        for page in new:
            links = _LINK.findall(page.read_text(encoding="utf-8"))
            found |= {path for link in links if (path := (page.parent / link).resolve()) in PAGES}
    assert set(PAGES) - {README} <= found


def test_a_block_that_does_not_hold_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"Got:\n +2"):
        test_every_block_of_a_page_does_what_it_says(page, monkeypatch)
    assert list(commands("$ one\n1\n1\n$ two\n")) == [("one", "1\n1\n"), ("two", "")]
