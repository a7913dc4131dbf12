"""`brusqlog new`."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import typer
from msgspec import Struct

from brusqlog.checking.report import is_error
from brusqlog.checking.run import STDIN
from brusqlog.checking.words import Words
from brusqlog.cli import OK
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import style_of, write
from brusqlog.cli.rewriting import put, unpacked
from brusqlog.cli.rulesets import named
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.events import FORMAT, Game
from brusqlog.game.hands import dealers_due
from brusqlog.game.judge import judge
from brusqlog.game.rules import pack_size
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.table import begin
from brusqlog.notation.names import player
from brusqlog.notation.parser import Parser
from brusqlog.notation.reader import PIPE
from brusqlog.notation.sources import SUFFIXES as TRANSCRIPTS
from brusqlog.notation.spans import Span
from brusqlog.spelling import Style, language
from brusqlog.versions.skeleton import log_skeleton, transcript_skeleton

MOST: Final = 5
_OPTIONS: Final = {"removed": "--removed", "partners": "--partners", "mode": "--rules",
                   "player": "--players", "one": None}  # fmt: skip
"""To which option a breach of the header belongs, by the first word of its code."""


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    file: str
    players: str
    rules: str
    partners: bool = False
    removed: str | None = None
    hands: int | None = None
    rounds: int | None = None
    target: int | None = None
    dealer: str | None = None
    force: bool = False
    lang: str | None = None


def run(asked: Asked) -> None:
    """Make the file, and end with the exit code."""
    style = style_of(sys.stdout, language(asked.lang), "never", "jsonl")
    name = unpacked("FILE", asked.file)
    is_log = name.endswith(".jsonl")
    if not (is_log or name == STDIN or name.endswith(TRANSCRIPTS)):
        raise wrong("FILE", "the name ends in .brusq, or in .brusq.jsonl for a log.")
    header = _header(asked, style)
    dealer = None
    if asked.dealer is not None:
        found = player(asked.dealer, header.players)
        if not isinstance(found, int):
            raise unknown("--dealer", asked.dealer, header.players, "player")
        due, _ = dealers_due(begin(header, {header.rules: named(asked.rules)}))
        if found not in due:
            names = ", ".join(header.players[seat] for seat in due)
            raise wrong("--dealer", "the first deal falls to one of these: {names}.", names=names)
        dealer = found
    if is_log:
        data = log_skeleton(header, dealer)
    else:
        data = transcript_skeleton(header, style.language, dealer).encode()
    if asked.file == STDIN:
        write([data.decode()])
    else:
        put(data, asked.file, style, force=asked.force)
    raise typer.Exit(OK)


def _header(asked: Asked, style: Style) -> Game:
    """The header asked for, as the rules allow it."""
    lengths = {"hands": asked.hands, "rounds": asked.rounds, "target": asked.target}
    given = {name: length for name, length in lengths.items() if length is not None}
    if len(given) > 1:
        raise wrong(None, "only one of --hands, --rounds and --target can be given.")
    parser = Parser(style.language)
    players = [parser.text(part).value for part in Span(asked.players, 0).split(",")]
    if not 2 <= len(players) <= MOST or not all(players):
        raise wrong("--players", "two to five names are wanted, with commas between them.")
    ruleset = named(asked.rules)
    fields: dict[str, Any] = {
        "format": FORMAT,
        "id": PIPE if asked.file == STDIN else Path(asked.file).name.split(".")[0] or asked.file,
        "rules": ruleset.full_name,
        "players": players,
        **(given or {"hands": 1}),
    }
    if asked.removed is not None:
        fields["removed"] = _cards(asked.removed, parser, style)
    elif pack_size(len(players)) < pack_size(2):
        fields["removed"] = [UNKNOWN, UNKNOWN]
    if asked.partners:
        fields["partners"] = True
    header = msgspec.convert(fields, Game)
    _judge(header, {ruleset.full_name: ruleset}, style)
    return header


def _cards(given: str, parser: Parser, style: Style) -> Sequence[str]:
    cards = [node.value for node in parser.cards(Span(given, 0))]
    for fault in parser.faults:
        raise wrong("--removed", "{reason}", reason=Words(style).message(fault.code, fault.facts))
    if len(cards) != 2:
        raise wrong("--removed", "two cards are wanted.")
    return cards


def _judge(header: Game, known: Mapping[str, Ruleset], style: Style) -> None:
    """What the rules do not allow is wrong usage."""
    words = Words(style, header.players)
    for noticed in judge([header], known).noticed:
        breach = noticed.breach
        if is_error(breach.code):
            reason = words.message(breach.code, {"seat": breach.seat} | breach.facts)
            raise wrong(_OPTIONS.get(breach.code.split("-")[0]), "{reason}", reason=reason)
