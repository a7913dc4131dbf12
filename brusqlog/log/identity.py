"""The keys by which logs are told apart. `bytes` only; `play` and `deal` need the fold."""

import hashlib

from brusqlog.log.gamelog import GameLog


def bytes_key(log: GameLog) -> str:
    """The SHA-256 of a log's lines, line ends included, in lower-case hex. A torn last line is
    none of them."""
    lines = log.raw[: log.raw.rfind(b"\n") + 1] if log.torn else log.raw
    return hashlib.sha256(lines).hexdigest()
