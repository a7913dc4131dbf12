"""The hands of an archive under another ruleset: could they have been played so, and with what end?

Everybody plays the same cards to the same tricks in the same order. Where a trick but the last
would go to somebody else, another would have led, and drawn; from there on nothing can be told.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection
from msgspec import UNSET

from brusqlog.archive.query import asking
from brusqlog.game import rules, tables
from brusqlog.game.cards import ACES, bits
from brusqlog.game.events import FORMAT, Game
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import Terms, terms_of

_HANDS: Final = """
WITH counted AS (
    SELECT mode, game, hand, trump, pot IS NULL AS for_points
    FROM hands
    JOIN chosen($rules, $mode, $player, $since, $until, $unique) USING (game)
    ANTI JOIN incidents USING (game, hand)
    WHERE winner_count IS NOT NULL
),
cards AS (
    SELECT
        game, hand, list(seat ORDER BY trick, place) AS seats,
        list(card ORDER BY trick, place) AS cards, list(stock ORDER BY trick, place) AS stocks,
        list(seat ORDER BY trick) FILTER (took) AS takers
    FROM plays GROUP BY game, hand HAVING count(rank) = count(*)
),
ends AS (
    SELECT
        game, hand, list(won ORDER BY seat) AS won, list(net_payments ORDER BY seat) AS nets
    FROM hand_seats GROUP BY game, hand
),
paid AS (SELECT game, hand, sum(counters)::BIGINT AS paid FROM payments GROUP BY game, hand)
SELECT mode, for_points, trump, seats, cards, stocks, takers, won, nets, coalesce(paid, 0)
FROM counted
JOIN cards USING (game, hand)
JOIN ends USING (game, hand)
LEFT JOIN paid USING (game, hand)
"""
"""Finished hands whose cards and winner are known and in which nothing irregular happened."""

AT_ONCE: Final = 1000
"""Hands that are fetched together."""


class _Hand(NamedTuple):
    mode: str
    for_points: bool
    trump: str
    seats: Sequence[int]
    cards: Sequence[str]
    stocks: Sequence[int]
    takers: Sequence[int]
    won: Sequence[bool]
    nets: Sequence[int]
    paid: int


class _End(NamedTuple):
    """How a hand would have ended: whether anybody else had won it, what would have been paid, and
    how many counters would lie with another player."""

    won_else: bool
    due: int
    moved: int


def replayed(
    con: DuckDBPyConnection, filters: Mapping[str, object], ruleset: Ruleset
) -> list[dict[str, Any]]:
    """What would have become of the hands, counted by what became of them alike. `verdict` is
    `stands`, or why a hand could not have been played so: `mode`, `taker` or `revoke`."""
    agreed = {
        (mode, for_points): _agreed(ruleset, mode, for_points)
        for mode in ruleset.options["modes"].value
        for for_points in (False, True)
    }
    counts: Counter[tuple[object, ...]] = Counter()
    for hand in _hands(con, filters):
        terms = agreed.get((hand.mode, hand.for_points))
        found = "mode" if terms is None else _judged(hand, terms)
        if isinstance(found, str):
            counts[hand.mode, found, None, None, None, None] += 1
        else:
            money = (None,) * 3 if hand.for_points else (hand.paid, found.due, found.moved)
            counts[hand.mode, "stands", found.won_else, *money] += 1
    names = ("mode", "verdict", "won_else", "paid", "due", "moved")
    return [dict(zip(names, key, strict=True)) | {"hands": count} for key, count in counts.items()]


def _hands(con: DuckDBPyConnection, filters: Mapping[str, object]) -> Iterator[_Hand]:
    with asking():
        con.execute(_HANDS, dict(filters))
        while found := con.fetchmany(AT_ONCE):
            yield from map(_Hand._make, found)


def _agreed(ruleset: Ruleset, mode: str, for_points: bool) -> Terms:
    header = Game(
        format=FORMAT,
        id="-",
        rules=ruleset.full_name,
        players=[str(seat) for seat in range(rules.PLAYERS[mode])],
        partners=mode == "2v2" or UNSET,
        hands=UNSET if for_points else 1,
        target=1 if for_points else UNSET,
    )
    return terms_of(header, {ruleset.full_name: ruleset})[0]


def _judged(hand: _Hand, terms: Terms) -> _End | str:
    """How the hand would have ended, or why it could not have been played so."""
    n = terms.players
    facts = tables.facts(terms.rank, hand.trump, *terms.values)
    points, nets, due = [0] * n, [0] * n, 0
    opened: set[int] = set()
    for begin in range(0, len(hand.cards), n):
        plays = range(begin, begin + n)
        led = hand.cards[begin][1]
        taker = hand.seats[max(plays, key=lambda at: facts[led][hand.cards[at]][0])]
        if taker != hand.takers[begin // n] and begin + n < len(hand.cards):
            return "taker"
        if terms.strict and not hand.stocks[begin] and any(_revoked(hand, at, led) for at in plays):
            return "revoke"
        for at in plays:
            _, card_points, _ = facts[led][hand.cards[at]]
            points[taker] += card_points
            for payer, payee, counters in _dues(hand, terms, at, taker, opened):
                nets[payer] -= counters
                nets[payee] += counters
                due += counters
        opened |= {hand.seats[at] for at in plays if hand.cards[at] == ACES[hand.trump]}
    winners = rules.winners(points, terms.partners)
    moved = sum(max(0, now - before) for now, before in zip(nets, hand.nets, strict=True))
    return _End([seat in winners for seat in range(n)] != hand.won, due, moved)


def _revoked(hand: _Hand, at: int, led: str) -> bool:
    """Strict endgame: whether the player held what he was obliged to play. He draws no more: he
    held the cards that he plays afterwards."""
    later = range(at + 1, len(hand.cards))
    held = bits(hand.cards[other] for other in later if hand.seats[other] == hand.seats[at])
    return bool(held & tables.revoked(hand.cards[at], led, hand.trump))


def _dues(
    hand: _Hand, terms: Terms, at: int, taker: int, opened: Container[int]
) -> Iterator[tuple[int, int, int]]:
    """What the card makes owed, as (payer, payee, counters). `opened` are the players who have
    played the ace of trumps before: behind the gate others earn nothing with an ace (D18)."""
    seat, card = hand.seats[at], hand.cards[at]
    worth = tables.worths(*terms.values).get(card)
    if not terms.paid or worth is None:
        return
    barred = terms.gate and card == ACES[card[1]] != ACES[hand.trump] and seat not in opened
    dues = tables.dues(seat, taker, terms.players, terms.partners, card, worth)
    for (payer, payee, _), counters in dues.items():
        if not (barred and payee == seat):
            yield payer, payee, counters
