"""`redact` and `anonymise` as a user meets them."""

import io
import json
import os
import re
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import pytest

from brusqlog.cli import main
from brusqlog.game.ruleset import Ruleset
from tests.game.tables import FIXTURES
from tests.versions.running import Done

SAMPLES = FIXTURES.parents[1] / "brusqlog" / "samples"
WORKED = SAMPLES / "worked.brusq.jsonl"
KEY = "a key of the tests, 32 bytes long\n"
TRANSCRIPT = """\
Langue : fr
Règle : salon-2021
Joueurs : Anne, Basile
Lieu : Chez Anne
Coups : 1

Coup 1 : Anne donne
Donne : Basile 7♦ V♠ R♣ | Anne 8♠ 7♥ R♥
Retourne : A♠
Note : Basile sourit
1. 7♦ 8♠ > Anne + D♦ 9♦
"""


def run(*arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None) -> Done:
    """Run brusqlog in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with (
        chdir(cwd or Path.cwd()),
        mock.patch.object(sys, "argv", ["brusqlog", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    told = []
    for stream in (out, err):
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        told.append(stream.buffer.getvalue().decode())
    return Done(int(ended.value.code or 0), *told)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with a key, a log of two games and a transcript of a third."""
    (tmp_path / "club.key").write_text(KEY)
    games = tmp_path / "games"
    (games / "mardi").mkdir(parents=True)
    log = WORKED.read_text(encoding="utf-8")
    two = log + log.replace('"id":"worked"', '"id":"other"')
    (games / "chez-anne.brusq.jsonl").write_text(two, encoding="utf-8", newline="\n")
    (games / "mardi" / "soir.brusq").write_text(TRANSCRIPT, encoding="utf-8", newline="\n")
    return tmp_path


# redact ----------------------------------------------------------------------------------------


def test_redact_writes_what_the_player_saw(here: Path) -> None:
    done = run("redact", "--seat", "Anne", WORKED, "anne.brusq.jsonl", cwd=here)
    assert (done.code, done.out, done.err) == (0, "", "")
    deals = [
        event["cards"]
        for line in (here / "anne.brusq.jsonl").read_text(encoding="utf-8").splitlines()
        if (event := json.loads(line))["event"] == "deal"
    ]
    assert deals == [["??"], ["??"], ["8S"], ["??"], ["??"], ["7H"], ["??"], ["??"], ["KH"]]
    assert run("check", "anne.brusq.jsonl", cwd=here).code == 0


def test_redact_takes_a_seat_by_number_and_writes_to_standard_output(here: Path) -> None:
    by_name = run("redact", "--seat", "Basile", WORKED, "-")
    by_number = run("redact", "--seat", "1", "-", "-", stdin=WORKED.read_bytes())
    assert by_name.code == by_number.code == 0
    assert by_name.out == by_number.out != ""


def test_redact_picks_a_game_or_takes_all(here: Path) -> None:
    games = here / "games" / "chez-anne.brusq.jsonl"
    one, two = (run("redact", "--seat", "0", "--game", game, games, "-").out
                for game in ("1", "other"))  # fmt: skip
    assert run("redact", "--seat", "0", games, "-").out == one + two
    assert ('"id":"worked"' in one, '"id":"other"' in two) == (True, True)
    none = run("redact", "--seat", "0", "--game", "workd", games, "-")
    assert (none.code, "Did you mean worked?" in none.err) == (2, True)


def test_redact_writes_transcripts_in_their_own_language(here: Path) -> None:
    done = run("redact", "--seat", "Anne", "games/mardi/soir.brusq", "-", cwd=here)
    assert done.code == 0
    assert done.out.splitlines()[-4:] == [
        "Donne : Basile ?? ?? ?? | Anne 8♠ 7♥ R♥",
        "Retourne : A♠",
        "Note : Basile sourit",
        "1. 7♦ 8♠ > Anne + D♦ ??",
    ]


def test_redact_tells_what_a_transcript_cannot_hold(here: Path) -> None:
    log = WORKED.read_text(encoding="utf-8").replace(
        '"card":"KS"}\n', '"card":"KS","at":"2026-03-01T20:00:00Z"}\n', 1
    )
    done = run("redact", "--seat", "0", "-", "x.brusq", cwd=here, stdin=log.encode())
    told = "-: left out of the transcript of game 1: times\n"
    assert (done.code, done.err) == (0, told)
    french = run("redact", "--seat", "0", "-", "x.brusq", "--force", "--lang", "fr", cwd=here,
                 stdin=log.encode())  # fmt: skip
    told = "- : laissé de côté dans la transcription de la partie 1 : les heures\n"
    assert (french.code, french.err) == (0, told)


