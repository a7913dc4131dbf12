"""Verbs that make logs: `simulate`."""

from typing import Annotated

import typer

from brusqlog.cli.completion import rulesets
from brusqlog.cli.options import ForceOption, LangOption

Players = Annotated[
    int | None,
    typer.Option(metavar="N", min=2, max=5, help="Players; otherwise 3, or 4 with --partners."),
]
Rules = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="A published ruleset, or a file of your own.",
        autocompletion=rulesets,
    ),
]
Hands = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Hands of a game; otherwise 1.")
]
Rounds = Annotated[int | None, typer.Option(metavar="N", min=1, help="Rounds of a game instead.")]
Target = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Card points at which a game ends instead."),
]
Seed = Annotated[
    int, typer.Option(metavar="N", min=0, help="The same seed gives the same games everywhere.")
]
Bots = Annotated[
    str,
    typer.Option(
        metavar="BOTS", help="Who plays: random or greedy, one for all or one a seat: a,b,c."
    ),
]
Exchange = Annotated[
    bool,
    typer.Option(
        "--exchange", help="Each game again with the same packs, until all have sat everywhere."
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write there; .gz and .zst are packed, .parquet is a hand table.",
    ),
]


def simulate(
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to be played.")] = 1,
    players: Players = None,
    partners: Annotated[bool, typer.Option("--partners", help="Two against two.")] = False,
    rules: Rules = "salon-2021",
    hands: Hands = None,
    rounds: Rounds = None,
    target: Target = None,
    seed: Seed = 1,
    bots: Bots = "random",
    exchange: Exchange = False,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Cards dealt and drawn are not recorded.")
    ] = False,
    times: Annotated[bool, typer.Option("--times", help="Every event has a time.")] = False,
    output: Output = None,
    force: ForceOption = False,
    lang: LangOption = None,
) -> None:
    """Make legal games, played by bots, from a seed.

    \b
    Examples:
      brusqlog simulate --games 100 -o games.brusq.jsonl
      brusqlog simulate --players 5 --rounds 1 --bots greedy --seed 7 | brusqlog check -
      brusqlog simulate --games 50 --bots greedy,random,random --exchange --target 100
      brusqlog simulate --games 1000000 --bots greedy -o games.parquet
    """
    from brusqlog.cli.simulate import Asked, run
    from brusqlog.simulation.setup import Setup

    setup = Setup(
        games=games,
        players=players,
        partners=partners,
        hands=hands,
        rounds=rounds,
        target=target,
        seed=seed,
        exchange=exchange,
        hidden=hidden,
        times=times,
    )
    run(Asked(setup=setup, rules=rules, bots=bots, output=output, force=force, lang=lang))
