"""`brusqlog simulate` as a user meets it."""

import gzip
import io
import os
import sys
from pathlib import Path

import pytest

import brusqlog
from brusqlog.bulk.handtable import HandTable
from brusqlog.game.events import Game
from brusqlog.log.sources import zstd
from tests.cli.running import here, run
from tests.simulation.games import bytes_of, made

PLAIN = bytes_of(made(games=3, bots="greedy", seed=5)).decode()
ASKED = ("simulate", "--games", "3", "--bots", "greedy", "--seed", "5")


def headers(text: str) -> list[Game]:
    found = [game.header for game in brusqlog.read(io.StringIO(text))]
    assert None not in found
    return [header for header in found if header]


@pytest.mark.parametrize("more", [(), ("-o", "-")])
def test_games_come_to_standard_output(
    more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = here(*ASKED, *more)
    assert (done.returncode, done.stdout, done.stderr) == (0, PLAIN, "")
    assert list(tmp_path.iterdir()) == []


def test_the_same_bytes_come_in_another_process_and_locale() -> None:
    done = run(*ASKED, LC_ALL="C", PYTHONIOENCODING="latin-1", BRUSQLOG_LANG="fr")
    assert (done.returncode, done.stdout) == (0, PLAIN)


def test_unless_asked_otherwise_one_hand_of_three_is_played() -> None:
    (header,) = headers(here("simulate").stdout)
    assert (header.rules, header.id, header.hands) == ("salon-2021", "1-1", 1)
    assert header.players == ["Anne", "Basile", "Cécile"]
    assert header.identities == ["random"] * 3


def test_two_against_two_are_four() -> None:
    (header,) = headers(here("simulate", "--partners", "--rounds", "2").stdout)
    assert (len(header.players), header.partners, header.rounds) == (4, True, 2)


def test_every_option_is_heard() -> None:
    options = ("--players", "5", "--rules", "encyclopedie", "--target", "90", "--exchange")
    more = ("--hidden", "--times", "--bots", "greedy,random,random,greedy,random", "--seed", "8")
    expected = made(
        players=5,
        rules="encyclopedie",
        target=90,
        exchange=True,
        hidden=True,
        times=True,
        bots=["greedy", "random", "random", "greedy", "random"],
        seed=8,
    )
    assert here("simulate", *options, *more).stdout == bytes_of(expected).decode()


@pytest.mark.parametrize("name", ["games.brusq.jsonl", "games.jsonl.gz", "games.jsonl.zst"])
def test_a_file_is_written_whole_and_packed_by_its_name(tmp_path: Path, name: str) -> None:
    one, other = tmp_path / name, tmp_path / f"other-{name}"
    done = here(*ASKED, "-o", one)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    here(*ASKED, "--output", other)
    data = one.read_bytes()
    assert data == other.read_bytes()
    unpack = {".gz": gzip.decompress, ".zst": zstd().decompress}.get(one.suffix, bytes)
    assert unpack(data) == PLAIN.encode()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, f"other-{name}"])
    assert here("check", "--require-finished", one).returncode == 0


def test_a_name_that_no_folder_walk_finds_is_told(tmp_path: Path) -> None:
    endings = ".jsonl, .jsonl.gz, .jsonl.zst"
    for name, size in (("games.txt", len(PLAIN.encode())), ("games.gz", None)):
        path = tmp_path / name
        done = here(*ASKED, "-o", path)
        assert (done.returncode, done.stderr) == (
            0, f"brusqlog: {path}: in a folder only names are read that end in one of {endings}\n",
        )  # fmt: skip
        assert size in (None, path.stat().st_size)
        assert here("check", path).returncode == 0


@pytest.mark.parametrize("ending", [".bz2", ".XZ", ".zip"])
def test_a_compression_that_is_not_made_is_wrong_usage(tmp_path: Path, ending: str) -> None:
    done = here(*ASKED, "-o", tmp_path / f"games.jsonl{ending}")
    assert done.returncode == 2
    told = f"Error: --output: {ending.lower()} is not made; .gz and .zst are.\n"
    assert done.stderr.endswith(told)
    assert list(tmp_path.iterdir()) == []


