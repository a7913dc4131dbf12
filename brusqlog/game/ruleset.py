"""Rulesets as data: every value with its provenance and source.

A ruleset is a TOML file with a table for each option of the rules (`[options.rank]`: value,
provenance, source) and one for each rule that is not optional (`[rules.lead]`: provenance, source),
so that a finding can always name what it rests on. The five published ones lie beside this
module in `rulesets/`; what their names mean never changes.
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec import inspect as types
from msgspec.structs import replace

from brusqlog.game.rulefaults import RulesetError as RulesetError
from brusqlog.game.rulefaults import wrong
from brusqlog.near import nearest

Provenance = Literal["stated", "inferred", "default"]
Mode = Literal["2", "3", "4", "2v2", "5"]

Bank = Literal["hands * stake + 20"]
"""The only formula a ruleset may name: for every hand of the game its stake, and 20 counters
(`rules.bank`)."""

OPTIONS: Final[dict[str, Any]] = {
    "rank": Literal["ATKQJ987", "AKQJT987"],
    "sevens": Literal["same-colour", "one-of-each-colour", "any"],
    "modes": Annotated[list[Mode], Meta(min_length=1)],
    "packets": Annotated[list[Literal["1+1+1", "3", "1+2", "2+1"]], Meta(min_length=1)],
    "cutter": Literal["left", "anyone"],
    "first_dealer": Literal["lots", "free"],
    "lots_2v2": Literal["right-most-deal", "opponents-deal"],
    "partner_dealer": Literal["right-most"],
    "left_most_dealer": Literal["error", "warning"],
    "stake": Annotated[int, Meta(ge=1)],
    "bank": Annotated[int, Meta(ge=0)] | Bank,
    "brusquembilles": list[Mode],
    "values": Annotated[list[Annotated[int, Meta(ge=1)]], Meta(min_length=2, max_length=2)],
    "ace_of_trump": Literal["same", "gate"],
    "strict_endgame": bool,
    "tie": Literal["split"],
    "partners_see": Literal["may"],
    "incidents": Literal["none", "encyclopedie"],
}
"""Every option of the rules with the type of its value."""

HEADER_OPTIONS: Final = (
    "stake",
    "bank",
    "strict_endgame",
    "incidents",
    "ace_of_trump",
    "packets",
    "sevens",
    "first_dealer",
)
"""What a header's `options` may change; each other departure is a ruleset of its own."""

POT_OPTIONS: Final = ("stake", "bank")
"""Options that mean something only in a game for the pot."""


