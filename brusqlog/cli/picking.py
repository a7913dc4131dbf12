"""What `--game`, `--seat` and `--lang` pick."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from brusqlog.checking.run import sources
from brusqlog.cli.options import meant, wrong
from brusqlog.game.ruleset import Ruleset
from brusqlog.languages import Language, language
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.notation.sources import SUFFIXES as TRANSCRIPTS
from brusqlog.notation.sources import TABLE, read_games
from brusqlog.notation.transcript import Transcript
from brusqlog.spelling import escape


def among(
    path: str, game: str | None, rulesets: Mapping[str, Ruleset]
) -> Iterable[tuple[str, Iterable[GameLog | Fault]]]:
    """The files of a path with their games, among which `--game` picks: of a hand table nothing but
    the row whose number it is."""
    if game is None or not game.isdecimal() or not path.lower().endswith(TABLE):
        return sources([path], rulesets)
    from brusqlog.bulk import reading  # numpy is for those who need it

    found = reading.log(path, int(game), path, rulesets)
    return [(path, [] if found is None else [found])]


def wanted(log: GameLog, game: str | None) -> bool:
    """Whether `--game`, a position or an id, picks this game; without it every one is."""
    if game is None or game == str(log.index):
        return True
    return not game.isdecimal() and log.header is not None and log.header.id == game


def seat_of(asked: str, log: GameLog) -> int:
    """The seat that `--seat` names, by its number or the player's name. Raises the usage error if
    there is none."""
    players = log.header.players if log.header else []
    if asked in players:
        return players.index(asked)
    if asked.isdecimal() and int(asked) < len(players):
        return int(asked)
    seats = ", ".join(f"{seat} {escape(name)}" for seat, name in enumerate(players))
    near = meant(asked, players)
    template = "game {index} of {file} has no seat {given!r}, only: {seats}."
    if near:
        template = (
            "game {index} of {file} has no seat {given!r}, only: {seats}. Did you mean {near}?"
        )
    facts = {"index": log.index, "file": log.file, "given": asked, "seats": seats}
    raise wrong("--seat", template, near=near, **facts)


def spoken(asked: str | None, games: Iterable[GameLog | Fault]) -> Language:
    """The language asked for, else that of the transcript, else that of the environment."""
    for game in games if asked is None else ():
        if isinstance(game, Transcript):
            return game.language
    return language(asked)


def spoken_in(asked: str | None, paths: Iterable[str]) -> Language:
    """The language asked for, else that of the first file named that is a transcript, else that of
    the environment."""
    for path in paths if asked is None else ():
        if path.lower().endswith(TRANSCRIPTS) and Path(path).is_file():
            return spoken(None, read_games(path))
    return language(asked)
