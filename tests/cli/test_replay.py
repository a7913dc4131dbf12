"""`replay`: the state after an event, and whose view it is."""

import json
from pathlib import Path

import pytest

from tests.cli.running import SLIP, WORKED, here

MUTE = b'{"event":"play","seat":0,"card":"AS"}\n'
"""A log without its header."""


def test_of_several_games_the_one_after_whose_event_is_asked_must_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "three.jsonl"
    path.write_bytes(WORKED.read_bytes() * 3)
    done = here("replay", path, "--after", "20")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("--after: 3 games are there; choose one with --game.\n")
    assert here("replay", path, "--after", "20", "--game", "worked").returncode == 2
    assert here("replay", path, "--after", "20", "--game", "2").returncode == 0


@pytest.mark.parametrize("other", [["--hand", "1"], ["--trick", "1"], ["--format", "md"]])
def test_a_state_is_that_of_no_hand_or_trick_and_has_no_markdown(other: list[str]) -> None:
    done = here("replay", WORKED, "--after", "20", *other)
    given = " ".join(other) if other[0] == "--format" else other[0]
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"--after: this cannot be given with {given}.\n")


def test_the_state_after_an_event_tells_what_was_found_at_it_and_nothing_else() -> None:
    at = json.loads(here("check", SLIP, "--format", "jsonl").stdout)["seq"]
    told = here("replay", SLIP, "--after", str(at))
    assert told.returncode == 1
    setting = told.stdout.partition("\n\n")[0]
    assert "\n  ! error[card-already-played] " in setting
    assert "error[" not in here("replay", SLIP, "--after", str(at - 1)).stdout
    done = here("replay", SLIP, "--after", str(at), "--format", "json")
    assert json.loads(done.stdout)["seq"] == at
    assert done.stderr.count("error[card-already-played]") == 1
    assert here("replay", SLIP, "--after", str(at - 1), "--format", "json").stderr == ""


def test_an_award_before_the_end_of_a_hand_is_told_as_a_stake_taken_back() -> None:
    told = here("replay", WORKED, "--after", "20").stdout
    assert "\n  a stake taken back: Anne 20 counters (the game is abandoned)\n" in told
    french = here("replay", WORKED, "--after", "20", "--lang", "fr").stdout
    assert "\n  une mise reprise : Anne 20 jetons (la partie est abandonnée)\n" in french
    end = here("replay", WORKED, "--after", "85").stdout
    assert "\n  an award: Anne 60 counters\n" in end


def test_a_seat_that_a_game_does_not_have_is_told_with_the_game(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(WORKED.read_bytes())
    other = WORKED.read_bytes().replace(b'"Anne"', b'"Odile"')
    (tmp_path / "b.jsonl").write_bytes(WORKED.read_bytes() + other)
    done = here("replay", tmp_path, "--seat", "Anne")
    assert done.returncode == 2
    path = tmp_path / "b.jsonl"
    says = f"--seat: game 2 of {path} has no seat 'Anne', only: 0 Odile, 1 Basile, 2 Cécile.\n"
    assert done.stderr.endswith(says)


def test_a_log_without_a_header_has_no_seats_and_its_text_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "mute.jsonl"
    path.write_bytes(MUTE + b'{"event":"play","seat":1')
    done = here("replay", path, "--seat", "Anne")
    assert done.returncode == 1
    assert "error[no-header]" in done.stdout
    assert '"AS"' not in done.stdout + done.stderr
    assert '"AS"' in here("replay", path).stdout
    path.write_bytes(b'{"event":"play","seat":1,"card":"AS"')
    assert '"AS"' not in here("replay", path, "--seat", "0").stderr
    assert '"AS"' in here("replay", path).stderr


def test_a_partner_is_hidden_from_a_player_only() -> None:
    done = here("replay", WORKED, "--partner", "hidden")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("--partner: this means nothing without --seat.\n")


def test_semicolons_in_french_have_a_blank_before_them_and_begin_no_line() -> None:
    told = here("replay", WORKED, "--lang", "fr").stdout
    assert " ; " in told
    assert "; " not in told.replace(" ; ", "")
    assert not any(line.strip().startswith(";") for line in told.splitlines())
