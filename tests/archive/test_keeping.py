"""An archive is held against its logs, mended from them, and changed as a whole."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest import mock

import duckdb
import pytest

import brusqlog
from brusqlog.archive import Archive, ArchiveError, QueryError, changing, proving, rebuilding
from brusqlog.archive.opening import writing
from brusqlog.archive.tables import OF_A_GAME
from brusqlog.cli import answers
from tests.archive.asking import SLIP, Files, everything, made, one, rows
from tests.cli.running import environment, here


@pytest.fixture
def filled(archive: Archive, files: Files) -> Iterator[Path]:
    """An archive of three files; closed, and its path."""
    archive.add(files(a=two(1, players=3), b=two(2, partners=True), c=noted()))
    archive.close()
    yield archive.path


def two(seed: int, **wishes: Any) -> str:
    """Two games."""
    return "".join(map(brusqlog.dumps, brusqlog.simulate(seed=seed, games=2, **wishes)))


def noted() -> str:
    """A faulty game with a note."""
    header, *rest = SLIP.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join([header, '{"event":"note","text":"from a sheet"}\n', *rest])


def messages(path: Path, **wishes: Any) -> list[str]:
    return [trouble.message for trouble in proving.verify(path, **wishes)]


def again(path: Path, *paths: Path) -> rebuilding.Rebuilt:
    done = rebuilding.Rebuilt()
    for _ in rebuilding.rebuilding(path, paths, None, done):
        pass
    return done


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows but the times at which things were added."""
    with Archive(path) as archive:
        found = everything(archive)
    return {
        name: [tuple(value for value in row if not isinstance(value, datetime)) for row in rows]
        for name, rows in found.items()
    }


def changed(path: Path, *statements: str) -> None:
    with writing(path) as con:
        for statement in statements:
            con.execute(statement)
        con.commit()


def test_an_archive_that_says_what_its_logs_say_is_proved(filled: Path) -> None:
    proof = proving.Proof()
    assert list(proving.verify(filled, proof=proof)) == []
    assert len(proof.games) == 5


def test_a_row_that_was_lost_from_any_table_is_found(filled: Path) -> None:
    before = contents(filled)
    tables = [table.name for table in OF_A_GAME if before[table.name]]
    first = "DELETE FROM {0} WHERE rowid = (SELECT min(rowid) FROM {0} WHERE game IS NOT NULL)"
    changed(filled, *map(first.format, tables[1:]))
    told = " ".join(messages(filled))
    assert [table for table in tables[1:] if table not in told] == []
    assert set(tables) >= {"tricks", "plays", "draws", "payments", "awards", "notes", "findings"}


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE plays SET card = 'AS' WHERE rowid = 3", "in plays"),
        ("UPDATE games SET play_key = 'x' WHERE rowid = 0", "in games"),
        ("INSERT INTO plays SELECT * FROM plays LIMIT 1", "in plays"),
        ("DELETE FROM games WHERE rowid = 0", "missing in the archive"),
        ("UPDATE plays SET game = 'nobody' WHERE rowid = 0", "rows in plays, but none in games"),
    ],
)
def test_what_says_something_else_than_its_log_is_named(
    filled: Path, statement: str, said: str
) -> None:
    changed(filled, statement)
    assert any(said in message for message in messages(filled))


def test_what_says_something_else_is_mended(filled: Path) -> None:
    before = contents(filled)
    changed(filled, "UPDATE plays SET card = 'AS'", "DELETE FROM games WHERE rowid = 0")
    assert again(filled).copied == 0
    assert contents(filled) == before


def test_files_that_changed_or_went_are_told_and_are_no_fault_of_the_archive(
    filled: Path, files: Files
) -> None:
    folder = files(a=two(1, players=3) + made(9, players=3))
    (folder / "b.brusq.jsonl").unlink()
    found = list(proving.verify(filled))
    assert [trouble.serious for trouble in found] == [False, False]
    assert "a.brusq.jsonl, game 3: the file has changed since" in found[0].message
    assert "b.brusq.jsonl: the file is gone" in found[1].message


def test_other_copies_of_the_logs_prove_an_archive_too(filled: Path, files: Files) -> None:
    folder = files()
    moved = folder.rename(folder.with_name("moved"))
    assert messages(filled, against=[moved]) == []
    (moved / "d.brusq.jsonl").write_text(made(4), encoding="utf-8", newline="\n")
    (moved / "a.brusq.jsonl").unlink()
    lacking, absent = proving.verify(filled, [moved])
    assert (lacking.serious, absent.serious) == (True, False)
    assert "this is missing in the archive" in lacking.message
    assert "are not among the logs given (2)" in absent.message


