"""Judging in several processes: the same output, little memory, and no process left behind."""

import gzip
import io
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import brusqlog
from brusqlog.checking import outcomes, parallel, portions
from brusqlog.checking.formats import FORMATS
from brusqlog.checking.outcomes import Outcome
from brusqlog.checking.report import Report, Summary, Wishes
from brusqlog.checking.run import Meter, files, reports
from brusqlog.checking.text import closing, counted, statistics
from brusqlog.errors import JobsError
from brusqlog.log import gamelog, sources
from brusqlog.log.identity import bytes_key
from tests.cli.running import BROKEN, ROOT, SAMPLES, environment, here
from tests.log.samples import TAKE, WORKED, header, logs

FOLDER = ROOT / "fixtures"
GAME = header(id="g") + TAKE
SLIP = (SAMPLES / "slip.brusq.jsonl").read_bytes()
UNFINISHED = b"".join(WORKED.splitlines(keepends=True)[:25])
LARGE = "log-too-large", "too-many-faults"
"""Samples that take long, and are packed, so that they are not cut."""


class Here(Executor):
    """Runs a task as soon as it is given."""

    def __init__(self) -> None:
        self.tasks: list[parallel.Task] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks.append(args[0])
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # whatever it is, a future holds it
            future.set_exception(error)
        return future


class Idle(Here):
    """Never comes to do anything but the first task."""

    def __init__(self) -> None:
        super().__init__()
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done = Future[Any]() if self.futures else super().submit(fn, *args, **kwargs)
        self.futures.append(done)
        return done


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    """Two processes, which several tests share, as they are slow to start."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        yield executor


def in_pieces(
    paths: Sequence[str | Path], wishes: Wishes, size: int, executor: Executor | None = None
) -> Iterator[Report]:
    """The reports of tasks of about `size` bytes."""
    executor = executor or Here()
    return parallel.reports(files(paths), wishes, jobs=2, executor=executor, size=size)


def told(judged: Iterator[Report], wishes: Wishes) -> list[str]:
    """All that `check` may print: every format, the statistics, the last line."""
    counts: dict[str, int] = {}
    summary = Summary()
    kept = list(statistics(judged, counts))
    for report in kept:
        summary.add(report)
    printed = ["".join(form(kept, wishes.style, games=True)) for form in FORMATS.values()]
    return [*printed, "".join(counted(counts, wishes.style)), closing(summary, wishes.style)]


def differing(paths: Sequence[str | Path], size: int, **asked: Any) -> list[tuple[str, str]]:
    """Where the output differs from that of judging all in one go."""
    wishes = Wishes(**asked)
    one = told(reports(paths, wishes), wishes)
    parts = told(in_pieces(paths, wishes, size), wishes)
    return [(a, b) for a, b in zip(one, parts, strict=True) if a != b]


# The same output -----------------------------------------------------------------------------


def corpus() -> list[Path]:
    """Samples of every code, games of every kind, transcripts, packed and missing files."""
    broken = [folder for folder in sorted(BROKEN.iterdir()) if folder.name not in LARGE]
    found = [next(iter(sorted(folder.glob("sample*"))), folder / "gone") for folder in broken]
    return [*found, *sorted(SAMPLES.iterdir()), *sorted((FOLDER / "games").iterdir())[::4]]


@pytest.mark.parametrize("size", [1, 700, 100_000])
def test_the_output_does_not_depend_on_the_pieces(size: int) -> None:
    assert differing([*corpus(), BROKEN / "crlf", "no-such-folder"], size) == []


def test_the_output_does_not_depend_on_the_pieces_whatever_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(
        b"\n".join([b"\xef\xbb\xbf", UNFINISHED, SLIP, WORKED.replace(b"\n", b"\r\n")])
    )
    for size in (1, 2000, 5000):
        assert differing([path], size, require_finished=True) == []
        assert differing([path], size, select=frozenset({"crlf"})) == []
        assert differing([path], size, ignore=frozenset({"blank-line", "draw-order"})) == []
        assert differing([path, path], size, screen=False) == []


NEWER = header(format="brusqlog/1.9") + b'{"event":"applause"}\n{"event":"take","seat":0,"x":1}\n'
PARTS = [
    WORKED, SLIP, UNFINISHED, GAME, NEWER, TAKE, b"\n", b" \t\n", b"\r\n", b"\r\r\n", b"x\n",
    b"\xff\n", b"\xef\xbb\xbf", b"\x00\n", b'{"event":"game"', b'{"event":"game"}\n', b"\n\n\n{",
    WORKED.replace(b"\n", b"\r\n"), NEWER.replace(b"\n", b"\r\n"), GAME.replace(b"\n", b"\r"),
    GAME.replace(b"\n", b"\r\n") + b'{"event":"take","seat":0,"x":1}\r\n',
    GAME.replace(b":", b": "), header(format="brusqlog/2.0") + b"\r\n" + TAKE.replace(b":", b": "),
    header(format="brusqlog/2.0").replace(b"\n", b"\r\n"), b'{"event":"game" "event"}\n',
    b'{"event":"game","event":"play"}\n', b'{"event":"game"\xff}\n', b'{ "event" : "game"}\n',
    b'{"event":"gameplay"}\n', b'{"event":"seal","sha256":"%s"}\n' % (b"0" * 64),
    b'{"event":"note","text":"' + b"y" * 70_000 + b'"}\n', GAME + TAKE[:-9],
]  # fmt: skip
"""What a file may be made of, in any order: games in all spellings, and damage."""


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file of such parts, some bytes of it changed, and mostly begun like a log."""
    text = bytearray(b"".join(draw(st.lists(st.sampled_from(PARTS), max_size=8))))
    for place in draw(st.lists(st.integers(0, max(0, len(text) - 1)), max_size=3)):
        text[place : place + 1] = draw(st.sampled_from([b"", b"\n", b"{", b"\xef", b" ", b"9"]))
    return draw(st.sampled_from([b"", GAME, b"\n" * 40 + GAME])) + bytes(text)


