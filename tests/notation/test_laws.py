"""The four laws of the notation, on every simulated and every recorded game, in both languages."""

from collections.abc import Iterator
from functools import cache

import pytest

from brusqlog.checking.run import judged
from brusqlog.game.events import Draw, Lot, Play, Turnup
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.log.reader import GameLog
from brusqlog.log.writer import dumps
from brusqlog.notation.cards import card
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.writer import Written, transcript
from tests.notation.laws import kept
from tests.notation.samples import (
    BEGUN,
    FIXTURES,
    TRICK_1,
    WORKED,
    log_of,
    plain,
    read,
    recorded,
    simulated,
)

SPEC = FIXTURES / "spec"


@cache
def legal() -> tuple[GameLog, ...]:
    """Every legal log at hand."""
    logs = [*recorded("games"), *recorded("spec"), *simulated(1, 15), *simulated(2, 12)]
    return tuple(log for log in logs if errors(log) == [])


def errors(log: GameLog) -> list[str]:
    return [entry.breach.code for entry in judged(log).noticed if entry.breach.is_error]


@cache
def written(index: int, language: Language) -> tuple[Written, Transcript]:
    """A legal log as a transcript, and that read again."""
    done = transcript(legal()[index], language)
    return done, read(done.text)


def pairs() -> Iterator[tuple[GameLog, Written, Transcript]]:
    for index, log in enumerate(legal()):
        for language in LANGUAGES:
            yield log, *written(index, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_transcripts_give_the_worked_log_to_the_byte(language: Language) -> None:
    game = read((SPEC / f"worked.{language}.brusq").read_bytes())
    assert game.faults == []
    assert b"".join(dumps(event) + b"\n" for event in game.events if event) == WORKED


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_log_is_written_as_the_worked_transcript(language: Language) -> None:
    (log,) = (log for log in recorded("spec") if log.raw == WORKED)
    done = transcript(log, language)
    assert done.text == (SPEC / f"worked.{language}.brusq").read_text(encoding="utf-8")
    assert done.left_out == []


def test_a_legal_log_comes_back_but_for_what_the_law_leaves_open() -> None:
    for log, done, again in pairs():
        assert again.faults == []
        assert kept(plain(again)) == kept(plain(log)), done.text
        assert errors(again) == []


def test_nothing_is_lost_that_is_not_listed() -> None:
    for log, done, again in pairs():
        assert "unsaid" not in {one.why for one in done.left_out}
        if done.left_out == []:
            assert plain(again) == plain(log)
        for one in done.left_out:
            assert 0 <= one.seq < len(log.events)


def test_to_read_and_write_is_a_fixed_point() -> None:
    for _, done, again in pairs():
        assert transcript(again, again.language).text == done.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_remark_comes_back(language: Language) -> None:
    log = log_of(plain(read(f"{BEGUN}Note:\nNote Anne:\n{TRICK_1}Note:\n")))
    done = transcript(log, language)
    assert done.left_out == []
    assert plain(read(done.text)) == plain(log)


def test_both_languages_say_the_same() -> None:
    for index in range(len(legal())):
        one, two = (written(index, language)[1] for language in LANGUAGES)
        assert plain(one) == plain(two)


def test_every_card_has_its_place_in_the_text() -> None:
    for _, _, game in pairs():
        for seq, event in enumerate(game.events):
            if not isinstance(event, Play | Draw | Lot | Turnup) or seq in game.inferred:
                continue
            line, column, width, byte = game.place(seq, ("card",))
            words = game.text_of(line)[column - 1 : column - 1 + width]
            assert card(words, game.language) == event.card
            assert game.raw[byte - game.byte :].startswith(words.encode())


def test_what_is_filled_in_points_to_what_needed_it() -> None:
    game = read((SPEC / "worked.en.brusq").read_bytes())
    places = {seq: game.place(seq) for seq in game.inferred}
    events = plain(game)
    stakes = [places[seq] for seq, event in enumerate(events) if event["event"] == "stake"]
    assert {(line, column, width) for line, column, width, _ in stakes} == {(9, 1, 4)}  # Deal
    (award,) = (places[seq] for seq, event in enumerate(events) if event["event"] == "award")
    assert award[:3] == (21, 1, 3)  # End
    first = next(seq for seq, event in enumerate(events) if event["event"] == "payment")
    assert game.text_of(13)[places[first][1] - 1 :].startswith("A♦")  # the draws need it


def test_a_breach_of_the_rules_points_into_the_transcript() -> None:
    text = (SPEC / "worked.fr.brusq").read_text(encoding="utf-8")
    game = read(text.replace("4. 8♥ R♠ 9♦", "4. 8♥ R♠ 8♦"))
    (first, *_) = (entry for entry in judged(game).noticed if entry.breach.is_error)
    assert first.breach.code == "card-already-played"
    line, column, width, _ = game.place(first.seq, ("card",))
    assert game.text_of(line)[column - 1 : column - 1 + width] == "8♦"


def test_faulty_logs_are_written_as_far_as_can_be_and_what_is_lost_is_listed() -> None:
    for log in recorded("broken"):
        for language in LANGUAGES:
            done = transcript(log, language)
            if log.header is None or None in log.events or log.newer or not done.text:
                continue
            again = read(done.text)
            lost = {one.why for one in done.left_out}
            if "unsaid" not in lost and again.faults == []:
                assert kept(plain(again)) == kept(plain(log)), done.text


def test_a_log_without_a_header_gives_no_transcript() -> None:
    assert transcript([], "en").text == ""
