"""`brusqlog diff`."""

import sys
from collections.abc import Sequence

import msgspec
import typer
from msgspec import Struct

from brusqlog.checking.report import Wishes
from brusqlog.cli import ERRORS, OK, UNREAD
from brusqlog.cli.options import wrong
from brusqlog.cli.output import lines, style_of, write
from brusqlog.cli.picking import spoken
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.witnesses import one_game, read_each, tell_form
from brusqlog.versions.account import Witness, account
from brusqlog.versions.agreement import common_seats
from brusqlog.versions.comparing import compared
from brusqlog.versions.telling import Telling, document


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    a: str
    b: str
    games: Sequence[str] = ()
    rules: Sequence[str] = ()
    form: str = "text"
    lang: str | None = None


def run(asked: Asked) -> None:
    """Compare the two records, tell how they differ, and end with the exit code."""
    if len(asked.games) > 2:
        raise wrong("--game", "{count} are too many: one for both files, or one each.",
                    count=len(asked.games))  # fmt: skip
    known = rulesets(asked.rules)
    first, second = read_each([asked.a, asked.b], known)
    style = style_of(sys.stdout, spoken(asked.lang, [*first, *second]), "never", asked.form)
    wishes = Wishes(style=style, rulesets=known)
    games = asked.games or (None,)
    one = one_game(asked.a, first, games[0], wishes)
    two = one_game(asked.b, second, games[-1], wishes)
    partly = [tell_form(log, wishes) for log in (one, two)]
    a = account(Witness(one), known)
    b = account(Witness(two), known, common_seats(one, two))
    comparison = compared(a, b)
    if asked.form == "json":
        write(lines([msgspec.json.encode(document(comparison, a, b, style)).decode()]))
    else:
        write(lines(Telling(comparison, a, b, style).lines()))
    if comparison.differences:
        raise typer.Exit(ERRORS)
    raise typer.Exit(UNREAD if any(partly) else OK)
