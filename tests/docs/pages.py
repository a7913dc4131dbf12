"""The pages of the documentation, and how their code blocks are run.

Every block is an example of Sybil's:

- `console`: a line that begins with `$ ` is run, and so much of it as goes on after `> `; what
  follows is its output, to the letter.
- `python`: a session, as doctest runs it; the names of a page live on to its end.
- with the name of a file after the language, as in `toml house.toml`: the text goes to the end of
  that file. `jsonl evening.brusq.jsonl:24`: it goes in before that line.
- `jsonl` alone: lines of a log in their canonical form.
- `sh`: the commands that set up an environment, in the README only, run by `.ci/run`.
- `text`: no code.

A page is run in a scratch folder with the samples at their place and, of `docs/PAGE.md`, the
files of the folder `docs/PAGE/`.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from sybil import Document, Example, Region
from sybil.parsers.markdown import PythonCodeBlockParser
from sybil.parsers.markdown.lexers import FencedCodeBlockLexer

from brusqlog.log.lines import exact
from brusqlog.log.writer import dumps
from tests.docs.shell import Shell

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
INDEX = ROOT / "docs" / "index.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
SAMPLES = Path("brusqlog", "samples")

_FENCES = FencedCodeBlockLexer("[^\n]*")


def name_of(page: Path) -> str:
    """The page as it is called from the root of the repository."""
    return page.relative_to(ROOT).as_posix()


def lay_out(page: Path, folder: Path) -> None:
    """Put into the scratch folder what the page takes for granted."""
    shutil.copytree(ROOT / SAMPLES, folder / SAMPLES)
    own = page.with_suffix("")
    for path in own.iterdir() if own.is_dir() and page.name != "index.md" else ():
        if path.is_file() and path.suffix != ".md":
            shutil.copy(path, folder)


def parse(page: Path) -> Document:
    """The page with all its code blocks as examples."""
    return Document.parse(str(page), PythonCodeBlockParser(), _others)


@cache
def blocks(page: Path) -> tuple[tuple[str, str], ...]:
    """The code blocks of a page: what stands after the fence, and the text."""
    regions = _FENCES(Document(page.read_text(encoding="utf-8"), str(page)))
    return tuple((one.lexemes["language"], str(one.lexemes["source"])) for one in regions)


@cache
def prose(page: Path) -> str:
    """The page without its code blocks."""
    text = page.read_text(encoding="utf-8")
    for region in reversed(list(_FENCES(Document(text, str(page))))):
        text = text[: region.start] + text[region.end :]
    return text


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, with the output that follows it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        while output.startswith("> "):
            more, _, output = output[2:].partition("\n")
            command += f"\n{more}"
        yield command, output


def _others(document: Document) -> Iterable[Region]:
    for region in _FENCES(document):
        if region.lexemes["language"] != "python":
            region.parsed = (region.lexemes["language"], str(region.lexemes["source"]))
            region.evaluator = _evaluate
            yield region


def _evaluate(example: Example) -> str | None:
    """What is wrong with a block, or None."""
    info, text = example.parsed
    kind, _, file = info.partition(" ")
    if file:
        _put(file, text)
        return None
    if kind == "console":
        return _console(example, text)
    if kind == "jsonl":
        return _events(text)
    if kind == "text" or (kind == "sh" and Path(example.path) == README):
        return None
    return f"no block may be of the kind {kind!r}"


def _put(file: str, text: str) -> None:
    name, _, line = file.partition(":")
    path = Path(name)
    assert not path.is_absolute() and ".." not in path.parts, file
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    place = int(line) - 1 if line else len(lines)
    lines[place:place] = [text]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def _console(example: Example, text: str) -> str | None:
    if not text.startswith("$ "):
        return "a console block begins with `$ `"
    shell = example.namespace.setdefault("_shell", Shell())
    for command, wanted in commands(text):
        shown = shell.run(command)
        if shown != wanted:
            return f"$ {command}\nExpected:\n{wanted}\nGot:\n{shown}"
    return None


def _events(text: str) -> str | None:
    for line in text.splitlines():
        event = exact(line.encode()).event
        if event is None or dumps(event).decode() != line:
            return f"no event, or not in its canonical form: {line}"
    return None
