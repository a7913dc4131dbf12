"""The screen held against the fold: what comes out of a text with it, and what without."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import zip_longest
from typing import Any

from brusqlog.checking import screening
from brusqlog.checking.report import CleanGames, GameReport, Wishes, report
from brusqlog.checking.run import judged
from brusqlog.game.ruleset import Ruleset
from brusqlog.log import sources
from brusqlog.log.reader import Fault, GameLog, read_logs

NAME = "games.brusq.jsonl"


class Folded:
    """A text without the screen: its games and other faults as they are read, and of each game what
    the fold says, worked out when it is first asked for."""

    def __init__(
        self,
        text: bytes,
        rulesets: Mapping[str, Ruleset] | None = None,
        *,
        require_finished: bool = False,
    ) -> None:
        self.text = text
        self.wishes = Wishes(rulesets=rulesets or {}, require_finished=require_finished)
        found = list(read_logs(io.BytesIO(text), name=NAME))
        self.logs = [each for each in found if isinstance(each, GameLog)]
        self.faults = [each for each in found if isinstance(each, Fault)]
        self._reports: dict[int, GameReport] = {}

    def report(self, game: int) -> GameReport:
        """What is said of the game of that place, from 0."""
        if game not in self._reports:
            log, wishes = self.logs[game], self.wishes
            self._reports[game] = report(log, judged(log, wishes.rulesets), wishes)
        return self._reports[game]

    def silent(self, game: int) -> bool:
        """Whether there is nothing to say of it."""
        return not self.report(game).findings


@dataclass
class Tally:
    """What was compared; numbers add up."""

    games: int = 0
    hands: int = 0
    passed: int = 0
    due: int = 0
    """Games that the screen had to pass, the fold being silent."""
    told: list[str] = field(default_factory=list)
    """What differs, or was not passed though due."""

    def __iadd__(self, other: "Tally") -> "Tally":
        self.games += other.games
        self.hands += other.hands
        self.passed += other.passed
        self.due += other.due
        self.told += other.told
        return self


def compared(
    fold: Folded,
    *,
    size: int = screening.BLOCK,
    step: int = sources.PIECE,
    due: Sequence[bool] = (),
    names: Sequence[str] = (),
    first: bool = False,
) -> Tally:
    """Read a text through the screen in blocks of that size, `step` bytes at once, and hold every
    game against the fold, all or up to the `first` that differs.
    Of those that are `due` the screen must pass all of which the fold says nothing. `names` of the
    games are told where they differ.

    A game that is passed must be silent, with the entry that the fold gives it. One that is not
    comes out as a log, which must be the same in all that judge and report look at: the report is
    the same then, and not made twice.
    """
    module = import_module(screening.__name__)  # one broken on purpose, for a test of this test
    run = module.Screening(
        fold.wishes.rulesets,
        require_finished=fold.wishes.require_finished,
        size=size,
        worth=0,
    )
    found = list(run.games(Slow(fold.text, step), name=NAME))
    games = [game for each in found for game in _each(each)]
    faults = [each for each in found if isinstance(each, Fault)]
    tally = Tally()

    def tell(place: int, what: str) -> None:
        name = names[place] if place < len(names) else ""
        tally.told.append(f"size {size}, step {step}, game {place + 1} {name}: {what}")

    if faults != fold.faults:
        tell(len(games), f"faults {faults}, without the screen {fold.faults}")
    for place, (game, log) in enumerate(zip_longest(games, fold.logs)):
        if first and tally.told:
            break
        tally.games += 1
        if game is None or log is None:
            tell(place, "there is none with or without the screen")
            break
        if isinstance(game, GameLog):
            if _facts(game) != _facts(log):
                tell(place, "read otherwise")
            if place < len(due) and due[place] and fold.silent(place):
                tally.due += 1
                tell(place, "not passed")
            continue
        tally.passed += 1
        tally.due += place < len(due) and due[place]
        tally.hands += game.hands
        if not fold.silent(place) or game != fold.report(place).entry:
            codes = [finding.code for finding in fold.report(place).findings]
            tell(place, f"passed as {game}, but {fold.report(place).entry} {codes}")
    return tally


class Slow(io.BytesIO):
    """A handle that gives no more than `step` bytes at once."""

    def __init__(self, text: bytes, step: int) -> None:
        super().__init__(text)
        self.step = step

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes."""
        return super().read(min(size, self.step) if size and size > 0 else self.step)


def _each(found: GameLog | CleanGames | Fault) -> Iterator[Any]:
    """The games, each as its log or as its entry."""
    if isinstance(found, CleanGames):
        yield from found.entries
    elif isinstance(found, GameLog):
        yield found


def _facts(log: GameLog) -> list[object]:
    """All that is known of a log."""
    return [
        log.file, log.index, log.line, log.byte, log.raw, log.events, log.faults,
        log.torn, log.full, log.newer, log.readable,
    ]  # fmt: skip
