"""`brusqlog seal`."""

import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

import typer

from brusqlog.cli import ERRORS, OK
from brusqlog.cli.output import style_of, tell, write
from brusqlog.cli.writing import refused
from brusqlog.game.events import Seal
from brusqlog.game.findings import Language
from brusqlog.spelling import escape, language
from brusqlog.writing.logwriter import LogWriter

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "sealed": "{digest}  {file}, {lines}",
        "already": "{digest}  {file}, {lines}: sealed already",
        "broken": "{file}: the last seal does not hold; `brusqlog check` tells more. Nothing was "
        "written.",
        "torn": "{file}: its torn last line was put aside: {saved}.",
    },
    "fr": {
        "sealed": "{digest}  {file}, {lines}",
        "already": "{digest}  {file}, {lines} : déjà scellé",
        "broken": "{file} : le dernier sceau est rompu ; `brusqlog check` en dit plus. Rien n'a "
        "été écrit.",
        "torn": "{file} : sa dernière ligne, déchirée, est mise à part : {saved}.",
    },
}


def run(file: str, lang: str | None) -> None:
    """Seal the log, print the digest, as it is to be kept elsewhere, and end with the exit code."""
    style = style_of(sys.stdout, language(lang), "never")

    def say(key: str, **facts: str) -> str:
        return style.plain(TEXTS[style.language][key].format(file=escape(file), **facts)) + "\n"

    with refused(file, style), LogWriter.resume(file, sync="none") as writer:
        if writer.saved is not None:
            tell(say("torn", saved=escape(writer.saved.name)))
        last = writer.events[-1]
        key = "already" if isinstance(last, Seal) else "sealed"
        digest = last.sha256 if isinstance(last, Seal) else writer.seal()
        if digest != _digest(writer.path):
            tell(say("broken"))
            raise typer.Exit(ERRORS)
        lines = style.number(writer.seq - 1, "lines")
    write([say(key, digest=digest, lines=lines)])
    raise typer.Exit(OK)


def _digest(path: Path) -> str:
    """The digest of all lines but the last."""
    text = path.read_bytes()
    return sha256(text[: text.rfind(b"\n", 0, -1) + 1]).hexdigest()
