"""Laws of `undo`, `fix` and of going on after a crash."""

import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.standing import standing
from brusqlog.recording.asking import due
from brusqlog.recording.draft import Draft
from brusqlog.recording.past import inputs, play_again, standing_events
from brusqlog.recording.session import Session
from brusqlog.writing.logwriter import LogWriter, trial
from tests.recording.typist import Typist, game, session

NAMES = ("games/hidden-observer", "games/salon-2021-5", "games/incident-drew-seen", "spec/worked")
THREE = ev.Game(
    format=ev.FORMAT, id="x", rules="salon-2021", players=["Anne", "Basile", "Cécile"],
    removed=["7S", "7C"], hands=2,
)  # fmt: skip


def known(name: str) -> tuple[ev.Game, list[ev.Event]]:
    """The header and the events of a game."""
    log = game(name)
    assert log.header is not None
    return log.header, [event for event in log.known_events() if event is not None]


def stands(talk: Session) -> list[ev.Event]:
    return [event for _, event in standing_events(talk.writer.events)]


def shown(talk: Session) -> dict[str, object]:
    """The state, whatever the number of the event, and that there is one to be withdrawn."""
    state = talk.writer.state.as_dict()
    moves = [move for move in state["next"] if move["event"] != "retract"]
    return state | {"seq": None, "next": moves}


class Dealer:
    """Types hand after hand at random: what is asked, with any card that may come."""

    def __init__(self, talk: Session, seed: int, *, seen: bool) -> None:
        self.talk, self.random, self.seen = talk, random.Random(seed), seen
        self.pack: list[str] = []

    def line(self) -> str:
        """The next line to type."""
        match due(self.talk.writer.state):
            case "play":
                return self.random.choice(self.cards())
            case "draw" if self.seen:
                drawers = len(trial(self.talk.writer).yet_to_draw())
                return " ".join(self.pack.pop() for _ in range(min(drawers, len(self.pack))))
            case "dealer":
                return self.random.choice(("a", "b", "c"))
            case "turnup" if self.seen and not trial(self.talk.writer).packets:
                self.pack = [card for card in CARDS if card not in ("7S", "7C")]
                self.random.shuffle(self.pack)
                held = (" ".join(self.pack.pop() for _ in range(3)) for _ in "abc")
                return " | ".join(
                    f"{name} {cards}" for name, cards in zip("abc", held, strict=True)
                )
            case "turnup":
                return self.pack.pop() if self.seen else self.random.choice(CARDS[:7])
        return ""

    def cards(self) -> list[str]:
        """The cards that may be played, without unseen ones."""
        return [card for card in self.talk.writer.state.legal_plays() if card != UNKNOWN]


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 2**16), st.integers(0, 50), st.integers(1, 4))
def test_undo_after_anything_restores_the_state(
    name: str, seed: int, skipped: int, together: int
) -> None:
    header, events = known(name)
    with TemporaryDirectory() as folder:
        talk = session(Path(folder) / "x.jsonl", header)
        past: list[tuple[str, dict[str, object]]] = []
        for count, line in enumerate(Typist(talk, events, seed).lines()):
            before, seq = shown(talk), talk.writer.seq
            talk.hear(line)
            if any(not isinstance(event, ev.Note) for event in talk.writer.events[seq:]):
                past.append((line, before))
            if count >= skipped and len(past) >= together:
                after = shown(talk)
                talk.hear(f"undo {together}")
                assert shown(talk) == past[-together][1]
                for again, _ in past[-together:]:
                    talk.hear(again)
                assert shown(talk) == after
                break
        talk.writer.close()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**16), st.booleans(), st.integers(0, 60), st.integers(0, 60))
def test_a_fixed_card_is_as_if_it_had_been_typed_right(
    seed: int, seen: bool, place: int, further: int
) -> None:
    with TemporaryDirectory() as folder:
        slip = session(Path(folder) / "slip.jsonl", THREE)
        right = session(Path(folder) / "right.jsonl", THREE)
        dealer = Dealer(slip, seed, seen=seen)
        while place or len(dealer.cards()) < 2:  # somewhere in the first hand or the second
            line = dealer.line()
            for talk in (slip, right):
                talk.hear(line)
            place -= place > 0
        number = slip.writer.seq
        wrong, meant = dealer.random.sample(dealer.cards(), 2)
        slip.hear(wrong)
        right.hear(meant)
        lines = []
        for _ in range(further):
            if slip.writer.state.ended:
                break
            lines.append(dealer.line())
            slip.hear(lines[-1])
            assert not slip.refused
        before = shown(slip), stands(slip)
        told = slip.hear(f"fix {number} {meant}")
        assert not slip.refused
        for line in lines:
            right.hear(line)
            if right.refused:
                break
        assert stands(slip)[: len(stands(right))] == stands(right)
        assert any("not legal any more" in line for line in told) == right.refused
        slip.hear("undo")
        assert (shown(slip), stands(slip)) == before
        slip.writer.close()
        right.writer.close()


