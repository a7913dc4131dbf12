"""The conditions of a pattern as SQL: each a SELECT of the moments at which it is true.

What a pattern names is bound as parameters, never put into the text. No rule stands here: who takes
a trick and who wins a hand are columns.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from brusqlog.archive.pattern import Condition, Who
from brusqlog.archive.wording import Cards
from brusqlog.game.cards import SUITS

LEVELS: Final = {"game": "games", "hand": "hands", "trick": "tricks"}
"""What a moment is, from the widest, and the table that has all of its kind."""

_OF_TRICKS: Final = ("trick", "led", "played", "lost", "saved", "drawn", "payment")
_OF_GAMES: Final = ("player",)

# The side of a seat; who has none is one of his own.
_SIDE: Final = "coalesce(side, -1 - seat)"


class Moments(NamedTuple):
    """Moments: the SELECT that finds them, and what each is, a `game`, a `hand` or a `trick`."""

    select: str
    level: str


class Finder:
    """Makes the SQL of conditions. `names` gives the names in the logs of somebody who is called by
    name; `archives` says that several are read; `params` fills with what the SQL is bound to."""

    def __init__(self, names: Callable[[Who], list[str]], *, archives: bool) -> None:
        self.names = names
        self.game = "archive, game" if archives else "game"
        self.hand = f"{self.game}, hand"
        self.trick = f"{self.hand}, trick"
        self.params: dict[str, object] = {}

    def keys(self, level: str) -> str:
        """The columns that tell the moments of a level apart."""
        return {"game": self.game, "hand": self.hand, "trick": self.trick}[level]

    def moments(self, conditions: Sequence[Condition]) -> Moments:
        """The moments at which all the conditions are true."""
        levels = [_level(condition) for condition in conditions]
        level = max(levels, key=list(LEVELS).index, default="game")
        sql = f"SELECT {self.keys(level)} FROM {LEVELS[level]}"
        for number, (condition, its_own) in enumerate(zip(conditions, levels, strict=True)):
            how = "ANTI" if condition.turned_round else "SEMI"
            at = level if condition.kind == "incident" else its_own
            sql += f" {how} JOIN ({self._select(condition)}) AS c{number} USING ({self.keys(at)})"
        return Moments(sql, level)

    def _select(self, told: Condition) -> str:
        head, _, what = told.kind.partition(" ")
        match head:
            case "trick":
                return self._trick(told, what)
            case "hand":
                return self._hand(told, what)
            case "pot" if what == "shared":
                # Whoever takes his stake back from a hand that is given up shares nothing.
                ended = "SEMI JOIN (FROM hands WHERE status <> 'open') AS ended"
                return self._sides(f"awards {ended} USING ({self.hand})")
            case "pot":
                return f"SELECT {self.hand} FROM hands WHERE pot {self._number(told)}"
            case "points":
                return f"{self._from('hand_seats', told.by)} WHERE points {self._number(told)}"
            case "award":
                return f"{self._from('awards', told.by)} WHERE counters {self._number(told)}"
            case "payment":
                paid = self._by(self._by("payments", told.by, "payer"), told.to, "payee")
                return f"SELECT {self.trick} FROM {paid} WHERE counters {self._number(told)}"
            case "incident":
                kind = f"kind = {self._bound(told.text)}" if told.text else "true"
                return f"SELECT {self.trick} FROM {self._by('incidents', told.by)} WHERE {kind}"
            case "player":
                return f"SELECT {self.game} FROM {self._by('seats', told.by)}"
        return self._cards(told)

    def _trick(self, told: Condition, what: str) -> str:
        match what:
            case "led" | "taken":
                seat = "leader" if what == "led" else "taker"
                return f"SELECT {self.trick} FROM {self._by('tricks', told.by, seat)}"
            case "last":
                whole = f"SELECT {self.hand} FROM hands WHERE status = 'complete'"
                return (
                    f"SELECT {self.hand}, max(trick) AS trick FROM tricks"
                    f" SEMI JOIN ({whole}) AS whole USING ({self.hand}) GROUP BY {self.hand}"
                )
            case "trumped":
                return f"SELECT {self.trick} FROM tricks WHERE trumped"
        column = "trick" if what == "number" else "points"
        return f"SELECT {self.trick} FROM tricks WHERE {column} {self._number(told)}"

    def _hand(self, told: Condition, what: str) -> str:
        match what:
            case "number":
                return f"SELECT {self.hand} FROM hands WHERE hand {self._number(told)}"
            case "tied":
                return self._sides("(FROM hand_seats WHERE won)")
            case "dealt":
                return f"SELECT {self.hand} FROM {self._by('hands', told.by, 'dealer')}"
            case "won":
                return f"{self._from('hand_seats', told.by)} WHERE won"
        return f"SELECT {self.hand} FROM hands WHERE status = {self._bound(what)}"

    def _cards(self, told: Condition) -> str:
        """What happened to cards. A card is `saved` if his own side takes the trick."""
        if told.kind == "turned":
            return f"SELECT {self.hand} FROM hands WHERE {self._among('turnup', told.cards)}"
        table = "draws" if told.kind == "drawn" else "plays"
        trumps = f"(SELECT {self.hand}, trump FROM hands)"
        sql = f"SELECT {self.trick} FROM {self._by(table, told.by)} AS happened"
        sql += f" JOIN {trumps} AS trumps USING ({self.hand})"
        wanted = self._among("card", told.cards)
        if told.kind == "led":
            wanted += " AND happened.place = 1"
        if told.kind in ("lost", "saved"):
            takers = f"(SELECT {self.trick}, taker FROM tricks)"
            own = f"(SELECT {self.game}, seat, {_SIDE} AS own FROM seats)"
            taking = f"(SELECT {self.game}, seat AS taker, {_SIDE} AS taking FROM seats)"
            sql += f" JOIN {takers} AS takers USING ({self.trick})"
            sql += f" JOIN {own} AS owns USING ({self.game}, seat)"
            sql += f" JOIN {taking} AS takes USING ({self.game}, taker)"
            wanted += f" AND own {'=' if told.kind == 'saved' else '<>'} taking"
        return f"{sql} WHERE {wanted}"

    def _among(self, column: str, cards: Cards) -> str:
        """Whether a card is one of those meant; one that is not known never is."""
        wanted = [f"list_contains({self._bound(list(cards.ranks))}, {column}[1])"]
        if cards.trump:
            wanted.append(f"{column}[2] = trump")
        elif cards.suits != tuple(SUITS):
            wanted.append(f"list_contains({self._bound(list(cards.suits))}, {column}[2])")
        return " AND ".join(wanted)

    def _sides(self, table: str) -> str:
        """The hands of which the table has seats of more than one side."""
        sides = f"(SELECT {self.game}, seat, {_SIDE} AS side FROM seats)"
        return (
            f"SELECT {self.hand} FROM {table} JOIN {sides} AS sides USING ({self.game}, seat)"
            f" GROUP BY {self.hand} HAVING count(DISTINCT side) > 1"
        )

    def _from(self, table: str, who: Who | None) -> str:
        return f"SELECT {self.hand} FROM {self._by(table, who)}"

    def _by(self, table: str, who: Who | None, column: str = "seat") -> str:
        """The rows of a table in which the column is a seat that is meant."""
        if who is None:
            return table
        keys = self.hand
        if who.role == "dealer":
            seats = f"SELECT {keys}, dealer AS {column} FROM hands"
        elif who.role:
            which = {"eldest": "place = 0", "winner": "won", "loser": "NOT won"}[who.role]
            seats = f"SELECT {keys}, seat AS {column} FROM hand_seats WHERE {which}"
        else:
            keys = self.game
            if who.seat is None:
                which = f"list_contains({self._bound(self.names(who))}, name)"
            else:
                which = f"seat = {self._bound(who.seat)}"
            seats = f"SELECT {keys}, seat AS {column} FROM seats WHERE {which}"
        return f"(FROM {table} SEMI JOIN ({seats}) AS who USING ({keys}, {column}))"

    def _number(self, told: Condition) -> str:
        """A comparison; its sign is one of those that the language has."""
        return f"{told.compared} {self._bound(told.number)}"

    def _bound(self, value: object) -> str:
        """What stands for a value in the SQL."""
        name = f"pattern{len(self.params)}"
        self.params[name] = value
        return f"${name}"


def _level(condition: Condition) -> str:
    head = condition.kind.partition(" ")[0]
    if head in _OF_GAMES:
        return "game"
    return "trick" if head in _OF_TRICKS else "hand"
