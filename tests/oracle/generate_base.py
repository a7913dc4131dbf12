"""What the generator of random games needs first: own random choices, rulesets, the header.

Written from shared/spec/rules.md and log-format.md alone; it shares no code with the product.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")
Event = dict[str, Any]

UNKNOWN = "??"
SUITS = "SHDC"
PIQUET = "AKQJT987"
TEN_SECOND = "ATKQJ987"
PACK = tuple(rank + suit for suit in SUITS for rank in TEN_SECOND)
SEVENS = ("7S", "7H", "7D", "7C")
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
VALUE = {"A": 2, "T": 1}
SPLITS: dict[str, tuple[int, ...]] = {"1+1+1": (1, 1, 1), "3": (3,), "1+2": (1, 2), "2+1": (2, 1)}
NAMES = ("Anne", "Basile", "Cécile", "Denis", "Élise", "Félix", "Gaëlle", "Hugo", "Inès", "Jules")
HIDDEN = ("none", "observer", "seat", "illegible", "some")
SEATS = {"2": 2, "3": 3, "4": 4, "2v2": 4, "5": 5}


def below(rng: random.Random, n: int) -> int:
    """An integer 0 … n−1; the same on every version of Python."""
    return int(rng.random() * n)


def chance(rng: random.Random, p: float) -> bool:
    return rng.random() < p


def pick(rng: random.Random, items: Sequence[T]) -> T:
    return items[int(rng.random() * len(items))]


def mixed(rng: random.Random, items: Sequence[T]) -> list[T]:
    """A new list with the items in random order."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        out[i], out[j] = out[j], out[i]
    return out


@dataclass(frozen=True)
class Ruleset:
    name: str
    rank: str
    sevens: str
    modes: tuple[str, ...]
    packets: tuple[str, ...]
    cutter: str
    first_dealer: str
    lots_2v2: str
    paid: tuple[str, ...]
    schedule: bool


_ALL = ("2", "3", "4", "2v2", "5")
_OLD = ("2", "3", "2v2", "5")
_ONE = ("1+1+1",)
_ENC = ("1+1+1", "3")
_RIGHT = "right-most-deal"

RULESETS = {
    r.name: r
    for r in (
        Ruleset(
            "salon-2021",
            TEN_SECOND,
            "same-colour",
            _ALL,
            _ONE,
            "left",
            "lots",
            _RIGHT,
            ("3", "4", "5"),
            False,
        ),
        Ruleset(
            "salon-2009",
            TEN_SECOND,
            "same-colour",
            _ALL,
            _ONE,
            "left",
            "lots",
            "opponents-deal",
            ("3", "4", "5"),
            False,
        ),
        Ruleset(
            "encyclopedie", TEN_SECOND, "any", _OLD, _ENC, "left", "free", _RIGHT, ("3", "5"), True
        ),
        Ruleset(
            "academie-1718", PIQUET, "any", _OLD, _ENC, "left", "free", _RIGHT, ("3", "5"), True
        ),
        Ruleset(
            "wikipedia",
            TEN_SECOND,
            "any",
            _ALL,
            tuple(SPLITS),
            "anyone",
            "free",
            _RIGHT,
            _ALL,
            False,
        ),
    )
}


@dataclass
class Sight:
    """What the recorder saw of the cards."""

    seats: list[float]  # for each seat: how likely a dealt or drawn card is named
    play: float  # how likely a played card is illegible
    deck: float  # how likely a deck is written
    deck_hole: float  # how likely an entry of it is ??
    take: float  # how likely a needless `take` is written
    sharp: bool  # leaves a `take` out where only a closer look at the cards decides


@dataclass
class Setup:
    header: Event
    ruleset: Ruleset
    mode: str
    sides: bool
    n: int
    hands: int | None
    target: int | None
    pack: list[str]
    stake: int = 20
    bank: int = 0
    strict: bool = False
    gate: bool = False
    schedule: bool = False
    paid: bool = False
    packets: tuple[str, ...] = _ONE
    first_dealer: str = "free"
    sight: Sight = field(default_factory=lambda: Sight([], 0, 0, 0, 0, False))


def red(card: str) -> bool:
    return card[1] in "HD"


def _two_sevens(rng: random.Random, how: str) -> list[str]:
    while True:
        two = mixed(rng, SEVENS)[:2]
        same = red(two[0]) == red(two[1])
        if how == "any" or same == (how == "same-colour"):
            return two


def _options(rng: random.Random, rules: Ruleset, for_points: bool, wish: bool | None) -> Event:
    """Departures from the ruleset, in the order of rules.md."""
    bare = chance(rng, 0.3)
    options: Event = {}

    def sometimes(p: float) -> bool:
        return not bare and chance(rng, p)

    if not for_points and sometimes(0.5):
        options["stake"] = pick(rng, (1, 2, 3, 5, 7, 10, 20, 21, 40, 1 + below(rng, 60)))
    if not for_points and sometimes(0.25):
        options["bank"] = pick(rng, (0, 1, 20, 50, 100, 140, below(rng, 300)))
    if sometimes(0.5):
        options["strict_endgame"] = chance(rng, 0.85)
    schedule = wish if wish is not None else chance(rng, 0.6)
    if wish is not None and rules.schedule != wish and chance(rng, 0.85):
        options["incidents"] = "encyclopedie" if wish else "none"
    elif sometimes(0.35):
        options["incidents"] = "encyclopedie" if schedule else "none"
    if sometimes(0.35):
        options["ace_of_trump"] = "gate" if chance(rng, 0.8) else "same"
    if sometimes(0.25):
        options["packets"] = mixed(rng, list(SPLITS))[: 1 + below(rng, 4)]
    if sometimes(0.25):
        options["sevens"] = pick(rng, ("same-colour", "one-of-each-colour", "any"))
    if sometimes(0.25):
        options["first_dealer"] = pick(rng, ("lots", "free"))
    return options


