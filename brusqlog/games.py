"""Recorded games in Python: read them, step through them, ask what the rules say of them."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from brusqlog.checking.report import Wishes, is_error, report
from brusqlog.checking.run import check as findings_in
from brusqlog.checking.run import judged
from brusqlog.errors import BrusqlogError
from brusqlog.game.course import Course
from brusqlog.game.events import Event
from brusqlog.game.events import Game as Header
from brusqlog.game.findings import Finding
from brusqlog.game.judge import Judgement, judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.state import State, Step
from brusqlog.log.headers import HeaderLine
from brusqlog.log.reader import Fault, GameLog, Unknown
from brusqlog.log.sources import Source
from brusqlog.log.writer import dumps as line_of
from brusqlog.log.writer import write as write_events
from brusqlog.notation.sources import read_games
from brusqlog.notation.sources import read_headers as header_lines
from brusqlog.show.records import GameRecord
from brusqlog.simulation.bots import Bot
from brusqlog.simulation.setup import Setup
from brusqlog.simulation.written import written

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from brusqlog.bulk.derived import Hands

__all__ = [
    "Game", "Place", "ReadError", "check", "dumps", "hands", "loads", "read", "read_headers",
    "simulate", "write",
]  # fmt: skip


class ReadError(BrusqlogError):
    """A source that cannot be read, or does not hold what was asked for."""


class Place(Struct, frozen=True):
    """Where a game was read: the file, its position in it from 1, its first line from 1."""

    file: str
    index: int
    line: int


class Game:
    """One recorded game. Nothing is judged before it is asked for."""

    def __init__(self, log: GameLog, rulesets: Mapping[str, Ruleset] | None = None) -> None:
        self._log = log
        self._rulesets = rulesets or {}

    @property
    def header(self) -> Header | None:
        """The header; None if it cannot be read."""
        return self._log.header

    @property
    def events(self) -> tuple[Event | None, ...]:
        """The events by `seq`, the header first; None is a line that cannot be read, or an event of
        a newer version of the format."""
        return tuple(None if isinstance(event, Unknown) else event for event in self._log.events)

    @property
    def place(self) -> Place:
        """Where it was read."""
        return Place(file=self._log.file, index=self._log.index, line=self._log.line)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What `check` says of it, in the order of its events."""
        wishes = Wishes(rulesets=self._rulesets)
        return tuple(report(self._log, self._judgement, wishes).findings)

    @property
    def status(self) -> str:
        """`faulty`, `abandoned`, `finished` or `unfinished`."""
        return report(self._log, self._judgement, Wishes(rulesets=self._rulesets)).entry.status

    def steps(self) -> Iterator[Step]:
        """Every event with the state after it and the breaches it showed."""
        for seq in range(len(self)):
            yield self[seq]

    def after(self, seq: int) -> State:
        """The state after event `seq` (the header is 0). Raises `IndexError` beyond the end,
        `ReadError` for a game whose header cannot be read."""
        return self[seq].state

    def __getitem__(self, seq: int) -> Step:
        if seq not in range(-len(self), len(self)):
            raise IndexError(f"there is no event {seq}; the last one is {len(self) - 1}")
        event = self.events[seq]
        seq = seq % len(self)
        breaches = tuple(entry.breach for entry in self._judgement.noticed if entry.seq == seq)
        return Step(event, State(self._course_after(seq)), breaches)

    def __len__(self) -> int:
        return len(self._log.events)

    def result(self) -> GameRecord:
        """Hands, tricks, payments, points, purses and ranking, as `replay --format json` has them.
        Raises `ReadError` for a game whose header cannot be read."""
        from brusqlog.show.record import game_record

        if not self._log.readable:
            raise self._headless()
        return game_record(self._log, self._judgement, self._rulesets)

    def __repr__(self) -> str:
        name = self.header.id if self.header else "?"
        return f"<Game {name!r}: {self.status}, {len(self)} events>"

    def _repr_html_(self) -> str:
        """A notebook's cell in which one steps through the game."""
        from brusqlog.notation.transcript import Transcript
        from brusqlog.spelling import Style, language
        from brusqlog.view.notebook import cell

        spoken = self._log.language if isinstance(self._log, Transcript) else language()
        return cell(self._log, Wishes(style=Style(language=spoken), rulesets=self._rulesets))

    def _headless(self) -> ReadError:
        place = self.place
        return ReadError(f"{place.file}: the header of game {place.index} cannot be read")

    @cached_property
    def _judgement(self) -> Judgement:
        return judged(self._log, self._rulesets)

    @cached_property
    def _frames(self) -> dict[int, Course]:
        frames: dict[int, Course] = {}
        judge(self._log.known_events(), self._rulesets, frames)
        return frames

    def _course_after(self, seq: int) -> Course:
        """The frame, or for an event that was withdrawn later the end of the log up to it."""
        if seq in self._frames:
            return self._frames[seq]
        course = judge(self._log.known_events()[: seq + 1], self._rulesets).course
        if course is None:
            raise self._headless()
        course.seq = seq
        return course


