"""The examples of the pages of findings: the smallest failing samples of `fixtures/broken/` as they
can be shown, and what `check` prints for them. They are data of the package."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from brusqlog.checking.report import Wishes
from brusqlog.checking.run import reports
from brusqlog.checking.text import text
from brusqlog.checking.words import AGREED
from brusqlog.game.findings import Finding
from brusqlog.languages import LANGUAGES, Language
from brusqlog.pages.finding import Example
from brusqlog.spelling import Style, escape, shorten
from tests.test_broken import ASKED, BROKEN, sample, samples

FOLDER: Final = "brusqlog/pages/examples"

SHORT: Final = 25
"""Lines of a log that is shown whole."""

BEFORE: Final = 10
AFTER: Final = 2
"""Lines shown round the places of a finding where the log is longer."""

WIDEST: Final = 240
"""Columns of a line of a log."""

PACKED: Final = (".gz", ".zst")

REMARKS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "line": "line {first} is left out",
        "lines": "lines {first} to {last} are left out",
        "long": "what is too long is cut",
        "escaped": "what cannot be shown is written as escapes",
        "torn": "its last line has no line feed",
        "packed": "The log is compressed, {size} bytes, and cannot be shown.",
        "table": "The hand table, a Parquet file of {size} bytes, cannot be shown.",
        "empty": "The file is empty.",
        "missing": "There is no such file.",
        "folder": "The folder holds one file, `{name}`.",
    },
    "fr": {
        "line": "la ligne {first} est omise",
        "lines": "les lignes {first} à {last} sont omises",
        "long": "ce qui est trop long est coupé",
        "escaped": "ce qui ne peut s'afficher est écrit en échappements",
        "torn": "sa dernière ligne n'a pas de fin de ligne",
        "packed": "Le journal est comprimé, {size} octets, et ne peut être montré.",
        "table": "Le tableau de coups, un fichier Parquet de {size} octets, ne peut être montré.",
        "empty": "Le fichier est vide.",
        "missing": "Ce fichier n'existe pas.",
        "folder": "Le dossier contient un seul fichier, `{name}`.",
    },
}
"""What is to be known of a log as it is shown."""


Remark = tuple[str, dict[str, int | str]]
"""The name of a remark, and what fills its places."""


def files() -> dict[str, str]:
    """The files of examples, by path from the root of the repository."""
    found: dict[Language, list[str]] = {language: [_HEAD] for language in LANGUAGES}
    for code in samples():
        for language in LANGUAGES:
            found[language].append(_table(code, _example(code, language)))
    return {f"{FOLDER}/{name}.toml": "\n".join(tables) for name, tables in found.items()}


_HEAD: Final = (
    "# Made by `python -m docs.generate` from fixtures/broken/: change the samples there.\n"
)


def _example(code: str, language: Language) -> Example:
    """The sample of a code, judged in its own folder, so that no other path is in the output."""
    wishes = Wishes(style=Style(language=language), **ASKED.get(code, {}))
    with contextlib.chdir(BROKEN / code):
        name = sample(code)
        judged = list(reports([name], wishes))
        findings = [found for report in judged for found in report.findings if found.code == code]
        log, remarks = _shown(Path(name), findings)
    told = [REMARKS[language][kind].format(**facts) for kind, facts in remarks]
    (rule,) = {found.rule for found in findings}
    return Example(
        log=log,
        remark=f"{' ;' if language == 'fr' else ';'} ".join(told),
        command=_command(name, code, language),
        output="".join(text(judged, wishes.style)),
        option=rule.option if rule else "",
        agreed=rule is not None and rule.source == AGREED,
    )


def _command(name: str, code: str, language: Language) -> str:
    """The command as one types it."""
    wishes = ASKED.get(code, {})
    options = ["--require-finished"] if "require_finished" in wishes else []
    options += ["--rules house.toml"] if "rulesets" in wishes else []
    options += [f"--select {chosen}" for chosen in sorted(wishes.get("select", ()))]
    options += [f"--digest {wishes['digest']}"] if "digest" in wishes else []
    options += ["--lang fr"] if language == "fr" else []
    return " ".join(["brusqlog check", *options, name])


def _shown(path: Path, findings: Sequence[Finding]) -> tuple[str, list[Remark]]:
    """A log as it can be shown, and remarks on it."""
    if not path.exists():
        return "", [("missing", {})]
    if path.is_dir():
        (inside,) = path.iterdir()
        return "", [("folder", {"name": inside.name})]
    data = path.read_bytes()
    if path.suffix in PACKED:
        return "", [("packed", {"size": len(data)})]
    if data.startswith(b"PAR1"):
        return "", [("table", {"size": len(data)})]
    if not data:
        return "", [("empty", {})]
    raw = data.decode("utf-8", "backslashreplace").removesuffix("\n").split("\n")
    escaped = [escape(line) for line in raw]
    lines = [shorten(line, WIDEST, Style()) for line in escaped]
    kept = _kept(len(lines), findings)
    remarks = list(_left_out(len(lines), kept))
    if lines != escaped:
        remarks.append(("long", {}))
    if "\n".join(escaped).encode() != data.removesuffix(b"\n"):
        remarks.append(("escaped", {}))
    if not data.endswith(b"\n"):
        remarks.append(("torn", {}))
    shown = [
        f"{lines[number - 1]}\n" if number in kept else "…\n" if number - 1 in kept else ""
        for number in range(1, len(lines) + 1)
    ]
    return "".join(shown), remarks


def _kept(count: int, findings: Sequence[Finding]) -> set[int]:
    """The lines of a log that are shown: all of a short one, else the header, the last lines and
    the places that its findings name."""
    if count <= SHORT:
        return set(range(1, count + 1))
    kept = {1, *range(count - BEFORE, count + 1)}
    for found in findings:
        kept.update(other.line for other in found.related if other.line)
        line = found.line or 1
        kept.update(range(max(line - BEFORE, 1), min(line + AFTER, count) + 1))
    return kept


def _left_out(count: int, kept: set[int]) -> Iterator[Remark]:
    """A remark for each gap."""
    missing = [number for number in range(1, count + 1) if number not in kept]
    for _, run in groupby(enumerate(missing), key=lambda entry: entry[1] - entry[0]):
        gap = [number for _, number in run]
        yield "lines" if len(gap) > 1 else "line", {"first": gap[0], "last": gap[-1]}


def _table(code: str, example: Example) -> str:
    """One example as TOML."""
    lines = [f"[{code}]"]
    for name in ("option", "remark", "command"):
        if value := getattr(example, name):
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    if example.agreed:
        lines.append("agreed = true")
    for name in ("log", "output"):
        if value := getattr(example, name):
            assert "'''" not in value
            lines.append(f"{name} = '''\n{value}'''")
    return "\n".join([*lines, ""])
