"""What stands for names: pseudonyms by key."""

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from brusqlog.game.events import Game
from brusqlog.versions.names import Finder, known_by, nfc, people_in, things_in

SYLLABLES: Final = tuple(first + then for first in "bdfghjklmnprstvz" for then in "aeiou")
SHORT: Final = 4
"""Syllables of a pseudonym for a person, if no other one in the run is the same."""

LONG: Final = 6
"""Syllables of one for a game, a place, a source or a file, of which there are more."""

_SPOKEN: Final = re.compile(rf"[A-Z][a-z](?:-[a-z]{{2}}){{{SHORT - 1},}}")


class Pseudonyms:
    """What stands for the names of some games, in all of them alike.

    The pseudonym of a text depends on the key and the text alone (up to Unicode's NFC), unless two
    in one run would be the same: then both are longer. Its syllables are parted by hyphens, so that
    it never has a name of three letters in it.
    """

    def __init__(self, key: bytes, headers: Iterable[Game], files: Iterable[str] = ()) -> None:
        self._key = key
        people: set[str] = set()
        things: set[str] = {*map(nfc, files)}
        self._means: dict[str, str] = {}
        for header in headers:
            whole = [*people_in(header), *things_in(header)]
            people.update(map(nfc, people_in(header)))
            things.update(map(nfc, things_in(header)))
            for word, text in known_by(header).items():
                means = text if self._means.get(word, text) == text else word
                self._means[word] = means
                people.update(nfc(one) for one in (text, means) if one not in whole)
        self._by_text = self._distinct(people, SHORT)
        self._by_text |= self._distinct(things - people, LONG)
        self._made = {*self._by_text.values()}
        self._finder = Finder(self._means)

    def of(self, text: str) -> str:
        """What stands for a text; a blank one stays. Raises `KeyError` for one that is not among
        those given."""
        return self._by_text[nfc(text)] if text.strip() else text

    def within(self, text: str, own: Mapping[str, str]) -> str:
        """A text with pseudonyms for the names in it; `own` are those known by the header of its
        game, which it means rather than others."""
        done, said = 0, []
        for start, end, key in self._finder.found(text):
            said += [text[done:start], self.of(own.get(key) or self._means[key])]
            done = end
        return "".join([*said, text[done:]])

    def left(self, text: str) -> list[str]:
        """The names that a text still has in it, as they stand there."""
        bare = _SPOKEN.sub(lambda match: "\0" if match[0] in self._made else match[0], text)
        return [bare[start:end] for start, end, _ in self._finder.found(bare)]

    def _distinct(self, texts: Collection[str], least: int) -> dict[str, str]:
        """A pseudonym for each text, none of them twice, and none that is itself one of them."""
        sizes = dict.fromkeys(texts, least)
        found = {text: self._spoken(text, size) for text, size in sizes.items()}
        while True:
            often = Counter(found.values())
            again = [text for text, name in found.items() if often[name] > 1 or name in sizes]
            if not again:
                return found
            for text in again:
                sizes[text] += 1
                found[text] = self._spoken(text, sizes[text])

    def _spoken(self, text: str, size: int) -> str:
        digest = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
        number, parts = int.from_bytes(digest), []
        for _ in range(size):
            number, at = divmod(number, len(SYLLABLES))
            parts.append(SYLLABLES[at])
        return "-".join(parts).capitalize()
