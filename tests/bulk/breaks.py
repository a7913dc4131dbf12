"""Every rule that the screen checks, broken on purpose: which line, and what must show it."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from brusqlog.game import rules
from brusqlog.game.events import End, Game
from brusqlog.simulation.run import simulated
from brusqlog.simulation.setup import Setup
from tests.bulk.agreeing import Folded
from tests.bulk.corpora import Case
from tests.bulk.manners import DEAR, Manner, Written, due, written
from tests.bulk.plain_games import OWN, Log, known_ties
from tests.bulk.slipping import changed
from tests.bulk.slips import slips
from tests.bulk.texts import BOM, odd_text, text_of, timed
from tests.simulation.games import played_as

MODES = (("salon-2021", "3"), ("wikipedia", "2v2"), ("encyclopedie", "5"), ("salon-2009", "2"))

BASES: dict[str, tuple[dict[str, Any], Manner]] = {
    "seen": ({"hands": 1}, Manner()),
    "hands": ({"hands": 3}, Manner()),
    "strict": ({"options": {"strict_endgame": True}}, Manner()),
    "hidden": ({"hands": 1}, Manner(hides="all")),
    "hidden strict": ({"options": {"strict_endgame": True}}, Manner(hides="all")),
    "balance": ({"hands": 1}, Manner(payments="net", moment="between")),
    "between": ({"hands": 1}, Manner(moment="between")),
    "deck": ({"hands": 1}, Manner(shuffles="deck", lifts=1)),
    "shuffled": ({"hands": 1}, Manner(shuffles="bare", stakes=True)),
    "takes": ({"hands": 1}, Manner(takes=1)),
    "packets": ({"options": {"packets": ["1+2", "2+1", "1+1+1", "3"]}}, Manner(packets=True)),
    "points": ({"target": 100}, Manner()),
    "exact": ({"target": 100}, Manner()),
    "debtors": ({"hands": 2, "options": {"bank": 35}}, Manner()),
    "noted": ({"hands": 1}, Manner(notes=0.02, takes=1)),
    "no end": ({"hands": 2}, Manner(rest="no end")),
    "timed": ({"hands": 1}, Manner()),
    "dear": (
        {"hands": 1, "rules": next(name for name in OWN if name.startswith(DEAR))},
        Manner(rest="no end"),
    ),
    "ties": ({}, Manner()),
    "odd": ({"games": 5}, Manner()),
    "cut": ({"games": 1}, Manner()),
    "marked": ({"hands": 1}, Manner()),
    "finished": ({"hands": 2}, Manner(rest="fewer")),
}
"""Games to make slips in: what is simulated, and how it is written down."""


@cache
def base(name: str) -> list[Written]:
    """The games of a base, some of each mode."""
    rng = random.Random(name)
    wishes, manner = BASES[name]
    logs = list(known_ties()) if name == "ties" else []
    for ruleset, mode in MODES if not logs else ():
        given = {"rules": ruleset, "games": 2, **played_as(mode), **wishes}
        given["rules"] = OWN.get(given["rules"], given["rules"])
        logs += [list(game) for game in simulated(Setup(seed=len(logs), **given))]
    games = [written(rng, log, manner) for log in logs]
    if name == "exact":
        games = [Written(reached_exactly(game.log)) for game in games]
    if name == "timed":
        for game, log in zip(
            games, timed(rng, [game.log for game in games], "milliseconds"), strict=True
        ):
            game.log = log
    return games


def reached_exactly(log: Log) -> Log:
    """The game with what the best has at its end as the target."""
    header, end = log[0], log[-1]
    assert isinstance(header, Game) and isinstance(end, End) and isinstance(end.totals, list)
    best = max(rules.side_scores(end.totals, header.partners is True))
    return changed(log, 0, target=best)


class Break(NamedTuple):
    """A rule, the piece of a module that holds it and what stands there instead; the games in which
    the slips are made that must show it. Without slips the games must show it as they are."""

    rule: str
    module: str
    line: str
    instead: str
    base: str
    slips: Sequence[str] = ()
    times: int = 4

    def case(self) -> Case:
        """The games as they are, and with the slips."""
        rng = random.Random(self.rule)
        games = base(self.base)
        made = [
            one
            for game in games
            for name in self.slips
            for one in slips(rng, game.log, [name], self.times)
        ]
        fit = [due(game, OWN) for game in games]
        if self.base == "odd":
            text, _ = odd_text(rng, [game.log for game in games], fit)
            text = BOM * (not text.startswith(BOM)) + text
            return Case(Folded(text, OWN), size=1 << 13, step=3000)
        if self.base == "cut":
            text = text_of([games[0].log])  # the first block has the header and some bytes more
            return Case(Folded(text, OWN), size=text.index(b"\n") + 6, step=5)
        both = [("as it is", game.log) for game in games], made
        fits = fit, [False] * len(made)
        if self.base == "timed":  # how the last line tells its time, all must
            both, fits = both[::-1], fits[::-1]
        text = text_of(log for part in both for _, log in part)
        if self.base == "marked":
            text, fit[0] = BOM + text, False
        return Case(
            Folded(text, OWN, require_finished=self.base == "finished"),
            [one for part in fits for one in part],
            [name for part in both for name, _ in part],
        )


BREAKS = (
    # The deal.
    Break("whose packet it is", "hands",
          "sound &= receivers[packet] == seat(eldest + np.uint8(place), n)", "pass",
          "seen", ["two_deals", "deal_seat"]),
    Break("how many cards a packet has", "hands",
          "sound &= sizes[packet] == size", "pass", "packets", ["packet_longer"], 9),
    Break("that there is a deal", "hands", "dealt = packets > 0", "dealt = packets >= 0",
          "seen", ["undealt"]),
    Break("cut before deal", "hands", "(cut_at[0] < deal_at[0]) & ", "", "seen", ["cut_moved"]),
    Break("turn-up after deal", "hands", "(deal_at[-1] < turnup_at[0]) & ", "",
          "seen", ["cut_moved"]),
    Break("turn-up before the first play", "hands", " & (turnup_at[0] < first_play)", "",
          "seen", ["cut_moved"]),
    Break("who cuts", "hands", 'terms.cutter == "left"', "False", "seen", ["cut_seat"]),
    Break("that there is such a cutter", "hands", "(cutter < n) & ", "", "seen", ["cut_seat"], 9),
    Break("how many are lifted", "hands", " & (lines.number.take(cut[0]) < terms.pack_size)", "",
          "seen", ["cut_lifted"]),
    Break("one cut", "hands", "CUT: 1, ", "", "seen", ["cut_doubled"]),
    Break("one turn-up", "hands", "TURNUP: 1, ", "", "seen", ["turnup_doubled"]),
    Break("who shuffles", "hands", "event.seat == dealer[column] and ", "",
          "shuffled", ["shuffle_seat"]),
    Break("shuffle before cut", "hands", " and place < cut", "", "shuffled", ["shuffle_displaced"]),
    Break("one shuffle", "hands", "within[SHUFFLE].counts[hands] <= 1",
          "within[SHUFFLE].counts[hands] <= 2", "shuffled", ["shuffle_doubled"]),
    Break("the order of the pack", "hands",
          "deck[lifted:] + deck[:lifted] == order[:, column].tolist()", "True",
          "seen", ["deck_known"]),
    # Cards.
    Break("a card is held", "lockstep", "self.held &= is_first | is_second | (card == third)",
          "pass", "seen", ["cards_of_two"]),
    Break("a card is drawn before it is played", "lockstep",
          "self.rows[:, HOLDING - 1] = cards", "self.rows[:, HOLDING - 1] = cards[0]",
          "seen"),
    Break("each card once", "hands", " & (union([*pack, *stock]) == terms.pack)", "",
          "seen", ["renamed"], 30),
    Break("the turn-up is drawn last", "hands", "sound &= stock[-1] == turnup", "pass",
          "seen", ["turnup_not_last", "card_twice"], 9),
    Break("seen and unseen cards", "hands", "sound &= row == HIDDEN", "pass",
          "hidden", ["seen_a_little"]),
    Break("each unseen card once", "hands", "sound: Flags = union(plays) == terms.pack",
          "sound: Flags = np.ones(len(group.hands), np.bool_)", "hidden", ["card_twice"], 9),
    Break("who holds the turn-up, unseen", "hands", "sound &= played", "pass",
          "hidden", ["turnup_of_another"]),
    Break("strict endgame", "lockstep", "sound &= ~_revoked(table, trump, last)", "pass",
          "seen", ["other_options"], 9),
    Break("strict endgame, unseen", "hands",
          "sound &= walk(table, None, None, turnup >> SUIT, plays, eldest, True).sound", "pass",
          "hidden", ["other_options"], 9),
    Break("strict endgame only once the stock is empty", "lockstep",
          "strict and trick >= table.rounds", "strict", "strict"),
    # Turns.
    Break("whose turn it is to play", "hands",
          "sound &= players[trick * n + place] == due", "pass",
          "hidden", ["two_plays", "play_seat"]),
    Break("whose turn it is to draw", "hands",
          "sound &= drawers[(trick - 1) * n + place] == due", "pass",
          "hidden", ["two_draws", "draw_seat"]),
    Break("draws after their trick", "hands", "(draw_at[round_ * n] > play_at[after - 1]) & ", "",
          "seen", ["draw_between"], 9),
    Break("draws before the next trick", "hands", " & (draw_at[after - 1] < play_at[after])", "",
          "seen", ["draw_between"], 9),
    Break("draws", "hands", "DRAW: table.rounds * n,", "", "seen", ["draw_doubled"]),
    Break("plays", "hands", "PLAY: table.pack,", "", "seen", ["play_after_hand"]),
    Break("the strongest card takes", "lockstep", "best = np.maximum(best, power[k])",
          "best = power[k]", "seen"),
    Break("who took the trick", "hands",
          "right &= group.lines.seat.take(layout.codes[places]) == leaders[done // n, column]",
          "pass", "takes", ["take_seat", "take_told"], 9),
    Break("a take is directly behind a play", "hands", "(layout.kind[places - 1] == PLAY) & ", "",
          "between", ["take_told"], 20),
    Break("a take is behind a whole trick", "hands", " & (done % n == 0)\n    right &=",
          "\n    right &=", "between", ["take_told"], 20),
    # Stakes.
    Break("one stake a player", "hands", " & (union(payers) == (1 << n) - 1)", "",
          "seen", ["stake_seat"]),
    Break("stakes before the first play", "hands", "(stake_at[-1] < first_play) & ", "",
          "seen", ["stake_late"]),
    Break("how much is staked", "hands",
          "sound &= (lines.number.take(stakes) == terms.stake).all(axis=0)", "pass",
          "seen", ["stake_sum"]),
    Break("no stakes in a game for points", "hands", "STAKE: n if terms.stake else 0, ", "",
          "points", ["stakes_of_others"]),
    # Payments by card.
    Break("no payments where none are due", "hands",
          "whole &= within[PAYMENT].counts[hands] == 0", "pass", "seen", ["payment_back"]),
    Break("there are such players", "payments", " & (payer < n) & (payee < n) & (worth",
          " & (worth", "seen", ["payment_of_others"], 200),
    Break("payments after a whole trick", "payments",
          "timely = (done > 0) & (done % n == 0)", "timely = done > 0",
          "seen", ["payment_moved"], 9),
    Break("payments after a trick", "payments", "timely = (done > 0) & ", "timely = ",
          "seen", ["payment_first"], 9),
    Break("no payment at another time", "payments", "owed &= timely & ", "owed &= ",
          "seen", ["payment_moved", "payment_first"], 9),
    Break("the card was played in the trick", "payments",
          "np.append(table.due.ravel(), np.zeros(n**3, np.bool_))",
          "np.append(table.due.ravel(), np.ones(n**3, np.bool_))",
          "seen", ["payment_of_others"], 90),
    Break("who pays whom", "payments",
          'owed = owes.take(((player * n + taker) * n + payer) * n + payee, mode="clip")',
          "owed = payer != payee", "seen", ["payment_turned", "payment_of_others"]),
    Break("how much is paid", "payments", " & (worth.take(card) == counters)", "",
          "seen", ["payment_sum"]),
    Break("nothing is paid twice", "payments", "owed.all(axis=0) & once", "owed.all(axis=0)",
          "seen", ["payment_copied"], 30),
    Break("each payment is owed", "payments", "owed.all(axis=0) & once", "once",
          "seen", ["payment_turned"]),
    # Payments on balance.
    Break("payments on balance are passed", "payments", "if len(rest):", "if False:",
          "balance"),
    Break("no payment at another time, on balance", "payments",
          "right = (payer < n) & (payee < n) & (done > 0) & (done % n == 0)",
          "right = (payer < n) & (payee < n)", "balance", ["payment_moved"], 9),
    Break("nothing by card beside payments on balance", "payments",
          "right &= lines.cards[0].take(codes) == NONE", "pass",
          "balance", ["payment_of_others"], 20),
    Break("how much is owed on balance", "payments", "sound &= paid_to - paid_back == due", "pass",
          "balance", ["payment_sum", "payment_turned"]),
    Break("what is given back", "payments", "paid_to - paid_back == due", "paid_to == due",
          "balance", ["payment_in_parts", "payment_back"], 9),
    Break("with one payment a pair", "payments",
          "sound & (payments == np.bincount(column, minlength=size))", "sound",
          "balance", ["payment_in_parts", "payment_back"]),
    Break("balance in the trick", "payments", "here = done // n - 1 == trick",
          "here = done >= 0", "balance"),
    # Awards.
    Break("there is such a player", "hands", "(seats >= n) | ", "", "seen", ["award_seat"], 20),
    Break("awards after the last play", "hands", " | (places < last_play[column])", "",
          "seen", ["award_early", "award_displaced"], 9),
    Break("awards after the payments", "hands",
          "sound[some] &= paid_at < awards.places[awards.first[group.hands[some]]]", "pass",
          "between", ["award_early"], 30),
    Break("one award a seat", "hands", "sound &= (found > 0).sum(axis=0) == count", "pass",
          "seen", ["award_to_others"], 9),
    Break("what the winners get", "games",
          "sound &= _pots(terms, table, ledger, first, count, within)", "pass",
          "no end", ["award_sum", "award_seat"]),
    Break("no awards in a game for points", "games",
          "sound &= (ledger.awards == 0).all(axis=0)", "pass", "points", ["award_given"]),
    Break("two against two win together", "payout", "sums == sums.max(axis=0)",
          "points == points.max(axis=0)", "seen"),
    Break("a rest stays in the pot", "payout", "np.where(last, rest, 0)", "rest", "ties"),
    Break("a rest of the last hand", "payout", "np.where(last, rest, 0)", "0", "ties"),
    Break("the rest goes to the nearest", "payout", "nearest = (first + eldest) % n",
          "nearest = first % n", "ties"),
    Break("the pot grows by what was left", "games", "pot = left + ledger.awards.sum(axis=0)",
          "pot = np.full(len(ledger.hands), staked)", "ties"),
    # Hands and the game.
    Break("the number of a hand", "games",
          "sound &= lines.number.take(codes) == within + 1", "pass", "hands", ["hand_counts"]),
    Break("who deals first", "games", "np.isin(dealer, may) & ", "", "seen", ["hand_counts"], 9),
    Break("who deals next", "games", "(dealer == following.take(before))", "True",
          "no end", ["turned_hand"]),
    Break("no hand after the last", "games", "sound &= last | ~is_over", "pass",
          "seen", ["hand_after_last"], 9),
    Break("the end comes with the last hand", "games", " & ((layout.end[games] < 0) | over)", "",
          "hands", ["end_at_once", "other_length"]),
    Break("purses below zero", "games", "sound &= (purses >= 0).all(axis=0)", "pass", "debtors"),
    Break("brusquembilles in the purses", "games", "ledger.net + ledger.awards", "ledger.awards",
          "seen"),
    Break("the target", "games", "(best >= terms.target) & ", "", "points", ["target_near"], 9),
    Break("a target reached exactly", "games", "best >= terms.target", "best > terms.target",
          "exact"),
    Break("level at the target", "games", " & alone", "", "ties"),
    Break("sides at the target", "games", "sums = side_sums(table, totals)", "sums = totals",
          "points", ["target_near"], 9),
    Break("purses at the end", "games", "end.purses != purses.tolist()", "False",
          "seen", ["sums_at_the_end"]),
    Break("no purses in a game for points", "games", "terms.for_points or ", "", "points",
          ["purses_of_points"]),
    Break("totals at the end", "games", "end.totals == totals.tolist()", "True",
          "seen", ["sums_at_the_end"]),
    Break("what stands behind an end", "layout", "odd |= (kinds == END) & (next_kind != GAME)",
          "pass", "seen", ["end_doubled", "goes_on"], 9),
    Break("what stands between header and hand", "layout",
          "odd = (kinds != HAND) & (following > bounds + 1)",
          "odd = np.zeros(len(bounds), np.bool_)", "seen", ["goes_on"], 9),
    # The header.
    Break("a sound header", "screen", "not breaches and ", "", "seen", ["other_header"], 9),
    Break("the gate", "lowered", "None if terms.gate else ", "", "seen", ["gate"]),
    Break("values too large", "lowered", "len(SUITS) * sum(values) > MOST_WORTH", "False", "dear"),
    # Lines.
    Break("lines that are not events", "layout",
          "sound[_game_of(games, np.flatnonzero(kind == OTHER))] = False", "pass",
          "seen", ["announced", "incident"]),
    Break("what a payment is for", "lexicon", 'event.reason != "brusquembille" or ', "",
          "seen", ["payment_of_others"], 20),
    Break("notes about a seat", "lexicon", "if event.seat is UNSET else _OTHER",
          "if True else _OTHER", "seen", ["note_of_seat"]),
    Break("notes", "layout", "is_note = kind == NOTE", "is_note = kind == 99", "noted"),
    # Times.
    Break("times are passed", "screen", "clock = clock_of(text, size)", "clock = None", "timed"),
    Break("times backwards", "screen",
          'clean[np.searchsorted(starts, places, "right") - 1] = False', "pass",
          "timed", ["time_early"]),
    Break("times backwards by less than a second", "clock", "own += number(fraction",
          "own += 0 * number(fraction", "timed", ["time_early"], 9),
    Break("times backwards by less than a minute", "clock", "own = second * ",
          "own = 0 * second * ", "timed", ["time_early"], 9),
    Break("where minutes end", "clock", "(word[1:] ^ word[:-1]) & mask", "mask & np.uint64(0)",
          "timed", ["time_early"], 9),
    Break("digits of seconds", "clock", "np.logical_and(known, digit < 10, out=known)", "pass",
          "timed", ["time_mistaken"], 30),
    Break("what a fraction is worth", "clock", "10 ** (9 - clock.fraction)", "10**9", "timed"),
    Break("days that there are", "clock", "known &= known_day & ", "known &= ",
          "timed", ["time_mistaken"], 9),
    Break("hours that there are", "clock", "(hour < 24) & ", "", "timed", ["time_mistaken"], 20),
    Break("seconds that there are", "clock", "known &= second < 60", "pass",
          "timed", ["time_mistaken"], 20),
    Break("days that are not too far off", "clock", "day if abs(day) < _FAR else _NO_DAY", "day",
          "timed", ["time_mistaken"], 20),
    Break("long lines with times", "clock", " & (length <= LINE_LIMIT)", "",
          "timed", ["time_behind_much"]),
    # Reading.
    Break("the mark at the start", "screening", "if reading.pending:", "if False:", "marked"),
    Break("the game that goes on in the next block", "screen", "clean[-1] &= closed", "pass",
          "cut"),
    Break("the game that goes on in this block", "screening", "if starts[0]:", "if False:", "odd"),
    Break("how many games there were", "screening",
          "yield from reading.pass_over(len(games))", "yield from reading.pass_over(1)", "odd"),
    Break("the lines of the games", "screening", "text.line + begins[game]", "begins[game] + 1",
          "odd"),
    Break("how many hands there are", "screen", "hands = np.bincount(layout.game_of,",
          "hands = 1 + np.bincount(layout.game_of,", "seen"),
    Break("how many events there are", "layout", "events_of = np.diff(headers, append=len(kind))",
          "events_of = np.diff(np.flatnonzero(kind[kind != NOTE] == GAME), append=len(kind))",
          "noted"),
    Break("games played to their length", "screening", "found.clean & found.finished",
          "found.clean", "finished"),
)  # fmt: skip
