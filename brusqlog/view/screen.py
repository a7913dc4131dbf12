"""One moment of a game as lines of a terminal: the table as the page has it, or in a small window a
list; what happened; what was found."""

from collections.abc import Iterator
from itertools import groupby
from math import cos, pi, sin
from typing import Final

from brusqlog.game.cards import RED, UNKNOWN
from brusqlog.spelling import Style, shorten, width
from brusqlog.view.frames import Frame, cards_of
from brusqlog.view.pieces import (
    Line,
    beside,
    cut,
    flowing,
    justified,
    piece,
    placed,
    told,
    wide,
)  # fmt: skip
from brusqlog.view.seating import AREAS, SEATS
from brusqlog.view.vocabulary import PAGE, TERMINAL
from brusqlog.view.walk import Walk

CELL: Final = 4
"""Lines of a player."""

MIDDLE: Final = 5
"""Lines of the trick on the table."""

HIGHEST: Final = 2 * CELL + 14
"""Lines of a table in a large window."""

SAID: Final = 7
"""Lines below the table, if there is room: what happened and what was found."""

AROUND: Final = 3
"""Lines around these: what game it is, the bar, the keys."""

NARROWEST: Final = 72
"""Columns below which there is a list and no table; so it is in a window of too few lines."""

MOST: Final = 5
"""Chips, and counters, that are drawn."""

CHIP: Final = 20
"""Counters of a long chip (fiche)."""

SIGNS: Final = {
    "turn": ("▶", ">"), "takes": ("★", "*"), "back": ("▒", "#"), "chip": ("▬", "="),
    "counter": ("•", "o"), "done": ("━", "="), "ahead": ("─", "-"), "here": ("●", "O"),
    "hand": ("┃", "|"), "found": ("!", "!"), "minus": ("−", "-"),
}  # fmt: skip
"""Each with what stands for it where there is only ASCII."""


