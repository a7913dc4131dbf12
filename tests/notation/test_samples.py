"""The samples: transcripts as people write them, and what they must give.

`fixtures/transcripts/NAME.en.brusq` and `NAME.fr.brusq` give `NAME.brusq.jsonl` to the byte. In
`faulty/` beside each transcript `expected.txt` has its findings: line, column, width and code.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from brusqlog.checking.report import Wishes
from brusqlog.checking.run import judged, reports
from brusqlog.game.events import Announce, Event, Game, Gather, Incident, IncidentKind, Permit
from brusqlog.game.findings import Language
from brusqlog.log.gamelog import GameLog
from brusqlog.log.writer import dumps
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.sources import read_games
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.writer import transcript

SAMPLES = Path(__file__).parents[2] / "fixtures" / "transcripts"
FAULTY = SAMPLES / "faulty"
NAMES = sorted(path.name.removesuffix(".brusq.jsonl") for path in SAMPLES.glob("*.brusq.jsonl"))
TRANSCRIPTS = sorted(path.name for path in SAMPLES.glob("*.brusq"))
LANGUAGES: tuple[Language, ...] = ("en", "fr")


def only(path: Path) -> GameLog:
    """The one game of a file."""
    (game,) = read_games(path)
    assert isinstance(game, GameLog)
    return game


def as_log(game: GameLog) -> bytes:
    """The game as canonical lines."""
    return b"".join(dumps(event) + b"\n" for event in game.events if event is not None)


def events() -> Iterator[Event]:
    for name in NAMES:
        for event in only(SAMPLES / f"{name}.brusq.jsonl").events:
            assert isinstance(event, Event)
            yield event


@pytest.mark.parametrize("file", TRANSCRIPTS)
def test_a_sample_gives_its_log_to_the_byte(file: str) -> None:
    game = only(SAMPLES / file)
    name, _, rest = file.partition(".")
    assert isinstance(game, Transcript)
    assert (game.language, game.faults) == (rest[:2], [])
    assert as_log(game) == (SAMPLES / f"{name}.brusq.jsonl").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_log_of_a_sample_becomes_a_transcript_that_gives_it_back(
    name: str, language: Language
) -> None:
    log = only(SAMPLES / f"{name}.brusq.jsonl")
    written = transcript(log, language)
    (again,) = read_transcripts(written.text.encode())
    assert isinstance(again, Transcript)
    if not written.left_out:
        assert as_log(again) == as_log(log)
    assert {one.why for one in written.left_out} <= {"withdrawn", "payments"}


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_breaks_no_rule(name: str) -> None:
    log = only(SAMPLES / f"{name}.brusq.jsonl")
    assert judged(log).status != "faulty"


def test_there_is_a_sample_for_every_mode_and_incident_in_both_languages() -> None:
    due = sorted(f"{name}.{one}.brusq" for name in NAMES for one in LANGUAGES)
    assert due == TRANSCRIPTS
    headers = [event for event in events() if isinstance(event, Game)]
    modes = {(len(one.players), one.partners is True, isinstance(one.target, int))
             for one in headers}  # fmt: skip
    pots = {(2, False), (3, False), (4, False), (4, True), (5, False)}
    assert modes >= {(*mode, False) for mode in pots} | {(3, False, True), (4, True, True)}
    incidents = [event for event in events() if isinstance(event, Incident)]
    assert {one.kind for one in incidents} == set(get_args(IncidentKind))
    permits = {permit for one in incidents if one.kind == "ruling" for permit in one.permits or []}
    assert permits == set(get_args(Permit))
    assert {one.joined for one in incidents if one.kind == "drew-out-of-turn"} == {True, False}
    assert {one.restart for one in incidents if one.kind == "saw-next-card"} == {True, False}
    assert {Announce, Gather} <= {type(event) for event in events()}


@pytest.mark.parametrize("file", sorted(path.name for path in FAULTY.glob("*.brusq")))
def test_a_faulty_transcript_has_its_findings_at_their_places(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FAULTY)
    found = [
        f"{finding.line}:{finding.column}+{finding.width} {finding.severity}[{finding.code}]\n"
        for report in reports([file], Wishes())
        for finding in report.findings
    ]
    expected = Path(file).with_suffix(".expected.txt").read_text(encoding="utf-8")
    assert "".join(found) == expected
