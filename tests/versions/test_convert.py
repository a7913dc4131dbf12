"""`convert`: logs, transcripts and documents into one another."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import typer

from brusqlog.cli.convert import TEXTS, Asked, run
from brusqlog.notation.comparing import REASONS, Reason
from tests.versions.running import Done, ran

FIXTURES = Path(__file__).parents[2] / "fixtures"
SPEC = FIXTURES / "spec"
EN, FR, LOG = (SPEC / f"worked.{end}" for end in ("en.brusq", "fr.brusq", "brusq.jsonl"))
TEXT = EN.read_text(encoding="utf-8")

Convert = Callable[..., Done]


@pytest.fixture
def convert(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Convert:
    """Runs the verb in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BRUSQLOG_LANG", raising=False)

    def run_it(source: Path | str, target: str | None = None, **wishes: Any) -> Done:
        return ran(run, Asked(source=str(source), target=target, **wishes), capsys)

    return run_it


def typed(data: str | bytes, name: str = "typed.brusq") -> Path:
    path = Path(name)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize("source", [EN, FR], ids=lambda path: path.name)
def test_a_transcript_becomes_a_log_to_the_byte(convert: Convert, source: Path) -> None:
    assert convert(source) == (0, LOG.read_text(encoding="utf-8"), "")


@pytest.mark.parametrize(("lang", "due"), [("en", EN), ("fr", FR), (None, EN)])
def test_a_log_becomes_a_transcript_in_the_language(
    convert: Convert, lang: str | None, due: Path
) -> None:
    done = convert(LOG, lang=lang)
    assert (done.code, done.out) == (0, due.read_text(encoding="utf-8"))


def test_a_transcript_keeps_its_language_or_changes_it(convert: Convert) -> None:
    french = FR.read_text(encoding="utf-8")
    assert convert(FR, to="text").out == french
    assert convert(FR, to="text", lang="en").out == TEXT


@pytest.mark.parametrize(
    ("source", "target", "to", "begins"),
    [
        (EN, "a.brusq.jsonl", None, "{"),
        (EN, "a.jsonl", None, "{"),
        (EN, "a.brusq", None, "Id"),
        (LOG, "a.brusq", None, "Id"),
        (LOG, "a.brusq.jsonl", None, "{"),
        (LOG, "a.txt", "text", "Id"),
        (EN, "-", "text", "Id"),
        (LOG, None, "log", "{"),
    ],
)
def test_the_ending_or_the_option_says_what_is_written(
    convert: Convert, source: Path, target: str | None, to: str | None, begins: str
) -> None:
    done = convert(source, target, to=to)
    assert done.code == 0
    written = done.out if target in (None, "-") else Path(str(target)).read_text(encoding="utf-8")
    assert written.startswith(begins)


@pytest.mark.parametrize(
    ("target", "wishes", "told"),
    [
        ("a.txt", {}, "--to says"),
        ("a.brusq", {"to": "log"}, "the other form"),
        ("a.jsonl.gz", {}, "leave out .gz"),
        (None, {"game": "worke"}, "there is no game 'worke'. Did you mean worked?"),
        (None, {"show_inferred": True}, "goes with a transcript"),
    ],
)
def test_wrong_wishes_are_wrong_usage(
    convert: Convert, target: str | None, wishes: dict[str, Any], told: str
) -> None:
    with pytest.raises(typer.BadParameter) as error:
        run(Asked(source=str(LOG), target=target, **wishes))
    assert told in error.value.message


def test_no_file_is_overwritten_unless_forced(convert: Convert) -> None:
    typed("mine", "a.brusq.jsonl")
    done = convert(EN, "a.brusq.jsonl")
    assert done == (3, "", "brusqlog: a.brusq.jsonl: it exists already; --force replaces it\n")
    assert Path("a.brusq.jsonl").read_text() == "mine"
    assert convert(EN, "a.brusq.jsonl", force=True).code == 0
    assert Path("a.brusq.jsonl").read_bytes() == LOG.read_bytes()
    assert [path.name for path in Path().iterdir()] == ["a.brusq.jsonl"]


def test_where_a_word_cannot_be_read_nothing_is_written(convert: Convert) -> None:
    good, bad = TEXT.replace("worked", "one"), TEXT.replace("J♠ > Bas", "J? > Bas")
    done = convert(typed(f"{good}\n{bad}"), "a.jsonl")
    assert (done.code, done.out, Path("a.jsonl").exists()) == (1, "", False)
    assert done.err.startswith("typed.brusq:34:10: error[card-unread] ")
    assert done.err.count("error[") == 1


def test_a_breach_of_the_rules_is_told_and_stops_nothing(convert: Convert) -> None:
    points = "Points: Anne 47, Basile 34, Cécile 40\nEnd"
    done = convert(typed(TEXT.replace("End", points)), "a.jsonl")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("typed.brusq:21:14: error[balance-points]")
    lines = LOG.read_text(encoding="utf-8").splitlines()
    balance = '{"event":"balance","points":[47,34,40]}'
    assert sorted(Path("a.jsonl").read_text(encoding="utf-8").splitlines()) == sorted(
        [*lines, balance]
    )


