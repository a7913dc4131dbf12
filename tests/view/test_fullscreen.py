"""`replay --step` at a terminal: keys as they come from it, and how it ends."""

import asyncio
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from brusqlog.cli import fullscreen
from brusqlog.spelling import Style
from brusqlog.view.game import Shown
from brusqlog.view.stepper import Stepper
from brusqlog.view.walk import Walk
from tests.cli.running import SAMPLES, SLIP, WORKED, Done, here
from tests.view.making import SLIP as SLIP_LOG
from tests.view.making import game_of, show

RIGHT, LEFT, SHIFT_RIGHT, PAGE_DOWN, HOME, END = (
    "\x1b[C", "\x1b[D", "\x1b[1;2C", "\x1b[6~", "\x1b[H", "\x1b[F",
)  # fmt: skip


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


class Screen(DummyOutput):
    def get_size(self) -> Size:
        return Size(rows=24, columns=80)


@contextmanager
def typing(*keys: str) -> Iterator[PipeInput]:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=Screen()):
        pipe.send_text("".join(keys))
        yield pipe


def after(*keys: str) -> Stepper:
    """The stepper of a round when these keys and `q` were pressed."""
    stepper = Stepper(lambda _: None, Style(colour=True), Walk(show(game_of("round"))))
    with typing(*keys, "q"):
        fullscreen.stepped(stepper)
    return stepper


def at_terminal(*arguments: str | Path, keys: str = "q", **environ: str) -> Done:
    """Run brusqlog in this process, at a terminal at which these keys are pressed."""
    with (
        mock.patch("tests.cli.running.io.TextIOWrapper", Terminal),
        typing(keys),
    ):
        return here(*arguments, **({"TERM": "xterm"} | environ))


@pytest.mark.parametrize(
    ("keys", "seq"),
    [
        ((RIGHT, RIGHT, LEFT), 1),
        ((SHIFT_RIGHT,), 18),
        (("t", "t", "T"), 18),
        ((PAGE_DOWN, RIGHT), 2),
        ((END, HOME, RIGHT), 1),
        (("g", "4", "3\x7f", "0", "\r"), 40),
        (("?", "x", RIGHT), 1),
    ],
)
def test_keys_come_as_terminals_send_them(keys: tuple[str, ...], seq: int) -> None:
    assert after(*keys).walk.seq == seq


def test_it_plays_an_event_a_second_until_a_key_is_pressed() -> None:
    stepper = Stepper(lambda _: None, Style(), Walk(show(SLIP_LOG)))
    waits: list[tuple[float, int]] = []
    late = asyncio.Event()

    async def wait(seconds: float) -> None:
        """The clock: it goes on at once, but for the moments at which the person acts."""
        waits.append((seconds, stepper.walk.seq))
        if len(waits) == 4:
            pipe.send_text("  ")
            await late.wait()
        elif len(waits) == 6:
            late.set()
            pipe.send_text("q")
            await asyncio.Event().wait()

    with typing(" ") as pipe:
        fullscreen.stepped(stepper, wait)
    assert waits == [(1.0, seq) for seq in (0, 1, 2, 3, 3, 4)]


def test_what_goes_wrong_while_it_plays_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(_: float) -> None:
        monkeypatch.delattr(Walk, "do")
        pipe.send_text("q")

    stepper = Stepper(lambda _: None, Style(), Walk(show(SLIP_LOG)))
    with typing(" ") as pipe, pytest.raises(AttributeError):
        asyncio.run(fullscreen.application(stepper, wait).run_async(set_exception_handler=False))


def test_ctrl_c_interrupts_and_ctrl_d_leaves() -> None:
    stepper = Stepper(lambda _: None, Style(), Walk(show(SLIP_LOG)))
    with typing(RIGHT, "\x03"), pytest.raises(KeyboardInterrupt):
        fullscreen.stepped(stepper)
    assert stepper.walk.seq == 1
    with typing("\x04"):
        fullscreen.stepped(stepper)
    assert stepper.over


def test_what_goes_wrong_is_raised_when_the_screen_is_free_again() -> None:
    def no_game(place: int) -> Shown | None:
        raise LookupError(place)

    with typing("n"), pytest.raises(LookupError):
        fullscreen.stepped(Stepper(no_game, Style(), Walk(show(SLIP_LOG))))


def test_the_exit_code_is_that_of_the_games_seen() -> None:
    assert at_terminal("replay", WORKED, "--step").returncode == 0
    assert at_terminal("replay", SLIP, "--step").returncode == 1
    assert at_terminal("replay", SAMPLES, "--step").returncode == 0
    assert at_terminal("replay", SAMPLES, "--step", keys="nnnnq").returncode == 1
    done = at_terminal("replay", SAMPLES / "no.jsonl", "--step")
    assert (done.returncode, done.stdout) == (3, "")
    assert "error[file-missing]" in done.stderr


def test_it_begins_where_it_was_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Stepper] = []
    monkeypatch.setattr(fullscreen, "stepped", begun.append)
    for options in (["--after", "40"], ["--trick", "3"], ["--hand", "1"], ["--seat", "Basile"]):
        assert at_terminal("replay", WORKED, "--step", *options, "--lang", "fr").returncode == 0
    at, trick, hand, seat = (stepper.walk for stepper in begun)
    assert (at.seq, hand.seq) == (40, at.place(hand=1))
    assert trick.frame is not None
    assert (trick.frame["trick"], len(trick.frame["table"])) == (3, 1)
    assert (seat.home, seat.data["seen"]) == (1, "Ce que Basile pouvait voir")
    assert begun[0].style.language == "fr"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--after", "999"], "--after: there is no event 999; the last one is 87."),
        (["--hand", "4"], "--hand: hand 4 was not played."),
        (["--trick", "44"], "--trick: trick 44 was not played."),
        (["--format", "json"], "--step: this cannot be given with --format."),
        (["--follow"], "--step: this cannot be given with --follow."),
        (["--game", "other"], "--game: there is no game 'other', only: worked."),
        (["--seat", "Zoé"], "--seat: game 1 of "),
    ],
)
def test_what_there_is_not_is_wrong_usage(options: list[str], told: str) -> None:
    done = at_terminal("replay", WORKED, "--step", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Error: {told}" in done.stderr


def test_a_seat_that_a_later_game_does_not_have_is_told_when_one_gets_there() -> None:
    done = at_terminal("replay", SAMPLES, "--step", "--seat", "Klaus", keys="nq")
    assert done.returncode == 2
    assert "has no seat 'Klaus', only: 0 Denis" in done.stderr


def test_without_a_terminal_it_says_what_to_use_instead() -> None:
    line = ("replay", WORKED, "--step")
    for done in (here(*line), at_terminal(*line, TERM="dumb")):
        assert (done.returncode, done.stdout) == (2, "")
        assert "--step: this needs a terminal. Without it the game is told as text" in done.stderr


def test_without_prompt_toolkit_it_says_how_to_get_it() -> None:
    with mock.patch.dict(sys.modules, {"brusqlog.cli.fullscreen": None}):
        done = at_terminal("replay", WORKED, "--step")
    assert done.returncode == 2
    assert done.stderr.endswith(
        '--step: this needs prompt_toolkit: `pip install "brusqlog[tui]"`.\n'
    )
