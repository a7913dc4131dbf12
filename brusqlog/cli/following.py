"""`check --follow`, `check --watch` and `replay --follow`: what is seen while a log is written."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from brusqlog.checking.machine import jsonl
from brusqlog.checking.report import GameReport, Wishes, file_report, report
from brusqlog.checking.run import judged
from brusqlog.checking.text import place, text
from brusqlog.cli.options import wrong
from brusqlog.cli.output import tell, write
from brusqlog.cli.replay import Asked, Telling
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.writing import refused
from brusqlog.game.events import End, Hand, Play
from brusqlog.game.findings import Finding, Language
from brusqlog.game.standing import standing
from brusqlog.log.following import Change, follow, saves
from brusqlog.log.reader import Fault, GameLog
from brusqlog.notation.sources import TABLE, read_games
from brusqlog.spelling import Style, escape

NOTICES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "cut": "{file} was cut off or written over; from the start again:",
        "replaced": "{file} is another file now; from the start:",
        "gone": "{file} is gone; waiting for it",
        "saved": "saved; checked again:",
        "no longer": "{place}: no longer so: {code}",
        "anew": "taken back; from here on anew:",
    },
    "fr": {
        "cut": "{file} a été raccourci ou récrit ; depuis le début :",
        "replaced": "{file} est un autre fichier à présent ; depuis le début :",
        "gone": "{file} n'est plus là ; on l'attend",
        "saved": "enregistré ; vérifié de nouveau :",
        "no longer": "{place} : ne tient plus : {code}",
        "anew": "retiré ; de nouveau à partir d'ici :",
    },
}


def one_file(paths: Sequence[str], option: str) -> str:
    """The one plain file that can be followed."""
    if len(paths) != 1 or paths[0] == "-" or paths[0].endswith((".gz", ".zst", TABLE)):
        raise wrong(option, "this takes one plain file.")
    return paths[0]


def say(style: Style, key: str, **facts: str) -> str:
    """A notice as a line."""
    return style.plain(NOTICES[style.language][key].format(**facts)) + "\n"


# check ---------------------------------------------------------------------------------------


def check(path: str, wishes: Wishes, form: str) -> None:
    """Print every finding as soon as its line is written, and say which do not hold any more."""
    seen = _Seen(path, wishes, form)
    for change in _followed(path, wishes.style):
        write(seen.after(change))


class _Seen:
    """The findings that were printed of the games of a file."""

    def __init__(self, path: str, wishes: Wishes, form: str) -> None:
        self.path, self.wishes, self.form = path, wishes, form
        self.closed = 0  # games that nothing can be added to
        self.shown: dict[tuple[object, ...], Finding] = {}

    def after(self, change: Change) -> Iterator[str]:
        """What is to be said after a change."""
        style = self.wishes.style
        if change.what != "grown":
            tell(say(style, change.what, file=escape(self.path)))
            self.closed, self.shown = 0, {}
        if change.what == "gone" or not change.data:
            return
        reports = list(self._reports(change.data))
        now = {_key(found): found for each in reports for found in each.findings}
        for key in [key for key in self.shown if key not in now]:
            gone = self.shown.pop(key)
            yield from self._withdrawn(gone)
        for each in reports:
            new = [found for found in each.findings if _key(found) not in self.shown]
            self.shown |= {_key(found): found for found in new}
            told = replace(each, findings=new)
            yield from (jsonl if self.form == "jsonl" else text)([told], style)
        if len(reports) > 1:
            self.closed = reports[-1].entry.index - 1
            open_game = reports[-1].entry.index
            self.shown = {key: found for key, found in self.shown.items() if key[0] == open_game}

    def _reports(self, data: bytes) -> Iterator[GameReport]:
        """Of the games that are not closed. Faults that belong to no game stand on their own."""
        for log in read_games(data, name=self.path, rulesets=self.wishes.rulesets):
            if isinstance(log, Fault):
                lone = file_report(self.path, [log], self.wishes, games=self.closed)
                tell("".join(text([lone], self.wishes.style)))
            elif log.index > self.closed:
                yield report(log, judged(log, self.wishes.rulesets), self.wishes)

    def _withdrawn(self, gone: Finding) -> Iterator[str]:
        if self.form == "text":
            yield say(self.wishes.style, "no longer", place=place(gone), code=gone.code)


def _key(found: Finding) -> tuple[object, ...]:
    return found.index, found.line, found.column, found.code, found.seat, found.message


def watch(paths: Sequence[str], style: Style, again: Callable[[], object]) -> None:
    """Check once, and again whenever one of the files was saved."""
    for count, _ in enumerate(saves(paths)):
        if count:
            tell("\n" + say(style, "saved"))
        again()


# replay --------------------------------------------------------------------------------------


def replay(asked: Asked, style: Style) -> None:
    """Tell the game as it goes on. What may still change is shown on a terminal only, and is
    written over."""
    page = _Page(style)
    for change in _followed(asked.path, style):
        if change.what != "grown":
            tell(page.wiped() + say(style, change.what, file=escape(asked.path)))
            page = _Page(style)
        if change.what != "gone" and change.data:
            games = _games(asked, change.data)
            before = _games(asked, change.data[: _settled(games, change.data)])
            write([page.turn(_told(asked, style, games), _told(asked, style, before))])


def _games(asked: Asked, data: bytes) -> list[GameLog]:
    found = read_games(data, name=asked.path, rulesets=rulesets(asked.rules))
    return [log for log in found if isinstance(log, GameLog)]


def _told(asked: Asked, style: Style, games: list[GameLog]) -> list[str]:
    return "".join(Telling(asked, style, [(asked.path, games)]).pieces()).split("\n")[:-1]


def _settled(games: list[GameLog], data: bytes) -> int:
    """How many bytes stand before the line of the trick that is being played, or of the hand that
    is being dealt: what is told of those will stay, unless something is withdrawn."""
    log = games[-1] if games else None
    if log is None or log.header is None:
        return 0
    stand = standing(log.known_events())
    begun = plays = 0
    for seq, event in zip(stand.seqs, stand.events, strict=True):
        if isinstance(event, End):
            return len(data)
        if isinstance(event, Hand):
            begun, plays = seq, 0
        elif isinstance(event, Play):
            begun = begun if plays % len(log.header.players) else seq
            plays += 1
    return data.rfind(b"\n", 0, log.byte_of(begun)) + 1


class _Page:
    """What was printed of a text that grows."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.terminal = sys.stdout.isatty()
        self.printed: list[str] = []
        self.loose = 0  # lines below those, which may still change

    def turn(self, now: list[str], before: list[str]) -> str:
        """What to write when the text is `now`; the lines in which `before` agrees will stay."""
        out = self.wiped()
        known = _agreed(now, self.printed)
        if known < len(self.printed):
            out += say(self.style, "anew")
        stay = max(_agreed(now, before), known)
        out += "".join(line + "\n" for line in now[known:stay])
        self.printed = now[:stay]
        rest = now[stay:]
        if self.terminal and len(rest) < shutil.get_terminal_size().lines:
            self.loose = len(rest)
            out += "".join(line + "\n" for line in rest)
        return out

    def wiped(self) -> str:
        """Take away the lines that may have changed."""
        lines, self.loose = self.loose, 0
        return f"\x1b[{lines}F\x1b[J" if lines else ""


def _agreed(lines: list[str], others: list[str]) -> int:
    """How many lines are the same from the start on."""
    pairs = zip(lines, others, strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _followed(path: str, style: Style) -> Iterator[Change]:
    with refused(path, style):
        yield from follow(path)
