"""The session that the documentation shows is the one that takes place."""

from pathlib import Path

from brusqlog.recording.opening import Opening
from brusqlog.recording.session import Session
from brusqlog.spelling import Style
from brusqlog.writing.logwriter import LogWriter

PAGE = Path(__file__).parents[2] / "docs" / "recording.md"


def test_the_recorded_session_of_the_page_takes_place(tmp_path: Path) -> None:
    due = PAGE.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0].splitlines()
    shown: list[str] = []
    opening = Opening("evening", Style())
    talk: Opening | Session = opening
    while not talk.over:
        typed = due[len(shown)].removeprefix(f"{talk.prompt}>").strip()
        shown.append(f"{talk.prompt}> {typed}".rstrip())
        shown += talk.hear(typed)
        if talk is opening and opening.question is None:
            path = tmp_path / "evening.brusq.jsonl"
            writer = LogWriter.create(path, opening.header, sync="none")
            talk = Session(writer, Style())
            shown += talk.greet()
        assert shown == due[: len(shown)]
    assert isinstance(talk, Session)
    assert [*shown, talk.farewell()] == due
