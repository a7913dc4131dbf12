"""What follows from hands in bulk is what the fold makes of them."""

import io
from typing import Any

import pytest

import brusqlog
from brusqlog.derived import hands_of

MODES = ((2, False), (3, False), (4, False), (4, True), (5, False))


def _text(players: int, partners: bool, hidden: bool) -> bytes:
    games = brusqlog.simulate(4, players, partners=partners, rounds=1, seed=3, hidden=hidden)
    return "".join(map(brusqlog.dumps, games)).encode()


def _rows(text: bytes, worth: int) -> list[tuple[Any, ...]]:
    portions = hands_of(io.BytesIO(text), name="a.jsonl", worth=worth)
    rows = [
        tuple(column[row].tolist() for column in portion)
        for portion in portions
        for row in range(len(portion.game))
    ]
    return sorted(rows)


@pytest.mark.parametrize("hidden", (False, True))
@pytest.mark.parametrize(("players", "partners"), MODES)
def test_the_screen_derives_what_the_fold_derives(
    players: int, partners: bool, hidden: bool
) -> None:
    text = _text(players, partners, hidden)
    folded = _rows(text, worth=1 << 40)
    assert _rows(text, worth=0) == folded
    assert len(folded) == 4 * (2 if partners else players)


def test_a_game_for_the_fold_between_clean_ones_keeps_its_place() -> None:
    lines = _text(3, False, hidden=False).splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.startswith(b'{"event":"game"')]
    lines.insert(starts[2], b'{"event":"balance","pot":0}\n')
    text = b"".join(lines)
    assert _rows(text, worth=0) == _rows(text, worth=1 << 40)
    assert sorted({row[0] for row in _rows(text, worth=0)}) == [1, 2, 3, 4]


def test_a_source_that_cannot_be_read_is_said() -> None:
    with pytest.raises(brusqlog.BrusqlogError, match="file-missing"):
        list(brusqlog.hands("there-is-none.jsonl"))
