"""`brusqlog anonymise`."""

import os
import re
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import typer
from msgspec import Struct

from brusqlog.checking.run import RECORDS, STDIN, sources
from brusqlog.cli import ERRORS, OK
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import style_of, tell
from brusqlog.cli.picking import spoken
from brusqlog.cli.rewriting import Read, new_folder, refuse, sound
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.versions import given, known, put_text, text_of, writes_transcript
from brusqlog.game.events import Event, Game, Seal
from brusqlog.game.findings import Language
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.notation.sources import read_games
from brusqlog.spelling import Style, escape, language
from brusqlog.versions.anonymity import anonymised, left
from brusqlog.versions.pseudonyms import Pseudonyms

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "left": "{file}: {name!r} would be left in {field} of game {index}, event {seq}; nothing "
        "was written",
        "seals": "{file}: left out: the seals, which do not fit other names",
        "key": "these pseudonyms cannot be had again, their key is not kept: --key FILE keeps one",
        "no-key": "this is no key: it has fewer than {least} bytes",
    },
    "fr": {
        "left": "{file} : {name!r} resterait dans {field} de la partie {index}, événement {seq} ; "
        "rien n'a été écrit",
        "seals": "{file} : laissé de côté : les sceaux, qui ne vont pas avec d'autres noms",
        "key": "ces pseudonymes ne reviendront pas, leur clé n'est pas gardée : --key FICHIER en "
        "garde une",
        "no-key": "ce n'est pas une clé : il y a moins de {least} octets",
    },
}

KEY_BYTES: Final = 32
LEAST: Final = 16
"""Bytes of a key below which it could be guessed."""

_ENDING: Final = re.compile(r"((?:\.brusq)?(?:\.jsonl)?)(?:\.gz|\.zst)?$", re.IGNORECASE)


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    source: str
    target: str
    key: str | None = None
    keep_notes: bool = False
    game: str | None = None
    rules: Sequence[str] = ()
    force: bool = False
    lang: str | None = None


def run(asked: Asked) -> None:
    """Write the games without their names, and end with the exit code."""
    is_folder = asked.source != STDIN and Path(asked.source).is_dir()
    raise typer.Exit(_folder(asked) if is_folder else _file(asked))


def _file(asked: Asked) -> int:
    more = rulesets(asked.rules)
    games = given(asked.source, more)
    style = style_of(sys.stdout, spoken(asked.lang, games), "never", "jsonl")
    as_transcript = writes_transcript(asked.target, games)
    read = _sound(asked.source, games, style, more, asked.game)
    headers = _headers(read.games)
    work = Work(asked, style, more, Pseudonyms(_key(asked, style), headers))
    put_text(work.text(read, as_transcript), asked.target, style, force=asked.force)
    return read.code


