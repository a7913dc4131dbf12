"""`brusqlog demo`: what the toolkit does, shown with the sample games in the package."""

import contextlib
import sys
from collections.abc import Callable
from importlib import resources

import typer

import brusqlog
from brusqlog.cli import ERRORS, OK, check, ls, replay
from brusqlog.cli.output import style_of, write
from brusqlog.game.findings import Language
from brusqlog.spelling import language

SUFFIX = ".brusq.jsonl"
ALL = f"*{SUFFIX}"
WORKED = f"worked{SUFFIX}"
STEPS: dict[Language, tuple[str, str, str]] = {
    "en": (
        "The games that come with brusqlog:",
        "Are they played by the rules? One is not, or was not written down as it was played:",
        "A game as it was played, trick by trick:",
    ),
    "fr": (
        "Les parties fournies avec brusqlog :",
        "Sont-elles jouées dans les règles ? L'une ne l'est pas, ou fut mal notée :",
        "Une partie comme elle fut jouée, levée par levée :",
    ),
}


def run(lang: str | None, color: str) -> None:
    """Show each step: what it is for, the command as one types it, and what comes out."""
    style = style_of(sys.stdout, language(lang), color)
    french = ["--lang", "fr"] if style.language == "fr" else []
    with resources.as_file(resources.files(brusqlog) / "samples") as folder:
        names = sorted(path.name for path in folder.iterdir() if path.name.endswith(SUFFIX))
        steps: list[tuple[list[str], Callable[[], None]]] = [
            (["ls", ALL], lambda: ls.run(names, "text", lang)),
            (
                ["check", ALL],
                lambda: check.run(check.Asked(paths=names, lang=lang, color=color)),
            ),
            (
                ["replay", WORKED],
                lambda: replay.run(replay.Asked(path=WORKED, lang=lang, color=color)),
            ),
        ]
        worst = OK
        with contextlib.chdir(folder):
            for about, (command, step) in zip(STEPS[style.language], steps, strict=True):
                typed = " ".join(["brusqlog", *command, *french])
                write([f"{style.paint(about, 'bold')}\n$ {typed}\n"])
                worst = max(worst, _exit_code(step))
                write(["\n"])
    raise typer.Exit(OK if worst == ERRORS else worst)  # some samples are faulty on purpose


def _exit_code(step: Callable[[], None]) -> int:
    try:
        step()
    except typer.Exit as ended:
        return int(ended.exit_code)
    return OK
