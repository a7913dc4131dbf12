"""The keys `play` and `deal` of a game: what was played, and what was dealt, whoever recorded it.

Each is the sha-256, in hex, of a normal form: a JSON object without blanks, the keys of all its
objects sorted, in UTF-8. Both forms have

- `rules`: the ruleset as the header names it;
- `options`: every option of the ruleset with its value in this game, the header's departures put
  in and `bank` as a number; in a game for points without `stake` and `bank`, which mean nothing;
- `mode`; and `length`: `{"hands": …}` (rounds are counted in hands) or `{"target": …}`;
- `removed`: the sevens left out, sorted;
- `hands`: for each finished hand that stands `dealer`, `turnup`, and

for `play` its `tricks`, each with its `plays` (`[seat, card]`, in order) and its `taker`, and its
`incidents` without `seq` and `text`; for `deal` its `holdings` as dealt, a sorted list a seat, and
its `draws` (`[seat, card]`, in order).

So names, ids, dates, times, notes, payments, announcements and the order of stakes and packets are
in neither. A game without a finished hand, or of rules that are not known, has no keys; one in
which a card dealt or drawn is not known has no `deal`.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from brusqlog.game.cards import UNKNOWN
from brusqlog.game.events import Game
from brusqlog.game.ruleset import POT_OPTIONS, Ruleset
from brusqlog.game.terms import Terms, find_ruleset, judge_options, mode_of
from brusqlog.show.records import HandRecord


def play_key(
    header: Game, terms: Terms, more: Mapping[str, Ruleset], hands: Sequence[HandRecord]
) -> str | None:
    """The `play` key of a game; `more` are rulesets of one's own, by full name."""
    return _key(header, terms, more, [_played(hand) for hand in _finished(hands)])


def deal_key(
    header: Game, terms: Terms, more: Mapping[str, Ruleset], hands: Sequence[HandRecord]
) -> str | None:
    """The `deal` key of a game; `more` are rulesets of one's own, by full name."""
    dealt = [_dealt(hand) for hand in _finished(hands)]
    return None if None in dealt else _key(header, terms, more, dealt)


def _finished(hands: Sequence[HandRecord]) -> list[HandRecord]:
    return [hand for hand in hands if hand.status == "complete"]


def form(header: Game, terms: Terms, more: Mapping[str, Ruleset]) -> dict[str, Any] | None:
    """What both forms have but the hands; None for rules that are not known."""
    ruleset, _ = find_ruleset(header, more)
    if ruleset is None:
        return None
    options = {name: option.value for name, option in ruleset.options.items()}
    options |= judge_options(header, terms.for_points)[0] | {"bank": terms.bank}
    if terms.for_points:
        options = {name: value for name, value in options.items() if name not in POT_OPTIONS}
    return {
        "rules": header.rules,
        "options": options,
        "mode": mode_of(header),
        "length": {"target": terms.target} if terms.for_points else {"hands": terms.hands},
        "removed": [] if header.removed is UNSET else sorted(header.removed),
    }


def encoded(form: Mapping[str, Any], hands: Sequence[Any]) -> bytes:
    """The normal form with these hands."""
    return msgspec.json.encode({**form, "hands": hands}, order="sorted")


def _key(
    header: Game, terms: Terms, more: Mapping[str, Ruleset], hands: Sequence[Any]
) -> str | None:
    agreed = form(header, terms, more)
    if agreed is None or not hands:
        return None
    return hashlib.sha256(encoded(agreed, hands)).hexdigest()


def _played(hand: HandRecord) -> dict[str, Any]:
    return {
        "dealer": hand.dealer,
        "turnup": hand.turnup,
        "tricks": [
            {"plays": [(play.seat, play.card) for play in trick.plays], "taker": trick.taker}
            for trick in hand.tricks
        ],
        "incidents": [
            {field: value for field, value in incident.items() if field not in ("seq", "text")}
            for incident in hand.incidents
        ],
    }


def _dealt(hand: HandRecord) -> dict[str, Any] | None:
    draws = [(draw.seat, draw.card) for trick in hand.tricks for draw in trick.draws]
    cards = [card for holding in hand.holdings for card in holding] + [card for _, card in draws]
    if UNKNOWN in cards:
        return None
    return {
        "dealer": hand.dealer,
        "turnup": hand.turnup,
        "holdings": [sorted(holding) for holding in hand.holdings],
        "draws": draws,
    }