def _folder(asked: Asked) -> int:
    """Every game below a folder, under a new one: all or nothing."""
    source, target = Path(asked.source), Path(asked.target)
    style = style_of(sys.stdout, language(asked.lang), "never")
    if asked.target == STDIN or target.resolve().is_relative_to(source.resolve()):
        raise wrong("DST", "a folder goes into another folder, outside of SRC.")
    if asked.game is not None:
        raise wrong("--game", "picks a game of one file.")
    if asked.key is not None and Path(asked.key).resolve().is_relative_to(target.resolve()):
        raise wrong("--key", "who has the key can try names on it: it may not lie in DST.")
    if target.exists() and not (target.is_dir() and (asked.force or not any(target.iterdir()))):
        refuse(asked.target, FileExistsError(), style)
    more = rulesets(asked.rules)
    headers: list[Game] = []
    names: list[Path] = []
    for file, games in sources([asked.source], more, RECORDS):
        names.append(Path(file).relative_to(source))
        headers += _headers(games)
    parts = [part for name in names for part in (*name.parent.parts, _stem(name))]
    work = Work(asked, style, more, Pseudonyms(_key(asked, style), headers, parts))
    code = OK
    with new_folder(target, style) as folder:
        for name, (file, games) in zip(names, sources([asked.source], more, RECORDS), strict=True):
            read = _sound(file, games, style, more)
            code = max(code, read.code)
            path = folder / work.name(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            as_transcript = not path.name.endswith(".jsonl")
            path.write_bytes(work.text(read, as_transcript).encode())
    return code


class Work:
    """What all games of one run have in common."""

    def __init__(
        self, asked: Asked, style: Style, more: Mapping[str, Ruleset], pseudonyms: Pseudonyms
    ) -> None:
        self.asked, self.style, self.more, self.pseudonyms = asked, style, more, pseudonyms
        self.taken: set[Path] = set()

    def text(self, read: Read, as_transcript: bool) -> str:
        """The games without their names, proven so; the end, with the exit code, if one is left."""
        keep, say = self.asked.keep_notes, TEXTS[self.style.language]
        versions = [
            (log, anonymised(known(log, self.style), self.pseudonyms, keep_notes=keep))
            for log in read.games
        ]
        text = text_of(
            versions, self.style, self.more, as_transcript=as_transcript, asked=self.asked.lang
        )
        file = escape(read.games[0].file)
        self._prove([events for _, events in versions], file)
        # That is what was meant to be written; this is what would be.
        again = read_games(text.encode(), rulesets=self.more)
        self._prove([log.known_events() for log in again if isinstance(log, GameLog)], file)
        if any(isinstance(event, Seal) for log in read.games for event in log.events):
            tell(self.style.plain(say["seals"].format(file=file)) + "\n")
        return text

    def _prove(self, games: Sequence[Sequence[Event | None]], file: str) -> None:
        """Look for every name in the games; the end, with the exit code, if one is left."""
        say, found = TEXTS[self.style.language]["left"], False
        for index, events in enumerate(games, 1):
            for name in left(events, self.pseudonyms):
                found = True
                told = say.format(file=file, index=index, **name._asdict())
                tell(self.style.plain(told) + "\n")
        if found:
            raise typer.Exit(ERRORS)

    def name(self, path: Path) -> Path:
        """The name of a file, no two the same."""
        *folders, _ = path.parts
        stem = self.pseudonyms.of(_stem(path))
        ending = _ENDING.search(path.name)[1].lower()  # type: ignore[index]
        folder = Path(*map(self.pseudonyms.of, folders))
        found, number = folder / f"{stem}{ending}", 1
        while found in self.taken:
            number += 1
            found = folder / f"{stem}-{number}{ending}"
        self.taken.add(found)
        return found


def _stem(path: Path) -> str:
    return _ENDING.sub("", path.name)


def _headers(games: Iterable[GameLog | Fault]) -> list[Game]:
    logs = [log for log in games if isinstance(log, GameLog)]
    return [log.header for log in logs if log.header is not None]


def _sound(
    file: str,
    games: Iterable[GameLog | Fault],
    style: Style,
    more: Mapping[str, Ruleset],
    game: str | None = None,
) -> Read:
    """The games of a file; the end, with the exit code, if one cannot be read."""
    found = list(games)
    read = sound(file, found, style, more, game)
    if not read.games:
        if read.code == OK and game is not None:
            raise unknown("--game", game, [header.id for header in _headers(found)], "game")
        raise typer.Exit(read.code)
    return read


def _key(asked: Asked, style: Style) -> bytes:
    """The key of a file, which is made if there is none; without a file one that is not kept."""
    say = TEXTS[style.language]
    if asked.key is None:
        tell(style.plain(f"brusqlog: {say['key']}") + "\n")
        return secrets.token_bytes(KEY_BYTES)
    path = Path(asked.key)
    try:
        if not path.exists():
            text = secrets.token_hex(KEY_BYTES) + "\n"
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode())
        key = path.read_bytes().strip()
    except OSError as error:
        refuse(asked.key, error, style)
    if len(key) < LEAST:
        refuse(asked.key, say["no-key"].format(least=LEAST), style)
    return key
