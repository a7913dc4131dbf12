"""The header of a transcript: where it ends, its language, and the event that it makes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.game.ruleset import rulesets
from brusqlog.log.scan import Node
from brusqlog.notation import grammar as gr
from brusqlog.notation.options import option
from brusqlog.notation.parser import Parser, first_word
from brusqlog.notation.scribe import event_at
from brusqlog.notation.spans import BLANKS, Span
from brusqlog.notation.syntax import Line
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.values import listed

MOST_PLAYERS: Final = 5

_TEXTS: Final = ("id", "rules", "date", "place", "recorder", "source")


class Ending:
    """Tells line by line where headers end and where new games begin."""

    def __init__(self) -> None:
        self.given: set[str] = set()
        self.inside = True

    def begins(self, text: str) -> bool:
        """Whether a line begins a new game; otherwise it belongs to the one that is open, to its
        header if then `inside`."""
        key = _key(text) or _meant(text)
        if key in gr.HEADER and not self.inside:
            self.given, self.inside = {str(key)}, True
            return True
        if key in gr.HEADER:
            self.given.add(str(key))
        elif key is not None and not (key == "note" and not self._complete()):
            self.inside = False
        return False

    def _complete(self) -> bool:
        return all(self.given & set(row) for row in gr.REQUIRED)


def _key(text: str) -> str | None:
    """The key of a line's first word in either language; None for an unknown word."""
    word = first_word(text)
    if word is None:
        return None
    for language in LANGUAGES:
        if key := gr.keywords(language).get(gr.normal(word)):
            return key
    return gr.TRICK if word[0] == "!" or word[0].isdigit() else None


def _meant(text: str) -> str | None:
    """The header's keyword that a line nearly begins with, if a colon follows."""
    word = first_word(text)
    if word is None or not text[len(word) :].strip(BLANKS).startswith(":"):
        return None
    known = {plain: key for one in LANGUAGES for plain, key in gr.keywords(one).items()}
    close = gr.near(word, known)
    return known[close[0]] if len(close) == 1 and known[close[0]] in gr.HEADER else None


def language_of(lines: Iterable[Span]) -> Language:
    """The language of a game: the one that it names, else that of the first keyword that only one
    language has."""
    told: Language | None = None
    for line in lines:
        word = gr.normal(first_word(line.text) or "")
        if _key(line.text) == "language" and (named := _named(line)):
            return named
        told = told or gr.telling().get(word)
    return told or LANGUAGES[0]


def _named(line: Span) -> Language | None:
    _, said = line.partition(":")
    plain = gr.normal(said.partition(";")[0].text) if said else ""
    return next((language for language in LANGUAGES if language == plain), None)


class Heading:
    """The header lines of one game, read."""

    def __init__(self, lines: Sequence[Line], parser: Parser) -> None:
        self.parser = parser
        self.rows: dict[str, tuple[Line, Span]] = {}
        self.seen: set[str] = set()
        for line in lines:
            if line.key not in gr.HEADER:
                continue
            value = parser.header_value(line)
            if line.key in self.seen:
                parser.wrong("keyword-twice", line.mark)
            elif not value.text and line.key != "id":
                parser.missing(line.mark)
            else:
                self.rows[str(line.key)] = line, value
            self.seen.add(str(line.key))
        self.fields = {key: node for key in self.rows if (node := self._field(key)) is not None}

    @property
    def players(self) -> list[str]:
        """The names, as far as they can be read."""
        node = self.fields.get("players")
        return [item.value for item in node.items] if node else []

    def lacking(self, language: Language) -> list[list[str]]:
        """The keywords that are missing: of each row one is due."""
        rows = [row for row in gr.REQUIRED if not self.seen.intersection(row)]
        return [[gr.HEADER[key].word.of(language) for key in row] for row in rows]

    def event(self, game: Transcript, place: Node, default: str) -> tuple[ev.Event | None, Node]:
        """The header as an event; None if it cannot be."""
        if not all(self.rows.keys() & set(row) for row in gr.REQUIRED):
            return None, place
        fields: dict[str, Any] = {"format": ev.FORMAT, "id": default, **self.fields}
        ordered = {name: fields[name] for name in ev.Game.__struct_fields__ if name in fields}
        return event_at("game", place, ordered, game, 0)

    def stand_in(self) -> ev.Game | None:
        """A header by which the rest can be read although this one cannot be: what it says, as far
        as it can be. None without players."""
        players = self.players
        if not 2 <= len(players) <= MOST_PLAYERS:
            return None
        fields = {key: node.value for key, node in self.fields.items() if node.value is not None}
        lengths = {key: fields[key] for key in gr.LENGTHS if key in fields} or {"hands": 1}
        least: dict[str, Any] = {
            "format": ev.FORMAT, "id": "?", "rules": next(iter(rulesets())), "players": players,
            **dict([next(iter(lengths.items()))]),
        }  # fmt: skip
        if rules.pack_size(len(players)) < rules.pack_size(2):
            least["removed"] = [UNKNOWN, UNKNOWN]
        for name in ("rules", "removed", "partners", "options", *lengths):
            more = least | {name: fields[name]} if name in fields else least
            if name not in gr.LENGTHS and _is_header(more):
                least = more
        return msgspec.convert(least, ev.Game) if _is_header(least) else None

    def _field(self, key: str) -> Node | None:
        """One field of the header as a node; None if it says nothing."""
        line, value = self.rows[key]
        parser = self.parser
        parser.key, parser.head = key, line.mark
        if key in _TEXTS:
            return parser.text(value)
        if key == "players":
            names = [parser.name(part) for part in value.split(",")]
            return listed(names, value.at, value.end)
        if key == "identities":
            return listed([parser.text(part) for part in value.split(",")], value.at, value.end)
        if key == "removed":
            return listed(parser.cards(value), value.at, value.end)
        if key == "partners":
            answer = parser.word(value, gr.ANSWERS)
            return None if answer == "no" else Node(answer and True, value.at, value.end)
        if key in gr.LENGTHS:
            return parser.number(value)
        if key == "options":
            return self._options(value)
        plain = gr.normal(value.text)
        if plain in LANGUAGES:
            parser.note(value, "text", plain)
        else:
            parser.wrong("word-unknown", value, near=[], known=list(LANGUAGES))
        return None

    def _options(self, value: Span) -> Node:
        parser = self.parser
        members: dict[str, Node] = {}
        for part in [] if parser.is_none(value) else value.split(","):
            name, given = option(part.text)
            if not name:
                parser.missing(part if part.text else value)
            elif name in members:
                parser.wrong("keyword-twice", part)
            else:
                parser.note(part, "option", (name, given))
                members[name] = Node(given, part.at, part.end)
        values = {name: node.value for name, node in members.items()}
        return Node(values, value.at, value.end, members)


def _is_header(fields: Mapping[str, Any]) -> bool:
    try:
        msgspec.convert(fields, ev.Game)
    except (msgspec.ValidationError, ValueError):
        return False
    return True


def is_note(line: Span) -> bool:
    """Whether a line is a remark, which may stand within the header too."""
    return _key(line.text) == "note"
