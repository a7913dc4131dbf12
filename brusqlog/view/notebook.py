"""What a notebook shows: a game as a cell in which one steps through it, a state as its table."""

import re
from functools import cache
from html import escape
from math import lcm
from typing import Final

from brusqlog.checking.report import Wishes
from brusqlog.game.cards import RED, UNKNOWN
from brusqlog.game.course import Course
from brusqlog.languages import Language
from brusqlog.log.gamelog import GameLog
from brusqlog.nouns import SUITS
from brusqlog.show.telling import Teller
from brusqlog.spelling import Style
from brusqlog.view.frames import Frame, cards_of, frame
from brusqlog.view.game import shown
from brusqlog.view.html import Html, element, text
from brusqlog.view.page import page, part
from brusqlog.view.seating import AREAS, SEATS
from brusqlog.view.vocabulary import PAGE, RANKS

CLASS: Final = "brusqlog-game"

DARK: Final = ("[data-jp-theme-light=false]", ".vscode-dark", ".vscode-high-contrast")
LIGHT: Final = ("[data-jp-theme-light=true]", ".vscode-light", ".vscode-high-contrast-light")
"""How JupyterLab and VS Code mark a page that is dark, or light; elsewhere it is as the system."""

LOOK: Final = "display:block;width:100%;height:min(820px,94vh);border:0;border-radius:12px"

FELT: Final = (
    "display:grid;gap:6px;padding:10px;max-width:760px;border-radius:18px;background:#1d5a43;"
    "color:#f6f1e3;font:14px/1.4 system-ui,sans-serif;text-align:center;align-items:center"
)
ROW: Final = "display:flex;gap:4px;justify-content:center;align-items:center;min-height:54px"
SEAT: Final = "border-radius:12px;padding:4px;min-width:0;overflow-wrap:anywhere"
SOFT: Final = "color:#cfe0d3"

COLOURS: Final = {True: "#c4122f", False: "#1b1b22"}
"""Of a suit that is red, or is not."""

_SUIT: Final = re.compile(r'<symbol id="suit-(\w)" [^>]*>(<path [^>]*>)</symbol>')


def cell(log: GameLog, wishes: Wishes) -> str:
    """A game as a cell: the page that `view` makes, in a frame that reaches nothing around it."""
    game = shown(log, wishes)
    inside = page([game], wishes.style.language, embedded=True)
    looks = ((DARK, "dark"), (LIGHT, "light"))
    styles = [f".{CLASS}{{{LOOK}}}"]
    styles += [f":is({','.join(marks)}) .{CLASS}{{color-scheme:{look}}}" for marks, look in looks]
    title = escape(game.title)
    document = inside.replace("&", "&amp;").replace("'", "&#39;")
    return (
        f"{element('style', Html(''.join(styles)))}"
        f'<iframe class="{CLASS}" title="{title}" sandbox="allow-scripts" '
        f"srcdoc='{document}'></iframe>"
    )


def table(course: Course, language: Language) -> str:
    """The table after an event, with neither scripts nor anything that lies elsewhere."""
    return _Table(course, Style(language=language)).html()


