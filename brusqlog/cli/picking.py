"""What `--game` and `--seat` pick."""

from brusqlog.cli.options import meant, wrong
from brusqlog.log.gamelog import GameLog
from brusqlog.spelling import escape


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
