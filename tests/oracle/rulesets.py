"""The rulesets of rules.md as plain data, and the words its options may use."""

from __future__ import annotations

from typing import Any

RANKS = "AKQJT987"
SUITS = "SHDC"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
UNKNOWN = "??"
PIQUET = "AKQJT987"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
VALUES = {"A": 2, "T": 1}

SPLITS = ("1+1+1", "3", "1+2", "2+1")
MODES_ALL = ("2", "3", "4", "2v2", "5")
MODES_OLD = ("2", "3", "2v2", "5")

RULESETS: dict[str, dict[str, Any]] = {
    "salon-2021": {
        "rank": "ATKQJ987",
        "sevens": "same-colour",
        "modes": MODES_ALL,
        "packets": ("1+1+1",),
        "cutter": "left",
        "first_dealer": "lots",
        "lots_2v2": "right-most-deal",
        "left_most_warns": False,
        "brusquembilles": ("3", "4", "5"),
        "incidents": "none",
    },
    "salon-2009": {
        "rank": "ATKQJ987",
        "sevens": "same-colour",
        "modes": MODES_ALL,
        "packets": ("1+1+1",),
        "cutter": "left",
        "first_dealer": "lots",
        "lots_2v2": "opponents-deal",
        "left_most_warns": True,
        "brusquembilles": ("3", "4", "5"),
        "incidents": "none",
    },
    "encyclopedie": {
        "rank": "ATKQJ987",
        "sevens": "any",
        "modes": MODES_OLD,
        "packets": ("1+1+1", "3"),
        "cutter": "left",
        "first_dealer": "free",
        "lots_2v2": "right-most-deal",
        "left_most_warns": False,
        "brusquembilles": ("3", "5"),
        "incidents": "encyclopedie",
    },
    "academie-1718": {
        "rank": "AKQJT987",
        "sevens": "any",
        "modes": MODES_OLD,
        "packets": ("1+1+1", "3"),
        "cutter": "left",
        "first_dealer": "free",
        "lots_2v2": "right-most-deal",
        "left_most_warns": False,
        "brusquembilles": ("3", "5"),
        "incidents": "encyclopedie",
    },
    "wikipedia": {
        "rank": "ATKQJ987",
        "sevens": "any",
        "modes": MODES_ALL,
        "packets": SPLITS,
        "cutter": "anyone",
        "first_dealer": "free",
        "lots_2v2": "right-most-deal",
        "left_most_warns": False,
        "brusquembilles": ("2", "3", "4", "5", "2v2"),
        "incidents": "none",
    },
}

# What a header's `options` may change, with the values each may have (None: judged by type).
OPTIONS: dict[str, tuple[str, ...] | None] = {
    "stake": None,
    "bank": None,
    "strict_endgame": None,
    "packets": SPLITS,
    "incidents": ("none", "encyclopedie"),
    "ace_of_trump": ("same", "gate"),
    "sevens": ("same-colour", "one-of-each-colour", "any"),
    "first_dealer": ("lots", "free"),
}

# The fields of every kind of incident; those with a question mark may be absent.
INCIDENTS: dict[str, tuple[str, ...]] = {
    "misdeal": ("seat",),
    "short-pack": ("missing",),
    "out-of-turn": ("seat",),
    "drew-out-of-turn": ("seat", "owner", "joined"),
    "saw-second-card": ("seat",),
    "saw-next-card": ("seat", "owner", "restart"),
    "leave": ("seat",),
    "ruling": ("text", "permits?", "seat?"),
}
EVERYWHERE = ("misdeal", "leave", "ruling")
PERMITS = ("payment", "award", "play", "redeal", "void-hand", "dealer")