def test_a_flipped_bit_is_found_or_changes_nothing(filled: Path) -> None:
    whole, before = filled.read_bytes(), contents(filled)
    chance = random.Random(3)
    found = 0
    for _ in range(8):
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        filled.write_bytes(content)
        try:
            told = messages(filled)
        except ArchiveError:
            told = ["cannot be opened"]
        found += bool(told)
        if not told:
            assert contents(filled) == before
    assert found
    filled.write_bytes(whole)


def test_a_damaged_archive_is_made_again(filled: Path) -> None:
    before, content = contents(filled), bytearray(filled.read_bytes())
    content[content.index(b"salon-2021")] ^= 1
    filled.write_bytes(content)
    assert any("is damaged" in message for message in messages(filled))
    folder = filled.parent / "logs"
    again(filled, folder)
    assert messages(filled) == []
    assert contents(filled) == before


def test_an_archive_of_which_nothing_can_be_read_asks_for_its_files(filled: Path) -> None:
    before = contents(filled)
    filled.write_bytes(filled.read_bytes()[:9000])
    with pytest.raises(ArchiveError, match="name the files behind it"):
        again(filled)
    again(filled, filled.parent / "logs")
    assert contents(filled) == before


def test_a_write_ahead_log_that_was_left_is_told(filled: Path) -> None:
    filled.with_name(f"{filled.name}.wal").write_bytes(b"")
    assert "an `archive add` was cut off" in messages(filled)[0]
    again(filled)
    assert messages(filled) == []


CUT_OFF = """
import os, sys
from brusqlog.archive import Archive
from brusqlog.archive.intake import Intake

finish = Intake.finish

def finish_and_die(self):
    finish(self)
    os._exit(9)

Intake.finish = finish_and_die
Archive(sys.argv[1]).add(sys.argv[2])
"""


@pytest.mark.parametrize("share", [0.3, 0.9, 1])
def test_a_write_ahead_log_that_was_cut_is_found_and_mended(
    archive: Archive, files: Files, share: float
) -> None:
    folder = files(a=two(1, players=3))
    archive.add(folder)
    archive.close()
    files(b=two(2, players=3))
    command = [sys.executable, "-c", CUT_OFF, str(archive.path), str(folder)]
    assert subprocess.run(command, check=False, env=environment()).returncode == 9
    log = Path(f"{archive.path}.wal")
    log.write_bytes(log.read_bytes()[: int(log.stat().st_size * share)])
    assert "an `archive add` was cut off" in messages(archive.path)[0]
    again(archive.path, folder)
    assert messages(archive.path) == []
    assert len(contents(archive.path)["games"]) == 4


def test_an_archive_made_again_says_the_same(filled: Path) -> None:
    before = contents(filled)
    done = again(filled)
    assert (done.added.games, done.copied, done.lost) == (5, 0, [])
    assert contents(filled) == before
    names = {entry.name for entry in filled.parent.iterdir()}
    assert names - {f"{filled.name}.lock"} == {filled.name, "logs"}


def test_games_whose_files_are_gone_are_taken_over(filled: Path) -> None:
    before = contents(filled)
    for file in (filled.parent / "logs").iterdir():
        file.unlink()
    done = again(filled)
    assert (done.added.games, done.copied) == (0, 5)
    assert contents(filled) == before


def test_a_log_that_has_grown_takes_the_place_of_its_older_self_when_made_again(
    archive: Archive, files: Files
) -> None:
    whole = made(3, players=3, hands=2)
    begun = "".join(whole.splitlines(keepends=True)[:50])
    archive.add(files(a=begun))
    files(a=whole)
    archive.close()
    done = again(archive.path)
    assert (done.added.games, done.added.grown, done.copied) == (0, 1, 0)
    assert [row[8] for row in contents(archive.path)["games"]] == ["finished"]


def test_what_was_removed_stays_away_until_it_is_added_again(filled: Path) -> None:
    before = contents(filled)
    game = before["games"][0][0]
    assert changing.remove(filled, [game[:6]]) == [game]
    after = contents(filled)
    assert game not in {row[0] for table in OF_A_GAME for row in after[table.name]}
    again(filled)
    assert contents(filled) == after
    assert messages(filled) == []
    with Archive(filled) as archive:
        added = archive.add(filled.parent / "logs")
    assert (added.games, added.known) == (1, 4)
    assert {name: len(found) for name, found in contents(filled).items()} == {
        name: len(found) for name, found in before.items()
    }


def test_games_that_nobody_or_several_are_called_are_refused_and_nothing_is_removed(
    filled: Path,
) -> None:
    before = contents(filled)
    known = before["games"][0][0]
    with pytest.raises(QueryError, match="there is no such game"):
        changing.remove(filled, [known, "nobody"])
    assert contents(filled) == before
    ids = [row[1] for row in before["games"]]
    assert ids.count("1-1") == 1
    assert changing.remove(filled, ["1-1"]) == [
        row[0] for row in before["games"] if row[1] == "1-1"
    ]


