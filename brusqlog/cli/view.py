"""`brusqlog view`."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Final

import typer
from msgspec import Struct
from msgspec.structs import replace

from brusqlog.checking.report import FileReport, GameReport, Wishes, file_report
from brusqlog.checking.report import report as report_of
from brusqlog.checking.run import STDIN, judged
from brusqlog.checking.text import text as findings_text
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import style_of, tell
from brusqlog.cli.picking import among, seat_of, spoken, wanted
from brusqlog.cli.rewriting import new_folder, put, refuse
from brusqlog.cli.rulesets import rulesets
from brusqlog.game.ruleset import Ruleset
from brusqlog.languages import Language
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.spelling import Style, escape
from brusqlog.view.game import Shown, shown
from brusqlog.view.page import page, printed
from brusqlog.view.site import Row, index, page_name, row
from brusqlog.view.vocabulary import INDEX

PAGES: Final = (".html", ".htm")
"""How the name of a single page ends; any other names the folder of a site."""

MAGIC: Final = b"DUCK"
MAGIC_AT: Final = 8
"""What a file of DuckDB has, and at which byte."""


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    path: str
    output: str
    game: str | None = None
    seat: str | None = None
    partner_hidden: bool = False
    printed: bool = False
    no_spoilers: bool = False
    rules: Sequence[str] = ()
    force: bool = False
    lang: str | None = None


class Missing(Struct, frozen=True):
    """A game of an archive whose log is not there any more, and why."""

    title: str
    told: str


Found = tuple[str, GameLog | Fault | Missing]
"""A file by name, and a game of it or what is wrong with it."""


def run(asked: Asked) -> None:
    """Write the page or the site, and end with the exit code."""
    if asked.partner_hidden and asked.seat is None:
        raise wrong("--partner", "this means nothing without {other}.", other="--seat")
    single = _is_page(asked.output)
    if asked.printed:
        if asked.no_spoilers:
            raise wrong("--print", "this cannot be given with {other}.", other="--no-spoilers")
        if not single:
            raise wrong("--print", "score sheets go into one file, whose name ends in .html.")
    viewing = Viewing(asked)
    if single:
        viewing.page()
    else:
        viewing.site()
    raise typer.Exit(viewing.exit_code)


def _is_page(output: str) -> bool:
    """Whether the name is that of a page, or else that of a folder. One that promises what is not
    made is wrong usage."""
    path = Path(output)
    if output.lower().endswith(PAGES):
        return True
    if path.suffix and not output.endswith(("/", "\\")) and not path.is_dir():
        template = "{given} is not made: a page ends in .html, a folder in /."
        raise wrong("--output", template, given=path.suffix)
    return False


class Viewing:
    """Makes pages of the games asked for."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.rulesets = rulesets(asked.rules)
        self.exit_code = OK
        self.from_archive = False
        self.language, self.found = self._begun()
        self.style = style_of(sys.stderr, self.language, "never")
        self.wishes = Wishes(style=Style(language=self.language), rulesets=self.rulesets)

    def page(self) -> None:
        """One file with all games."""
        games = list(self._shown(None))
        self._nothing(games)
        if self.asked.printed:
            text = printed(games, self.language)
        else:
            text = page(games, self.language, spoilers=not self.asked.no_spoilers)
        put(text.encode(), self.asked.output, self.style, force=self.asked.force)

    def site(self) -> None:
        """A folder with a list, and a page for each game; all or nothing."""
        asked, target = self.asked, Path(self.asked.output)
        if target.exists() and not (target.is_dir() and (asked.force or not any(target.iterdir()))):
            refuse(asked.output, FileExistsError(), self.style)
        spoilers = not asked.no_spoilers
        rows: list[Row] = []
        with new_folder(target, self.style) as folder:
            (folder / "games").mkdir()
            for game in self._shown(rows):
                name = page_name(len(rows) + 1, game.title)
                rows.append(row(game, name, Style(language=self.language)))
                alone = page([game], self.language, spoilers=spoilers, up="../index.html")
                (folder / "games" / name).write_bytes(alone.encode())
            self._nothing(rows)
            text = index(rows, self.language, spoilers=spoilers)
            (folder / "index.html").write_bytes(text.encode())

    def _nothing(self, found: Sequence[object]) -> None:
        """Without any game there is no page: the end, with the exit code."""
        if not found:
            raise typer.Exit(self.exit_code or UNREAD)

    # Games in ----------------------------------------------------------------------------------

    def _begun(self) -> tuple[Language, Iterator[Found]]:
        """The language, that of the first transcript if none is asked for; and the games."""
        if is_archive(self.asked.path):
            self.from_archive = True
            language = spoken(self.asked.lang, [])
            return language, _archived(self.asked, self.rulesets, language)
        found = _read(self.asked, self.rulesets)
        begun = list(islice(found, 1))
        games = [log for _, log in begun if isinstance(log, GameLog)]
        return spoken(self.asked.lang, games), chain(begun, found)

    def _shown(self, rows: list[Row] | None) -> Iterator[Shown]:
        """The games asked for, each ready for a page: for one of all games, numbered in the order
        in which they come, or for one of its own. A game whose log is gone becomes a row of the
        site."""
        others: dict[str, None] = {}
        number = 0
        for file, found in self.found:
            if isinstance(found, Missing):
                self._miss(found, rows)
            elif isinstance(found, Fault):
                self._complain(file_report(file, [found], self.wishes, games=number))
            elif self._picks(found):
                number += 1
                yield self._one(found, number if rows is None else 1)
            elif found.header is not None:
                others[found.header.id] = None
        if not number and self.exit_code == OK and self.asked.game is not None:
            raise unknown("--game", self.asked.game, list(others), "game")

    def _picks(self, log: GameLog) -> bool:
        """Whether `--game` picks this one; in an archive that was asked before."""
        return self.from_archive or wanted(log, self.asked.game)

    def _one(self, log: GameLog, number: int) -> Shown:
        seat = None
        if self.asked.seat is not None and log.readable:
            seat = seat_of(self.asked.seat, log)
            if report_of(log, judged(log, self.rulesets), self.wishes).entry.errors:
                self.exit_code = max(self.exit_code, ERRORS)
        game = shown(
            log,
            self.wishes,
            number,
            seat=seat,
            partner=not self.asked.partner_hidden,
            spoilers=not self.asked.no_spoilers,
            quoting=self.asked.seat is None,
        )
        if game.report.entry.errors:
            self.exit_code = max(self.exit_code, ERRORS)
            errors = [found for found in game.report.findings if found.severity == "error"]
            excerpts = game.report.excerpts if self.asked.seat is None else {}
            self._complain(replace(game.report, findings=errors, excerpts=excerpts))
        return game

    def _miss(self, found: Missing, rows: list[Row] | None) -> None:
        self.exit_code = UNREAD
        tell(self.style.plain(f"brusqlog: {found.title}{self.style.mark(':')} {found.told}") + "\n")
        if rows is not None:
            rows.append(Row(title=found.title, told=found.told))

    def _complain(self, report: GameReport | FileReport) -> None:
        tell("".join(findings_text([report], self.style)))
        if isinstance(report, FileReport) and report.read != "whole":
            self.exit_code = UNREAD


