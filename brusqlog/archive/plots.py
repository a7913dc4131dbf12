"""Reports as pictures: shares and means with their intervals, drawn by matplotlib.

The same rows give the same bytes with the same version of matplotlib. Colours can be told apart by
those who see few of them, and each goes with a mark of its own.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from brusqlog.archive.stats import Report
from brusqlog.languages import Language
from brusqlog.spelling import RANKS, escape, shorten
from brusqlog.spelling import Style as Spelling

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS: Final = ("svg", "png")

Row = Mapping[str, Any]

MOST: Final = 30
"""Players that are drawn: the first of the report."""

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#a0458c")
MARKS: Final = ("o", "s", "^", "D")
GREY: Final = "#666666"

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "mode": "mode {}", "all": "all", "trump": "{}, trump", "plain": "{}, not trump",
        "nothing": "nothing to draw", "even": "dashes: {}", "n": "counts: {}",
        "first": "the first {} of {}",
    },
    "fr": {
        "mode": "mode {}", "all": "tout", "trump": "{}, atout", "plain": "{}, hors atout",
        "nothing": "rien à dessiner", "even": "tirets : {}", "n": "effectifs : {}",
        "first": "les {} premiers de {}",
    },
}  # fmt: skip

_LOOK: Final[dict[Any, Any]] = {
    "svg.hashsalt": "brusqlog", "svg.fonttype": "path", "font.family": "DejaVu Sans",
    "font.size": 9.0, "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": GREY, "xtick.color": "#333333", "ytick.color": "#333333",
    "axes.titlesize": 9.0, "figure.titlesize": 11.0, "text.parse_math": False,
}  # fmt: skip
"""What is set while a picture is drawn; fonts are those that come with matplotlib."""


class Drawn(Struct, frozen=True):
    """How a report is drawn: which column, with which interval (`reach` on both sides, or from
    `low` to `high`), by which columns, each mode for itself unless it is one of them. `even` is the
    column to compare with; the scale begins with 0 if it is `from_nothing`. Rows of which a column
    in `without` is known are left out, and of `only` those of which it is not."""

    value: str
    by: tuple[str, ...]
    low: str = ""
    high: str = ""
    reach: str = ""
    even: str = ""
    kind: str = "dots"
    from_nothing: bool = True
    without: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


def _shares(name: str, *by: str, **more: Any) -> Drawn:
    return Drawn(f"{name}_percent", by, low=f"{name}_low", high=f"{name}_high", **more)


DRAWN: Final[Mapping[str, Drawn]] = {
    "seats": _shares("won", "place", only=("place",)),
    "lead": _shares("won", "mode", even="even_percent"),
    "turnup": _shares("won", "rank", even="even_percent"),
    "trumps": _shares("won", "trumps", "rank"),
    "brusquembilles": _shares("saved", "trick", kind="lines", only=("trick",)),
    "points": _shares("share", "least", kind="bars"),
    "endgame": _shares("share", "mode", even="even_percent", without=("trick",)),
    "ties": _shares("tied", "mode"),
    "player": _shares("won", "place", only=("mode", "place")),
    "players": _shares("won", "player", kind="names"),
    "leaderboard": Drawn(
        "strength", ("player",), reach="strength_pm", kind="names", from_nothing=False
    ),
    "pace": Drawn("seconds", ("player",), reach="seconds_pm", kind="names", only=("player",)),
}
"""The reports of which there is a picture."""


def prepare() -> None:
    """Load what pictures need. Raises `ModuleNotFoundError` without matplotlib."""
    import matplotlib.figure  # noqa: F401, others do without it


def picture(
    report: Report, rows: Iterable[Row], language: Language, form: str, narrowed: str = ""
) -> bytes:
    """The picture of a report, SVG or PNG; `narrowed` says by which filters."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    drawn = DRAWN[report.name]
    wanted = [
        row
        for row in rows
        if all(row[name] is None for name in drawn.without)
        and all(row[name] is not None for name in (*drawn.only, drawn.value))
    ]
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of signs that no font has
        mpl.rcdefaults()  # whatever settings the user has
        mpl.rcParams.update(_LOOK)
        figure = Figure(layout="constrained")
        FigureCanvasAgg(figure)
        _draw(figure, _Page(report, drawn, language, narrowed), wanted)
        made = BytesIO()
        nothing = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        figure.savefig(made, format=form, dpi=150, metadata=nothing)
    return made.getvalue()