class _Table:
    def __init__(self, course: Course, style: Style) -> None:
        self.style = style
        self.words = PAGE[style.language]
        partners = course.terms.partners
        self.tell = Teller(course.names, style, partners=partners)
        self.for_points = course.terms.for_points
        self.areas = AREAS[course.n, partners]
        self.frame: Frame = frame(course, [[]] * course.n, {}, self.tell)

    def html(self) -> str:
        """A grid in which every player has his place."""
        wide = lcm(*map(len, self.areas))
        rows = [" ".join(area for area in row for _ in range(wide // len(row)))
                for row in self.areas]  # fmt: skip
        places = " ".join(f"'{row}'" for row in rows)
        columns = f"grid-template-areas:{places};grid-template-columns:repeat({wide},minmax(0,1fr))"
        cells = [self._area(area) for row in self.areas for area in row]
        label = f"{self.words['table']}, {self._where()}"
        return element("div", *cells, style=f"{FELT};{columns}", role="group", aria_label=label)

    def _where(self) -> str:
        told = [f"{self.words[kind].lower()} {self.frame[kind]}"
                for kind in ("hand", "trick") if self.frame[kind]]  # fmt: skip
        return ", ".join(told) or self.words["before"]

    def _area(self, area: str) -> Html:
        inside = {"c": self._trick, "s": self._stock, "p": self._pot}
        if area in inside:
            return element("div", *inside[area](), style=f"grid-area:{area};min-width:0")
        return self._player(SEATS.index(area), area)

    def _player(self, seat: int, area: str) -> Html:
        frame, words = self.frame, self.words
        badges = [words["deals"]] if frame["dealer"] == seat else []
        if frame["drawer"] == seat:
            badges.append(words["drawer"])
        elif frame["turn"] == seat:
            badges.append(words["turn"])
        sums = [self.style.number(frame["points"][seat], "points")]
        if self.for_points:
            sums.append(f"{frame['totals'][seat]} {words['totals']}")
        if frame["purses"] is not None:
            sums.append(self.style.number(frame["purses"][seat], "counters").replace("-", "−"))
        due = {words["drawer"], words["turn"]} & set(badges)
        look = f"{SEAT};grid-area:{area};background:{'#0f3526' if due else '#164735'}"
        name = element("b", element("bdi", self.tell.name(seat)))
        return element(
            "div",
            element("div", name, " ", element("small", " · ".join(badges), style="color:#e3b94f")),
            element("div", *map(self._card, cards_of(frame["holding"][str(seat)])), style=ROW),
            element("div", " · ".join(sums)),
            style=look,
        )

    def _trick(self) -> list[Html]:
        laid = []
        for entry in self.frame["table"]:
            seat, card = int(entry[0]), entry[1:]
            star = " ★" if self.frame["taker"] == seat else ""
            name = element("small", element("bdi", self.tell.name(seat)), star, style=SOFT)
            laid.append(element("span", self._card(card), element("br"), name))
        told = [element("div", *laid, style=f"{ROW};min-height:78px;gap:8px;flex-wrap:wrap")]
        if self.frame["owed"]:
            told.append(element("small", f"{self.words['owed']} {self.frame['owed']}"))
        return told

    def _stock(self) -> list[Html]:
        frame, words = self.frame, self.words
        lies = frame["turnup"] and frame["stock"]
        cards = [self._card(frame["turnup"])] if lies else []
        if frame["stock"] > bool(lies):
            cards.append(self._card(UNKNOWN, words["stock"]))
        told = [element("div", *cards, style=ROW)]
        told.append(element("div", element("b", str(frame["stock"])), f" {words['stock']}"))
        if suit := frame["trump"]:
            sign = self.style.card(f"A{suit}")[1:]
            told.append(element("div", f"{words['trump']} {sign} {self.style.suit(suit)}"))
        return told

    def _pot(self) -> list[Html]:
        pot = self.frame["pot"]
        return [] if pot is None else [element("b", str(pot)), text(f" {self.words['pot']}")]

    def _card(self, card: str, label: str | None = None) -> Html:
        """A card with its index and suit; the back of one that was not seen."""
        if card == UNKNOWN:
            pattern = element("path", d="M7 8h22v36H7z", fill="none", stroke="#c9878f")
            return _picture(label or self.words["unseen"], "#7d1d2d", "none", pattern)
        suits, ranks = SUITS[self.style.language], RANKS[self.style.language]
        named = self.words["rank"].format(rank=ranks[card[0]], suit=suits[card[1]])
        font = "font:700 18px Georgia,serif"
        index = element(
            "text", self.style.card(card)[:-1], x=18, y=22, text_anchor="middle", style=font
        )
        sign = element("g", _suits()[card[1]], transform="translate(9 27) scale(.75)")
        return _picture(named, "#fffefa", COLOURS[card[1] in RED], index, sign)


def _picture(named: str, ground: str, ink: str, *drawn: Html) -> Html:
    """A card, or its back, with what is drawn on it."""
    edge = element("rect", width=34, height=50, rx=4, x=1, y=1, fill=ground, stroke="#857a66")
    inside = (element("title", named), edge, *drawn)
    return element("svg", *inside, width=36, height=52, fill=ink, viewBox="0 0 36 52", role="img")


@cache
def _suits() -> dict[str, Html]:
    """The suits as the page draws them, 24 by 24."""
    return {suit: Html(path) for suit, path in _SUIT.findall(part("cards.svg"))}
