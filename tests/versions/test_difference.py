"""Two records of one game compared."""

import json
import random
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from brusqlog.cli.diff import Asked, run
from brusqlog.game import events as ev
from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.game.standing import standing
from brusqlog.notation.sources import read_games
from brusqlog.spelling import Style
from brusqlog.versions.aligning import aligned
from brusqlog.versions.comparing import ORDER, compared
from brusqlog.versions.difference import COUNTED, PARTS, Comparison, Difference, weighed
from brusqlog.versions.difference_words import FACTS, FRAME, MANY
from brusqlog.versions.telling import Telling
from tests.versions.running import ran
from tests.versions.witnesses import (
    SPEC,
    Events,
    accounts,
    card_of,
    difference,
    game,
    log_of,
    plain,
    told_otherwise,
    worked,
)

seeds = st.integers(0, 2**32)
games = settings(max_examples=12, deadline=None)


def lines(one: Events, two: Events, language: Language = "en") -> list[str]:
    a, b = accounts(log_of(one, "a"), log_of(two, "b"))
    return list(Telling(compared(a, b), a, b, Style(language=language)).lines())


def flipped(found: list[Difference]) -> list[Difference]:
    return [replace(one, a=one.b, b=one.a) for one in found]


def with_other_card(events: Events, rng: random.Random) -> tuple[int, Events] | None:
    """One card that is seen and stands made another one."""
    seen = [seq for seq in standing(events).seqs if card_of(events[seq]) not in (None, UNKNOWN)]
    if not seen:
        return None
    seq = rng.choice(seen)
    card = rng.choice([card for card in CARDS if card != card_of(events[seq])])
    changed = list(events)
    changed[seq] = replace(events[seq], card=card)
    return seq, changed


# Laws ---------------------------------------------------------------------------------------------


@games
@given(seeds)
def test_a_record_does_not_differ_from_itself(seed: int) -> None:
    found = difference(game(seed), game(seed))
    assert (found.differences, found.more) == ([], [])


@games
@given(seeds)
def test_what_does_not_matter_is_no_difference(seed: int) -> None:
    events = plain(game(seed, incidents=False))
    found = difference(events, told_otherwise(events, random.Random(seed)))
    assert (found.differences, found.more) == ([], [])


@games
@given(seeds)
def test_one_other_card_is_the_first_divergence_at_its_place(seed: int) -> None:
    events = game(seed)
    if (changed := with_other_card(events, random.Random(seed))) is not None:
        seq, other = changed
        found = difference(events, other)
        (only,) = [one for one in found.differences if one.kind not in COUNTED]
        assert found.first == only
        assert (only.a and only.a.seqs, only.b and only.b.seqs) == ((seq,), (seq,))
        assert only.a and only.a.value == card_of(events[seq])
        assert only.b and only.b.value == card_of(other[seq])


@games
@given(seeds, seeds)
def test_which_record_comes_first_only_changes_the_names(one: int, two: int) -> None:
    a, b = game(one, mode="3"), game(two, mode="3")
    if len(a) + len(b) > 400:
        return
    assert isinstance(a[0], ev.Game)
    b[0] = replace(b[0], players=a[0].players)
    mine, other = difference(a, b), difference(b, a)

    def spelt(found: list[Difference]) -> list[str]:
        bare = (replace(one, hand=None, trick=None, until=None) for one in found)
        return sorted(map(repr, bare))

    assert spelt(flipped(mine.differences)) == spelt(other.differences)
    assert spelt(flipped(mine.more)) == spelt(other.more)


@games
@given(seeds)
def test_a_card_not_seen_is_no_contradiction_but_what_the_other_saw(seed: int) -> None:
    events, rng = plain(game(seed, hidden="none", length=("hands", 1))), random.Random(seed)
    hidden = [
        seq
        for seq, event in enumerate(events)
        if isinstance(event, ev.Play | ev.Draw) and rng.random() < 0.1
    ]
    blind = [
        replace(event, card=UNKNOWN) if seq in hidden else event for seq, event in enumerate(events)
    ]
    found = difference(events, blind)
    assert found.differences == []
    assert sorted(one.a.seqs[0] for one in found.more if one.a) == hidden
    assert [one for one in found.more if one.b] == []
    assert flipped(found.more) == difference(blind, events).more


