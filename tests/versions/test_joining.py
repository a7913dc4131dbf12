"""Records of one game put together."""

import gzip
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.cli.join import Asked, run
from brusqlog.game import events as ev
from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.judge import judge
from brusqlog.versions.account import Witness
from brusqlog.versions.joining import Contradiction, joined
from brusqlog.versions.redaction import redacted
from brusqlog.versions.uniting import filled, united
from tests.versions.running import Done, ran
from tests.versions.witnesses import (
    Events,
    bare,
    card_of,
    difference,
    game,
    log_of,
    plain,
    told_otherwise,
    worked,
)

seeds = st.integers(0, 2**32)
games = settings(max_examples=15, deadline=None)


def views(events: Events) -> list[Events]:
    header = events[0]
    assert isinstance(header, ev.Game)
    return [redacted(events, seat) for seat in range(len(header.players))]


def whole(*records: Events) -> Events:
    """What these records make together."""
    found = joined([log_of(record, str(number)) for number, record in enumerate(records)])
    assert isinstance(found, Witness)
    return [event for event in found.log.events if isinstance(event, ev.Event)]


def faults(events: Events) -> list[str]:
    return [found.breach.code for found in judge(events).noticed if found.breach.is_error]


# Laws ---------------------------------------------------------------------------------------------


@games
@given(seeds)
def test_all_views_of_a_game_make_the_game(seed: int) -> None:
    events = game(seed)
    assert whole(*views(events)) == bare(events)


@games
@given(seeds)
def test_views_that_were_put_down_otherwise_make_the_game_too(seed: int) -> None:
    events, rng = plain(game(seed, incidents=False)), random.Random(seed)
    records = [told_otherwise(view, rng) for view in views(events)]
    result = whole(*records)
    found = difference(bare(events), result)
    assert (found.differences, found.more) == ([], [])
    # Around an illegible card not every way to pay the same is legal.
    assert faults(result) == [] or any(map(faults, records))


@games
@given(seeds, st.data())
def test_what_one_record_lacks_is_taken_from_the_other(seed: int, data: st.DataObject) -> None:
    events = plain(game(seed, incidents=False))
    end = data.draw(st.integers(1, len(events)))
    early, late = told_otherwise(events, random.Random(seed))[:end], events
    for records in ((early, late), (late, early)):
        result = whole(*records)
        found = difference(bare(events), bare(result))
        assert (found.differences, found.more) == ([], [])


@games
@given(seeds)
def test_a_record_joined_with_itself_is_itself(seed: int) -> None:
    events = [event for event in game(seed) if not isinstance(event, ev.Seal)]
    assert whole(events, events) == events


@games
@given(seeds)
def test_another_card_is_a_contradiction(seed: int) -> None:
    events, rng = plain(game(seed)), random.Random(seed)
    plays = [seq for seq, event in enumerate(events)
             if isinstance(event, ev.Play) and event.card != UNKNOWN]  # fmt: skip
    if not plays:
        return
    one = rng.choice(plays)
    card = rng.choice([card for card in CARDS if card != card_of(events[one])])
    wrong = [*events[:one], replace(events[one], card=card), *events[one + 1 :]]
    found = joined([log_of(events, "a"), log_of(wrong, "b")])
    assert isinstance(found, Contradiction)
    assert [(told.kind, told.a and told.a.seqs) for told in found.comparison.contradictions] == [
        ("play", (one,))
    ]


# Events -------------------------------------------------------------------------------------------


def test_optional_events_of_either_record_come_to_their_places() -> None:
    events = worked()
    one = [*events[:8], ev.Shuffle(seat=0), *events[8:22], ev.Take(seat=2), *events[22:]]
    end = events.index(ev.Award(seat=0, counters=60))
    other = [*events[:end], ev.Announce(seat=0, count=46), ev.Gather(), *events[end:-1],
             ev.Note(text="late")]  # fmt: skip
    for records in ((one, other), (other, one)):
        result = whole(*records)
        assert faults(result) == []
        left = [event for event in result if event not in events]
        expected = [ev.Shuffle, ev.Take, ev.Announce, ev.Gather, ev.Note]
        assert [type(event) for event in left] == expected
        assert [event for event in result if event in events] == events


def test_a_taker_comes_directly_behind_the_plays_whatever_follows_them() -> None:
    events = worked()
    place = events.index(ev.Play(seat=0, card="7H")) + 1
    other = [*events[:place], ev.Take(seat=2), *events[place:]]
    blind = [ev.Play(seat=0, card="??") if event == events[place - 1] else event
             for event in events]  # fmt: skip
    assert whole(blind, other) == other


def test_seals_are_left_out() -> None:
    events = worked()
    sealed = [*events, ev.Seal(sha256="0" * 64)]
    assert whole(sealed, sealed) == whole(events, sealed) == events


def test_of_the_header_what_only_describes_may_differ() -> None:
    one, two = (
        replace(worked()[0], id=name, recorder=name, extra={name: 1}) for name in ("A", "B")
    )
    assert united(one, two) == replace(one, recorder="A; B", extra={"A": 1, "B": 1})
    both = united(one, two)
    assert both is not None
    assert united(both, two) == both
    assert united(replace(one, date="1718"), replace(two, date="1718-03")) == replace(
        one, recorder="A; B", extra={"A": 1, "B": 1}, date="1718-03"
    )
    assert united(replace(one, place="Lyon"), replace(two, place="Paris")) is None
    assert united(one, replace(two, hands=2)) is None
    assert united(one, replace(two, hands=UNSET, rounds=1)) is None


