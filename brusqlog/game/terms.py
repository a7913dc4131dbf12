"""What was agreed for one game: the header's ruleset and options, judged and made ready to use."""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec import inspect as types
from msgspec.json import encode

from brusqlog.game import rules
from brusqlog.game.cards import CARDS, PACK, SEVENS, UNKNOWN, bits, members
from brusqlog.game.events import Game
from brusqlog.game.findings import Breach, breach
from brusqlog.game.ruleset import (
    HEADER_OPTIONS,
    OPTIONS,
    POT_OPTIONS,
    Ruleset,
    RulesetError,
    allows,
    rulesets,
)

FALLBACK: Final = "salon-2021"
"""Stands in, after the finding, for a ruleset that cannot be known."""

MOST_KNOWN: Final = 512
"""Agreements that are kept."""


class Terms(Struct, frozen=True, kw_only=True):
    """The agreement of one game. `known` is False if the ruleset could not be found."""

    known: bool
    players: int
    partners: bool
    for_points: bool
    hands: int | None
    target: int | None
    pack: int
    pack_size: int
    pairs: tuple[int, ...]
    """The pairs of sevens that may have been left out, as sets of bits."""
    sevens_open: bool
    """Whether it is not known which of several pairs was left out."""
    rank: str
    splits: tuple[tuple[int, ...], ...]
    cutter: str
    lots: bool
    lots_2v2: str
    left_most_warns: bool
    stake: int
    bank: int
    paid: bool
    values: tuple[int, int]
    gate: bool
    strict: bool
    encyclopedie: bool


def mode_of(header: Game) -> str:
    """The mode that a header's players and partners make; partners without four make none."""
    players = len(header.players)
    return "2v2" if header.partners is True and players == 4 else str(players)


def find_ruleset(header: Game, more: Mapping[str, Ruleset]) -> tuple[Ruleset | None, Breach | None]:
    """The ruleset a header names, or why there is none. `more` are known by their full names."""
    name, _, digest = header.rules.partition("@")
    published = rulesets().get(header.rules)
    if not digest and published is None:
        names = list(rulesets())
        return None, breach(
            "ruleset-unknown",
            at="rules",
            name=header.rules,
            names=names,
            expected=names,
            found=header.rules,
        )
    if header.ruleset is UNSET:
        known = published or more.get(header.rules)
        if known is not None:
            return known, None
        others = [full_name for full_name, other in more.items() if other.name == name]
        code = "ruleset-differs" if others else "ruleset-not-given"
        return None, breach(code, at="rules", name=header.rules, given=others, found=header.rules)
    try:
        found = Ruleset.of(header.ruleset)
    except RulesetError as error:
        return published, breach("ruleset-broken", at="ruleset", why=error.fault)
    if (found.name, found.digest[:12]) == (name, published.digest[:12] if published else digest):
        return found, None
    due = f"{found.name}@{found.digest[:12]}"
    fault = breach("ruleset-hash", at="rules", name=header.rules, due=due, found=header.rules)
    return published or found, fault


def judge_options(header: Game, for_points: bool) -> tuple[dict[str, Any], list[Breach]]:
    """The header's options that can stand, and the breaches of those that cannot."""
    given: dict[str, Any] = {} if header.options is UNSET else header.options
    stand: dict[str, Any] = {}
    breaches = []
    for name, value in given.items():
        allowed: Any = list(HEADER_OPTIONS)
        if name not in OPTIONS:
            code = "option-unknown"
        elif name not in HEADER_OPTIONS:
            code = "option-fixed"
        elif for_points and name in POT_OPTIONS:
            code, allowed = "option-without-pot", None
        elif not allows(name, value) or (name == "bank" and not isinstance(value, int)):
            code, allowed = "option-value", allowed_values(name)
        else:
            stand[name] = value
            continue
        breaches.append(
            breach(
                code,
                at=f"options.{name}",
                name=name,
                options=list(HEADER_OPTIONS),
                value=value,
                allowed=allowed,
                expected=allowed,
                found=value,
            )
        )
    return stand, breaches


def allowed_values(option: str) -> list[Any] | dict[str, Any]:
    """The values that a header may give to an option: listed, or as `{"least": 1}` for an integer,
    `{"of": […]}` for a list of some of these."""
    kind = types.type_info(OPTIONS[option])
    if isinstance(kind, types.UnionType):
        kind = next(one for one in kind.types if isinstance(one, types.IntType))
    match kind:
        case types.IntType():
            return {"least": kind.ge}
        case types.ListType(item_type=types.LiteralType(values=values)):
            return {"of": list(values)}
        case types.LiteralType(values=values):
            return list(values)
    return [True, False]


def judge_players(header: Game) -> Sequence[Breach]:
    """Names that are one name, identities that do not count up, partners without four."""
    identities = None if header.identities is UNSET else len(header.identities)
    return _players(tuple(header.players), identities, header.partners is True)


@lru_cache(maxsize=4096)
def _players(names: tuple[str, ...], identities: int | None, partners: bool) -> tuple[Breach, ...]:
    breaches = []
    plain = [unicodedata.normalize("NFC", name) for name in names]
    alike = [_folded(name) for name in names]
    for index, name in enumerate(plain):
        at = f"players.{index}"
        if name in plain[:index]:
            breaches.append(breach("player-twice", at=at, name=name, found=name))
        elif alike[index] in alike[:index]:
            other = plain[alike.index(alike[index])]
            breaches.append(breach("players-alike", at=at, name=name, other=other))
    if partners and len(names) != 4:
        n = len(names)
        breaches.append(breach("partners-not-four", at="partners", n=n, expected=4, found=n))
    if identities not in (None, len(names)):
        breaches.append(
            breach(
                "identities-count",
                at="identities",
                n=identities,
                players=len(names),
                expected=len(names),
                found=identities,
            )
        )
    return tuple(breaches)