class _Page(Struct):
    report: Report
    drawn: Drawn
    language: Language
    narrowed: str

    def word(self, name: str, *facts: object) -> str:
        return WORDS[self.language][name].format(*facts)

    def label(self, column: str) -> str:
        return self.report.labels[self.language][column]

    def number(self, value: float, _: object = None) -> str:
        text = f"{value:g}"
        return text.replace(".", ",") if self.language == "fr" else text

    def name(self, row: Row) -> str:
        """What a row is about, and of how many."""
        column = next((name for name in self.drawn.by if row[name] is not None), None)
        if column is None:
            return self.word("all")
        value = str(row[column])
        if column == "rank":
            value = RANKS[self.language].get(value, value)
        if column == "player":
            value = shorten(escape(value), 24, Spelling())
        return value


def _draw(figure: "Figure", page: _Page, rows: Sequence[Row]) -> None:
    modes = [""]
    if "mode" in page.report.labels["en"] and "mode" not in page.drawn.by:
        modes = sorted({row["mode"] for row in rows}) or [""]
    parts = [[row for row in rows if not mode or row["mode"] == mode] for mode in modes]
    sideways = page.drawn.kind == "names"
    title, _, note = page.report.heading[page.language].rstrip(")").partition(" (")
    notes = [note, page.narrowed] if page.narrowed else [note]
    if page.drawn.even:
        notes.append(page.word("even", page.label(page.drawn.even)))
    if page.drawn.kind in ("dots", "names"):
        notes.append(page.word("n", page.label("n")))
    longest = max(map(len, parts))
    if sideways and longest > MOST:
        notes.append(page.word("first", MOST, longest))
        parts = [part[:MOST] for part in parts]
    grid = _grid(figure, [len(part) for part in parts], sideways)
    draw = {"dots": _dots, "lines": _lines, "bars": _bars, "names": _names}[page.drawn.kind]
    for axes, mode, part in zip(grid, modes, parts, strict=False):
        if mode:
            axes.set_title(page.word("mode", mode), loc="left", color="#333333")
        if part:
            draw(axes, page, part)
        else:
            axes.text(0.5, 0.5, page.word("nothing"), ha="center", transform=axes.transAxes)
    if page.drawn.from_nothing:  # for all, which share their scale, when all is drawn
        if sideways:
            grid[0].set_xlim(left=0)
        else:
            grid[0].set_ylim(bottom=0)
    for axes in grid[len(modes) :]:
        axes.set_visible(False)
    figure.suptitle(title, x=0.02, ha="left", wrap=True)
    figure.supxlabel("\n".join(notes), x=0.02, ha="left", fontsize=7, color=GREY)
    handles, labels = grid[0].get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(
            handles, labels, loc="outside lower right", fontsize=7, frameon=False, ncols=2
        )


