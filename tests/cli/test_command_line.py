"""The command line as a user meets it: output, exit codes, encodings, pipes."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import brusqlog
from brusqlog.game.ruleset import Ruleset
from tests.cli.running import run

SPEC = Path(__file__).parents[2] / "fixtures" / "spec"
BROKEN = SPEC.parent / "broken"
WORKED = SPEC / "worked.brusq.jsonl"
TAKE_MISSING = SPEC / "incidents" / "14-take-missing.brusq.jsonl"
LEFT_MOST = SPEC / "incidents" / "17-salon-2009-left-most-dealer.brusq.jsonl"


def test_a_legal_game_is_clean() -> None:
    done = run("check", WORKED)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "1 file, 1 game, 1 hand: 0 errors, 0 warnings\n"


def test_an_error_is_told_at_its_place_and_ends_with_1() -> None:
    done = run("check", TAKE_MISSING)
    assert done.returncode == 1
    assert f"{TAKE_MISSING}:30:" in done.stdout
    assert "error[take-missing]" in done.stdout


def test_warnings_count_only_when_strict() -> None:
    assert run("check", LEFT_MOST).returncode == 0
    assert run("check", "--strict", LEFT_MOST).returncode == 1


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    done = run("check", "--format", "json", tmp_path / "gone.jsonl", TAKE_MISSING)
    assert done.returncode == 3
    document = json.loads(done.stdout)
    assert [file["read"] for file in document["files"]] == ["not", "whole"]
    assert document["findings"][-1]["code"] == "take-missing"


def test_the_last_errors_of_a_cut_off_archive_are_still_told(tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(TAKE_MISSING.read_bytes() * 40)[:-20])
    done = run("check", "--format", "json", cut)
    assert done.returncode == 3
    assert json.loads(done.stdout)["files"][0]["read"] == "partly"


def test_a_folder_is_walked_in_order_and_links_out_of_it_are_not_followed(tmp_path: Path) -> None:
    games = tmp_path / "games"
    (games / "b").mkdir(parents=True)
    text = WORKED.read_bytes()
    (games / "z.jsonl").write_bytes(text)
    (games / "a.brusq.jsonl").write_bytes(text)
    (games / "b" / "c.jsonl.gz").write_bytes(gzip.compress(text))
    (games / "notes.txt").write_bytes(b"no log")
    (tmp_path / "outside.jsonl").write_bytes(text)
    try:
        (games / "link.jsonl").symlink_to(tmp_path / "outside.jsonl")
    except OSError:
        pytest.skip("no links here")
    done = run("ls", "--format", "jsonl", "games", cwd=tmp_path)
    files = [Path(json.loads(line)["file"]) for line in done.stdout.splitlines()]
    assert files == [
        Path("games", "a.brusq.jsonl"),
        Path("games", "z.jsonl"),
        Path("games", "b", "c.jsonl.gz"),
    ]


def test_standard_input_is_read() -> None:
    done = run("check", "--format", "json", "-", stdin=TAKE_MISSING.read_bytes())
    assert done.returncode == 1
    assert {finding["file"] for finding in json.loads(done.stdout)["findings"]} == {"-"}


def test_select_and_ignore_choose_what_is_reported() -> None:
    assert run("check", "--ignore", "take-missing", TAKE_MISSING).returncode == 0
    assert run("check", "--select", "take-missing", TAKE_MISSING).returncode == 1


def test_an_unfinished_game_is_an_error_only_when_finished_ones_are_required(
    tmp_path: Path,
) -> None:
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(WORKED.read_bytes().splitlines(keepends=True)[:30]))
    assert run("check", short).returncode == 0
    done = run("check", "--require-finished", short)
    assert done.returncode == 1
    assert f"{short}:30:1: error[unfinished-game]" in done.stdout


def test_an_empty_file_is_read_and_holds_no_game(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert "warning[empty-file]" in run("check", empty).stdout
    assert run("check", empty).returncode == 0
    assert run("check", "--strict", empty).returncode == 1
    assert run("replay", empty).returncode == 0


@pytest.mark.parametrize("verb", ["check", "replay", "ls"])
def test_a_ruleset_that_cannot_be_read_ends_with_3(verb: str, tmp_path: Path) -> None:
    done = run(verb, "--rules", tmp_path / "gone.toml", WORKED)
    assert (done.returncode, done.stdout) == (3, "")
    assert "gone.toml: No such file or directory" in done.stderr


def test_a_game_by_rules_of_ones_own_is_judged_told_and_listed_by_them(tmp_path: Path) -> None:
    rules, log = tmp_path / "house.toml", tmp_path / "house.jsonl"
    rules.write_text('name = "house"\nbase = "salon-2021"\noptions.bank.value = 100\n'
                     'options.bank.provenance = "default"\noptions.bank.source = "ours"\n'
                     )  # fmt: skip
    name = Ruleset.load(rules).full_name
    log.write_text(WORKED.read_text("utf-8").replace("salon-2021", name), encoding="utf-8")
    assert "error[ruleset-not-given]" in run("check", log).stdout
    assert "faulty" in run("ls", log).stdout
    assert run("check", log, "--rules", rules).returncode == 0
    assert "finished" in run("ls", log, "--rules", rules).stdout
    assert "purses       141      78      81" in run("replay", log, "--rules", rules).stdout
    state = run("replay", log, "--after", "3", "--format", "json", "--rules", rules).stdout
    assert json.loads(state)["purses"] == [100, 100, 100]
    seen = run("replay", log, "--seat", "Anne", "--rules", rules)
    assert (seen.returncode, "error[" in seen.stdout) == (0, False)


def test_french_is_chosen_by_option_or_environment() -> None:
    assert "1 fichier, 1 partie, 1 coup" in run("check", "--lang", "fr", WORKED).stderr
    assert "1 fichier, 1 partie, 1 coup" in run("check", WORKED, BRUSQLOG_LANG="fr_FR").stderr
    english = run("check", "--lang", "en", WORKED, BRUSQLOG_LANG="fr")
    assert "1 file, 1 game, 1 hand" in english.stderr


def test_output_that_is_piped_is_utf_8_and_the_same_whatever_the_locale() -> None:
    told = {run("replay", WORKED, LC_ALL=locale).stdout for locale in ("C", "C.UTF-8", "")}
    assert len(told) == 1
    assert "Q♠★" in told.pop()


@pytest.mark.skipif(sys.platform != "linux", reason="file names of bytes are of Linux")
def test_a_file_name_that_is_no_utf_8_is_shown_escaped(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9\x1b.jsonl")).write_bytes(WORKED.read_bytes())
    done = run("ls", "--format", "json", ".", cwd=tmp_path)
    assert json.loads(done.stdout)["games"][0]["file"] == "./caf\\udce9\x1b.jsonl"
    assert run("ls", ".", cwd=tmp_path).stdout.startswith(r"./caf\udce9\x1b.jsonl#1")


def test_a_link_to_itself_is_passed_over(tmp_path: Path) -> None:
    try:
        (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    except OSError:
        pytest.skip("no links here")
    assert run("check", tmp_path).returncode == 0


def test_colour_is_for_terminals_unless_it_is_asked_for() -> None:
    assert "\x1b[" not in run("check", TAKE_MISSING).stdout
    assert "\x1b[" in run("check", "--color", "always", TAKE_MISSING).stdout
    assert "\x1b[" not in run("check", "--color", "never", TAKE_MISSING).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes them")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_streams_that_are_closed_change_nothing(closed: str) -> None:
    root = Path(brusqlog.__file__).parents[1]
    command = f'"$0" -m brusqlog check "$1" - {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, str(TAKE_MISSING)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=root,
        check=False,
    )
    assert done.returncode == 1
    assert b"fault of ours" not in done.stderr


def test_a_fault_of_ours_ends_with_4_and_asks_to_report_it(tmp_path: Path) -> None:
    code = (
        "import brusqlog.cli.app, brusqlog.cli; brusqlog.cli.app.command = lambda _: 1 / 0;"
        "brusqlog.cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=Path(brusqlog.__file__).parents[1],
        check=False,
    )
    assert done.returncode == 4
    assert "ZeroDivisionError" in done.stderr
    assert "Please report it" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interruption_ends_with_130() -> None:
    code = (
        "import brusqlog.cli.app, brusqlog.cli\n"
        "def stop(_): raise KeyboardInterrupt\n"
        "brusqlog.cli.app.command = stop\n"
        "brusqlog.cli.main()"
    )
    root = Path(brusqlog.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=root, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


def test_ls_tells_file_position_id_rules_players_and_status() -> None:
    done = run("ls", "worked.brusq.jsonl", cwd=SPEC)
    line = "worked.brusq.jsonl#1 · worked · salon-2021 · Anne, Basile, Cécile · finished\n"
    assert (done.returncode, done.stdout) == (0, line)
    document = json.loads(run("ls", "--format", "json", "worked.brusq.jsonl", cwd=SPEC).stdout)
    assert document == {
        "format": "brusqlog-ls/1",
        "games": [
            {
                "file": "worked.brusq.jsonl",
                "index": 1,
                "id": "worked",
                "rules": "salon-2021",
                "players": ["Anne", "Basile", "Cécile"],
                "status": "finished",
            }
        ],
    }


@pytest.mark.parametrize("name", ["worked", "worked-1718", "worked-strict"])
def test_replay_in_json_is_the_record_of_the_contract(name: str) -> None:
    done = run("replay", "--format", "json", SPEC / f"{name}.brusq.jsonl")
    expected = json.loads((SPEC / f"{name}.replay.json").read_text(encoding="utf-8"))
    assert json.loads(done.stdout) == expected


def test_replay_in_jsonl_is_a_game_a_line() -> None:
    done = run("replay", "--format", "jsonl", "-", stdin=WORKED.read_bytes() * 2)
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["index"] for game in games] == [1, 2]


def test_replay_picks_a_game_by_position_or_id_a_hand_and_a_trick() -> None:
    twice = WORKED.read_bytes() * 2
    done = run("replay", "--format", "jsonl", "-", "--game", "2", stdin=twice)
    assert [json.loads(line)["index"] for line in done.stdout.splitlines()] == [2]
    done = run("replay", "--format", "json", WORKED, "--game", "worked", "--hand", "1")
    assert [len(hand["tricks"]) for hand in json.loads(done.stdout)["games"][0]["hands"]] == [10]
    done = run("replay", "--format", "json", WORKED, "--hand", "1", "--trick", "3")
    (hand,) = json.loads(done.stdout)["games"][0]["hands"]
    assert [trick["number"] for trick in hand["tricks"]] == [3]


def test_replay_tells_a_faulty_log_with_its_findings_in_place() -> None:
    done = run("replay", TAKE_MISSING)
    assert done.returncode == 1
    assert "  ! error[take-missing]" in done.stdout


@pytest.mark.parametrize("form", ["text", "md", "json", "jsonl"])
def test_what_a_player_could_not_see_is_not_in_the_findings_either(form: str) -> None:
    sample = BROKEN / "card-not-held" / "sample.brusq.jsonl"
    anne = run("replay", sample, "--seat", "Anne", "--format", form)
    basile = run("replay", sample, "--seat", "Basile", "--format", form)
    assert "J♠" not in anne.stdout + anne.stderr
    assert "holds only: J♠, 7♦, K♣" in (basile.stdout + basile.stderr).replace("\\", "")
    assert (anne.returncode, basile.returncode) == (1, 1)


def test_of_rules_nobody_knows_no_purse_is_told() -> None:
    sample = BROKEN / "ruleset-unknown" / "sample.brusq.jsonl"
    (game,) = json.loads(run("replay", sample, "--format", "json").stdout)["games"]
    assert (game["purses"], game["pot"], game["ranking"]) == (None, None, [])


def test_a_card_laid_alone_takes_no_trick() -> None:
    sample = SPEC / "incidents" / "07-leave-and-play-goes-on.brusq.jsonl"
    (game,) = json.loads(run("replay", sample, "--format", "json").stdout)["games"]
    last = game["hands"][0]["tricks"][-1]
    assert (len(last["plays"]), last["taker"]) == (1, None)


def test_a_log_without_a_header_has_no_state() -> None:
    done = run("replay", BROKEN / "no-header" / "sample.brusq.jsonl", "--after", "0")
    assert (done.returncode, done.stdout) == (1, "")
    assert "error[no-header]" in done.stderr


def test_replay_after_an_event_tells_what_may_come_next() -> None:
    done = run("replay", "--format", "json", WORKED, "--after", "33")
    state = json.loads(done.stdout)
    assert (state["format"], state["seq"], state["trick"]) == ("brusqlog-state/1", 33, 3)
    told = run("replay", WORKED, "--after", "33").stdout
    assert told.startswith("After event 33 · hand 1 · trick 3 · Anne deals")


def test_the_demo_shows_the_commands_as_one_types_them() -> None:
    done = run("demo")
    assert done.returncode == 0
    commands = [line for line in done.stdout.splitlines() if line.startswith("$ ")]
    verbs = ["ls", "check", "replay", "archive", "query"]
    assert [line.split()[2] for line in commands] == verbs


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_demo_is_short_shows_one_finding_and_answers_a_question(language: str) -> None:
    done = run("demo", "--lang", language)
    assert len((done.stdout + done.stderr).splitlines()) <= 70
    assert done.stdout.count("error[") == 1
    assert "\nA         16      9\nT         16      7\n" in done.stdout
    assert "slip.brusq.jsonl:50:33: error[card-already-played]" in done.stdout


def test_the_samples_are_clean_but_for_the_one_with_a_slip() -> None:
    samples = Path(brusqlog.__file__).parent / "samples"
    done = run("check", "--format", "json", "--games", samples)
    document = json.loads(done.stdout)
    statuses = {game["id"]: game["status"] for file in document["files"] for game in file["games"]}
    assert statuses == {
        "five": "finished", "pairs": "finished", "slip": "faulty", "worked": "finished",
    }  # fmt: skip
    assert [finding["code"] for finding in document["findings"]] == ["card-already-played"]
