"""The names in a header, and where they stand in texts.

Texts are compared without case, accents, ligatures, invisible signs and kinds of blanks, also
inside words. A name of one or two letters would be in every other word: it is found as a word by
itself, spelled as it is, and only if it is a person's.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import UNSET

from brusqlog.game.events import Game

INSIDE: Final = 3
"""Letters of a name from which on it is found inside words too."""

_WORD: Final = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")
_LIKE: Final = {"œ": "oe", "æ": "ae", "’": "'", "ø": "o", "ł": "l", "đ": "d", "ı": "i"}
_UNSEEN: Final = ("Mn", "Me", "Cf")


class Found(NamedTuple):
    """Where a name stands in a text, and the key under which it is known."""

    start: int
    end: int
    key: str


def people_in(header: Game) -> list[str]:
    """Who plays, what plays there, and who keeps the record."""
    given = [*header.players, *([] if header.identities is UNSET else header.identities)]
    return _said([*given, header.recorder])


def things_in(header: Game) -> list[str]:
    """The game's id, its place and its source."""
    return _said([header.id, header.place, header.source])


def known_by(header: Game) -> dict[str, str]:
    """The keys under which the names of a header are found, each with the text that it means: a
    person, or the game, place or source. A word that several of them have means itself."""
    people, things = people_in(header), things_in(header)
    found: dict[str, str] = {}
    for text in [*things, *people]:
        for word in _words(text, of_person=text in people):
            if (key := _key(word, of_person=text in people)) is not None:
                found[key] = text if found.get(key, text) == text else key
    for text in [*things, *people]:
        if (key := _key(text, of_person=text in people)) is not None:
            found[key] = text
    return found


def nfc(text: str) -> str:
    """The form in which names are compared by the rules."""
    return unicodedata.normalize("NFC", text)


class Finder:
    """Finds names in texts, given the keys under which they are known."""

    def __init__(self, keys: Collection[str]) -> None:
        self.inside = {key for key in keys if _is_inside(key)}
        self.alone = {*keys} - self.inside
        self.sizes = sorted({*map(len, self.inside)}, reverse=True)

    def found(self, text: str) -> list[Found]:
        """The names in a text, one after another; of several at one place the longest."""
        found = list(self._inside(text))
        rest = text  # without those: what stands beside one is a word by itself once it is replaced
        for start, end, _ in found:
            rest = rest[:start] + "\0" * (end - start) + rest[end:]
        for match in _WORD.finditer(rest) if self.alone else ():
            if (key := nfc(match[0])) in self.alone:
                found.append(Found(match.start(), match.end(), key))
        return sorted(found)

    def _inside(self, text: str) -> Iterator[Found]:
        folded, places = _folded(text)
        at = 0
        while at < len(folded):
            for size in self.sizes:
                if (key := folded[at : at + size]) in self.inside:
                    yield Found(places[at], places[at + len(key)], key)
                    at += len(key)
                    break
            else:
                at += 1


def _said(texts: list[object]) -> list[str]:
    return [text for text in texts if isinstance(text, str) and text.strip()]


def _words(text: str, *, of_person: bool) -> list[str]:
    """The words by which a text may be meant. Those in lower case say little (`de`, `user`), but
    where a person's name has no others."""
    words: list[str] = _WORD.findall(text)
    capital = [word for word in words if word != word.lower() or _has_no_case(word)]
    return capital or (words if of_person else [])


def _key(text: str, *, of_person: bool) -> str | None:
    """The key of a name; None if it is too short to be looked for."""
    folded = _folded(text)[0].strip()
    if _is_inside(folded):
        return folded or None
    return nfc(text.strip()) if of_person else None


def _is_inside(key: str) -> bool:
    """Whether a key is looked for inside words: if it is long, or of a script that needs few signs
    for a name, or has no letters at all."""
    return len(key) >= INSIDE or _has_no_case(key) or not any(map(str.isalnum, key))


def _has_no_case(word: str) -> bool:
    """Whether a word is of a script without capitals."""
    return any(sign.isalpha() and sign.lower() == sign.upper() for sign in word)


def _folded(text: str) -> tuple[str, list[int]]:
    """A text as it is compared, and where in it each sign came from; the end last."""
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for part in _like(sign):
            if part != " " or signs[-1:] != [" "]:
                signs.append(part)
                places.append(place)
    return "".join(signs), [*places, len(text)]


@lru_cache(maxsize=4096)
def _like(sign: str) -> str:
    """The signs that a sign is compared as."""
    if sign.isspace():
        return " "
    wide = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", sign).casefold())
    plain = "".join(part for part in wide if unicodedata.category(part) not in _UNSEEN)
    return "".join(_LIKE.get(part, part) for part in plain)
