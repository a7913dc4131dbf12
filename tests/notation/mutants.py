"""How far slips of the pen in transcripts are found.

    python -m tests.notation.mutants --transcripts 1000 --mutants 20000 --seed 1 --jobs 2

The samples of `fixtures/transcripts/`, and random legal games in turn over modes, rulesets,
incidents and what the recorder saw, are written as transcripts in both languages, and single slips
made in them. Each must be told as an error, at its line or, if it shows only later, below it; or
else say the same game or another that is legal, which the judge of `tests.oracle` decides from the
events read. The table is Markdown.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from functools import partial
from random import Random

from brusqlog.checking.report import Wishes, report
from brusqlog.checking.run import judged
from brusqlog.game.findings import LANGUAGES, Finding, Language
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.writer import transcript
from tests.agreement import game_of, share
from tests.notation.laws import kept
from tests.notation.samples import FIXTURES, log_of, plain, read
from tests.notation.slips import SLIPS, Mutant, mutants
from tests.oracle.judge import judge as other_judge

SAMPLES = sorted([*FIXTURES.glob("transcripts/*.brusq"), *FIXTURES.glob("spec/*.brusq")])

FOUND = ("at its line", "below it", "above it")
"""Told as an error, and in which line first. A card that a later one shows to have been wrong
stands above."""

OUTCOMES = (*FOUND, "same game", "legal game", "missed", "crash")
"""What becomes of a mutant. `missed` and `crash` must not be."""

SINGLE = ("card", "name", "number", "keyword", "word", "sign", "taker")
"""Tokens of which a slip is one fault; other slips may be several."""


@dataclass
class Tally:
    """What was counted. Numbers add up."""

    texts: int = 0
    outcomes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By token, slip and outcome."""
    one_error: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Mutants told as exactly one error, by token and slip."""
    errors: int = 0
    """In all."""
    listed: list[str] = field(default_factory=list)
    """What must not be, with the mutant."""

    def __iadd__(self, other: "Tally") -> "Tally":
        for item in fields(self):
            setattr(self, item.name, getattr(self, item.name) + getattr(other, item.name))
        return self


def original(number: int, seed: int) -> tuple[Random, str, Language]:
    """The transcript of that number, the samples first, and the randomness to go on with."""
    if number < len(SAMPLES):
        text = SAMPLES[number].read_text(encoding="utf-8")
        return Random(seed * 1_000_003 - number), text, read(text).language
    rng, log = game_of(seed, number)
    language = LANGUAGES[number % 2]
    return rng, transcript(log_of(log), language).text, language


def errors_of(game: Transcript) -> list[Finding]:
    """The errors that are told of a game."""
    told = report(game, judged(game), Wishes()).findings
    return [finding for finding in told if finding.severity == "error"]


def measure(number: int, of_each: int, seed: int) -> Tally:
    """The transcript of that number and so many mutants of it."""
    tally = Tally(texts=1)
    rng, text, language = original(number, seed)
    game = read(text)
    assert game.header is not None
    for mutant in mutants(rng, text, game.header.players, language, of_each):
        outcome, count = tried(game, mutant, tally)
        tally.outcomes[mutant.token, mutant.slip, outcome] += 1
        tally.one_error[mutant.token, mutant.slip] += count == 1
        tally.errors += count
        if outcome in ("missed", "crash", "above it"):
            tally.listed.append(f"{outcome}: seed {seed}, transcript {number}, {told(mutant)}")
    return tally


def told(mutant: Mutant) -> str:
    """A mutant in words, with the line in which it is."""
    lines = mutant.text.splitlines()
    line = lines[mutant.line - 1] if mutant.line <= len(lines) else "(the end)"
    return f"{mutant.token} {mutant.slip}: {mutant.line}: {line}"


def tried(game: Transcript, mutant: Mutant, tally: Tally) -> tuple[str, int]:
    """What becomes of a mutant of a game, and how many errors are told."""
    try:
        found = read_transcripts(mutant.text.encode())
        again = [one for one in found if isinstance(one, Transcript)]
        errors = [error for one in again for error in errors_of(one)]
        for one in again:
            transcript(one)
    except Exception as crash:  # whatever it is: it is what is looked for
        tally.listed.append(repr(crash))
        return "crash", 0
    if not errors:
        if any(other_judge(plain(one)).error is not None for one in again):
            return "missed", 0
        same = len(again) == 1 and kept(plain(game)) == kept(plain(again[0]))
        return "same game" if same else "legal game", 0
    line = errors[0].line or 0
    size = header_size(mutant.text)
    if line == mutant.line or (line < mutant.line <= size + 1):
        return "at its line", len(errors)
    return "below it" if line > mutant.line else "above it", len(errors)


def header_size(text: str) -> int:
    """Lines of the header, which is judged as a whole."""
    lines = text.splitlines()
    return next((at for at, line in enumerate(lines) if not line), len(lines))


# The whole measure -----------------------------------------------------------------------------


def total(transcripts: int, mutants_in_all: int, seed: int, jobs: int) -> Tally:
    """So many transcripts, and so many mutants spread over them."""
    each, more = divmod(mutants_in_all, transcripts)
    counts = [each + (number < more) for number in range(transcripts)]
    tally = Tally()
    with ProcessPoolExecutor(jobs) as pool:
        work = partial(measure, seed=seed)
        for found in pool.map(work, range(transcripts), counts, chunksize=10):
            tally += found
    return tally


def counted(tally: Tally, *outcomes: str, tokens: Sequence[str] = (), slip: str = "") -> int:
    """Mutants with one of these outcomes, of some tokens or all, by one slip or any."""
    return sum(
        count
        for (token, done, outcome), count in tally.outcomes.items()
        if outcome in outcomes and (not tokens or token in tokens) and slip in ("", done)
    )


def as_one(tally: Tally) -> tuple[int, int]:
    """Of the slips of a single token that are found, how many are told as exactly one error, and
    how many there are."""
    slips = [slip for slip in SLIPS if slip != "exchange"]
    one = sum(tally.one_error[token, slip] for token in SINGLE for slip in slips)
    return one, sum(counted(tally, *FOUND, tokens=SINGLE, slip=slip) for slip in slips)


def table(tally: Tally) -> str:
    """The figures as Markdown."""
    mutated = tally.outcomes.total()
    found = counted(tally, *FOUND)
    rows = [
        ("transcripts", str(tally.texts)),
        ("mutants", str(mutated)),
        ("told as an error", share(found, mutated)),
        *((f"first {outcome}", share(counted(tally, outcome), found)) for outcome in FOUND),
        ("no error, the same game", share(counted(tally, "same game"), mutated)),
        ("no error, another legal game", share(counted(tally, "legal game"), mutated)),
        ("no error, though not legal", share(counted(tally, "missed"), mutated)),
        ("reading or judging failed", share(counted(tally, "crash"), mutated)),
        ("errors told of a mutant that is found", f"{tally.errors / found:.2f}"),
        ("slips of one token told as exactly one error", share(*as_one(tally))),
    ]
    lines = ["| | |", "|---|---|", *(f"| {name} | {figure} |" for name, figure in rows)]
    lines += ["", "| slip | mutants | an error | same game | legal game | exactly one error |",
              "|---|---|---|---|---|---|"]  # fmt: skip
    for token, slip in sorted({(token, slip) for token, slip, _ in tally.outcomes}):
        here = partial(counted, tally, tokens=(token,), slip=slip)
        told = here(*FOUND)
        one = f"{100 * tally.one_error[token, slip] / told:.0f} %" if told else "–"
        row = (f"{token} {slip}", here(*OUTCOMES), told, here("same game"), here("legal game"), one)
        lines.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.notation.mutants", description=__doc__)
    parser.add_argument("--transcripts", type=int, default=1_000)
    parser.add_argument("--mutants", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", type=int, default=20, help="how many doubtful ones are listed")
    wanted = parser.parse_args()
    tally = total(wanted.transcripts, wanted.mutants, wanted.seed, wanted.jobs)
    print(table(tally))
    for line in tally.listed[: wanted.list]:
        print(f"- {line}")


if __name__ == "__main__":
    main()