def test_a_log_does_not_get_the_name_of_a_transcript(tmp_path: Path) -> None:
    for name in ("games.brusq", "games.BRUSQ.gz"):
        done = here(*ASKED, "-o", tmp_path / name)
        assert done.returncode == 2
        assert "games are made as logs, whose names end in .brusq.jsonl." in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_packed_file_tells_neither_the_time_nor_a_name(tmp_path: Path) -> None:
    here(*ASKED, "-o", tmp_path / "games.jsonl.gz")
    data = (tmp_path / "games.jsonl.gz").read_bytes()
    assert data[3:8] == bytes(5)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ": it exists already; --force replaces it"),
        ("fr", " : il existe déjà ; --force le remplace"),
    ],
)
def test_a_file_that_exists_is_not_overwritten(tmp_path: Path, language: str, told: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("mine\n", encoding="utf-8")
    done = here(*ASKED, "-o", path, "--lang", language)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"brusqlog: {path}{told}\n"
    assert path.read_text(encoding="utf-8") == "mine\n"
    assert here(*ASKED, "-o", path, "--force").returncode == 0
    assert path.read_text(encoding="utf-8") == PLAIN
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")
@pytest.mark.parametrize(
    ("kind", "english", "french"),
    [
        ("link", "this is a link, not a regular file", "c'est un lien, non un fichier ordinaire"),
        ("folder", "this is a folder, not a regular file",
         "c'est un dossier, non un fichier ordinaire"),
        ("pipe", "this is a pipe, a socket or a device, not a regular file",
         "c'est un tube, un socket ou un périphérique, non un fichier ordinaire"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_only_a_regular_file_is_replaced(
    tmp_path: Path, kind: str, english: str, french: str, force: list[str]
) -> None:
    path = tmp_path / "games.jsonl"
    match kind:
        case "link":
            path.symlink_to(tmp_path / "nowhere.jsonl")
        case "folder":
            path.mkdir()
        case _:
            os.mkfifo(path)
    done = here(*ASKED, "-o", path, *force)
    assert (done.returncode, done.stderr) == (3, f"brusqlog: {path}: {english}\n")
    told = here(*ASKED, "-o", path, *force, "--lang", "fr")
    assert (told.returncode, told.stderr) == (3, f"brusqlog: {path} : {french}\n")
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "games.jsonl"
    done = here(*ASKED, "-o", path)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"brusqlog: {path}: ")
    assert done.stderr.count("\n") == 1


def test_many_games_are_written_as_they_come_from_python(tmp_path: Path) -> None:
    path, wishes = tmp_path / "games.jsonl", {"games": 400, "partners": True, "bots": "greedy"}
    options = ("--games", "400", "--partners", "--bots", "greedy")
    expected = bytes_of(made(**wishes))
    assert here("simulate", *options, "-o", path).returncode == 0
    assert path.read_bytes() == expected
    assert here("simulate", *options).stdout == expected.decode()


# Hand tables --------------------------------------------------------------------------------------


def test_a_hand_table_has_the_hands_of_the_games(tmp_path: Path) -> None:
    path = tmp_path / "games.PARQUET"
    done = here(*ASKED, "-o", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    table = HandTable.read(path)
    games = [table.log(row) for row in range(len(table))]
    assert [game.events[1:] for game in games] == [
        game.events[1:] for game in brusqlog.read(PLAIN.encode())
    ]
    assert [game.header.id for game in games if game.header] == ["5-1", "5-2", "5-3"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_hand_table_tells_the_hands_of_a_game_apart(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    house = tmp_path / "house.toml"
    house.write_text('base = "salon-2021"\nname = "house"\n', encoding="utf-8")
    here("simulate", "--games", "2", "--hands", "3", "--rules", house, "-o", path)
    table = HandTable.read(path)
    rows = [table[row] for row in range(len(table))]
    assert [(row.game, row.number) for row in rows] == [
        (game, number) for game in ("1-1", "1-2") for number in (1, 2, 3)
    ]
    assert {(row.rules or "").partition("@")[0] for row in rows} == {"house"}


@pytest.mark.parametrize("option", ["--times", "--hidden"])
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Error: {}: a hand table does not hold this.\n"),
        ("fr", "Erreur : {} : un tableau de coups ne contient pas cela.\n"),
    ],
)
def test_what_a_hand_table_does_not_hold_is_wrong_usage(
    tmp_path: Path, option: str, language: str, told: str
) -> None:
    done = here(*ASKED, option, "-o", tmp_path / "games.parquet", "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(told.format(option))
    assert list(tmp_path.iterdir()) == []


def test_a_hand_table_is_replaced_only_if_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_text("mine\n", encoding="utf-8")
    done = here(*ASKED, "-o", path)
    assert (done.returncode, done.stderr) == (
        3, f"brusqlog: {path}: it exists already; --force replaces it\n",
    )  # fmt: skip
    assert path.read_text(encoding="utf-8") == "mine\n"
    assert here(*ASKED, "-o", path, "--force").returncode == 0
    assert len(HandTable.read(path)) == 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_pyarrow_it_is_told_what_to_install(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.parquet"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = here(*ASKED, "-o", path, "--lang", language)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.count(str(path)) == done.stderr.count("\n") == 1
    assert done.stderr.startswith("brusqlog: ")
    assert "pip install 'brusqlog[arrow]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_ruleset_of_ones_own_is_a_file(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'base = "salon-2021"\nname = "house"\n[options.stake]\nvalue = 7\n'
        'provenance = "default"\nsource = "house"\n',
        encoding="utf-8",
    )
    made_with_it = here("simulate", "--rules", house)
    (header,) = headers(made_with_it.stdout)
    assert header.rules.startswith("house@")
    assert '"counters":7}' in made_with_it.stdout
    (game,) = brusqlog.read(made_with_it.stdout.encode())
    assert (game.status, game.findings) == ("finished", ())


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (
            "--rules encyclopedie --players 4",
            "--rules: encyclopedie is not played by 4; these are: salon-2009, salon-2021, "
            "wikipedia.",
            "--rules : encyclopedie ne se joue pas à 4 ; ceux-ci, oui : salon-2009, salon-2021, "
            "wikipedia.",
        ),
        (
            "--rules salon-2020",
            "--rules: there is no ruleset 'salon-2020'. Did you mean salon-2021?",
            "--rules : il n'y a pas de règlement 'salon-2020'. Vouliez-vous dire salon-2021 ?",
        ),
        (
            "--bots gready",
            "--bots: there is no bot 'gready'. Did you mean greedy?",
            "--bots : il n'y a pas de robot 'gready'. Vouliez-vous dire greedy ?",
        ),
        (
            "--bots greedy,random",
            "--bots: 2 for 3 players: one for all is wanted, or one each.",
            "--bots : 2 pour 3 joueurs : il en faut un pour tous, ou un par joueur.",
        ),
        (
            "--partners --players 3",
            "--players: two against two are four players, not 3.",
            "--players : à deux contre deux on est quatre, pas 3.",
        ),
        (
            "--hands 2 --target 100",
            "only one of --hands, --rounds and --target can be given.",
            "un seul de --hands, --rounds et --target peut être donné.",
        ),
        (
            "--seed 18446744073709551616",
            "--seed: 18446744073709551616 is too large: up to 18446744073709551615.",
            "--seed : 18446744073709551616 est trop grand : jusqu'à 18446744073709551615.",
        ),
        (
            "--hands 9007199254740992",
            "--hands: 9007199254740992 is too large: up to 9007199254740991.",
            "--hands : 9007199254740992 est trop grand : jusqu'à 9007199254740991.",
        ),
        (
            "--games 0",
            "--games: 0 is too small: from 1.",
            "--games : 0 est trop petit : à partir de 1.",
        ),
    ],
)
def test_what_cannot_be_played_is_wrong_usage(
    arguments: str, english: str, french: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    for language, error, told in (("en", "Error: ", english), ("fr", "Erreur : ", french)):
        done = here("simulate", *arguments.split(), "--lang", language, "-o", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"\n{error}{told}\n")
    assert not path.exists()


def test_a_ruleset_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = here("simulate", "--rules", tmp_path / "gone.toml")
    assert (done.returncode, done.stdout) == (3, "")
    assert "gone.toml" in done.stderr
