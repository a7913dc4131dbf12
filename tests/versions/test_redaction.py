"""What one player could have seen, and nothing else."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, ValidationError
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.cards import CARDS, members
from brusqlog.game.course import Course
from brusqlog.game.judge import judge
from brusqlog.game.rules import pack_size
from brusqlog.game.state import State, eyes, hide
from brusqlog.log.gamelog import GameLog
from brusqlog.log.writer import dumps
from brusqlog.notation.sources import read_games
from brusqlog.notation.writer import transcript
from brusqlog.versions.redaction import as_seen, redacted
from tests.game.tables import FIXTURES, events_of
from tests.oracle.generate import random_game
from tests.oracle.log import standing
from tests.oracle.mutate import mutants

Events = list[ev.Event]

SAMPLES = FIXTURES.parents[1] / "brusqlog" / "samples"
SHOWN = [
    SAMPLES / "worked.brusq.jsonl",
    *sorted((FIXTURES / "incidents").glob("*.jsonl")),
]
"""Logs in which all cards can be seen, of all kinds of incidents."""

seeds = st.integers(0, 2**40)
few = settings(max_examples=6, deadline=None, derandomize=True)


def bytes_of(events: Sequence[ev.Event]) -> bytes:
    return b"".join(dumps(event) + b"\n" for event in events)


def game_in(path: Path) -> Events:
    (game,) = read_games(path)
    assert isinstance(game, GameLog)
    return [event for event in game.events if isinstance(event, ev.Event)]


def legal(seed: int, **wishes: object) -> Events:
    made = random_game(random.Random(seed), **wishes)  # type: ignore[arg-type]
    return [event for event in events_of(made) if event is not None]


def mutant(seed: int) -> Events:
    """A game with one to three slips in it, so far as a reader takes them."""
    rng = random.Random(seed)
    log = random_game(rng)
    for _ in range(rng.randrange(1, 4)):
        (slip,) = mutants(rng, log, 1)
        log = slip.events
    try:
        found = [event for event in events_of(log) if event is not None]
    except ValidationError:
        assume(False)
    assume(isinstance(found[0], ev.Game))
    return found


def sees(events: Events, seat: int, partner: bool) -> frozenset[int]:
    header = events[0]
    assert isinstance(header, ev.Game)
    pairs = header.partners is True and len(header.players) == 4
    return eyes(pairs, seat, partner)


def players_in(events: Events) -> int:
    header = events[0]
    assert isinstance(header, ev.Game)
    return len(header.players)


# Nothing hidden is told ------------------------------------------------------------------------


def deal_begins(frames: dict[int, Course], upto: int) -> int:
    """The event before the cards in the players' hands were shuffled, cut and dealt."""
    whole = (seq for seq, course in frames.items() if not (course.shuffled or course.is_cut))
    return max((seq for seq in whole if seq <= upto), default=0)


def renamed(events: Events, start: int, one: str, other: str) -> Events:
    """The same with two cards exchanged wherever they were shuffled, dealt or drawn."""
    names = {one: other, other: one}
    found = list(events)
    for seq in range(start, len(events)):
        match event := events[seq]:
            case ev.Deal():
                cards = [names.get(card, card) for card in event.cards]
                found[seq] = replace(event, cards=cards)
            case ev.Draw():
                found[seq] = replace(event, card=names.get(event.card, event.card))
            case ev.Shuffle() if event.deck is not UNSET:
                deck = [names.get(card, card) for card in event.deck]
                found[seq] = replace(event, deck=deck)
    return found


def twins(events: Events, seat: int) -> Iterator[tuple[Events, Events]]:
    """Every beginning of a game, with all games that this player cannot tell from it: each card
    that he has not seen in the place of the next one. One after another these make every order."""
    frames: dict[int, Course] = {}
    judge(events, None, frames)
    for seq, course in frames.items():
        unseen = sorted(members(course.terms.pack & ~hide(course, seat, True).seen))
        start = deal_begins(frames, seq)
        for one, other in pairwise(unseen):
            prefix = events[: seq + 1]
            twin = renamed(prefix, start, one, other)
            if twin != prefix:
                yield prefix, twin


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.name)
def test_hidden_cards_exchanged_give_the_same_bytes(path: Path) -> None:
    """At every point, for every player, whichever of the cards that he has not seen lies where."""
    events = game_in(path)
    compared = 0
    for seat in range(players_in(events)):
        for prefix, twin in twins(events, seat):
            compared += 1
            assert bytes_of(redacted(prefix, seat)) == bytes_of(redacted(twin, seat))
            if compared % 50 == 0:
                before, after = judge(prefix).status, judge(twin).status
                assert before == after, "the exchange was to make another sound game"
    assert compared > 50 or "misdeal" in path.name