class Basis(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rule rests on."""

    provenance: Provenance
    source: str


class Value(Basis, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The value of an option and what it rests on."""

    value: Any


class Ruleset(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One ruleset; `options` has every option, `rules` the rules that are not optional."""

    name: str
    options: dict[str, Value]
    rules: dict[str, Basis]
    title: dict[str, str] = {}
    source: str = ""

    @property
    def digest(self) -> str:
        """Sha-256, in hex, of the canonical form: name, options and rules as JSON, keys sorted."""
        whole = {"name": self.name, "options": self.options, "rules": self.rules}
        return hashlib.sha256(msgspec.json.encode(whole, order="sorted")).hexdigest()

    @property
    def full_name(self) -> str:
        """The name for a header: plain for a published ruleset, else `NAME@HEX`."""
        known = rulesets().get(self.name)
        return self.name if known == self else f"{self.name}@{self.digest[:12]}"

    def basis(self, option: str) -> Basis | None:
        """What the option or rule of that name rests on."""
        return self.options.get(option) or self.rules.get(option)

    @classmethod
    def load(cls, path: str | Path) -> "Ruleset":
        """Read a ruleset file. It may name a published ruleset as `base` and give departures only.

        Raises `RulesetError` with the file and what is wrong in it, `OSError` if it cannot be read.
        """
        try:
            return cls.of(_toml(Path(path).read_bytes()))
        except RulesetError as error:
            raise RulesetError(replace(error.fault, file=str(path))) from error

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Ruleset":
        """The ruleset of an object, as it stands in a file or in a header. Raises `RulesetError`
        with what is wrong in it."""
        whole = dict(data)
        _judge(whole)
        base = whole.pop("base", None)
        if base is not None:
            below = msgspec.to_builtins(rulesets()[base])
            for part in ("options", "rules"):
                whole[part] = below[part] | whole.get(part, {})
        for missing in sorted(OPTIONS.keys() - whole["options"].keys()):
            raise wrong("missing", f"options.{missing}")
        return msgspec.convert(whole, cls)


def allows(option: str, value: object) -> bool:
    """Whether `value` can be the value of an option."""
    try:
        msgspec.convert(value, OPTIONS[option])
    except msgspec.ValidationError:
        return False
    return True


# What is wrong with a ruleset -------------------------------------------------------------------

_KEYS: Final = ("name", "base", "title", "source", "options", "rules")


def _toml(text: bytes) -> dict[str, Any]:
    """The tables of a file. The words of Python's own reader differ from version to version."""
    try:
        return tomllib.loads(text.decode())
    except UnicodeDecodeError as error:
        raise wrong("utf-8") from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+), column (\d+)", str(error))
        if str(error).startswith(("Cannot ", "Duplicate ")):
            line = place[1] if place else text.count(b"\n") + 1
            raise wrong("toml-twice", line=line) from error
        if place is None:
            raise wrong("toml-end") from error
        raise wrong("toml", line=place[1], column=place[2]) from error


def _judge(whole: Mapping[str, Any]) -> None:
    """Judge all that stands in a ruleset, before what its base says is added."""
    _known(whole, _KEYS)
    if "base" not in whole and "options" not in whole:
        raise wrong("nothing")
    if "base" not in whole:
        _there(whole, ("rules",))
    elif whole["base"] not in list(rulesets()):
        known, base = list(rulesets()), whole["base"]
        near = nearest(base, known) if isinstance(base, str) else None
        raise wrong("base", "base", found=base, known=known, near=near)
    _there(whole, ("name",))
    for key in ("name", "source"):
        _text(whole.get(key, ""), key)
    for key in ("title", "options", "rules"):
        for name, entry in _table(whole.get(key, {}), key).items():
            match key:
                case "title":
                    _text(entry, f"title.{name}")
                case "options":
                    _judge_option(name, entry)
                case _:
                    _judge_basis(entry, f"rules.{name}")


def _judge_option(name: str, entry: object) -> None:
    place = f"options.{name}"
    if name not in OPTIONS:
        raise wrong("option", place, near=nearest(name, OPTIONS))
    found = _judge_basis(entry, place, "value")["value"]
    if not allows(name, found):
        fault, facts = _allowed(types.type_info(OPTIONS[name]))
        raise wrong(fault, f"{place}.value", found=found, **facts)


def _judge_basis(entry: object, place: str, *more: str) -> Mapping[str, Any]:
    """Judge the table of an option or rule, which has these keys and no others."""
    keys = (*more, "provenance", "source")
    if not isinstance(entry, Mapping):
        raise wrong("basis", place, keys=list(keys), found=entry)
    table: Mapping[str, Any] = entry
    _known(table, keys, place)
    _there(table, keys, place)
    _text(table["source"], f"{place}.source")
    if table["provenance"] not in get_args(Provenance):
        allowed, found = list(get_args(Provenance)), table["provenance"]
        raise wrong("choice", f"{place}.provenance", allowed=allowed, found=found)
    return table


def _known(table: Mapping[str, Any], keys: tuple[str, ...], place: str = "") -> None:
    for key in table:
        if key not in keys:
            near = nearest(str(key), keys)
            raise wrong("unknown", _inside(place, key), known=list(keys), near=near)


def _there(table: Mapping[str, Any], keys: tuple[str, ...], place: str = "") -> None:
    for key in keys:
        if key not in table:
            raise wrong("missing", _inside(place, key))


def _inside(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _table(found: object, place: str) -> Mapping[str, Any]:
    if not isinstance(found, Mapping):
        raise wrong("table", place, found=found)
    return found


def _text(found: object, place: str) -> None:
    if not isinstance(found, str):
        raise wrong("text", place, found=found)


def _allowed(kind: types.Type) -> tuple[str, dict[str, Any]]:
    """The fault of a value that an option of this type cannot have, and the values it can have."""
    match kind:
        case types.BoolType():
            return "choice", {"allowed": [True, False]}
        case types.LiteralType(values=values):
            return "choice", {"allowed": list(values)}
        case types.IntType(ge=least):
            return "least", {"least": least}
        case types.ListType(item_type=types.IntType(ge=least)):
            return "pair", {"least": least}
        case types.ListType(item_type=types.LiteralType(values=values)):
            return "list", {"allowed": list(values)}
        case types.UnionType(types=kinds):
            facts = [fact for one in kinds for fact in _allowed(one)[1].items()]
            return "least-or", dict(facts)
        case types.Metadata(type=inner):
            return _allowed(inner)
    raise AssertionError(f"no option has the type {kind}")


@cache
def rulesets() -> dict[str, Ruleset]:
    """The published rulesets, by name."""
    folder = resources.files(__package__).joinpath("rulesets")
    found = [
        msgspec.convert(tomllib.loads(entry.read_text(encoding="utf-8")), Ruleset)
        for entry in sorted(folder.iterdir(), key=str)
        if entry.name.endswith(".toml")
    ]
    return {ruleset.name: ruleset for ruleset in found}
