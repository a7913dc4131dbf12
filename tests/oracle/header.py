"""What a header says: the rules of one game, drawn from the ruleset, the options and the mode."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from .rulesets import OPTIONS, RULESETS, SUITS, UNKNOWN

Event = Mapping[str, Any]
RED = {"7H", "7D"}


class WrongError(Exception):
    """The event with this number is one that no legal log could have here."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(reason)
        self.seq = seq
        self.reason = reason


class OwnRulesetError(Exception):
    """The game is played by a ruleset of its own, which this judge does not know."""


@dataclass(frozen=True)
class Setup:
    """The rules of one game."""

    n: int
    partners: bool
    rank: str
    pairs: tuple[frozenset[str], ...]  # what may have been left out of the pack
    packets: tuple[str, ...]
    cutter: str
    first_dealer: str
    lots_2v2: str
    left_most_warns: bool
    stake: int
    bank: int
    paid: bool  # brusquembilles are paid
    gate: bool
    strict: bool
    schedule: bool  # the incidents of the Encyclopédie apply
    length: int | None
    target: int | None

    @property
    def pack(self) -> int:
        return 30 if self.n in (3, 5) else 32

    @property
    def tricks(self) -> int:
        return self.pack // self.n

    def right(self, seat: int) -> int:
        return (seat + 1) % self.n

    def left(self, seat: int) -> int:
        return (seat - 1) % self.n

    def round_from(self, seat: int) -> list[int]:
        return [(seat + i) % self.n for i in range(self.n)]

    def side(self, seat: int) -> int:
        return seat // 2 if self.partners else seat

    def friends(self, a: int, b: int) -> bool:
        return self.side(a) == self.side(b)


def sevens_pairs(rule: str) -> list[frozenset[str]]:
    """Every two sevens that may be left out."""
    out = []
    for pair in combinations(["7" + suit for suit in SUITS], 2):
        same = (pair[0] in RED) == (pair[1] in RED)
        if rule == "any" or same == (rule == "same-colour"):
            out.append(frozenset(pair))
    return out


def read_header(event: Event) -> Setup:
    """Judge the header and return the rules of the game."""
    name = event["rules"]
    if name not in RULESETS:
        if "@" in name and "ruleset" in event:
            raise OwnRulesetError(name)
        raise WrongError(0, "unknown ruleset")
    if "ruleset" in event:
        raise OwnRulesetError(name)
    players = event["players"]
    n = len(players)
    check_players(event, players)
    partners = "partners" in event
    if partners and n != 4:
        raise WrongError(0, "partners need four players")
    mode = "2v2" if partners else str(n)
    table = RULESETS[name]
    if mode not in table["modes"]:
        raise WrongError(0, "the ruleset does not have this mode")
    options = event.get("options", {})
    target = event.get("target")
    check_options(options, target is not None)
    rules = {**table, **options}
    length = event.get("hands")
    if "rounds" in event:
        length = event["rounds"] * (2 if partners else n)
    stake = rules.get("stake", 20)
    return Setup(
        n=n,
        partners=partners,
        rank=rules["rank"],
        pairs=tuple(read_removed(event, n, rules["sevens"])),
        packets=tuple(rules["packets"]),
        cutter=rules["cutter"],
        first_dealer=rules["first_dealer"],
        lots_2v2=rules["lots_2v2"],
        left_most_warns=rules["left_most_warns"],
        stake=stake,
        bank=rules.get("bank", (length or 0) * stake + 20),
        paid=target is None and mode in rules["brusquembilles"],
        gate=rules.get("ace_of_trump", "same") == "gate",
        strict=rules.get("strict_endgame", False),
        schedule=rules["incidents"] == "encyclopedie",
        length=length,
        target=target,
    )


def check_players(event: Event, players: Sequence[str]) -> None:
    """Two to five different names, and an identity for each if any."""
    if not 2 <= len(players) <= 5:
        raise WrongError(0, "two to five players")
    if "" in players:
        raise WrongError(0, "an empty name")
    if len({unicodedata.normalize("NFC", p) for p in players}) != len(players):
        raise WrongError(0, "two players of one name")
    if "identities" in event and len(event["identities"]) != len(players):
        raise WrongError(0, "one identity a seat")


def alike(players: Sequence[str]) -> bool:
    """Are two names the same but for case, blanks and accents?"""
    plain = set()
    for name in players:
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
        plain.add("".join(c for c in text if not c.isspace() and not unicodedata.combining(c)))
    return len(plain) < len(players)


def read_removed(event: Event, n: int, rule: str) -> list[frozenset[str]]:
    """The pairs of sevens that may be out, or one empty pair for the whole pack."""
    removed = event.get("removed")
    if n not in (3, 5):
        if removed is not None:
            raise WrongError(0, "nothing is removed with two or four players")
        return [frozenset()]
    if removed is None or len(removed) != 2:
        raise WrongError(0, "two removed sevens are needed")
    named = [card for card in removed if card != UNKNOWN]
    if len(set(named)) != len(named):
        raise WrongError(0, "the same seven twice")
    pairs = [pair for pair in sevens_pairs(rule) if pair.issuperset(named)]
    if not pairs:
        raise WrongError(0, "these may not be removed")
    return pairs


def check_options(options: Mapping[str, Any], points: bool) -> None:
    """Only the options that a header may change, each with a value it may have."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise WrongError(0, f"unknown option {name}")
        if name in ("stake", "bank"):
            least = 1 if name == "stake" else 0
            if points or not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise WrongError(0, f"option {name}")
        elif name == "strict_endgame":
            if not isinstance(value, bool):
                raise WrongError(0, "option strict_endgame")
        else:
            check_words(name, value)


def check_words(name: str, value: Any) -> None:
    """An option whose value is a word (`packets`: a list of words)."""
    words = OPTIONS[name] or ()
    chosen = [value] if name != "packets" else value
    if not isinstance(chosen, list) or not chosen or len(set(map(str, chosen))) != len(chosen):
        raise WrongError(0, f"option {name}")
    if any(word not in words for word in chosen):
        raise WrongError(0, f"option {name}")
