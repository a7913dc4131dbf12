"""The public names in Python, as `docs/python.md` tells of them."""

import io
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import pytest
from msgspec.structs import replace

import brusqlog
from brusqlog import Game, Table, events, loads
from brusqlog.game.state import Owed

SAMPLES = Path(brusqlog.__file__).parent / "samples"
WORKED = SAMPLES / "worked.brusq.jsonl"
SLIP = SAMPLES / "slip.brusq.jsonl"
PAIRS = SAMPLES / "pairs.brusq.jsonl"

FIXTURES = Path(__file__).parents[1] / "fixtures"
INCIDENTS = FIXTURES / "spec" / "incidents"

HEADER = events.Game(
    format="brusqlog/1.0", id="t", rules="salon-2021", players=["Margot", "Nicolas"], hands=1
)


@pytest.fixture(scope="module")
def worked() -> Game:
    (game,) = brusqlog.read(WORKED)
    return game


@pytest.fixture(scope="module")
def slip() -> Game:
    (game,) = brusqlog.read(SLIP)
    return game


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def log_of(*objects: dict[str, Any]) -> str:
    dumped = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in objects)
    return "".join(f"{line}\n" for line in dumped)


def started(upto: int = 14) -> Table:
    """A table at which the faulty sample begins: dealt, and one card played by each."""
    header, *rest = (event for event in loads(SLIP.read_bytes()).events if event is not None)
    assert isinstance(header, events.Game)
    table = Table(header)
    for event in rest[: upto - 1]:
        assert table.push(event) == ()
    return table


# The names -------------------------------------------------------------------------------------


def test_the_taker_is_on_turn_though_a_ruling_lets_anybody_lead(worked: Game) -> None:
    assert worked.header is not None
    table = Table(worked.header)
    for event in worked.events[1:25]:
        assert event is not None
        table.push(event)
    assert table.state.turn == table.state.taker == 2
    table.push(events.Incident(kind="ruling", text="so be it", permits=["play"]))
    assert table.state.turn == 2
    assert {option["seat"] for option in table.state.next if option["event"] == "play"} == {0, 1, 2}


def test_the_names_are_listed_and_each_is_there() -> None:
    assert dir(brusqlog) == sorted([*brusqlog.__all__, "__version__"])
    for name in brusqlog.__all__:
        assert getattr(brusqlog, name) is not None
    assert brusqlog.events is sys.modules["brusqlog.game.events"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'brusqlog' has no attribute 'cheat'"):
        brusqlog.cheat  # noqa: B018
    with pytest.raises(ImportError):
        from brusqlog import transcribe  # noqa: F401


def test_exceptions_have_one_base() -> None:
    for kind in (brusqlog.ReadError, brusqlog.EventError, brusqlog.RulesetError):
        assert issubclass(kind, brusqlog.BrusqlogError)
    assert issubclass(brusqlog.EventError, ValueError)


# Reading and writing ---------------------------------------------------------------------------


def test_a_source_is_a_path_bytes_or_a_handle() -> None:
    data = WORKED.read_bytes()
    handles: list[BinaryIO | TextIO] = [WORKED.open("rb"), WORKED.open(encoding="utf-8")]
    unnamed: list[BinaryIO | TextIO] = [io.BytesIO(data), io.StringIO(data.decode())]
    games = [*brusqlog.read(WORKED), *brusqlog.read(str(WORKED)), *brusqlog.read(data)]
    for handle in [*handles, *unnamed]:
        games += brusqlog.read(handle)
    for handle in handles:
        handle.close()
    assert [game.events for game in games] == [games[0].events] * 7
    names = [str(WORKED), str(WORKED), "-", str(WORKED), str(WORKED), "-", "-"]
    assert [game.place.file for game in games] == names


def test_games_of_one_source_come_one_after_another_each_with_its_place() -> None:
    games = list(brusqlog.read(WORKED.read_bytes() + SLIP.read_bytes() + PAIRS.read_bytes()))
    assert [game.header.id for game in games if game.header] == ["worked", "slip", "pairs"]
    assert [(game.place.index, game.place.line) for game in games] == [(1, 1), (2, 89), (3, 161)]
    assert [game.status for game in games] == ["finished", "faulty", "finished"]
    assert games[1].findings[0].line == 88 + 50


def test_nothing_is_read_before_a_game_is_asked_for() -> None:
    handle = io.BytesIO(WORKED.read_bytes() * 2)
    games = brusqlog.read(handle)
    assert handle.tell() == 0
    next(games)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (Path("no-such.jsonl"), "There is no file `no-such.jsonl`."),
        (SAMPLES, "is a folder"),
        (b"\x1f\x8b\x08\x00 not packed", "compressed"),
    ],
)
def test_a_source_that_cannot_be_read_is_a_read_error(source: Path | bytes, said: str) -> None:
    with pytest.raises(brusqlog.ReadError, match=said):
        list(brusqlog.read(source))


