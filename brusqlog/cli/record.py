"""`brusqlog record`: a session at the terminal, or of plain lines from a pipe."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import typer
from msgspec import Struct, field

from brusqlog.cli import ERRORS, OK
from brusqlog.cli.options import wrong
from brusqlog.cli.output import lines, style_of, write
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.writing import refused
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.ruleset import rulesets as published
from brusqlog.recording.opening import DEFAULT, Opening
from brusqlog.recording.reader import UnclearError
from brusqlog.recording.session import Session
from brusqlog.recording.telling import unclear
from brusqlog.spelling import Style, language
from brusqlog.writing.logwriter import LogWriter

LENGTHS: Final = ("hands", "rounds", "points")
SUFFIXES: Final = (".jsonl", ".brusq")

Talk = Opening | Session


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line; `given` has the header's fields."""

    file: str
    given: Mapping[str, Any] = field(default_factory=dict)
    times: bool = False
    lang: str | None = None
    color: str = "auto"


def run(asked: Asked) -> None:
    """Record until the person leaves, and end with the exit code."""
    style = style_of(sys.stdout, language(asked.lang), asked.color)
    recording = _Recording(asked, style)
    with refused(asked.file, style):
        recording.run()
    raise typer.Exit(ERRORS if recording.refused else OK)


class _Recording:
    """Lets a person talk with the opening of a log, then with its session."""

    def __init__(self, asked: Asked, style: Style) -> None:
        self.asked = asked
        self.style = style
        self.given = {key: str(text) for key, text in asked.given.items() if text is not None}
        if "players" in self.given:
            self.given.setdefault("rules", DEFAULT)
        self.own = self._own_rules()
        self.refused = False
        self.clock = (lambda: datetime.now().astimezone()) if asked.times else None
        self.read = reader()

    def run(self) -> None:
        path = Path(self.asked.file)
        begun = path.exists() and b"\n" in path.read_bytes()
        writer = self._resumed() if begun else self._created()
        if writer is None:
            return
        with writer:
            session = Session(writer, self.style, self.own)
            if begun and self.given:
                _say([session.voice.say("ignored")])
            _say(session.greet(resumed=begun))
            self._talk(session, lambda: session.over)
            _say([session.farewell()])

    def _resumed(self) -> LogWriter:
        return LogWriter.resume(
            self.asked.file,
            clock=self.clock,
            rulesets=self.own,
            language=self.style.language,
            letters=self.style.letters,
        )

    def _created(self) -> LogWriter | None:
        opening = self._opening()
        self._talk(opening, lambda: opening.over or opening.question is None)
        if opening.question is not None:
            return None
        return LogWriter.create(
            self.asked.file,
            opening.header,
            clock=self.clock,
            rulesets=self.own,
            language=self.style.language,
            letters=self.style.letters,
        )

    def _opening(self) -> Opening:
        """The opening with what the command line gives of the header."""
        opening = Opening(_stem(self.asked.file), self.style, self.own)
        for key, text in self.given.items():
            length = key in LENGTHS
            option = "--target" if key == "points" else f"--{key}"
            if length and "length" in opening.known:
                raise wrong(option, "one length is enough.")
            try:
                opening.give("length" if length else key, f"{text} {key}" if length else text)
            except UnclearError as fault:
                raise wrong(option, "{reason}", reason=unclear(self.style, fault)) from fault
        if opening.question is None:
            for key, why in opening.faults():
                raise wrong(f"--{key}", "{reason}", reason=why)
        return opening

    def _own_rules(self) -> dict[str, Ruleset]:
        """A ruleset of the user's own, which then has the name that the header gives it."""
        named = self.given.get("rules")
        if named is None or named in published() or not Path(named).is_file():
            return {}
        own = rulesets([named])
        self.given["rules"] = next(iter(own))
        return own

    def _talk(self, talk: Talk, done: Callable[[], bool]) -> None:
        """Question and answer until it is done or nothing more comes."""
        while not done():
            try:
                line = self.read(talk)
            except KeyboardInterrupt:
                if not sys.stdin.isatty():
                    raise
                continue  # the line is given up, nothing else
            if line is None:
                break
            _say(talk.hear(line))
            self.refused |= talk.refused and not sys.stdin.isatty()


def reader() -> Callable[[Talk], str | None]:
    """How lines are read: with completion at a terminal, else plainly. None at the end."""
    if not sys.stdin.isatty():
        return lambda talk: _line()
    with contextlib.suppress(ImportError):
        from brusqlog.cli.terminal import reader as at_terminal

        if sys.stdout.isatty():
            return at_terminal()
    return _prompted


def _prompted(talk: Talk) -> str | None:
    write([f"{talk.prompt}> "])
    try:
        line = _line()
    except KeyboardInterrupt:
        write(["\n"])
        raise
    if line is None:
        write(["\n"])
    return line


def _line() -> str | None:
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None


def _say(texts: Iterable[str]) -> None:
    write(lines(texts))


def _stem(file: str) -> str:
    """The name of a file without what tells its kind: the id of a new log."""
    name = Path(file).name
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    return name or file
