"""The logs of an archive's games, read again from the files that they came from."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from brusqlog.archive.errors import ArchiveError
from brusqlog.archive.naming import game_called
from brusqlog.archive.rows import name_of
from brusqlog.archive.store import Archive
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.gamelog import GameLog
from brusqlog.notation.sources import read_games

_SOURCE: Final = "SELECT source FROM games WHERE game = $game"
_QUERY: Final = "SELECT game, id, source, position FROM games ORDER BY source, position, game"


class Kept(NamedTuple):
    """A game of an archive, what the archive calls it, and its log. Where the log is None, `gone`
    says whether its file is, or else has it no more."""

    game: str
    id: str | None
    source: str
    log: GameLog | None
    gone: bool = False


def logs(archive: Archive, rulesets: Mapping[str, Ruleset]) -> Iterator[Kept]:
    """The games of an archive by file and position, with their logs as far as these are still
    there. Raises `ArchiveError`."""
    rows = archive.query(_QUERY).fetchall()
    for source, games in groupby(rows, key=lambda row: str(row[2])):
        wanted = {str(game): name for game, name, _, _ in games}
        there = Path(source).is_file()
        for log in read_games(source, rulesets=rulesets) if there else ():
            game = name_of(log) if isinstance(log, GameLog) else ""
            if game in wanted:
                assert isinstance(log, GameLog)
                yield Kept(game, wanted.pop(game), source, log)
        for game, name in wanted.items():
            yield Kept(game, name, source, None, gone=not there)


def game_log(archive: Archive, name: str, rulesets: Mapping[str, Ruleset]) -> GameLog:
    """The log of one game, which is named as the archive does, by a beginning of that, or by the id
    of its header, if no other is. Raises `ArchiveError` if there is no such game, or more, or if
    its file is not as it was any more."""
    game = game_called(archive.query, name)
    source = str(archive.query(_SOURCE, {"game": game}).fetchall()[0][0])
    there = Path(source).is_file()
    for log in read_games(source, rulesets=rulesets) if there else ():
        if isinstance(log, GameLog) and name_of(log) == game:
            return log
    template = "{file}: this file is gone, from which game {game} was read"
    if there:
        template = "{file}: this file was changed; game {game} is not in it any more"
    raise ArchiveError(template, file=source, game=game)
