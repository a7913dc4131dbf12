"""Clean games as columns of the archive's tables: what `rows` says of a game, of many at once."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.archive import digests, keys
from brusqlog.archive.hands import Columns, Hands
from brusqlog.archive.played import Row, event_row
from brusqlog.archive.rows import Origin, header_row, player_row
from brusqlog.bulk.layout import Places
from brusqlog.bulk.lexicon import NOTE
from brusqlog.bulk.payout import Numbers
from brusqlog.bulk.screen import Screened
from brusqlog.checking.report import CleanGames
from brusqlog.checking.screening import STATUS, Screening
from brusqlog.game import rules
from brusqlog.game.events import Game
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import Terms, terms_of
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.log.sources import Source

MOST: Final = max(rules.PLAYERS.values())
"""Seats at most."""


class _Kind(NamedTuple):
    """What games have in common whose headers say the same but for their ids."""

    terms: Terms
    row: Row
    players: list[Row]
    form: bytes | None


class Run(NamedTuple):
    """Clean games of a block, one after another from the `first` of them on. Their `lines` are
    there until the next block is asked for."""

    found: Screened
    first: int
    lines: Sequence[memoryview]


def _run(found: Screened, text: memoryview, first: int, stop: int, index: int) -> tuple[Run]:
    bounds = [*found.bytes[first:stop].tolist(), len(text)]
    if stop < len(found.bytes):
        bounds[-1] = int(found.bytes[stop])
    return (Run(found, first, [text[begin:end] for begin, end in pairwise(bounds)]),)


def screened(
    source: Source, name: str, rulesets: Mapping[str, Ruleset]
) -> Iterator[GameLog | CleanGames | Fault]:
    """The games of a source of logs; clean ones come with their `Run`."""
    return Screening(rulesets, derive=_run, worth=0).games(source, name=name)


class Clean:
    """The games of a block that was screened, of which some are wanted."""

    def __init__(self, found: Screened, rulesets: Mapping[str, Ruleset]) -> None:
        self.found, self.rulesets = found, rulesets
        self.names = np.full(len(found.clean), None, object)
        self.position = np.zeros(len(found.clean), np.int64)
        self._kinds: dict[int, _Kind] = {}

    def want(self, game: int, name: str, position: int) -> None:
        """Want one more game, which is called so in the archive and stands there in its file."""
        self.names[game], self.position[game] = name, position

    def columns(self, origin: Origin) -> Iterator[tuple[str, Columns]]:
        """The columns of the games wanted, by the name of the table."""
        wanted = self.position > 0
        games = np.flatnonzero(wanted)
        if not len(games):
            return
        kinds = [self._kind(self.found.headers[game].game) for game in games.tolist()]
        ledger = _Ledger(len(self.found.game_of))
        groups = []
        for table, outcome in self.found.outcomes:
            these = wanted[self.found.game_of[outcome.hands]]
            if these.any():
                groups.append(Hands(self.found, self.names, table, outcome, these))
                ledger.enter(groups[-1])
        sums = _Sums(self.found, ledger, games, kinds)
        yield "games", self._games(games, kinds, sums, ledger, origin)
        yield "seats", self._seats(games, kinds, sums)
        yield "notes", self._notes()
        for group in groups:
            yield from group.columns(None if self._is_for_points(group) else sums.pot)

    def _is_for_points(self, group: Hands) -> bool:
        return self._kind(self.found.headers[group.index[0]].game).terms.for_points

    def _kind(self, header: Game) -> _Kind:
        if id(header) not in self._kinds:
            terms, _ = terms_of(header, self.rulesets)
            form = keys.form(header, terms, self.rulesets)
            self._kinds[id(header)] = _Kind(
                terms=terms,
                row=header_row(header),
                players=[player_row(header, seat) for seat in range(terms.players)],
                form=None if form is None else keys.encoded(form, []),
            )
        return self._kinds[id(header)]

    def _games(
        self,
        games: Places,
        kinds: Sequence[_Kind],
        sums: "_Sums",
        ledger: "_Ledger",
        origin: Origin,
    ) -> Columns:
        found, count = self.found, len(games)
        bounds = list(zip(kinds, sums.first.tolist(), sums.stop.tolist(), strict=True))
        columns: dict[str, Any] = {
            "game": self.names[games],
            "id": [found.headers[game].id for game in games.tolist()],
            "position": self.position[games],
            "status": [STATUS[over] for over in found.finished[games].tolist()],
            "hands": found.hands[games],
            "events": found.events[games],
            "play_key": [
                digests.key(kind.form, ledger.played[first:stop]) for kind, first, stop in bounds
            ],
            "deal_key": [
                digests.key(kind.form, ledger.dealt[first:stop]) for kind, first, stop in bounds
            ],
            "errors": np.zeros(count, np.int64),
            "warnings": np.zeros(count, np.int64),
        }
        for name in kinds[0].row:
            columns[name] = [kind.row[name] for kind in kinds]
        for name, value in origin._asdict().items():
            columns[name] = [value] * count
        return {name: _column(values) for name, values in columns.items()}

    def _seats(self, games: Places, kinds: Sequence[_Kind], sums: "_Sums") -> Columns:
        players = [row for kind in kinds for row in kind.players]
        columns: Columns = {}
        for name in players[0]:
            columns[name] = _column([row[name] for row in players])
        columns["game"] = np.repeat(self.names[games], sums.players)
        sits = np.arange(MOST)[:, None] < sums.players
        results = {
            "purse": np.where(sums.for_points, None, sums.purses.astype(object)),
            "total": sums.points,
            "rank": sums.ranks(),
            "hands_won": sums.won,
            "net_payments": sums.net,
        }
        for name, values in results.items():
            columns[name] = np.asarray(values).T[sits.T]
        return columns

    def _notes(self) -> Columns:
        found, layout, text = self.found, self.found.layout, self.found.text
        rows: list[Row] = []
        hands = layout.lines[layout.hands]
        lines = np.flatnonzero(text.kind.take(text.codes) == NOTE)
        for line in lines[lines >= found.lines[0]].tolist():
            game = int(np.searchsorted(found.lines, line, "right")) - 1
            hand = int(np.searchsorted(hands, line)) - 1
            if self.position[game] > 0:
                within = hand >= 0 and found.game_of[hand] == game
                number = text.number[layout.codes[layout.hands[hand]]] if within else None
                row = {"game": self.names[game], "hand": number and int(number)}
                event = text.single(int(text.codes[line]))
                rows.append(event_row(event) | row | {"seq": line - int(found.lines[game])})
        names = ("game", "hand", "seq", "seat", "text", "data")
        return {name: _column([row[name] for row in rows]) for name in names}


class _Ledger:
    """What came of all hands of a block, by seat and hand."""

    def __init__(self, hands: int) -> None:
        self.points, self.net, self.awards = (np.zeros((MOST, hands), np.int64) for _ in range(3))
        self.won = np.zeros((MOST, hands), np.bool_)
        self.played: list[bytes | None] = [None] * hands
        self.dealt: list[bytes | None] = [None] * hands

    def enter(self, group: Hands) -> None:
        """Enter some hands."""
        outcome, n = group.outcome, group.table.players
        self.points[:n, outcome.hands] = outcome.points
        self.net[:n, outcome.hands] = outcome.net
        self.awards[:n, outcome.hands] = outcome.awards
        self.won[:n, outcome.hands] = group.winners
        for hand, played, dealt in zip(outcome.hands.tolist(), *group.forms(), strict=True):
            self.played[hand], self.dealt[hand] = played, dealt


class _Sums:
    """What games come to, by seat and game, and the pot of each hand of the block."""

    def __init__(
        self, found: Screened, ledger: _Ledger, games: Places, kinds: Sequence[_Kind]
    ) -> None:
        self.first = np.searchsorted(found.game_of, games)
        self.stop = np.searchsorted(found.game_of, games, "right")

        def agreed(value: Any) -> NDArray[Any]:
            return np.array([value(kind.terms) for kind in kinds])

        self.players = agreed(lambda terms: terms.players)
        self.for_points = agreed(lambda terms: terms.for_points)
        self.partners = agreed(lambda terms: terms.partners)
        stake = np.where(self.for_points, 0, agreed(lambda terms: terms.stake))
        self.points, self.net = self._of(ledger.points), self._of(ledger.net)
        self.won = self._of(ledger.won)
        staked = stake * (self.stop - self.first)
        self.purses = agreed(lambda terms: terms.bank) + self.net + self._of(ledger.awards) - staked
        self.pot = self._pots(found, ledger, games, stake * self.players)

    def _of(self, each: NDArray[Any]) -> Numbers:
        """The sums over the hands of each game."""
        sums = np.zeros((len(each), each.shape[1] + 1), np.int64)
        np.cumsum(each, axis=1, out=sums[:, 1:])
        return sums[:, self.stop] - sums[:, self.first]

    def _pots(self, found: Screened, ledger: _Ledger, games: Places, staked: Numbers) -> Numbers:
        """Of each hand what lies in the pot when all have staked: with what was left before."""
        added = np.zeros(len(found.clean), np.int64)
        added[games] = staked
        stakes = added[found.game_of]
        left = np.cumsum(stakes - ledger.awards.sum(axis=0))
        before = np.append(0, left)[self.first]
        start = np.zeros(len(found.clean), np.int64)
        start[games] = before
        return np.asarray(np.append(0, left[:-1]) - start[found.game_of] + stakes)

    def ranks(self) -> Numbers:
        """The place of each seat in the ranking."""
        sides = [rules.side_of(seat, MOST - 1, True) for seat in range(MOST - 1)]
        sums = np.stack([*(self.points[list(side)].sum(axis=0) for side in sides), self.points[-1]])
        totals = np.where(self.partners, sums, self.points)
        scores = np.where(self.for_points, totals, self.purses)
        sits = np.arange(MOST)[:, None] < self.players
        better = [((scores > own) & sits).sum(axis=0) for own in scores]
        return np.stack(better) + 1


def _column(values: Any) -> NDArray[Any]:
    """Python values as a column; arrays of numbers stay as they are."""
    return values if isinstance(values, np.ndarray) else np.array(values, object)
