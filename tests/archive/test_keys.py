"""Which games have the same `play` and `deal` keys."""

import hashlib
import json
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brusqlog
from brusqlog.archive.rows import Origin, game_rows
from brusqlog.checking.report import Wishes
from brusqlog.log.identity import bytes_key, has_grown_from
from brusqlog.log.reader import GameLog, read_logs
from tests.archive.asking import SPEC, WORKED, made
from tests.archive.counted import Counted

RULESETS = Path(brusqlog.__file__).parent / "game" / "rulesets"

Log = list[dict[str, Any]]


def log_of(text: str) -> GameLog:
    (log,) = read_logs(text.encode())
    assert isinstance(log, GameLog)
    return log


def keys(log: Log, rulesets: dict[str, brusqlog.Ruleset] | None = None) -> tuple[Any, Any]:
    """The keys of a log."""
    text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in log)
    origin = Origin("a", datetime(2026, 1, 1))
    (row,) = game_rows(log_of(text), Wishes(rulesets=rulesets or {}), origin)["games"]
    return row.get("play_key"), row.get("deal_key")


def read(text: str) -> Log:
    return [json.loads(line) for line in text.splitlines()]


LOG = read(made(hands=2, seed=5))
PLAY, DEAL = keys(LOG)


def of_kind(log: Log, kind: str) -> list[int]:
    return [seq for seq, event in enumerate(log) if event["event"] == kind]


def changed(log: Log, seq: int, **fields: Any) -> Log:
    event = {name: value for name, value in (log[seq] | fields).items() if value is not None}
    return [*log[:seq], event, *log[seq + 1 :]]


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_notes_times_ids_and_the_order_of_stakes_change_no_key(data: st.DataObject) -> None:
    log = changed(
        LOG,
        0,
        id=data.draw(st.text(min_size=1, max_size=5).filter(str.isprintable)),
        players=data.draw(st.permutations(["Anne", "Basile", "Cécile"])),
        date=data.draw(st.sampled_from([None, "1718", "2026-03-01"])),
        place=data.draw(st.sampled_from([None, "Paris"])),
        identities=None,
        extra={"note": 1},
    )
    stakes = of_kind(log, "stake")[:3]
    assert stakes == list(range(stakes[0], stakes[0] + 3))
    order = data.draw(st.permutations([log[seq] for seq in stakes]))
    log[stakes[0] : stakes[-1] + 1] = order
    for at in sorted(data.draw(st.sets(st.integers(1, len(log)), max_size=5)), reverse=True):
        log.insert(at, {"event": "note", "text": "hm"})
    if data.draw(st.booleans()):
        log = [event | {"at": "2026-03-01T20:00:00Z"} for event in log]
    assert keys(log) == (PLAY, DEAL)


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_another_card_changes_the_key_that_it_belongs_to(data: st.DataObject) -> None:
    seq = data.draw(st.sampled_from(of_kind(LOG, "play")))
    card = data.draw(st.sampled_from(["AS", "7D", "KC", "TH"]).filter(LOG[seq]["card"].__ne__))
    play, deal = keys(changed(LOG, seq, card=card))
    assert play not in (None, PLAY)
    assert deal == DEAL
    seq = data.draw(st.sampled_from(of_kind(LOG, "deal")))
    cards = [card, *LOG[seq]["cards"][1:]]
    if cards != LOG[seq]["cards"]:
        assert keys(changed(LOG, seq, cards=cards))[1] not in (None, DEAL)


def test_the_agreement_is_in_both_keys() -> None:
    others = [
        changed(LOG, 0, rules="salon-2009"),
        changed(LOG, 0, hands=3),
        changed(LOG, 0, options={"bank": 500}),
        changed(LOG, 0, removed=["7S", "7H"]),
    ]  # fmt: skip
    found = {keys(LOG), *map(keys, others)}
    assert len({play for play, _ in found}) == len({deal for _, deal in found}) == 5


def test_defaults_that_are_written_out_and_rounds_for_hands_are_the_same_agreement() -> None:
    six = read(made(rounds=1, seed=5))
    assert keys(changed(six, 0, rounds=None, hands=3)) == keys(six)
    assert keys(changed(LOG, 0, options={"stake": 20, "bank": 60})) == (PLAY, DEAL)
    assert keys(changed(LOG, 0, removed=LOG[0]["removed"][::-1])) == (PLAY, DEAL)


def test_a_taker_that_nobody_wrote_down_is_the_same_taker() -> None:
    log = read(WORKED.read_text(encoding="utf-8"))
    without = [event for event in log if event["event"] != "take"]
    last = of_kind(without, "play")[2]
    taker = {"event": "take", "seat": without[last + 1]["seat"]}
    assert without[last + 1]["event"] == "draw"
    assert keys([*without[: last + 1], taker, *without[last + 1 :]]) == keys(without)


def test_packets_of_another_size_are_the_same_deal() -> None:
    log = read(made(seed=5, options={"packets": ["3", "1+1+1"]}))
    first = of_kind(log, "deal")
    holdings = {log[seq]["seat"]: list[str]() for seq in first}
    for seq in first:
        holdings[log[seq]["seat"]] += log[seq]["cards"]
    whole = [{"event": "deal", "seat": seat, "cards": cards} for seat, cards in holdings.items()]
    single = [
        {"event": "deal", "seat": seat, "cards": [cards[n]]}
        for n in range(3) for seat, cards in holdings.items()
    ]  # fmt: skip
    either = {keys([*log[: first[0]], *deals, *log[first[-1] + 1 :]]) for deals in (whole, single)}
    assert len(either) == 1


