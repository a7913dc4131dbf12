"""One line of a log: its event, fast where the text is canonical, exactly where it is not."""

import json
import re
from typing import Any

import msgspec
from msgspec import Struct

from brusqlog.game.events import AnyEvent, Event, Game
from brusqlog.log.faults import Fault, FormError
from brusqlog.log.framing import LINE_LIMIT
from brusqlog.log.scan import scan
from brusqlog.log.strict import Unknown, event_of, is_newer, is_sound, kind_in, plain

_HEADER = re.compile(rb'(\xef\xbb\xbf|\s)*\{\s*"event"\s*:\s*"game"')

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


class Line(Struct, frozen=True, kw_only=True):
    """What the exact path found: an event or what is wrong; whether the line is a header (as far
    as can be told) and of a newer minor version, whether its text is not the writer's spelling."""

    event: Event | Unknown | None = None
    wrong: FormError | None = None
    header: bool = False
    newer: bool = False
    respelt: bool = False


def canonical(lines: list[bytes]) -> list[Event | None]:
    """The event of every line that is canonical text, None for every other line.

    Decoding and encoding again finds what the decoder lets pass, duplicate keys above all.
    """
    if not lines:
        return []
    text = b"\n".join(lines)
    if max(map(len, lines)) <= LINE_LIMIT:
        try:
            events = _decoder.decode_lines(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            events = []
        if len(events) == len(lines) and _encoder.encode_lines(events) == text + b"\n":
            return [event if plain(event) or is_sound(event) else None for event in events]
    return [_canonical(line) for line in lines]


def _canonical(line: bytes) -> Event | None:
    if len(line) > LINE_LIMIT:
        return None
    try:
        event = _decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return event if _encoder.encode(event) == line and is_sound(event) else None


def respelt(line: bytes) -> Event | None:
    """The event of a line that is only spelt otherwise than the writer does; None where that is not
    certain, and `exact` has to look. Two decoders take the line, and no key stands twice."""
    if len(line) > LINE_LIMIT or b"\r" in line:
        return None
    try:
        event = _decoder.decode(line)
        json.loads(line, object_pairs_hook=_unique)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return event if is_sound(event) else None


def _unique(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError


def exact(line: bytes, *, newer: bool = False) -> Line:
    """The event of a line without its line end, or the one thing that is wrong with it.

    `newer`: what the reader does not know is passed over, for the log is of a newer version.
    """
    node = None
    try:
        node = scan(decoded(line))
        event, passed_over = event_of(node, line, newer=newer)
    except FormError as wrong:
        header = kind_in(node) == "game" if node else _HEADER.match(line) is not None
        return Line(wrong=wrong, header=header, newer=bool(node and is_newer(node)))
    return Line(
        event=event,
        header=isinstance(event, Game),
        newer=is_newer(node),
        respelt=not passed_over and _encoder.encode(event) != line,
    )


def decoded(line: bytes) -> str:
    """The text of a line; raises `FormError` where it is no text, or more than a line may hold."""
    if len(line) > LINE_LIMIT:
        raise FormError("line-too-long", 0, 1, limit=LINE_LIMIT)
    wrong = {line.find(b"\0"): "nul-byte", line.find(b"\r"): "lone-cr"}
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong[error.start] = "invalid-utf8"
    wrong.pop(-1, None)
    if wrong:
        byte = min(wrong)
        start = len(line[:byte].decode("utf-8"))
        raise FormError(wrong[byte], start, start + 1, found=f"{line[byte]:02X}")
    if text.startswith("\ufeff"):
        raise FormError("bom-inside", 0, 1)
    return text


def located(wrong: FormError, text: bytes, *, seq: int | None, line: int, byte: int) -> Fault:
    """What is wrong in a line as a fault; `byte` is the offset of the line `text`."""
    before = text.decode("utf-8", "surrogateescape")[: wrong.start]
    return Fault(
        code=wrong.code,
        seq=seq,
        line=line,
        column=wrong.start + 1,
        width=max(1, wrong.end - wrong.start),
        byte=byte + len(before.encode("utf-8", "surrogateescape")),
        facts=wrong.facts,
    )