@settings(max_examples=40, deadline=None)
@example(WORKED + b'{"event":"game"', 1, False)
@given(damaged(), st.sampled_from([1, 60, 300, 1000, 4000]), st.booleans())
def test_damaged_files_are_told_of_alike(
    tmp_path_factory: pytest.TempPathFactory, text: bytes, size: int, finished: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.jsonl"
    path.write_bytes(text)
    assert differing([path], size, require_finished=finished) == []


def test_remarks_are_made_once_a_file_and_count_for_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gamelog, "FAULT_LIMIT", 10)
    path = tmp_path / "a.jsonl"
    for count in (9, 10, 11):
        path.write_bytes((GAME + b"\r\n" + b"x\n" * count) * 3)
        found = [each.code for each in brusqlog.check(path)]
        assert [found.count(code) for code in ("crlf", "blank-line")] == [0, 1]
        assert found.count("not-json") == 3 * min(count, 10)
        assert found.count("too-many-faults") == 3 * (count > 10)
        assert differing([path], 1) == []


def test_a_log_of_another_version_does_not_keep_remarks_from_being_made(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    foreign = header(format="brusqlog/2.0").replace(b"\n", b"\r\n")
    path.write_bytes(foreign + WORKED.replace(b"\n", b"\r\n"))
    assert [each.code for each in brusqlog.check(path)] == ["format-major", "crlf"]
    assert differing([path], 1) == []


@pytest.mark.parametrize("piece", [64, 1000, 1 << 18])
@pytest.mark.parametrize("shift", [0, 1, 33])
def test_a_log_is_cut_off_at_the_same_line_wherever_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shift: int, piece: int
) -> None:
    path = tmp_path / "a.jsonl"
    begun = GAME + b'{"event":"note","text":"%s"}\n' % (b"y" * shift)
    path.write_bytes(begun + GAME + b"x\n" + TAKE * 40 + b"\n\nx\n" + TAKE * 9 + GAME)
    monkeypatch.setattr(gamelog, "LOG_LIMIT", 1000)
    found = [(each.code, each.line) for each in brusqlog.check(path)]
    assert [line for code, line in found if code == "log-too-large"] == [41]
    assert [line for code, line in found if code == "not-json"] == [6]
    monkeypatch.setattr(sources, "PIECE", piece)
    for screen in (True, False):
        judged = in_pieces([path], Wishes(screen=screen), 100)
        assert [(each.code, each.line) for part in judged for each in part.findings] == found


def test_a_digest_is_looked_for_in_all_portions(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(SLIP + UNFINISHED + WORKED)
    for due in (bytes_key(logs(UNFINISHED)[0]), bytes_key(logs(WORKED)[0]), "00" * 32):
        assert differing([path], 1, digest=due) == []


def test_standard_input_is_read_here_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def output(judge: Callable[[], Iterator[Report]]) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SLIP + WORKED)))
        return told(judge(), Wishes())

    paths: list[str | Path] = [SAMPLES, "-", SAMPLES]
    expected = output(lambda: reports(paths, Wishes()))
    for size in (1, 1 << 20):
        executor = Here()
        assert output(lambda: in_pieces(paths, Wishes(), size, executor)) == expected  # noqa: B023
        assert "-" not in {part.name for task in executor.tasks for part in task}
        assert len(executor.tasks) > 1


