"""Games out of one JSON document: an array of events, or an object whose `events` is one.

Programs that keep a game as one value export it so. It is read as strictly as a log, each fault at
its place in the document; a `game` event begins a new game. What else an object holds is passed
over and told.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from brusqlog.game.events import Game
from brusqlog.log.faults import Fault, FormError
from brusqlog.log.scan import Node, scan
from brusqlog.log.strict import event_of, is_newer, kind_in, shown
from brusqlog.notation.transcript import GAME_LIMIT, Transcript

EVENTS: Final = "events"
"""The key of an object under which its events stand."""

_MARK: Final = b"\xef\xbb\xbf"
_BLANKS: Final = b" \t\r\n"


class Document(Struct, frozen=True):
    """What a JSON document holds: games, what belongs to none, and keys that were passed over."""

    games: list[Transcript | Fault] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)


def is_document(head: bytes) -> bool:
    """Whether a text that begins so is one document, not a log with an event a line."""
    text = head.removeprefix(_MARK).lstrip(_BLANKS)
    if not text.startswith(b"{"):
        return text.startswith(b"[")
    try:
        first: Any = json.loads(text.partition(b"\n")[0])
    except (ValueError, RecursionError):  # an object of several lines, or cut off
        return f'"{EVENTS}"'.encode() in text
    return EVENTS in first and "event" not in first


def read_document(data: bytes, file: str) -> Document:
    """The games of a document. Nothing is raised for what it holds."""
    if len(data) > GAME_LIMIT:
        return Document([Fault(code="log-too-large", line=1, facts={"limit": GAME_LIMIT})])
    whole = Transcript(file, 1, 1, 0, data)
    try:
        text = _text(data)
        root = scan(text, within=1 if text.lstrip().startswith("[") else 2)
        events = _events(root)
    except FormError as wrong:
        whole.tell(wrong)
        return Document([*whole.faults])
    passed_over = [key for key in root.members if key != EVENTS]
    games: list[Transcript | Fault] = list(_games(events, data, file))
    return Document(games or [Fault(code="empty-file", facts={"file": file})], passed_over)


def _text(data: bytes) -> str:
    """The document with a blank for a byte order mark. Raises `FormError` if it is no text."""
    try:
        return data.decode("utf-8").replace("\ufeff", " ", 1)
    except UnicodeDecodeError as error:
        at = len(data[: error.start].decode("utf-8"))
        raise FormError("invalid-utf8", at, at + 1, found=f"{data[error.start]:02X}") from None


def _events(root: Node) -> list[Node]:
    """The values of the array. Raises `FormError` if there is none."""
    if isinstance(root.value, list):
        return root.items
    found = root.members.get(EVENTS)
    if found is None:
        raise FormError("missing-key", root.start, root.start + 1, key=EVENTS)
    if not isinstance(found.value, list):
        facts = {"key": EVENTS, "found": shown(found.value), "expected": "array"}
        raise FormError("wrong-type", found.start, found.end, **facts)
    return found.items


def _games(events: list[Node], data: bytes, file: str) -> Iterator[Transcript]:
    game: Transcript | None = None
    for node in events:
        if game is None or kind_in(node) == "game":
            if game is not None:
                game.finish()
                yield game
            game = Transcript(file, 1 if game is None else game.index + 1, 1, 0, data)
            game.newer = kind_in(node) == "game" and is_newer(node)
        seq = len(game.events)
        try:
            event, _ = event_of(node, msgspec.json.encode(node.value), newer=game.newer)
        except FormError as wrong:
            game.tell(wrong, seq)
            event = None
        game.events.append(event)
        game.nodes.append(node)
        if seq == 0 and event is not None and not isinstance(event, Game):
            game.tell(FormError("no-header", node.start, node.end), seq)
    if game is not None:
        game.finish()
        yield game
