"""Findings for people: the sentence, the line with a caret, the rule, what to do."""

from collections.abc import Iterable, Iterator
from typing import Final

from brusqlog.checking.excerpt import excerpt
from brusqlog.checking.report import GameEntry, Report, Summary
from brusqlog.checking.words import Words
from brusqlog.game.findings import Finding, Severity, codes
from brusqlog.nouns import STATUSES
from brusqlog.spelling import Style, escape

COLOURS: Final[dict[Severity, str]] = {"error": "red", "warning": "yellow", "info": "blue"}


def text(reports: Iterable[Report], style: Style, *, games: bool = False) -> Iterator[str]:
    """The findings, and with `games` a line for each game after its own."""
    words = Words(style)
    for report in reports:
        for finding in report.findings:
            yield from _lines(finding, report.excerpts.get(finding.line or 0), words)
        for entry in report.entries if games else ():
            yield _game_line(report.file, entry, style)


def place(finding: Finding) -> str:
    """`FILE:LINE:COL`, as far as it is known."""
    known = (part for part in (finding.line, finding.column) if part is not None)
    return ":".join([escape(finding.file), *map(str, known)])


def _lines(finding: Finding, line: str | None, words: Words) -> Iterator[str]:
    style = words.style
    label = style.paint(f"{finding.severity}[{finding.code}]", COLOURS[finding.severity], "bold")
    yield f"{place(finding)}: {label} {style.plain(finding.message)}\n"
    if line:
        shown, carets = excerpt(line, finding.column, finding.width, style.columns - 2, style)
        yield f"  {shown}\n"
        if carets:
            yield f"  {style.paint(carets, COLOURS[finding.severity])}\n"
    if finding.rule:
        yield style.plain(f"  {words.rule(finding.rule)}\n")
    if finding.help:
        yield style.plain(f"  {words.labels['help']} {finding.help}\n")
    for other in finding.related:
        where = escape(finding.file) + (f":{other.line}" if other.line is not None else "")
        yield style.plain(f"  {words.labels['related']} {where}: {other.message}\n")


def _game_line(file: str, entry: GameEntry, style: Style) -> str:
    counts = [
        style.number(entry.hands, "hands"),
        style.number(entry.errors, "errors"),
        style.number(entry.warnings, "warnings"),
    ]
    name = f"{escape(file)}:{entry.line}: {escape(entry.id or '?')}"
    told = STATUSES[style.language][entry.status]
    return f"{name}{style.mark(':')} {told}, {', '.join(counts)}\n"


def statistics(reports: Iterable[Report], counts: dict[str, int]) -> Iterator[Report]:
    """The same reports; the findings that pass are counted a code."""
    for report in reports:
        for finding in report.findings:
            counts[finding.code] = counts.get(finding.code, 0) + 1
        yield report


def counted(counts: dict[str, int], style: Style) -> Iterator[str]:
    """How often each code was found, the most frequent first."""
    size = len(str(max(counts.values(), default=0)))
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        entry = codes()[code]
        title = style.plain(entry.title[style.language])
        yield f"{count:>{size}}  {entry.severity}[{code}] {title}\n"


def closing(summary: Summary, style: Style) -> str:
    """The summary in one line: `3 files, 4 games, 12 hands: 1 error, 0 warnings`."""
    judged = ", ".join(
        style.number(getattr(summary, noun), noun) for noun in ("files", "games", "hands")
    )
    found = ", ".join(style.number(getattr(summary, noun), noun) for noun in ("errors", "warnings"))
    return f"{judged}{style.mark(':')} {found}\n"


def more(found: Iterable[str], style: Style) -> str:
    """Where to read on about a code that was found, that of an error first."""
    code = min(found, key=lambda one: codes()[one].severity != "error")
    if style.language == "fr":
        return f"Pour en savoir plus : brusqlog explain {code} --lang fr\n"
    return f"To learn more: brusqlog explain {code}\n"
