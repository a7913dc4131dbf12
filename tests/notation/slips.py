"""Slips of the pen: a transcript with one token changed, dropped, doubled or exchanged.

A token is a card, a name, a number, a keyword, another word, a sign; the taker of a trick or its
draws; one entry of a list; a whole line. The kind of token and of slip are drawn first, then the
place, so that rare ones are hit as often as frequent ones.
"""

import random
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from brusqlog.game.findings import Language
from tests.oracle.generate_base import below, chance, pick

SLIPS: Final = ("change", "drop", "double", "exchange")

WHOLE: Final = ("line", "sign", "taker", "draws", "entry")
"""Kinds of tokens that are not misspelt, only put in place of one another."""

RANKS: Final[dict[Language, str]] = {"en": "AKQJ987", "fr": "ARDV987"}
SUITS: Final = "♠♥♦♣"

_TOKEN: Final = re.compile(
    r"""(?P<card>\?\?|\b(?:10|[AKQJRDV987])(?:[♠♥♦♣]|[shdcpkt]\b))
    |(?P<quoted>"(?:[^"\\\n]|\\.)*")
    |(?P<number>-?\d+)
    |(?P<sign>[:,>+|().!;=/])
    |(?P<word>[^\s:,>+|().!;=/"]+)""",
    re.VERBOSE,
)
_TRICK: Final = re.compile(r"\d+\. [^>+\n]*(?P<taker> > [^+\n]*)?(?P<draws> ?\+ .*)?")


class Token(NamedTuple):
    """A piece of a transcript, its kind, and the number of its line, from 1."""

    kind: str
    start: int
    end: int
    line: int


class Mutant(NamedTuple):
    """A transcript with a slip, and the number of the first line that it touches."""

    token: str
    slip: str
    line: int
    text: str


def tokens(text: str, players: Sequence[str]) -> Iterator[Token]:
    """All tokens of a transcript; those of different kinds may overlap."""
    at = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        said = line.rstrip("\n")
        if said:
            yield Token("line", at, at + len(line), number)
        if trick := _TRICK.fullmatch(said):
            for name in ("taker", "draws"):
                if trick[name]:
                    yield Token(name, at + trick.start(name), at + trick.end(name), number)
        elif "," in said:
            for entry in re.finditer(r"(?<=,)[^,]+|[^,:]+(?=,)", said):
                yield Token("entry", at + entry.start(), at + entry.end(), number)
        for found in _TOKEN.finditer(said):
            kind = str(found.lastgroup)
            if any(name.startswith(found[0].strip('"')) for name in players):
                kind = "name"
            elif kind == "word" and (found.start() == 0 or said[: found.start()].strip() == "!"):
                kind = "keyword"
            yield Token(kind, at + found.start(), at + found.end(), number)
        at += len(line)


def mutants(
    rng: random.Random, text: str, players: Sequence[str], language: Language, count: int
) -> Iterator[Mutant]:
    """So many mutants of a transcript, each different from it."""
    kinds: dict[str, list[Token]] = {}
    for token in tokens(text, players):
        kinds.setdefault(token.kind, []).append(token)
    while count:
        kind = pick(rng, sorted(kinds))
        slip = pick(rng, SLIPS)
        at = below(rng, len(kinds[kind]))
        mutant = _mutant(rng, text, language, kinds[kind], at, slip)
        if mutant.text != text:
            count -= 1
            yield mutant


def _mutant(
    rng: random.Random, text: str, language: Language, alike: list[Token], at: int, slip: str
) -> Mutant:
    kind, start, end, line = alike[at]
    said, before, after = text[start:end], text[:start], text[end:]
    if slip == "exchange":
        near = at + 1 if chance(rng, 0.6) else below(rng, len(alike))
        other = alike[near % len(alike)]
        first, second = sorted((alike[at], other), key=lambda token: token.start)
        if first.end > second.start:
            return Mutant(kind, slip, line, text)
        mutated = (
            text[: first.start] + text[second.start : second.end] + text[first.end : second.start]
            + text[first.start : first.end] + text[second.end :]
        )  # fmt: skip
        return Mutant(kind, slip, first.line, mutated)
    if slip == "double":
        blank = "," if kind == "entry" else "" if kind in WHOLE else " "
        said = f"{said}{blank}{said}"
    elif slip == "drop":
        said = ""
        if before[-1:] in ("", "\n"):
            after = after.lstrip(" \u00a0")  # else the line would go on with the one before
    else:
        other = pick(rng, alike)
        said = _changed(rng, said, kind, text[other.start : other.end], language)
    return Mutant(kind, slip, line, before + said + after)


def _changed(rng: random.Random, said: str, kind: str, other: str, language: Language) -> str:
    """Something else in place of a token: another of its kind, or the same misspelt."""
    if kind == "number" and chance(rng, 0.7):
        return str(int(said) + pick(rng, (-1, 1, 10, -2)))
    if kind == "card" and chance(rng, 0.7):
        return f"{pick(rng, [*RANKS[language], '10'])}{pick(rng, SUITS)}"
    if kind in WHOLE or chance(rng, 0.5):
        return other
    letters = list(said)
    at = below(rng, len(letters))
    match below(rng, 3):
        case 0:
            del letters[at]
        case 1:
            letters.insert(at, pick(rng, letters))
        case _:
            letters[at] = pick(rng, "aeiourst7;:")
    return "".join(letters)
