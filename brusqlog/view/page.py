"""The page: one file, with the games in it, that reaches nothing beyond itself."""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from string import Template
from typing import Final

from brusqlog.languages import Language
from brusqlog.nouns import SUITS
from brusqlog.spelling import RANKS as INDICES
from brusqlog.view.game import Shown
from brusqlog.view.html import Html, data, element, join, policy, text
from brusqlog.view.vocabulary import PAGE, RANKS

STYLES: Final = ("colours", "table", "card", "sheet", "page", "print")
SCRIPTS: Final = (
    "game", "cards", "table", "motion", "sheet", "charts", "cursor", "dialogs", "controls", "start",
)  # fmt: skip
"""The parts of a page, in the order in which they are put together."""

ICON: Final = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Crect x='2' width='12' height='16' rx='2' fill='%23fff' stroke='%23333'/%3E"
    "%3Cpath d='M8 3l4 5-4 5-4-5z' fill='%23b3122b'/%3E%3C/svg%3E"
)


def page(
    games: Sequence[Shown],
    language: Language,
    *,
    spoilers: bool = True,
    up: str | None = None,
    embedded: bool = False,
) -> str:
    """A page on which these games can be stepped through. Without `spoilers` it tells nothing of
    how they end or how long they are before one gets there. `up` is where a list of games is. One
    that is `embedded` lies within another page, and has no address and is not printed."""
    words = PAGE[language]
    styles = "".join(part(f"{name}.css") for name in STYLES if not (embedded and name == "print"))
    script = _script()
    everything = {
        "words": words,
        "ranks": RANKS[language],
        "suits": SUITS[language],
        "indices": INDICES,
        "language": language,
        "spoilers": spoilers,
        "games": len(games),
        "embedded": embedded,
    }
    blocks = [data("page", everything)]
    blocks += [data(f"game-{game.number}", game.data) for game in games]
    labels = {key.replace(" ", "_"): text(label) for key, label in words.items()}
    body = Template(part("page.html")).substitute(
        labels,
        sprite=part("cards.svg"),
        up=element("a", words["all games"], class_="up", href=up) if up else "",
        choices=_choices(games, spoilers),
        sheets=join([game.sheet for game in games]),
        data=join(blocks),
        script=script,
        unscripted=text(words["no script" if spoilers else "no spoilers"]),
    )
    head = policy([script], [styles])
    return document(_title(games), language, head, styles, body)


def printed(games: Sequence[Shown], language: Language) -> str:
    """The score sheets of these games, to be printed: a page without scripts."""
    styles = "".join(part(f"{name}.css") for name in ("colours", "page", "sheet", "print"))
    sheets = element("main", join([game.sheet for game in games]), class_="sheets alone")
    return document(_title(games), language, policy([], [styles]), styles, sheets)


def document(title: str, language: Language, head: Html, styles: str, body: str) -> str:
    """A whole document."""
    parts = [
        element("meta", charset="utf-8"),
        head,
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href=ICON),
        element("style", Html(styles)),
    ]
    whole = element("html", element("head", *parts), element("body", Html(body)), lang=language)
    return f"<!doctype html>\n{whole}\n"


@cache
def part(name: str) -> str:
    """A part of pages, as it lies in the package."""
    folder = resources.files(__package__).joinpath("parts")
    return folder.joinpath(name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    parts = "\n".join(part(f"{name}.js") for name in SCRIPTS)
    return f'"use strict";\n{{\n{parts}}}\n'


def _title(games: Sequence[Shown]) -> str:
    return f"{games[0].title} · brusqlog" if len(games) == 1 else "brusqlog"


def _choices(games: Sequence[Shown], spoilers: bool) -> Html:
    """The games to choose from; how they stand is told only with `spoilers`."""
    options = []
    for game in games:
        told = [f"{game.number}. {game.title}", ", ".join(game.players)]
        told += [game.status] if spoilers else []
        options.append(element("option", " · ".join(filter(None, told)), value=game.number))
    return join(options)
