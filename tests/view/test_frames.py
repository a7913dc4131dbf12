"""The frames of a page are the states of the fold, and those of a player's page no more."""

import json
import re
from itertools import chain
from pathlib import Path

import pytest

import brusqlog
from brusqlog.game import events as ev
from brusqlog.game.cards import CARD_POINTS, UNKNOWN
from brusqlog.log.writer import dumps
from brusqlog.versions.redaction import as_seen, redacted
from tests.view.making import (
    FIXTURES,
    MODES,
    SLIP,
    WORKED,
    cards,
    game_of,
    log_of,
    page_of,
    show,
    unfolded,
)  # fmt: skip

INCIDENTS = sorted(FIXTURES.glob("spec/incidents/*.brusq.jsonl"))


@pytest.mark.parametrize("mode", MODES)
def test_every_frame_is_the_state_after_its_event(mode: str) -> None:
    agrees_with_the_fold(game_of(mode))


@pytest.mark.parametrize("path", INCIDENTS, ids=lambda path: path.name.partition(".")[0])
def test_so_it_is_with_incidents_withdrawals_and_faults(path: Path) -> None:
    agrees_with_the_fold(path.read_bytes())


def agrees_with_the_fold(data: bytes) -> None:
    game = brusqlog.loads(data)
    found = unfolded(show(data).data["frames"])
    assert len(found) == len(game)
    for seq, frame in enumerate(found):
        state = game.after(seq)
        assert (frame["hand"], frame["trick"]) == (state.hand or 0, state.trick or 0), seq
        holdings = [cards(frame["holding"][str(seat)]) for seat in range(len(state.players))]
        assert holdings == [list(holding) for holding in state.holdings], seq
        assert frame["table"] == [f"{laid.seat}{laid.card}" for laid in state.table], seq
        for name in ("dealer", "taker", "stock", "turnup", "trump", "points", "totals", "pot"):
            assert frame[name] == getattr(state, name), (seq, name)
        assert frame["purses"] == state.purses, seq


@pytest.mark.parametrize("mode", MODES)
def test_the_piles_hold_the_points(mode: str) -> None:
    for seq, frame in enumerate(unfolded(show(game_of(mode)).data["frames"])):
        worth = [sum(map(CARD_POINTS.__getitem__, cards(row))) for row in frame["pile"].values()]
        if frame["taker"] is not None:
            worth[frame["taker"]] += sum(CARD_POINTS[laid[1:]] for laid in frame["table"])
        assert worth == list(frame["points"]), seq


@pytest.mark.parametrize("mode", MODES)
def test_no_card_lies_in_two_places(mode: str) -> None:
    for seq, frame in enumerate(unfolded(show(game_of(mode)).data["frames"])):
        rows = chain(frame["holding"].values(), frame["pile"].values())
        lying = [card for row in rows for card in cards(row)]
        lying += [laid[1:] for laid in frame["table"]]
        lying += [frame["turnup"]] if frame["turnup"] and frame["stock"] else []
        named = [card for card in lying if card != UNKNOWN]
        assert len(named) == len(set(named)), seq


def test_what_was_withdrawn_is_shown_as_it_was_until_then() -> None:
    game = brusqlog.loads(WORKED)
    play = next(seq for seq, event in enumerate(game.events) if isinstance(event, ev.Play))
    events = [*game.events[: play + 1], ev.Retract(last=1)]
    data = b"".join(map(line, events))
    told = show(data).data
    frames = unfolded(told["frames"])
    assert [len(frame["table"]) for frame in frames[-3:]] == [0, 1, 0]
    assert told["events"][play]["withdrawn"] == play + 1
    assert told["events"][play + 1]["said"] == "The last event is withdrawn."


def test_every_event_is_said_in_words_in_both_languages() -> None:
    english = [event["said"] for event in show(WORKED).data["events"]]
    assert english[0] == "Anne, Basile and Cécile play by salon-2021."
    assert "A♠ is turned up. Spades are trumps." in english
    assert "Anne plays 8♠. Cécile takes trick 1: 7 points." in english
    assert "Anne pays Cécile 1 counter for 10♦." in english
    french = [event["said"] for event in show(WORKED, "fr").data["events"]]
    assert "A♠ est retournée. Atout pique." in french
    assert "Anne joue 8♠. Cécile fait la levée 1 : 7 points." in french
    assert "Anne paie 1 jeton à Cécile pour 10♦." in french


