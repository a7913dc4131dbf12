"""The screen and the fold agree: on games as people write them, with slips, with wrong bytes.

`python -m tests.screening` is the same at large.
"""

import gzip
import io
import random
from collections.abc import Iterable

import pytest

from brusqlog.bulk import hands, lexicon, repeats, screen
from brusqlog.checking.report import CleanGames
from brusqlog.checking.screening import BLOCK, Screening
from brusqlog.game import terms
from brusqlog.game.events import Note, Play
from brusqlog.log.framing import KEPT, LINE_LIMIT
from brusqlog.log.gamelog import LOG_LIMIT, GameLog
from brusqlog.log.sources import PIECE
from tests.bulk.agreeing import NAME, Folded, Tally
from tests.bulk.corpora import SIZES, Case, flip_case, mutant_case, plain, plain_cases, slip_case
from tests.bulk.manners import Manner, due, written
from tests.bulk.plain_games import OWN, STRATA, Log, known_ties, simulations
from tests.bulk.slipping import SLIPS, changed, places
from tests.bulk.texts import BOM, text_of, timed
from tests.screening import Part, table

EVERY = range(len(STRATA))


def logs_of(seed: int, strata: Iterable[int] = EVERY) -> list[Log]:
    """Some games, in all manners of writing."""
    return [game.log for game in plain(random.Random(seed), 1, [*strata])]


def whole(manner: Manner, strata: Iterable[int] = range(0, len(STRATA), 5)) -> Case:
    """Games in one manner of writing; those that are due must be passed."""
    rng = random.Random(repr(manner))
    logs = [log for stratum in strata for log in simulations(rng, stratum, 1)]
    games = [written(rng, log, manner) for log in logs]
    return Case(
        Folded(text_of(game.log for game in games), OWN), [due(game, OWN) for game in games]
    )


def summed(cases: Iterable[Case]) -> Tally:
    tally = Tally()
    for case in cases:
        tally += case.compared()
    return tally


@pytest.mark.parametrize("seed", range(1))
def test_plain_games_are_passed_and_all_others_come_out_as_they_were_read(seed: int) -> None:
    rng = random.Random(seed)
    tally = summed(plain_cases(rng, plain(rng, 1, EVERY)))
    assert tally.told == []
    assert tally.due > 25


def test_ties_and_the_rests_that_they_leave_are_passed() -> None:
    rng = random.Random(4)
    games = [written(rng, log, Manner(takes=0.5, moment="between")) for log in known_ties()]
    tally = summed(plain_cases(rng, games))
    assert tally.told == []
    assert tally.due > 20


@pytest.mark.parametrize(
    "manner",
    [
        Manner(payments="net", moment="between"),
        Manner(payments="by hand", moment="last"),
        Manner(hides="all"),
        Manner(takes=1, stakes=True, packets=True),
        Manner(shuffles="deck", lifts=1),
        Manner(shuffles="bare", notes=0.01),
        Manner(rest="no end"),
        Manner(rest="fewer"),
        Manner(rest="one sum"),
    ],
    ids=str,
)
def test_each_plain_manner_of_writing_is_passed(manner: Manner) -> None:
    tally = whole(manner).compared()
    assert tally.told == []
    assert tally.due > 2


def test_games_with_slips_agree() -> None:
    case = slip_case(random.Random(5), logs_of(5, range(1, len(STRATA), 4)))
    assert case.compared().told == []
    assert {*case.names} | TIMED == {*SLIPS}


TIMED = {"time_early", "time_mistaken", "time_missing"}
"""Slips for which times are needed."""


def test_timed_games_with_slips_agree() -> None:
    rng = random.Random(6)
    case = slip_case(rng, timed(rng, logs_of(6, range(0, len(STRATA), 9))))
    assert case.compared().told == []
    assert {*case.names} >= TIMED


def test_edited_games_agree() -> None:
    case = mutant_case(random.Random(7), logs_of(7, range(2, len(STRATA), 6)), 40)
    assert case.compared().told == []


def test_games_with_wrong_bytes_agree() -> None:
    rng = random.Random(8)
    tally = summed(flip_case(rng, logs_of(8), 200) for _ in range(2))
    assert tally.told == []
    assert tally.passed > 1


