"""One game, or one file, as rows of the archive's tables."""

import hashlib
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from msgspec import UNSET

from brusqlog.archive.keys import deal_key, play_key
from brusqlog.archive.played import Played, Row, Rows
from brusqlog.checking.report import GameEntry, Wishes, report
from brusqlog.checking.run import judged
from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.course import Course
from brusqlog.game.findings import Finding
from brusqlog.game.terms import mode_of
from brusqlog.log.gamelog import GameLog
from brusqlog.log.identity import lines_of
from brusqlog.show.record import game_record


class Origin(NamedTuple):
    """Where rows come from: a file, by its name in `sources`, and when it was added, in UTC."""

    source: str
    added_at: datetime


def name_of(log: GameLog) -> str:
    """What a game is called in an archive."""
    return named(lines_of(log))


def named(lines: bytes | memoryview) -> str:
    """What a game of these lines is called: the beginning of its `bytes` key."""
    return hashlib.sha256(lines).hexdigest()[:16]


def game_rows(log: GameLog, wishes: Wishes, origin: Origin) -> Rows:
    """The rows of one game. `wishes` has the rulesets, and the language of findings."""
    frames: dict[int, Course] = {}
    judgement = judged(log, wishes.rulesets, frames)
    told = report(log, judgement, wishes)
    header, course = log.header, judgement.course
    game = _entry(told.entry) | origin._asdict()
    rows: Rows = {"games": [game], "findings": finding_rows(told.findings, origin)}
    if header is not None and course is not None:
        game |= header_row(header)
        rows["seats"] = [player_row(header, seat) for seat in range(len(header.players))]
        if course.terms.known:
            record = game_record(log, judgement, wishes.rulesets, frames)
            agreed = (header, course.terms, wishes.rulesets, record.hands)
            game |= {"play_key": play_key(*agreed), "deal_key": deal_key(*agreed)}
            game["hands"] = len(record.hands)
            Played(record, log.known_events(), frames).fill(rows)
    name = name_of(log)
    for row in chain.from_iterable(rows.values()):
        row["game"] = name
    return rows


def finding_rows(findings: Sequence[Finding], origin: Origin) -> list[Row]:
    """The rows of findings; those of a game are still to get its name."""
    fields = ("line", "seq", "hand", "trick", "seat", "code", "severity", "message", "help")
    return [
        {"source": origin.source} | {field: getattr(finding, field) for field in fields}
        for finding in findings
    ]


def _entry(entry: GameEntry) -> Row:
    return {
        "id": entry.id,
        "position": entry.index,
        "status": entry.status,
        "events": entry.events,
        "errors": entry.errors,
        "warnings": entry.warnings,
    }


def header_row(header: ev.Game) -> Row:
    """What the header says of its game."""
    kind = next(k for k in ("hands", "rounds", "target") if getattr(header, k) is not UNSET)
    return {
        "rules": header.rules,
        "mode": mode_of(header),
        "length_kind": kind,
        "length": getattr(header, kind),
        "date": None if header.date is UNSET else header.date,
        "place": None if header.place is UNSET else header.place,
    }


def player_row(header: ev.Game, seat: int) -> Row:
    """What the header says of a seat."""
    identities = [] if header.identities is UNSET else header.identities
    return {
        "seat": seat,
        "name": unicodedata.normalize("NFC", header.players[seat]),
        "identity": identities[seat] if seat < len(identities) else None,
        "side": rules.side(seat) if mode_of(header) == "2v2" else None,
    }
