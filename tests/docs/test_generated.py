"""What is generated is what the generator makes now, and nothing of it is left over."""

from pathlib import Path

import pytest

from docs.generate import examples
from docs.generate.__main__ import MARK, ROOT, made, stale


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return made()


def differing(files: dict[str, str]) -> list[str]:
    """The files that are not on the disk as they should be."""
    return [
        name
        for name, text in files.items()
        if not (path := Path(ROOT, name)).exists() or path.read_bytes() != text.encode()
    ]


def test_every_generated_page_is_what_the_generator_makes_now(pages: dict[str, str]) -> None:
    assert differing(pages) == [], "run `python -m docs.generate`"


def test_the_examples_of_findings_are_what_check_prints_now() -> None:
    assert differing(examples.files()) == [], "run `python -m docs.generate`"


def test_generated_pages_say_so_and_none_is_left_over(pages: dict[str, str]) -> None:
    assert [name for name, text in pages.items() if MARK not in text] == []
    assert stale(pages) == []


def test_a_page_that_is_generated_no_more_is_found(pages: dict[str, str]) -> None:
    gone = "docs/findings/revoke.md"
    assert stale({name: text for name, text in pages.items() if name != gone}) == [gone]