def test_a_trick_is_said_to_be_taken_once() -> None:
    events = [*brusqlog.loads(WORKED).events]
    third = [at for at, event in enumerate(events) if isinstance(event, ev.Play)][2]
    events.insert(third + 1, ev.Take(seat=2))
    said = [event["said"] for event in show(b"".join(map(line, events))).data["events"]]
    assert said[third : third + 2] == [
        "Anne plays 8♠. Cécile takes trick 1: 7 points.",
        "Cécile takes the trick.",
    ]


def test_a_card_misread_is_told_with_what_it_was_taken_for() -> None:
    told = show(SLIP).data
    (fault,) = [finding for finding in told["findings"] if finding["severity"] == "error"]
    assert fault["rule"] == "rule: salon-2021, pack (stated: 000 §1)"
    said = told["events"][fault["seq"]]["said"]
    assert said.startswith("Nicolas plays Q♠. To go on, Q♦ is taken to have been played.")


# What one player could see ---------------------------------------------------------------------


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "hidden"])
def test_a_players_page_is_that_of_the_redacted_log(mode: str) -> None:
    data = game_of(mode)
    for seat in range(len(brusqlog.loads(data).after(0).players)):
        events = redacted(log_of(data).known_events(), seat)
        seen = b"".join(map(line, events))
        mine = page_of(data, seat=seat)
        assert mine == page_of(seen, seat=seat)
        assert mine != page_of(data)


@pytest.mark.parametrize("partner", [True, False])
@pytest.mark.parametrize("mode", ["three", "pairs"])
def test_no_frame_of_it_names_a_card_before_the_player_saw_it(mode: str, partner: bool) -> None:
    data = game_of(mode)
    game = brusqlog.loads(data)
    for seat in (0, 1):
        told = show(data, seat=seat, partner=partner).data
        for seq, frame in enumerate(unfolded(told["frames"])):
            view = game.after(seq).view(seat, partner=partner)
            holdings = [cards(row) for row in frame["holding"].values()]
            assert holdings == [list(holding) for holding in view.holdings]
        seen: set[str] = set()
        events = as_seen(log_of(data).known_events(), seat, partner=partner)
        for event, frame in zip(events, told["frames"], strict=True):
            seen |= named(event)
            assert named_in(frame) <= seen
    hidden = show(data, seat=0, partner=False).data
    assert (hidden != show(data, seat=0).data) == (mode == "pairs")


def line(event: ev.Event | None) -> bytes:
    """The line of an event."""
    assert event is not None
    return dumps(event) + b"\n"


def named(event: ev.Event | None) -> set[str]:
    """The cards that an event names."""
    match event:
        case ev.Deal():
            return set(event.cards) - {UNKNOWN}
        case ev.Turnup() | ev.Play() | ev.Draw() | ev.Lot():
            return {event.card} - {UNKNOWN}
    return set()


def named_in(frame: dict[str, object]) -> set[str]:
    """The cards that a frame names."""
    return set(re.findall(r"[AKQJT987][SHDC]", json.dumps(frame)))


def test_hidden_cards_stand_nowhere_in_a_players_page() -> None:
    """In a game that stops before the first play all that is known is one's own hand."""
    events = [*brusqlog.loads(game_of("three")).events]
    turnup = next(at for at, event in enumerate(events) if isinstance(event, ev.Turnup))
    data = b"".join(map(line, events[: turnup + 1]))
    page = page_of(data, seat=1)
    told = json.dumps(show(data, seat=1).data) + show(data, seat=1).sheet
    own = {card for event in events[:turnup] if isinstance(event, ev.Deal) and event.seat == 1
           for card in event.cards}  # fmt: skip
    shown = set(re.findall(r"\b(10|[AKQJ987])(?:<i>)?([♠♥♦♣])", told))
    suits = dict(zip("♠♥♦♣", "SHDC", strict=True))
    lots = set().union(*(named(event) for event in events if isinstance(event, ev.Lot)))
    known = {f"{'T' if rank == '10' else rank}{suits[suit]}" for rank, suit in shown}
    assert known == own | lots | named(events[turnup])
    others = {card for event in events[:turnup] if isinstance(event, ev.Deal) and event.seat != 1
              for card in event.cards}  # fmt: skip
    assert not [card for card in others if f'"{card}"' in page or f"{card}" in told]
