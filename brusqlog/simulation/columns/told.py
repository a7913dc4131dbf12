"""Rows of hand tables told as the logs that they stand for, many at once.

They are told as `simulate` tells its games; `bulk.rows` does the same one by one.
"""

from collections.abc import Iterator, Mapping

import msgspec
import numpy as np
from msgspec.structs import replace

from brusqlog.bulk.columns import Columns
from brusqlog.bulk.judging import Hands as Judged
from brusqlog.bulk.judging import Judging
from brusqlog.bulk.lockstep import seat
from brusqlog.bulk.lowered import Array
from brusqlog.bulk.rows import header_of, id_of
from brusqlog.game.events import Game
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import Terms
from brusqlog.simulation.columns.games import Ends
from brusqlog.simulation.columns.ground import Ground
from brusqlog.simulation.columns.hands import Hands
from brusqlog.simulation.columns.lines import OPEN, Codes
from brusqlog.simulation.columns.text import Writer
from brusqlog.simulation.setup import Plan, Setup


class Telling:
    """Tells rows as logs. `rulesets` are rulesets of one's own, by full name."""

    def __init__(self, rulesets: Mapping[str, Ruleset] | None = None) -> None:
        self.judging = Judging(rulesets)
        self._writers: dict[Terms, _Writer] = {}

    def logs(self, columns: Columns, before: int) -> list[bytes | None]:
        """The logs of rows of which `check` has nothing to say, None of the others. `before` is the
        number of rows before these in their file."""
        found: list[bytes | None] = [None] * len(columns.deck)
        for hands in self.judging.hands(columns):
            clean = np.flatnonzero(hands.clean)
            if not len(clean):
                continue
            if hands.terms not in self._writers:
                header = header_of(columns.row(int(hands.rows[0])), 1)
                assert header is not None
                self._writers[hands.terms] = _Writer(hands.terms, header)
            rows = hands.rows[clean]
            texts = self._writers[hands.terms].texts(columns, hands, clean, before)
            for row, text in zip(rows.tolist(), texts, strict=True):
                found[row] = text
        return found


class _Writer(Writer):
    """Writes rows of one agreement."""

    def __init__(self, terms: Terms, header: Game) -> None:
        n = terms.players
        plan = Plan(setup=Setup(players=n), header=header, terms=terms, bots=("random",) * n)
        super().__init__(Ground(plan))
        self.columns: Columns | None = None
        self.rows: Array = np.zeros(0, np.int64)
        self.before = 0
        self.heads: dict[tuple[object, ...], tuple[bytes, bytes]] = {}

    def texts(
        self, columns: Columns, judged: Judged, chosen: Array, before: int
    ) -> Iterator[bytes]:
        """The logs of some of the rows judged."""
        self.columns, self.rows, self.before = columns, judged.rows[chosen], before
        count, dealer = len(self.rows), columns.dealer[self.rows].astype(np.uint8)
        n, pack = self.ground.terms.players, self.ground.table.pack
        eldest = seat(dealer + np.uint8(1), n)
        points = judged.points[:, chosen]
        hands = Hands(
            game=np.ones(count, np.uint64),
            number=np.ones(count, np.uint64),
            pair=np.zeros(count, np.uint8),
            dealer=dealer,
            deck=columns.deck[self.rows, :pack].T,
            plays=columns.plays[self.rows, :pack].T,
            leaders=np.concatenate([eldest[None], judged.takers[:, chosen]]),
            points=points,
            net=judged.net_payments[:, chosen],
        )
        ends = Ends(
            awards=judged.awards[:, chosen],
            last=np.ones(count, np.bool_),
            totals=points.astype(np.int64),
            purses=judged.purses[:, chosen],
        )
        yield from self._texts(hands, ends)

    def _headers(self, hands: Hands) -> Codes:
        """The headers of the rows, each with its own id."""
        columns = self.columns
        assert columns is not None
        made = []
        for row in self.rows.tolist():
            game, number = (
                None if column is None else column[row] for column in (columns.game, columns.number)
            )
            names = None if columns.identities is None else columns.identities[row]
            kind = (
                columns.rules[row],
                columns.removed[row].tobytes(),
                None if names is None else tuple(names),
            )
            if kind not in self.heads:
                header = header_of(columns.row(row), 1)
                assert header is not None
                self.heads[kind] = self.around(replace(header, id=OPEN))
            before, after = self.heads[kind]
            name = id_of(game, number, self.before + row + 1)
            made.append(before + msgspec.json.encode(name)[1:-1] + after)
        found: Codes = self.shelf.lend(made)
        return found
