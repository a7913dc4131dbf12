"""`brusqlog demo`: what the toolkit does, shown with the sample games in the package."""

import contextlib
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

import brusqlog
from brusqlog.cli import ERRORS, OK, archive, check, ls, query, replay
from brusqlog.cli.answers import Wanted
from brusqlog.cli.output import style_of, write
from brusqlog.game.findings import Language
from brusqlog.spelling import language

SUFFIX = ".brusq.jsonl"
ALL = f"*{SUFFIX}"
WORKED = f"worked{SUFFIX}"
ARCHIVE = "games.duckdb"
QUESTION = """\
SELECT rank, count(*) AS played, count(*) FILTER (took) AS saved
FROM plays WHERE is_brusquembille GROUP BY rank ORDER BY rank"""

STEPS: dict[Language, tuple[str, ...]] = {
    "en": (
        "The games that come with brusqlog:",
        "Are they played by the rules? One is not, or was not written down as it was played:",
        "A game as it was played, trick by trick:",
        "All of them in an archive:",
        "And a question: how many of the aces and tens that were played took their trick?",
    ),
    "fr": (
        "Les parties fournies avec brusqlog :",
        "Sont-elles jouées dans les règles ? L'une ne l'est pas, ou fut mal notée :",
        "Une partie comme elle fut jouée, levée par levée :",
        "Toutes dans une archive :",
        "Et une question : combien des as et des dix joués ont fait leur levée ?",
    ),
}


def run(lang: str | None, color: str) -> None:
    """Show each step: what it is for, the command as one types it, and what comes out."""
    style = style_of(sys.stdout, language(lang), color)
    french = " --lang fr" if style.language == "fr" else ""
    samples = resources.as_file(resources.files(brusqlog) / "samples")
    with samples as folder, TemporaryDirectory() as scratch, contextlib.chdir(folder):
        names = sorted(path.name for path in folder.iterdir() if path.name.endswith(SUFFIX))
        worst = OK
        steps = _steps(names, str(Path(scratch) / ARCHIVE), lang, color)
        for about, (command, step) in zip(STEPS[style.language], steps.items(), strict=True):
            write([f"{style.paint(about, 'bold')}\n$ brusqlog {command}{french}\n"])
            worst = max(worst, _exit_code(step))
            write(["\n"])
    raise typer.Exit(OK if worst == ERRORS else worst)  # some samples are faulty on purpose


def _steps(
    names: list[str], file: str, lang: str | None, color: str
) -> dict[str, Callable[[], None]]:
    """What each command does, by how one types it; `file` is where the archive is made."""
    wanted = Wanted("table", None, False, lang, color)
    return {
        f"ls {ALL}": lambda: ls.run(names, "text", lang),
        f"check {ALL}": lambda: check.run(check.Asked(paths=names, lang=lang, color=color)),
        f"replay {WORKED}": lambda: replay.run(replay.Asked(path=WORKED, lang=lang, color=color)),
        f"archive add {ARCHIVE} {ALL}": lambda: archive.add(file, names, [], lang),
        f'query {ARCHIVE} "{QUESTION}"': lambda: query.run([file], QUESTION, wanted),
    }


def _exit_code(step: Callable[[], None]) -> int:
    try:
        step()
    except typer.Exit as ended:
        return int(ended.exit_code)
    return OK
