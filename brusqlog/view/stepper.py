"""What a person does at the terminal, key by key, and what the screen then shows. It knows neither
the terminal nor how keys come from it."""

from collections.abc import Callable
from typing import Final

from brusqlog.spelling import Style, pad, width
from brusqlog.view.game import Shown
from brusqlog.view.pieces import Line, cut, piece
from brusqlog.view.screen import Screen
from brusqlog.view.vocabulary import PAGE, TERMINAL
from brusqlog.view.walk import Move, Walk

MOVES: Final[dict[str, Move]] = {
    "right": "next",
    "left": "back",
    "s-right": "trick-next",
    "t": "trick-next",
    "s-left": "trick-back",
    "T": "trick-back",
    "pagedown": "hand-next",
    "pageup": "hand-back",
    "home": "first",
    "end": "last",
    "]": "finding-next",
    "[": "finding-back",
    "b": "payment-next",
    "f": "turn",
}
"""What each key does; they are those of the page, as far as it has them."""

OTHERS: Final = (" ", "?", "g", "n", "p", "q", "c-d")
"""Keys that let the game play by itself, show the keys, ask where to go, show the next or the
previous game, and quit."""

TOLD: Final = (
    ("← →", "key step"),
    ("⇧← ⇧→, t T", "key trick"),
    ("PgUp PgDn", "key hand"),
    ("Home End", "key ends"),
    ("{space}", "key play"),
    ("[ ]", "key finding"),
    ("b", "key payment"),
    ("f", "key turn"),
    ("g", "key jump"),
    ("n p", "key game"),
    ("?", "key help"),
    ("q", "key quit"),
)
"""The keys as they are told, with what each does."""

ARROWS: Final = {"←": "<-", "→": "->", "⇧": "Shift "}
"""What stands for them where there is only ASCII."""

Games = Callable[[int], Shown | None]
"""Gives a game by its place from 0; None beyond the last one."""


class Stepper:
    """Steps through games from a moment of the first one. `playing` while the game goes on by
    itself, by every `tick`; `over` once the person has left."""

    def __init__(self, games: Games, style: Style, walk: Walk) -> None:
        self.games = games
        self.style = style
        self.labels = TERMINAL[style.language]
        self.game = 0
        self.playing = False
        self.over = False
        self._walks = {0: walk}
        self._typed: str | None = None
        self._keys = False
        self._notice = ""

    @property
    def walk(self) -> Walk:
        """Where one is in the game that is shown."""
        return self._walks[self.game]

    def press(self, key: str) -> None:
        """A key by name: a character, or `left`, `s-left`, `pageup`, `home`, `enter`, `escape`,
        `backspace` and so on. One that means nothing is passed over, but any stops a game that
        plays by itself."""
        playing, self.playing = self.playing, False
        self._notice = ""
        if self._keys:
            self._keys = False
            self.over = key == "q"
        elif self._typed is not None:
            self._type(key, self._typed)
        elif key in MOVES:
            self.walk.do(MOVES[key])
        elif key == " ":
            self._play(on=not playing)
        elif key in OTHERS:
            self._other(key)

    def _play(self, *, on: bool) -> None:
        """From the end it begins anew."""
        self.playing = on
        if on and self.walk.seq == self.walk.last:
            self.walk.do("first")

    def tick(self) -> None:
        """Go on by one event if the game plays by itself, which ends with the last one."""
        if self.playing:
            self.walk.do("next")
            self.playing = self.walk.seq < self.walk.last

    def _other(self, key: str) -> None:
        match key:
            case "?":
                self._keys = True
            case "g":
                self._typed = ""
            case "n" | "p":
                self._open(self.game + (1 if key == "n" else -1))
            case _:
                self.over = True

    def _open(self, game: int) -> None:
        """Show another game, where one left it."""
        if game not in self._walks:
            shown = self.games(game) if game >= 0 else None
            if shown is None:
                self._notice = self.labels["no other game"]
                return
            self._walks[game] = Walk(shown)
        self.game = game

    def _type(self, key: str, typed: str) -> None:
        """A key while one says where to go."""
        match key:
            case "enter":
                self._typed = None
                self._go(typed)
            case "escape":
                self._typed = None
            case "backspace":
                self._typed = typed[:-1]
            case _ if len(key) == 1 and key.isprintable():
                self._typed = typed + key

    def _go(self, typed: str) -> None:
        seq = self.walk.sought(typed)
        if seq is not None:
            self.walk.seq = seq
        elif typed.strip():
            self._notice = self.labels["nowhere"].format(typed=typed.strip())

    # What is shown -------------------------------------------------------------------------------

    def lines(self, columns: int, rows: int) -> list[Line]:
        """The screen: so many lines of at most so many columns."""
        if not self._keys:
            return Screen(self.walk, self.style).lines(columns, rows, self._foot(columns))
        words = PAGE[self.style.language]
        every = {**words, **self.labels}
        made: list[Line] = [piece(words["keys"], "bold"), []]
        space = words["key space"]
        named = [(self._plain(keys.format(space=space)), every[label]) for keys, label in TOLD]
        room = max(width(keys) for keys, _ in named)
        made += [[*piece(f"  {pad(keys, room)}  ", "bold"), *piece(does)] for keys, does in named]
        made += [[], piece(self._plain(self.labels["any key"]), "dim")]
        blank: list[Line] = [[] for _ in range(rows)]
        return [cut(line, columns, self.style) for line in (made + blank)[:rows]]

    def _foot(self, columns: int) -> Line:
        """What one types, what is to be said, or some keys: as many of the last as there is room
        for."""
        if self._typed is not None:
            return piece(self.labels["go to"].format(typed=f"{self._typed}_"), "bold")
        if self._notice:
            return piece(self._plain(self._notice), "warning")
        if self.playing:
            return piece(self._plain(self.labels["playing"]), "bold")
        hints = self._plain(self.labels["hints"])
        while width(hints) > columns and "  " in hints:
            hints = hints.partition("  ")[2]
        return piece(hints, "dim")

    def _plain(self, text: str) -> str:
        if self.style.letters:
            text = "".join(ARROWS.get(sign, sign) for sign in text)
        return self.style.plain(text)
