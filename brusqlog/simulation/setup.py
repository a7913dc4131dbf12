"""What is to be played: what was asked for, judged before anything is played."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from brusqlog.checking.words import Words
from brusqlog.errors import SimulationError
from brusqlog.game import rules
from brusqlog.game.cards import CARD_POINTS, CARDS, UNKNOWN
from brusqlog.game.events import FORMAT, SAFE, Game
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.game.terms import Terms, mode_of, terms_of
from brusqlog.simulation.bots import HOUSE, Bot, name_of
from brusqlog.simulation.chance import SEEDS
from brusqlog.spelling import Style

NAMES: Final = ("Anne", "Basile", "Cécile", "Denise", "Émile")
"""Who plays, unless names are given."""

MOST: Final = sum(CARD_POINTS.values())
"""The card points of a hand."""


class Setup(Struct, frozen=True, kw_only=True):
    """What was asked for, as `brusqlog.simulate` explains it."""

    games: int = 1
    players: int | Sequence[str] | None = None
    partners: bool = False
    rules: str | Ruleset = "salon-2021"
    hands: int | None = None
    rounds: int | None = None
    target: int | None = None
    seed: int = 1
    bots: Bot | Sequence[Bot] = "random"
    deals: Iterable[Sequence[str]] | None = None
    exchange: bool = False
    hidden: bool = False
    times: bool = False
    options: Mapping[str, Any] | None = None


class Plan(Struct, frozen=True, kw_only=True):
    """The same made ready."""

    setup: Setup
    header: Game
    """That of all games, before players change seats; which sevens are left out is open."""
    terms: Terms
    """What it agrees on."""
    bots: tuple[Bot, ...]
    """One a seat, before players change seats."""

    @property
    def step(self) -> int:
        """How many seats players move on at an exchange: one; 2v2 two, so that sides stay."""
        return len(rules.side_of(0, self.terms.players, self.terms.partners))

    @property
    def exchanges(self) -> int:
        """How often each pack is played."""
        return self.terms.players // self.step if self.setup.exchange else 1

    @property
    def hands(self) -> int:
        """How many hands a game has; with a target the most, unless there is a tie."""
        if self.terms.target is None:
            return self.terms.hands or 0
        return -(-self.terms.target * (self.terms.players // self.step) // MOST)


def planned(setup: Setup) -> Plan:
    """What was asked for, made ready. Raises `SimulationError` if no game can be played so."""
    if setup.games < 1:
        raise SimulationError(f"{setup.games} is too small: from 1.", "games")
    if not 0 <= setup.seed < SEEDS:
        told = f"{setup.seed} is not in 0...{SEEDS - 1}."
        raise SimulationError(told, "seed", given=setup.seed, most=SEEDS - 1)
    names = _names(setup)
    bots = _bots(setup, len(names))
    header = _header(setup, names, bots)
    terms, breaches = terms_of(header, {})
    for fault in breaches:
        if fault.code == "mode-not-in-rules":
            raise _not_played_so(mode_of(header), header.rules)
        if fault.is_error:
            raise SimulationError(Words(Style()).message(fault.code, fault.facts))
    return Plan(setup=setup, header=header, terms=terms, bots=bots)


def _names(setup: Setup) -> list[str]:
    """The players' names: those given, or so many of ours."""
    players = setup.players
    if players is None:
        players = rules.PLAYERS["2v2" if setup.partners else "3"]
    if isinstance(players, str):
        raise SimulationError(f"a list of names or a number is wanted, not {players!r}.", "players")
    if not isinstance(players, int):
        return list(players)
    if not 2 <= players <= len(NAMES):
        raise SimulationError(f"{players} is not in 2...{len(NAMES)}.", "players")
    return list(NAMES[:players])


def _bots(setup: Setup, players: int) -> tuple[Bot, ...]:
    """A bot a seat: those given, or the one for all."""
    given = setup.bots
    bots = (given,) * players if isinstance(given, str) or callable(given) else tuple(given)
    for bot in bots:
        if not (bot in HOUSE if isinstance(bot, str) else callable(bot)):
            raise SimulationError(f"there is no bot {bot!r}, only: {', '.join(HOUSE)}.", "bots")
    if len(bots) != players:
        told = f"{len(bots)} for {players} players: one for all is wanted, or one each."
        raise SimulationError(told, "bots", given=len(bots), players=players)
    return bots


def _header(setup: Setup, names: list[str], bots: tuple[Bot, ...]) -> Game:
    """The header of all games, as a reader would take it."""
    if setup.partners and len(names) != rules.PLAYERS["2v2"]:
        told = f"two against two are four, not {len(names)}."
        raise SimulationError(told, "players", given=len(names))
    lengths = {"hands": setup.hands, "rounds": setup.rounds, "target": setup.target}
    length = {name: number for name, number in lengths.items() if number is not None}
    if len(length) > 1:
        raise SimulationError(f"only one of {', '.join(length)} can be the length.")
    for name, number in length.items():
        if number < 1:
            raise SimulationError(f"{number} is too small: from 1.", name, given=number, least=1)
        if number > SAFE:
            told = f"{number} is too large: up to {SAFE}."
            raise SimulationError(told, name, given=number, most=SAFE)
    ruleset = _ruleset(setup.rules)
    own = ruleset.full_name != ruleset.name
    header = {
        "event": "game",
        "format": FORMAT,
        "id": "?",
        "rules": ruleset.full_name,
        "players": names,
        "identities": [name_of(bot) for bot in bots],
        **({"removed": [UNKNOWN] * 2} if rules.pack_size(len(names)) < len(CARDS) else {}),
        **({"partners": True} if setup.partners else {}),
        **(length or {"hands": 1}),
        **({"options": dict(setup.options)} if setup.options else {}),
        **({"ruleset": msgspec.to_builtins(ruleset)} if own else {}),
    }
    try:
        return msgspec.json.decode(msgspec.json.encode(header), type=Game)
    except (msgspec.ValidationError, TypeError, UnicodeEncodeError) as error:
        raise SimulationError(f"the header would be malformed: {error}") from error


def _ruleset(given: str | Ruleset) -> Ruleset:
    if isinstance(given, Ruleset):
        return given
    if given not in rulesets():
        known = ", ".join(rulesets())
        raise SimulationError(f"there is no ruleset {given!r}, only: {known}.", "rules")
    return rulesets()[given]


def _not_played_so(mode: str, name: str) -> SimulationError:
    modes = {other: one.options["modes"].value for other, one in rulesets().items()}
    others = ", ".join(other for other in modes if mode in modes[other])
    told = f"{name} is not played by {mode}; these are: {others}."
    return SimulationError(told, "rules", name=name, mode=mode, others=others)