def test_a_file_that_is_not_there_is_told(convert: Convert) -> None:
    done = convert("none.brusq")
    assert (done.code, done.out) == (3, "")
    assert "error[file-missing]" in done.err


@pytest.mark.parametrize("data", ["", "# nothing yet\n", '{"a": 1}'])
def test_a_source_without_a_game_gives_no_file(convert: Convert, data: str) -> None:
    done = convert(typed(data, "a.jsonl"), "b.brusq")
    assert (done.code, done.out, Path("b.brusq").exists()) == (
        3 if data[:1] != "#" else 1,
        "",
        False,
    )
    assert done.err.startswith("a.jsonl:")


def test_all_games_are_converted_or_the_one_asked_for(convert: Convert) -> None:
    log = LOG.read_text(encoding="utf-8")
    two = log.replace('"worked"', '"two"')
    games = typed(log + two, "games.jsonl")
    done = convert(games, "games.brusq")
    assert done.code == 0
    assert Path("games.brusq").read_text(encoding="utf-8") == TEXT + "\n" + TEXT.replace(
        "Id: worked", "Id: two"
    )
    assert convert("games.brusq").out == log + two
    assert convert("games.brusq", game="2").out == two
    assert convert(games, to="log", game="two").out == two


def test_a_game_of_only_a_header_can_only_be_the_last_of_a_transcript(convert: Convert) -> None:
    log = LOG.read_text(encoding="utf-8")
    header = log.partition("\n")[0] + "\n"
    done = convert(typed(header + log, "games.jsonl"), "a.brusq")
    assert (done.code, Path("a.brusq").exists()) == (1, False)
    assert "game 1 has only a header" in done.err
    assert convert(typed(log + header, "games.jsonl"), "a.brusq").code == 0
    assert convert("a.brusq").out == log + header


def test_what_a_transcript_cannot_hold_is_listed(convert: Convert) -> None:
    lines = LOG.read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3][:-1] + ',"at":"2026-03-01T20:00:00Z"}'
    lines[4] = lines[4][:-1] + ',"at":"2026-03-01T20:00:00Z"}'
    lines.append('{"event":"note","data":{"mood":1}}')
    done = convert(typed("\n".join(lines) + "\n", "a.jsonl"))
    assert (done.code, done.out) == (0, TEXT)
    assert done.err == (
        "a.jsonl: left out: times (lines 4–5)\n"
        f"a.jsonl: left out: `data` of notes (line {len(lines)})\n"
    )
    french = convert("a.jsonl", lang="fr")
    assert french.err.startswith("a.jsonl : laissé de côté : les heures (lignes 4–5)\n")


def test_a_seal_is_left_out_of_a_log_made_anew(convert: Convert) -> None:
    log = LOG.read_text(encoding="utf-8")
    sealed = log + '{"event":"seal","sha256":"' + "0" * 64 + '"}\n'
    done = convert(typed(json.dumps([json.loads(line) for line in sealed.splitlines()]), "a.json"))
    assert (done.code, done.out) == (0, log)
    assert done.err == "a.json: left out: seals, which are of other bytes (line 1)\n"


def test_what_the_rules_fill_in_is_listed_by_line(convert: Convert) -> None:
    done = convert(EN, "a.jsonl", show_inferred=True)
    assert (done.code, done.out) == (0, "")
    first, second, *_ = done.err.splitlines()
    assert first.endswith(
        ":9: filled in: Basile stakes 20 counters, Cécile stakes 20 counters, "
        "Anne stakes 20 counters"
    )
    assert second.endswith(
        ":13: filled in: Anne pays Cécile 1 counter, Basile pays Cécile 1 counter"
    )
    log = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
    filled = [one for one in log if one["event"] in ("stake", "payment", "award")]
    assert sum(line.count(", ") + 1 for line in done.err.splitlines()) == len(filled)


@pytest.mark.parametrize("shape", [list, lambda events: {"events": events, "by": "app"}])
def test_an_array_of_events_becomes_a_log_or_a_transcript(
    convert: Convert, shape: Callable[[list[Any]], Any]
) -> None:
    events = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]
    path = typed(json.dumps(shape(events), indent=1), "game.json")
    done = convert(path)
    assert (done.code, done.out) == (0, LOG.read_text(encoding="utf-8"))
    beside = "" if shape is list else "game.json: passed over beside `events`: by\n"
    assert done.err == beside
    assert convert(path, to="text").out == TEXT


def test_an_array_that_is_broken_is_told_at_its_place(convert: Convert) -> None:
    done = convert(typed('[\n{"event":"gather"},\n', "game.json"))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("game.json:3:1: error[incomplete-json]")


@pytest.mark.parametrize("source", [EN, LOG], ids=lambda path: path.name)
def test_standard_input_is_known_by_its_first_sign(
    convert: Convert, monkeypatch: pytest.MonkeyPatch, source: Path
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(source.read_bytes()), "utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    other = LOG if source == EN else EN
    assert convert("-").out == other.read_text(encoding="utf-8")


def test_every_reason_of_the_writer_has_its_words() -> None:
    for language in ("en", "fr"):
        assert REASONS[language].keys() == set(get_args(Reason))
    assert TEXTS["en"].keys() == TEXTS["fr"].keys()
