"""`brusqlog fmt`."""

import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Final

import typer
from msgspec import Struct

from brusqlog.checking.run import RECORDS, STDIN
from brusqlog.checking.run import files as files_below
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.output import complain, style_of, write
from brusqlog.cli.picking import spoken_in
from brusqlog.cli.rewriting import sound
from brusqlog.cli.writing import refused
from brusqlog.game.events import Seal
from brusqlog.game.findings import Language
from brusqlog.log.gamelog import GameLog
from brusqlog.log.sources import pieces
from brusqlog.notation.sources import read_games, recognised
from brusqlog.spelling import Style, escape
from brusqlog.versions.canonical import canonical
from brusqlog.writing import disk
from brusqlog.writing.faults import BusyError

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "sealed": "it is sealed, so its bytes stay as they are",
        "torn": "it ends within a line: it is being written, or `brusqlog repair` shows what is "
        "left of the line",
        "packed": "it is compressed; only a plain file is put in form in place",
        "table": "it is a hand table, which has one form only",
    },
    "fr": {
        "sealed": "il porte un sceau, ses octets restent donc comme ils sont",
        "torn": "il finit au milieu d'une ligne : il est en cours d'écriture, ou `brusqlog repair` "
        "montre ce qui reste de la ligne",
        "packed": "il est compressé ; seul un fichier en clair est mis en forme sur place",
        "table": "c'est un tableau de coups, qui n'a qu'une seule forme",
    },
}


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    paths: Sequence[str]
    check: bool = False
    diff: bool = False
    lang: str | None = None
    color: str = "auto"

    @property
    def writes(self) -> bool:
        """Whether files are changed."""
        return not (self.check or self.diff)


def run(asked: Asked) -> None:
    """Put the files in form, one after another, and end with the exit code."""
    style = style_of(sys.stdout, spoken_in(asked.lang, asked.paths), asked.color)
    forming = Forming(asked, style)
    for file in files(asked.paths):
        forming.file(file)
    raise typer.Exit(forming.code)


def files(paths: Sequence[str]) -> Iterator[str]:
    """Every file of the paths, folders walked as `check` walks them."""
    for path in paths:
        if path != STDIN and Path(path).is_dir():
            yield from (file for file, _ in files_below([path], RECORDS))
        else:
            yield path


class Forming:
    """Puts one file after another in form."""

    def __init__(self, asked: Asked, style: Style) -> None:
        self.asked, self.style = asked, style
        self.code = OK

    def file(self, file: str) -> None:
        """One file; what cannot be read or written does not stop the others."""
        try:
            with refused(file, self.style):
                self._form(file)
        except typer.Exit as end:
            self.code = max(self.code, end.exit_code)

    def _form(self, file: str) -> None:
        path = None if file == STDIN else Path(file)
        if path is None:
            data = sys.stdin.buffer.read() if sys.stdin else b""
        else:
            data = path.read_bytes()
        if recognised(data, file)[1] == "table":
            self.code = max(self.code, UNREAD)
            complain(file, TEXTS[self.style.language]["table"], self.style.language)
            return
        read = sound(file, read_games(data, name=file), self.style)
        if not read.games:
            self.code = max(self.code, read.code)
            return
        plain = b"".join(pieces(data, file))
        formed = canonical(plain, read.games)
        why = self._kept(read.games) if formed != plain else None
        if self.asked.writes and path is not None and formed != plain and plain != data:
            why = "packed"
        if why is not None:
            self.code = max(self.code, UNREAD)
            complain(file, TEXTS[self.style.language][why], self.style.language)
        elif self.asked.writes and path is None:
            write([formed.decode()])
        elif formed != plain:
            if self.asked.writes and path is not None:
                self._write(path, data, formed)
            self._tell(file, plain, formed)

    def _kept(self, games: Sequence[GameLog]) -> str | None:
        """Why the bytes of a log must stay as they are."""
        if any(game.torn for game in games):
            return "torn"
        sealed = any(isinstance(event, Seal) for game in games for event in game.events)
        return "sealed" if sealed else None

    def _write(self, path: Path, data: bytes, formed: bytes) -> None:
        """The file written anew under its lock, if it is still what was read."""
        fd = disk.open_log(path)
        if disk.read(fd) != data:
            disk.close(fd)
            raise BusyError("busy", file=str(path))
        disk.replace_log(fd, path, formed)

    def _tell(self, file: str, plain: bytes, formed: bytes) -> None:
        """The difference, or the name of a file that was or would be changed."""
        if self.asked.check:
            self.code = max(self.code, ERRORS)
        if self.asked.diff:
            write(_difference(file, plain.decode(), formed.decode(), self.style))
        else:
            write([escape(file) + "\n"])


def _difference(file: str, old: str, new: str, style: Style) -> Iterator[str]:
    """A unified difference, control characters as escapes."""
    name = escape(file)
    for line in unified_diff(old.split("\n"), new.split("\n"), name, name, lineterm=""):
        kind = (
            "" if line.startswith(("+++", "---")) else {"+": "green", "-": "red"}.get(line[0], "")
        )
        yield style.paint(escape(line), kind) + "\n"
