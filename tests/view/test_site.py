"""`brusqlog view`: pages and sites from files, folders and archives."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.cli.running import SAMPLES, SLIP, WORKED, here
from tests.view.making import game_of, page_of


def title_of(page: Path) -> str:
    found = re.search(r"<title>(.*?)</title>", page.read_text(encoding="utf-8"))
    assert found
    return unescape(found[1])


def rows_of(site: Path) -> list[str]:
    """The texts of the rows of the list of games."""
    body = (site / "index.html").read_text(encoding="utf-8").partition('id="games"')[2]
    rows = re.findall(r"<tr.*?</tr>", body.partition("</tbody>")[0])
    return [" | ".join(re.sub(r"<[^>]+>", "", cell) for cell in row.split("</t")) for row in rows]


def test_a_page_is_written_once_and_again_only_with_force(tmp_path: Path) -> None:
    page = tmp_path / "worked.html"
    assert here("view", WORKED, "-o", page).returncode == 0
    first = page.read_bytes()
    done = here("view", WORKED, "-o", page, "--lang", "fr")
    assert (done.returncode, page.read_bytes()) == (3, first)
    assert "--force" in done.stderr
    assert here("view", WORKED, "-o", page, "--lang", "fr", "--force").returncode == 0
    assert b'lang="fr"' in page.read_bytes()
    assert list(tmp_path.iterdir()) == [page]


def test_a_faulty_game_is_shown_and_ends_with_one(tmp_path: Path) -> None:
    done = here("view", SLIP, "-o", tmp_path / "slip.html")
    assert (done.returncode, done.stdout) == (1, "")
    assert "error[card-already-played]" in done.stderr
    assert (tmp_path / "slip.html").exists()


def test_what_cannot_be_read_gives_no_page(tmp_path: Path) -> None:
    done = here("view", tmp_path / "nowhere.brusq", "-o", tmp_path / "x.html")
    assert done.returncode == 3
    assert "file-missing" in done.stderr
    (tmp_path / "empty.brusq.jsonl").touch()
    assert here("view", tmp_path / "empty.brusq.jsonl", "-o", tmp_path / "site").returncode == 3
    assert [path.name for path in tmp_path.iterdir()] == ["empty.brusq.jsonl"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["-o", "x.html", "--partner", "hidden"], "--seat"),
        (["-o", "x.html", "--print", "--no-spoilers"], "--no-spoilers"),
        (["-o", "site", "--print"], ".html"),
        (["-o", "x.pdf"], ".pdf"),
        (["-o", "x.html", "--game", "wurked"], "Did you mean worked?"),
        (["-o", "x.html", "--seat", "Ane"], "Did you mean Anne?"),
        ([], "--output"),
    ],
)
def test_wrong_usage_is_answered(options: list[str], told: str) -> None:
    done = here("view", WORKED, *options)
    assert done.returncode == 2
    assert told in done.stderr


def test_several_games_go_into_one_page(tmp_path: Path) -> None:
    assert here("view", SAMPLES, "-o", tmp_path / "all.html").returncode == 1
    page = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert re.findall(r'id="game-(\d)"', page) == ["1", "2", "3", "4"]
    assert here("view", SAMPLES, "-o", tmp_path / "one.html", "--game", "pairs").returncode == 0
    assert title_of(tmp_path / "one.html") == "pairs · brusqlog"


def test_a_transcript_speaks_its_language(tmp_path: Path) -> None:
    french = Path(__file__).parents[2] / "fixtures/spec/worked.fr.brusq"
    assert here("view", french, "-o", tmp_path / "x.html").returncode == 0
    assert '<html lang="fr">' in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_the_page_of_a_seat_says_no_more_on_standard_error_either(tmp_path: Path) -> None:
    done = here("view", SLIP, "-o", tmp_path / "x.html", "--seat", "Margot")
    assert done.returncode == 1
    assert "Q♠" in done.stderr  # it was played
    assert '{"event"' not in done.stderr


def test_a_folder_becomes_a_site(tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert here("view", SAMPLES, "-o", site).returncode == 1
    pages = sorted(path.name for path in (site / "games").iterdir())
    assert pages == ["1-five.html", "2-pairs.html", "3-slip.html", "4-worked.html"]
    assert title_of(site / "games" / "4-worked.html") == "worked · brusqlog"
    assert len(rows_of(site)) == 4
    assert "faulty" in rows_of(site)[2] and "Margot, Nicolas" in rows_of(site)[2]
    assert here("view", SAMPLES, "-o", site).returncode == 3
    assert here("view", SAMPLES, "-o", site, "--force", "--no-spoilers").returncode == 1
    assert "faulty" not in rows_of(site)[2]


def test_an_archive_is_shown_from_its_logs_and_says_which_are_gone(tmp_path: Path) -> None:
    logs = {mode: tmp_path / f"{mode}.brusq.jsonl" for mode in ("two", "three", "four")}
    for mode, path in logs.items():
        path.write_bytes(game_of(mode).replace(b'"id":"11-1"', f'"id":"{mode}"'.encode()))
    archive = tmp_path / "games.duckdb"
    assert here("archive", "add", archive, *logs.values()).returncode == 0
    logs["two"].unlink()
    logs["four"].write_bytes(logs["three"].read_bytes())
    done = here("view", archive, "-o", tmp_path / "site")
    assert done.returncode == 3
    assert f"two: its log is gone: {logs['two']}" in done.stderr
    assert f"four: its log has changed: {logs['four']}" in done.stderr
    assert [path.name for path in (tmp_path / "site/games").iterdir()] == ["2-three.html"]
    assert "its log is gone" in "".join(rows_of(tmp_path / "site"))
    done = here("view", archive, "-o", tmp_path / "three.html", "--game", "three")
    assert (done.returncode, done.stderr) == (0, "")


def test_players_are_counted_over_their_games(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for mode in ("two", "three"):
        (folder / f"{mode}.brusq.jsonl").write_bytes(game_of(mode))
    assert here("view", folder, "-o", tmp_path / "site").returncode == 0
    replayed = json.loads(here("replay", folder, "--format", "json").stdout)["games"]
    seat_of = [(game, game["players"].index("Basile")) for game in replayed]
    points = sum(hand["points"][seat] for game, seat in seat_of for hand in game["hands"])
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    row = page.partition('id="players"')[2].partition("<bdi>Basile</bdi>")[2].partition("</tr>")[0]
    assert re.findall(r"<td[^>]*>(.*?)</td>", row)[0] == "2"
    assert re.findall(r"<td[^>]*>(.*?)</td>", row)[3] == str(points)


@pytest.mark.parametrize("options", [["--seat", "1"], ["--seat", "1", "--partner", "hidden"]])
def test_the_page_of_a_seat_is_made_of_what_it_saw(options: list[str], tmp_path: Path) -> None:
    log = tmp_path / "pairs.brusq.jsonl"
    log.write_bytes(game_of("pairs"))
    assert here("view", log, "-o", tmp_path / "x.html", *options).returncode == 0
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert page == page_of(game_of("pairs"), seat=1, partner=len(options) == 2)