def _grid(figure: "Figure", sizes: Sequence[int], sideways: bool) -> list["Axes"]:
    """Room for so many parts, each with so many rows."""
    if sideways:
        figure.set_size_inches(7, 1.6 + sum(0.5 + 0.26 * size for size in sizes))
        heights = [2 + size for size in sizes]
        grid: Any = figure.subplots(
            len(sizes), 1, squeeze=False, height_ratios=heights, sharex=True
        )
    else:
        across = min(2, len(sizes))
        down = -(-len(sizes) // across)
        figure.set_size_inches(6 + 2 * (across - 1), 1.3 + 2.6 * down)
        grid = figure.subplots(down, across, squeeze=False, sharey=True)
    return list(grid.flat)


def _spread(page: _Page, rows: Sequence[Row]) -> tuple[list[float], list[list[float]]]:
    """The values, and how far their intervals reach below and above."""
    drawn = page.drawn
    values = [float(row[drawn.value]) for row in rows]
    if drawn.reach:
        reach = [float(row[drawn.reach] or 0) for row in rows]
        return values, [reach, reach]
    low = [max(0, value - row[drawn.low]) for value, row in zip(values, rows, strict=True)]
    high = [max(0, row[drawn.high] - value) for value, row in zip(values, rows, strict=True)]
    return values, [low, high]


def _upright(axes: "Axes", page: _Page, across: str) -> None:
    axes.set_ylabel(page.label(page.drawn.value))
    axes.label_outer()
    axes.set_xlabel(across)
    axes.tick_params(labelbottom=True)
    axes.yaxis.set_major_formatter(page.number)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def _dots(axes: "Axes", page: _Page, rows: Sequence[Row]) -> None:
    places = range(len(rows))
    values, reach = _spread(page, rows)
    axes.errorbar(
        places, values, yerr=reach, fmt=MARKS[0], color=COLOURS[0], capsize=3, markersize=5,
        clip_on=False,
    )  # fmt: skip
    if page.drawn.even:
        even = [row[page.drawn.even] for row in rows]
        axes.plot(places, even, linestyle="none", marker="_", markersize=16, color=COLOURS[1])
    first, *others = page.drawn.by
    if others:
        axes.axvline(sum(row[first] is not None for row in rows) - 0.5, color=GREY, linewidth=0.6)
    labels = [f"{page.name(row)}\n{row['n']}" for row in rows]
    axes.set_xticks(places, labels, fontsize=6 if "rank" in page.drawn.by else 8)
    axes.set_xlim(-0.6, len(rows) - 0.4)
    _upright(axes, page, " | ".join(page.label(column) for column in page.drawn.by))


def _lines(axes: "Axes", page: _Page, rows: Sequence[Row]) -> None:
    """Brusquembilles: a line for each rank, as a trump and otherwise."""
    kinds = sorted({(row["rank"], row["is_trump"]) for row in rows})
    for at, (kind, colour, mark) in enumerate(zip(kinds, cycle(COLOURS), cycle(MARKS))):
        these = [row for row in rows if (row["rank"], row["is_trump"]) == kind]
        values, reach = _spread(page, these)
        rank = RANKS[page.language].get(kind[0], kind[0])
        aside = (at - (len(kinds) - 1) / 2) * 0.12
        axes.errorbar(
            [row["trick"] + aside for row in these], values, yerr=reach, fmt=f"{mark}-",
            color=colour, capsize=2, markersize=4, linewidth=1, clip_on=False,
            label=page.word("trump" if kind[1] else "plain", rank),
        )  # fmt: skip
    axes.set_xticks(sorted({row["trick"] for row in rows}))
    _upright(axes, page, page.label("trick"))


def _bars(axes: "Axes", page: _Page, rows: Sequence[Row]) -> None:
    """Points: a bar for each step."""
    values, reach = _spread(page, rows)
    places = [row["least"] for row in rows]
    width = rows[0]["most"] - rows[0]["least"] + 1
    axes.bar(
        places, values, width * 0.9, align="edge", color=COLOURS[0], yerr=reach, ecolor="#222222",
        error_kw={"elinewidth": 0.8, "capsize": 2},
    )  # fmt: skip
    axes.set_xticks(places, [str(place) for place in places], fontsize=7)
    _upright(axes, page, page.label("least"))


def _names(axes: "Axes", page: _Page, rows: Sequence[Row]) -> None:
    places = range(len(rows))
    values, reach = _spread(page, rows)
    axes.errorbar(
        values, places, xerr=reach, fmt=MARKS[0], color=COLOURS[0], capsize=3, markersize=5
    )
    labels = [f"{page.name(row)} · {row['n']}" for row in rows]
    axes.set_yticks(places, labels)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(page.label(page.drawn.value))
    axes.label_outer()
    axes.xaxis.set_major_formatter(page.number)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
