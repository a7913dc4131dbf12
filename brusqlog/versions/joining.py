"""Records of one game put together: what each player saw becomes what all saw.

A card that one record knows and another does not is taken, and so is whatever only one of them
says. Where they contradict each other nothing is put together. The first record gives the order
where it is free, the `id`, and the words of a ruling. Seals are left out: they were of other lines.
What was withdrawn stays where the records have the same lines, as views of one log have; otherwise
it is left out.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from brusqlog.game import events as ev
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.standing import standing
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.log.writer import dumps
from brusqlog.versions.account import Account, Witness, account
from brusqlog.versions.agreement import common_seats
from brusqlog.versions.comparing import compared
from brusqlog.versions.difference import AMOUNTS, Comparison
from brusqlog.versions.uniting import filled, reseated, united

Item = tuple[ev.Event, tuple[GameLog, int]]
"""An event, and where it was read first."""

_FREE: Final = (ev.Stake, ev.Payment, ev.Note, ev.Balance, ev.Take)
"""Kinds of events whose place says nothing of where others have theirs."""

_FOLLOWS: Final = (ev.Note, ev.Balance, ev.Take)
"""Kinds that belong behind the event before them."""


class Contradiction(Struct, frozen=True):
    """Two records that cannot both be right, as they were compared. The first may have been put
    together before."""

    comparison: Comparison
    a: Account
    b: Account


def joined(
    logs: Sequence[GameLog], rulesets: Mapping[str, Ruleset] | None = None
) -> Witness | Contradiction:
    """The record that two or more of one game make together, in the seats of the first; or what
    contradicts what went before. Each has a header and no line that cannot be read."""
    result = _written(_items(Witness(logs[0])), logs[0].file)
    for log in logs[1:]:
        items = _in_step(result, log)
        if items is None:
            a = account(result, rulesets)
            b = account(Witness(log), rulesets, common_seats(result.log, log))
            comparison = compared(a, b)
            if comparison.contradictions:
                return Contradiction(comparison, a, b)
            items = _Joining(comparison, a, b).items()
        result = _written(items, logs[0].file)
    return result


def _items(witness: Witness) -> list[Item]:
    """The events of a record but its seals."""
    origins = witness.origins or [(witness.log, seq) for seq in range(len(witness.log.events))]
    events = zip(witness.log.events, origins, strict=True)
    return [
        (event, origin)
        for event, origin in events
        if isinstance(event, ev.Event) and not isinstance(event, ev.Seal)
    ]


def _written(items: Sequence[Item], file: str) -> Witness:
    """A record of these events."""
    text = b"".join(dumps(event) + b"\n" for event, _ in items)
    log = next(iter(read_logs(text)))
    assert isinstance(log, GameLog)
    log.file = file  # only now: by its ending it may be packed, which the text is not
    return Witness(log, [origin for _, origin in items])


def _in_step(result: Witness, log: GameLog) -> list[Item] | None:
    """Two records of the same lines put together line by line."""
    mine, other, seats = _items(result), _items(Witness(log)), common_seats(result.log, log)
    if len(mine) != len(other):
        return None
    found = []
    for (event, origin), (more, _) in zip(mine, other, strict=True):
        whole = united(event, reseated(more, seats))
        if whole is None:
            return None
        found.append((whole, origin))
    return found


class _Joining:
    """Two records without a contradiction, put together by what each event says."""

    def __init__(self, comparison: Comparison, a: Account, b: Account) -> None:
        self.a, self.b = a, b
        mine, other = (_standing(told.witness) for told in (a, b))
        self.mine = mine
        self.other = {seq: (reseated(event, b.seats), at) for seq, (event, at) in other.items()}
        self.twins: dict[int, int] = {}
        """Of an event of the second record the one of the first that says the same."""
        self.said: set[int] = set()
        """The events of the second record that the first says too, if not in one event."""
        self._match(comparison)

    def _match(self, comparison: Comparison) -> None:
        for key, one, two in comparison.pairs:
            if key[0] == "taker" and not one.seqs:  # it only follows, perhaps by a guess
                continue
            self.said.update(two.seqs)
            self.twins.update(zip(two.seqs, one.seqs, strict=False))
            if key[0] == "holding":
                cards = list(filled(one.value, two.value))
                for seq in one.seqs:
                    event, at = self.mine[seq]
                    assert isinstance(event, ev.Deal)
                    size = len(event.cards)
                    self.mine[seq] = ev.Deal(seat=event.seat, cards=cards[:size], at=event.at), at
                    del cards[:size]
            elif len(one.seqs) == len(two.seqs) == 1 and key[0] not in AMOUNTS:
                (seq,), (twin,) = one.seqs, two.seqs
                event, at = self.mine[seq]
                self.mine[seq] = united(event, self.other[twin][0], free=True) or event, at

    def items(self) -> list[Item]:
        """The events of the first record, those that only the second has at their places."""
        before: dict[int, list[Item]] = {}
        after: dict[int, list[Item]] = {}
        behind: list[Item] = []
        """Where what belongs behind the last event of the second record goes."""
        for seq, item in self.other.items():
            data_alone = isinstance(item[0], ev.Note) and not isinstance(item[0].text, str)
            if seq in self.twins:
                behind = after.setdefault(self.twins[seq], [])
            elif not (seq in self.said or data_alone):
                if not isinstance(item[0], _FOLLOWS):
                    behind = before.setdefault(self._in_front_of(seq), [])
                behind.append(item)
        found: list[Item] = []
        for seq, item in self.mine.items():
            found += [*before.get(seq, ()), item, *after.get(seq, ())]
        return found + before.get(_END, [])

    def _in_front_of(self, seq: int) -> int:
        """The event of the first record in front of which one of the second belongs."""
        for other, (event, _) in self.other.items():
            if other > seq and other in self.twins and not isinstance(event, _FREE):
                return self.twins[other]
        ends = (mine for mine, (event, _) in self.mine.items() if isinstance(event, ev.End))
        return next(ends, _END)


_END: Final = -1
"""Behind all events."""


def _standing(witness: Witness) -> dict[int, Item]:
    """The events of a record that stand, by number."""
    log = witness.log
    stand = standing(log.known_events())
    origins = witness.origins or [(log, seq) for seq in range(len(log.events))]
    return {
        seq: (event, origins[seq])
        for seq, event in zip(stand.seqs, stand.events, strict=True)
        if event is not None and not isinstance(event, ev.Seal | ev.Retract)
    }
