"""The keys by which logs are told apart. `bytes` only; `play` and `deal` need the fold, and are
made by `brusqlog.archive.keys`."""

import hashlib

from brusqlog.log.gamelog import GameLog


def bytes_key(log: GameLog) -> str:
    """The SHA-256 of a log's lines, line ends included, in lower-case hex. A torn last line is
    none of them."""
    lines = log.raw[: log.raw.rfind(b"\n") + 1] if log.torn else log.raw
    return hashlib.sha256(lines).hexdigest()


def has_grown_from(log: GameLog, key: str) -> bool:
    """Whether the log's `bytes` key began with `key` when it had fewer lines, perhaps none."""
    digest = hashlib.sha256()
    for line in log.raw.split(b"\n")[:-1]:
        if digest.hexdigest().startswith(key):
            return True
        digest.update(line + b"\n")
    return False
