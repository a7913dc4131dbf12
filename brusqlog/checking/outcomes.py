"""What comes of a portion that is judged by itself, and files put together from such outcomes."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import BinaryIO, Final, cast

from msgspec import Struct, field
from msgspec.structs import replace

from brusqlog.checking.portions import Portion, Stretch
from brusqlog.checking.report import CleanGames, FileReport, GameReport, Wishes, stops
from brusqlog.checking.run import Account, game_reports
from brusqlog.game.findings import Finding
from brusqlog.log.faults import Fault
from brusqlog.log.reader import ONCE

ROOM: Final = 24 << 20
"""Bytes that the reports of a task may take, roughly, if they are to be kept until it is done."""

_GAME_ROOM: Final = 100
_FINDING_ROOM: Final = 1200
"""Bytes that a clean game and a finding take, roughly."""

_TOGETHER: Final = 1000
"""Clean games that are put together at most."""

GamesReport = GameReport | CleanGames


class Outcome(Struct):
    """The reports of a portion as if it were a file, and when they have been gone through, its
    account, how many lines it has, which is known only of one that was cut, and the seconds that it
    took."""

    reports: Iterable[GamesReport] = ()
    account: Account = field(default_factory=Account)
    lines: int = 0
    seconds: float = 0.0


def outcome(portion: Portion, wishes: Wishes) -> Outcome:
    """The outcome of a portion, which is judged while its reports are gone through."""
    found = Outcome(account=Account(due=wishes.digest))
    found.reports = _reports(portion, wishes, found)
    return found


def _reports(portion: Portion, wishes: Wishes, found: Outcome) -> Iterator[GamesReport]:
    if portion.cut is None:
        yield from game_reports(portion.name, portion.source, wishes, found.account)
        return
    with closing(Stretch(portion)) as handle:
        source = cast("BinaryIO", handle)
        yield from game_reports(portion.name, source, wishes, found.account)
        found.lines = handle.lines


def outcomes(
    portions: list[Portion], wishes: Wishes, stopped: Callable[[], bool] = bool
) -> list[Outcome]:
    """The whole outcomes of portions, in order; of the first ones only where all together would
    take more than `ROOM`, and when it is `stopped`."""
    whole: list[Outcome] = []
    room = ROOM
    for portion in portions:
        begun = time.perf_counter()
        found = outcome(portion, wishes)
        kept: list[GamesReport] = []
        for each in _together(found.reports):
            room -= _room(each)
            if room < 0 or stopped():
                return whole
            kept.append(each)
        found.reports = kept
        found.seconds = time.perf_counter() - begun
        whole.append(found)
    return whole


def room_of(found: Iterable[Outcome]) -> int:
    """Bytes that the reports of outcomes take, roughly."""
    return sum(_room(each) for one in found for each in one.reports)


def _room(each: GamesReport) -> int:
    games = len(each.ids) if isinstance(each, CleanGames) else 1
    return games * _GAME_ROOM + len(each.findings) * _FINDING_ROOM


def _together(reports: Iterable[GamesReport]) -> Iterator[GamesReport]:
    """The same reports; single ones of clean games that follow one another are put together."""
    clean: list[GameReport] = []
    for each in reports:
        if isinstance(each, GameReport) and not each.findings and each.entry.id is not None:
            clean.append(each)
            if len(clean) < _TOGETHER:
                continue
            yield _as_one(clean)
        else:
            if clean:
                yield _as_one(clean)
            yield each
        clean = []
    if clean:
        yield _as_one(clean)


def _as_one(clean: list[GameReport]) -> CleanGames:
    entries = [each.entry for each in clean]
    return CleanGames(
        file=clean[0].file,
        index=entries[0].index,
        ids=[entry.id or "" for entry in entries],
        lines=[entry.line for entry in entries],
        statuses=[entry.status for entry in entries],
        hands=[entry.hands for entry in entries],
        events=[entry.events for entry in entries],
    )


class Joined:
    """A file put together from the outcomes of its portions, taken in order."""

    def __init__(self, name: str, wishes: Wishes) -> None:
        self.name, self.wishes = name, wishes
        self.account = Account(due=wishes.digest)
        self.lines = 0
        self.told: set[str] = set()

    def reports(self, portion: Portion, found: Outcome) -> Iterator[GamesReport]:
        """The reports of the next portion with their places in the whole file. Behind what cannot
        be read there are none."""
        if any(map(stops, self.account.faults)):
            return
        if portion.cut is None:
            yield from found.reports
        else:
            yield from (self._placed(each, portion.start) for each in found.reports)
        self._add(found, portion.start)

    def report(self) -> FileReport:
        """The report of the file, after its last portion."""
        return self.account.report(self.name, self.wishes)

    def _add(self, found: Outcome, byte: int) -> None:
        self.account.faults += [self._moved(fault, byte) for fault in found.account.faults]
        self.account.games += found.account.games
        if found.account.due is None:
            self.account.due = None
        self.lines += found.lines

    def _moved(self, fault: Fault, byte: int) -> Fault:
        if fault.line is None or fault.byte is None:
            return fault
        return replace(fault, line=fault.line + self.lines, byte=fault.byte + byte)

    def _placed(self, each: GamesReport, byte: int) -> GamesReport:
        index = self.account.games
        if isinstance(each, CleanGames):
            lines = [line + self.lines for line in each.lines]
            return replace(each, index=each.index + index, lines=lines)
        entry = each.entry
        return replace(
            each,
            entry=replace(entry, index=entry.index + index, line=entry.line + self.lines),
            findings=[self._found(one, byte) for one in each.findings if self._is_new(one.code)],
            excerpts={line + self.lines: text for line, text in each.excerpts.items()},
        )

    def _is_new(self, code: str) -> bool:
        """Whether it may be told, some faults being told once a file."""
        if code in self.told:
            return False
        if code in ONCE:
            self.told.add(code)
        return True

    def _found(self, one: Finding, byte: int) -> Finding:
        return replace(
            one,
            line=None if one.line is None else one.line + self.lines,
            byte=None if one.byte is None else one.byte + byte,
            index=None if one.index is None else one.index + self.account.games,
            related=[
                replace(other, line=None if other.line is None else other.line + self.lines)
                for other in one.related
            ],
        )
