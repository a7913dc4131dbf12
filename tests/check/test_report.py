"""From a judged game to findings with places, words, rules and counts."""

from pathlib import Path

import pytest

from brusqlog.checking import run
from brusqlog.checking.report import GameReport, Wishes, report
from brusqlog.checking.run import judged, reports
from brusqlog.game.findings import Breach, RuleRef
from brusqlog.game.judge import Judgement, Noticed
from brusqlog.log.reader import GameLog, read_logs

WORKED = Path(__file__).parents[2] / "fixtures" / "spec" / "worked.brusq.jsonl"
OPTIONS = b'"hands":1,"options":{"stake":10}}'


def log_of(text: bytes) -> GameLog:
    (log,) = read_logs(text, name="f.jsonl")
    assert isinstance(log, GameLog)
    return log


def told(*noticed: Noticed, text: bytes | None = None, **wishes: object) -> GameReport:
    log = log_of(WORKED.read_bytes() if text is None else text)
    judgement = Judgement(list(noticed), "finished", 1, len(log.events), None)
    return report(log, judgement, Wishes(**wishes))  # type: ignore[arg-type]


def test_a_breach_stands_at_the_value_that_is_wrong() -> None:
    breach = Breach(code="draw-order", seat=0, field="seat", expected=2, found=0)
    (finding,) = told(Noticed(22, breach, 1, 1)).findings
    place = (finding.file, finding.line, finding.column, finding.width)
    assert place == ("f.jsonl", 23, 24, 1)
    assert (finding.game, finding.index, finding.seq) == ("worked", 1, 22)
    assert (finding.hand, finding.trick, finding.seat) == (1, 1, 0)
    assert (finding.expected, finding.found) == (2, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players.1", '"Basile"'),
        ("removed", '["7S","7C"]'),
        ("gone.deep.3", "{"),
        (None, "{"),
    ],
)
def test_a_field_inside_an_event_is_found_or_else_the_event(field: str | None, value: str) -> None:
    found = told(Noticed(0, Breach(code="player-twice", field=field), None, None))
    (finding,) = found.findings
    assert (finding.line, finding.column) == (1, found.excerpts[1].index(value) + 1)


def test_the_line_of_a_finding_goes_with_it() -> None:
    told_of = told(Noticed(22, Breach(code="draw-order"), 1, 1))
    assert told_of.excerpts == {23: '{"event":"draw","seat":2,"card":"8D"}'}


def test_a_breach_that_lies_elsewhere_is_placed_there() -> None:
    (finding,) = told(Noticed(40, Breach(code="draw-order", seq=22), 1, 4)).findings
    assert (finding.seq, finding.line) == (22, 23)


def test_findings_come_in_the_order_of_the_text() -> None:
    late, early = Breach(code="draw-order"), Breach(code="play-turn", field="card")
    before = Breach(code="play-twice", field="seat")
    found = told(Noticed(30, late, 1, 2), Noticed(19, early, 1, 1), Noticed(19, before, 1, 1))
    assert [finding.code for finding in found.findings] == ["play-twice", "play-turn", "draw-order"]


def test_the_rule_is_that_of_the_ruleset_or_of_the_header() -> None:
    packets = Noticed(9, Breach(code="packet-size", option="packets"), 1, None)
    (finding,) = told(packets).findings
    assert finding.rule == RuleRef("salon-2021", "packets", "stated", "000 §3")
    stake = Noticed(5, Breach(code="stake-amount", option="stake"), 1, None)
    text = WORKED.read_bytes().replace(b'"hands":1}', OPTIONS)
    (finding,) = told(stake, text=text).findings
    assert finding.rule == RuleRef("salon-2021", "stake", "stated", "header")
    (finding,) = told(Noticed(9, Breach(code="packet-size"), 1, None)).findings
    assert finding.rule is None


def test_related_events_are_told_with_their_lines() -> None:
    (finding,) = told(Noticed(31, Breach(code="card-already-played", related=(20,)), 1, 3)).findings
    (other,) = finding.related
    assert (other.line, other.seq, other.message) == (21, 20, "Cécile plays Q♠")


