"""Turns one judged game into findings with their places, and counts them."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal

from msgspec import UNSET, Struct, field

from brusqlog.checking.earlier import WHERE, earlier
from brusqlog.checking.words import AGREED, Words
from brusqlog.game.events import Event, Hand
from brusqlog.game.findings import Breach, Finding, Related, RuleRef, Severity, codes
from brusqlog.game.judge import Judgement, Noticed
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.standing import Standing, standing
from brusqlog.game.terms import find_ruleset
from brusqlog.log.reader import Fault, GameLog
from brusqlog.log.rowlog import RowLog
from brusqlog.spelling import Style

Read = Literal["whole", "partly", "not"]
UNFINISHED = ("unfinished", "abandoned")
GAMELESS = ("empty-file", "empty-folder")
"""Warnings that there is no game, which `no-game` says too."""


class GameEntry(Struct, frozen=True, kw_only=True):
    """One game as `check --format json` lists it. A filter of codes leaves the status alone."""

    index: int
    id: str | None
    line: int
    status: str
    hands: int
    events: int
    errors: int
    warnings: int


class GameReport(Struct, frozen=True, kw_only=True):
    """One game with its findings, and the text of the lines they point to."""

    file: str
    entry: GameEntry
    findings: list[Finding]
    excerpts: dict[int, str]

    @property
    def entries(self) -> Sequence[GameEntry]:
        """The entry of the game."""
        return (self.entry,)


class CleanGames(Struct, frozen=True, kw_only=True):
    """Games of which there is nothing to say, one after another: what their entries hold, a game,
    the first of them the `index`-th of its file."""

    file: str
    index: int
    ids: Sequence[str]
    lines: Sequence[int]
    statuses: Sequence[str]
    hands: Sequence[int]
    events: Sequence[int]
    derived: Sequence[Any] = ()
    """Of each agreement the columns of its hands (`bulk.derived.Hands`), if they were asked for."""
    findings: ClassVar[list[Finding]] = []
    excerpts: ClassVar[dict[int, str]] = {}

    @property
    def entries(self) -> Iterator[GameEntry]:
        """The entries of the games, in order."""
        columns = zip(self.ids, self.lines, self.statuses, self.hands, self.events, strict=True)
        for index, (name, line, status, hands, events) in enumerate(columns, self.index):
            yield GameEntry(
                index=index,
                id=name,
                line=line,
                status=status,
                hands=hands,
                events=events,
                errors=0,
                warnings=0,
            )


class FileReport(Struct, frozen=True, kw_only=True):
    """How a file was read; it follows the reports of its games. A finding says why not whole.
    `excerpts` are the texts of lines that belong to no game."""

    file: str
    read: Read
    findings: list[Finding]
    excerpts: dict[int, str] = {}

    @property
    def entries(self) -> Sequence[GameEntry]:
        """None: a file is no game."""
        return ()


Report = GameReport | CleanGames | FileReport


class Summary(Struct, kw_only=True):
    """What was judged, counted."""

    files: int = 0
    games: int = 0
    hands: int = 0
    events: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0

    def add(self, report: Report) -> None:
        """Count one more report."""
        match report:
            case FileReport():
                self.files += 1
            case CleanGames():
                self.games += len(report.ids)
                self.hands += sum(report.hands)
                self.events += sum(report.events)
                return
            case GameReport(entry=entry):
                self.games += 1
                self.hands += entry.hands
                self.events += entry.events
        self.errors += severe(report.findings, "error")
        self.warnings += severe(report.findings, "warning")
        self.infos += severe(report.findings, "info")


class Wishes(Struct, frozen=True, kw_only=True):
    """What is to be reported, and how it is to be worded."""

    style: Style = Style()
    rulesets: Mapping[str, Ruleset] = field(default_factory=dict)
    require_finished: bool = False
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    screen: bool = True
    """Whether logs are screened in bulk first. What is reported is the same."""
    digest: str | None = None
    """The SHA-256 of the first lines of one of the games, in hex, as it was kept elsewhere."""

    def wants(self, code: str) -> bool:
        """Whether findings of this code are to be reported. What could not be read always is."""
        chosen = not self.select or code in self.select
        return chosen and code not in self.ignore


def is_error(code: str) -> bool:
    """Whether a finding of this code makes a log faulty."""
    return codes()[code].severity == "error"


def severe(findings: Iterable[Finding], severity: Severity) -> int:
    """How many findings have that severity."""
    return [finding.severity for finding in findings].count(severity)


def status(log: GameLog, judgement: Judgement) -> str:
    """The status of a game, its faults of form counted."""
    malformed = any(is_error(fault.code) for fault in log.faults)
    return "faulty" if malformed else judgement.status


def file_report(file: str, faults: Sequence[Fault], wishes: Wishes, *, games: int) -> FileReport:
    """The report of a file in which so many games were read, and faults that belong to none."""
    words = Words(wishes.style)
    broken = any(map(stops, faults))
    if wishes.require_finished and not (games or broken):
        others = (fault for fault in faults if fault.code not in GAMELESS)
        faults = [*others, Fault(code="no-game", facts={"file": file})]
    findings = [
        Finding(
            file=file,
            line=fault.line,
            column=fault.column,
            width=fault.width,
            byte=fault.byte,
            code=fault.code,
            severity=codes()[fault.code].severity,
            message=words.message(fault.code, fault.facts),
            help=words.help(fault.code, fault.facts),
        )
        for fault in faults
        if stops(fault) or wishes.wants(fault.code)
    ]
    read: Read = "whole" if not broken else "partly" if games else "not"
    excerpts = {fault.line: fault.text for fault in faults if fault.line and fault.text}
    return FileReport(file=file, read=read, findings=findings, excerpts=excerpts)


def stops(fault: Fault) -> bool:
    """Whether a fault that belongs to no game is why its source could not be read any further."""
    return fault.line is None and fault.code != "no-game" and is_error(fault.code)


def report(log: GameLog, judgement: Judgement, wishes: Wishes) -> GameReport:
    """The findings of a game, in the order of its events, and its entry in the list of games."""
    found = _found(log, judgement, wishes)
    shown = [finding for finding in found if wishes.wants(finding.code)]
    header = log.header
    entry = GameEntry(
        index=log.index,
        id=header.id if header else None,
        line=log.line,
        status="faulty" if severe(found, "error") else judgement.status,
        hands=judgement.hands,
        events=judgement.events,
        errors=severe(shown, "error"),
        warnings=severe(shown, "warning"),
    )
    lines = {finding.line for finding in shown if finding.line is not None}
    excerpts = {line: log.text_of(line) for line in lines}
    return GameReport(file=log.file, entry=entry, findings=shown, excerpts=excerpts)


def _found(log: GameLog, judgement: Judgement, wishes: Wishes) -> list[Finding]:
    """All that is to be said of a game, most often nothing."""
    due = wishes.require_finished and judgement.status in UNFINISHED
    if not (log.faults or judgement.noticed or due):
        return []
    game = _Placing(log, wishes)
    found = [game.of_fault(fault) for fault in log.faults]
    found += [game.of_breach(noticed) for noticed in _in_order(log, judgement.noticed)]
    if due:
        found.append(game.unfinished(judgement))
    return sorted(found, key=lambda finding: (finding.line or 0, finding.column or 0))


def _in_order(log: GameLog, noticed: list[Noticed]) -> list[Noticed]:
    """What was noticed in a row of a table, in the order of its text, which its places do not
    tell."""
    if not isinstance(log, RowLog) or len(noticed) < 2:
        return noticed
    row = log

    def place(one: Noticed) -> tuple[int | None, ...]:
        seq = one.seq if one.breach.seq is None else one.breach.seq
        return row.written_at(seq, _path(one.breach.field))

    return sorted(noticed, key=place)


class _Placing:
    """Gives the findings of one game their places and words."""

    def __init__(self, log: GameLog, wishes: Wishes) -> None:
        self.log = log
        self.header = log.header
        self.id = self.header.id if self.header else None
        self.words = Words(wishes.style, self.header.players if self.header else ())
        self.rulesets = wishes.rulesets
        self.hands: list[tuple[int, int]] | None = None

    def of_fault(self, fault: Fault) -> Finding:
        """A line that cannot be read, or is not written as it should be."""
        return Finding(
            file=self.log.file,
            line=fault.line,
            column=fault.column,
            width=fault.width,
            byte=fault.byte,
            index=self.log.index,
            game=self.id,
            seq=fault.seq,
            hand=self._hand(fault.seq),
            code=fault.code,
            severity=codes()[fault.code].severity,
            message=self.words.message(fault.code, fault.facts),
            help=self.words.help(fault.code, fault.facts),
        )

    def of_breach(self, noticed: Noticed) -> Finding:
        """A breach that the fold noticed."""
        breach = noticed.breach
        seq = noticed.seq if breach.seq is None else breach.seq
        line, column, width, byte = self.log.place(seq, _path(breach.field))
        facts = {"seat": breach.seat} | breach.facts
        return Finding(
            file=self.log.file,
            line=line,
            column=column,
            width=width,
            byte=byte,
            index=self.log.index,
            game=self.id,
            seq=seq,
            hand=noticed.hand,
            trick=noticed.trick,
            seat=breach.seat,
            code=breach.code,
            severity=codes()[breach.code].severity,
            message=self.words.message(breach.code, facts),
            help=self.words.help(breach.code, facts),
            expected=breach.expected,
            found=breach.found,
            rule=self._rule(breach.option),
            related=self._related(breach, seq),
        )

    def unfinished(self, judgement: Judgement) -> Finding:
        """The error that an operator asked for who wants finished games; at the last event."""
        last = max(len(self.log.events) - 1, 0)
        breach = Breach(code="unfinished-game", facts={"status": judgement.status})
        return self.of_breach(Noticed(last, breach, judgement.hands or None, None))

    def _hand(self, seq: int | None) -> int | None:
        """The number of the hand in which an event lies."""
        if self.hands is None:
            events = enumerate(self.log.events)
            self.hands = [(at, event.number) for at, event in events if isinstance(event, Hand)]
        begun = 0 if seq is None else bisect_right(self.hands, seq, key=lambda hand: hand[0])
        return self.hands[begun - 1][1] if begun else None

    @cached_property
    def _standing(self) -> Standing:
        """The events that stand, worked out once a game, when first asked for."""
        return standing(self.log.known_events())

    def _related(self, breach: Breach, seq: int) -> list[Related]:
        """The other places that belong to a breach."""
        card = breach.facts.get("card")
        twin = None
        if breach.code in WHERE:
            twin = earlier(self._standing, seq, breach.code, card, breach.seat)
        places = dict.fromkeys([*breach.related, *([] if twin is None else [twin])])
        return [self._place(other) for other in places if other != seq]

    def _place(self, seq: int) -> Related:
        event = self.log.events[seq]
        told = self.words.event(event if isinstance(event, Event) else None)
        return Related(line=self.log.line_of(seq), seq=seq, message=told)

    def _rule(self, option: str | None) -> RuleRef | None:
        if option is None or self.header is None:
            return None
        ruleset, _ = find_ruleset(self.header, self.rulesets)
        basis = ruleset.basis(option) if ruleset else None
        if basis is None:
            return None
        given = {} if self.header.options is UNSET else self.header.options
        if option in given:
            return RuleRef(self.header.rules, option, "stated", AGREED)
        return RuleRef(self.header.rules, option, basis.provenance, basis.source)


def _path(field: str | None) -> tuple[str | int, ...]:
    """The way to a value inside an event: `players.1` is `("players", 1)`."""
    parts = field.split(".") if field else ()
    return tuple(int(part) if part.isdecimal() else part for part in parts)
