"""Games as the text of a file: as the writer spells them, or as other hands have left them."""

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from msgspec.json import encode
from msgspec.structs import replace

from brusqlog.game.events import Event
from tests.bulk.plain_games import Log

ODDITIES = (
    "crlf", "blank", "spelling", "header", "seal", "broken-seal", "newer", "long-header",
    "no-header", "two-headers", "noise",
)  # fmt: skip
"""What may be odd in the lines of one game."""

NOISE = (b"{}", b"null", b"\xff", b"\0", b"[", b'{"event":"end"}', b"x" * 70_000)

BOM = b"\xef\xbb\xbf"


def lines_of(log: Sequence[Event | dict[str, Any]]) -> list[bytes]:
    """The lines of a game without their ends."""
    return [encode(event) for event in log]


def text_of(logs: Iterable[Sequence[Event | dict[str, Any]]]) -> bytes:
    """Games as the writer spells them."""
    return b"".join(line + b"\n" for log in logs for line in lines_of(log))


def odd_text(
    rng: random.Random, logs: Sequence[Log], plain: Sequence[bool]
) -> tuple[bytes, list[bool]]:
    """Games some of which are spelt in odd ways, and of each game that is found in the text whether
    it is `plain` still: as the writer spells it, not the first behind a byte order mark, not the
    last before a torn tail."""
    parts: list[bytes] = []
    found: list[bool] = []
    for log, fit in zip(logs, plain, strict=True):
        odd = rng.choice(ODDITIES) if rng.random() < 0.15 else None
        parts.append(_spelt(rng, lines_of(log), odd))
        if odd is not None and found:  # what begins it may belong to the game before
            found[-1] = False
        if odd != "no-header" or not found:
            found += [fit and odd is None] if odd != "two-headers" else [False, False]
    if rng.random() < 0.2:
        parts[0] = BOM + parts[0]
        found[0] = False
    text = b"".join(parts)
    if rng.random() < 0.3:
        text = text[: len(text) - rng.randrange(1, 40)]
    if rng.random() < 0.1:
        text += b'{"event":"game"' if text.endswith(b"\n") else b""
    if not text.endswith(b"\n"):  # the last game may be no more than what is torn
        found[-2:] = [False] * len(found[-2:])
    return text, found


def _spelt(rng: random.Random, lines: list[bytes], odd: str | None) -> bytes:
    """A game as text, with one oddity."""
    at = rng.randrange(len(lines))
    match odd:
        case "crlf":
            share = rng.choice((0, 0.5, 1))
            lines = [
                line + b"\r" if k == at or rng.random() < share else line
                for k, line in enumerate(lines)
            ]
        case "blank":
            lines.insert(rng.choice((0, at, len(lines))), rng.choice((b"", b" ", b"\t \r")))
        case "spelling":
            lines[at] = respelt(rng, lines[at])
        case "header":
            lines[0] = respelt(rng, lines[0])
        case "seal" | "broken-seal":
            sealed = b"".join(line + b"\n" for line in lines[: at + 1])
            digest = hashlib.sha256(sealed + b"!" * (odd == "broken-seal")).hexdigest()
            lines.insert(at + 1, b'{"event":"seal","sha256":"%b"}' % digest.encode())
        case "newer":
            version = rng.choice((b"brusqlog/1.1", b"brusqlog/2.0"))
            lines[0] = lines[0].replace(b"brusqlog/1.0", version)
            lines.insert(at + 1, b'{"event":"applause","seat":1}')
        case "long-header":
            extra = b',"source":"' + b"x" * rng.choice((1000, 65_000, 65_400, 70_000)) + b'"}'
            lines[0] = lines[0][:-1] + extra
        case "no-header":
            del lines[0]
        case "two-headers":
            lines.insert(at + 1, rng.choice((b'{"event":"game"}', lines[0])))
        case "noise":
            lines.insert(at + 1, rng.choice(NOISE))
    return b"".join(line + b"\n" for line in lines)


