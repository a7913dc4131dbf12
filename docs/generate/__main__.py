"""`python -m docs.generate`, in the root of the repository: write every generated page anew, and
the examples that the package shows; remove pages that are generated no more."""

from pathlib import Path
from typing import Final

from docs.generate import archive, events, examples, findings, names, rulesets, verbs

ROOT: Final = Path(__file__).parents[2]

MAKERS: Final = (archive, events, findings, names, rulesets, verbs)
"""The modules that make pages: each has `pages()`, by path below `docs/`."""

MARK: Final = "<!-- Made by `python -m docs.generate`"
"""Stands in every generated page, and in no other."""


def made() -> dict[str, str]:
    """Every generated page, by path from the root of the repository."""
    return {f"docs/{path}": text for maker in MAKERS for path, text in maker.pages().items()}


def stale(pages: dict[str, str]) -> list[str]:
    """Pages that were generated once and are not among these."""
    there = (ROOT / "docs").rglob("*.md")
    marked = {path for path in there if MARK in path.read_text(encoding="utf-8")}
    return sorted({path.relative_to(ROOT).as_posix() for path in marked} - set(pages))


def main() -> None:
    """Write what is generated, the examples first: the pages show them."""
    _write(examples.files())
    pages = made()
    _write(pages)
    for name in stale(pages):
        (ROOT / name).unlink()


def _write(files: dict[str, str]) -> None:
    for name, text in files.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
