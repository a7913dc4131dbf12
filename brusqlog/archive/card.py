"""What a notebook shows of an archive: what is in it, counted."""

from collections.abc import Iterable
from html import escape
from typing import Any, Final

from duckdb import DuckDBPyRelation

from brusqlog.languages import Language
from brusqlog.nouns import PLURALS, STATUSES

QUERY: Final = """
    SELECT rules, mode, status, count(*) AS games, sum(hands)::BIGINT AS hands
    FROM games GROUP BY ALL ORDER BY games DESC, rules, mode, status
"""
MOST: Final = 20
"""Kinds of games that are shown."""

HEADS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("rules", "mode", "status"),
    "fr": ("règlement", "mode", "état"),
}


def card(title: str, answer: DuckDBPyRelation, language: Language) -> str:
    """The table of an archive as HTML, from what `QUERY` answers."""
    rows = answer.fetchall()
    counted = (PLURALS[noun][language][1] for noun in ("games", "hands"))
    lines = [_row("th", (*HEADS[language], *counted))]
    for rules, mode, status, *numbers in rows[:MOST]:
        lines.append(_row("td", (rules, mode, STATUSES[language][status], *numbers)))
    if len(rows) > MOST:
        lines.append(_row("td", "…" * 5))
    return f"<table><caption>{escape(title)}</caption>{''.join(lines)}</table>"


def _row(kind: str, cells: Iterable[Any]) -> str:
    texts = ("" if cell is None else escape(str(cell)) for cell in cells)
    return f"<tr>{''.join(f'<{kind}>{text}</{kind}>' for text in texts)}</tr>"