@games
@given(seeds, st.data())
def test_a_record_that_ends_early_is_said_once(seed: int, data: st.DataObject) -> None:
    events = plain(game(seed))
    end = data.draw(st.integers(1, len(events)))
    found = difference(events, events[:end])
    assert found.contradictions == []
    assert len(found.differences) <= 1
    for only in found.differences:
        assert only.b is None and only.a and only.a.seqs[0] >= end
    assert [one for one in found.more if one.a and one.a.seqs and one.a.seqs[0] < end] == []


marks = st.lists(st.tuples(st.integers(0, 2), st.sampled_from("xy")), max_size=6)


@given(marks, marks)
def test_rows_are_laid_side_by_side_alike_from_either_side(
    one: list[tuple[int, str]], two: list[tuple[int, str]]
) -> None:
    def alike(mine: tuple[int, str], other: tuple[int, str]) -> float:
        return (mine[0] == other[0]) + 0.5 * (mine[1] == other[1])

    pairs = aligned(one, two, alike)
    assert sorted(pairs, key=repr) == sorted(
        ((i, j) for j, i in aligned(two, one, alike)), key=repr
    )
    assert [i for i, _ in pairs if i is not None] == list(range(len(one)))
    assert [j for _, j in pairs if j is not None] == list(range(len(two)))


# What is a difference -----------------------------------------------------------------------------


def replaced(events: Events, old: ev.Event, *new: ev.Event) -> Events:
    place = events.index(old)
    return [*events[:place], *new, *events[place + 1 :]]


def kinds(found: Comparison) -> tuple[list[str], list[str]]:
    return [one.kind for one in found.differences], [one.kind for one in found.more]


def test_a_transcript_and_the_log_of_the_game_are_the_same() -> None:
    for name in ("worked.en.brusq", "worked.fr.brusq"):
        other = next(iter(read_games(SPEC / name)))
        a, b = accounts(log_of(worked()), other)  # type: ignore[arg-type]
        assert kinds(compared(a, b)) == ([], [])


def test_a_trick_that_one_record_lacks_is_said_once() -> None:
    events = worked()
    start = events.index(ev.Play(seat=1, card="7D"))
    left = [*events[:start], *events[start + 8 :]]
    assert lines(events, left) == [
        "First divergence: hand 1, trick 3: not in b (a:32)",
    ]


def test_several_tricks_in_a_row_are_said_once() -> None:
    events = worked()
    first, last = (
        events.index(ev.Play(seat=seat, card=card)) for seat, card in ((1, "7D"), (1, "TC"))
    )
    left = [*events[:first], *events[last:]]
    found = difference(events, left)
    (only,) = found.differences
    assert (only.kind, only.trick, only.until) == ("trick", 3, 5)


def two_hands() -> Events:
    found = next(
        events
        for events in (game(seed, mode="3", length=("hands", 3), hidden="none", incidents=False)
                       for seed in range(100))
        if sum(isinstance(event, ev.Award) for event in events) >= 3
    )  # fmt: skip
    return plain(found)


def test_a_hand_that_one_record_lacks_is_said_once_however_the_others_are_numbered() -> None:
    events = two_hands()
    _, second, third = (seq for seq, event in enumerate(events) if isinstance(event, ev.Hand))
    left = [*events[:second], *events[third:]]
    found = difference(events, left)
    told = [(one.kind, one.hand) for one in found.differences if one.kind not in COUNTED]
    assert told == [("hand", 2)]
    left[second] = replace(left[second], number=2)
    found = difference(events, left)
    told = [(one.kind, one.hand) for one in found.differences if one.kind not in COUNTED]
    assert told == [("hand", 2), ("number", 3)]


def test_the_same_cards_played_by_others_are_one_difference() -> None:
    events = worked()
    plays = [ev.Play(seat=seat, card=card) for seat, card in ((2, "QH"), (0, "TH"), (1, "JH"))]
    other = list(events)
    for event in plays:
        other[events.index(event)] = replace(event, seat=(event.seat + 1) % 3)
    found = difference(events, other)
    assert kinds(found)[0][:1] == ["order"]
    assert "play" not in kinds(found)[0]