def test_events_that_do_not_agree_are_not_one() -> None:
    play = ev.Play(seat=0, card="??")
    assert united(play, ev.Play(seat=0, card="AS")) == ev.Play(seat=0, card="AS")
    assert united(ev.Play(seat=0, card="AS"), play) == ev.Play(seat=0, card="AS")
    assert united(ev.Play(seat=0, card="AS"), ev.Play(seat=0, card="KS")) is None
    assert united(play, ev.Play(seat=1, card="??")) is None
    assert united(play, ev.Draw(seat=0, card="??")) is None
    early, late = "2026-03-01T20:00:00Z", "2026-03-01T20:00:01Z"
    assert united(replace(play, at=early), replace(play, at=late)) == replace(play, at=early)
    assert united(play, replace(play, at=late)) == replace(play, at=late)


def test_cards_of_a_holding_are_filled_in_where_they_are_known() -> None:
    assert filled(("7D", "??", "??"), ("??", "??", "KC")) == ("7D", "??", "KC")
    assert filled(("??", "KC", "??"), ("KC", "7D", "??")) == ("7D", "KC", "??")


def test_the_seats_are_those_of_the_first_record() -> None:
    events = worked()
    turned = told_otherwise(events, random.Random(0))
    header = turned[0]
    assert isinstance(header, ev.Game)
    assert header.players != ["Anne", "Basile", "Cécile"]
    assert whole(events, redacted(turned, 0)) == events


# The verb -----------------------------------------------------------------------------------------


@pytest.fixture
def seats(tmp_path: Path) -> list[Path]:
    """The views of the players of the worked game, each in a file."""
    paths = []
    for seat, events in enumerate(views(worked())):
        paths.append(tmp_path / f"{seat}.brusq.jsonl")
        paths[-1].write_bytes(log_of(events).raw)
    return paths


def join(
    paths: list[Path], target: Path | str, capsys: pytest.CaptureFixture[str], **more: bool | str
) -> Done:
    asked = Asked(sources=list(map(str, paths)), target=str(target), **more)  # type: ignore[arg-type]
    return ran(run, asked, capsys)


def test_the_records_become_a_new_file_in_the_form_of_its_ending(
    seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, text = tmp_path / "all.brusq.jsonl", tmp_path / "all.brusq"
    assert join(seats, log, capsys) == Done(0, "", "")
    assert log.read_bytes() == log_of(worked()).raw
    assert join(seats, text, capsys).code == 0
    assert text.read_text(encoding="utf-8").startswith("Id: worked\n")
    assert join(seats, "-", capsys).out == log.read_text(encoding="utf-8")


def test_packed_records_are_read(
    seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = [path.with_suffix(".jsonl.gz") for path in seats]
    for path, target in zip(seats, packed, strict=True):
        target.write_bytes(gzip.compress(path.read_bytes()))
    assert join(packed, "-", capsys).out == log_of(worked()).raw.decode()


def test_a_file_that_exists_is_replaced_only_by_force(
    seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "all.brusq.jsonl"
    target.write_text("mine")
    done = join(seats, target, capsys)
    assert (done.code, target.read_text()) == (3, "mine")
    assert "--force" in done.err
    assert join(seats, target, capsys, force=True).code == 0
    assert target.read_bytes() == log_of(worked()).raw


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            "Nothing was written: these records contradict each other.\n"
            "hand 1, trick 4: Basile played 9♦ ({a}:42) or 8♦ ({b}:42)\n",
        ),
        (
            "fr",
            "Rien n'a été écrit : ces notations se contredisent.\n"
            "coup 1, levée 4 : Basile a joué 9♦ ({a}:42) ou 8♦ ({b}:42)\n",
        ),
    ],
)
def test_contradictions_are_told_with_both_places_and_nothing_is_written(
    lang: str, told: str, seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = (
        seats[2]
        .read_bytes()
        .replace(b'"play","seat":1,"card":"9D"', b'"play","seat":1,"card":"8D"')
    )
    seats[2].write_bytes(wrong)
    target = tmp_path / "all.brusq.jsonl"
    done = join(seats, target, capsys, lang=lang)
    assert (done.code, done.out, target.exists()) == (1, "", False)
    assert done.err == told.format(a=seats[0], b=seats[2])


def test_one_card_in_two_holdings_is_told_and_nothing_is_written(
    seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = seats[2].read_bytes().replace(b'"cards":["9C"]', b'"cards":["7H"]')
    assert wrong != seats[2].read_bytes()
    seats[2].write_bytes(wrong)
    target = tmp_path / "all.brusq.jsonl"
    done = join(seats, target, capsys)
    assert (done.code, target.exists()) == (1, False)
    assert "card-elsewhere" in done.err
    assert done.err.endswith("tell what cannot have happened.\n")


def test_a_breach_of_the_rules_is_told_and_written_down_all_the_same(
    seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in seats:
        path.write_bytes(path.read_bytes().replace(b'"award","seat":0,"counters":60',
                                                   b'"award","seat":0,"counters":50'))  # fmt: skip
    target = tmp_path / "all.brusq.jsonl"
    done = join(seats, target, capsys)
    assert (done.code, target.exists()) == (1, True)
    assert f"{seats[0]}:87: error[award-" in done.err


def test_one_record_is_not_put_together(
    seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Exception, match="two records at least"):
        join(seats[:1], tmp_path / "all.brusq.jsonl", capsys)
    with pytest.raises(Exception, match=r"ends in \.brusq"):
        join(seats, tmp_path / "all.txt", capsys)


def test_a_record_with_lines_that_cannot_be_read_is_not_taken(
    seats: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats[1].write_bytes(seats[1].read_bytes() + b"{}\n")
    target = tmp_path / "all.brusq.jsonl"
    done = join(seats, target, capsys)
    assert (done.code, target.exists()) == (1, False)
    assert str(seats[1]) in done.err