def test_redact_tells_no_more_of_a_faulty_game_than_the_player_saw(here: Path) -> None:
    """Neither the lines of the log nor what only they show."""
    log = WORKED.read_text(encoding="utf-8")
    doubled = log.replace('{"event":"draw","seat":2,"card":"8D"}', '{"event":"draw","seat":2,'
                          '"card":"JS"}')  # fmt: skip
    assert "J♠" in run("check", "-", stdin=doubled.encode()).out
    done = run("redact", "--seat", "0", "-", "-", stdin=doubled.encode())
    assert '"seat":2,"card":"??"' in done.out
    assert ("J♠" in done.err, '"JS"' in done.err) == (False, False)


def test_redact_shows_no_line_of_the_log(here: Path) -> None:
    """A draw out of order is told to everybody, the card only to him who drew it."""
    log = WORKED.read_text(encoding="utf-8")
    first, second = (f'{{"event":"draw","seat":{seat},"card":"{card}"}}\n'
                     for seat, card in ((2, "8D"), (0, "QD")))  # fmt: skip
    assert first + second in log
    swapped = log.replace(first + second, second + first).encode()
    done = run("redact", "--seat", "1", "-", "-", stdin=swapped)
    assert (done.code, "error[draw-order]" in done.err) == (1, True)
    assert ("QD" in done.err, "Q♦" in done.err) == (False, False)


def test_redact_can_hide_the_partners_cards_too(here: Path) -> None:
    pairs = FIXTURES / "incidents" / "19-sixty-all-two-against-two.brusq.jsonl"
    open_, hidden = (run("redact", "--seat", "2", "--partner", partner, pairs, "-").out
                     for partner in ("seen", "hidden"))  # fmt: skip
    deals = [re.findall(r'"deal","seat":([0-9]),"cards":\["[^?]', text) for text in (open_, hidden)]
    assert [set(seats) for seats in deals] == [{"2", "3"}, {"2"}]


def test_redact_refuses_a_log_that_it_cannot_read_whole(here: Path) -> None:
    log = WORKED.read_bytes().replace(b'"seat":2,"card":"QS"', b'"seat":2,"card":"QX"', 1)
    done = run("redact", "--seat", "0", "-", "out.jsonl", cwd=here, stdin=log)
    assert (done.code, "QX" in done.err) == (1, True)
    newer = WORKED.read_bytes().replace(b"brusqlog/1.0", b"brusqlog/1.9", 1)
    newer += b'{"event":"peek","cards":["AS"]}\n'
    done = run("redact", "--seat", "0", "-", "out.jsonl", cwd=here, stdin=newer)
    assert (done.code, "newer version" in done.err) == (1, True)
    assert run("redact", "--seat", "0", "gone.jsonl", "out.jsonl", cwd=here).code == 3
    assert not (here / "out.jsonl").exists()


