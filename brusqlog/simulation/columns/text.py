"""Hands as the lines of their logs."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import numpy as np
from msgspec import UNSET

from brusqlog.bulk.lockstep import seat
from brusqlog.bulk.lowered import HIDDEN, INDEX, Bytes
from brusqlog.game import events as ev
from brusqlog.game import rules, tables
from brusqlog.game.cards import CARDS, HOLDING, UNKNOWN
from brusqlog.simulation.columns.games import Block, Ends, in_order
from brusqlog.simulation.columns.ground import Ground
from brusqlog.simulation.columns.hands import Hands, columns
from brusqlog.simulation.columns.lines import NOTHING, OPEN, Codes, Kind, Shelf
from brusqlog.simulation.columns.times import Clock
from brusqlog.simulation.run import header_of, id_of

CHUNK: Final = 1 << 11
"""Hands whose text is made at once."""

NAMES: Final = (*CARDS, UNKNOWN)
"""The cards by number, at `HIDDEN` the one not seen."""

HandText = tuple[bytes, bool]
"""The text of a hand, with the header before the first and the `end` behind the last, and whether
it is the last of its game."""


def texts(ground: Ground) -> Iterator[Iterator[bytes]]:
    """The games of a plan, each as its text hand by hand, to be taken before the next one."""
    writer = Writer(ground)
    hands = (hand for block in in_order(ground) for hand in writer.of(block))
    for first in hands:
        game = _game(first, hands)
        yield game
        deque(game, maxlen=0)  # what was not taken


def _game(first: HandText, hands: Iterator[HandText]) -> Iterator[bytes]:
    text, last = first
    yield text
    while not last:
        text, last = next(hands)
        yield text


class Writer:
    """Writes the hands of a plan, which are to come in order. In every hand each line has its
    place; what does not happen there, such as a payment that is not due, has no line in it."""

    def __init__(self, ground: Ground) -> None:
        terms, n = ground.terms, ground.terms.players
        lent = CHUNK * (3 + n)  # header, `hand`, `end`, and an award for everybody
        self.ground, self.shelf = ground, Shelf(ground.plan.setup.times, lent)
        self.debts = len(rules.debts(0, True, n, terms.partners)) if terms.paid else 0
        """How many have to pay for one card, or are paid."""

        def kind(make: Callable[..., ev.Event | None], *sizes: int) -> Kind:
            return Kind(self.shelf, sizes, make)

        named = len(NAMES)
        self.stake = kind(lambda seat: ev.Stake(seat=seat, counters=terms.stake), n)
        self.cut = kind(lambda seat: ev.Cut(seat=seat), n)
        self.deals = [kind(_deal, n, *[named] * size) for size in range(HOLDING + 1)]
        self.turnup = kind(lambda card: ev.Turnup(card=NAMES[card]), named)
        self.play = kind(lambda seat, card: ev.Play(seat=seat, card=NAMES[card]), n, named)
        self.draw = kind(lambda seat, card: ev.Draw(seat=seat, card=NAMES[card]), n, named)
        self.payment = kind(self._payment, n, n, self.debts or 1, named)
        self.header = cache(self._header)
        self.clock = Clock(ground, self._layout()) if self.shelf.timed else None

    def of(self, block: Block) -> Iterator[HandText]:
        """The texts of the hands."""
        hands, ends = block
        for begin in range(0, len(hands.game), CHUNK):
            these = slice(begin, begin + CHUNK)
            last = ends.last[these]
            yield from zip(
                self._texts(columns(hands, these), columns(ends, these)), last.tolist(), strict=True
            )

    def _texts(self, hands: Hands, ends: Ends) -> Iterator[bytes]:
        self.shelf.clear()
        codes = np.concatenate([self._begins(hands), *self._tricks(hands), self._ends(ends)])
        codes = np.ascontiguousarray(codes.T)
        of_hand, place = codes.nonzero()
        found = self.shelf.texts.take(codes[of_hand, place])
        stops = np.cumsum(np.count_nonzero(codes, axis=1))
        if self.clock:
            found = self.clock.timed(found, hands, of_hand, place)
            stops *= self.clock.pieces
        pieces, begin = found.tolist(), 0
        for stop in stops.tolist():
            yield b"".join(pieces[begin:stop])
            begin = stop

    def _layout(self) -> list[type[ev.Event]]:
        """The kind of the line at each place of a hand."""
        n, table = self.ground.terms.players, self.ground.table
        found: list[type[ev.Event]] = [ev.Game, ev.Hand, *map(type, self.ground.opening)]
        for trick in range(table.tricks):
            found += [ev.Play] * n + [ev.Payment] * (n * self.debts)
            found += [ev.Draw] * n if trick < table.rounds else []
        return [*found, *[ev.Award] * n, ev.End]

    def _begins(self, hands: Hands) -> Codes:
        """From the header to the turn-up."""
        n, hidden = self.ground.terms.players, self.ground.plan.setup.hidden
        found = [self._headers(hands), self._numbers(hands)]
        dealt = np.full_like(hands.deck, HIDDEN) if hidden else hands.deck
        for event in self.ground.opening:
            match event:
                case ev.Turnup():
                    codes = self.turnup.of(hands.deck[self.ground.turnup])
                case ev.Stake() | ev.Cut() | ev.Deal():
                    player = seat(seat(hands.dealer + np.uint8(1), n) + np.uint8(event.seat), n)
                    if isinstance(event, ev.Deal):
                        cards = dealt[[INDEX[card] for card in event.cards]]
                        codes = self.deals[len(cards)].of(player, *cards)
                    else:
                        codes = (self.cut if isinstance(event, ev.Cut) else self.stake).of(player)
            found.append(codes)
        return np.stack(found)

    def _headers(self, hands: Hands) -> Codes:
        setup, exchanges = self.ground.plan.setup, self.ground.plan.exchanges
        found = np.full(len(hands.game), NOTHING, np.int32)
        first = np.flatnonzero(hands.number == 1)
        made = []
        for game, pair in zip(hands.game[first].tolist(), hands.pair[first].tolist(), strict=True):
            number, exchange = divmod(game - 1, exchanges)
            before, after = self.header(exchange, pair)
            made.append(before + id_of(setup, number + 1, exchange).encode() + after)
        found[first] = self.shelf.lend(made)
        return found

    def _header(self, exchange: int, pair: int) -> tuple[bytes, bytes]:
        """The text of a header before its `id` and behind it."""
        terms = self.ground.terms
        left_out = terms.pairs[pair] if terms.pairs else 0
        return self.around(header_of(self.ground.plan, exchange, left_out, OPEN))

    def around(self, header: ev.Game) -> tuple[bytes, bytes]:
        """The text of a header whose `id` is `OPEN`, before that and behind it."""
        opened = f'"id":"{OPEN}'.encode()
        before, _, after = self.shelf.text(header).partition(opened)
        return before + opened.removesuffix(OPEN.encode()), after

    def _numbers(self, hands: Hands) -> Codes:
        """The lines `hand`."""
        n = self.ground.terms.players
        different, codes = np.unique(hands.number * n + hands.dealer, return_inverse=True)
        events = (ev.Hand(number=one // n, dealer=one % n) for one in different.tolist())
        return self.shelf.lend([self.shelf.text(event) for event in events])[codes]

    def _tricks(self, hands: Hands) -> Iterator[Codes]:
        """By trick: the plays, what they make due, the draws."""
        n, table = self.ground.terms.players, self.ground.table
        places = np.arange(n, dtype=np.uint8)[:, None]
        plays = hands.plays.reshape(table.tricks, n, -1)
        players = seat(hands.leaders[:-1, None] + places, n)
        takers = hands.leaders[1:, None, None]
        debts = np.arange(self.debts)[:, None]
        played = self.play.of(players, plays)
        paid = self.payment.of(players[:, :, None], takers, debts, plays[:, :, None])
        drawn = self.draw.of(seat(takers[: table.rounds, 0] + places, n), self._drawn(hands))
        for trick in range(table.tricks):
            yield played[trick]
            yield paid[trick].reshape(n * self.debts, len(hands.game))
            if trick < table.rounds:
                yield drawn[trick]

    def _drawn(self, hands: Hands) -> Bytes:
        """By round and place the cards drawn, as they are recorded: the turn-up is the last one."""
        stock = hands.deck[self.ground.turnup + 1 :]
        if self.ground.plan.setup.hidden:
            stock = np.full_like(stock, HIDDEN)
        whole = np.concatenate([stock, hands.deck[self.ground.turnup, None]])
        return whole.reshape(self.ground.table.rounds, self.ground.terms.players, -1)

    def _payment(self, player: int, taker: int, debt: int, card: int) -> ev.Payment | None:
        """What the card makes due between its player and one of the others, if anything."""
        terms, named = self.ground.terms, NAMES[card]
        worth = tables.worths(*terms.values).get(named, 0)
        if not worth:
            return None
        dues = tables.dues(player, taker, terms.players, terms.partners, named, worth)
        payer, payee, _ = list(dues)[debt]
        return ev.Payment(
            payer=payer, payee=payee, counters=worth, reason="brusquembille", card=named
        )

    def _ends(self, ends: Ends) -> Codes:
        """The awards and the `end`."""
        found = np.full((self.ground.terms.players + 1, len(ends.last)), NOTHING, np.int32)
        for of, counters in enumerate(ends.awards):
            won = np.flatnonzero(counters)
            different, codes = np.unique(counters[won], return_inverse=True)
            events = (ev.Award(seat=of, counters=one) for one in different.tolist())
            found[of, won] = self.shelf.lend([self.shelf.text(event) for event in events])[codes]
        last = np.flatnonzero(ends.last)
        made = []
        for totals, purses in zip(
            ends.totals[:, last].T.tolist(), ends.purses[:, last].T.tolist(), strict=True
        ):
            kept = UNSET if self.ground.terms.for_points else purses
            made.append(self.shelf.text(ev.End(reason="complete", totals=totals, purses=kept)))
        found[-1, last] = self.shelf.lend(made)
        return found


def _deal(seat: int, *cards: int) -> ev.Deal:
    return ev.Deal(seat=seat, cards=[NAMES[card] for card in cards])
