"""Pseudonyms for names, and the proof that none is left."""

import random
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, inspect, to_builtins
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.judge import judge
from brusqlog.versions import pseudonyms as made
from brusqlog.versions.anonymity import FREE, UNSAID, Left, anonymised, left
from brusqlog.versions.pseudonyms import Pseudonyms
from tests.game.tables import events_of
from tests.oracle.generate import random_game
from tests.oracle.mutate import mutants

KEY = b"a key of the tests, 32 bytes long"
few = settings(max_examples=40, deadline=None, derandomize=True)
seeds = st.integers(0, 2**40)


def header(**fields: Any) -> ev.Game:
    given: dict[str, Any] = {
        "format": ev.FORMAT,
        "id": "evening-at-anne",
        "rules": "salon-2021",
        "players": ["Anne Dupont", "Basile", "Cécile"],
        "removed": ["7S", "7C"],
        "hands": 1,
    }
    return ev.Game(**(given | fields))


FULL = header(
    identities=["user:4711", "net-v12", "user:4711"],
    date="2026-03-01",
    place="Café de Flore",
    recorder="Denise",
    source="notebook of M. Lambert, page 12",
    extra={"Anne Dupont": {"seen": ["Basile", 3]}},
)


def hidden(events: list[ev.Event], **wishes: bool) -> list[ev.Event]:
    assert isinstance(events[0], ev.Game)
    return anonymised(events, Pseudonyms(KEY, [events[0]]), **wishes)


def noted(text: str) -> str:
    """A note as it reads when it is kept, pseudonyms as the first letters of the names."""
    names = Pseudonyms(KEY, [FULL])
    note = anonymised([FULL, ev.Note(text=text)], names, keep_notes=True)[1]
    assert isinstance(note, ev.Note)
    told = str(note.text)
    for name in (*FULL.players, "Denise", "Café de Flore"):
        told = told.replace(names.of(name), f"<{name[0]}>")
    return told


# Pseudonyms ------------------------------------------------------------------------------------


def test_the_same_key_gives_the_same_pseudonyms_whoever_else_plays() -> None:
    """What this key gives is fixed for ever, so that games published later can be linked."""
    one = Pseudonyms(KEY, [header(players=["Anne", "Basile", "Cécile"])])
    other = Pseudonyms(KEY, [header(players=["Denis", "Anne", "Ce\u0301cile"])])
    assert [one.of(name) for name in ("Anne", "Cécile")] == ["Za-si-fe-va", "Ro-li-na-nu"]
    assert [other.of(name) for name in ("Anne", "Cécile")] == ["Za-si-fe-va", "Ro-li-na-nu"]


def test_another_key_gives_others() -> None:
    assert Pseudonyms(b"another", [FULL]).of("Basile") != Pseudonyms(KEY, [FULL]).of("Basile")