@few
@given(seeds, st.integers(0, 4), st.booleans(), st.randoms(use_true_random=False))
def test_no_card_of_others_makes_a_difference_in_a_faulty_log_either(
    seed: int, seat: int, partner: bool, rng: random.Random
) -> None:
    """Each card dealt to others or drawn by them, but for the turn-up drawn last, may be any."""
    events = mutant(seed)
    seat %= players_in(events)
    before = as_seen(events, seat, partner=partner)
    own = sees(events, seat, partner)
    others = list(events)
    for seq, (event, seen) in enumerate(zip(events, before, strict=True)):
        match event, seen:
            case ev.Deal(), ev.Deal() if event.seat not in own:
                assert set(seen.cards) == {"??"}
                others[seq] = replace(event, cards=[rng.choice(CARDS) for _ in event.cards])
            case ev.Draw(), ev.Draw() if event.seat not in own and seen.card == "??":
                cards = [card for card in CARDS if card not in turned_up(events)]
                others[seq] = replace(event, card=rng.choice(cards))
            case ev.Draw(), ev.Draw() if event.seat not in own:
                assert seen.card in turned_up(events)
            case ev.Shuffle(), _:
                others[seq] = replace(event, deck=rng.sample(CARDS, 30))
    after = redacted(others, seat, partner=partner)
    assert bytes_of(redacted(events, seat, partner=partner)) == bytes_of(after)


def turned_up(events: Events) -> set[str]:
    return {event.card for event in events if isinstance(event, ev.Turnup)}


@few
@given(seeds, st.integers(0, 4), st.booleans(), st.booleans())
def test_the_redaction_of_a_prefix_is_the_prefix_of_the_redaction(
    seed: int, seat: int, partner: bool, faulty: bool
) -> None:
    """Byte for byte: so a log can be redacted while it is written, retractions and all."""
    events = mutant(seed) if faulty else legal(seed)
    seat %= players_in(events)
    events = events[:400]
    whole = bytes_of(redacted(events, seat, partner=partner))
    for end in range(1, len(events) + 1):
        assert whole.startswith(bytes_of(redacted(events[:end], seat, partner=partner)))


@few
@given(seeds, st.integers(0, 4), st.booleans())
def test_an_event_is_redacted_as_it_was_seen(seed: int, seat: int, partner: bool) -> None:
    """What `Event.seen_by` shows live, a sound log's redaction shows too."""
    kept, _ = standing(random_game(random.Random(seed)))
    events = [event for event in events_of([dict(one) for _, one in kept]) if event is not None]
    seat %= players_in(events)
    frames: dict[int, Course] = {}
    judge(events, None, frames)
    states = [State(frames[max(seq - 1, 0)]) for seq in range(len(events))]
    live = [
        event.seen_by(seat, state, partner=partner)
        for event, state in zip(events, states, strict=True)
    ]
    assert as_seen(events, seat, partner=partner) == live


@few
@given(seeds, st.integers(0, 4))
def test_a_redacted_game_is_as_sound_and_shows_the_player_the_same(seed: int, seat: int) -> None:
    events = legal(seed, hidden="none", length=("hands", 1))
    seat %= players_in(events)
    seen = redacted(events, seat)
    frames: dict[int, Course] = {}
    whole: dict[int, Course] = {}
    told, before = judge(seen, None, frames), judge(events, None, whole)
    assert [n.breach.code for n in told.noticed if n.breach.is_error] == []
    assert told.status == before.status
    kept = [seq for seq, one in enumerate(as_seen(events, seat)) if one is not None]
    for at, seq in enumerate(kept):
        if at in frames:
            mine, full = State(frames[at]).view(seat), State(whole[seq]).view(seat)
            assert mine.holdings == full.holdings
            assert (mine.stock, mine.turnup, mine.points) == (full.stock, full.turnup, full.points)


# What is written -------------------------------------------------------------------------------

HEADER = ev.Game(
    format=ev.FORMAT, id="a", rules="salon-2021", players=["Anne", "Basile"], hands=1,
    extra={"deck": ["AS"]},
)  # fmt: skip


