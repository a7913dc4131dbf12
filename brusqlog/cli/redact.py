"""`brusqlog redact`."""

import sys
from collections.abc import Iterable, Iterator, Sequence

import typer
from msgspec import Struct

from brusqlog.cli import OK
from brusqlog.cli.options import unknown
from brusqlog.cli.output import style_of
from brusqlog.cli.picking import seat_of, spoken
from brusqlog.cli.rewriting import sound
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.versions import given, known, put_text, text_of, writes_transcript
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.versions.redaction import redacted, seen_log


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    seat: str
    source: str
    target: str
    partner_hidden: bool = False
    game: str | None = None
    rules: Sequence[str] = ()
    force: bool = False
    lang: str | None = None


def run(asked: Asked) -> None:
    """Write the games as that player saw them, and end with the exit code."""
    more = rulesets(asked.rules)
    games = given(asked.source, more)
    style = style_of(sys.stdout, spoken(asked.lang, games), "never", "jsonl")
    as_transcript = writes_transcript(asked.target, games)
    originals: dict[int, GameLog] = {}
    read = sound(
        asked.source, _seen(asked, games, originals), style, more, asked.game, quoting=False
    )
    if not read.games:
        if read.code == OK and asked.game is not None:
            ids = [log.header.id for log in originals.values() if log.header is not None]
            raise unknown("--game", asked.game, ids, "game")
        raise typer.Exit(read.code)
    versions = []
    for log in (originals[seen.index] for seen in read.games):
        seat, partner = seat_of(asked.seat, log), not asked.partner_hidden
        versions.append((log, redacted(known(log, style), seat, partner=partner)))
    text = text_of(versions, style, more, as_transcript=as_transcript, asked=asked.lang)
    put_text(text, asked.target, style, force=asked.force)
    raise typer.Exit(read.code)


def _seen(
    asked: Asked, games: Iterable[GameLog | Fault], originals: dict[int, GameLog]
) -> Iterator[GameLog | Fault]:
    """The games as the player saw them, so that what is told of them says no more."""
    for log in games:
        if isinstance(log, Fault) or not log.readable:
            yield log
        else:
            originals[log.index] = log
            hidden = asked.partner_hidden
            yield seen_log(log, seat_of(asked.seat, log), partner=not hidden)
