"""Files against the published schemas alone, as any program judges them that knows nothing else.

Neither our reader nor the rules have a say here. What a log must keep beyond its schema is listed
in `docs/reference/schemas.md`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError
from msgspec import Struct, field
from msgspec.structs import replace

from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.log.framing import KEPT, LINE_LIMIT, Lines
from brusqlog.log.sources import Source, pieces

EVENT: Final = "event"
"""The kind of schema that lines of a log are judged by; it is dispatched on the key `event`."""

LINE_LIMITS: Final = {EVENT: LINE_LIMIT, "finding": KEPT}
"""The kinds that stand one a line, with the bytes of a line up to which it is judged."""

DOCUMENT_LIMIT: Final = 1 << 26
"""Bytes of a document up to which it is judged: it is held in memory as a whole."""

DEEPEST: Final = 64
"""Levels of arrays and objects up to which something is judged."""

_KNOWN_LINES: Final = 1 << 15
_KNOWN_LENGTH: Final = 256

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Verdict(Struct, frozen=True, kw_only=True):
    """One thing that does not conform: where in the line or document, the keyword of JSON Schema or
    a name of ours that says what is wrong, and the facts of it."""

    path: tuple[str | int, ...] = ()
    keyword: str
    facts: dict[str, Any] = field(default_factory=dict)
    line: int | None = None
    """The line in the file, from 1; None for a document that is JSON."""


class _NotJudgedError(Exception):
    """A text that is no JSON, or more than is judged."""

    def __init__(self, keyword: str, line: int = 1, **facts: Any) -> None:
        super().__init__(keyword)
        self.line = line
        self.verdict = Verdict(keyword=keyword, facts=facts)


class Conformity:
    """Judges files by the schema of one kind: a log or findings line by line, else one document.

    `count` counts what was judged. Memory is bounded, whatever a file holds.
    """

    def __init__(self, kind: str, schema: Mapping[str, Any]) -> None:
        self.limit = LINE_LIMITS.get(kind)
        self.count = 0
        self._whole = Draft202012Validator(schema)
        self._kinds: dict[str, Any] = {}
        if kind == EVENT:
            names = schema["properties"]["event"]["enum"]
            defs = schema["$defs"]
            self._kinds = {name: self._whole.evolve(schema=defs[name]) for name in names}
        self._good: set[bytes] = set()

    def verdicts(self, source: Source, name: str) -> Iterator[Verdict]:
        """What does not conform in a source, in order. Raises `SourceError` where the source cannot
        be read, or no further."""
        if self.limit is None:
            yield from self._document(source, name)
            return
        lines = Lines(pieces(source, name), name)
        for block in lines:
            missing = block.missing
            for number, line in enumerate(block.lines, block.line):
                yield from self._line(line, number, missing)
                missing = 0
        if lines.rest:
            yield from self._line(lines.rest, lines.line, lines.missing)

    def _line(self, line: bytes, number: int, missing: int) -> Iterator[Verdict]:
        """What does not conform in a line. Lines repeat, so those that conform are remembered."""
        self.count += 1
        if line in self._good:
            return
        assert self.limit is not None
        verdicts = []
        try:
            if len(line) + missing > self.limit:
                raise _NotJudgedError("too-long", limit=self.limit)
            if line.strip(b" \t\r"):
                verdicts = self.of(_value(line))
        except _NotJudgedError as fault:
            verdicts = [fault.verdict]
        if not verdicts and len(line) <= _KNOWN_LENGTH:
            if len(self._good) >= _KNOWN_LINES:
                self._good.clear()
            self._good.add(line)
        for verdict in verdicts:
            yield replace(verdict, line=number)

    def _document(self, source: Source, name: str) -> Iterator[Verdict]:
        parts, size = [], 0
        for piece in pieces(source, name):
            size += len(piece)
            if size > DOCUMENT_LIMIT:
                yield Verdict(keyword="too-long", facts={"limit": DOCUMENT_LIMIT})
                return
            parts.append(piece)
        self.count += 1
        try:
            yield from self.of(_value(b"".join(parts).removeprefix(b"\xef\xbb\xbf")))
        except _NotJudgedError as fault:
            yield replace(fault.verdict, line=fault.line)

    def of(self, value: Any) -> list[Verdict]:
        """What does not conform in one JSON value."""
        name = value.get("event") if isinstance(value, dict) else None
        validator = self._kinds.get(name, self._whole) if isinstance(name, str) else self._whole
        errors = list(validator.iter_errors(value))
        mistyped = {tuple(error.absolute_path) for error in errors if error.validator == "type"}
        found = {
            _order(verdict): verdict
            for error in errors
            # Of what has not even the right type nothing else is worth saying.
            if error.validator == "type" or tuple(error.absolute_path) not in mistyped
            for verdict in _verdicts(error)
        }
        return [found[key] for key in sorted(found)]


def _order(verdict: Verdict) -> tuple[tuple[str, ...], str, str]:
    return tuple(map(str, verdict.path)), verdict.keyword, str(verdict.facts)


def _value(text: bytes) -> Any:
    """The JSON value of a text."""
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise _NotJudgedError("not-utf-8", line, found=f"{text[error.start]:02X}") from error
    if decoded.count("[") + decoded.count("{") > DEEPEST and _depth(decoded) > DEEPEST:
        raise _NotJudgedError("too-deep", limit=DEEPEST)
    try:
        return json.loads(decoded, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise _NotJudgedError("not-json", error.lineno, column=error.colno) from error
    except ValueError as error:  # more digits than Python takes
        raise _NotJudgedError("too-many-digits") from error


def _no_number(constant: str) -> None:
    raise _NotJudgedError("no-number", found=constant)


def _depth(text: str) -> int:
    """Levels of arrays and objects."""
    depth = deepest = 0
    for sign in _STRING.sub("", text):
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest


def _verdicts(error: ValidationError, nullable: bool = False) -> Iterator[Verdict]:
    """What an error of the library says, without the parts of the schema that it holds. `nullable`:
    null, too, would have conformed."""
    keyword = str(error.validator)
    wanted: Any = error.validator_value
    found: Any = error.instance
    facts: dict[str, Any] = {"found": found}
    match keyword:
        case "required":
            facts = {"keys": [key for key in wanted if key not in found]}
        case "additionalProperties":
            schema: Any = error.schema
            known = list(schema["properties"])
            for key in found:
                if key not in known:
                    yield _verdict(error, keyword, {"key": key, "known": known})
            return
        case "type":
            types = [wanted] if isinstance(wanted, str) else list(wanted)
            facts["types"] = types + ["null"] * nullable
        case "enum" if {*CARDS} <= {*wanted}:
            keyword = "card" if found != UNKNOWN else "seen-card"
        case "enum":
            facts["values"] = list(wanted) + [None] * nullable
        case "anyOf" | "oneOf":
            if not all(set(one) == {"required"} for one in wanted):
                yield from _meant(error)
                return
            keys = [key for one in wanted for key in one["required"]]
            facts = {"keys": keys, "given": [key for key in keys if key in found]}
        case _:
            facts["wanted"] = wanted
    yield _verdict(error, keyword, facts)


def _meant(error: ValidationError) -> Iterator[Verdict]:
    """The errors in the one of several schemas that was probably meant: every alternative of ours
    is one of two, and the other is null."""
    for inner in error.context or ():
        if (inner.validator, inner.validator_value) != ("type", "null"):
            yield from _verdicts(inner, nullable=not inner.relative_path)


def _verdict(error: ValidationError, keyword: str, facts: dict[str, Any]) -> Verdict:
    return Verdict(path=tuple(error.absolute_path), keyword=keyword, facts=facts)
