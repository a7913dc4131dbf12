"""In which words a writer refuses, and the course on which events may be tried."""

from pathlib import Path
from string import Formatter

from brusqlog.game import events as ev
from brusqlog.game.fold import apply, check
from brusqlog.writing.faults import TEXTS, WriteError
from brusqlog.writing.logwriter import LogWriter, trial

HEADER = ev.Game(format=ev.FORMAT, id="x", rules="salon-2021", players=["Anne", "Basile"], hands=1)


def test_findings_are_worded_in_the_style_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.brusq.jsonl"
    with LogWriter.create(path, HEADER, language="fr", letters=True) as writer:
        (found,) = writer.append(ev.Play(seat=0, card="TH")).findings
        assert found.message == "Anne joue 10C, mais aucun coup n'a commencé."
    with LogWriter.resume(path, language="fr") as writer:
        (found,) = writer.append(ev.Play(seat=0, card="TH")).findings
        assert found.message == "Anne joue 10♥, mais aucun coup n'a commencé."
    with LogWriter.resume(path) as writer:
        (found,) = writer.append(ev.Play(seat=0, card="TH")).findings
        assert found.message == "Anne plays 10♥, but no hand has begun yet."


def test_what_is_tried_on_a_course_leaves_the_log_alone(tmp_path: Path) -> None:
    with LogWriter.create(tmp_path / "x.brusq.jsonl", HEADER) as writer:
        before, course = writer.state, trial(writer)
        hand = ev.Hand(number=1, dealer=0)
        assert check(course, hand) is None
        apply(course, hand)
        assert course.number == 1
        assert (writer.state, writer.seq, trial(writer).number) == (before, 1, 0)


def test_both_languages_have_every_message_with_the_same_places() -> None:
    for key, texts in TEXTS.items():
        places = {lang: {name for _, name, *_ in Formatter().parse(texts[lang])} for lang in texts}
        assert places["en"] == places["fr"], key


def test_why_the_system_refused_is_told_in_french_too() -> None:
    error = WriteError("failed", file="x.jsonl", reason="No space left on device")
    assert str(error).startswith("x.jsonl: the write failed: No space left on device.")
    assert "l'écriture a échoué : plus de place sur le disque" in error.told("fr")