def test_all_pseudonyms_of_a_run_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few syllables many would be the same: these are longer."""
    monkeypatch.setattr(made, "SYLLABLES", ("ba", "be"))
    games = [header(players=[f"N{number}", f"O{number}"]) for number in range(40)]
    names = Pseudonyms(KEY, games)
    found = [names.of(name) for game in games for name in game.players]
    assert len(set(found)) == 80
    assert min(map(len, found)) == len("ba-be-ba-be")
    assert max(map(len, found)) > len("ba-be-ba-be")


@few
@given(st.lists(st.text(min_size=3, alphabet="abdeknou"), min_size=2, max_size=30, unique=True))
def test_no_pseudonym_has_a_name_in_it(names: list[str]) -> None:
    found = Pseudonyms(KEY, [header(players=names)])
    for name in names:
        spoken = found.of(name)
        assert re.fullmatch("[A-Z][aeiou](-[bdfghjklmnprstvz][aeiou]){3}", spoken)
        assert not [other for other in names if other in spoken.casefold()]


def test_players_keep_their_seats_and_equal_names_their_equality() -> None:
    (told,) = hidden([FULL])
    assert isinstance(told, ev.Game)
    names = Pseudonyms(KEY, [FULL])
    assert told.players == [names.of(name) for name in FULL.players]
    assert isinstance(told.identities, list)
    assert told.identities[0] == told.identities[2] != told.identities[1]


# What is written -------------------------------------------------------------------------------


def test_all_names_of_the_header_are_replaced_and_the_rest_stays() -> None:
    (told,) = hidden([FULL])
    changed = {
        name for name in ev.Game.__struct_fields__ if getattr(told, name) != getattr(FULL, name)
    }
    assert changed == {"id", "players", "identities", "place", "recorder", "source", "extra"}
    assert isinstance(told, ev.Game)
    assert told.extra is UNSET
    blank = header(place="", identities=["", "x", "x"])
    (again,) = hidden([blank])
    assert isinstance(again, ev.Game)
    assert (again.place, again.recorder, again.date) == ("", UNSET, UNSET)


def test_notes_and_seals_are_left_out_and_rulings_say_nothing() -> None:
    ruling = ev.Incident(kind="ruling", text="M. Martin, director: Anne plays on", seat=0)
    events = [FULL, ev.Note(text="hot"), ruling, ev.Seal(sha256="0" * 64)]
    assert hidden(events)[1:] == [replace(ruling, text=UNSAID)]


def test_kept_notes_rulings_and_extra_have_pseudonyms_in_them() -> None:
    names = Pseudonyms(KEY, [FULL])
    anne, basile, recorder = map(names.of, ("Anne Dupont", "Basile", "Denise"))
    told = hidden(
        [
            FULL,
            ev.Note(text="Basile coughs", data={"who": ["Denise"], "n": 1.5}),
            ev.Incident(kind="ruling", text="Anne plays on"),
        ],
        keep_notes=True,
    )
    assert told[1:] == [
        ev.Note(text=f"{basile} coughs", data={"who": [recorder], "n": 1.5}),
        ev.Incident(kind="ruling", text=f"{anne} plays on"),
    ]
    assert isinstance(told[0], ev.Game)
    assert told[0].extra == {anne: {"seen": [basile, 3]}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Anne Dupont leads, ANNE takes", "<A> leads, <A> takes"),
        ("Dupont and Ce\u0301cile's card", "<A> and <C>'s card"),
        ("cecile, CÉCILE, Ｃécile, Ce\u00adcile", "<C>, <C>, <C>, <C>"),
        ("Annette, Banne", "<A>tte, B<A>"),
        ("Anne\u00a0 Dupont", "<A>"),
        ("the café is full, at the Café de Flore", "the <C> is full, at the <C>"),
        ("an honest deal", "an honest deal"),
    ],
)
def test_a_name_is_found_in_every_spelling_and_inside_words(text: str, told: str) -> None:
    assert noted(text) == told


def test_a_name_of_one_letter_is_a_word_by_itself() -> None:
    game = header(players=["A", "B", "Jo"])
    names = Pseudonyms(KEY, [game])
    note = ev.Note(text="A pays; a Banker joins Jo's table, B: «à la carte»")
    told = anonymised([game, note], names, keep_notes=True)[1]
    a, b, jo = map(names.of, ("A", "B", "Jo"))
    text = f"{a} pays; a Banker joins {jo}'s table, {b}: «à la carte»"
    assert told == ev.Note(text=text)
    assert list(left([told], names)) == []
    assert [one.name for one in left([note], names)] == ["A", "Jo", "B"]


def test_particles_of_a_name_are_no_names() -> None:
    game = header(players=["Jean de la Motte", "anne van loon"])
    names = Pseudonyms(KEY, [game])
    note = ev.Note(text="Motte: l'as de pique, la dame; Loon: les vanités")
    told = anonymised([game, note], names, keep_notes=True)[1]
    jean, anne = map(names.of, game.players)
    assert told == ev.Note(text=f"{jean}: l'as de pique, la dame; {anne}: les {anne}ités")


def test_a_short_name_without_capitals_is_found_inside_too() -> None:
    game = header(players=["王五", "李四", "★"])
    names = Pseudonyms(KEY, [game])
    told = anonymised([game, ev.Note(text="因为王五和李四★")], names, keep_notes=True)[1]
    wang, li, star = map(names.of, game.players)
    assert told == ev.Note(text=f"因为{wang}和{li}{star}")


def test_a_word_of_two_names_is_nobodys() -> None:
    """In the game of one of them it is his."""
    two = header(players=["Anne Dupont", "Paul Dupont"])
    one = header(players=["Anne Dupont", "Basile"])
    none = header(players=["Cécile", "Denis Paul"])
    names = Pseudonyms(KEY, [one, two, none])
    note = ev.Note(text="Dupont deals")
    dupont, anne, paul = map(names.of, ("dupont", "Anne Dupont", "Paul Dupont"))
    assert len({dupont, anne, paul}) == 3
    assert anonymised([none, note], names, keep_notes=True)[1] == ev.Note(text=f"{dupont} deals")
    paul = names.of("paul")
    other = anonymised([one, ev.Note(text="Paul looks on")], names, keep_notes=True)[1]
    assert other == ev.Note(text=f"{paul} looks on")
    assert anonymised([two, note], names, keep_notes=True)[1] == ev.Note(text=f"{dupont} deals")
    assert anonymised([one, note], names, keep_notes=True)[1] == ev.Note(text=f"{anne} deals")


def test_a_name_of_another_game_is_replaced_too() -> None:
    games = [header(), header(players=["Zacharie", "Yvonne"])]
    names = Pseudonyms(KEY, games)
    note = anonymised([games[0], ev.Note(text="Zacharie looks on")], names, keep_notes=True)[1]
    assert note == ev.Note(text=f"{names.of('Zacharie')} looks on")


# The proof -------------------------------------------------------------------------------------


def test_every_field_in_which_anything_may_stand_is_searched() -> None:
    """A text is free unless a pattern or a list of values says what it can be."""
    found: dict[type[ev.Event], set[str]] = {}
    for kind in ev.KINDS.values():
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        for field in info.fields:
            if _is_free(field.type):
                found.setdefault(kind, set()).add(field.name)
    assert found == {kind: set(fields) for kind, fields in FREE.items()}


def _is_free(kind: inspect.Type) -> bool:
    match kind:
        case inspect.UnionType(types=types):
            return any(map(_is_free, types))
        case inspect.ListType(item_type=item):
            return _is_free(item)
        case inspect.StrType(pattern=pattern):
            return pattern is None
        case inspect.Metadata(type=inner):
            return _is_free(inner)
    return isinstance(kind, inspect.DictType)


def test_a_name_that_is_left_is_told_with_its_place() -> None:
    names = Pseudonyms(KEY, [FULL])
    game = header(
        id="x",
        players=["O", "P"],
        removed=UNSET,
        rules="chez-basile@0123456789ab",
        ruleset={"name": "chez-basile", "options": {"DENISE": ["cecilE"]}},
        options={"stake": 10, "basile": 1, "packets": ["3", "Basile"]},
    )
    events = [game, ev.Incident(kind="ruling", text="Flore"), ev.Note(data={"a": [0, "net-v12"]})]
    assert set(left(events, names)) == {
        Left(0, "rules", "basile"),
        Left(0, "ruleset.name", "basile"),
        Left(0, "ruleset.options", "DENISE"),
        Left(0, "ruleset.options.DENISE.0", "cecilE"),
        Left(0, "options", "basile"),
        Left(0, "options.packets.1", "Basile"),
        Left(1, "text", "Flore"),
        Left(2, "data.a.1", "net-v12"),
    }


def test_what_the_rules_are_called_is_no_name() -> None:
    game = header(
        players=["Salon", "Gate", "Encyclopedie"],
        options={"ace_of_trump": "gate", "incidents": "encyclopedie"},
    )
    names = Pseudonyms(KEY, [game])
    assert list(left(anonymised([game], names), names)) == []


def plain(text: str) -> str:
    """Another folding than the product's: letters and digits without marks, nothing between."""
    wide = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    wide = unicodedata.normalize("NFKD", wide.casefold())
    return "".join(sign for sign in wide if not unicodedata.combining(sign))