def is_archive(path: str) -> bool:
    """Whether a path names an archive, by its name or by what it begins with."""
    if path == STDIN:
        return False
    if path.lower().endswith(".duckdb"):
        return True
    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as handle:
        return handle.read(MAGIC_AT + len(MAGIC))[MAGIC_AT:] == MAGIC


def _read(asked: Asked, rulesets: Mapping[str, Ruleset]) -> Iterator[Found]:
    for file, games in among(asked.path, asked.game, rulesets):
        for log in games:
            yield file, log


def _archived(asked: Asked, rulesets: Mapping[str, Ruleset], spoken: Language) -> Iterator[Found]:
    """The games of an archive; `--game` picks by what the archive calls them, too."""
    from brusqlog.archive import Archive  # duckdb is for those who need it
    from brusqlog.archive.logs import logs
    from brusqlog.cli.answers import complaining

    words = INDEX[spoken]
    with complaining(spoken), Archive(asked.path) as archive:
        for number, kept in enumerate(logs(archive, rulesets), 1):
            if asked.game not in (None, kept.id, kept.game, str(number)):
                continue
            if kept.log is not None:
                yield kept.source, kept.log
                continue
            told = words["gone" if kept.gone else "changed"].format(file=escape(kept.source))
            yield kept.source, Missing(escape(kept.id or kept.game), told)
