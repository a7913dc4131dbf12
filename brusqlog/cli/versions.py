"""What `redact` and `anonymise` have in common: games come in, games go out in the same form."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import typer

from brusqlog.checking.run import STDIN
from brusqlog.cli import ERRORS
from brusqlog.cli.convert import TEXTS as CONVERSION
from brusqlog.cli.options import wrong
from brusqlog.cli.output import tell, write
from brusqlog.cli.picking import spoken
from brusqlog.cli.rewriting import put, unpacked
from brusqlog.game.events import Event
from brusqlog.game.findings import Language
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.log.writer import dumps
from brusqlog.notation.comparing import REASONS
from brusqlog.notation.sources import SUFFIXES as TRANSCRIPTS
from brusqlog.notation.sources import read_games
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.writer import transcript
from brusqlog.spelling import Style, escape

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "newer": "{file}: game {index} has events of a newer version of the format; what they say "
        "is not known, and nothing was written",
        "left-out": "{file}: left out of the transcript of game {index}: {what}",
    },
    "fr": {
        "newer": "{file} : la partie {index} a des événements d'une version plus récente du "
        "format ; ce qu'ils disent n'est pas connu, et rien n'a été écrit",
        "left-out": "{file} : laissé de côté dans la transcription de la partie {index} : {what}",
    },
}


def given(path: str, rulesets: Mapping[str, Ruleset]) -> list[GameLog | Fault]:
    """The games of a file, or of standard input."""
    if path != STDIN:
        return list(read_games(path, rulesets=rulesets))
    data = sys.stdin.buffer.read() if sys.stdin else b""
    return list(read_games(data, name=STDIN, rulesets=rulesets))


def writes_transcript(target: str, games: Iterable[GameLog | Fault]) -> bool:
    """Whether to write a transcript, as the ending of DST says, or for standard output as SRC
    is."""
    name = unpacked("DST", target)
    if name == STDIN:
        return any(isinstance(game, Transcript) for game in games)
    if not name.endswith((".jsonl", *TRANSCRIPTS)):
        raise wrong("DST", "the name ends in .brusq, or in .brusq.jsonl for a log.")
    return not name.endswith(".jsonl")


def known(log: GameLog, style: Style) -> list[Event]:
    """The events of a game whose every line could be read. One of a newer version may hold
    anything: the end, with the exit code."""
    events = [event for event in log.events if isinstance(event, Event)]
    if len(events) < len(log.events):
        say = TEXTS[style.language]["newer"]
        tell(style.plain(say.format(file=escape(log.file), index=log.index)) + "\n")
        raise typer.Exit(ERRORS)
    return events


def text_of(
    versions: Sequence[tuple[GameLog, Sequence[Event]]],
    style: Style,
    rulesets: Mapping[str, Ruleset],
    *,
    as_transcript: bool,
    asked: str | None,
) -> str:
    """Games as canonical lines, or as transcripts with a blank line between them; each comes with
    the log it was made from. A transcript is in the language `asked` for or in that of its source;
    what it cannot hold is told."""
    if not as_transcript:
        return "".join(dumps(event).decode() + "\n" for _, events in versions for event in events)
    texts = []
    for log, events in versions:
        if len(events) == 1 and log is not versions[-1][0]:
            tell(style.plain(CONVERSION[style.language]["no-text"].format(index=log.index)) + "\n")
            raise typer.Exit(ERRORS)
        written = transcript(events, spoken(asked, [log]), rulesets)
        reasons = dict.fromkeys(REASONS[style.language][one.why] for one in written.left_out)
        if reasons:
            told = TEXTS[style.language]["left-out"].format(
                file=escape(log.file), index=log.index, what="; ".join(reasons)
            )
            tell(style.plain(told) + "\n")
        texts.append(written.text)
    return "\n".join(texts)


def put_text(text: str, target: str, style: Style, *, force: bool) -> None:
    """Write to a new file, or to standard output."""
    if target == STDIN:
        write([text])
    else:
        put(text.encode(), target, style, force=force)
