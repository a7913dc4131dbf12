"""Rulesets as data: every value with its provenance and source.

A ruleset is a TOML file with a table for each option of the rules (`[options.rank]`: value,
provenance, source) and one for each rule that is not optional (`[rules.lead]`: provenance, source),
so that a finding can always name what it rests on. The five published ones lie beside this
module in `rulesets/`; what their names mean never changes.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from brusqlog.errors import BrusqlogError

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


class RulesetError(BrusqlogError):
    """A ruleset file or object that cannot be used; the message says where and why."""


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
            data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RulesetError(f"{path}: {error}") from error
        try:
            return cls.of(data)
        except RulesetError as error:
            raise RulesetError(f"{path}: {error}") from error

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Ruleset":
        """The ruleset of an object, as it stands in a file or in a header."""
        whole = dict(data)
        base = whole.pop("base", None)
        if base is not None:
            if base not in rulesets():
                raise RulesetError(f"base: no published ruleset is called {base!r}")
            below = msgspec.to_builtins(rulesets()[base])
            for part in ("options", "rules"):
                whole[part] = below[part] | whole.get(part, {})
        try:
            found = msgspec.convert(whole, cls)
        except msgspec.ValidationError as error:
            raise RulesetError(str(error)) from error
        for missing in sorted(OPTIONS.keys() - found.options.keys()):
            raise RulesetError(f"options.{missing} is missing")
        for name, option in found.options.items():
            fault = value_fault(name, option.value)
            if fault:
                raise RulesetError(f"options.{name}: {fault}")
        return found


def value_fault(option: str, value: object) -> str | None:
    """Why `value` cannot be the value of `option`, or None."""
    if option not in OPTIONS:
        return "no option has this name"
    try:
        msgspec.convert(value, OPTIONS[option])
    except msgspec.ValidationError as error:
        return str(error)
    return None


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