def test_an_incident_is_in_the_play_key_and_its_words_are_not() -> None:
    at = of_kind(LOG, "gather") or of_kind(LOG, "hand")[1:]
    ruling = {"event": "incident", "kind": "ruling", "text": "so be it", "permits": ["dealer"]}
    with_it = [*LOG[: at[0]], ruling, *LOG[at[0] :]]
    play, deal = keys(with_it)
    assert play not in (None, PLAY) and deal == DEAL
    assert keys(changed(with_it, at[0], text="otherwise")) == (play, deal)


def test_there_is_no_key_before_the_first_hand_is_finished() -> None:
    last = of_kind(LOG, "play")[29]
    assert keys(LOG[:last]) == (None, None)
    play, deal = keys(LOG[: last + 1])
    assert None not in (play, deal) and play != PLAY
    second = of_kind(LOG, "hand")[1]
    assert keys(LOG[: second + 20]) == (play, deal)
    assert keys([*LOG[:-1], {"event": "retract", "last": 1}])[0] in (PLAY, play)


def test_hidden_cards_have_a_play_key_and_no_deal_key() -> None:
    hidden, seen = read(made(hidden=True, seed=5)), read(made(seed=5))
    assert keys(hidden) == (keys(seen)[0], None)


def test_stake_and_bank_mean_nothing_in_a_game_for_points() -> None:
    game = read(made(target=100, seed=5))
    assert None not in keys(game)
    assert keys(changed(game, 0, target=101)) != keys(game)


def test_a_ruleset_of_ones_own_has_keys_once_it_is_known() -> None:
    data = {"name": "club", "base": "salon-2021", "options": {"stake": {
        "value": 20, "provenance": "stated", "source": "the club"}}, "rules": {}}  # fmt: skip
    own = brusqlog.Ruleset.of(data)
    log = changed(LOG, 0, rules=own.full_name)
    assert keys(log) == (None, None)
    play, deal = keys(log, {own.full_name: own})
    assert None not in (play, deal) and play != PLAY


@pytest.mark.parametrize("name", ["worked", "worked-1718", "worked-strict"])
def test_the_keys_of_the_examples_never_change(name: str) -> None:
    text = (SPEC / f"{name}.brusq.jsonl").read_text(encoding="utf-8")
    assert (
        tuple(str(key)[:12] for key in keys(read(text)))
        == {
            "worked": ("8d632a7a7c03", "8600aefeab1f"),
            "worked-1718": ("bbde415c289d", "beaad2c6b3d6"),
            "worked-strict": ("defa46583b59", "24418956ffb9"),
        }[name]
    )


def test_the_normal_form_is_the_one_that_is_described() -> None:
    text = made(hands=2, seed=5)
    counted = Counted(text)
    options = tomllib.loads((RULESETS / "salon-2021.toml").read_text(encoding="utf-8"))["options"]
    form: dict[str, Any] = {
        "rules": "salon-2021",
        "options": {name: option["value"] for name, option in options.items()} | {"bank": 60},
        "mode": "3",
        "length": {"hands": 2},
        "removed": sorted(counted.header["removed"]),
    }
    hands = [{"dealer": hand["dealer"], "turnup": hand["turnup"]} for hand in counted.hands]
    tricks: list[list[dict[str, Any]]] = [[], []]
    for play in counted.plays:
        if play["place"] == 1:
            tricks[play["hand"] - 1].append({"plays": [], "taker": None})
        trick = tricks[play["hand"] - 1][-1]
        trick["plays"].append([play["seat"], play["card"]])
        trick["taker"] = play["seat"] if play["took"] else trick["taker"]
    played = [
        hand | {"tricks": of, "incidents": []} for hand, of in zip(hands, tricks, strict=True)
    ]
    holdings: list[list[list[str]]] = []
    draws: list[list[list[Any]]] = []
    for event in counted.events:
        match event["event"]:
            case "hand":
                holdings.append([[], [], []])
                draws.append([])
            case "deal":
                holdings[-1][event["seat"]] += event["cards"]
            case "draw":
                draws[-1].append([event["seat"], event["card"]])
    dealt = [
        hand | {"holdings": list(map(sorted, held)), "draws": drawn}
        for hand, held, drawn in zip(hands, holdings, draws, strict=True)
    ]
    assert (digest(form | {"hands": played}), digest(form | {"hands": dealt})) == (PLAY, DEAL)


def digest(form: dict[str, Any]) -> str:
    text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@given(st.integers(1, 40), st.booleans())
@settings(max_examples=20, deadline=None)
def test_a_log_has_grown_from_each_of_its_beginnings(lines: int, torn: bool) -> None:
    whole = made().splitlines(keepends=True)
    begun = "".join(whole[:lines]) + (whole[lines][:5] if torn else "")
    key = bytes_key(log_of(begun))[:16]
    assert has_grown_from("".join(whole).encode(), key)
    assert not has_grown_from("".join(whole).replace("Anne", "Anna").encode(), key)
    assert not has_grown_from("".join(whole).encode(), key[:-1] + "01"[key[-1] == "0"])
