"""Of many games those in which certainly nothing is wrong.

The screen finds no fault and says nothing of one: it passes games that are plain and clean, and
leaves all others to the fold. Both read the same tables.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.clock import clock_of, times
from brusqlog.bulk.games import Ledger, judge_games
from brusqlog.bulk.hands import Outcome, outcomes
from brusqlog.bulk.layout import Layout, Places, laid_out
from brusqlog.bulk.lexicon import Header, Lexicon, Lines
from brusqlog.bulk.lowered import Table, table, walkable
from brusqlog.bulk.repeats import Text
from brusqlog.game.events import Game
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import Terms, terms_of

MOST: Final = 1 << 31
"""Counters of a stake or a bank beyond which sums are left to the fold."""


_lexicon = Lexicon()
"""The lines seen before, in any file."""


class Screened(NamedTuple):
    """The games of a block, from its first header on."""

    line_count: int
    """Lines of the block."""
    lines: Places
    """The lines at which they begin, from 0."""
    bytes: Places
    """Where these lines begin in the text."""
    clean: NDArray[np.bool_]
    finished: NDArray[np.bool_]
    """Of the clean ones: whether they are played to their length."""
    hands: Places
    events: Places
    headers: list[Header]
    outcomes: list[tuple[Table, Outcome]]
    """What came of the hands, those of one agreement together; of games that are not clean only
    what it seems."""
    game_of: Places
    """By hand: its game."""
    text: Lines
    layout: Layout
    instants: NDArray[np.int64] | None
    """By line: when it was written, in nanoseconds; None where lines tell no times."""


class Screen:
    """Screens block after block of one run."""

    def __init__(self, rulesets: Mapping[str, Ruleset] | None = None) -> None:
        self._rulesets = rulesets or {}

    def block(self, text: Text, size: int, *, closed: bool = True) -> Screened | None:
        """Screen the lines that the first bytes of a text are; None if no game begins in them.
        `closed`: the last one is whole."""
        clock = clock_of(text, size)
        lines = _lexicon.read(text, size, len(clock.pattern) if clock else 0)
        if clock is not None:
            told = times(text, lines.ends, clock)
            lines.codes[~told.known] = 0
        layout = laid_out(lines)
        if layout is None:
            return None
        clean, finished = layout.sound.copy(), np.zeros(len(layout.games), np.bool_)
        clean[-1] &= closed
        headers = [lines.single(code) for code in layout.codes[layout.games].tolist()]
        found: list[tuple[Table, Outcome]] = []
        for terms, games in self._agreements(headers, clean).items():
            judged = _judged(lines, layout, terms, games)
            clean[games], finished[games] = judged.clean, judged.over
            found += [(table(terms), outcome) for outcome in judged.outcomes]
        hands = np.bincount(layout.game_of, minlength=len(layout.games))
        starts = layout.headers
        if clock is not None:
            backwards = np.diff(told.instants, prepend=told.instants[0]) < 0
            backwards[starts] = False
            places = np.flatnonzero(backwards[starts[0] :]) + starts[0]
            clean[np.searchsorted(starts, places, "right") - 1] = False
        return Screened(
            line_count=len(lines.ends),
            lines=starts,
            bytes=np.where(starts > 0, lines.ends[starts - 1] + 1, 0),
            clean=clean,
            finished=finished,
            hands=hands,
            events=layout.events_of,
            headers=headers,
            outcomes=found,
            game_of=layout.game_of,
            text=lines,
            layout=layout,
            instants=None if clock is None else told.instants,
        )

    def _agreements(self, headers: list[Header], hopeful: NDArray[np.bool_]) -> dict[Terms, Places]:
        """The games by what was agreed on. `hopeful` loses those that are not for the screen."""
        found: dict[Terms, list[int]] = {}
        # Many games share their header, but for the id; it is the same object then.
        shared: dict[int, tuple[Game, list[int] | None]] = {}
        for game in np.flatnonzero(hopeful).tolist():
            header = headers[game].game
            if id(header) not in shared:
                terms, breaches = terms_of(header, self._rulesets)
                passes = not breaches and screenable(terms)
                shared[id(header)] = header, found.setdefault(terms, []) if passes else None
            games = shared[id(header)][1]
            if games is None:
                hopeful[game] = False
            else:
                games.append(game)
        return {terms: np.array(games) for terms, games in found.items() if games}


def screenable(terms: Terms) -> bool:
    """Whether games of an agreement can be judged in bulk."""
    return walkable(terms) is not None and terms.stake < MOST and terms.bank < MOST


class _Judged(NamedTuple):
    """Games of one agreement, and what came of their hands."""

    clean: NDArray[np.bool_]
    over: NDArray[np.bool_]
    outcomes: list[Outcome]


def _judged(lines: Lines, layout: Layout, terms: Terms, games: Places) -> _Judged:
    tables = table(terms)
    chosen = np.zeros(len(layout.games), np.bool_)
    chosen[games] = True
    hands = np.flatnonzero(chosen[layout.game_of])
    found = list(outcomes(lines, layout, terms, tables, hands))
    ledger = Ledger.of(found, hands, terms.players)
    clean, over = judge_games(lines, layout, terms, tables, games, ledger)
    return _Judged(clean, over, found)