@pytest.mark.parametrize("cut", [2, 50])
def test_what_can_be_had_of_a_damaged_file_is_not_lost(cut: int) -> None:
    packed = gzip.compress(text_of(logs_of(9)))
    fold = Folded(packed[: len(packed) * cut // 100 - 3], OWN)
    assert [fault.code for fault in fold.faults] == ["cut-compression"]
    for size, step in (*SIZES, (BLOCK, PIECE)):
        assert Case(fold, size=size, step=step).compared().told == []


def test_a_line_that_is_too_long_only_with_its_time_is_told() -> None:
    (log,) = timed(random.Random(10), [whole_game()])
    long = len(text_of([[Note(text="", at=log[-1].at)]])) - 1
    for length, codes in ((LINE_LIMIT, []), (LINE_LIMIT + 1, ["line-too-long"])):
        noted = [*log[:-1], Note(text="x" * (length - long), at=log[-2].at), log[-1]]
        fold = Folded(text_of([noted, log, log]))
        assert [finding.code for finding in fold.report(0).findings] == codes
        assert Case(fold, [not codes, True, True]).compared().told == []


@pytest.mark.parametrize("year", ["1600", "1899", "1999", "2101", "9999"])
def test_times_that_are_centuries_apart_are_compared(year: str) -> None:
    (log,) = timed(random.Random(15), [whole_game()])
    games = [changed(log, at, at=year + str(log[at].at)[4:]) for at in (0, 5, len(log) - 1)]
    assert Case(Folded(text_of([*games, log, log]))).compared().told == []


def test_a_line_with_two_times_is_told() -> None:
    (log,) = timed(random.Random(14), [whole_game()])
    text = text_of([log])
    for line in (0, 1, len(log) - 1):
        lines = text.splitlines(keepends=True)
        at = lines[line][lines[line].rindex(b',"at":') :]
        lines[line] = lines[line][:-2] + at
        fold = Folded(b"".join(lines) + text * 2)
        assert [finding.code for finding in fold.report(0).findings] == ["duplicate-key"]
        assert Case(fold, [False, True, True]).compared().told == []


def test_an_end_in_another_spelling_is_left_to_the_fold_if_it_is_wrong() -> None:
    log = whole_game()
    *lines, end = text_of([log]).splitlines(keepends=True)
    ends = [
        end.replace(b',"purses"', b',"totals":[0,0,0],"purses"'),
        end.replace(b'"purses":[', b'"purses":[0,'),
        end.replace(b'"totals":[', b'"totals":[-'),
        end.replace(b"]}", b'],"at":"2026-01-01T00:00:00Z"}'),
        end.replace(b"]}", b"]}}"),
        end.replace(b'"complete"', b'"complete" '),
        end[:-3] + b"\n",
        b'{"event":"end","reason":"complete"}\n',
    ]
    text = b"".join(b"".join([*lines, one]) for one in ends) + text_of([log])
    tally = Case(Folded(text)).compared()
    assert (tally.games, tally.passed, tally.told) == (len(ends) + 1, 2, [])


def test_a_seat_that_there_is_not_is_left_to_the_fold() -> None:
    log = whole_game()
    for payments in ("card", "net"):
        game = written(random.Random(11), log, Manner(payments=payments)).log
        wrong = [changed(game, at, seat=4) for at in places(game, Play)]
        tally = Case(Folded(text_of([game, *wrong, game]))).compared()
        assert (tally.passed, tally.told) == (2, [])


def test_a_full_lexicon_forgets_all_that_it_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon, "KEPT", 0)
    log = whole_game()
    other = SLIPS["two_plays"](random.Random(1), log)
    assert other is not None
    for text, passed in ((text_of([log, log]), 2), (text_of([other, other]), 0)):
        tally = Case(Folded(text)).compared()
        assert (tally.passed, tally.told) == (passed, [])


def test_games_agree_in_batches_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "BATCH", 3)
    rng = random.Random(12)
    assert summed(plain_cases(rng, plain(rng, 8, [1, 7]))).told == []


def test_agreements_that_are_not_kept_are_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "MOST_KNOWN", 1)
    terms._published.clear()
    assert whole(Manner(), [0, 9, 3, 0, 9, 3, 12]).compared().told == []


@pytest.mark.parametrize("few", [1, 1 << 20])
def test_games_agree_however_lines_are_looked_for(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeats, "FEW", few)
    monkeypatch.setattr(screen, "_lexicon", lexicon.Lexicon())
    rng = random.Random(13)
    tally = summed(plain_cases(rng, plain(rng, 2, range(0, len(STRATA), 4))))
    assert tally.told == []
    assert tally.due > 10


def test_one_run_reads_one_file_after_another() -> None:
    log = whole_game()
    run = Screening(worth=0)
    for text, index in ((BOM + text_of([log] * 3), 2), (text_of([log] * 2), 1)) * 2:
        found = list(run.games(io.BytesIO(text), name=NAME))
        passed = [each for each in found if isinstance(each, CleanGames)]
        assert [type(each) for each in found[: index - 1]] == [GameLog] * (index - 1)
        assert [entry.index for each in passed for entry in each.entries] == [index, index + 1]


def test_no_block_is_as_long_as_a_log_may_be() -> None:
    assert BLOCK + PIECE + KEPT < LOG_LIMIT


def test_the_table_has_a_line_for_each_kind() -> None:
    part = Part(1234, Tally(games=20, hands=9, passed=8, due=7, told=["!"]))
    assert table({"hands": part}) == (
        "| | made | games compared | passed by the screen | of these due | disagreements |\n"
        "|---|---|---|---|---|---|\n"
        "| hands | 1,234 | 20 | 8 | 7 | 1 |"
    )


def whole_game() -> Log:
    """A game for three, of which there is nothing to say."""
    logs = simulations(random.Random(2), STRATA.index(("salon-2021", "3")), 1)
    return next(logs)
