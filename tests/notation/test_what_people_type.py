"""Transcripts as they come: from other editors, other keyboards, other habits, and with slips."""

import re
import unicodedata
from pathlib import Path

import pytest

from brusqlog.checking.report import Wishes
from brusqlog.checking.run import check
from brusqlog.checking.words import Words
from brusqlog.log.writer import dumps
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.transcript import Transcript
from brusqlog.spelling import Style

SPEC = Path(__file__).parents[2] / "fixtures" / "spec"
EN = (SPEC / "worked.en.brusq").read_text(encoding="utf-8")
FR = (SPEC / "worked.fr.brusq").read_text(encoding="utf-8")
LOG = (SPEC / "worked.brusq.jsonl").read_bytes()

SYMBOLS = "♠♥♦♣"
CARD = re.compile(rf"([AKQJRDV]|10|[789])([{SYMBOLS}])")


def read(text: str | bytes) -> list[Transcript]:
    """The games of a text."""
    data = text.encode() if isinstance(text, str) else text
    games = [
        one for one in read_transcripts(data, name="typed.brusq") if isinstance(one, Transcript)
    ]
    assert games
    return games


def log_of(text: str | bytes) -> bytes:
    """The one game of a text as a log, which must have no error of form."""
    (game,) = read(text)
    assert {fault.code for fault in game.faults} <= {"bom", "crlf"}
    return b"".join(dumps(event) + b"\n" for event in game.events if event is not None)


def lettered(text: str, letters: str, ten: str = "10") -> str:
    """The text with letters for suits and a sign for the ten."""
    suits = dict(zip(SYMBOLS, letters, strict=True))
    return CARD.sub(lambda card: card[1].replace("10", ten) + suits[card[2]], text)


def in_words(text: str) -> str:
    """The French text with all cards in words."""
    ranks = {"A": "As", "R": "roi", "D": "dame", "V": "valet"}
    suits = dict(zip(SYMBOLS, ("pique", "cœur", "carreau", "trèfle"), strict=True))
    return CARD.sub(lambda card: f"{ranks.get(card[1], card[1])} de {suits[card[2]]}", text)


TYPED = {
    "letters": lettered(EN, "SHDC"),
    "small letters": lettered(EN, "shdc"),
    "small letters in French": lettered(FR, "pckt"),
    "two letters for carreau and trèfle": lettered(FR, "PC#T").replace("#", "K"),
    "a T for the ten": lettered(EN, "shdc", "T"),
    "an X for the ten": lettered(FR, "pckt", "X"),
    "As for the ace": CARD.sub(lambda c: ("As" if c[1] == "A" else c[1]) + c[2], FR),
    "suits as emoji": re.sub(f"([{SYMBOLS}])", "\\1\ufe0f", EN),
    "suits as text": re.sub(f"([{SYMBOLS}])", "\\1\ufe0e", EN),
    "cards in words": in_words(FR),
    "everything small": "\n".join(
        line if line.startswith("Players") else line.lower() for line in EN.split("\n")
    ),
    "capitals": "\n".join(
        line if line.startswith(("Id", "Rules", "Players")) else line.upper()
        for line in EN.split("\n")
    ),
    "tabs": EN.replace(" + ", "\t+\t").replace(": ", ":\t"),
    "many blanks": EN.replace(" ", "   ").replace("\n   ", "\n"),
    "no-break blanks before colons": FR.replace(" :", "\u00a0:"),
    "narrow no-break blanks before colons": FR.replace(" :", "\u202f:"),
    "no blanks before colons": FR.replace(" :", ":"),
    "blanks before colons in English": EN.replace(":", " :"),
    "decomposed accents": unicodedata.normalize("NFD", FR),
    "no accents in keywords": FR.replace("Règle", "Regle").replace("Retirées", "Retirees"),
    "no accents in names": EN.replace("> Cécile", "> Cecile"),
    "names by their beginnings": re.sub(r"(> )(\w)\w*", r"\1\2", EN),
    "names in small letters": re.sub(r"> \w+", lambda name: name[0].lower(), EN),
    "Windows line ends": EN.replace("\n", "\r\n"),
    "a byte order mark": "\ufeff" + EN,
    "both of Windows": "\ufeff" + FR.replace("\n", "\r\n"),
    "no last line end": EN.rstrip("\n"),
    "blank lines everywhere": EN.replace("\n", "\n\n"),
    "comments everywhere": "# a game\n" + EN.replace("\n", "\n# so far\n"),
    "commas between cards": CARD.sub(r"\g<0>,", EN).replace(",\n", "\n").replace(", |", " |")
    .replace(", >", " >").replace(", +", " +").replace(",,", ","),
    "lines that go on": EN.replace(" | ", "\n  | ").replace(" + ", "\n\t+ "),
    "numbers with a blank": re.sub(r"^(\d+)\.", r"\1 .", EN, flags=re.MULTILINE),
    "no blanks round signs": EN.replace(" > ", ">").replace(" + ", "+").replace(" | ", "|"),
    "the language said": "Language: en\n" + EN,
}  # fmt: skip


