"""Files on their way into an archive: their games, and the sha-256 of their bytes."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from brusqlog.checking.report import CleanGames
from brusqlog.checking.run import size_of
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.log.sources import Source
from brusqlog.notation.sources import read_games, recognised

WORTH: Final = 1 << 18
"""Bytes of a file below which its games are taken in one by one: that costs less than to set up
columns for them."""


class Bytes:
    """The bytes of one file or of standard input: the games in them, and their sha-256."""

    def __init__(self, source: Source | Fault) -> None:
        self.source = source
        self.sha256: Any = None
        if isinstance(source, str):
            # Before the games are read: what is appended meanwhile makes another file next time.
            with suppress(OSError, ValueError):  # reading it tells why
                if Path(source).is_file():
                    with Path(source).open("rb") as handle:
                        self.sha256 = hashlib.file_digest(handle, "sha256")

    def games(
        self, name: str, rulesets: Mapping[str, Ruleset]
    ) -> Iterator[GameLog | CleanGames | Fault]:
        """The games, clean ones of a log many at once, and the faults that belong to none."""
        if isinstance(self.source, Fault):
            yield self.source
            return
        source: Source = self.source
        if not isinstance(source, str):
            self.sha256 = hashlib.sha256()
            source = cast(BinaryIO, self)
        source, form = recognised(source, name)
        if form == "table":
            from brusqlog.archive.tablerows import rows

            yield from rows(source, name, rulesets)
        elif form == "log" and not 0 < size_of(self.source) < WORTH:
            from brusqlog.archive.clean import screened

            yield from screened(source, name, rulesets)
        else:
            yield from read_games(source, name=name, rulesets=rulesets)

    def read(self, size: int) -> bytes:
        """Read on, as the games are asked for."""
        piece: bytes = cast(BinaryIO, self.source).read(size)
        self.sha256.update(piece)
        return piece

    def digest(self) -> str | None:
        """The sha-256 of the bytes in hex; None if they could not be read."""
        return self.sha256 and str(self.sha256.hexdigest())