@pytest.mark.parametrize("hands", [1, 2])
@pytest.mark.parametrize("place", [1, 11, 17, 29])
def test_an_illegible_card_that_is_named_later_is_as_if_it_had_been_read(
    place: int, hands: int, tmp_path: Path
) -> None:
    header = replace(THREE, hands=hands)
    right = session(tmp_path / "right.jsonl", header)
    slip = session(tmp_path / "slip.jsonl", header)
    dealer = Dealer(right, 7 * place, seen=False)
    played = number = 0
    meant = ""
    state = right.writer.state
    while not (state.ended or (state.hand, state.trick) == (2, 2)):
        line, plays = dealer.line(), due(state) == "play"
        played += plays
        right.hear(line)
        if plays and played == place:
            meant, line, number = line, "??", slip.writer.seq
        slip.hear(line)
        if due(slip.writer.state) == "take":
            slip.hear(THREE.players[trial(right.writer).taker])
        assert not right.refused and not slip.refused
        state = right.writer.state
    assert stands(slip) != stands(right)
    slip.hear(f"fix {number} {meant}")
    assert stands(slip) == stands(right)


def test_another_lot_makes_another_dealer(tmp_path: Path) -> None:
    lines = ("shuffle", "b 8s 9s | a 7d", "as", "kc", "qc jc")
    slip, right = (session(tmp_path / f"{name}.jsonl", THREE) for name in ("slip", "right"))
    slip.hear("a kd, b qd, c jd")
    right.hear("a kd, b ad, c jd")
    for line in lines:
        slip.hear(line)
        right.hear(line)
        assert not slip.refused and not right.refused
    slip.hear("fix 2 ad")
    assert slip.writer.state.dealer == 1
    assert stands(slip) == stands(right)


def test_awards_and_final_numbers_are_made_anew(tmp_path: Path) -> None:
    talk = session(tmp_path / "x.jsonl", replace(THREE, hands=1))
    dealer = Dealer(talk, 1, seen=False)
    while due(talk.writer.state) != "close":
        talk.hear(dealer.line())
    draft = Draft(trial(talk.writer))
    winner = max(range(3), key=draft.course.points.__getitem__)
    wrong = ev.Award(seat=(winner + 1) % 3, counters=60)
    assert play_again(draft, [wrong, ev.End(reason="complete", totals=[120, 0, 0])]) is None
    award, end = draft.events
    assert award == ev.Award(seat=winner, counters=60)
    assert isinstance(end, ev.End) and end.totals == draft.course.totals


def left(events: list[ev.Event], done: list[ev.Event]) -> list[ev.Event]:
    """What is still to be typed of the events of a game, when these stand."""
    counts = Counter(map(type, done))
    rest = [standing(events).events[0]]
    for event in standing(events).events[1:]:
        if counts[type(event)]:
            counts[type(event)] -= 1
        else:
            rest.append(event)
    return [event for event in rest if event is not None]


@pytest.mark.parametrize("name", ["games/hidden-observer", "games/salon-2021-2v2"])
def test_after_a_crash_at_any_byte_one_goes_on(name: str, tmp_path: Path) -> None:
    header, events = known(name)
    whole = session(tmp_path / "whole.jsonl", header)
    sizes = [(whole.writer.path.stat().st_size, 1)]
    for line in Typist(whole, events).lines():
        whole.hear(line)
        sizes.append((whole.writer.path.stat().st_size, whole.writer.seq))
    data = whole.writer.path.read_bytes()
    chance = random.Random(name)
    for cut in sorted(chance.sample(range(sizes[0][0], len(data)), 12)):
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(data[:cut])
        writer = LogWriter.resume(path, sync="none")
        assert writer.seq >= max(seq for size, seq in sizes if size <= cut)
        talk = Session(writer, whole.style)
        assert not any("error" in line for line in talk.greet(resumed=True))
        packets = trial(writer).packets
        if packets and writer.state.turnup is None:
            talk.hear("undo")  # dealing was cut off in its middle
        typist = Typist(talk, left(events, stands(talk)))
        typist.run()
        assert typist.refused == []
        assert shown(talk) == shown(whole)
        writer.close()


def test_after_a_restart_what_was_filled_in_goes_with_what_was_typed(tmp_path: Path) -> None:
    talk = session(tmp_path / "x.jsonl", THREE)
    for line in ("a", "a 8s", "as", "kc", "qc th", "", "9h 8h 7h", "c:8d", "9d"):
        talk.hear(line)
        assert not talk.refused
    talk.writer.close()
    again = Session(LogWriter.resume(tmp_path / "x.jsonl", sync="none"), talk.style)
    back = []
    while not again.refused:
        back.append(again.prompt)
        again.hear("undo")
    assert back[1:] == [
        "Trick 3, Basile leads",
        "Cécile draws (Enter: the rest not seen)",
        "Draws, Basile first (Enter: not seen)",
        "Trick 2, Anne plays",
        "Trick 2, Cécile plays",
        "Trick 2, Basile leads",
        "Draws, Basile first (Enter: not seen)",
        "Trick 1, Anne plays",
        "Trick 1, Cécile plays",
        "Trick 1, Basile leads",
        "Hand 1, Anne deals: turn-up",
        "Who deals first? (a name, or the lots: Anne Ks, …)",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_where_nobody_remembers_the_inputs_they_are_read_off_the_log(
    name: str, tmp_path: Path
) -> None:
    header, events = known(name)
    talk = session(tmp_path / "x.jsonl", header)
    states = [shown(talk)]
    for line in Typist(talk, events).lines():
        talk.hear(line)
    talk.writer.close()
    again = Session(LogWriter.resume(tmp_path / "x.jsonl", sync="none"), talk.style)
    count = len(inputs(again.writer.events))
    assert len(stands(again)) / 4 < count < len(stands(again))
    for _ in range(count):
        again.hear("undo")
        assert not again.refused
    assert shown(again) == states[0]
    assert again.hear("undo") == ["  There is nothing to take back."]