def test_the_pack_extra_data_and_seals_are_left_out_and_remarks_stay() -> None:
    deck = list(CARDS)
    events = [
        HEADER,
        ev.Note(text="a cold night", data={"deck": deck}, seat=1),
        ev.Note(data={"deck": deck}),
        ev.Hand(number=1, dealer=0),
        ev.Shuffle(seat=0, deck=deck),
        ev.Seal(sha256="0" * 64),
        ev.Incident(kind="short-pack", missing=["AS"]),
        ev.Incident(kind="ruling", text="the ace of spades is found"),
    ]
    assert redacted(events, 0) == [
        replace(HEADER, extra=UNSET),
        ev.Note(text="a cold night", seat=1),
        ev.Hand(number=1, dealer=0),
        ev.Shuffle(seat=0),
        ev.Incident(kind="short-pack", missing=["AS"]),
        ev.Incident(kind="ruling", text="the ace of spades is found"),
    ]


def test_withdrawn_packets_and_draws_are_hidden_too() -> None:
    events = [
        HEADER,
        ev.Hand(number=1, dealer=0),
        ev.Cut(seat=1),
        ev.Deal(seat=1, cards=["AS"]),
        ev.Retract(last=1),
        ev.Deal(seat=1, cards=["AH"]),
        ev.Draw(seat=1, card="TS"),
        ev.Retract(last=2),
    ]
    cards = [getattr(event, "cards", getattr(event, "card", None)) for event in redacted(events, 0)]
    assert cards == [None, None, None, ["??"], None, ["??"], "??", None]


def drawn(seat: int, cards: list[str], turnup: str) -> Events:
    """A stock drawn by two players in turn, whether or not that is how it was."""
    draws: Events = [ev.Draw(seat=seat, card=card) for card in cards]
    return [HEADER, ev.Hand(number=1, dealer=0), ev.Cut(seat=1), ev.Turnup(card=turnup), *draws]


def test_only_the_last_card_of_the_stock_is_the_turn_up() -> None:
    """One drawn before, in a faulty log, would say that it was not the card of another player."""
    size = pack_size(2)
    early = redacted(drawn(1, ["AS"], "AS"), 0)[-1]
    last = redacted(drawn(1, ["??"] * (size - 1) + ["AS"], "AS"), 0)[-1]
    other = redacted(drawn(1, ["??"] * (size - 1) + ["AH"], "AS"), 0)[-1]
    assert [early, last, other] == [
        ev.Draw(seat=1, card="??"),
        ev.Draw(seat=1, card="AS"),
        ev.Draw(seat=1, card="??"),
    ]


def test_the_turn_up_is_drawn_last_though_draws_were_withdrawn() -> None:
    events = drawn(1, ["??"] * (pack_size(2) - 2) + ["AH", "TH"], "AS")
    events += [ev.Retract(last=1), ev.Draw(seat=1, card="AS")]
    assert redacted(events, 0)[-1] == ev.Draw(seat=1, card="AS")


def test_after_a_new_deal_the_turn_up_is_the_new_one() -> None:
    first: Events = [HEADER, ev.Hand(number=1, dealer=0), ev.Cut(seat=1)]
    first += [ev.Deal(seat=1, cards=["AH"]), ev.Incident(kind="misdeal", seat=0)]
    events = first + drawn(1, ["??"] * (pack_size(2) - 1) + ["AS"], "AS")[2:]
    assert redacted(events, 0)[-1] == ev.Draw(seat=1, card="AS")


def test_two_against_two_a_player_sees_his_partners_cards_unless_they_are_hidden() -> None:
    events = game_in(FIXTURES / "incidents" / "19-sixty-all-two-against-two.brusq.jsonl")

    def named(partner: bool) -> set[int]:
        found = redacted(events, 2, partner=partner)
        return {event.seat for event in found if isinstance(event, ev.Deal) and "??" not in
                event.cards}  # fmt: skip

    assert (named(True), named(False)) == ({2, 3}, {2})


def test_a_transcript_of_what_was_seen_says_what_the_log_says() -> None:
    events = redacted(game_in(SAMPLES / "worked.brusq.jsonl"), 0)
    for language in ("en", "fr"):
        text = transcript(events, language).text.encode()
        (again,) = read_games(text)
        assert isinstance(again, GameLog)
        assert again.events == events