def test_what_only_this_process_can_open_is_read_here() -> None:
    executor = Here()
    list(in_pieces(["/dev/no-such-device"], Wishes(), 1, executor))
    assert executor.tasks == []


# Portions ------------------------------------------------------------------------------------


def cuts(path: Path, size: int) -> list[bytes]:
    """The texts of the parts into which a file is split."""
    text, found = path.read_bytes(), []
    rest: portions.Portion | None = portions.portion("a", str(path))
    while rest is not None:
        part, rest = portions.split(rest, size)
        found.append(text[part.start : part.end])
    return found


def test_files_are_cut_where_games_begin_and_all_of_them_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(WORKED * 60)
    assert cuts(path, 1) == cuts(path, len(WORKED) - 1) == [WORKED] * 60
    assert cuts(path, len(WORKED)) == [WORKED * 2] * 30
    assert cuts(path, 1 << 30) == [path.read_bytes()]
    for size in (100, 5000, 70_000):
        assert b"".join(cuts(path, size)) == path.read_bytes()


def test_a_header_is_found_across_the_windows_of_the_search(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for spare in range(-20, 3):
        first = GAME + b"x" * (portions._WINDOW - len(GAME) + spare) + b"\n"
        path.write_bytes(first + GAME)
        assert cuts(path, 1) == [first, GAME]


@pytest.mark.parametrize(
    "text", [TAKE + WORKED * 2, b"\n" * 99 + WORKED * 2, b"# a\n" + WORKED * 2]
)
def test_what_stands_before_the_first_game_is_never_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    first, *rest = cuts(path, 1)
    assert b'{"event"' in first
    assert b"".join([first, *rest]) == text


@pytest.mark.parametrize(
    "name", ["a.jsonl.gz", "a.JSONL.ZST", "a.brusq", "a.brusq.gz", "a.parquet"]
)
def test_what_has_to_be_read_from_its_start_is_not_cut(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(WORKED * 3)
    assert len(cuts(path, 1)) == 1


def test_small_files_are_put_together(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"{number}.jsonl").write_bytes(TAKE)
    executor = Here()
    assert len(list(in_pieces([tmp_path], Wishes(), 1 << 20, executor))) == 100
    assert list(map(len, executor.tasks)) == [50]
    executor = Here()
    list(in_pieces([tmp_path], Wishes(), 50_000, executor))
    assert 3 < len(executor.tasks) < 10


# Files that change ---------------------------------------------------------------------------


class Meanwhile(Here):
    """Something happens to a file before its second task is done."""

    def __init__(self, happens: Callable[[], object]) -> None:
        super().__init__()
        self.happens = happens

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(self.tasks) == 1:
            self.happens()
        return super().submit(fn, *args, **kwargs)


def found_while(path: Path, happens: Callable[[], object]) -> list[tuple[str, int | None]]:
    judged = in_pieces([path], Wishes(), 1, Meanwhile(happens))
    return [(each.code, each.line) for report in judged for each in report.findings]


def test_lines_that_are_added_meanwhile_are_judged_as_well(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(WORKED * 3)

    def add() -> None:
        with path.open("ab") as handle:
            handle.write(SLIP)

    (found,) = found_while(path, add)
    assert found == ("card-already-played", 3 * WORKED.count(b"\n") + 50)


def test_a_file_that_is_replaced_or_cut_off_meanwhile_cannot_be_read_any_further(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    for happens in (
        lambda: other.replace(path),
        lambda: os.truncate(path, len(WORKED) - 1),
        lambda: path.write_bytes(b"\n" + WORKED * 3),
        path.unlink,
    ):
        path.write_bytes(WORKED * 3)
        other.write_bytes(WORKED * 3)
        assert found_while(path, happens) == [("read-failed", None)]


def test_behind_what_cannot_be_read_nothing_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(SLIP * 4)
    read = portions.Stretch.read

    def failing(self: portions.Stretch, size: int) -> bytes:
        if self.at == len(SLIP):
            raise OSError("Input/output error")
        return read(self, size)

    monkeypatch.setattr(portions.Stretch, "read", failing)
    judged = list(in_pieces([path], Wishes(), 1))
    assert [each.code for report in judged for each in report.findings] == [
        "card-already-played",
        "read-failed",
    ]
    assert judged[-1].read == "partly"  # type: ignore[union-attr]


# Memory, order, progress -----------------------------------------------------------------------


def test_no_more_waits_than_two_tasks_a_worker(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(WORKED * 50)
    executor = Here()
    for taken, _ in enumerate(in_pieces([path], Wishes(), 1, executor)):
        assert len(executor.tasks) <= taken + 2 * parallel.AHEAD
    assert len(executor.tasks) == 50


def test_where_too_much_is_to_be_said_tasks_get_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(SLIP * 9 + GAME + b"x\n" * 20 + WORKED * 9)
    (tmp_path / "b.jsonl").write_bytes(SLIP * 2)
    for room, size in ((1, 1), (1, 1 << 20), (5000, 900), (5000, 9000), (8000, 1 << 20)):
        monkeypatch.setattr(outcomes, "ROOM", room)
        assert differing([tmp_path, path], size) == []
    given: list[list[Outcome]] = []
    whole = outcomes.outcomes

    def noted(*args: Any) -> list[Outcome]:
        given.append(whole(*args))
        return given[-1]

    monkeypatch.setattr(parallel, "outcomes", noted)
    list(in_pieces([path], Wishes(), 1 << 20))
    assert max(map(outcomes.room_of, given)) <= 8000
    assert (given[0], sum(map(len, given)) > 3) == ([], True)


def test_tasks_are_made_larger_where_little_is_to_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "SMALLEST", 2000)
    path = tmp_path / "a.jsonl"
    path.write_bytes(WORKED * 60)
    executor = Here()
    list(in_pieces([path], Wishes(), 20_000, executor))
    sizes = [part.size // len(WORKED) for task in executor.tasks for part in task]
    assert (sizes[0], max(sizes)) == (1, 5)


def test_tasks_are_made_smaller_where_they_take_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(WORKED * 90)
    whole = outcomes.outcomes

    def slow(*args: Any) -> list[Outcome]:
        found = whole(*args)
        for each in found:
            each.seconds = 1e6
        return found

    monkeypatch.setattr(parallel, "outcomes", slow)
    executor = Here()
    list(in_pieces([path], Wishes(), 40_000, executor))
    sizes = [part.size // len(WORKED) for task in executor.tasks for part in task]
    assert (sizes[0], set(sizes[6:])) == (10, {1})


def test_the_meter_ends_at_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(GAME * 20)
    size = path.stat().st_size
    for jobs, executor in ((1, None), (2, Here())):
        meter = Meter()
        seen = [
            meter.done for _ in reports([path], Wishes(), jobs=jobs, executor=executor, meter=meter)
        ]
        assert seen == sorted(seen)
        assert (meter.known, meter.done) == (size, size)


def test_an_iterator_that_is_closed_cancels_what_waits(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(SLIP * 9)
    executor = Idle()
    judged = in_pieces([path], Wishes(), 1, executor)
    next(judged)
    judged.close()  # type: ignore[attr-defined]
    assert [future.cancelled() for future in executor.futures] == [False, True, True, True]


def test_a_worker_that_is_told_to_stop_stops() -> None:
    task = [portions.portion("a", str(SAMPLES / "slip.brusq.jsonl"))]
    assert outcomes.outcomes(task, Wishes(), lambda: True) == []


# Processes -----------------------------------------------------------------------------------


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is judged in many tasks, even by processes of our own."""
    monkeypatch.setattr(parallel, "SMALLEST", 5000)
    path = tmp_path / "many.jsonl"
    path.write_bytes((SLIP + WORKED) * 20)
    return path


def test_an_executor_judges_and_stays_open(many: Path, processes: Executor) -> None:
    expected = list(brusqlog.check([many, BROKEN / "draw-order"]))
    assert list(brusqlog.check([many, BROKEN / "draw-order"], executor=processes)) == expected
    assert processes.submit(abs, -1).result() == 1


def test_rulesets_go_along(processes: Executor) -> None:
    folder = BROKEN / "ruleset-differs"
    house = brusqlog.Ruleset.load(folder / "house.toml")
    own = {house.full_name: house}
    expected = list(brusqlog.check(folder, own))
    assert list(brusqlog.check(folder, own, executor=processes)) == expected


def test_processes_of_our_own_are_gone_afterwards(many: Path) -> None:
    before = set(multiprocessing.active_children())
    judged = reports([many], Wishes(), jobs=2)
    first = next(judged)
    assert len(set(multiprocessing.active_children()) - before) == 2
    assert told(iter([first, *judged]), Wishes()) == told(reports([many], Wishes()), Wishes())
    assert set(multiprocessing.active_children()) == before


def test_a_worker_that_dies_costs_time_only(many: Path) -> None:
    before = set(multiprocessing.active_children())
    judged = reports([many], Wishes(), jobs=2)
    first = next(judged)
    for process in set(multiprocessing.active_children()) - before:
        process.kill()
    assert told(iter([first, *judged]), Wishes()) == told(reports([many], Wishes()), Wishes())
    assert set(multiprocessing.active_children()) == before


def test_for_one_small_file_no_process_is_started() -> None:
    before = multiprocessing.active_children()
    judged = brusqlog.check(SAMPLES / "slip.brusq.jsonl", jobs=8)
    assert next(judged).code == "card-already-played"
    assert multiprocessing.active_children() == before


def test_where_no_process_can_be_started_that_is_told(
    many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*args: object, **kwargs: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr("multiprocessing.process.BaseProcess.start", refused)
        with pytest.raises(JobsError, match=r"^Resource temporarily unavailable$"):
            list(brusqlog.check(many, jobs=2))
        done = here("check", "--jobs", "2", many, "--lang", "fr")
        assert (done.returncode, done.stdout) == (2, "")
        assert "aucun processus ne peut être lancé ici : Resource temp" in done.stderr
    monkeypatch.setattr("multiprocessing.get_context", refused)
    with pytest.raises(JobsError):
        list(brusqlog.check(many, jobs=2))
    monkeypatch.setitem(sys.modules, "multiprocessing", None)
    with pytest.raises(JobsError):
        list(brusqlog.check(many, jobs=2))


def test_a_number_below_zero_is_refused(many: Path) -> None:
    with pytest.raises(ValueError, match="-1"):
        list(brusqlog.check(many, jobs=-1))


# The command line ----------------------------------------------------------------------------

SMALL = """
import sys
from brusqlog.checking import outcomes, parallel
parallel.SMALLEST = parallel.LARGEST = 5000
taken = []
whole = outcomes.Joined.reports
def noted(self, part, found):
    yield from whole(self, part, found)
    taken.append(part)
    if len(taken) == 3:
        happens()
outcomes.Joined.reports = noted
def happens():
    {happens}
from brusqlog.cli import main
if __name__ == "__main__":
    main()
"""
"""Runs the command line with small tasks; something happens when the third has been told of."""

FRESH = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
"""


def command(happens: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run it in a group of its own. It comes back only when no process is left that has inherited
    its streams, as all do that it starts."""
    return subprocess.run(
        [sys.executable, "-c", FRESH + SMALL.format(happens=happens), *map(str, arguments)],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        start_new_session=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize(
    ("happens", "code"),
    [
        ("import os, signal; os.killpg(0, signal.SIGINT)", 130),
        ("import signal; signal.raise_signal(signal.SIGINT)", 130),
        ("import signal; signal.raise_signal(signal.SIGTERM)", 143),
        ("pass", 1),
    ],
)
def test_an_interrupted_run_ends_with_what_it_has_and_leaves_no_process(
    many: Path, happens: str, code: int
) -> None:
    arguments: list[str | Path] = ["check", "--jobs", "2", "--format", "jsonl", "--games", many]
    done = command(happens, *arguments)
    assert (done.returncode, done.stderr) == (code, b"")
    expected = here(*arguments[:1], *arguments[3:]).stdout.encode()
    assert expected.startswith(done.stdout)
    assert (done.stdout == expected) == (code == 1)
    assert done.stdout.count(b"\n") >= 4


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_an_interrupted_run_does_not_wait_for_what_is_being_judged(tmp_path: Path) -> None:
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl.gz"
    short.write_bytes(WORKED * 6)
    long.write_bytes(gzip.compress(GAME * 50_000))
    happens = "import signal; signal.raise_signal(signal.SIGINT)"
    assert command(happens, "check", "--jobs", "2", short, long).returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_no_process_outlives_the_one_that_started_it(many: Path) -> None:
    happens = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert command(happens, "check", "--jobs", "2", many).returncode == -signal.SIGKILL


def test_one_job_loads_nothing_for_several() -> None:
    code = (
        "import sys\nfrom brusqlog.cli.app import run\nrun(sys.argv[1:])\n"
        "print({'multiprocessing', 'concurrent.futures'} & set(sys.modules), file=sys.stderr)"
    )
    for more in ([], ["--jobs", "1"]):
        done = subprocess.run(
            [sys.executable, "-c", code, "check", str(SAMPLES), *more],
            capture_output=True,
            cwd=ROOT,
            env=environment(),
            check=True,
        )
        assert done.stderr.splitlines()[-1] == b"set()"


def test_wrong_usage_of_jobs_is_told() -> None:
    assert here("check", "--jobs", "-1", SAMPLES).returncode == 2
    done = here("check", "--jobs", "2", "--follow", SAMPLES / "slip.brusq.jsonl")
    assert (done.returncode, "--jobs" in done.stderr) == (2, True)
