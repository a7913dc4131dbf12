"""`brusqlog replay`."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import typer
from msgspec import Struct
from msgspec.structs import replace

from brusqlog.checking.report import FileReport, GameReport, Report, Wishes, file_report
from brusqlog.checking.report import report as report_of
from brusqlog.checking.run import judged
from brusqlog.checking.text import text as findings_text
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import lines, style_of, tell, write
from brusqlog.cli.picking import among, seat_of, spoken_in, wanted
from brusqlog.cli.rulesets import rulesets
from brusqlog.game.findings import Finding
from brusqlog.game.judge import Judgement
from brusqlog.log.reader import Fault, GameLog
from brusqlog.show.markdown import markdown
from brusqlog.show.record import course_after, game_record, state_record
from brusqlog.show.records import GameRecord, Replay
from brusqlog.show.state import state_text
from brusqlog.show.telling import Part
from brusqlog.show.text import text
from brusqlog.spelling import Style
from brusqlog.versions.redaction import seen_log

SourceGames = tuple[str, Iterable[GameLog | Fault]]
"""A file by name, with its games."""


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    path: str
    game: str | None = None
    hand: int | None = None
    trick: int | None = None
    after: int | None = None
    seat: str | None = None
    partner_hidden: bool = False
    rules: Sequence[str] = ()
    form: str = "text"
    follow: bool = False
    step: bool = False
    lang: str | None = None
    color: str = "auto"

    @property
    def whole(self) -> bool:
        """Whether whole games are told, not hands or tricks picked out."""
        return self.hand is None and self.trick is None


class Told(Struct, frozen=True, kw_only=True):
    """A game to tell: as it was read or, with --seat, seen; as it was judged; and the report."""

    log: GameLog
    judgement: Judgement
    report: GameReport


def run(asked: Asked) -> None:
    """Judge and tell the games asked for, and end with the exit code."""
    if asked.partner_hidden and asked.seat is None:
        raise wrong("--partner", "this means nothing without {other}.", other="--seat")
    if asked.after is not None:
        others = {"--hand": asked.hand, "--trick": asked.trick}
        given = [option for option, value in others.items() if value is not None]
        for other in [*given, *(["--format md"] if asked.form == "md" else [])]:
            raise wrong("--after", "this cannot be given with {other}.", other=other)
    if asked.step:
        _step(asked)
    style = style_of(sys.stdout, spoken_in(asked.lang, [asked.path]), asked.color, asked.form)
    if asked.follow:
        _follow(asked, style)
    telling = Telling(asked, style)
    write(telling.pieces())
    raise typer.Exit(telling.exit_code)


def _step(asked: Asked) -> None:
    """Go on until the person leaves."""
    from brusqlog.cli import stepping

    if asked.form != "text":
        raise wrong("--step", "this cannot be given with {other}.", other="--format")
    if asked.follow:
        raise wrong("--step", "this cannot be given with {other}.", other="--follow")
    stepping.run(asked)


def _follow(asked: Asked, style: Style) -> None:
    """Go on until interrupted."""
    from brusqlog.cli import following

    if asked.form != "text" or asked.after is not None or not asked.whole:
        raise wrong("--follow", "this tells whole games as text.")
    following.one_file([asked.path], "--follow")
    following.replay(asked, style)


class Telling:
    """Tells games as they are read; what cannot be read, and for programs also what was found, goes
    where `say` takes it."""

    def __init__(
        self,
        asked: Asked,
        style: Style,
        files: Iterable[SourceGames] | None = None,
        say: Callable[[str], None] = tell,
    ) -> None:
        self.asked = asked
        self.say = say
        self.style = style
        self.rulesets = rulesets(asked.rules)
        self.files = among(asked.path, asked.game, self.rulesets) if files is None else files
        self.wishes = Wishes(style=style, rulesets=self.rulesets)
        self.exit_code = OK

    def pieces(self) -> Iterator[str]:
        """What to write, game by game."""
        if self.asked.after is not None:
            yield from self._state(self.asked.after)
        elif self.asked.form == "json":
            yield _encoded(Replay(games=list(self._bare())))
        elif self.asked.form == "jsonl":
            yield from map(_encoded, self._bare())
        else:
            for index, (told, record) in enumerate(self._records()):
                yield "\n" if index else ""
                yield from self._text(told, record)

    def _text(self, told: Told, record: GameRecord | None) -> Iterator[str]:
        if record is None:
            yield from self._findings(told.report)
            return
        layout = markdown if self.asked.form == "md" else text
        findings = [finding for finding in told.report.findings if _lies_in(finding, self.asked)]
        part = Part(whole=self.asked.whole, trick=self.asked.trick, status=not self.asked.follow)
        header = told.log.header
        partners = header is not None and header.partners is True and len(header.players) == 4
        yield from lines(layout(record, findings, self.style, part, partners=partners))

    def _bare(self) -> Iterator[GameRecord]:
        """The records without findings, which go to standard error."""
        for told, record in self._records():
            self._complain(told.report)
            if record is not None:
                yield only_trick(record, self.asked.trick)

    def _records(self) -> Iterator[tuple[Told, GameRecord | None]]:
        """Each game with its record, if it has a header that can be read, and not at all if it has
        none of the hands and tricks asked for."""
        nothing = True
        for told in self._games():
            record = None
            if told.log.readable:
                record = picked(game_record(told.log, told.judgement, self.rulesets), self.asked)
            if record is None or self.asked.whole or record.hands:
                nothing = False
                yield told, record
        if nothing and not self.asked.whole:
            if self.asked.trick is None:
                raise wrong("--hand", "hand {number} was not played.", number=self.asked.hand)
            raise wrong("--trick", "trick {number} was not played.", number=self.asked.trick)

    def _state(self, seq: int) -> Iterator[str]:
        """The state after an event of the one game, with what was found at the event."""
        logs = self.logs()
        log = next(logs, None)
        if log is None:
            raise wrong("--after", "there is no {noun} {given!r}.", noun="game", given=1)
        if others := sum(1 for _ in logs):
            template = "{count} games are there; choose one with --game."
            raise wrong("--after", template, count=1 + others)
        told = self.told(log)
        if not told.log.readable:
            self._complain(told.report)
            return
        if seq >= len(told.log.events):
            template = "there is no event {seq}; the last one is {last}."
            raise wrong("--after", template, seq=seq, last=len(told.log.events) - 1)
        findings = [finding for finding in told.report.findings if finding.seq == seq]
        state = state_record(
            told.log,
            seq,
            self.rulesets,
            seat=None if self.asked.seat is None else seat_of(self.asked.seat, told.log),
            partner_hidden=self.asked.partner_hidden,
        )
        if self.asked.form in ("json", "jsonl"):
            self._complain(replace(told.report, findings=findings))
            yield _encoded(state)
        else:
            assert told.log.header is not None
            players = told.log.header.players
            in_play = course_after(told.log, seq, self.rulesets).in_play
            yield from lines(state_text(state, players, self.style, findings, in_play=in_play))

    def _games(self) -> Iterator[Told]:
        """The games asked for, judged."""
        return map(self.told, self.logs())

    def logs(self) -> Iterator[GameLog]:
        """The games asked for; a complaint on standard error for what cannot be read."""
        found = False
        others: dict[str, None] = {}
        for file, games in self.files:
            for log in games:
                if isinstance(log, Fault):
                    self._complain(file_report(file, [log], self.wishes, games=0))
                elif wanted(log, self.asked.game):
                    found = True
                    yield log
                elif log.header is not None:
                    others[log.header.id] = None
        if not found and self.exit_code == OK and self.asked.game is not None:
            raise unknown("--game", self.asked.game, list(others), "game")

    def told(self, log: GameLog) -> Told:
        """The game judged, its errors in the exit code."""
        judgement = judged(log, self.rulesets)
        report = report_of(log, judgement, self.wishes)
        if report.entry.errors:
            self.exit_code = max(self.exit_code, ERRORS)
        asked = self.asked.seat if log.readable else None
        if asked is not None:
            # Findings, too, say no more than that player could know.
            log = seen_log(log, seat_of(asked, log), partner=not self.asked.partner_hidden)
            report = report_of(log, judged(log, self.rulesets), self.wishes)
        return Told(log=log, judgement=judgement, report=report)

    def _findings(self, report: Report) -> Iterator[str]:
        if self.asked.seat is not None:  # the text says more than that player could know
            report = replace(report, excerpts={})
        return findings_text([report], self.style)

    def _complain(self, report: Report) -> None:
        self.say("".join(self._findings(report)))
        if isinstance(report, FileReport) and report.read != "whole":
            self.exit_code = UNREAD


def picked(game: GameRecord, asked: Asked) -> GameRecord:
    """The game with only the hands asked for that hold the trick asked for."""
    hands = [
        hand
        for hand in game.hands
        if asked.hand in (None, hand.number)
        and (asked.trick is None or any(trick.number == asked.trick for trick in hand.tricks))
    ]
    return replace(game, hands=hands)


def only_trick(game: GameRecord, number: int | None) -> GameRecord:
    """The game with no other trick in its hands."""
    if number is None:
        return game
    return replace(
        game,
        hands=[
            replace(hand, tricks=[trick for trick in hand.tricks if trick.number == number])
            for hand in game.hands
        ],
    )


def _lies_in(finding: Finding, asked: Asked) -> bool:
    in_hand = asked.hand in (None, finding.hand)
    return in_hand and asked.trick in (None, finding.trick)


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode() + "\n"
