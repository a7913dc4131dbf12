"""What is wrong in a transcript: collected, each with its place, and nothing makes reading fail."""

import random
import re

import pytest
from hypothesis import example as case
from hypothesis import given, settings
from hypothesis import strategies as st

from brusqlog.checking.report import Wishes, report
from brusqlog.checking.run import judged
from brusqlog.game.findings import LANGUAGES, Finding, Language, codes
from brusqlog.log.reader import Fault
from brusqlog.notation.grammar import HEADER as HEADER_KEYS
from brusqlog.notation.grammar import INCIDENTS, PLAY, example, keywords
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.writer import transcript
from brusqlog.spelling import Style
from tests.notation.samples import (
    BEGUN,
    HEADER,
    TRICK_1,
    TRICK_2,
    TRICK_3,
    plain,
    read,
    simulated,
    told,
)
from tests.notation.slips import mutants


def findings(text: str | bytes, language: Language = "en") -> list[Finding]:
    game = read(text)
    return report(game, judged(game), Wishes(style=Style(language=language))).findings


def places(text: str) -> list[tuple[str, int, str]]:
    """The code of every finding with its line and the words that it points to."""
    game = read(text)
    found = []
    for one in findings(text):
        assert one.line is not None and one.column is not None and one.width is not None
        words = game.text_of(one.line)[one.column - 1 : one.column - 1 + one.width]
        found.append((one.code, one.line, words))
    return found


def test_several_faults_are_told_in_one_pass() -> None:
    text = (
        HEADER
        + "Place: Lyon\nPlace: Paris\n"
        + BEGUN.removeprefix(HEADER).replace("Cécile cuts", "Zoé cuts").replace("J♠", "Jp")
        + TRICK_1.replace("8♠ >", "8♠ 7♥ >")
        + TRICK_2.replace("2.", "3.")
        + "Puorses: Anne 20, Basile 20, Cécile x\n"
        + "Note Cécilie: so\n; another remark\n"
    )
    assert places(text) == [
        ("keyword-twice", 6, "Place"),
        ("player-unknown", 7, "Zoé"),
        ("card-unread", 8, "Jp"),
        ("cards-too-many", 10, "7♥"),
        ("trick-number", 11, "3"),
        ("keyword-unknown", 12, "Puorses"),
        ("number-unread", 12, "x"),
        ("player-unknown", 13, "Cécilie"),
    ]


@pytest.mark.parametrize(
    ("wrong", "code", "near"),
    [
        (TRICK_1.replace("Cécile", "Cecille"), "player-unknown", "`Cécile`"),
        (TRICK_1.replace("K♣", "kng of clubs"), "card-unread", "`king of clubs`"),
        ("Tunr-up: A♠\n", "keyword-unknown", "`Turn-up`"),
        ("! ruling Anne, payement: no\n", "word-unknown", "`payment`"),
        ("! misdeel\n", "word-unknown", "`misdeal`"),
        ("End: abandonned\n", "word-unknown", "`abandoned`"),
        (TRICK_1.replace("K♣", "R♣"), "wrong-language", "`K♣`"),
        ("Brouillé\n", "wrong-language", "`Mixed`"),
    ],
)
def test_what_was_meant_is_asked_where_one_answer_is_near(wrong: str, code: str, near: str) -> None:
    (found,) = (one for one in findings(BEGUN + wrong) if one.code == code)
    assert found.help is not None and near in found.help


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (BEGUN + "Paid: Anne > Basile\n", "text-missing"),
        (BEGUN + "Paid: Anne Basile 3\n", "text-unexpected"),
        (BEGUN + "! leave\n", "text-missing"),
        (BEGUN + "! short pack\n", "text-missing"),
        (BEGUN + "! ruling Anne\n", "text-missing"),
        (BEGUN + "Undo: 3\n", "text-unexpected"),
        (BEGUN + "1. > Cécile > Anne\n", "text-unexpected"),
        (BEGUN + "Note\n", "text-missing"),
        (BEGUN + "Undo 99999999999999999999\n", "integer-too-big"),
        (BEGUN + "Undo 0\n", "out-of-range"),
        (HEADER.replace("salon-2021", ""), "text-missing"),
        (HEADER.replace("Hands: 1", "Hands: 1\nTarget: 100"), "one-length"),
        (HEADER.replace("7♠ 7♣", "7♠"), "wrong-length"),
        (HEADER + "Date: 1 March\n", "bad-date"),
        (HEADER + "Language: de\n", "word-unknown"),
        (BEGUN.replace("A♠", "??"), "hidden-card"),
    ],
)
def test_every_slip_of_the_form_has_its_code(text: str, code: str) -> None:
    assert told(text) == [code]


def test_latin_1_is_told_with_its_byte_and_line_by_line() -> None:
    text = (BEGUN + TRICK_1).encode("latin-1", "replace").replace(b"?", b"\xe9")
    invalid = [fault for fault in read(text).faults if fault.code == "invalid-utf8"]
    assert [(fault.line, fault.column, fault.byte) for fault in invalid[:2]] == [
        (2, 25, 42),
        (3, 11, 58),
    ]
    assert invalid[0].facts == {"found": "E9"}
    assert len({fault.line for fault in read(text).faults}) == len(read(text).faults)


