"""Every code block of the README and of `docs/` does what it says; links lead somewhere."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from sybil.example import SybilFailure

from tests.docs.pages import (
    INDEX,
    PAGES,
    README,
    ROOT,
    SAMPLES,
    blocks,
    commands,
    lay_out,
    name_of,
    parse,
)
from tests.docs.shell import Shell

SET_UP = "python3 -m venv .venv && .venv/bin/python -m pip install -q "

RUN = [page for page in PAGES if any(kind != "text" for kind, _ in blocks(page))]
"""The pages that have more than text in their blocks."""

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_ID = re.compile(r'<a id="([^"]+)">')


def links(page: Path) -> list[tuple[str, str]]:
    """Where the links of a page lead within the repository: path and anchor."""
    found = _LINK.findall(page.read_text(encoding="utf-8"))
    return [link.partition("#")[::2] for link in found if ":" not in link]


@cache
def anchors(page: Path) -> set[str]:
    """What a link to a place in the page may name, as GitHub makes it from the headings."""
    text = page.read_text(encoding="utf-8")
    slugs = {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in _HEADING.findall(text)
    }
    return slugs | set(_ID.findall(text))


def evaluate(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(page, folder)
    monkeypatch.chdir(folder)
    for example in parse(page):
        example.evaluate()


@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_every_block_of_a_page_does_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate(page, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("```python\n>>> 1 + 1\n3\n```\n", r"line 4.*\n(.*\n)*Got:\n +2"),
        ("```console\n$ brusqlog --version\n```\n", r"line 3.*\n.*\nExpected:\n\nGot:\nbrusqlog"),
        ("```console\n$ rm -r docs\n```\n", "no page may run"),
        ('```jsonl\n{"event": "gather"}\n```\n', "canonical"),
        ("```bash\nls\n```\n", "no block may be of the kind 'bash'"),
        ("```\nls\n```\n", "no block may be of the kind ''"),
    ],
)
def test_a_block_that_does_not_hold_is_told_with_its_line(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("A page.\n\n" + text, encoding="utf-8")
    (tmp_path / "scratch").mkdir()
    with pytest.raises((SybilFailure, AssertionError), match=told):
        evaluate(page, tmp_path / "scratch", monkeypatch)


def test_a_block_that_names_a_file_is_put_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```toml a.toml\none\n```\n```toml a.toml\nthree\n```\n```toml a.toml:2\ntwo\n```\n",
        encoding="utf-8",
    )
    (tmp_path / "scratch").mkdir()
    evaluate(page, tmp_path / "scratch", monkeypatch)
    assert (tmp_path / "scratch" / "a.toml").read_text() == "one\ntwo\nthree\n"


def test_a_command_runs_here_as_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for arguments, code in (
        (["check", SAMPLES.as_posix()], 1),
        (["check", "no-such-file.jsonl"], 3),
        (["chekc"], 2),
        (["--help"], 0),
    ):
        shell = Shell()
        shown = shell.run(" ".join(["brusqlog", *arguments]))
        done = subprocess.run(
            [sys.executable, "-m", "brusqlog", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert (shown, shell.code) == (done.stdout.decode().replace("\r\n", "\n"), code)
        assert done.returncode == code


def test_commands_are_joined_as_in_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(README, tmp_path)
    monkeypatch.chdir(tmp_path)
    shell = Shell()
    whole = shell.run("brusqlog replay brusqlog/samples/slip.brusq.jsonl")
    assert shell.run("echo $?") == "1\n"
    head = shell.run("brusqlog replay brusqlog/samples/slip.brusq.jsonl | head -n 3 | tail -n 1")
    assert head == whole.splitlines(keepends=True)[2]
    assert shell.run("brusqlog replay brusqlog/samples/slip.brusq.jsonl > told.txt") == ""
    assert (tmp_path / "told.txt").read_text(encoding="utf-8") == whole
    assert list(commands('$ one\n1\n1\n$ two "\n> three"\n')) == [
        ("one", "1\n1\n"),
        ('two "\nthree"', ""),
    ]


def test_the_lines_of_the_tutorial_are_those_of_its_file_in_order() -> None:
    file = (ROOT / "docs" / "tutorial" / "january.brusq.jsonl").read_text(encoding="utf-8")
    place = 0
    for kind, text in blocks(ROOT / "docs" / "tutorial.md"):
        if kind == "jsonl":
            place = file.index(text, place) + len(text)
    assert place == len(file)


def test_the_readme_sets_up_with_one_command_each() -> None:
    text = README.read_text(encoding="utf-8")
    found = dict(
        re.findall(r"^## Set up and run the (\w+)\n.*?^```sh\n(.*?)^```$", text, re.M | re.S)
    )
    assert [kind for kind, _ in blocks(README)].count("sh") == len(found) == 2
    assert found["demo"] == f"{SET_UP}. && .venv/bin/brusqlog demo\n"
    assert found["tests"] == f"{SET_UP}-e '.[test]' && .venv/bin/python -m pytest\n"
    assert "slip.brusq.jsonl" in Shell().run("brusqlog demo")


def test_links_lead_somewhere() -> None:
    astray = []
    for page in PAGES:
        for path, anchor in links(page):
            target = (page.parent / path).resolve() if path else page
            found = target.exists() and target.is_relative_to(ROOT)
            if not found or (anchor and anchor not in anchors(target)):
                astray.append(f"{name_of(page)}: {path}#{anchor}")
    assert astray == []


def test_every_page_of_the_docs_can_be_found_from_the_index() -> None:
    known, seen, found = set(PAGES), set[Path](), {INDEX}
    while new := found - seen:
        seen |= new
        for page in new:
            found |= {(page.parent / path).resolve() for path, _ in links(page) if path} & known
    assert known - found == set()