def read(source: Source, rulesets: Mapping[str, Ruleset] | None = None) -> Iterator[Game]:
    """The games of a source, logs, transcripts and hand tables alike, one after another: a path,
    bytes, a binary or a text handle.
    `rulesets` are rulesets of one's own, by full name. Raises `ReadError` where the source cannot
    be read (any further); what is wrong inside a game is among its findings."""
    for found in read_games(source, rulesets=rulesets):
        if not isinstance(found, Fault):
            yield Game(found, rulesets)
        else:
            _raise_if_unread(found)


def read_headers(source: Source) -> Iterator[HeaderLine]:
    """The headers of a source with the places where their games begin, one for every game that
    `read` would give, without reading the games. Raises `ReadError` as `read` does."""
    for found in header_lines(source):
        if not isinstance(found, Fault):
            yield found
        else:
            _raise_if_unread(found)


def check(
    paths: str | Path | Iterable[str | Path],
    rulesets: Mapping[str, Ruleset] | None = None,
    *,
    jobs: int = 1,
    executor: "Executor | None" = None,
) -> Iterator[Finding]:
    """The findings of all games of files and folders, in order, in English; `-` is standard input.
    What cannot be read is a finding too. `rulesets` are rulesets of one's own, by full name.

    `jobs` are the processes that judge, 0 being one for each processor; or an `executor` judges,
    of which `jobs` is the number of workers (one for each processor), and which stays open. The
    findings are the same. Raises `JobsError` where no processes can be started.
    """
    each = [paths] if isinstance(paths, str | Path) else paths
    return findings_in(each, Wishes(rulesets=rulesets or {}), jobs=jobs, executor=executor)


def hands(source: Source, rulesets: Mapping[str, Ruleset] | None = None) -> "Iterator[Hands]":
    """What follows from the hands of a source, in columns of numpy: takers, card points, payments,
    winners, awards; as `Game.result` has them, for millions of hands. Portions come game by game,
    each of one number of players. Raises `BrusqlogError` where the source cannot be read."""
    from brusqlog.derived import hands_of

    return hands_of(source, rulesets)


def loads(text: str | bytes, rulesets: Mapping[str, Ruleset] | None = None) -> Game:
    """The one game of a text. Raises `ReadError` if there is none or more than one."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    games = list(read(io.BytesIO(data), rulesets))
    if len(games) != 1:
        raise ReadError(f"one game was expected, {len(games)} found")
    return games[0]


def dumps(game: Game) -> str:
    """The game as canonical lines. Raises `ReadError` if one of its lines could not be read."""
    return b"".join(line_of(event) + b"\n" for event in _whole(game)).decode()


def write(game: Game, path: str | Path, *, force: bool = False) -> None:
    """Write the game as canonical lines, by a temporary file and a rename. Raises
    `FileExistsError` unless `force`, `OSError` if it cannot be written, and as `dumps`."""
    write_events(_whole(game), path, force=force)


def simulate(
    games: int = 1,
    players: int | Sequence[str] | None = None,
    *,
    partners: bool = False,
    rules: str | Ruleset = "salon-2021",
    hands: int | None = None,
    rounds: int | None = None,
    target: int | None = None,
    seed: int = 1,
    bots: Bot | Sequence[Bot] = "random",
    deals: Iterable[Sequence[str]] | None = None,
    exchange: bool = False,
    hidden: bool = False,
    times: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Game]:
    """Legal games played by bots, each made when it is asked for; see `docs/simulation.md`.

    `players` are names or their number (3, or 4 as `partners`); `hands`, `rounds` or `target` is
    the length (one hand). The same `seed` gives the same games; game k does not depend on how many
    are asked for. `bots` is one for all or one a seat: `"random"`, `"greedy"`, or a function that
    gets the `State` as the player on turn may know it and returns one of its `legal_plays()`.
    `deals` are packs to be used instead of shuffled ones, one a hand: the cards from the top, after
    the cut. `exchange`: each game is played again, with the same packs, until every player (2v2:
    every side) has sat everywhere. `hidden`: cards dealt and drawn are not recorded; `times`: every
    event has one. `options` are those of the header.

    Raises `SimulationError` at once if no game can be played so, and while playing for packs that
    cannot be dealt and for a card that a bot may not play.
    """
    setup = Setup(
        games=games,
        players=players,
        partners=partners,
        rules=rules,
        hands=hands,
        rounds=rounds,
        target=target,
        seed=seed,
        bots=bots,
        deals=deals,
        exchange=exchange,
        hidden=hidden,
        times=times,
        options=options,
    )
    return (loads(b"".join(game)) for game in written(setup))


def _raise_if_unread(fault: Fault) -> None:
    """Raise for a fault that stopped the reading; one that has a line, or is no error, did not."""
    if fault.line is None and is_error(fault.code):
        from brusqlog.checking.words import Words
        from brusqlog.spelling import Style

        raise ReadError(Words(Style()).message(fault.code, fault.facts))


def _whole(game: Game) -> list[Event | Unknown]:
    if None in game._log.events:
        raise ReadError("a game with lines that cannot be read cannot be written anew")
    return cast(list[Event | Unknown], game._log.events)