@pytest.mark.parametrize("typed", TYPED)
def test_habits_of_typing_change_nothing(typed: str) -> None:
    assert TYPED[typed] not in (EN, FR)
    log = unicodedata.normalize("NFC", log_of(TYPED[typed]).decode())  # so are names compared
    assert log == LOG.decode()


def findings(tmp_path: Path, text: str | bytes) -> list[tuple[int, int, int, str]]:
    """Line, column, width and code of every finding that is not for information only."""
    path = tmp_path / "typed.brusq"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    found = []
    for finding in check([path], Wishes()):
        if finding.severity != "info":
            assert finding.line and finding.column and finding.width
            found.append((finding.line, finding.column, finding.width, finding.code))
    return found


def test_a_text_in_latin_1_is_told_with_the_byte_and_nothing_besides(tmp_path: Path) -> None:
    data = EN.replace("♠", "s").replace("♥", "h").replace("♦", "d").replace("♣", "c")
    latin = data.encode("latin-1")
    found = findings(tmp_path, latin)
    assert {code for *_, code in found} == {"invalid-utf8"}
    assert found[0] == (3, 25, 1, "invalid-utf8")
    (game,) = read(latin)
    assert latin[game.faults[0].byte or 0] == 0xE9
    told = Words(Style("en")).message("invalid-utf8", game.faults[0].facts)
    assert "E9" in told


@pytest.mark.parametrize(
    ("old", "new", "due"),
    [
        ("3. 7♦", "7♦", (13, 1, 2, "trick-unnumbered")),
        ("3. 7♦", "2. 7♦", (13, 1, 1, "trick-number")),
        ("3. 7♦", "4. 7♦", (13, 1, 1, "trick-number")),
        ("8♦ Q♦ J♠", "8♦ Q♦ J♠ 9♥", (12, 13, 2, "cards-too-many")),
        ("8♦ Q♦ J♠", "8♦ Q♦", (12, 1, 1, "cards-too-few")),
        ("8♦ Q♦ J♠", "8♦ Q? J♠", (12, 7, 2, "card-unread")),
        ("8♦ Q♦ J♠", "8♦ Q J♠", (12, 7, 1, "suit-missing")),
        ("8♦ Q♦ J♠", "8♦ 0♦ J♠", (12, 7, 2, "card-unread")),
        ("8♦ Q♦ J♠", "8♦ D♦ J♠", (12, 7, 2, "wrong-language")),
        ("8♦ Q♦ J♠", "8♦ dame de carreau J♠", (12, 7, 15, "wrong-language")),
        ("8♦ Q♦ J♠", "8♦ J♠ Q♦", (12, 7, 2, "card-elsewhere")),
        ("> Basile", "> Cécile", (12, 15, 6, "take-seat")),
        ("> Basile", "> Bazile", (12, 15, 6, "player-unknown")),
        ("Turn-up", "Turnup", (10, 1, 6, "keyword-unknown")),
        ("Turn-up", "Retourne", (10, 1, 8, "wrong-language")),
        ("Deal:", "Deel:", (9, 1, 4, "keyword-unknown")),
        ("+ 9♦ 8♥ Q♣", "+ 9♦ 8♥", None),
        ("+ 9♦ 8♥ Q♣", "+ 9♦ 8♥ Q♣ 7♣", (12, 33, 2, "cards-too-many")),
    ],
)
def test_a_slip_is_found_at_its_place(
    tmp_path: Path, old: str, new: str, due: tuple[int, int, int, str] | None
) -> None:
    assert EN.count(old) >= 1
    found = findings(tmp_path, EN.replace(old, new, 1))
    assert found[:1] == ([] if due is None else [due])


def test_a_name_whose_beginning_two_players_share_must_be_longer(tmp_path: Path) -> None:
    text = EN.replace("Basile", "Annette")
    assert findings(tmp_path, text.replace("> Annette", "> Annet", 1)) == []
    found = findings(tmp_path, text.replace("> Annette", "> Ann", 1))
    assert found == [(12, 15, 3, "player-ambiguous")]
    assert findings(tmp_path, text.replace("7. J♣ 9♥ Q♣ > Anne", "7. J♣ 9♥ Q♣ > anne")) == []


def test_an_illegible_card_is_no_fault_if_the_taker_is_told(tmp_path: Path) -> None:
    assert findings(tmp_path, EN.replace("8♦ Q♦ J♠", "8♦ ?? J♠", 1)) == []


def test_sevens_that_were_not_noted_are_no_fault(tmp_path: Path) -> None:
    assert findings(tmp_path, EN.replace("Removed: 7♠ 7♣", "Removed: ?? ??")) == []


def test_a_broken_game_does_not_touch_its_neighbours(tmp_path: Path) -> None:
    games = [EN.replace("worked", name) for name in ("one", "two", "three")]
    games[1] = games[1].replace("Hands: 1\n", "").replace("8♦ Q♦ J♠", "8♦ Q? J♠")
    text = "\n".join(games)
    one, two, three = read(text)
    assert [log.header.id if log.header else None for log in (one, three)] == ["one", "three"]
    assert ([*one.faults], [*three.faults]) == ([], [])
    assert two.header is None
    size = EN.count("\n") + 1
    assert findings(tmp_path, text) == [
        (size + 1, 1, 7, "keyword-missing"),
        (size + 11, 7, 2, "card-unread"),
    ]
