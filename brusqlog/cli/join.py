"""`brusqlog join`."""

import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import typer
from msgspec import Struct
from msgspec.structs import replace

from brusqlog.checking.report import Wishes
from brusqlog.checking.report import report as report_of
from brusqlog.checking.run import judged
from brusqlog.checking.text import text as findings_text
from brusqlog.cli import ERRORS, OK
from brusqlog.cli.options import wrong
from brusqlog.cli.output import lines, style_of, tell
from brusqlog.cli.picking import spoken
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.versions import known, put_text, text_of, writes_transcript
from brusqlog.cli.witnesses import one_game, read_each, tell_form
from brusqlog.game.findings import Language, codes
from brusqlog.spelling import Style
from brusqlog.versions.account import Witness
from brusqlog.versions.joining import Contradiction, joined
from brusqlog.versions.telling import Telling

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "contradiction": "Nothing was written: these records contradict each other.",
        "impossible": "Nothing was written: put together, the records tell what cannot have "
        "happened.",
    },
    "fr": {
        "contradiction": "Rien n'a été écrit : ces notations se contredisent.",
        "impossible": "Rien n'a été écrit : mises ensemble, les notations racontent ce qui n'a pu "
        "arriver.",
    },
}


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    sources: Sequence[str]
    target: str
    game: str | None = None
    rules: Sequence[str] = ()
    force: bool = False
    lang: str | None = None


def run(asked: Asked) -> None:
    """Put the records together, write the result, and end with the exit code."""
    if len(asked.sources) < 2:
        raise wrong(None, "two records at least are put together, and DST comes last.")
    more = rulesets(asked.rules)
    files = read_each(asked.sources, more)
    found = [game for games in files for game in games]
    tongue = spoken(asked.lang, found)
    as_transcript = writes_transcript(asked.target, found)
    style = style_of(sys.stderr, tongue, "never")
    style_of(sys.stdout, tongue, "never", "jsonl")  # what goes there is for programs
    wishes = Wishes(style=style, rulesets=more)
    logs = [
        one_game(path, games, asked.game, wishes)
        for path, games in zip(asked.sources, files, strict=True)
    ]
    if [log for log in logs if tell_form(log, wishes)]:
        raise typer.Exit(ERRORS)
    for log in logs:
        known(log, style)
    whole = joined(logs, more)
    if isinstance(whole, Contradiction):
        _refuse("contradiction", Telling(whole.comparison, whole.a, whole.b, style))
    faulty = _judged(whole, wishes)
    versions = [(whole.log, known(whole.log, style))]
    text = text_of(versions, style, more, as_transcript=as_transcript, asked=tongue)
    put_text(text, asked.target, style, force=asked.force)
    raise typer.Exit(ERRORS if faulty else OK)


def _refuse(key: str, telling: Telling | Style) -> NoReturn:
    """End with what is wrong."""
    style = telling if isinstance(telling, Style) else telling.style
    tell(style.plain(TEXTS[style.language][key]) + "\n")
    if isinstance(telling, Telling):
        tell("".join(lines(map(telling.line, telling.found.contradictions))))
    raise typer.Exit(ERRORS)


def _judged(whole: Witness, wishes: Wishes) -> bool:
    """Tell the errors of the result where they were read; whether there are any. What cannot have
    happened is the end."""
    report = report_of(whole.log, judged(whole.log, wishes.rulesets), wishes)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    placed = []
    for error in errors:
        file, line = whole.place(error.seq or 0)
        placed.append(replace(error, file=file, line=line, column=None, related=[]))
    told = replace(report, findings=placed, excerpts={})
    tell("".join(findings_text([told], wishes.style)))
    if any(not codes()[error.code].possible for error in errors):
        _refuse("impossible", wishes.style)
    return bool(errors)
