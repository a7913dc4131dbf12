"""The list of the games of a site: to be searched, narrowed and sorted, with the players below."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, Struct

from brusqlog.game.terms import mode_of
from brusqlog.languages import Language
from brusqlog.show.records import GameRecord
from brusqlog.show.telling import Teller
from brusqlog.spelling import Style, escape
from brusqlog.view.game import Shown
from brusqlog.view.html import Html, element, join, policy, text
from brusqlog.view.page import document, part
from brusqlog.view.vocabulary import INDEX

LONGEST: Final = 40
"""Letters of an id in the name of a page."""

NUMBERS: Final = ("hands", "findings", "played", "won", "points", "net")
"""The columns that hold numbers."""


class Tally(Struct, frozen=True):
    """What a player has in one game: hands that were played, hands won, card points, and what side
    payments brought him."""

    name: str
    hands: int = 0
    won: int = 0
    points: int = 0
    net: int = 0


class Row(Struct, frozen=True, kw_only=True):
    """One game of the list. `page` is the name of its page, None if there is none: `told` says
    why."""

    title: str
    page: str | None = None
    told: str = ""
    players: list[str] = []
    rules: str = ""
    mode: str = ""
    date: str = ""
    hands: int = 0
    result: str = ""
    status: str = ""
    findings: int = 0
    tallies: list[Tally] = []


def row(shown: Shown, page: str, style: Style) -> Row:
    """What the list says of a game that has a page."""
    header, record = shown.header, shown.record
    if header is None or record is None:
        told = INDEX[style.language]["unread"]
        return Row(title=shown.title, page=page, told=told, status=shown.status)
    tell = Teller(header.players, style)
    first = record.ranking[0] if record.ranking and record.hands else []
    entry = shown.report.entry
    return Row(
        title=shown.title,
        page=page,
        players=shown.players,
        rules=escape(header.rules),
        mode=mode_of(header),
        date="" if header.date is UNSET else header.date,
        hands=len(record.hands),
        result=style.join(map(tell.name, first)) if first else "",
        status=shown.status,
        findings=entry.errors + entry.warnings,
        tallies=list(_tallies(shown.players, record)),
    )


def _tallies(players: Sequence[str], record: GameRecord) -> Iterator[Tally]:
    played = [hand for hand in record.hands if hand.status == "complete"]
    for seat, name in enumerate(players):
        yield Tally(
            name,
            len(played),
            sum(seat in hand.winners for hand in played),
            sum(hand.points[seat] for hand in played),
            sum(hand.net_payments[seat] for hand in record.hands),
        )


def page_name(place: int, title: str) -> str:
    """The name of the page of a game, from its place in the list and what its id has of plain
    letters."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST].strip("-")
    return f"{place}-{words}.html" if words else f"{place}.html"


def index(rows: Sequence[Row], language: Language, *, spoilers: bool = True) -> str:
    """The list of games as a page; without `spoilers` it says nothing of how they went."""
    return _Index(rows, language, spoilers).page()


