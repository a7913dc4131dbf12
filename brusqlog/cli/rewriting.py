"""What verbs have in common that write another version of a record."""

import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

import typer
from msgspec import Struct, field
from msgspec.structs import replace

from brusqlog.checking.report import GameReport, Wishes, file_report, is_error
from brusqlog.checking.report import report as report_of
from brusqlog.checking.run import judged
from brusqlog.checking.text import text as findings_text
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import wrong
from brusqlog.cli.output import complain, tell
from brusqlog.cli.picking import wanted
from brusqlog.cli.writing import refused
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.log.writer import replacing
from brusqlog.spelling import Style
from brusqlog.writing import disk
from brusqlog.writing.faults import BusyError, WriteError

PACKED: Final = (".gz", ".zst")


class Read(Struct):
    """The games of a source, and the exit code that what was said of them asks for."""

    games: list[GameLog] = field(default_factory=list)
    code: int = OK


def sound(
    file: str,
    found: Iterable[GameLog | Fault],
    style: Style,
    rulesets: Mapping[str, Ruleset] | None = None,
    game: str | None = None,
    *,
    quoting: bool = True,
) -> Read:
    """The games of a source whose every word can be read; breaches of the rules are told and stop
    nothing. `game` picks one by its position or its id; `quoting`: lines of the text are shown.

    What cannot be read is told, and there are no games then.
    """
    wishes = Wishes(style=style, rulesets=rulesets or {})
    read, stopped = Read(), OK
    for log in found:
        if isinstance(log, Fault):
            report = file_report(file, [log], wishes, games=len(read.games))
            tell("".join(findings_text([report], style)))
            if is_error(log.code):
                stopped = max(stopped, UNREAD if log.line is None else ERRORS)
        elif wanted(log, game):
            stopped = max(stopped, _tell(log, wishes, read, quoting))
    return Read([], stopped) if stopped else read


def _tell(log: GameLog, wishes: Wishes, read: Read, quoting: bool) -> int:
    """Tell the errors of a game, and of its form the warnings too; the exit code if it cannot be
    taken, as it then is not."""
    malformed = {fault.code for fault in log.faults}
    report = report_of(log, judged(log, wishes.rulesets), wishes)
    stops = any(map(is_error, malformed))
    shown = [
        finding
        for finding in report.findings
        if (finding.code in malformed and finding.severity != "info")
        or (finding.severity == "error" and not stops)
    ]
    excerpts = report.excerpts if quoting else {}
    told: GameReport = replace(report, findings=shown, excerpts=excerpts)
    tell("".join(findings_text([told], wishes.style)))
    if stops:
        return ERRORS
    read.games.append(log)
    if report.entry.errors:
        read.code = ERRORS
    return OK


def put(data: bytes, path: str, style: Style, *, force: bool) -> None:
    """Make a new file of these bytes, whole or not at all; end with one line and the exit code if
    it cannot be."""
    put_pieces([data], path, style, force=force)


def put_pieces(pieces: Iterable[bytes], path: str, style: Style, *, force: bool) -> None:
    """The same of bytes that come piece by piece. A log that somebody is writing to is not
    replaced: what he was told is kept would be lost."""
    if force:
        with refused(path, style):
            _let_go(Path(path))
    try:
        with replacing(path, force=force) as handle:
            handle.writelines(pieces)
    except OSError as error:
        refuse(path, error, style)


def _let_go(path: Path) -> None:
    """Raises `BusyError` for a log that is open in a writer."""
    try:
        disk.close(disk.open_log(path))
    except BusyError:
        raise
    except (WriteError, OSError):  # no log that could be open: for who replaces it to say
        return


@contextmanager
def new_folder(target: Path, style: Style) -> Iterator[Path]:
    """A folder that becomes the one asked for when the block ends without an exception; into one
    that is there its files go one by one."""
    place = target.resolve()
    new = place.parent / f".{place.name}.{secrets.token_hex(4)}"
    try:
        new.mkdir()
        yield new
        if target.is_dir():
            for path in sorted(new.rglob("*")):
                place = target / path.relative_to(new)
                if path.is_file():
                    place.parent.mkdir(parents=True, exist_ok=True)
                    path.replace(place)
        else:
            new.rename(target)
    except OSError as error:
        refuse(str(target), error, style)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def refuse(file: str, why: OSError | str, style: Style) -> NoReturn:
    """End with one line that says why a file cannot be read or written."""
    complain(file, why, style.language)
    raise typer.Exit(UNREAD)


def unpacked(option: str, path: str) -> str:
    """The name of a file to be written, in small letters; one that promises to be packed is wrong
    usage."""
    name = path.lower()
    if name.endswith(PACKED):
        ending = Path(path).suffix
        raise wrong(option, "it is not written packed: leave out {ending}.", ending=ending)
    return name


def numbers(values: Sequence[int]) -> str:
    """Numbers in rising order, runs of them as `3–7`."""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
