"""The tables of an archive: the one statement of their columns, types and meaning.

`docs/archive.md` and the comments in the database are made from it. Seats count from 0 in order of
play, hands and tricks from 1. What is not known is NULL.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

FORMAT: Final = "brusqlog-archive/2"
"""Stands in the table `meta`; another number is another layout."""


class Column(NamedTuple):
    """A column: its name, its type in DuckDB, what it says."""

    name: str
    type: str
    comment: str


class Table(NamedTuple):
    """A table: its name, what one row is, its columns."""

    name: str
    comment: str
    columns: tuple[Column, ...]


GAME: Final = Column("game", "VARCHAR", "the game, as in `games`")
HAND: Final = Column("hand", "BIGINT", "number of the hand, as in `hands`")
_TRICK: Final = Column("trick", "INTEGER", "number of the trick in the hand, from 1")
SEAT: Final = Column("seat", "TINYINT", "seat in order of play, from 0")
_SEQ: Final = Column("seq", "BIGINT", "number of the event in its log; the header is 0")
_HAND_OR_NONE: Final = Column("hand", "BIGINT", "number of the hand; NULL before the first")

GAMES: Final = Table(
    "games",
    "One row a game, whatever its status; the same lines, from whatever file, are one game.",
    (
        Column(
            "game",
            "VARCHAR",
            "the first 16 hex digits of the sha-256 of the log's lines, the same in every archive",
        ),
        Column("id", "VARCHAR", "the id its writer gave it; need not be unique"),
        Column("source", "VARCHAR", "the file it was first read from, as in `sources`"),
        Column("position", "INTEGER", "its position in that file, from 1"),
        Column("rules", "VARCHAR", "the ruleset the header names"),
        Column("mode", "VARCHAR", "`2`, `3`, `4`, `2v2` or `5`"),
        Column("length_kind", "VARCHAR", "what `length` counts: `hands`, `rounds` or `target`"),
        Column(
            "length",
            "BIGINT",
            "hands or rounds to be played, or the card points at which a game for points ends",
        ),
        Column("status", "VARCHAR", "`faulty`, `abandoned`, `finished` or `unfinished`"),
        Column("hands", "INTEGER", "hands in the log, finished or not, without withdrawn ones"),
        Column("events", "INTEGER", "events in the log, with the header and withdrawn ones"),
        Column("date", "VARCHAR", "`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as the header has it"),
        Column("place", "VARCHAR", "where it was played, as the header has it"),
        Column(
            "same_play_as",
            "VARCHAR",
            "the first game of the archive with the same `play_key`, if this is a later one:"
            " perhaps the same game recorded twice",
        ),
        Column(
            "play_key",
            "VARCHAR",
            "sha-256 of what all could see: the agreement, and of each finished hand dealer,"
            " turn-up, plays, takers, incidents",
        ),
        Column(
            "deal_key",
            "VARCHAR",
            "sha-256 of the agreement and the cards dealt and drawn in finished hands, if all are"
            " known",
        ),
        Column("errors", "INTEGER", "findings of that severity"),
        Column("warnings", "INTEGER", "findings of that severity"),
        Column("added_at", "TIMESTAMP", "when its file was added, in UTC"),
    ),
)

SEATS: Final = Table(
    "seats",
    "One row a game and seat. Figures are those after the last event of the log.",
    (
        GAME,
        SEAT,
        Column("name", "VARCHAR", "the player, in Unicode form NFC"),
        Column("identity", "VARCHAR", "who or what played there, where the header says so"),
        Column("side", "TINYINT", "two against two: 0 for seats 0 and 1, 1 for seats 2 and 3"),
        Column("purse", "BIGINT", "his counters; NULL in a game for points"),
        Column("total", "BIGINT", "the card points he took in finished hands"),
        Column(
            "rank",
            "TINYINT",
            "his place in the ranking, from 1; who is level shares the better place. By purses, in"
            " a game for points by totals",
        ),
        Column("hands_won", "INTEGER", "finished hands he won, alone, with others or as a side"),
        Column("net_payments", "BIGINT", "counters other players paid him, less those he paid"),
    ),
)

HANDS: Final = Table(
    "hands",
    "One row a hand that stands in the log.",
    (
        GAME,
        Column(
            "hand",
            "BIGINT",
            "its number in the log, from 1; only a faulty game may have it twice",
        ),
        Column(
            "status",
            "VARCHAR",
            "`complete` with the last play of the last trick, `void` if an incident ended it, else"
            " `open`",
        ),
        Column("dealer", "TINYINT", "seat of the dealer"),
        Column("leader", "TINYINT", "seat that led the first trick"),
        Column("turnup", "VARCHAR", "the turned-up card, such as `TS`"),
        Column("trump", "VARCHAR", "its suit: `S`, `H`, `D` or `C`"),
        Column(
            "pot",
            "BIGINT",
            "the most that lay in the pot during the hand: carried over and staked. NULL in a game"
            " for points",
        ),
        Column(
            "winner_count",
            "TINYINT",
            "seats that won it, in two against two both of a side; NULL unless it is complete and"
            " the winner known",
        ),
    ),
)

HAND_SEATS: Final = Table(
    "hand_seats",
    "One row a hand and seat.",
    (
        GAME,
        HAND,
        SEAT,
        Column("points", "INTEGER", "card points taken in the hand; illegible cards count 0"),
        Column("net_payments", "BIGINT", "counters other players paid him, less those he paid"),
        Column(
            "award", "BIGINT", "counters he took from the pot; 0 if none, NULL in a game for points"
        ),
        Column("won", "BOOLEAN", "whether he won the hand; NULL as `winner_count`"),
        Column("place", "TINYINT", "seats between him and the eldest, who is 0; the dealer last"),
    ),
)

TRICKS: Final = Table(
    "tricks",
    "One row a trick to which a card was played. A deal that was begun anew has none.",
    (
        GAME,
        HAND,
        _TRICK,
        Column("leader", "TINYINT", "seat that led it"),
        Column("taker", "TINYINT", "seat that took it; NULL while it is open or not known"),
        Column("points", "INTEGER", "card points of its cards; illegible cards count 0"),
        Column("led", "VARCHAR", "the suit led: `S`, `H`, `D` or `C`; NULL if it is not known"),
        Column(
            "trumped",
            "BOOLEAN",
            "whether another suit was led and a trump took it; NULL while that is not known",
        ),
    ),
)

PLAYS: Final = Table(
    "plays",
    "One row a card played. A deal that was begun anew in the same hand has none.",
    (
        GAME,
        HAND,
        _TRICK,
        Column("place", "TINYINT", "place in the trick, from 1 for the lead"),
        SEAT,
        Column("card", "VARCHAR", "rank and suit, such as `TS`; `??` if it cannot be read"),
        Column("rank", "VARCHAR", "`A K Q J T 9 8 7`; NULL for `??`"),
        Column("suit", "VARCHAR", "`S`, `H`, `D` or `C`; NULL for `??`"),
        Column("is_trump", "BOOLEAN", "whether it is of the trump suit; NULL for `??`"),
        Column("is_brusquembille", "BOOLEAN", "whether it is an ace or a ten; NULL for `??`"),
        Column("took", "BOOLEAN", "whether it took the trick; NULL while the taker is not known"),
        Column("stock", "INTEGER", "cards left in the stock when it was played, turn-up included"),
        Column("at", "TIMESTAMP", "when it was played, in UTC, if the log has times"),
    ),
)

DRAWS: Final = Table(
    "draws",
    "One row a card drawn from the stock, the turn-up too.",
    (
        GAME,
        HAND,
        Column("trick", "INTEGER", "number of the trick after which it was drawn, from 1"),
        Column("place", "TINYINT", "place among the draws after that trick, from 1"),
        SEAT,
        Column("card", "VARCHAR", "rank and suit, such as `TS`; `??` if it was not seen"),
    ),
)

PAYMENTS: Final = Table(
    "payments",
    "One row a payment from one player to another; stakes and awards are none.",
    (
        GAME,
        _HAND_OR_NONE,
        Column(
            "trick",
            "INTEGER",
            "the trick it goes with, as `replay` shows it; NULL if the hand has no trick",
        ),
        Column("payer", "TINYINT", "seat that pays"),
        Column("payee", "TINYINT", "seat that is paid"),
        Column("counters", "BIGINT", "whole counters, at least 1"),
        Column("reason", "VARCHAR", "`brusquembille`, `penalty` or `ruling`"),
        Column("card", "VARCHAR", "the card that causes it; NULL if it settles several, or none"),
    ),
)

AWARDS: Final = Table(
    "awards",
    "One row a time that somebody took counters out of the pot.",
    (
        GAME,
        _HAND_OR_NONE,
        _SEQ,
        SEAT,
        Column("counters", "BIGINT", "whole counters"),
    ),
)

INCIDENTS: Final = Table(
    "incidents",
    "One row an irregularity or ruling that stands in the log.",
    (
        GAME,
        _HAND_OR_NONE,
        Column("trick", "INTEGER", "the last trick begun before it; NULL if none was"),
        _SEQ,
        Column("kind", "VARCHAR", "what happened, such as `misdeal` or `ruling`"),
        Column("seat", "TINYINT", "the seat it is about, if it is about one"),
        Column("owner", "TINYINT", "the seat to which the card is due, if it is about one"),
        Column("text", "VARCHAR", "the ruling in words"),
        Column("permits", "VARCHAR", "what a ruling lets stand, such as `play,payments`"),
        Column("missing", "VARCHAR", "the cards that the pack lacks, such as `7S,??`"),
        Column("joined", "BOOLEAN", "he put the card into his hand"),
        Column("restart", "BOOLEAN", "the others begin again"),
    ),
)

NOTES: Final = Table(
    "notes",
    "One row a remark in the log.",
    (
        GAME,
        _HAND_OR_NONE,
        _SEQ,
        Column("seat", "TINYINT", "the seat it is about, if it is about one"),
        Column("text", "VARCHAR", "for people"),
        Column("data", "VARCHAR", "for programs: a JSON object"),
    ),
)

FINDINGS: Final = Table(
    "findings",
    "One row a finding, as `brusqlog check` reports it, in English.",
    (
        Column("game", "VARCHAR", "the game, as in `games`; NULL if it belongs to a file"),
        Column("source", "VARCHAR", "the file, as in `sources`"),
        Column("line", "BIGINT", "line in the file, from 1"),
        _SEQ,
        Column("hand", "BIGINT", "number of the hand"),
        Column("trick", "INTEGER", "number of the trick"),
        Column("seat", "TINYINT", "the seat it is about"),
        Column("code", "VARCHAR", "its code; `brusqlog explain CODE` tells more"),
        Column("severity", "VARCHAR", "`error`, `warning` or `info`"),
        Column("message", "VARCHAR", "what is wrong"),
        Column("help", "VARCHAR", "what to do"),
    ),
)

SOURCES: Final = Table(
    "sources",
    "One row a file that was added, as it was when it was added last.",
    (
        Column("source", "VARCHAR", "its absolute path; `-` for standard input"),
        Column(
            "bytes_sha256",
            "VARCHAR",
            "sha-256 of its bytes, compressed as they lie there; NULL if it could not be read",
        ),
        Column("games", "INTEGER", "games read from it, those that were there already too"),
        Column("engine", "VARCHAR", "the version of brusqlog that judged them"),
        Column("added_at", "TIMESTAMP", "when it was added, in UTC"),
    ),
)

RULESETS: Final = Table(
    "rulesets",
    "One row a ruleset by which games were judged.",
    (
        Column("rules", "VARCHAR", "its name, as in `games`"),
        Column("sha256", "VARCHAR", "sha-256 of its canonical form when the games were judged"),
    ),
)

ALIASES: Final = Table(
    "aliases",
    "One row a name that stands for another one: the same player, spelt otherwise.",
    (
        Column("name", "VARCHAR", "the name as logs have it, as in `seats`"),
        Column("player", "VARCHAR", "the name under which the player is counted"),
    ),
)

REMOVED: Final = Table(
    "removed",
    "One row a game that was removed. To make the archive again leaves it out; to add it does not.",
    (GAME, Column("removed_at", "TIMESTAMP", "when it was removed, in UTC")),
)

META: Final = Table(
    "meta",
    "One row: what makes this database an archive.",
    (Column("format", "VARCHAR", "the layout of its tables"),),
)

OF_A_GAME: Final = (
    GAMES, SEATS, HANDS, HAND_SEATS, TRICKS, PLAYS, DRAWS, PAYMENTS, AWARDS, INCIDENTS, NOTES,
    FINDINGS,
)  # fmt: skip
"""The tables whose rows go when their game goes."""

TABLES: Final = (*OF_A_GAME, SOURCES, RULESETS, ALIASES, REMOVED, META)


def definitions() -> Iterator[str]:
    """The statements that make the tables, with their comments."""
    for table in TABLES:
        columns = ", ".join(f'"{column.name}" {column.type}' for column in table.columns)
        yield f"CREATE TABLE {table.name} ({columns})"
        yield f"COMMENT ON TABLE {table.name} IS {quoted(table.comment)}"
        for column in table.columns:
            name = f'{table.name}."{column.name}"'
            yield f"COMMENT ON COLUMN {name} IS {quoted(column.comment)}"


def quoted(text: str) -> str:
    """The text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"