class _Index:
    def __init__(self, rows: Sequence[Row], language: Language, spoilers: bool) -> None:
        self.rows = rows
        self.language = language
        self.spoilers = spoilers
        self.dated = any(row.date for row in rows)
        self.words = INDEX[language]
        self.style = Style(language=language)
        self.choices = {
            "player": _sorted({name for row in rows for name in row.players}),
            "mode": sorted({row.mode for row in rows if row.mode}),
            "rules": _sorted({row.rules for row in rows if row.rules}),
            "status": _sorted({row.status for row in rows if row.status}) if spoilers else [],
        }

    def page(self) -> str:
        words = self.words
        script = f'"use strict";\n{{\n{part("index.js")}}}\n'
        styles = "".join(part(f"{name}.css") for name in ("colours", "page", "index"))
        shown = words["shown"].format(shown=len(self.rows), all=len(self.rows))
        body = [
            element("header", element("h1", words["title"]), class_="top"),
            element(
                "main",
                element("form", *self._filters(), class_="filters", role="search"),
                element("p", shown, id="shown", role="status", data_told=words["shown"]),
                element("h2", words["games"]),
                element("div", self._games(), class_="wide", tabindex=0, role="region",
                        aria_label=words["games"]),
                element("h2", words["players"]),
                element("div", self._players(), class_="wide", tabindex=0, role="region",
                        aria_label=words["players"]),
                class_="index",
            ),
            element("script", Html(script)),
        ]  # fmt: skip
        return document(
            words["title"], self.language, policy([script], [styles]), styles, join(body)
        )

    def _filters(self) -> Iterator[Html]:
        search = element("input", type="search", id="search")
        yield element("label", f"{self.words['search']} ", search)
        for kind, values in self.choices.items():
            if len(values) > 1:
                options = [element("option", self.words["any"], value="")]
                options += [
                    element("option", self._mode(value) if kind == "mode" else value, value=place)
                    for place, value in enumerate(values)
                ]
                select = element("select", *options, data_filter=kind)
                yield element("label", f"{self.words[kind]} ", select)

    def _games(self) -> Html:
        labels = ["id", *(["date"] if self.dated else []), "players", "rules"]
        labels += ["hands", "result", "status", "findings"] if self.spoilers else []
        heads = list(map(self._head, labels))
        return element(
            "table",
            element("thead", element("tr", *heads)),
            element("tbody", *map(self._game, self.rows), id="games"),
        )

    def _game(self, row: Row) -> Html:
        title: Html = text(row.title)
        if row.page is not None:
            title = element("a", row.title, href=f"games/{row.page}")
        names = [element("bdi", name) for name in row.players]
        cells = [
            element("th", element("bdi", title), scope="row"),
            *([element("td", row.date, class_="short")] if self.dated else []),
            element("td", join(names, ", ") if names else element("em", row.told)),
            element("td", row.rules, class_="short"),
        ]
        if self.spoilers:
            read = bool(row.players)
            cells += [
                element("td", str(row.hands) if read else "", class_="number"),
                element("td", element("bdi", row.result)),
                element("td", row.status),
                element("td", str(row.findings) if read else "", class_="number"),
            ]
        return element(
            "tr",
            *cells,
            data_player=" ".join(str(self.choices["player"].index(name)) for name in row.players),
            data_mode=self._place("mode", row.mode),
            data_rules=self._place("rules", row.rules),
            data_status=self._place("status", row.status),
        )

    def _place(self, kind: str, value: str) -> int | str:
        return self.choices[kind].index(value) if value in self.choices[kind] else ""

    def _players(self) -> Html:
        labels = ["player", "played"]
        labels += ["hands", "won", "points", "net"] if self.spoilers else []
        heads = list(map(self._head, labels))
        found: dict[str, list[Tally]] = {}
        for row in self.rows:
            for tally in row.tallies:
                found.setdefault(tally.name, []).append(tally)
        rows = []
        for name in self.choices["player"]:
            tallies = found.get(name, [])
            numbers = [str(len(tallies))]
            if self.spoilers:
                for field in ("hands", "won", "points", "net"):
                    total = str(sum(getattr(tally, field) for tally in tallies))
                    numbers.append(total.replace("-", "−"))
            cells = [element("td", number, class_="number") for number in numbers]
            place = self.choices["player"].index(name)
            choose = element("button", element("bdi", name), type="button", data_player=place)
            rows.append(element("tr", element("th", choose, scope="row"), *cells))
        return element(
            "table", element("thead", element("tr", *heads)), element("tbody", *rows), id="players"
        )

    def _head(self, label: str) -> Html:
        """Of a column; the script makes it a button that sorts the rows."""
        number = label in NUMBERS
        kind = "number" if number else "date" if label == "date" else "name"
        look = "number" if number else None
        return element("th", self.words[label], scope="col", class_=look, data_sort=kind)

    def _mode(self, mode: str) -> str:
        return self.words.get(mode, mode)


def _sorted(values: set[str]) -> list[str]:
    """In the order of their letters, whatever the case and accents."""

    def plain(value: str) -> tuple[str, str]:
        parts = unicodedata.normalize("NFKD", value.casefold())
        return "".join(part for part in parts if not unicodedata.combining(part)), value

    return sorted(values, key=plain)
