"""A browser for the tests of this folder: Chromium as the system has it."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    sync_playwright,
)

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

Open = Callable[..., Page]


def executable() -> str | None:
    """Where the browser is: as `BRUSQLOG_CHROMIUM` says, or on the path."""
    asked = os.environ.get("BRUSQLOG_CHROMIUM")
    return asked or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = executable()
    if path is None:
        pytest.skip("there is no Chromium; BRUSQLOG_CHROMIUM names one")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a page of that text at an address in it. What goes wrong in it fails the test, and so
    does any request but that of the file itself."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            wrong.append(message.text)

    def asked(request: Request) -> None:
        if not request.url.startswith(("data:", tmp_path.as_uri())):
            wrong.append(request.url)

    def open_page(text: str, address: str = "", **context: Any) -> Page:
        file = tmp_path / f"{len(contexts)}.html"
        file.write_bytes(text.encode())
        contexts.append(browser.new_context(**{"reduced_motion": "reduce", **context}))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda shown: wrong.append(shown.message))
        page.on("console", said)
        page.on("request", asked)
        page.goto(f"{file.as_uri()}{address}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
