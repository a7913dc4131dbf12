"""The canonical form: nothing said is changed, nothing written is lost, and once is enough."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brusqlog.checking.report import is_error
from brusqlog.game.findings import Language
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.sources import read_games
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.writer import transcript
from brusqlog.versions.canonical import canonical
from brusqlog.versions.respelling import respelled

FIXTURES = Path(__file__).parents[2] / "fixtures"
WORKED = (FIXTURES / "spec" / "worked.en.brusq").read_text(encoding="utf-8")
TYPED = sorted([*FIXTURES.glob("transcripts/*.brusq"), *FIXTURES.glob("transcripts/faulty/*.brusq"),
                *FIXTURES.glob("spec/*.brusq")])  # fmt: skip
LOGS = sorted([*FIXTURES.glob("games/*.jsonl"), *FIXTURES.glob("spec/**/*.jsonl")])


def read(data: bytes) -> list[Transcript]:
    games = list(read_transcripts(data, name="typed.brusq"))
    return [game for game in games if isinstance(game, Transcript)]


def well_formed(games: list[Transcript]) -> bool:
    return bool(games) and not any(is_error(one.code) for game in games for one in game.faults)


def again(text: str) -> str:
    data = text.encode()
    return respelled(data, read(data)).decode()


@pytest.mark.parametrize("path", TYPED, ids=lambda path: path.name)
def test_a_game_says_the_same_before_and_after(path: Path) -> None:
    data = path.read_bytes()
    games = read(data)
    if not well_formed(games):
        return
    text = respelled(data, games)
    assert [game.events for game in read(text)] == [game.events for game in games]
    assert respelled(text, read(text)) == text


def test_most_samples_are_well_formed() -> None:
    assert sum(well_formed(read(path.read_bytes())) for path in TYPED) > 50


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_the_writers_own_text_stays_as_it_is(path: Path) -> None:
    languages: list[Language] = ["en", "fr"]
    for log in (log for log in read_logs(path) if isinstance(log, GameLog)):
        for language in languages:
            text = transcript(log, language).text.encode()
            assert respelled(text, read(text)) == text


CASES = {
    "rules :  salon-2021": "Rules: salon-2021",
    "removed: 7s,7c": "Removed: 7♠ 7♣",
    "HANDS:1": "Hands: 1",
    "lots: a ks,b 10h , c qd": "Lots: Anne K♠, Basile 10♥, Cécile Q♦",
    "hand 1 :anne DEALS, c cuts 7": "Hand 1: Anne deals, Cécile cuts 7",
    "shuffle:anne": "Shuffle: Anne",
    "packets: 2 + 1": "Packets: 2+1",
    "deal: b 7d,js,kc|c 10d qs 9c |a 8s 7h kh": "Deal: Basile 7♦ J♠ K♣ | Cécile 10♦ Q♠ 9♣ | "
    "Anne 8♠ 7♥ K♥",
    "Turn-up: ace of spades;seen by all": "Turn-up: A♠ ; seen by all",
    "1.kc b :qs,T♠>c+8d c:qd ah": "1. K♣ Basile:Q♠ 10♠ > Cécile + 8♦ Cécile:Q♦ A♥",
    "paid:a>c 1(10d),a>b 2( PENALTY ), after  draws": "Paid: Anne > Cécile 1 (10♦), "
    "Anne > Basile 2 (penalty), after draws",
    "paid: NET": "Paid: net",
    "announced: a 046": "Announced: Anne 46",
    "Note C :  the lamp;\\\\ went out": "Note Cécile: the lamp;\\\\ went out",
    "!MISDEAL": "! misdeal",
    "! drew  out of turn b , a: JOINED": "! drew out of turn Basile, Anne: joined",
    '! ruling c, PLAY: "as; it was"': '! ruling Cécile, play: "as; it was"',
    "! short pack ??, 7d": "! short pack ?? 7♦",
    "undo 03": "Undo 3",
    "End :": "End",
    "end: ABANDONED": "End: abandoned",
    "awards: NONE": "Awards: none",
    "options: stake=10,strict_endgame": "Options: stake=10, strict_endgame",
    "id: table; 7": "Id: table ; 7",
    'place: "Lyon"': "Place: Lyon",
    'identities: x,"y, Y" , z': 'Identities: x, "y, Y", z',
    'place: "Lyon, by day"': "Place: Lyon, by day",
    "language:  EN": "Language: en",
}


@pytest.mark.parametrize("typed", CASES)
def test_a_line_is_respelled_as_the_writer_spells_it(typed: str) -> None:
    head = "Rules: salon-2021\nPlayers: Anne, Basile, Cécile\nRemoved: ?? ??\nHands: 1\n"
    fields = ["rules", "removed", "hands", "options", "id", "place", "identities", "language"]
    header = typed.partition(":")[0].strip().lower() in fields
    text = f"{typed}\nPlayers: Anne, Basile, Cécile\n" if header else f"{head}\nEnd\n{typed}\n"
    assert CASES[typed] in again(text).split("\n")


def test_comments_and_blank_lines_keep_their_places() -> None:
    text = (
        "\n \n# From the notebook.\n\n\n# Page 3\n"
        "Rules: salon-2021   ; as agreed\nPlayers: Anne, Basile, Cécile\n# no sevens noted  \n"
        "Removed: ?? ??\nHands: 1\n\n#1\n#2\nHand 1: Anne deals\n1. Kc\n# torn\n  Qs  8s\n\n\n"
    )
    assert again(text) == (
        "# From the notebook.\n\n# Page 3\n"
        "Rules: salon-2021 ; as agreed\nPlayers: Anne, Basile, Cécile\n# no sevens noted\n"
        "Removed: ?? ??\nHands: 1\n\n#1\n#2\nHand 1: Anne deals\n1. K♣ Q♠ 8♠\n# torn\n"
    )


def test_a_blank_line_is_put_before_a_hand_and_its_comments() -> None:
    text = WORKED.replace("\n\nHand", "\n# the only one\nHand")
    assert again(text) == WORKED.replace("\n\nHand", "\n\n# the only one\nHand")


def test_what_the_writer_would_leave_out_stays() -> None:
    text = WORKED.replace("2. 8♦", "2. 9♣\nUndo\n2. 8♦").replace(
        "4. 8♥", "Paid: Basile > Cécile 1, Anne > Cécile 1\n4. 8♥"
    )
    assert again(text) == text


def test_games_of_a_file_are_respelled_each_in_its_language() -> None:
    french = (FIXTURES / "spec" / "worked.fr.brusq").read_text(encoding="utf-8")
    both = WORKED + "\n# second\n" + french
    assert again(both.replace("K♣", "kc").replace("R♣", "rt")) == both


def test_a_mark_and_windows_line_ends_are_taken_out() -> None:
    assert again("\ufeff" + WORKED.replace("\n", "\r\n")) == WORKED


def _loosened(text: str) -> Iterator[st.SearchStrategy[str]]:
    """Of every piece of the text the ways to type it."""
    for piece in re.findall(r"\n| +|[A-Za-zé-]+|[^A-Za-zé\n -]+", text):
        if piece.isspace() and piece != "\n":
            yield st.sampled_from([piece, "\t", "  ", "\u00a0"])
        elif piece == "\n":
            yield st.sampled_from(["\n", "\n\n", " \n", "\n# so\n"])
        else:
            yield st.sampled_from([piece, piece.lower(), piece.upper()])


_BODY = WORKED.partition("Lots")[2]


@settings(max_examples=12, deadline=None)
@given(st.tuples(*_loosened("Lots" + _BODY)))
def test_however_a_game_is_typed_it_comes_out_the_same(pieces: tuple[str, ...]) -> None:
    text = WORKED.partition("Lots")[0] + "".join(pieces)
    plain = [line for line in again(text).split("\n") if line and not line.startswith("#")]
    assert plain == [line for line in WORKED.split("\n") if line]


def test_a_log_becomes_its_canonical_lines() -> None:
    log = (FIXTURES / "spec" / "worked.brusq.jsonl").read_bytes()
    loose = b"\xef\xbb\xbf" + log.replace(b'","', b'" , "').replace(b"\n", b"\r\n\r\n")
    games = [game for game in read_games(loose) if isinstance(game, GameLog)]
    assert canonical(loose, games) == log
