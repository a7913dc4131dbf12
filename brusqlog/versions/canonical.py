"""The text of logs and transcripts in the writer's form, games saying what they said before."""

from collections.abc import Sequence

from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.log.writer import dumps
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.transcript import Transcript
from brusqlog.versions.respelling import respelled


def canonical(data: bytes, games: Sequence[GameLog]) -> bytes:
    """The decompressed text in the writer's form: a log as its canonical lines, a transcript
    respelled. `games` are all that were read from it, without faults of form.

    Raises `ValueError` if the games would not be the same, which is a fault of ours.
    """
    if not games:
        return data
    transcripts = [game for game in games if isinstance(game, Transcript)]
    name = games[0].file.removesuffix(".gz").removesuffix(".zst")
    again: list[GameLog | Fault]
    if transcripts:
        text = respelled(data, transcripts)
        again = list(read_transcripts(text, name=name))
    else:
        text = b"".join(dumps(event) + b"\n" for game in games for event in game.events if event)
        again = list(read_logs(text, name=name))
    if [game.events for game in games] != [
        game.events if isinstance(game, GameLog) else None for game in again
    ]:
        raise ValueError(f"the canonical form of {name} says something else")
    return text