def test_an_alias_counts_two_names_as_one_player(filled: Path) -> None:
    players = len({name for _, _, name, *_ in contents(filled)["seats"]})
    changing.alias(filled, "Anne", "Annette")
    changing.alias(filled, "Basile", "Anne")
    assert changing.aliases(filled) == [("Anne", "Annette"), ("Basile", "Annette")]
    with Archive(filled) as archive:
        assert one(archive, "SELECT count(DISTINCT player) FROM players") == players - 1
        assert rows(archive, "SELECT DISTINCT name FROM seats ORDER BY name")[0] == ("Anne",)
    again(filled)
    assert changing.aliases(filled) == [("Anne", "Annette"), ("Basile", "Annette")]
    changing.unalias(filled, "Basile")
    assert changing.aliases(filled) == [("Anne", "Annette")]
    with pytest.raises(QueryError, match="did you mean 'Basile'"):
        changing.alias(filled, "Basil", "X")
    with pytest.raises(QueryError, match="stands for itself"):
        changing.alias(filled, "Anne", "Anne")
    with pytest.raises(QueryError, match="stands for no other"):
        changing.unalias(filled, "Basile")


def test_recheck_names_the_games_that_are_judged_otherwise_today(filled: Path) -> None:
    assert list(proving.recheck(filled)) == []
    changed(
        filled,
        "UPDATE games SET status = 'finished', errors = 0 WHERE status = 'faulty'",
        "DELETE FROM findings WHERE severity = 'error'",
    )
    (change,) = proving.recheck(filled)
    assert isinstance(change, proving.Change)
    assert (change.before, change.after, change.lost) == ("finished", "faulty", [])
    assert change.gained
    done = here("archive", "recheck", filled)
    assert done.returncode == 1
    assert f"was finished, now faulty +{change.gained[0]}" in done.stdout


def test_what_another_version_judged_is_said_to_be_so(filled: Path) -> None:
    changed(filled, "UPDATE sources SET engine = '0.0.1'", "UPDATE games SET errors = 7")
    (first, *_) = messages(filled)
    assert "made by version 0.0.1, says something else" in first
    assert "`archive recheck` tells" in first


def test_the_command_line_tells_what_is_in_an_archive_and_that_it_is_whole(filled: Path) -> None:
    done = here("archive", "info", filled, "--format", "json")
    told = json.loads(done.stdout)
    assert (told["games"], told["finished"], told["faulty"], told["sources"]) == (5, 4, 1, 3)
    assert (
        "5 (achevées : 4, fautives : 1)" in here("archive", "info", filled, "--lang", "fr").stdout
    )
    assert len(here("archive", "ls", filled, "--format", "csv").stdout.splitlines()) == 6
    done = here("archive", "verify", filled)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "5 games: verified, nothing differs\n"
    changed(filled, "UPDATE plays SET card = 'AS' WHERE rowid = 3")
    done = here("archive", "verify", filled)
    assert (done.returncode, done.stdout.count("\n")) == (1, 1)
    done = here("archive", "rebuild", filled)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "5 games: made again\n")
    assert here("archive", "verify", filled).returncode == 0


def test_the_command_line_removes_games_and_joins_names(filled: Path) -> None:
    assert here("archive", "remove", filled, "1-1").stderr == "1 game: removed\n"
    assert here("archive", "remove", filled, "1-1").returncode == 2
    assert here("archive", "alias", filled, "Anne", "Annette").returncode == 0
    assert here("archive", "alias", filled).stdout == "Anne = Annette\n"
    assert here("archive", "alias", filled, "Anne").returncode == 2
    assert here("archive", "alias", filled, "Anne", "--undo").returncode == 0
    assert here("archive", "alias", filled).stdout == ""


def test_what_could_not_be_compared_is_told_and_ends_with_3(filled: Path) -> None:
    for file in (filled.parent / "logs").glob("a.*"):
        file.unlink()
    done = here("archive", "verify", filled)
    assert done.returncode == 3
    assert done.stderr == (
        "3 games: verified, nothing differs\n"
        "2 games: could not be compared, as no log of them is there\n"
    )
    assert here("archive", "recheck", filled).returncode == 3


@pytest.mark.parametrize("told", ["KeyboardInterrupt: ", "INTERRUPT Error: Interrupted!"])
def test_an_interruption_that_duckdb_tells_is_one(filled: Path, told: str) -> None:
    with (
        mock.patch("brusqlog.archive.proving._damage", side_effect=duckdb.Error(told)),
        pytest.raises(KeyboardInterrupt),
        answers.complaining("en"),
    ):
        list(proving.verify(filled))


def test_a_folder_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="this is a folder, not an archive"):
        again(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_archive_does_nothing_more(filled: Path) -> None:
    archive = Archive(filled)
    archive.close()
    for call in (archive.info, archive.verify, archive.rebuild, archive.recheck):
        with pytest.raises(ArchiveError, match="was closed"):
            call()
