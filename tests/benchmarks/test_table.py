"""The measurements run, and what they measure is what they say. No figure is held to anything."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.json import Decoder

import brusqlog
from brusqlog.checking.report import Report, Wishes
from brusqlog.game.events import AnyEvent
from tests.benchmarks import contenders, corpora, page, rounds, table
from tests.benchmarks.corpora import CORPORA, FAULTY, Corpus
from tests.benchmarks.others import CHESS, EXTRACT, POKER, others

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
SORTS = pytest.mark.parametrize("corpus", CORPORA, ids=lambda corpus: corpus.name)


@pytest.fixture
def written(tmp_path: Path) -> Callable[[Corpus, int], Path]:
    def write(corpus: Corpus, hands: int) -> Path:
        path = tmp_path / "hands.brusq.jsonl"
        corpora.write(corpus, path, hands)
        return path

    return write


def test_one_command_measures_and_puts_the_figures_into_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copy(PAGE, tmp_path))
    table.main(["--hands", "24", "--rounds", "1", "--write", str(copy)])
    ratios, _, matrix = capsys.readouterr().out.rstrip("\n").rpartition("\n\n")
    wanted = page.put(PAGE.read_text("utf-8"), page.RATIOS, f"{ratios}\n")
    assert copy.read_text("utf-8") == page.put(wanted, page.MATRIX, f"{matrix}\n")
    for aim in table.AIMS:
        told = re.search(rf"^{re.escape(f'{aim.name} : ')}", ratios, re.MULTILINE)
        assert told or not contenders.HAS_ARROW, aim
    for letter in "bcd":
        assert f"({letter})" not in ratios
    assert f"{CHESS}; {EXTRACT}; {POKER}: left out, --others is not given\n" in f"{ratios}\n"
    assert [line[:26].strip() for line in matrix.splitlines()[1:]] == [
        corpus.name for corpus in CORPORA
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="peak memory is told by POSIX")
def test_growth_measures_a_fresh_process_for_each_size(capsys: pytest.CaptureFixture[str]) -> None:
    table.main(["--growth", "6,3"])
    head, *rows = capsys.readouterr().out.splitlines()[:-1]
    assert head.split("  ")[0] == "hands"
    assert [row.split()[0] for row in rows] == ["3", "6"]


def test_a_program_that_cannot_be_run_is_left_out_with_the_reason(tmp_path: Path) -> None:
    reason = os.strerror(2)
    told = list(others(str(tmp_path / "python"), tmp_path))
    assert told == [f"{CHESS}; {EXTRACT}; {POKER}: left out, {reason}"]


@SORTS
def test_games_are_clean_but_for_those_that_are_made_faulty(
    corpus: Corpus, written: Callable[[Corpus, int], Path]
) -> None:
    hands, wanted = (2 * FAULTY, 2) if corpus.edit is corpora.faulty else (12, 0)
    games = list(brusqlog.read(written(corpus, hands)))
    assert sum(game.status == "faulty" for game in games) == wanted
    assert all(not game.findings for game in games if game.status != "faulty")
    assert {game.status for game in games} <= {"faulty", "finished"}


def test_a_faulty_hand_lacks_one_of_its_events_each_time_another() -> None:
    hand = [b"hand\n", b"stake\n", b"cut\n", b"deal\n", b"turnup\n"]
    numbers = range(FAULTY, 5 * FAULTY, FAULTY)
    left_out = [set(hand) - set(corpora.faulty(hand, number)) for number in numbers]
    assert sorted(set().union(*left_out)) == sorted(hand[1:])
    assert [len(each) for each in left_out] == [1] * 4


def test_the_sorts_of_games_are_what_they_are_called(
    written: Callable[[Corpus, int], Path],
) -> None:
    texts = {corpus.name: written(corpus, 12).read_text("utf-8") for corpus in CORPORA}
    hands = {name: text.count('{"event":"hand"') for name, text in texts.items()}
    with_times = {name for name, text in texts.items() if text.count('"at":') == text.count("\n")}
    known = {name for name, text in texts.items() if text.count('"deck":') == hands[name]}
    lifted = {name for name, text in texts.items() if text.count('"lifted":') == hands[name]}
    hidden = {name for name, text in texts.items() if '"cards":["??"]' in text}
    single = {name for name, text in texts.items() if text.count('"event":"game"') == hands[name]}
    assert with_times == {"canonical times"}
    assert known == lifted == {"known pack"}
    assert hidden == {"all hands hidden"}
    assert single == {"no times, one hand a game"}
    assert '"target":500' in texts["2v2 to 500 points"]
    assert '"event":"play","seat":4' in texts["five players"]


@SORTS
def test_plain_structs_take_every_line(
    corpus: Corpus, written: Callable[[Corpus, int], Path]
) -> None:
    plain = Decoder(contenders.plain_types())
    for line in written(corpus, 3).read_bytes().splitlines():
        assert type(plain.decode(line)).__name__ == type(brusqlog.events.parse(line)).__name__


def test_plain_structs_check_nothing() -> None:
    line = b'{"event":"play","seat":99,"card":"no card","and":1}'
    assert Decoder(contenders.plain_types()).decode(line).seat == 99
    with pytest.raises(msgspec.ValidationError):
        Decoder(AnyEvent).decode(line)


def test_a_ratio_is_the_median_of_what_each_round_says() -> None:
    found = rounds.Measured({"a": [1.0, 6.0, 9.0], "b": [1.0, 2.0, 9.0]})
    assert found.ratio("a", "b") == 1.0
    assert found.rate("a") == 6.0


def test_rounds_are_interleaved_forwards_and_backwards() -> None:
    order: list[str] = []

    def contender(name: str) -> rounds.Contender:
        def work() -> float:
            order.append(name)
            return 1.0

        return rounds.Contender(name, 1, rounds.HANDS, work)

    rounds.measured([contender("a"), contender("b")], 2)
    assert "".join(order) == "ababba"


def test_the_fold_alone_is_measured_without_the_screen(
    written: Callable[[Corpus, int], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def reports(_: object, wishes: Wishes) -> list[Report]:
        seen.append(wishes.screen)
        return []

    monkeypatch.setattr(contenders, "reports", reports)
    path = written(corpora.PLAIN, 3)
    for each in (contenders.fold(path, 3), contenders.whole(path, 3)):
        each.work()
    assert seen == [False, True]


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.08219, "0.0822"), (1.406, "1.41"), (67.849, "67.8"), (1234.5, "1,230"), (5e6, "5,000,000")],
)
def test_numbers_have_three_digits_that_count(value: float, told: str) -> None:
    assert page.number(value) == told


def test_a_page_without_the_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="no place for growth"):
        page.put("# Performance\n", page.GROWTH, "")