def test_a_broken_game_does_not_touch_its_neighbours() -> None:
    broken = HEADER.replace("Rules", "Ruels") + TRICK_1.replace("K♣", "x")
    whole = BEGUN + TRICK_1
    games = list(read_transcripts((whole + broken + whole).encode()))
    assert [len(game.faults) for game in games if isinstance(game, Transcript)] == [0, 2, 0]


def test_the_example_of_every_line_is_read() -> None:
    for language in LANGUAGES:
        language_of = "Players" if language == "en" else "Joueurs"
        head = f"{language_of}: Anne, Basile, Cécile\n"
        for key in (*HEADER_KEYS, *PLAY, *INCIDENTS, "trick"):
            if key in ("pack", "players"):
                continue
            faults = {fault.code for fault in read(head + example(key, language) + "\n").faults}
            known = {"keyword-missing", "number-missing", "nothing-undone", "unknown-value"}
            assert faults <= known, (key, language, faults)


def test_every_keyword_has_one_meaning() -> None:
    for language in LANGUAGES:
        assert len(keywords(language)) == len(HEADER_KEYS) + len(PLAY)


# Nothing makes reading fail --------------------------------------------------------------------


def read_whole(data: bytes) -> None:
    """Read, judge, tell and write; every place lies in the text."""
    for game in read_transcripts(data):
        if isinstance(game, Fault):
            continue
        found = report(game, judged(game), Wishes(style=Style(language="fr")))
        for one in found.findings:
            assert one.code in codes()
            if one.line is not None and one.column is not None and one.width is not None:
                text = game.text_of(one.line)
                assert 1 <= one.column <= len(text) + 1
                assert one.column - 1 + one.width <= max(len(text), one.column)
        for seq in range(len(game.events)):
            game.place(seq, ("card",))
        transcript(game)


WORDS = st.sampled_from(
    [example(key, one) for key in (*HEADER_KEYS, *PLAY, *INCIDENTS) for one in LANGUAGES]
    + [*BEGUN.splitlines(), TRICK_1, TRICK_2, '"', ";", ">", "+", "|", ":", "\\", "??", "\t", "9♦"]
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.one_of(WORDS, st.text(max_size=6)), max_size=20), st.sampled_from(" \n"))
def test_no_text_makes_reading_fail(parts: list[str], glue: str) -> None:
    read_whole(glue.join(parts).encode("utf-8", "surrogatepass"))
    read_whole((BEGUN + glue.join(parts)).encode("utf-8", "surrogatepass"))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_make_reading_fail(data: bytes) -> None:
    read_whole(data)
    read_whole(BEGUN.encode() + data)


def test_no_slip_makes_reading_fail() -> None:
    rng = random.Random(3)
    for number, log in enumerate(simulated(3, 12)):
        assert log.header is not None
        language = LANGUAGES[number % 2]
        text = transcript(log, language).text[:2500]
        for mutant in mutants(rng, text, log.header.players, language, 6):
            read_whole(mutant.text.encode())


def test_a_changed_card_is_found() -> None:
    text = BEGUN + TRICK_1 + TRICK_2 + TRICK_3
    cards = [match.span() for match in re.finditer(r"(?:10|[AKQJ987])[♠♥♦♣]", text)][2:]
    missed = 0
    for start, end in cards:
        other = "K♣" if text[start:end] != "K♣" else "8♠"
        missed += findings(text[:start] + other + text[end:]) == []
    assert missed == 0


RESERVED = ("play", "Enjeu", "none", "deals", "void hand", "net", "10", "C", "A♠", "#", "après")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(RESERVED)
        | st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9),
        min_size=2,
        max_size=2,
        unique=True,
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.sampled_from(LANGUAGES),
)
@case(["play", "payment"], "", "en")
@case(["Enjeu", "carte"], "", "fr")
def test_any_names_and_texts_come_back(names: list[str], text: str, language: Language) -> None:
    from tests.notation.samples import log_of

    log = log_of(
        [
            {"event": "game", "format": "brusqlog/1.0", "id": "i" + text, "rules": "salon-2021",
             "players": names, "identities": [text, ""], "hands": 1, "place": text},
            {"event": "note", "text": "a" + text + "b", "seat": 1},
            {"event": "lot", "seat": 0, "card": "AS"},
            {"event": "incident", "kind": "ruling", "text": "r" + text, "seat": 0},
        ]
    )  # fmt: skip
    if any(fault.code == "player-twice" for fault in _breaches(log)):
        return
    done = transcript(log, language)
    assert plain(read(done.text)) == plain(log)


def _breaches(log: object) -> list[Fault]:
    from brusqlog.log.gamelog import GameLog

    assert isinstance(log, GameLog)
    return [Fault(code=one.breach.code) for one in judged(log).noticed]
