"""`brusqlog convert`."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal

import typer
from msgspec import Struct

from brusqlog.checking.run import STDIN
from brusqlog.checking.words import Words
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import style_of, tell, write
from brusqlog.cli.picking import spoken
from brusqlog.cli.rewriting import numbers, put, put_pieces, sound, unpacked
from brusqlog.cli.rulesets import rulesets
from brusqlog.game.events import Event, Seal
from brusqlog.game.findings import Language
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.gamelog import GameLog
from brusqlog.log.sources import PIECE, pieces
from brusqlog.log.strict import Unknown
from brusqlog.log.writer import dumps
from brusqlog.notation.comparing import REASONS, LeftOut, Reason
from brusqlog.notation.sources import SUFFIXES as TRANSCRIPTS
from brusqlog.notation.sources import read_games, recognised
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.writer import transcript
from brusqlog.spelling import Style, escape
from brusqlog.versions.array import is_document, read_document

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "left-out": "{file}: left out{game}: {what} ({lines})",
        "lines": "lines {lines}",
        "line": "line {lines}",
        "game": " of game {index}",
        "keys": "{file}: passed over beside `events`: {keys}",
        "filled-in": "{file}:{line}: filled in: {events}",
        "no-text": "game {index} has only a header; a transcript holds such a game as its last",
    },
    "fr": {
        "left-out": "{file} : laissé de côté{game} : {what} ({lines})",
        "lines": "lignes {lines}",
        "line": "ligne {lines}",
        "game": " de la partie {index}",
        "keys": "{file} : ignoré à côté de `events` : {keys}",
        "filled-in": "{file}:{line} : complété : {events}",
        "no-text": "la partie {index} n'a qu'un en-tête ; une transcription ne peut contenir une "
        "telle partie qu'en dernier",
    },
}


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    source: str
    target: str | None = None
    to: str | None = None
    show_inferred: bool = False
    game: str | None = None
    row: int | None = None
    rules: Sequence[str] = ()
    force: bool = False
    lang: str | None = None


class Source(Struct):
    """What SRC is, and its games."""

    form: Literal["log", "text", "document", "table"]
    games: Iterable[GameLog | Fault]
    passed_over: list[str] = []


def run(asked: Asked) -> None:
    """Read the games, write them in the other form, and end with the exit code."""
    known = rulesets(asked.rules)
    source = _source(asked, known)
    style = style_of(
        sys.stdout,
        spoken(asked.lang, source.games if source.form == "text" else ()),
        "never",
        "jsonl",
    )
    to = _direction(asked, source)
    if asked.show_inferred and source.form != "text":
        raise wrong("--show-inferred", "goes with a transcript, and {file} is none.",
                    file=asked.source)  # fmt: skip
    if source.form == "table":
        raise typer.Exit(_rows(asked, source.games, to, style, known))
    read = sound(asked.source, source.games, style, known, asked.game)
    if not read.games:
        if read.code == OK and asked.game is not None:
            raise unknown("--game", asked.game, list(_ids(source)), "game")
        raise typer.Exit(read.code or UNREAD)  # no game at all is only a warning elsewhere
    say = TEXTS[style.language]
    if source.passed_over:
        keys = ", ".join(map(escape, source.passed_over))
        tell(style.plain(say["keys"].format(file=escape(asked.source), keys=keys)) + "\n")
    written = _text(read.games, style, known) if to == "text" else _log(read.games, style)
    if asked.show_inferred:
        tell("".join(line for game in read.games for line in _filled_in(game, style)))
    if asked.target in (None, STDIN):
        write([written])
    else:
        put(written.encode("utf-8"), str(asked.target), style, force=asked.force)
    raise typer.Exit(read.code)


def _source(asked: Asked, known: Mapping[str, Ruleset]) -> Source:
    """The games of a log, a transcript, a hand table or a JSON document, by its name and its first
    bytes."""
    path = name = asked.source
    given: Any = sys.stdin.buffer.read() if path == STDIN and sys.stdin else path
    opened, form = recognised(given, name)
    if form == "table":
        return Source("table", _picked(opened, asked, known))
    if asked.row is not None:
        raise wrong("--row", "goes with a hand table, and {file} is none.", file=path)
    if form == "text":
        return Source("text", list(read_games(opened, name=name, rulesets=known)))
    try:
        parts = pieces(given, name)
        head = next(parts, b"")
        if is_document(head[:PIECE]):
            document = read_document(head + b"".join(parts), name)
            return Source("document", list(document.games), document.passed_over)
    except SourceError as error:
        return Source("log", [Fault(code=error.code, facts=error.facts)])
    return Source("log", list(read_games(given, name=name, rulesets=known)))


def _ids(source: Source) -> Iterator[str]:
    for game in source.games:
        if isinstance(game, GameLog) and game.header is not None:
            yield game.header.id


def _direction(asked: Asked, source: Source) -> str:
    """What is to be written: as asked, by the ending of DST, or what SRC is not."""
    target = "" if asked.target in (None, STDIN) else unpacked("DST", str(asked.target))
    ending: str | None = None
    if target.endswith(TRANSCRIPTS):
        ending = "text"
    elif target.endswith(".jsonl"):
        ending = "log"
    if asked.to is not None and ending not in (None, asked.to):
        raise wrong("--to", "{file} has the ending of the other form.", file=asked.target)
    if target and (ending or asked.to) is None:
        raise wrong("DST", "the name ends in .brusq or .brusq.jsonl, or --to says what to write.")
    return asked.to or ending or ("log" if source.form != "log" else "text")


# Hand tables --------------------------------------------------------------------------------------


def _picked(source: Any, asked: Asked, known: Mapping[str, Ruleset]) -> Iterator[GameLog | Fault]:
    """The rows of a hand table, or the one asked for."""
    from brusqlog.bulk import reading  # numpy is for those who need it

    number = asked.row
    if number is None and asked.game is not None and asked.game.isdecimal():
        number = int(asked.game)
    if number is None:
        yield from reading.logs(source, asked.source, known)
    elif (found := reading.log(source, number, asked.source, known)) is not None:
        yield found


def _rows(
    asked: Asked,
    games: Iterable[GameLog | Fault],
    to: str,
    style: Style,
    known: Mapping[str, Ruleset],
) -> int:
    """Write rows one by one, of which there may be millions; the exit code."""
    code, count = OK, 0

    def texts() -> Iterator[str]:
        nonlocal code, count
        for game in games:
            read = sound(asked.source, [game], style, known, asked.game)
            code = max(code, read.code)
            if read.code and not read.games:
                raise typer.Exit(read.code)
            for log in read.games:
                text = _text([log], style, known) if to == "text" else _log([log], style)
                yield "\n" + text if count and to == "text" else text
                count += 1
        if not (count or code) and asked.row is not None:
            template = "there is no row {number} in {file}."
            raise wrong("--row", template, number=asked.row, file=asked.source)
        if not (count or code) and asked.game is not None:
            raise unknown("--game", asked.game, [], "game")
        if not count:
            raise typer.Exit(code or UNREAD)

    if asked.target in (None, STDIN):
        write(texts())
    else:
        put_pieces(map(str.encode, texts()), str(asked.target), style, force=asked.force)
    return code


# Logs ---------------------------------------------------------------------------------------------


def _log(games: Sequence[GameLog], style: Style) -> str:
    """Canonical lines. A seal is of the bytes of another file, and left out."""
    parts = []
    for game in games:
        seals = [LeftOut(seq, "seal") for seq, event in enumerate(game.events)
                 if isinstance(event, Seal)]  # fmt: skip
        tell("".join(_left_out(game, seals, style, len(games))))
        for event in game.events:
            if isinstance(event, Event | Unknown) and not isinstance(event, Seal):
                parts.append(dumps(event).decode() + "\n")
    return "".join(parts)


def _filled_in(game: GameLog, style: Style) -> Iterator[str]:
    """A line of the transcript each, with the events that the rules fill in there."""
    assert isinstance(game, Transcript) and game.header is not None
    words, say = Words(style, game.header.players), TEXTS[style.language]["filled-in"]
    for line, seqs in groupby(sorted(game.inferred, key=lambda seq: (game.line_of(seq), seq)),
                              game.line_of):  # fmt: skip
        events = [game.events[seq] for seq in seqs]
        told = ", ".join(words.event(event) for event in events if isinstance(event, Event))
        yield style.plain(say.format(file=escape(game.file), line=line, events=told)) + "\n"


# Transcripts --------------------------------------------------------------------------------------


def _text(games: Sequence[GameLog], style: Style, known: Mapping[str, Ruleset]) -> str:
    """The canonical transcripts, a blank line between them."""
    parts = []
    for game in games:
        if len(game.events) == 1 and game is not games[-1]:
            tell(style.plain(TEXTS[style.language]["no-text"].format(index=game.index)) + "\n")
            raise typer.Exit(ERRORS)
        written = transcript(game, style.language, known)
        tell("".join(_left_out(game, written.left_out, style, len(games))))
        parts.append(written.text)
    return "\n".join(parts)


def _left_out(game: GameLog, left: Sequence[LeftOut], style: Style, games: int) -> Iterator[str]:
    """What the other form cannot hold, a line for each reason."""
    say, why = TEXTS[style.language], REASONS[style.language]
    lines: dict[Reason, list[int]] = {}
    for one in left:
        lines.setdefault(one.why, []).append(game.line_of(one.seq))
    for reason, found in lines.items():
        at = sorted(set(found))
        told = say["line" if len(at) == 1 else "lines"].format(lines=numbers(at))
        of = say["game"].format(index=game.index) if games > 1 else ""
        said = say["left-out"].format(file=escape(game.file), game=of, what=why[reason], lines=told)
        yield style.plain(said) + "\n"
