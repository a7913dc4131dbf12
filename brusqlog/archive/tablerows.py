"""Hand tables on their way into an archive: rows that are played by the rules many at once."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from brusqlog.archive.clean import Run
from brusqlog.bulk import reading
from brusqlog.bulk.columns import Columns
from brusqlog.bulk.screen import Screen
from brusqlog.checking.report import CleanGames
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.gamelog import GameLog
from brusqlog.log.sources import Source
from brusqlog.simulation.columns.text import CHUNK
from brusqlog.simulation.columns.told import Telling


def rows(
    source: Source, name: str, rulesets: Mapping[str, Ruleset]
) -> Iterator[GameLog | CleanGames | Fault]:
    """The rows of a hand table as games, those of which there is nothing to say with their
    `Run`."""
    told = _Rows(name, rulesets)
    for part in reading.parts(source, name):
        if isinstance(part, Fault):
            yield part
            continue
        for start in range(0, len(part.columns.deck), CHUNK):
            yield from told.games(part.columns.part(start, start + CHUNK), part.before + start)


class _Rows:
    def __init__(self, name: str, rulesets: Mapping[str, Ruleset]) -> None:
        self.name, self.rulesets = name, rulesets
        self.telling, self.screen = Telling(rulesets), Screen(rulesets)

    def games(self, columns: Columns, before: int) -> Iterator[GameLog | CleanGames]:
        """The games of rows, before which there are so many in the file."""
        texts = self.telling.logs(columns, before)
        logs = [text for text in texts if text is not None]
        text = b"".join(logs)
        found = self.screen.block(text, len(text)) if logs else None
        passed = [] if found is None else found.clean.tolist()
        of_log = iter(range(len(logs)))
        places = [next(of_log) if text is not None else -1 for text in texts]
        is_clean = [place >= 0 and bool(passed[place]) for place in places]
        for clean, group in groupby(range(len(texts)), is_clean.__getitem__):
            run = list(group)
            if not clean or found is None:
                for row in run:
                    yield columns.log(row, self.name, before + row + 1, self.rulesets)
                continue
            first, games = places[run[0]], range(places[run[0]], places[run[-1]] + 1)
            yield CleanGames(
                file=self.name,
                index=before + run[0] + 1,
                ids=[found.headers[game].id for game in games],
                lines=[before + row + 1 for row in run],
                statuses=["finished"] * len(run),
                hands=[1] * len(run),
                events=found.events[first : games.stop].tolist(),
                derived=[Run(found, first, [memoryview(logs[game]) for game in games])],
            )