def test_what_is_wrong_inside_a_source_is_no_exception() -> None:
    assert list(brusqlog.read(b"")) == []
    (game,) = brusqlog.read(b"{nonsense\n")
    assert [finding.code for finding in game.findings] == ["not-json"]


def test_loads_wants_one_game() -> None:
    text = WORKED.read_text(encoding="utf-8")
    assert loads(text).events == loads(text.encode()).events
    for wrong, number in (("", 0), (text * 2, 2)):
        with pytest.raises(brusqlog.ReadError, match=f"one game was expected, {number} found"):
            loads(wrong)
    assert loads('{"event":"\ud800"}\n').status == "faulty"


@pytest.mark.parametrize("path", [WORKED, SLIP, PAIRS], ids=lambda path: path.name)
def test_what_is_dumped_is_loaded_again(path: Path) -> None:
    text = path.read_bytes().decode()
    spaced = "".join(json.dumps(event) + "\n" for event in lines(path))
    assert brusqlog.dumps(loads(text)) == brusqlog.dumps(loads(spaced)) == text


def test_a_game_with_a_line_that_cannot_be_read_is_not_written(tmp_path: Path) -> None:
    game = loads(WORKED.read_text(encoding="utf-8") + "{}\n")
    assert game.events[-1] is None
    with pytest.raises(brusqlog.ReadError, match="cannot be written anew"):
        brusqlog.dumps(game)
    with pytest.raises(brusqlog.ReadError):
        brusqlog.write(game, tmp_path / "new.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_an_event_of_a_newer_version_is_kept_though_not_known() -> None:
    header, *rest = lines(WORKED)
    newer = log_of(header | {"format": "brusqlog/1.9"}, {"event": "toast"}, *rest)
    game = loads(newer)
    assert (game.events[1], game.status) == (None, "unfinished")
    assert [finding.code for finding in game.findings] == ["newer-format"]
    assert '{"event":"toast"}\n' in brusqlog.dumps(game)


def test_write_replaces_a_file_only_when_told_to(worked: Game, slip: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    brusqlog.write(worked, path)
    with pytest.raises(FileExistsError):
        brusqlog.write(slip, path)
    assert path.read_bytes() == WORKED.read_bytes()
    brusqlog.write(slip, str(path), force=True)
    assert path.read_bytes() == SLIP.read_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_file_that_cannot_be_written_is_named_as_it_was_asked_for(
    worked: Game, tmp_path: Path
) -> None:
    path = tmp_path / "nowhere" / "game.jsonl"
    with pytest.raises(FileNotFoundError) as told:
        brusqlog.write(worked, path)
    assert told.value.filename == str(path)


def test_headers_are_found_without_the_games() -> None:
    found = list(brusqlog.read_headers(WORKED.read_bytes() + SLIP.read_bytes()))
    assert [(head.index, head.line) for head in found] == [(1, 1), (2, 89)]
    assert [head.header.id for head in found if head.header] == ["worked", "slip"]
    assert list(brusqlog.read_headers(b"")) == []
    with pytest.raises(brusqlog.ReadError, match=r"There is no file `no-such\.jsonl`"):
        list(brusqlog.read_headers("no-such.jsonl"))


# A game ----------------------------------------------------------------------------------------


def test_a_game_is_its_events_and_what_check_says_of_them(slip: Game) -> None:
    assert slip.header is slip.events[0]
    assert len(slip) == len(slip.events) == 72
    (finding,) = slip.findings
    assert (finding.line, finding.seq, finding.code) == (50, 49, "card-already-played")
    (told,) = brusqlog.check([SLIP])
    assert replace(told, file="") == replace(finding, file="")


def test_every_step_has_its_event_and_the_state_after_it(worked: Game) -> None:
    steps = list(worked.steps())
    assert tuple(step.event for step in steps) == worked.events
    assert [step.state.seq for step in steps] == list(range(len(worked)))
    assert [step.breaches for step in steps] == [()] * len(worked)
    assert worked[33].state == worked.after(33) == steps[33].state
    assert worked[-1].event == worked.events[-1]
    assert worked[-1].state.seq == worked.after(87).seq == 87
    assert worked.after(0).holdings == ((), (), ())


def test_the_state_after_an_event_has_its_number_whatever_is_wrong() -> None:
    for path in (*FIXTURES.glob("broken/*/*.brusq.jsonl"), *INCIDENTS.glob("*.brusq.jsonl")):
        with suppress(brusqlog.ReadError):
            for game in brusqlog.read(path):
                seqs = [step.state.seq for step in game.steps()]
                assert (path.parent.name, seqs) == (path.parent.name, [*range(len(game))])


def test_what_is_missing_is_supplied_where_it_is_missed_and_not_before() -> None:
    (path,) = INCIDENTS.glob("05-*.brusq.jsonl")
    (game,) = brusqlog.read(path)
    (fault,) = game.findings
    assert (fault.seq, game.events[86]) == (86, events.Hand(number=2, dealer=1))
    penalty = Owed(payer=1, payee=2, counters=2, reason="penalty", card=None)
    assert (game.after(85).owed, game.after(85).purses) == ((penalty,), (102, 41, 37))
    assert (game.after(86).owed, game.after(86).purses) == ((), (102, 39, 39))


def test_a_step_shows_the_breaches_of_its_event(slip: Game) -> None:
    shown = {seq: step.breaches for seq, step in enumerate(slip.steps()) if step.breaches}
    assert {seq: [breach.code for breach in told] for seq, told in shown.items()} == {
        49: ["card-already-played"]
    }
    assert shown[49][0].is_error and shown[49][0].seat == 1


@pytest.mark.parametrize("seq", [88, -89])
def test_beyond_the_events_there_is_no_step(worked: Game, seq: int) -> None:
    with pytest.raises(IndexError, match=f"there is no event {seq}; the last one is 87"):
        worked[seq]
    with pytest.raises(IndexError):
        worked.after(seq)


def test_an_event_that_was_withdrawn_has_its_state_then() -> None:
    log = lines(WORKED)
    wrong = log[27] | {"card": "7D"}
    assert (log[27]["event"], log[27]["card"]) == ("play", "JS")
    game = loads(log_of(*log[:27], wrong, {"event": "retract", "last": 1}, *log[27:]))
    assert (game.status, game.findings) == ("finished", ())
    withdrawn, retraction, played = game[27], game[28], game[29]
    assert withdrawn.state.table[-1] == (1, "7D")
    assert len(retraction.state.table) == 2
    assert played.state.table[-1] == (1, "JS")
    assert [step.state.seq for step in (withdrawn, retraction, played)] == [27, 28, 29]
    assert [step.event for step in game.steps()] == list(game.events)


def test_the_result_is_what_replay_prints(worked: Game) -> None:
    result = worked.result()
    assert (result.totals, result.purses, result.pot) == ([46, 34, 40], [81, 18, 21], 0)
    assert (result.status, result.ranking) == ("finished", [[0], [2], [1]])
    assert [len(hand.tricks) for hand in result.hands] == [10]


def test_a_game_tells_its_name_status_and_length(worked: Game, slip: Game) -> None:
    assert repr(worked) == "<Game 'worked': finished, 88 events>"
    assert repr(slip) == "<Game 'slip': faulty, 72 events>"


def test_a_notebook_shows_the_game_and_no_markup_of_its_names() -> None:
    text = SLIP.read_text(encoding="utf-8").replace("Margot", "<b>M&")
    shown = loads(text)._repr_html_()
    assert "<b>M&" not in shown
    assert "card-already-played" in shown
    assert "<iframe" in shown and shown.endswith("</iframe>")


def test_a_game_without_a_header_has_findings_but_no_state() -> None:
    game = loads('{"event":"play","seat":0,"card":"AS"}\n')
    assert game.header is None
    assert [finding.code for finding in game.findings] == ["no-header"]
    assert repr(game) == "<Game '?': faulty, 1 events>"
    assert "no-header" in game._repr_html_()
    for asked in (lambda: game.after(0), game.result, lambda: list(game.steps())):
        with pytest.raises(brusqlog.ReadError, match="the header of game 1 cannot be read"):
            asked()


def test_a_ruleset_of_ones_own_is_taken_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'name = "house"\nbase = "salon-2021"\n'
        'options.bank = { value = 100, provenance = "default", source = "ours" }\n',
        encoding="utf-8",
    )
    ruleset = brusqlog.Ruleset.load(path)
    text = WORKED.read_text(encoding="utf-8").replace("salon-2021", ruleset.full_name)
    game = loads(text, {ruleset.full_name: ruleset})
    assert (game.findings, game.result().purses) == ((), [141, 78, 81])
    assert game.after(3).purses == (100, 100, 100)
    assert [finding.code for finding in loads(text).findings] == ["ruleset-not-given"]
    path.write_text('name = "house"\nbase = "whist"\n', encoding="utf-8")
    with pytest.raises(brusqlog.RulesetError, match="whist"):
        brusqlog.Ruleset.load(path)


# What a player sees ----------------------------------------------------------------------------


def test_a_view_has_no_card_that_is_hidden_from_the_player(worked: Game) -> None:
    for step in worked.steps():
        state = step.state
        for seat in range(3):
            view = state.view(seat)
            own, *others = [view.holdings[(seat + k) % 3] for k in range(3)]
            assert own == state.holdings[seat]
            assert set(sum(others, ())) <= {"??", state.turnup}
            assert [len(cards) for cards in view.holdings] == [len(h) for h in state.holdings]
            assert view == view.view(seat)


def test_partners_see_each_other_unless_told_not_to() -> None:
    (game,) = brusqlog.read(PAIRS)
    state = next(step.state for step in game.steps() if isinstance(step.event, events.Turnup))
    assert state.view(2).holdings == (("??",) * 3, ("??",) * 3, *state.holdings[2:])
    alone = state.view(2, partner=False).holdings
    assert (alone[2], alone[3]) == (state.holdings[2], ("??",) * 3)


def test_an_event_is_seen_as_the_player_sees_it(worked: Game) -> None:
    before = worked.after(0)
    seen = {
        kind: [event.seen_by(seat, before) for seat in range(3)]
        for kind, event in {
            "deal": events.Deal(seat=1, cards=["AS", "7H"]),
            "draw": events.Draw(seat=2, card="9C"),
            "play": events.Play(seat=0, card="TD"),
            "note": events.Note(data={"seed": 7}),
            "remark": events.Note(text="late", data={"seed": 7}),
            "shuffle": events.Shuffle(seat=0, deck=["??"] * 32),
        }.items()
    }
    hidden = events.Deal(seat=1, cards=["??", "??"])
    assert seen["deal"] == [hidden, events.Deal(seat=1, cards=["AS", "7H"]), hidden]
    assert [draw.card for draw in seen["draw"] if isinstance(draw, events.Draw)] == [
        "??",
        "??",
        "9C",
    ]
    assert seen["play"] == [events.Play(seat=0, card="TD")] * 3
    assert seen["note"] == [None] * 3
    assert seen["remark"] == [events.Note(text="late")] * 3
    assert seen["shuffle"] == [events.Shuffle(seat=0)] * 3


@pytest.mark.parametrize("seat", [3, -1, "Anne", None])
def test_a_seat_that_there_is_not_is_an_index_error(worked: Game, seat: Any) -> None:
    state = worked.after(20)
    for ask in (lambda: state.view(seat), lambda: events.Gather().seen_by(seat, state)):
        with pytest.raises(IndexError, match=f"there is no seat {seat!r}, only 0 to 2"):
            ask()


# A table ---------------------------------------------------------------------------------------


def test_legal_play_is_taken_without_a_word() -> None:
    table = started()
    assert len(table.events) == 14
    assert table.events[0] == loads(SLIP.read_bytes()).header
    assert table.state.seq == 13
    assert table.state.taker == 0


def test_a_whole_game_at_a_table_leaves_the_state_of_its_log(worked: Game) -> None:
    header = worked.header
    assert header is not None
    table = Table(header)
    for seq, event in enumerate(worked.events[1:], 1):
        assert event is not None and table.push(event) == ()
        assert table.state == worked.after(seq)


def test_a_breach_that_may_have_happened_is_taken_and_told() -> None:
    table = started(upto=12)
    (told,) = table.push(events.Play(seat=0, card="KD"))
    assert (told.code, told.is_error, told.is_possible) == ("play-turn", True, True)
    assert table.state.table == ((0, "KD"),)


def test_what_cannot_have_happened_is_refused_and_changes_nothing() -> None:
    table = started(upto=13)
    before = table.state
    (told,) = table.push(events.Play(seat=0, card="8D"))
    assert (told.code, told.is_possible) == ("card-already-played", False)
    assert len(table.events) == 13
    assert table.state == before


def test_a_state_that_was_asked_for_does_not_change_any_more() -> None:
    table = started(upto=12)
    before = table.state
    shown = before.as_dict()
    table.push(events.Play(seat=1, card="8D"))
    assert before.as_dict() == shown != table.state.as_dict()


def test_undo_forgets_the_last_events() -> None:
    table, shorter = started(), started(upto=11)
    table.undo(3)
    assert (table.events, table.state) == (shorter.events, shorter.state)
    table.undo(0)
    table.undo(10)
    assert len(table.events) == 1
    for wrong in (1, -1):
        with pytest.raises(ValueError, match="0 events can be undone"):
            table.undo(wrong)


def test_a_retraction_is_recorded_and_withdraws() -> None:
    table = started()
    assert table.push(events.Retract(last=2)) == ()
    assert len(table.events) == 15
    assert table.state.seq == 14
    assert (table.state.table, table.state.turn) == ((), 1)
    assert table.push(events.Play(seat=1, card="JS")) == ()
    table.undo(2)
    assert table.state == started().state


def test_a_retraction_of_more_than_there_is_is_refused() -> None:
    table = started()
    (told,) = table.push(events.Retract(last=14))
    assert told.code == "retract-too-many"
    assert len(table.events) == 14


@pytest.mark.parametrize(
    "event",
    [
        events.Play(seat=0, card="1S"),
        events.Play(seat=7, card="AS"),
        events.Play(seat="0", card="AS"),  # type: ignore[arg-type]
        events.Stake(seat=0, counters=0),
        events.Deal(seat=0, cards=[]),
        events.Note(text="\ud800"),
        events.Note(data={"x": object()}),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_no_reader_would_take_is_an_event_error(event: events.Event) -> None:
    table = started()
    with pytest.raises(brusqlog.EventError, match="malformed event"):
        table.push(event)
    assert len(table.events) == 14


def test_what_is_no_event_is_an_event_error_that_says_what_is_taken() -> None:
    table = started()
    with pytest.raises(brusqlog.EventError, match=r"events\.Play, not dict; see events\.parse"):
        table.push({"event": "play", "seat": 0, "card": "AS"})  # type: ignore[arg-type]
    with pytest.raises(brusqlog.EventError, match="not str"):
        Table("whist")  # type: ignore[arg-type]
    assert len(table.events) == 14


def test_a_table_tells_its_game_and_how_far_it_is() -> None:
    assert repr(Table(HEADER)) == "<Table 't' after 0: hand None, trick None>"
    assert repr(started()) == "<Table 'slip' after 13: hand 1, trick 1>"


@pytest.mark.parametrize("path", [WORKED, SLIP, PAIRS], ids=lambda path: path.name)
def test_an_event_is_parsed_from_what_a_client_sends(path: Path) -> None:
    found = [
        [events.parse(form) for form in (line, line.encode(), json.loads(line))]
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert found == [[event] * 3 for event in loads(path.read_bytes()).events]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{"event":"play","seat":0,"card":"1S"}', r"Invalid enum value '1S' - at `\$\.card`"),
        ({"event": "deal", "seat": 0, "cards": ["AS", "1S"]}, r"at `\$\.cards\[1\]`"),
        ({"event": "play", "seat": "0", "card": "AS"}, r"got `str` - at `\$\.seat`"),
        ({"event": "play", "seat": float("nan"), "card": "AS"}, r"at `\$\.seat`"),
        ({"event": "plya"}, r"Invalid value 'plya' - at `\$\.event`"),
        ({"event": "hand", "number": 1}, "missing required field `dealer`"),
        ({"event": "gather", "loud": True}, "unknown field `loud`"),
        ('{"event":"note"}', "at least one of `text`, `data` is required"),
        ('{"event":"note","text":"\ud800"}', "surrogates"),
        (b'{"event":"note","text":"\xff"}', "malformed event"),
        ({"event": "note", "data": {"x": object()}}, "malformed event"),
        ("[" * 100_000, "malformed event"),
        ("{", "truncated"),
        (None, "Expected `object`"),
    ],
)
def test_what_no_client_may_send_is_an_event_error_with_its_place(data: Any, said: str) -> None:
    with pytest.raises(brusqlog.EventError, match=said):
        events.parse(data)


def test_an_event_whose_fields_contradict_one_another_cannot_be_made() -> None:
    for make in (
        lambda: events.Balance(),
        lambda: events.Note(seat=0),
        lambda: replace(HEADER, rounds=1),
    ):
        with pytest.raises(brusqlog.EventError):
            make()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "whist"}, "There is no published ruleset `whist`; .* wikipedia. .ruleset-unk"),
        ({"rules": "salon-2012"}, r"wikipedia\. Did you mean salon-2021\? \[ruleset-unknown\]$"),
        ({"options": {"stake": 0}}, "The option `stake` cannot be 0; it must be 1 or more"),
        ({"options": {"packets": ["4"]}}, r"it must be a list of 1\+1\+1, 1\+2, 2\+1, 3"),
        ({"removed": ["7S", "7C"]}, "removed-needless"),
        ({"players": ["Margot", "Margot"]}, "player-twice"),
        ({"players": ["Margot"]}, "malformed event"),
        ({"format": "brusqlog"}, "malformed event"),
    ],
)
def test_a_header_by_which_nobody_can_play_is_an_event_error(
    change: dict[str, Any], said: str
) -> None:
    Table(HEADER)
    with pytest.raises(brusqlog.EventError, match=said):
        Table(replace(HEADER, **change))