def test_sums_that_differ_are_told_by_pair_with_the_place_of_each() -> None:
    events = worked()
    paid = ev.Payment(payer=2, payee=1, counters=2, reason="brusquembille", card="AH")
    other = replaced(events, paid, replace(paid, counters=1))
    assert lines(events, other)[0] == (
        "First divergence: hand 1, trick 5: Basile and Cécile: "
        "Cécile paid 2 counters (a:49) or Cécile paid 1 counter (b:49)"
    )


def test_what_a_record_may_leave_out_is_only_more_said() -> None:
    events = worked()
    more: list[tuple[str, Events]] = [
        ("shuffle", replaced(events, ev.Cut(seat=2), ev.Shuffle(seat=0), ev.Cut(seat=2))),
        ("lifted", replaced(events, ev.Cut(seat=2), ev.Cut(seat=2, lifted=3))),
        ("taker", [*events[:22], ev.Take(seat=2), *events[22:]]),
        ("announce", [*events[:86], ev.Announce(seat=0, count=46), *events[86:]]),
        ("gather", [*events[:86], ev.Gather(), *events[86:]]),
        ("points", [*events[:86], ev.Balance(points=[46, 34, 40]), *events[86:]]),
        ("note", [*events, ev.Note(text="late")]),
    ]
    for kind, other in more:
        expected: list[str] = [] if kind == "taker" else [kind]
        assert kinds(difference(events, other)) == ([], expected)
        assert kinds(difference(other, events)) == ([], expected)
    assert kinds(difference(events, events[:-1])) == ([], ["end"])


def test_a_check_point_that_its_own_record_belies_is_a_difference() -> None:
    events = worked()
    other = [*events[:86], ev.Balance(points=[45, 35, 40]), *events[86:]]
    assert lines(events, other)[0] == (
        "First divergence: hand 1: card points written down: Anne 45, Basile 35, Cécile 40 (b:87); "
        "nothing of it in a"
    )


def test_a_taker_is_compared_where_the_cards_do_not_tell_him() -> None:
    events = worked()
    blind = [replace(event, card=UNKNOWN) if isinstance(event, ev.Play) and event.card == "QS"
             else event for event in events]  # fmt: skip
    place = blind.index(ev.Play(seat=0, card="8S")) + 1
    one, two = ([*blind[:place], ev.Take(seat=seat), *blind[place:]] for seat in (2, 1))
    assert kinds(difference(events, one)) == ([], ["play"])
    assert kinds(difference(one, two))[0][0] == "taker"


def test_a_taker_who_follows_from_another_card_is_not_told_besides() -> None:
    events = worked()
    place = events.index(ev.Play(seat=0, card="8S")) + 1
    one = [*events[:place], ev.Take(seat=2), *events[place:]]
    other = [*replaced(events, events[place - 1], ev.Play(seat=0, card="TS"))[:place],
             ev.Take(seat=0), *events[place:]]  # fmt: skip
    told = [found.kind for found in difference(one, other).differences if found.trick == 1]
    assert told == ["play"]


def test_a_play_that_one_record_lacks_puts_no_other_trick_out_of_place() -> None:
    events = worked()
    left = replaced(events, ev.Play(seat=2, card="AS"))
    found = difference(events, left)
    assert [(one.key, one.trick) for one in found.differences] == [(("play", 2), 8)]


def test_headers_that_only_describe_otherwise_do_not_differ() -> None:
    events = worked()
    header = events[0]
    assert isinstance(header, ev.Game)
    other = replace(header, id="else", recorder="Cécile", date="1718-03")
    found = difference([replace(header, recorder="Anne", date="1718"), *events[1:]],
                       [other, *events[1:]])  # fmt: skip
    assert kinds(found) == ([], ["date", "recorder"])
    assert [one.a is None for one in found.more] == [True, False]


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"date": "1718", "place": "Lyon"}, ["place"]),
        ({"rules": "salon-2009"}, ["rules"]),
        ({"hands": 2}, ["length"]),
        ({"options": {"stake": 10}}, ["option", "option"]),
        ({"options": {"stake": 20}}, []),
        ({"removed": ["7C", "7S"]}, []),
        ({"removed": ["7H", "7D"]}, ["removed"]),
        ({"players": ["Anne", "Bastien", "Cécile"]}, ["player"]),
        ({"players": ["Anne", "Basile"]}, ["players"]),
        ({"players": ["Anne", "Cécile", "Basile"]}, ["seating"]),
    ],
)
def test_what_was_agreed_must_agree(changes: dict[str, object], kind: list[str]) -> None:
    events = worked()
    header = replace(events[0], place="Paris")
    other = replace(header, **changes)
    found = difference([header, *events[1:]], [other, *events[1:]])
    assert [one.kind for one in found.differences if one.hand is None
            and one.kind not in COUNTED][: len(kind)] == kind  # fmt: skip
    assert bool(found.differences) == bool(kind)


