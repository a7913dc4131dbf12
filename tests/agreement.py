"""How far two judges of the rules agree: the product's and the independent one of `tests.oracle`.

    python -m tests.agreement --games 10000 --mutants 20000 --seed 1 --jobs 2

Random legal games must raise no alarm, and single edits of them must be found, at the event where
the other judge finds them and as one error. Games are taken in turn over modes, rulesets, lengths,
incidents and what the recorder saw, so that rare rules come up; a part of the edits is aimed at
rules that random ones seldom break. The table is Markdown.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

from msgspec import ValidationError, convert

from brusqlog.game.events import AnyEvent, Event
from brusqlog.game.findings import codes
from brusqlog.game.judge import Noticed, judge
from tests.oracle.generate import random_game
from tests.oracle.judge import judge as other_judge
from tests.oracle.mutate import Mutant, mutants

Log = list[dict[str, Any]]

FLOOR = 30
"""Mutants of a code below which its rate says little."""

MODES = {
    "salon-2021": ("2", "3", "4", "2v2", "5"),
    "salon-2009": ("2", "3", "4", "2v2", "5"),
    "encyclopedie": ("2", "3", "2v2", "5"),
    "academie-1718": ("2", "3", "2v2", "5"),
    "wikipedia": ("2", "3", "4", "2v2", "5"),
}
HIDDEN = ("none", "observer", "seat", "illegible", "some")
LENGTHS = (("hands", 1), ("hands", 2), ("rounds", 1), ("target", 60), None, ("hands", 3))

STRATA: tuple[dict[str, Any], ...] = tuple(
    {"mode": mode, "rules": rules, "incidents": incidents, "hidden": hidden}
    for rules, modes in MODES.items()
    for mode in modes
    for incidents in (True, False)
    for hidden in HIDDEN
)
"""What is asked of the generator, in turn; options and lengths it draws itself or below."""


@dataclass
class Tally:
    """What was counted. Numbers add up."""

    games: int = 0
    alarms: int = 0
    """Legal games and legal mutants in which an error was told."""
    mutants: int = 0
    malformed: int = 0
    legal: int = 0
    illegal: int = 0
    found: int = 0
    same_event: int = 0
    one_error: int = 0
    pairs: int = 0
    """Two faults in different hands, each alone one error."""
    pairs_as_two: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    random: Counter[str] = field(default_factory=Counter)
    single: Counter[str] = field(default_factory=Counter)
    """By code of the first error: random mutants, and those of them with one error. Aimed ones may
    break two rules at once."""
    disagreements: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Tally") -> "Tally":
        for item in fields(self):
            setattr(self, item.name, getattr(self, item.name) + getattr(other, item.name))
        return self


def events_of(log: Log) -> list[Event | None]:
    """The events as the product takes them; raises `ValidationError` for a fault of form."""
    return [convert(event, AnyEvent) for event in log]


def errors_of(events: Sequence[Event | None]) -> list[Noticed]:
    """The errors that the product tells."""
    return [noticed for noticed in judge(events).noticed if noticed.breach.is_error]


def game_of(seed: int, number: int) -> tuple[random.Random, Log]:
    """The game of that number: its stratum, and the randomness to go on with."""
    rng = random.Random(seed * 1_000_003 + number)
    length = LENGTHS[number // len(STRATA) % len(LENGTHS)]
    return rng, random_game(rng, length=length, **STRATA[number * 77 % len(STRATA)])


def measure(number: int, seed: int, of_each: int, aim_at: int) -> Tally:
    """The game of that number and so many mutants of it; of every `aim_at`th aimed ones too."""
    rng, log = game_of(seed, number)
    where = f"seed {seed}, game {number}"
    return measure_game(log, rng, of_each, where, with_aimed=bool(aim_at) and not number % aim_at)


def measure_game(
    log: Log, rng: random.Random, of_each: int, where: str, *, with_aimed: bool = False
) -> Tally:
    """A legal game and so many mutants of it; `where` names it in disagreements."""
    tally = Tally(games=1)
    if told := errors_of(events_of(log)):
        tally.alarms += 1
        tally.disagreements.append(f"{where}: {told[0].breach.code} at {told[0].seq}, legal")
    singles: list[tuple[Mutant, Noticed]] = []
    for mutant in mutants(rng, log, of_each) if of_each else ():
        _measure_mutant(mutant, where, tally, singles)
    if with_aimed:
        for mutant in aimed(rng, log):
            _measure_mutant(mutant, where, tally, None)
    _measure_pairs(log, singles, tally)
    return tally


def _measure_mutant(
    mutant: Mutant, where: str, tally: Tally, singles: list[tuple[Mutant, Noticed]] | None
) -> None:
    tally.mutants += 1
    where += f", {mutant.kind} at {mutant.seq}"
    try:
        events = events_of(mutant.events)
    except ValidationError:
        tally.malformed += 1
        return
    due = other_judge(mutant.events).error
    told = errors_of(events)
    if due is None:
        tally.legal += 1
        if told:
            tally.alarms += 1
            tally.disagreements.append(f"{where}: {told[0].breach.code} at {told[0].seq}, legal")
        return
    tally.illegal += 1
    if not told:
        tally.disagreements.append(f"{where}: nothing told, error at {due}")
        return
    first = told[0]
    tally.found += 1
    tally.same_event += first.seq == due
    tally.codes[first.breach.code] += 1
    if first.seq != due:
        tally.disagreements.append(f"{where}: {first.breach.code} at {first.seq}, due at {due}")
    if singles is None:
        return
    tally.random[first.breach.code] += 1
    if len(told) == 1:
        tally.one_error += 1
        tally.single[first.breach.code] += 1
        singles.append((mutant, first))


# Edits aimed at rare faults --------------------------------------------------------------------


def aimed(rng: random.Random, log: Log) -> Iterator[Mutant]:
    """Edits that the random ones seldom hit, those of the rarest rules first, if the log gives a
    chance to them."""
    changes = [change for change in _changes(rng, log) if change is not None]
    order = sorted(changes, key=lambda change: rng.random() - (change[0] in RARE) / 2)
    for name, seq, events in order[:AIMED]:
        if events != log:
            yield Mutant(f"aimed-{name}", seq, None, events)


AIMED = 4
"""Aimed edits of each game."""

RARE = ("deck-sevens", "deck-size", "exchanged", "partner", "stock", "swap")
"""Names of the edits that are taken first."""

Change = tuple[str, int, Log]


def _changes(rng: random.Random, log: Log) -> Iterator[Change | None]:
    header: dict[str, Any] = log[0]
    n = len(header["players"])
    options = header.get("options", {})

    def at(name: str, seq: int, **more: Any) -> Change:
        return name, seq, [*log[:seq], log[seq] | more, *log[seq + 1 :]]

    def before(name: str, seq: int, **event: Any) -> Change:
        return name, seq, [*log[:seq], event, *log[seq:]]

    def some(*kinds: str, having: str = "event") -> int | None:
        found = [s for s, e in enumerate(log) if s and e["event"] in kinds and having in e]
        return rng.choice(found) if found else None

    yield at("rules", 0, rules="whist")
    yield at("own-rules", 0, rules="house@0123456789ab")
    yield at("fixed", 0, options={**options, "rank": "AKQJT987"})
    yield at("unknown", 0, options={**options, "claim_at": 61})
    yield at("value", 0, options={**options, "sevens": "none"})
    yield at("stake", 0, options={**options, "stake": 20})
    yield at("identities", 0, identities=["bot"] * (n + 1 if n < 5 else 2))
    yield at("four", 0, rules=rng.choice(["encyclopedie", "academie-1718"]))
    yield at("partners", 0, partners=True)
    yield at("players", 0, players=[header["players"][1], *header["players"][1:]])
    if "removed" in header:
        yield at("removed", 0, removed=rng.choice([["7S", "7H"], ["AS", "7S"], ["7D", "7D"]]))
        yield "no-removed", 0, [{k: v for k, v in header.items() if k != "removed"}, *log[1:]]
    if (seq := some("balance", "end", having="totals")) is not None:
        yield at("seats", seq, totals=[*log[seq]["totals"], 0][: n + 1 if n < 5 else 2])
    if (seq := some("balance")) is not None:
        yield at("pot", seq, pot=rng.choice([0, 3, 1000]))
        yield before("header", seq, **header)
        yield before("retract", seq, event="retract", last=1000)
    if (seq := some("shuffle", having="deck")) is not None:
        deck = list(log[seq]["deck"])
        one, other = rng.sample(range(len(deck)), 2)
        yield at("deck-twice", seq, deck=[*deck[:one], deck[other], *deck[one + 1 :]])
        if len(deck) > 30:
            yield at("deck-size", seq, deck=deck[1:])
        sevens = iter(rng.sample(["7S", "7H", "7D", "7C"], 4))
        yield at("deck-sevens", seq, deck=[next(sevens) if c[0] == "7" else c for c in deck])
    if (seq := some("cut")) is not None:
        yield at("lifted", seq, lifted=31)
        yield "no-cut", seq, [*log[:seq], *log[seq + 1 :]]
    if (seq := some("hand")) is not None:
        yield at("dealer", seq, dealer=(log[seq]["dealer"] + 1) % n)
        yield "no-hand", seq, [*log[:seq], *log[seq + 1 :]]
        yield before("redeal", seq, event="incident", kind="ruling", text="!", permits=["redeal"])
        yield before("play", seq, event="play", seat=0, card="AS")
    if (seq := some("end")) is not None:
        hands = [event for event in log if event["event"] == "hand"]
        if hands:
            number, dealer = hands[-1]["number"] + 1, (hands[-1]["dealer"] + 1) % n
            yield before("hand", seq, event="hand", number=number, dealer=dealer)
    if (seq := some("turnup")) is not None:
        dealt = [e["cards"][0] for e in log[:seq] if e["event"] == "deal"]
        yield at("turnup", seq, card=next((c for c in dealt[::-1] if c != "??"), "AS"))
        yield before("misdeal", seq, event="incident", kind="misdeal", seat=rng.randrange(n))
    if (seq := some("take")) is not None:
        yield "no-take", seq, [*log[:seq], *log[seq + 1 :]]
    plays = [s for s, e in enumerate(log) if e["event"] == "play"]
    if plays:
        strict = options.get("strict_endgame") and rng.random() < 0.7
        seq = rng.choice(plays[-3 * n : -n] or plays) if strict else rng.choice(plays)
        later = [s for s in plays if seq < s < seq + 12 * n and log[s]["seat"] == log[seq]["seat"]]
        if later:
            other = rng.choice(later)
            name, _, swapped = at("swap", seq, card=log[other]["card"])
            yield name, seq, [*swapped[:other], log[other] | {"card": log[seq]["card"]},
                              *swapped[other + 1 :]]  # fmt: skip
        coming = [e["card"] for e in log[seq : seq + 40] if e["event"] == "draw"]
        if coming:
            yield at("stock", seq, card=rng.choice(coming))
        yield before("draw", seq, event="draw", seat=log[seq]["seat"], card="??")
        yield before("out-of-turn", seq, event="incident", kind="out-of-turn",
                     seat=log[seq]["seat"])  # fmt: skip
    turnups = {e["card"] for e in log if e["event"] == "turnup"}
    last = [s for s, e in enumerate(log) if e["event"] == "draw" and e["card"] in turnups]
    if last:
        yield at("turnup-drawn", rng.choice(last), card="??")
    if (seq := some("award")) is not None:
        yield before("announce", seq + 1, event="announce", seat=0, count=40)
        yield before("gather", seq + 1, event="gather")
        yield before("void", seq + 1, event="incident", kind="ruling", text="!",
                     permits=["void-hand"])  # fmt: skip
        yield at("too-much", seq, counters=log[seq]["counters"] + 5000)
        yield before("after-award", seq + 1, **log[rng.choice(plays)]) if plays else None
    if (seq := some("stake")) is not None:
        yield before("back", seq + 1, event="award", seat=log[seq]["seat"], counters=1)
        yield before("back-whole", seq + 1, event="award", seat=log[seq]["seat"],
                     counters=log[seq]["counters"])  # fmt: skip
    if (seq := some("payment", having="card")) is not None:
        yield at("value", seq, counters=3)
        yield at("self", seq, payee=log[seq]["payer"])
        yield at("penalty", seq, reason="penalty")
        yield at("ruling", seq, reason="ruling")
    if (seq := some("draw", "deal")) is not None:
        yield before("late", seq, event="lot", seat=0, card="AS")
    if (seq := some("lot")) is not None:
        yield at("lot", seq, card=log[rng.choice(range(1, seq + 1))].get("card", "AS"))
        yield "no-lot", seq, [*log[:seq], *log[seq + 1 :]]
    incidents = [s for s, e in enumerate(log) if e["event"] == "incident"]
    if incidents:
        seq = rng.choice(incidents)
        foreign: list[dict[str, Any]] = [
            {"joined": True},
            {"missing": ["AS"]},
            {"owner": 0},
            {"text": "!"},
        ]
        yield at("needless", seq, **rng.choice(foreign))
        yield at("seat", seq, seat=rng.randrange(5))
        if "owner" in log[seq]:
            yield at("owner", seq, owner=rng.randrange(n))
            yield at("exchanged", seq, owner=log[seq]["seat"], seat=log[seq]["owner"])
        if "restart" in log[seq]:
            yield at("partner", seq, owner=log[seq]["seat"] ^ 1, restart=True)
        if "missing" in log[seq]:
            seen = [e["card"] for e in log[seq - 8 : seq] if e.get("card", "??") != "??"]
            yield at("missing", seq, missing=[rng.choice([*seen, "7S"])])


# Two faults ------------------------------------------------------------------------------------


def _measure_pairs(log: Log, singles: list[tuple[Mutant, Noticed]], tally: Tally) -> None:
    """Put together two faults of different hands and see that there are two errors."""
    hands = [seq for seq, event in enumerate(log) if event["event"] == "hand"]
    if any(event["event"] == "retract" for event in log) or len(hands) < 2:
        return
    for one, other in _in_different_hands(log, hands, singles):
        tally.pairs += 1
        told = errors_of(events_of(one + other))
        tally.pairs_as_two += len(told) == 2


def _in_different_hands(
    log: Log, hands: list[int], singles: list[tuple[Mutant, Noticed]]
) -> Iterator[tuple[Log, Log]]:
    """Faulty beginnings and faulty rests: from the `hand` event between them on, the first mutant
    is as the original, and up to it the second."""
    for border in hands[1:]:
        before, after = log[:border], log[border:]
        starts = [
            mutant.events[: -len(after)]
            for mutant, told in singles
            if told.seq in range(1, len(mutant.events) - len(after))
            and mutant.seq >= hands[0] and mutant.events[-len(after) :] == after
        ]  # fmt: skip
        rests = [
            mutant.events[border:]
            for mutant, told in singles
            if told.seq > border and mutant.events[:border] == before
            and mutant.events[border : border + 1] == after[:1]
        ]  # fmt: skip
        yield from zip(starts, rests, strict=False)


# The whole measure -----------------------------------------------------------------------------


def total(games: int, mutants_in_all: int, aimed_in_all: int, seed: int, jobs: int) -> Tally:
    """So many games, and so many random and aimed mutants spread over them."""
    aim_at = max(1, games * AIMED // aimed_in_all) if aimed_in_all else 0
    tally = Tally()
    each, more = divmod(mutants_in_all, games)
    works = [
        (partial(measure, seed=seed, of_each=each + 1, aim_at=aim_at), range(more)),
        (partial(measure, seed=seed, of_each=each, aim_at=aim_at), range(more, games)),
    ]
    if jobs == 1:
        for work, numbers in works:
            for found in map(work, numbers):
                tally += found
        return tally
    with ProcessPoolExecutor(jobs) as pool:
        for work, numbers in works:
            for found in pool.map(work, numbers, chunksize=10):
                tally += found
    return tally


def share(part: int, whole: int) -> str:
    """A count with its share of the whole."""
    return f"{part} of {whole} ({100 * part / whole:.2f} %)" if whole else "none"


def table(tally: Tally) -> str:
    """The figures as Markdown."""
    tried = tally.games + tally.legal
    rows = [
        ("legal games and legal mutants without alarm", share(tried - tally.alarms, tried)),
        ("games", str(tally.games)),
        ("mutants", str(tally.mutants)),
        ("mutants that are no events by their form", str(tally.malformed)),
        ("mutants that are legal", str(tally.legal)),
        ("mutants that are illegal", str(tally.illegal)),
        ("found", share(tally.found, tally.illegal)),
        ("at the same event", share(tally.same_event, tally.found)),
        ("random ones as exactly one error", share(tally.one_error, tally.random.total())),
        ("two faults in different hands told as two errors",
         share(tally.pairs_as_two, tally.pairs)),
    ]  # fmt: skip
    lines = ["| | |", "|---|---|", *(f"| {name} | {figure} |" for name, figure in rows)]
    lines += ["", "| code | mutants | exactly one error |", "|---|---|---|"]
    for code, count in sorted(tally.codes.items(), key=lambda item: (-item[1], item[0])):
        tried = tally.random[code]
        rate = f"{100 * tally.single[code] / tried:.1f} % of {tried}" if tried else "–"
        lines.append(f"| `{code}` | {count} | {rate} |")
    few = sorted(code for code in codes() if 0 < tally.codes[code] < FLOOR)
    lines += ["", f"Codes with fewer than {FLOOR} mutants: " + (", ".join(few) or "none") + "."]
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--mutants", type=int, default=20_000)
    parser.add_argument("--aimed", type=int, default=10_000, help="edits aimed at rare faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--disagreements", type=int, default=20, help="how many are listed")
    wanted = parser.parse_args()
    tally = total(wanted.games, wanted.mutants, wanted.aimed, wanted.seed, wanted.jobs)
    print(table(tally))
    for line in tally.disagreements[: wanted.disagreements]:
        print(f"- {line}")


if __name__ == "__main__":
    main()