def respelt(rng: random.Random, line: bytes) -> bytes:
    """The same object in another spelling."""
    event = json.loads(line)
    match rng.randrange(4):
        case 0:
            return json.dumps(event, ensure_ascii=False).encode()
        case 1:
            return line.replace(b'"event"', b'"\\u0065vent"', 1)
        case 2:
            turned = dict(reversed(event.items()))
            return json.dumps(turned, separators=(",", ":"), ensure_ascii=False).encode()
    return b" " + line


def flipped(rng: random.Random, text: bytes) -> bytes:
    """A text with one byte changed: a bit of it, or all of it."""
    at = rng.randrange(len(text))
    other = rng.choice((text[at] ^ 1 << rng.randrange(8), rng.randrange(256), rng.choice(text)))
    return text[:at] + bytes((other,)) + text[at + 1 :]


# Times --------------------------------------------------------------------------------------------

ZONES = tuple(timezone(timedelta(minutes=m)) for m in (0, 60, 345, 720, -210))


def timed(rng: random.Random, logs: Sequence[Log], precision: str = "") -> list[Log]:
    """Games every event of which has its time, all written alike."""
    precision = precision or rng.choice(("seconds", "seconds", "milliseconds", "microseconds"))
    utc = rng.random() < 0.3
    found = []
    for log in logs:
        zone = rng.choice(ZONES)
        now = datetime(2024, 2, 28, 22, 0, 0, tzinfo=zone) + timedelta(seconds=rng.random() * 1e7)
        events = []
        for event in log:
            now += timedelta(seconds=rng.choice((0, 1, 7.25, rng.random(), 3600 * rng.random())))
            moment = now.astimezone(rng.choice(ZONES)) if rng.random() < 0.01 else now
            if utc:
                at = now.astimezone(UTC).replace(tzinfo=None).isoformat("T", precision) + "Z"
            else:
                at = moment.isoformat("T", precision)
            events.append(replace(event, at=at))
        found.append(events)
    return found


def mistimed(rng: random.Random, logs: Sequence[Log]) -> list[Log]:
    """Timed games in which some times are missing, written otherwise, impossible or too early."""
    found = []
    for log in timed(rng, logs):
        changed = list(log)
        for _ in range(rng.choice((0, 0, 1, 3))):
            at = rng.randrange(len(log))
            changed[at] = replace(changed[at], at=mistaken(rng, str(changed[at].at)))
        found.append(changed)
    return found


def twice_timed(rng: random.Random, text: bytes) -> bytes:
    """A text in which a few lines have two times, headers among them."""
    lines = text.split(b"\n")
    for k, line in enumerate(lines):
        share = 0.2 if line.startswith(b'{"event":"game"') else 0.002
        if b',"at":' in line and rng.random() < share:
            lines[k] = line[:-1] + line[line.rindex(b',"at":') :]
    return b"\n".join(lines)


def mistaken(rng: random.Random, time: str) -> str:
    """A time that is early, late, written otherwise, or none."""
    zone = -1 if time.endswith("Z") else -6
    day, clock, offset = time[:10], time[11:zone], time[zone:]
    return rng.choice(
        (
            f"2023{day[4:]}T{clock}{offset}",
            f"2031{day[4:]}T{clock}{offset}",
            f"1600{day[4:]}T{clock}{offset}",
            f"9999{day[4:]}T{clock}{offset}",
            f"{day}t{clock}{offset}",
            f"{day[:5]}02-30T{clock}{offset}",
            f"{day[:8]}31T{clock}{offset}",
            f"{day}T24{clock[2:]}{offset}",
            f"{day}T{clock[:3]}60{clock[5:]}{offset}",
            f"{day}T{clock[:6]}60{clock[8:]}{offset}",
            f"{day}T{clock[:6]}61{clock[8:]}{offset}",
            f"{day}T{clock[:7]}:{clock[8:]}{offset}",
            f"{day}T{clock}.5{offset}",
            f"{day}T{clock}+24:00",
            f"{day}T{clock}+01:60",
            f"{day}T{clock}-01:00",
            f"{day}T{clock}Z",
        )
    )