class Screen:
    """Draws a game that is stepped through, in the words and signs of a style."""

    def __init__(self, walk: Walk, style: Style) -> None:
        self.walk = walk
        self.style = style
        self.words = PAGE[style.language]
        self.labels = TERMINAL[style.language]
        data = walk.data
        self.players: list[str] = data["players"]
        self.initials: list[str] = data["initials"]
        self.for_points = bool(data.get("forPoints"))
        self.partners = bool(data["partners"])

    def lines(self, columns: int, rows: int, foot: Line) -> list[Line]:
        """So many lines of at most so many columns, `foot` the last of them."""
        frame = self.walk.frame
        needed = 2 * CELL + MIDDLE
        if frame is None or not self.walk.data.get("known"):
            label = self.words["no game" if frame is None else "no table"]
            body = [*flowing(self.style.plain(label), columns)]
        elif columns >= NARROWEST and rows >= needed + AROUND + 2:
            room = max(needed, min(rows - AROUND - SAID, HIGHEST))
            body = self._table(frame, columns, room)
        else:
            body = self._list(frame, columns)
        made = [self._head(columns), *body, self._bar(columns), *self._below(columns)]
        if len(made) >= rows > 1:
            made[rows - 2] = justified(made[rows - 2], self._more, columns, self.style)
        made += [[] for _ in range(rows)]
        return [cut(line, columns, self.style) for line in [*made[: rows - 1], foot][:rows]]

    @property
    def _more(self) -> Line:
        """Says that there is more than there is room for."""
        return piece(self.style.plain("…"), "bold")

    # Around the table ----------------------------------------------------------------------------

    def _head(self, columns: int) -> Line:
        walk, words = self.walk, self.words
        where = [f"{words['event']} {walk.seq} {words['of']} {walk.last}"]
        if walk.frame is not None:
            for kind in ("hand", "trick"):
                if number := walk.frame[kind]:
                    where.append(f"{words[kind].lower()} {number}")
        dot = self.style.plain(" · ")
        left = piece(walk.shown.title, "bold")
        if names := walk.data.get("seen") or ", ".join(self.players):
            left += piece(f"{dot}{names}")
        return justified(left, piece(dot.join(where), "bold"), columns, self.style)

    def _bar(self, columns: int) -> Line:
        """How far one has come, with hands and findings."""
        walk = self.walk
        last = max(walk.last, 1)
        at = walk.seq * (columns - 1) // last
        signs = [("done", self._sign("done"))] * at
        signs += [("dim", self._sign("ahead"))] * (columns - at)
        for seq, _ in walk.data.get("hands", []):
            signs[seq * (columns - 1) // last] = ("dim", self._sign("hand"))
        for found in walk.data["findings"] if walk.frames else []:
            place = found["seq"] * (columns - 1) // last
            signs[place] = (found["severity"], self._sign("found"))
        signs[at] = ("turn", self._sign("here"))
        runs = groupby(signs, key=lambda sign: sign[0])
        return [(kind, "".join(sign for _, sign in run)) for kind, run in runs]

    def _below(self, columns: int) -> Iterator[Line]:
        """What happened, and what was found there."""
        event = self.walk.event
        if event is not None:
            said = event["said"]
            if "withdrawn" in event:
                said += f" ({self.words['withdrawn']})"
            yield from flowing(said, columns, "bold")
        for found in self.walk.findings:
            label = f"{found['severity']}[{found['code']}]"
            message = self.style.plain(found["message"])
            first, *others = flowing(f"{label} {message}", columns, indent="  ")
            kind, text = first[0]
            head = text[: text.index(label) + len(label)]
            yield [(found["severity"], f"!{head[1:]}"), (kind, text[len(head) :]), *first[1:]]
            yield from others
            for more in ("rule", "help"):
                if more in found:
                    yield from flowing(self.style.plain(found[more]), columns, "dim", "  ")

    # The table -----------------------------------------------------------------------------------

    def _table(self, frame: Frame, columns: int, room: int) -> list[Line]:
        """The table in so many lines; what is left over is the middle's."""
        made: list[Line] = []
        for areas in AREAS[len(self.players), self.partners]:
            height = room - 2 * CELL if "c" in areas else CELL
            side = columns * 3 // 10 if len(areas) == 3 else columns // len(areas)
            widths = [side] * len(areas)
            widths[len(areas) // 2] = columns - side * (len(areas) - 1)
            cells = [
                (wide, self._cell(area, frame, wide, height))
                for area, wide in zip(areas, widths, strict=True)
            ]
            made += beside(cells, height, self.style)
        return made

    def _cell(self, area: str, frame: Frame, columns: int, height: int) -> list[Line]:
        match area:
            case "c":
                return self._centre(frame, columns, height)
            case "s":
                return self._stock(frame)
            case "p":
                return self._pot(frame)
        seat = (self.walk.home + SEATS.index(area)) % len(self.players)
        return self._player(seat, frame, columns)

    def _player(self, seat: int, frame: Frame, columns: int) -> list[Line]:
        return [
            self._name(seat, frame, columns),
            self._cards(self._held(seat, frame)),
            piece(self.style.plain(self._points(seat, frame))),
            self._purse(seat, frame),
        ]

    def _name(self, seat: int, frame: Frame, columns: int) -> Line:
        """The player, whether a card of his is due, and whether he deals."""
        due = seat == self._due(frame)
        deals = ""
        if frame["dealer"] == seat:
            deals = self.style.plain(f" · {self.words['deals']}")
        name = shorten(self.players[seat], columns - 2 - width(deals), self.style)
        mark = f"{self._sign('turn')} " if due else ""
        return [*piece(f"{mark}{name}", "turn" if due else "bold"), *piece(deals, "dim")]

    @staticmethod
    def _due(frame: Frame) -> int | None:
        seat: int | None = frame["turn"] if frame["drawer"] is None else frame["drawer"]
        return seat

    @staticmethod
    def _held(seat: int, frame: Frame) -> list[str]:
        """What the player holds; while seats are drawn for, his lot."""
        lot = frame["lot"][str(seat)] if not frame["hand"] else ""
        return cards_of(lot or frame["holding"][str(seat)])

    def _points(self, seat: int, frame: Frame) -> str:
        pile = len(cards_of(frame["pile"][str(seat)]))
        points = self.style.number(frame["points"][seat], "points")
        return f"{self.labels['pile']} {pile} · {points}" if pile else points

    def _purse(self, seat: int, frame: Frame) -> Line:
        if self.for_points:
            return piece(f"{frame['totals'][seat]} {self.words['totals']}")
        if frame["purses"] is None:
            return []
        return self._money(frame["purses"][seat])

    def _money(self, sum_: int) -> Line:
        """A sum, with chips and counters as they would lie on the table."""
        chips, counters = divmod(max(sum_, 0), CHIP)
        drawn = self._sign("chip") * min(chips, MOST) + self._sign("counter") * min(counters, MOST)
        number = self.style.number(sum_, "counters").replace("-", self._sign("minus"))
        return [*piece(drawn, "takes"), *piece(f" {number}" if drawn else number)]

    def _cards(self, cards: list[str]) -> Line:
        made: Line = []
        for card in cards:
            made += [("", " "), *self._card(card)] if made else self._card(card)
        return made

    def _card(self, card: str) -> Line:
        """A card with an edge; the ground of one that was not seen."""
        if card == UNKNOWN:
            return [("back", self._edged(self._sign("back") * 2))]
        face = self.style.card(card)
        return [("card red" if card[1] in RED else "card", self._edged(face))]

    def _edged(self, text: str) -> str:
        """Where there are colours the ground is the edge."""
        return f" {text} " if self.style.colour else f"[{text}]"

    def _centre(self, frame: Frame, columns: int, height: int) -> list[Line]:
        """The trick with each card towards the player who laid it; who is due, what is owed."""
        n, home = len(self.players), self.walk.home
        rows: list[list[tuple[int, Line]]] = [[] for _ in range(max(MIDDLE, height - 3))]
        reach = min(11, (columns - 12) // 2)
        for entry in frame["table"]:
            seat, card = int(entry[0]), entry[1:]
            turn = ((seat - home) % n - self.partners / 2) * 2 * pi / n
            row = round(round((len(rows) - 1) / 2 * (1 + cos(turn)), 3))
            laid = [*piece(f"{self.initials[seat]} "), *self._card(card)]
            if frame["taker"] == seat:
                laid += [("takes", f" {self._sign('takes')}")]
            rows[row].append((round(columns / 2 + reach * sin(turn)), laid))
        trick = [placed(items, columns, self.style) for items in rows]
        return (trick + list(self._due_lines(frame, columns)))[:height]

    def _due_lines(self, frame: Frame, columns: int) -> Iterator[Line]:
        """Who is to play or to draw, and what is owed."""
        due = self._due(frame)
        if due is not None:
            label = self.words["turn" if frame["drawer"] is None else "drawer"]
            yield piece(f"{label}{self.style.mark(':')} {self.players[due]}", "dim")
        if frame["owed"]:
            yield from flowing(f"{self.words['owed']} {frame['owed']}", columns - 2)

    def _stock(self, frame: Frame) -> list[Line]:
        """The stock with the turn-up half under it, and the trump."""
        lies = frame["turnup"] and frame["stock"] > 0
        drawn = self._card(frame["turnup"]) if lies else []
        if frame["stock"] > bool(lies):
            drawn = [*drawn, ("back", self._sign("back") * 4)]
        return [drawn, piece(f"{self.words['stock']} {frame['stock']}"), self._trump(frame)]

    def _trump(self, frame: Frame) -> Line:
        suit = frame["trump"]
        if suit is None:
            return []
        sign = "" if self.style.letters else f"{self.style.card(f'A{suit}')[-1]} "
        return told(f"{self.words['trump']} {sign}{self.style.suit(suit)}")

    def _pot(self, frame: Frame) -> list[Line]:
        if frame["pot"] is None:
            return []
        return [self._money(frame["pot"]), piece(self.words["pot"])]

    # In a small window ---------------------------------------------------------------------------

    def _list(self, frame: Frame, columns: int) -> list[Line]:
        """A line a player, the trick, the stock."""
        n = len(self.players)
        room = min(max(map(width, self.players)), columns // 3)
        made = []
        for seat in ((self.walk.home + at) % n for at in range(n)):
            due = seat == self._due(frame)
            mark = self._sign("turn") if due else " "
            name = piece(f"{mark} {shorten(self.players[seat], room, self.style)}", "turn" * due)
            gap = " " * (room + 4 - wide(name))
            sums = str(frame["points"][seat])
            if frame["purses"] is not None:
                sums += f"/{frame['purses'][seat]}"
            held = [*name, ("", gap), *self._cards(self._held(seat, frame))]
            made.append(justified(held, piece(sums), columns, self.style))
        laid = [*piece(f"{self.words['trick on table']}{self.style.mark(':')} ")]
        for entry in frame["table"]:
            takes = self._sign("takes") if frame["taker"] == int(entry[0]) else ""
            laid += [*piece(f" {self.initials[int(entry[0])]} "), *self._card(entry[1:])]
            laid += piece(takes, "takes")
        drawn, stock, trump = self._stock(frame)
        lies = [*drawn, ("", " "), *stock, ("", "  "), *trump]
        if frame["pot"] is not None:
            lies += piece(f"  {self.words['pot']} {frame['pot']}")
        return [*made, laid, lies]

    def _sign(self, name: str) -> str:
        signs = SIGNS.get(name)
        return self.style.plain(name) if signs is None else signs[self.style.letters]