def test_redact_never_overwrites_without_force(here: Path) -> None:
    out = here / "out.jsonl"
    out.write_text("mine")
    done = run("redact", "--seat", "0", WORKED, out)
    assert (done.code, out.read_text()) == (3, "mine")
    assert "exists already" in done.err
    assert run("redact", "--seat", "0", "--force", WORKED, out).code == 0
    assert out.read_text(encoding="utf-8").startswith('{"event":"game"')


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seat", "Zoé", WORKED, "-"),
        ("--seat", "3", WORKED, "-"),
        ("--seat", "0", WORKED, "out.txt"),
        ("--seat", "0", WORKED, "out.jsonl.gz"),
        (WORKED, "-"),
    ],
)
def test_redact_tells_wrong_usage(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run("redact", *arguments, cwd=tmp_path)
    assert (done.code, done.out, [*tmp_path.iterdir()]) == (2, "", [])


# anonymise -------------------------------------------------------------------------------------


def test_anonymise_replaces_the_names_of_a_log(here: Path) -> None:
    done = run("anonymise", "--key", "club.key", WORKED, "-", cwd=here)
    assert (done.code, done.err) == (0, "")
    was, told = WORKED.read_text(encoding="utf-8"), done.out
    header = json.loads(told.splitlines()[0])
    assert header["players"] == ["Za-si-fe-va", "Ro-ji-tu-pu", "Ro-li-na-nu"]
    assert told.splitlines()[1:] == was.splitlines()[1:]


def test_anonymise_makes_a_key_that_is_secret_and_used_again(here: Path) -> None:
    first = run("anonymise", "--key", "new.key", WORKED, "-", cwd=here)
    key = here / "new.key"
    kept = key.read_bytes()
    again = run("anonymise", "--key", "new.key", WORKED, "-", cwd=here)
    assert first.out == again.out != ""
    assert (key.read_bytes(), len(bytes.fromhex(kept.decode()))) == (kept, 32)
    if os.name == "posix":
        assert key.stat().st_mode & 0o777 == 0o600


def test_anonymise_without_a_key_cannot_be_linked_and_says_so(here: Path) -> None:
    one, other = (run("anonymise", WORKED, "-", cwd=here) for _ in range(2))
    assert one.out != other.out
    assert "--key FILE keeps one" in one.err
    assert "--key FICHIER" in run("anonymise", "--lang", "fr", WORKED, "-").err


def test_anonymise_refuses_a_key_that_is_too_short(here: Path) -> None:
    (here / "short.key").write_text("secret\n")
    done = run("anonymise", "--key", "short.key", WORKED, "-", cwd=here)
    assert (done.code, done.out) == (3, "")


def test_anonymise_takes_a_folder_names_of_files_and_all(here: Path) -> None:
    done = run("anonymise", "--key", "club.key", "games", "public", cwd=here)
    assert (done.code, done.out, done.err) == (0, "", "")
    files = sorted(path for path in (here / "public").rglob("*") if path.is_file())
    assert [path.name.partition(".")[2] for path in files] == ["brusq", "brusq.jsonl"]
    text = "".join(f"{path.relative_to(here)}\n" + path.read_text(encoding="utf-8")
                   for path in files)  # fmt: skip
    for name in ("anne", "basile", "cécile", "soir", "mardi", "worked", "sourit"):
        assert name not in text.casefold()
    assert text.count("Za-si-fe-va") >= 4, "Anne in all three games"
    assert {path.name for path in here.iterdir()} == {"club.key", "games", "public"}


def test_anonymise_writes_a_folder_whole_or_not_at_all(here: Path) -> None:
    (here / "games" / "z.brusq.jsonl").write_text("{}\n")
    assert run("anonymise", "--key", "club.key", "games", "public", cwd=here).code == 1
    assert {path.name for path in here.iterdir()} == {"club.key", "games"}


def test_anonymise_never_overwrites_a_folder_without_force(here: Path) -> None:
    mine = here / "public" / "mine"
    mine.parent.mkdir()
    assert run("anonymise", "--key", "club.key", "games", "public", cwd=here).code == 0
    first = sorted(path.relative_to(here) for path in mine.parent.rglob("*"))
    assert run("anonymise", "--key", "club.key", "games", "public", cwd=here).code == 3
    mine.write_text("mine")
    assert run("anonymise", "--key", "club.key", "--force", "games", "public",
               cwd=here).code == 0  # fmt: skip
    left = sorted(path.relative_to(here) for path in mine.parent.rglob("*") if path != mine)
    assert (left, mine.read_text()) == (first, "mine")


def test_anonymise_keeps_notes_with_pseudonyms_if_told_to(here: Path) -> None:
    soir = "games/mardi/soir.brusq"
    without = run("anonymise", "--key", "club.key", soir, "-", cwd=here).out
    kept = run("anonymise", "--key", "club.key", "--keep-notes", soir, "-", cwd=here).out
    assert "Note" not in without
    assert "\nNote : Ro-ji-tu-pu sourit\n" in kept
    assert kept.replace("Note : Ro-ji-tu-pu sourit\n", "") == without


def test_anonymise_writes_nothing_if_a_name_is_left(here: Path) -> None:
    """Here in the name of the house's own ruleset, which no pseudonym can stand for."""
    salon = SAMPLES.parent / "game" / "rulesets" / "salon-2021.toml"
    text = salon.read_text(encoding="utf-8").replace("salon-2021", "chez-basile", 1)
    (here / "house.toml").write_text(text, encoding="utf-8")
    name = Ruleset.load(here / "house.toml").full_name
    log = WORKED.read_text(encoding="utf-8").replace('"salon-2021"', f'"{name}"', 1)
    done = run("anonymise", "--key", "club.key", "--rules", "house.toml", "-", "out.jsonl",
               cwd=here, stdin=log.encode())  # fmt: skip
    told = "-: 'basile' would be left in rules of game 1, event 0; nothing was written\n"
    assert (done.code, done.err) == (1, told)
    assert not (here / "out.jsonl").exists()


def test_anonymise_says_that_seals_are_gone(here: Path) -> None:
    log = here / "sealed.brusq.jsonl"
    log.write_bytes(WORKED.read_bytes())
    assert run("seal", log).code == 0
    done = run("anonymise", "--key", "club.key", log, "-", cwd=here)
    assert (done.code, "seal" in done.out) == (0, False)
    assert "left out: the seals" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("games", "-"),
        ("games", "games/public"),
        ("--game", "1", "games", "public"),
        ("--key", "public/club.key", "games", "public"),
        ("games/chez-anne.brusq.jsonl", "public"),
    ],
)
def test_anonymise_tells_wrong_usage(arguments: tuple[str, ...], here: Path) -> None:
    before = sorted(here.rglob("*"))
    done = run("anonymise", *arguments, cwd=here)
    assert (done.code, done.out, sorted(here.rglob("*"))) == (2, "", before)
