"""A strict JSON scanner that keeps the place of every value.

It is slow and exact, and sees only lines that the fast decoder refused or would spell otherwise,
and lines whose places a finding asks for.
"""

import math
import re
from typing import Any, Final

from msgspec import Struct

from brusqlog.game.events import SAFE
from brusqlog.log.faults import FormError

DEPTH: Final = 8
"""Nesting of objects and arrays in a line; the event object is 1."""

_BLANKS = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_HEX4 = re.compile(r"[0-9A-Fa-f]{4}")
_NOT_FINITE = re.compile(r"-?(?:NaN|Infinity)\b")
_WORDS: Final = {"true": True, "false": False, "null": None}
_ESCAPES: Final = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip


class Key(Struct, frozen=True):
    """A key of an object and its place, quotes included."""

    start: int
    end: int


class Node(Struct, frozen=True):
    """A JSON value and the code points `start` up to `end` of its line in which it stands.

    `value` is the plain Python value; `members` and `keys` are those of an object, `items` those
    of an array.
    """

    value: Any
    start: int
    end: int
    members: dict[str, "Node"] = {}
    keys: dict[str, Key] = {}
    items: list["Node"] = []

    def at(self, path: tuple[str | int, ...]) -> "Node | None":
        """The value at `path`, None if there is none."""
        node = self
        for step in path:
            if isinstance(step, str) and step in node.members:
                node = node.members[step]
            elif isinstance(step, int) and 0 <= step < len(node.items):
                node = node.items[step]
            else:
                return None
        return node


def scan(text: str, within: int = 0) -> Node:
    """The one JSON value of a text; raises `FormError` at the first thing that is wrong. `within`
    is how deep in it the events stand, for whose nesting there is a limit."""
    scanner = _Scanner(text)
    node = scanner.value(scanner.blanks(0), 1 - within)
    rest = scanner.blanks(node.end)
    if rest < len(text):
        raise scanner.unexpected(rest)
    return node


class _Scanner:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def blanks(self, pos: int) -> int:
        match = _BLANKS.match(self.text, pos)
        return match.end() if match else pos

    def unexpected(self, pos: int) -> FormError:
        if pos >= len(self.text):
            return FormError("incomplete-json", pos, pos)
        word = _WORD.match(self.text, pos)
        end = min(word.end() if word else pos + 1, pos + 40)
        return FormError("not-json", pos, end, found=self.text[pos:end])

    def value(self, pos: int, depth: int) -> Node:
        first = self.text[pos : pos + 1]
        if first in ("{", "["):
            if depth > DEPTH:
                raise FormError("too-deep", pos, pos + 1, limit=DEPTH)
            return self.object(pos, depth) if first == "{" else self.array(pos, depth)
        if first == '"':
            string, end = self.string(pos)
            return Node(string, pos, end)
        return self.number(pos) if first and first in "-0123456789" else self.word(pos)

    def word(self, pos: int) -> Node:
        word = _WORD.match(self.text, pos)
        if word and word[0] in _WORDS:
            return Node(_WORDS[word[0]], pos, word.end())
        if match := _NOT_FINITE.match(self.text, pos):
            raise FormError("not-finite", pos, match.end(), found=match[0])
        if word and word.end() == len(self.text) and any(w.startswith(word[0]) for w in _WORDS):
            raise self.unexpected(len(self.text))
        raise self.unexpected(pos)

    def number(self, pos: int) -> Node:
        match = _NUMBER.match(self.text, pos)
        if match is None:
            return self.word(pos)
        end = match.end()
        if end < len(self.text) and self.text[end] not in " \t\n\r,:]}":
            raise self.unexpected(pos)
        if match[1] is None and match[2] is None:
            digits = match[0].lstrip("-")
            if len(digits) > 16 or int(digits) > SAFE:
                raise FormError("integer-too-big", pos, end, found=match[0][:40], limit=SAFE)
            return Node(int(match[0]), pos, end)
        number = float(match[0])
        if math.isinf(number):
            raise FormError("not-finite", pos, end, found=match[0][:40])
        return Node(number, pos, end)

    def string(self, pos: int) -> tuple[str, int]:
        parts: list[str] = []
        at = pos + 1
        while True:
            plain = _PLAIN.match(self.text, at)
            assert plain is not None
            parts.append(plain[0])
            at = plain.end()
            mark = self.text[at : at + 1]
            if mark == '"':
                return "".join(parts), at + 1
            if mark != "\\":
                if mark:
                    raise FormError("control-character", at, at + 1, found=f"U+{ord(mark):04X}")
                raise self.unexpected(at)
            char, at = self.escape(at)
            parts.append(char)

    def escape(self, pos: int) -> tuple[str, int]:
        letter = self.text[pos + 1 : pos + 2]
        if letter in _ESCAPES:
            return _ESCAPES[letter], pos + 2
        if letter != "u":
            if letter:
                raise FormError("not-json", pos, pos + 2, found=self.text[pos : pos + 2])
            raise self.unexpected(len(self.text))
        unit = self.unit(pos)
        if not 0xD800 <= unit < 0xE000:
            return chr(unit), pos + 6
        if unit < 0xDC00 and self.text.startswith("\\u", pos + 6):
            low = self.unit(pos + 6)
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((unit - 0xD800) << 10) + low - 0xDC00), pos + 12
        raise FormError("lone-surrogate", pos, pos + 6, found=self.text[pos : pos + 6])

    def unit(self, pos: int) -> int:
        digits = _HEX4.match(self.text, pos + 2)
        if digits is None:
            if len(self.text) < pos + 6 and '"' not in self.text[pos:]:
                raise self.unexpected(len(self.text))
            raise FormError("not-json", pos, pos + 2, found=self.text[pos : pos + 2])
        return int(digits[0], 16)

    def array(self, pos: int, depth: int) -> Node:
        items: list[Node] = []
        at = self.blanks(pos + 1)
        if self.text[at : at + 1] == "]":
            return Node([], pos, at + 1)
        while True:
            items.append(self.value(at, depth + 1))
            at = self.blanks(items[-1].end)
            mark = self.text[at : at + 1]
            if mark == "]":
                return Node([item.value for item in items], pos, at + 1, items=items)
            if mark != ",":
                raise self.unexpected(at)
            at = self.blanks(at + 1)

    def object(self, pos: int, depth: int) -> Node:
        members: dict[str, Node] = {}
        keys: dict[str, Key] = {}
        at = self.blanks(pos + 1)
        if self.text[at : at + 1] == "}":
            return Node({}, pos, at + 1)
        while True:
            if self.text[at : at + 1] != '"':
                raise self.unexpected(at)
            key, end = self.string(at)
            if key in keys:
                raise FormError("duplicate-key", at, end, key=key[:60])
            keys[key] = Key(at, end)
            at = self.blanks(end)
            if self.text[at : at + 1] != ":":
                raise self.unexpected(at)
            node = members[key] = self.value(self.blanks(at + 1), depth + 1)
            at = self.blanks(node.end)
            mark = self.text[at : at + 1]
            if mark == "}":
                value = {name: member.value for name, member in members.items()}
                return Node(value, pos, at + 1, members, keys)
            if mark != ",":
                raise self.unexpected(at)
            at = self.blanks(at + 1)
