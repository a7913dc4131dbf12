"""Standard output and error: encoding, colour, closed pipes, progress."""

import codecs
import errno
import os
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO, TypeVar

from brusqlog.errors import BrusqlogError
from brusqlog.languages import Language

if TYPE_CHECKING:
    from brusqlog.spelling import Style

PIPED_COLUMNS: Final = 80
"""Width of what does not go to a terminal: the same everywhere."""

NARROWEST: Final = 40
"""Columns of a terminal below which lines are broken by it, not by us."""

FOR_PEOPLE: Final = ("text", "md")

PATIENCE: Final = 1.0
"""Seconds before progress is shown."""

PLAINLY: Final = "brusqlog.plainly"
"""The name of our way with signs that an encoding lacks."""

Item = TypeVar("Item")


class ClosedPipeError(BrusqlogError):
    """Nobody reads standard output any more."""


class UnwritableError(BrusqlogError):
    """Standard output takes no more: a full disk."""


def ready(stream: TextIO, environ: Mapping[str, str] = os.environ) -> None:
    """Make a stream write the same bytes everywhere: UTF-8 and LF.

    Only a terminal keeps its encoding, or one that was asked for by `PYTHONIOENCODING`; of what
    that cannot show letters lose their accents, and the rest is written as escapes.
    """
    if not (stream.isatty() or environ.get("PYTHONIOENCODING")):
        utf_8(stream)
    elif isinstance(stream, TextIOWrapper):
        codecs.register_error(PLAINLY, _plainly)
        stream.reconfigure(errors=PLAINLY, newline="\n")


def utf_8(stream: TextIO) -> None:
    """Make a stream write UTF-8, as programs that read it must have it."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """In place of signs that an encoding lacks: letters without their accents, plain signs for
    ours, else escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from brusqlog.spelling import PLAIN

    signs = [PLAIN.get(sign, sign) for sign in error.object[error.start : error.end]]
    parts = unicodedata.normalize("NFKD", "".join(signs))
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare.encode("ascii", "backslashreplace").decode(), error.end


def style_of(stream: TextIO, language: Language, colour: str, form: str = "text") -> "Style":
    """How to write to a stream: symbols if it can show them, colour if it is wanted.

    A form for programs is always UTF-8, whatever a terminal can show.
    """
    from brusqlog.spelling import Style

    if form not in FOR_PEOPLE:
        utf_8(stream)
        return Style(language=language)
    terminal = stream.isatty()
    return Style(
        language=language,
        letters=not _shows(stream, "♠★→"),
        colour=colour == "always" or (colour == "auto" and terminal and coloured(os.environ)),
        columns=max(shutil.get_terminal_size().columns, NARROWEST) if terminal else PIPED_COLUMNS,
    )


def coloured(environ: Mapping[str, str]) -> bool:
    """Whether a terminal in this environment is to have colours."""
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    # A Windows console of its own reads no colour codes; the terminals that do say who they are.
    return sys.platform != "win32" or any(
        environ.get(name) for name in ("WT_SESSION", "TERM", "TERM_PROGRAM", "ConEmuANSI")
    )


def _shows(stream: TextIO, signs: str) -> bool:
    try:
        signs.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def write(pieces: Iterable[str]) -> None:
    """Write to standard output as it comes. Raises `ClosedPipeError` if nobody reads any more, and
    `UnwritableError` if it cannot be written."""
    for piece in pieces:
        try:
            sys.stdout.write(piece)
        except OSError as error:
            raise _unwritten(error) from error
    _flush()


def lines(texts: Iterable[str]) -> Iterator[str]:
    """The texts, each ended as a line."""
    return (text + "\n" for text in texts)


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError as error:
        raise _unwritten(error) from error


def _unwritten(error: OSError) -> BrusqlogError:
    # On Windows a closed pipe is an invalid argument.
    if error.errno in (errno.EPIPE, errno.EINVAL):
        return ClosedPipeError()
    return UnwritableError(error.strerror or str(error))


def tell(text: str) -> None:
    """Write to standard error, after what standard output has got so far. If nobody reads it, the
    work goes on."""
    _flush()
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        forget(sys.stderr)


def complain(file: str, error: OSError | str, language: Language) -> None:
    """Tell, on standard error, why a file cannot be read or written."""
    from brusqlog.cli.french import told
    from brusqlog.spelling import escape, mark, reason

    why = reason(error, language)
    if isinstance(error, FileExistsError):
        why = told("it exists already; --force replaces it", language)
    tell(f"brusqlog: {escape(file)}{mark(':', language)} {why}\n")


def forget(stream: TextIO) -> None:
    """Lose what is written to a stream of this process from now on, and what it still holds: the
    interpreter may not try again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def progress(
    items: Iterable[Item],
    noun: str,
    prints: Callable[[Item], object],
    state: Callable[[], tuple[int, float]] | None = None,
    language: Language = "en",
) -> Iterator[Item]:
    """The same items; on a terminal that waits long, their number on standard error meanwhile, or
    what the `state` has in its place, and which share of the work, from 0 to 1, has been done: then
    also how many there are a second and the time that is left. It is wiped away before an item that
    `prints`.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    begun = shown = time.monotonic()
    visible = ""
    try:
        for count, item in enumerate(items, 1):
            now = time.monotonic()
            if visible and prints(item):
                _wipe(visible)
                visible = ""
            elif now - begun > PATIENCE and now - shown > PATIENCE / 10:
                number, share = (count, 0.0) if state is None else state()
                text = f"{number} {noun}{_pace(number, share, now - begun, language)}"
                sys.stderr.write(f"\r{text.ljust(len(visible))}\r")
                sys.stderr.flush()
                shown, visible = now, text
            yield item
    finally:  # an interruption, too, leaves the line clean
        _wipe(visible)


def _pace(number: int, share: float, seconds: float, language: Language) -> str:
    """How quickly the work goes on; nothing where it is not known how much there is."""
    if not share:
        return ""
    from brusqlog.cli.french import told

    minutes, left = divmod(round(seconds / share - seconds), 60)
    rate = round(number / max(seconds, 0.001))
    return told(", {rate}/s, {time} left", language, rate=rate, time=f"{minutes}:{left:02}")


def _wipe(text: str) -> None:
    """Overwrite with blanks, as not every console knows a code to clear a line."""
    if text:
        sys.stderr.write(f"\r{' ' * len(text)}\r")
        sys.stderr.flush()