names_of_people = st.text(st.sampled_from("AnéÉoıßçŒJ -'.ø"), min_size=1, max_size=9).filter(
    lambda name: name.strip() != ""
)


@few
@given(st.lists(names_of_people, min_size=2, max_size=5, unique=True), st.data())
def test_no_name_is_left_in_any_text(players: list[str], data: st.DataObject) -> None:
    """Found by another search than the product's: every name of three letters, and every word."""
    said = st.lists(st.sampled_from([*players, "deals", " ", "x", "\u0301", "È"]), max_size=8)
    text = "".join(data.draw(said))
    game = header(players=players, recorder=data.draw(names_of_people), extra={text: [text]})
    names = Pseudonyms(KEY, [game])
    told = anonymised([game, ev.Note(text=text, data={"k": text})], names, keep_notes=True)
    assert list(left(told, names)) == []
    texts = repr(to_builtins(told[0])["extra"]) + repr(to_builtins(told[1]))
    for pseudonym in sorted({*map(names.of, _wanted(game))}, key=len, reverse=True):
        texts = texts.replace(pseudonym, "|")
    for name in _wanted(game):
        if len(plain(name).strip()) >= 3:
            assert plain(" ".join(name.split())) not in plain(texts)


def test_what_is_left_of_a_word_beside_a_name_is_looked_at_too() -> None:
    game = header(players=["A", "AAA"])
    names = Pseudonyms(KEY, [game])
    told = anonymised([game, ev.Note(text="AAAA plays")], names, keep_notes=True)
    assert told[1] == ev.Note(text=f"{names.of('AAA')}{names.of('A')} plays")
    assert list(left(told, names)) == []


def _wanted(game: ev.Game) -> list[str]:
    return [*game.players, str(game.recorder)]


# The judgement ---------------------------------------------------------------------------------


@few
@given(seeds, st.booleans(), st.booleans())
def test_the_judgement_is_the_same(seed: int, faulty: bool, keep: bool) -> None:
    """Code by code and place by place, but for what is said of the names themselves."""
    rng = random.Random(seed)
    log = random_game(rng)
    if faulty:
        (slip,) = mutants(rng, log, 1)
        log = slip.events
    try:
        events = [event for event in events_of(log) if event is not None]
    except ValueError:
        return
    if not isinstance(events[0], ev.Game):
        return
    told = hidden(events, keep_notes=keep)
    gone = (ev.Seal,) if keep else (ev.Seal, ev.Note)
    places = [seq for seq, event in enumerate(events) if not isinstance(event, gone)]
    before = [
        (one.seq, one.breach.code, one.hand, one.trick, one.breach.seat)
        for one in judge(events).noticed
        if one.breach.code != "players-alike" and one.seq in places
    ]
    after = [
        (places[one.seq], one.breach.code, one.hand, one.trick, one.breach.seat)
        for one in judge(told).noticed
    ]
    assert after == before