def test_holdings_agree_whatever_the_order_of_their_cards() -> None:
    assert weighed("holding", ("7D", "JS", "KC"), ("KC", "7D", "JS")) == (None, None)
    assert weighed("holding", ("7D", "??", "??"), ("??", "7D", "KC")) == (None, ("KC",))
    assert weighed("holding", ("7D", "??", "JS"), ("KC", "7D", "??")) == (("JS",), ("KC",))
    assert weighed("holding", ("7D", "8D", "??"), ("KC", "JS", "??")) is None
    assert weighed("holding", ("7D", "8D"), ("7D", "8D", "??")) is None


def test_what_follows_from_a_difference_is_told_at_the_end_of_its_hand() -> None:
    events = worked()
    swapped = {"9S": "KD", "KD": "9S"}
    other = [
        replace(event, card=swapped.get(event.card, event.card))
        if isinstance(event, ev.Play)
        else event
        for event in events
    ]
    assert lines(events, other) == [
        "First divergence: hand 1, trick 6: Anne played K♦ (a:56) or 9♠ (b:56)",
        "",
        "Other differences:",
        "  hand 1, trick 10: Anne played 9♠ (a:80) or K♦ (b:80)",
        "  hand 1: card points by the cards played: Anne 46, Basile 34, Cécile 40 (a) or Anne 50, "
        "Basile 30, Cécile 40 (b)",
    ]


# Words --------------------------------------------------------------------------------------------


def witness() -> Events:
    """The worked game as somebody else may have seen it."""
    events = worked()
    events = [replace(events[0], id="x", recorder="Denis"), *events[1:]]
    events = replaced(events, ev.Play(seat=1, card="9D"), ev.Play(seat=1, card="8D"))
    events = replaced(events, ev.Draw(seat=0, card="QD"), ev.Draw(seat=0, card="??"))
    events = replaced(events, ev.Payment(payer=2, payee=1, counters=2, reason="brusquembille",
                                         card="AH"))  # fmt: skip
    events = replaced(events, ev.Award(seat=0, counters=60), ev.Announce(seat=0, count=46),
                      ev.Award(seat=0, counters=59))  # fmt: skip
    return [*events, ev.Note(text="a fine evening")]