def _length(rng: random.Random, mode: str) -> tuple[str, int]:
    kind = pick(rng, ("hands", "hands", "hands", "rounds", "target"))
    if kind == "hands" and chance(rng, 0.05):
        return kind, 7 + below(rng, 30)
    if kind == "hands":
        return kind, pick(rng, (1, 1, 1, 2, 2, 3, 3, 4))
    if kind == "rounds":
        return kind, 2 if mode in ("2", "2v2") and chance(rng, 0.3) else 1
    if mode == "5":
        return kind, 10 + below(rng, 60)
    return kind, 1 if chance(rng, 0.05) else 20 + below(rng, 110)


def _sight(rng: random.Random, hidden: str, mode: str, n: int) -> Sight:
    sight = Sight([1.0] * n, 0.0, 0.25, 0.0, pick(rng, (0.0, 0.0, 0.3, 1.0)), chance(rng, 0.1))
    if hidden == "observer":
        sight.seats = [0.0] * n
        sight.deck = 0.08
    elif hidden == "seat":
        seat = below(rng, n)
        sight.seats = [0.0] * n
        sight.seats[seat] = 1.0
        if mode == "2v2" and chance(rng, 0.5):
            sight.seats[seat ^ 1] = 1.0
        sight.deck = 0.08
    elif hidden == "illegible":
        sight.seats = [pick(rng, (1.0, 1.0, 0.0))] * n
        sight.play = pick(rng, (0.02, 0.02, 0.02, 0.04, 0.04, 0.04, 0.08, 0.2))
        if chance(rng, 0.05):
            sight.play = pick(rng, (0.5, 1.0))
        sight.deck = 0.15
    elif hidden == "some":
        sight.seats = [pick(rng, (0.2, 0.5, 0.8, 0.95)) for _ in range(n)]
        sight.play = pick(rng, (0.0, 0.0, 0.02, 0.05))
        sight.deck = 0.3
    if hidden != "none":
        sight.deck_hole = pick(rng, (0.0, 0.1, 0.5))
    return sight


def _free_text(rng: random.Random, header: Event) -> None:
    """Description that no rule reads."""
    if chance(rng, 0.3):
        header["date"] = pick(rng, ("1768", "2026-03", "2026-03-01"))
    if chance(rng, 0.2):
        header["place"] = pick(rng, ("Paris", "Café de la Régence", "chez Anne"))
    if chance(rng, 0.2):
        header["recorder"] = "Élise « la greffière »"
    if chance(rng, 0.1):
        header["source"] = "carnet 3, p. 12"
    if chance(rng, 0.1):
        header["extra"] = {"table": 3, "weights": [0.5, 1], "tags": ["a", "é"]}


def _start(rng: random.Random, mode: str, hidden: str, pack: list[str], sevens: str) -> Event:
    n = SEATS[mode]
    header: Event = {"event": "game", "format": "brusqlog/1.0", "id": f"g{below(rng, 1 << 30)}"}
    header["rules"] = ""
    header["players"] = mixed(rng, NAMES)[:n]
    if chance(rng, 0.01):
        header["players"][0] = header["players"][1].upper() + " "
    if chance(rng, 0.1):
        header["identities"] = [pick(rng, ("net-v12", "user:4711", "bot")) for _ in range(n)]
    if n in (3, 5):
        out = _two_sevens(rng, sevens)
        for card in out:
            pack.remove(card)
        hole = 0.1 if hidden == "none" else 0.3
        header["removed"] = [UNKNOWN if chance(rng, hole) else card for card in out]
    if mode == "2v2":
        header["partners"] = True
    return header


def random_setup(
    rng: random.Random,
    mode: str | None,
    rules: str | None,
    length: tuple[str, int] | None,
    hidden: str | None,
    incidents: bool | None,
) -> Setup:
    if rules is None:
        fits = [name for name, r in RULESETS.items() if mode is None or mode in r.modes]
        rules = pick(rng, fits)
    ruleset = RULESETS[rules]
    mode = pick(rng, ruleset.modes) if mode is None else mode
    if hidden is None:
        hidden = pick(rng, ("none", "none", *HIDDEN))
    kind, number = _length(rng, mode) if length is None else length
    for_points = kind == "target"
    options = _options(rng, ruleset, for_points, incidents)
    pack = list(PACK)
    header = _start(rng, mode, hidden, pack, options.get("sevens", ruleset.sevens))
    header["rules"] = rules
    header[kind] = number
    if options or chance(rng, 0.05):
        header["options"] = options
    _free_text(rng, header)
    n, sides = SEATS[mode], mode == "2v2"
    hands = {"hands": number, "rounds": number * (2 if sides else n)}.get(kind)
    stake = 0 if for_points else options.get("stake", 20)
    schedule = options.get("incidents", "encyclopedie" if ruleset.schedule else "none")
    return Setup(
        header,
        ruleset,
        mode,
        sides,
        n,
        hands,
        number if for_points else None,
        pack,
        stake=stake,
        bank=options.get("bank", (hands or 0) * stake + 20),
        strict=options.get("strict_endgame", False),
        gate=options.get("ace_of_trump") == "gate",
        schedule=schedule == "encyclopedie",
        paid=mode in ruleset.paid and not for_points,
        packets=tuple(options.get("packets", ruleset.packets)),
        first_dealer=options.get("first_dealer", ruleset.first_dealer),
        sight=_sight(rng, hidden, mode, n),
    )
