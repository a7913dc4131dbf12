"""The keys by which logs are told apart. `bytes` only; `play` and `deal` need the fold, and are
made by `brusqlog.archive.keys`."""

import hashlib
from collections.abc import Iterator

from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog


def bytes_key(log: GameLog) -> str:
    """The SHA-256 of a log's lines, line ends included, in lower-case hex. A torn last line is
    none of them."""
    return hashlib.sha256(lines_of(log)).hexdigest()


def beginnings(log: GameLog) -> Iterator[str]:
    """The SHA-256 of the log's first lines: of none, of one, and so on to that of all."""
    return _beginnings(lines_of(log))


def _beginnings(lines: bytes) -> Iterator[str]:
    digest, begun = hashlib.sha256(), 0
    yield digest.hexdigest()
    while end := lines.find(b"\n", begun) + 1:
        digest.update(lines[begun:end])
        begun = end
        yield digest.hexdigest()


def foreign(file: str, digest: str) -> Fault:
    """What is wrong with a file of which no log begins with lines of that digest."""
    return Fault(code="digest-differs", line=1, facts={"file": file, "due": digest})


def has_grown_from(lines: bytes, key: str) -> bool:
    """Whether the `bytes` key of a log of these lines began with `key` when it had fewer of them,
    perhaps none."""
    *fewer, _ = _beginnings(lines)
    return any(digest.startswith(key) for digest in fewer)


def lines_of(log: GameLog) -> bytes:
    """The lines, each with its end. The last line of a transcript counts without one too."""
    if log.torn:
        return log.raw[: log.raw.rfind(b"\n") + 1]
    return log.raw if log.raw.endswith(b"\n") else log.raw + b"\n"
