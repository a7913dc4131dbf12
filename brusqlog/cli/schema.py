"""`brusqlog schema`."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import typer
from msgspec import Struct

from brusqlog.checking.conformity import EVENT, LINE_LIMITS, Conformity, Verdict
from brusqlog.checking.report import is_error
from brusqlog.checking.run import files
from brusqlog.checking.verdicts import place, sentence
from brusqlog.checking.words import Words
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import lines, style_of, tell, write
from brusqlog.languages import Language, language
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.schema import documents, text_of
from brusqlog.log.sources import SUFFIXES
from brusqlog.spelling import Style, escape, pad

KINDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "event": "one line of a log, any event of it",
        "finding": "one line of what `check --format jsonl` prints",
        "replay": "what `replay --format json` prints",
        "state": "what `replay --after SEQ --format json` prints",
        "diff": "what `diff --format json` prints",
    },
    "fr": {
        "event": "une ligne d'un journal, n'importe quel événement",
        "finding": "une ligne de ce qu'écrit `check --format jsonl`",
        "replay": "ce qu'écrit `replay --format json`",
        "state": "ce qu'écrit `replay --after SEQ --format json`",
        "diff": "ce qu'écrit `diff --format json`",
    },
}
"""What each schema describes."""

DOCUMENT_SUFFIXES: Final = (".json", ".json.gz", ".json.zst")
"""What is judged in a folder; a file that is named is always judged."""


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line: `names` is a kind and, with `check`, further paths
    behind it, as a shell puts them there in place of `*.jsonl`."""

    names: Sequence[str] = ()
    check: Sequence[str] = ()
    form: str = "text"
    lang: str | None = None


def run(asked: Asked) -> None:
    """List the schemas, print one, or judge files by it, and end with the exit code."""
    style = style_of(sys.stdout, language(asked.lang), "never", asked.form)
    schemas = documents()
    if asked.form != "text" and not asked.check:
        raise wrong("--format", "this means nothing without {other}.", other="--check")
    if asked.check:
        named = asked.names[:1] if asked.names and asked.names[0] in schemas else []
        kind = named[0] if named else EVENT
        paths = [*asked.check, *asked.names[len(named) :]]
        raise typer.Exit(_Check(kind, schemas[kind], asked.form, style).run(paths))
    if len(asked.names) > 1:
        raise wrong("KIND", "{given!r} is one too many.", given=asked.names[1])
    for kind in asked.names:
        if kind not in schemas:
            raise unknown("KIND", kind, list(schemas), "schema")
        write([text_of(schemas[kind])])
    if not asked.names:
        room = max(map(len, schemas)) + 2
        write(lines(pad(kind, room) + KINDS[style.language][kind] for kind in schemas))
    raise typer.Exit


class _Check:
    """Judges files by one schema and tells what does not conform."""

    def __init__(self, kind: str, schema: dict[str, Any], form: str, style: Style) -> None:
        self.conformity = Conformity(kind, schema)
        self.by_line = kind in LINE_LIMITS
        self.form = form
        self.words = Words(style)
        self.count = 0
        self.files = 0
        self.unread = False

    def run(self, paths: Sequence[str]) -> int:
        """Judge, print, and return the exit code."""
        write(lines(self._told(paths)))
        number = self.words.style.number
        judged = number(self.conformity.count, "lines" if self.by_line else "documents")
        found = f"{self.words.style.mark(':')} {number(self.count, 'violations')}"
        tell(f"{number(self.files, 'files')}, {judged}{found}\n")
        if self.unread:
            return UNREAD
        return ERRORS if self.count else OK

    def _told(self, paths: Sequence[str]) -> Iterator[str]:
        suffixes = SUFFIXES if self.by_line else DOCUMENT_SUFFIXES
        for file, source in files(paths, suffixes):
            if isinstance(source, Fault):
                self._complain(source)
                continue
            self.files += 1
            try:
                for verdict in self.conformity.verdicts(source, file):
                    self.count += 1
                    yield self._line(file, verdict)
            except SourceError as error:
                self._complain(error)

    def _line(self, file: str, verdict: Verdict) -> str:
        told = sentence(verdict, self.words)
        if self.form == "jsonl":
            record = {
                "file": file,
                "line": verdict.line,
                "path": list(verdict.path),
                "keyword": verdict.keyword,
                "message": told,
            }
            return msgspec.json.encode(record).decode()
        where = escape(file) if verdict.line is None else f"{escape(file)}:{verdict.line}"
        inside = place(verdict, self.words)
        return ": ".join([where, *([inside] if inside else []), self.words.style.plain(told)])

    def _complain(self, fault: Fault | SourceError) -> None:
        """Tell what cannot be judged; the sentence names the file."""
        self.unread = self.unread or is_error(fault.code)
        why = self.words.message(fault.code, fault.facts)
        tell(f"brusqlog: {self.words.style.plain(why)}\n")
