"""Findings for programs: one JSON document, JSON Lines, SARIF 2.1.0, GitHub annotations."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

import msgspec

from brusqlog import __version__
from brusqlog.checking.report import FileReport, GameEntry, Report, Summary
from brusqlog.game.findings import Finding, Severity, codes
from brusqlog.spelling import Style

CHECK_FORMAT: Final = "brusqlog-check/1"
SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
SARIF_LEVELS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "info": "note"}
GITHUB_LEVELS: Final[dict[Severity, str]] = SARIF_LEVELS | {"info": "notice"}


def json(reports: Iterable[Report], style: Style, *, games: bool = False) -> Iterator[str]:
    """One document with files, findings and summary."""
    files: list[dict[str, Any]] = []
    entries: list[GameEntry] = []
    findings: list[Finding] = []
    summary = Summary()
    for report in reports:
        summary.add(report)
        findings += report.findings
        entries += report.entries
        if isinstance(report, FileReport):
            files.append({"file": report.file, "read": report.read, "games": entries})
            entries = []
    whole = {"format": CHECK_FORMAT, "files": files, "findings": findings, "summary": summary}
    yield _encoded(whole) + "\n"


def jsonl(reports: Iterable[Report], style: Style, *, games: bool = False) -> Iterator[str]:
    """One finding a line; with `games` also one line a game, after its findings."""
    for report in reports:
        for finding in report.findings:
            yield _encoded(finding) + "\n"
        for entry in report.entries if games else ():
            yield _encoded({"file": report.file, **msgspec.to_builtins(entry)}) + "\n"


def sarif(reports: Iterable[Report], style: Style, *, games: bool = False) -> Iterator[str]:
    """One SARIF 2.1.0 log; its rules are the codes that were found."""
    findings = [finding for report in reports for finding in report.findings]
    used = sorted({finding.code for finding in findings})
    driver = {
        "name": "brusqlog",
        "version": __version__,
        "rules": [_sarif_rule(code, style) for code in used],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(finding, used.index(finding.code)) for finding in findings],
    }
    yield _encoded({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def github(reports: Iterable[Report], style: Style, *, games: bool = False) -> Iterator[str]:
    """One workflow command a finding: an annotation at its line."""
    for report in reports:
        for finding in report.findings:
            places = {"file": finding.file, "line": finding.line, "col": finding.column}
            if finding.column is not None and finding.width is not None:
                places["endColumn"] = finding.column + finding.width
            places["title"] = finding.code
            told = ",".join(
                f"{name}={_property(str(value))}"
                for name, value in places.items()
                if value is not None
            )
            yield f"::{GITHUB_LEVELS[finding.severity]} {told}::{_message(finding.message)}\n"


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode("utf-8")


def _sarif_rule(code: str, style: Style) -> dict[str, Any]:
    entry = codes()[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.title[style.language]},
        "defaultConfiguration": {"level": SARIF_LEVELS[entry.severity]},
    }


def _sarif_result(finding: Finding, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": SARIF_LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(finding.file, finding.line, finding.column, finding.width)],
    }
    if finding.related:
        result["relatedLocations"] = [
            _location(finding.file, other.line) | {"message": {"text": other.message}}
            for other in finding.related
        ]
    keys = ("index", "game", "seq", "hand", "trick", "seat", "expected", "found", "rule", "help")
    known = {key: getattr(finding, key) for key in keys}
    result["properties"] = {key: value for key, value in known.items() if value is not None}
    return result


def _location(
    file: str, line: int | None, column: int | None = None, width: int | None = None
) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
    if line is not None:
        physical["region"] = region = {"startLine": line}
        if column is not None:
            region |= {"startColumn": column, "endColumn": column + (width or 1)}
    return {"physicalLocation": physical}


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