def test_a_fault_of_form_makes_the_game_faulty_and_knows_its_hand() -> None:
    lines = WORKED.read_bytes().splitlines(keepends=True)
    lines[25] = b'{"event":"play","seat":"2","card":"8D"}\n'
    found = told(text=b"".join(lines))
    assert found.entry.status == "faulty"
    assert found.entry.errors == 1
    (finding,) = found.findings
    assert (finding.line, finding.seq, finding.hand, finding.severity) == (26, 25, 1, "error")


def test_a_filter_hides_findings_but_leaves_the_status() -> None:
    breach = Noticed(22, Breach(code="draw-order"), 1, 1)
    ignored = told(breach, ignore=frozenset({"draw-order"}))
    assert (ignored.findings, ignored.entry.errors) == ([], 0)
    assert ignored.entry.status == "faulty"
    assert told(breach, select=frozenset({"play-turn"})).findings == []


def test_an_unfinished_game_is_an_error_at_its_last_event_if_finished_ones_are_asked_for() -> None:
    log = log_of(b"".join(WORKED.read_bytes().splitlines(keepends=True)[:30]))
    judgement = Judgement([], "unfinished", 1, 30, None)
    assert report(log, judgement, Wishes()).entry.status == "unfinished"
    found = report(log, judgement, Wishes(require_finished=True))
    assert [(each.code, each.line) for each in found.findings] == [("unfinished-game", 30)]
    assert found.entry.status == "faulty"


def test_from_an_event_of_a_newer_format_on_nothing_is_decided() -> None:
    text = WORKED.read_bytes().replace(b"brusqlog/1.0", b"brusqlog/1.9", 1)
    log = log_of(text + b'{"event":"applause","seat":1}\n')
    assert judged(log).status == "unfinished"
    assert [each.code for each in report(log, judged(log), Wishes()).findings] == ["newer-format"]


def test_games_are_judged_one_by_one_and_a_file_report_follows(tmp_path: Path) -> None:
    two = tmp_path / "two.jsonl"
    two.write_bytes(WORKED.read_bytes() * 2)
    kinds = [type(each).__name__ for each in reports([two], Wishes())]
    assert kinds == ["GameReport", "GameReport", "FileReport"]


@pytest.mark.parametrize(
    ("seq", "code", "card", "seat", "place"),
    [
        (22, "card-already-played", "KC", 2, 19),
        (22, "card-elsewhere", "9C", 2, 16),
        (22, "card-elsewhere", "AS", 2, 18),
        (22, "card-elsewhere", "TS", 2, None),  # it is drawn only later
        (3, "lot-card-twice", "KS", 2, 1),
        (8, "stake-twice", None, 1, 5),
        (21, "play-twice", None, 2, 20),
        (22, "draw-order", None, 2, None),
    ],
)
def test_what_comes_twice_names_where_it_was_before(
    seq: int, code: str, card: str | None, seat: int, place: int | None
) -> None:
    breach = Breach(code=code, seat=seat, facts={"card": card} if card else {})
    (finding,) = told(Noticed(seq, breach, 1, 1)).findings
    assert [other.seq for other in finding.related] == ([] if place is None else [place])


def test_what_was_withdrawn_or_lies_before_a_new_deal_is_no_such_place() -> None:
    lines = WORKED.read_bytes().splitlines(keepends=True)
    again = Breach(code="card-already-played", facts={"card": "KC"})
    withdrawn = [*lines[:20], b'{"event":"retract","last":1}\n', *lines[19:]]
    (finding,) = told(Noticed(24, again, 1, 1), text=b"".join(withdrawn)).findings
    assert [other.seq for other in finding.related] == [21]
    dealt = [*lines[:20], *lines[8:]]
    (finding,) = told(Noticed(30, again, 1, 1), text=b"".join(dealt)).findings
    assert finding.related == []


def test_a_finding_is_not_related_to_itself() -> None:
    breach = Breach(code="draw-order", related=(22, 19))
    (finding,) = told(Noticed(22, breach, 1, 1)).findings
    assert [other.message for other in finding.related] == ["Basile plays K♣"]


def test_digests_are_worked_out_only_where_one_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[GameLog] = []

    def begun(log: GameLog) -> list[str]:
        asked.append(log)
        return ["00"]

    monkeypatch.setattr(run, "beginnings", begun)
    list(reports([WORKED], Wishes()))
    assert len(asked) == 0
    list(reports([WORKED], Wishes(digest="00")))
    assert len(asked) == 1
