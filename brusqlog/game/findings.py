"""What a judgement says: a `Breach` in the fold (no place, no words), a `Finding` at the edge.

The registry of codes is the folder `codes/`: one TOML file a subject, one table a code, with its
severity, title, message, help and what is to be known about it in English and French side by side.
It is the only list of codes and is read when the first finding is put into words.
"""

import string
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

from msgspec import Struct, convert, field

from brusqlog.languages import LANGUAGES as LANGUAGES
from brusqlog.languages import Language as Language
from brusqlog.near import nearest

Severity = Literal["error", "warning", "info"]


class Breach(Struct, frozen=True, kw_only=True):
    """What the fold noticed at one event.

    `facts` fill the places of the code's message; `field` names the offending value of the event;
    `option` names the rule by its key in the ruleset. `seq` is set where the fault lies at another
    event than the one being judged, with its hand and trick in `within`; `related` names further
    events.
    """

    code: str
    seat: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    field: str | None = None
    expected: Any = None
    found: Any = None
    option: str | None = None
    seq: int | None = None
    related: tuple[int, ...] = ()
    within: tuple[int, int] | None = None

    @property
    def is_error(self) -> bool:
        """Whether it makes a log faulty."""
        return codes()[self.code].severity == "error"

    @property
    def is_possible(self) -> bool:
        """Whether the event may have happened although it is a breach."""
        return codes()[self.code].possible


def breach(
    code: str,
    *,
    seat: int | None = None,
    at: str | None = None,
    expected: Any = None,
    found: Any = None,
    option: str | None = None,
    seq: int | None = None,
    related: tuple[int, ...] = (),
    within: tuple[int, int] | None = None,
    **facts: Any,
) -> Breach:
    """A breach in one line: `at` is the field at fault; the seat is a fact as well, and the fact
    `due` is what was expected, unless that is given."""
    if seat is not None:
        facts["seat"] = seat
    return Breach(
        code=code,
        seat=seat,
        facts=facts,
        field=at,
        expected=facts.get("due") if expected is None else expected,
        found=found,
        option=option,
        seq=seq,
        related=related,
        within=within,
    )


class Code(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One code of the registry. `about` tells what the finding means, when it is reported and when
    not; `subject` is the name of its file. `possible`: the event may have happened although it is a
    breach, so a live table applies it; otherwise it cannot have happened and is refused."""

    subject: str
    severity: Severity
    title: dict[Language, str]
    about: dict[Language, str]
    message: dict[Language, str]
    help: dict[Language, str]
    possible: bool = True


class _Plain(string.Formatter):
    """Fills the places of a message with facts as they are."""

    def format_field(self, value: Any, format_spec: str) -> str:
        match value:
            case {"least": least}:
                return f"{least} or more"
            case {"of": values}:
                return f"a list of {self.format_field(values, '')}"
            case list() | tuple():
                pairs = (" ".join(one) if isinstance(one, list | tuple) else one for one in value)
                return ", ".join(map(str, pairs))
        return str(value)


def plainly(breach: Breach) -> str:
    """What a breach says, in plain English, for an exception: seats by number, cards as logged; of
    a word that nobody knows also what was probably meant."""
    told = _Plain().vformat(codes()[breach.code].message["en"], (), breach.facts)
    near = None
    if isinstance(breach.found, str) and isinstance(breach.expected, list):
        near = nearest(breach.found, breach.expected)
    return told if near is None else f"{told} Did you mean {near}?"


class RuleRef(Struct, frozen=True):
    """The rule a finding rests on: which ruleset, which of its values, whence."""

    ruleset: str
    option: str
    provenance: Literal["stated", "inferred", "default"]
    source: str


class Related(Struct, frozen=True, kw_only=True):
    """Another place that belongs to a finding."""

    line: int | None
    seq: int | None
    message: str


class Finding(Struct, frozen=True, kw_only=True):
    """One finding with its place and its words, as `check --format json` prints it.

    `line` and `column` count from 1 (columns in code points), `byte` from 0 in the decompressed
    text; `index`, `hand` and `trick` count from 1, `seq` from 0 (the header).
    """

    file: str
    line: int | None = None
    column: int | None = None
    width: int | None = None
    byte: int | None = None
    index: int | None = None
    game: str | None = None
    seq: int | None = None
    hand: int | None = None
    trick: int | None = None
    seat: int | None = None
    code: str
    severity: Severity
    message: str
    help: str | None = None
    expected: Any = None
    found: Any = None
    rule: RuleRef | None = None
    related: list[Related] = field(default_factory=list)


@cache
def codes() -> dict[str, Code]:
    """The registry, by code."""
    found: dict[str, Code] = {}
    for entry in sorted(resources.files(__package__).joinpath("codes").iterdir(), key=str):
        subject, _, suffix = entry.name.rpartition(".")
        if suffix == "toml":
            for name, table in tomllib.loads(entry.read_text(encoding="utf-8")).items():
                if name in found:
                    raise AssertionError(f"code {name} stands twice in the registry")
                found[name] = convert({"subject": subject, **table}, Code)
    return found