GOLDEN: dict[Language, list[str]] = {
    "en": [
        "First divergence: hand 1, trick 4: Basile played 9♦ (a:42) or 8♦ (b:42)",
        "",
        "Other differences:",
        "  hand 1, trick 5: Basile and Cécile: Cécile paid 2 counters (a:49); nothing of it in b",
        "  hand 1: Anne took from the pot: 60 counters (a:87) or 59 counters (b:87)",
        "  purses by the payments: Anne 81, Basile 18, Cécile 21 (a) or Anne 80, Basile 16, "
        "Cécile 23 (b)",
        "  pot by the payments: 0 counters (a) or 1 counter (b)",
        "",
        "Only a says:",
        "  hand 1, trick 1: Anne drew Q♦ (a:24)",
        "",
        "Only b says:",
        "  recorder: Denis (b:1)",
        "  hand 1: Anne announced 46 points (b:86)",
        "  hand 1: note: a fine evening (b:89)",
    ],
    "fr": [
        "Première divergence : coup 1, levée 4 : Basile a joué 9♦ (a:42) ou 8♦ (b:42)",
        "",
        "Autres différences :",
        "  coup 1, levée 5 : Basile et Cécile : Cécile a payé 2 jetons (a:49) ; rien de tel dans b",
        "  coup 1 : Anne a pris au pot : 60 jetons (a:87) ou 59 jetons (b:87)",
        "  bourses d'après les paiements : Anne 81, Basile 18, Cécile 21 (a) ou Anne 80, "
        "Basile 16, Cécile 23 (b)",
        "  pot d'après les paiements : 0 jeton (a) ou 1 jeton (b)",
        "",
        "Seul a dit :",
        "  coup 1, levée 1 : Anne a pioché D♦ (a:24)",
        "",
        "Seul b dit :",
        "  secrétaire : Denis (b:1)",
        "  coup 1 : Anne a annoncé 46 points (b:86)",
        "  coup 1 : note : a fine evening (b:89)",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_is_short_and_has_the_places_of_both(language: Language) -> None:
    assert lines(worked(), witness(), language) == GOLDEN[language]


def test_much_of_a_kind_is_counted() -> None:
    events = worked()
    blind = [replace(event, card=UNKNOWN) if isinstance(event, ev.Draw) else event
             for event in events]  # fmt: skip
    assert lines(events, blind) == [
        "a and b tell the same game.",
        "",
        "Only a says:",
        "  hand 1: 21 cards drawn, from a:23",
    ]


def test_both_languages_say_the_same() -> None:
    for table in (FACTS, FRAME, MANY):
        english, french = table["en"], table["fr"]
        assert english.keys() == french.keys()
        for key in english:
            places = [
                {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
                for text in (english[key], french[key])
            ]
            assert places[0] == places[1], key


def test_every_kind_has_words_and_a_place() -> None:
    assert set(FACTS["en"]) == {*ORDER, *COUNTED, *PARTS}


# The verb -----------------------------------------------------------------------------------------


def written(folder: Path, name: str, *games: Events) -> str:
    path = folder / name
    path.write_bytes(b"".join(log_of(events).raw for events in games))
    return str(path)


def test_the_exit_code_says_whether_they_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a = written(tmp_path, "a.brusq.jsonl", worked())
    b = written(tmp_path, "b.brusq.jsonl", witness())
    assert ran(run, Asked(a=a, b=a), capsys).code == 0
    done = ran(run, Asked(a=a, b=b), capsys)
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("First divergence: hand 1, trick 4: Basile played 9♦ (")
    missing = ran(run, Asked(a=a, b=str(tmp_path / "none.jsonl")), capsys)
    assert (missing.code, missing.out) == (3, "")
    assert "file-missing" in missing.err


def test_lines_that_cannot_be_read_are_told_and_are_not_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a = written(tmp_path, "a.brusq.jsonl", worked())
    b = tmp_path / "b.brusq.jsonl"
    b.write_bytes(Path(a).read_bytes() + b'{"event":"note"}\n')
    done = ran(run, Asked(a=a, b=str(b)), capsys)
    assert done.code == 3
    assert "empty-note" in done.err
    b.write_bytes(b"".join(Path(a).read_bytes().splitlines(keepends=True)[1:]))
    done = ran(run, Asked(a=a, b=str(b)), capsys)
    assert (done.code, done.out) == (3, "")
    assert "no-header" in done.err


def test_a_game_is_picked_of_both_files_or_of_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a = written(tmp_path, "a.brusq.jsonl", worked(), witness())
    b = written(tmp_path, "b.brusq.jsonl", witness(), worked())
    assert ran(run, Asked(a=a, b=b, games=["1"]), capsys).code == 1
    assert ran(run, Asked(a=a, b=b, games=["1", "2"]), capsys).code == 0
    assert ran(run, Asked(a=a, b=b, games=["x"]), capsys).code == 0
    for games, said in (
        ([], "2 games"), (["3"], "no game"), (["y"], "no game"), (["1", "1", "1"], "3 are too many")
    ):  # fmt: skip
        with pytest.raises(Exception, match=said):
            run(Asked(a=a, b=b, games=games))


def test_json_has_what_each_record_says_and_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a = written(tmp_path, "a.brusq.jsonl", worked())
    b = written(tmp_path, "b.brusq.jsonl", witness())
    found = json.loads(ran(run, Asked(a=a, b=b, form="json"), capsys).out)
    assert found["format"] == "brusqlog-diff/1"
    assert (found["a"], found["same"]) == ({"file": a, "index": 1, "id": "worked"}, False)
    assert found["first"] in found["differences"]
    first = found["first"]
    assert (first["kind"], first["hand"], first["trick"], first["about"]) == ("play", 1, 4, [1])
    assert first["a"] == {"value": "9D", "seq": 41, "file": a, "line": 42}
    assert first["b"] == {"value": "8D", "seq": 41, "file": b, "line": 42}
    assert [one["kind"] for one in found["more"]] == ["recorder", "draw", "announce", "note"]