def _folded(name: str) -> str:
    """A name without case, blanks and accents, for finding look-alikes."""
    wide = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(c for c in wide if not c.isspace() and not unicodedata.combining(c))


def judge_removed(header: Game, sevens: str) -> tuple[tuple[int, ...], list[Breach]]:
    """The pairs of sevens that may have been left out (none with a full pack), and breaches."""
    players = len(header.players)
    short = rules.pack_size(players) < len(CARDS)
    if header.removed is UNSET:
        if not short:
            return (), []
        missing = breach("removed-missing", option="pack", n=players)
        return tuple(rules.removed_pairs(sevens, ())), [missing]
    if not short:
        cards = header.removed
        needless = breach(
            "removed-needless", at="removed", n=players, cards=cards, found=cards, option="pack"
        )
        return (), [needless]
    named = [card for card in header.removed if card != UNKNOWN]
    twice = len(set(named)) < len(named)
    pairs = rules.removed_pairs(sevens, named)
    if pairs and not twice:
        return tuple(pairs), []
    wild = twice or not set(named) <= set(SEVENS)
    code, option = ("removed-not-sevens", "pack") if wild else ("removed-colours", "sevens")
    allowed = [list(members(pair)) for pair in rules.removed_pairs(sevens, ())]
    fault = breach(
        code,
        at="removed",
        cards=header.removed,
        name=header.rules,
        pairs=allowed,
        expected=None if wild else allowed,
        found=header.removed,
        option=option,
    )
    # Go on with what was really left out where that can be, else with any pair.
    pair = () if wild else (bits(named),) * (len(named) == 2)
    return pair or tuple(rules.removed_pairs("any", ())), [fault]


def terms_of(header: Game, more: Mapping[str, Ruleset]) -> tuple[Terms, Sequence[Breach]]:
    """The agreement of a game and the breaches of its header."""
    named = judge_players(header)
    if header.ruleset is not UNSET or more:
        terms, breaches = _agree(header, more)
        return terms, [*breaches, *named]
    key = (
        header.rules,
        len(header.players),
        header.partners,
        None if header.removed is UNSET else tuple(header.removed),
        header.hands,
        header.rounds,
        header.target,
        None if header.options is UNSET else encode(header.options),
    )
    if key not in _published:
        if len(_published) >= MOST_KNOWN:
            _published.clear()
        _published[key] = _agree(header, {})
    terms, breaches = _published[key]
    return terms, [*breaches, *named]


_published: dict[object, tuple[Terms, Sequence[Breach]]] = {}
"""The agreements of headers without rules of their own: the same for many games."""


def _agree(header: Game, more: Mapping[str, Ruleset]) -> tuple[Terms, Sequence[Breach]]:
    ruleset, fault = find_ruleset(header, more)
    breaches = [fault] if fault else []
    known = ruleset is not None
    ruleset = ruleset or rulesets()[FALLBACK]
    for_points = header.target is not UNSET
    options, faults = judge_options(header, for_points)
    breaches += faults
    agreed = {name: option.value for name, option in ruleset.options.items()} | options
    mode = mode_of(header)
    if known and mode not in agreed["modes"]:
        breaches.append(_mode_fault(header, mode, list(agreed["modes"])))
    pairs, faults = judge_removed(header, agreed["sevens"] if known else "any")
    breaches += faults
    players = len(header.players)
    hands = _hands(header, mode)
    stake = 0 if for_points else agreed["stake"]
    bank = agreed["bank"]
    if not isinstance(bank, int):
        bank = rules.bank(hands or 0, stake)
    terms = Terms(
        known=known,
        players=players,
        partners=mode == "2v2",
        for_points=for_points,
        hands=hands,
        target=None if header.target is UNSET else header.target,
        pack=PACK & ~pairs[0] if len(pairs) == 1 else PACK,
        pack_size=rules.pack_size(players),
        pairs=pairs,
        sevens_open=len(pairs) > 1,
        rank=agreed["rank"],
        splits=tuple(tuple(map(int, split.split("+"))) for split in agreed["packets"]),
        cutter=agreed["cutter"],
        lots=agreed["first_dealer"] == "lots",
        lots_2v2=agreed["lots_2v2"],
        left_most_warns=agreed["left_most_dealer"] == "warning",
        stake=stake,
        bank=bank,
        paid=not for_points and mode in agreed["brusquembilles"],
        values=(agreed["values"][0], agreed["values"][1]),
        gate=agreed["ace_of_trump"] == "gate",
        strict=agreed["strict_endgame"],
        encyclopedie=agreed["incidents"] == "encyclopedie",
    )
    return terms, breaches


def _mode_fault(header: Game, mode: str, modes: list[str]) -> Breach:
    return breach(
        "mode-not-in-rules",
        at="players",
        name=header.rules,
        mode=mode,
        modes=modes,
        expected=modes,
        found=mode,
        option="modes",
    )


def _hands(header: Game, mode: str) -> int | None:
    """Hands to be played; None where the points decide."""
    if header.rounds is not UNSET:
        return rules.hands_in(header.rounds, mode)
    return None if header.hands is UNSET else header.hands
