"""Hand tables judged: rows that are played by the rules are only counted, the others are logs."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any

from brusqlog.bulk import reading
from brusqlog.bulk.columns import Columns
from brusqlog.bulk.judging import Judging, Verdict
from brusqlog.bulk.rows import id_of
from brusqlog.checking.report import CleanGames, GameReport, Wishes, report
from brusqlog.checking.run import Account, judged, size_of
from brusqlog.log.faults import Fault
from brusqlog.log.identity import beginnings
from brusqlog.log.sources import Source

OWING = "purse-below-zero"
"""What there may be to say of a hand that is played by the rules."""


def reports(
    file: str, source: Source, wishes: Wishes, account: Account
) -> Iterator[GameReport | CleanGames]:
    """The reports of the rows of a source, in order. What there is to say of the file besides is
    put into `account`."""
    judging, size = Judging(wishes.rulesets), size_of(source)
    for part in reading.parts(source, file):
        if isinstance(part, Fault):
            account.faults.append(part)
        else:
            yield from _reports(part.columns, file, judging, wishes, account)
            account.size = size * account.games // part.total


def _reports(
    columns: Columns, file: str, judging: Judging, wishes: Wishes, account: Account
) -> Iterator[GameReport | CleanGames]:
    before = account.games
    verdict = Verdict([(0, len(columns.deck), False)], [], {})
    if wishes.screen:
        verdict = judging.verdict(columns, told=wishes.wants(OWING))
    for start, end, passed in verdict.runs:
        if passed and account.due is None:
            account.games = before + end
            yield CleanGames(
                file=file,
                index=before + start + 1,
                ids=_Ids(columns, before, range(start, end)),
                lines=range(before + start + 1, before + end + 1),
                statuses=["finished"] * (end - start),
                hands=[1] * (end - start),
                events=verdict.events[start:end],
            )
            continue
        for row in range(start, end):
            account.games += 1
            log = columns.log(row, file, account.games, wishes.rulesets)
            if account.due is not None and account.due in beginnings(log):
                account.due = None
            judgement = verdict.owing.get(row)
            if judgement is not None:
                log.faults = []
            yield report(log, judgement or judged(log, wishes.rulesets), wishes)


class _Ids(Sequence[str]):
    """What rows are called, worked out when they are asked for."""

    def __init__(self, columns: Columns, before: int, rows: range) -> None:
        self.columns, self.before, self.rows = columns, before, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Any:
        return list(self)[index]

    def __iter__(self) -> Iterator[str]:
        rows = slice(self.rows.start, self.rows.stop)
        columns, numbers = self.columns, (row + self.before + 1 for row in self.rows)
        games, hands = (
            repeat(None) if column is None else iter(column[rows])
            for column in (columns.game, columns.number)
        )
        return map(id_of, games, hands, numbers)

    def __reduce__(self) -> tuple[type[list[str]], tuple[list[str]]]:
        return list, (list(self),)
