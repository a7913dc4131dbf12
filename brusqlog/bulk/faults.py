"""A hand table that cannot be."""

from typing import Any

from brusqlog.errors import BrusqlogError
from brusqlog.game.findings import Breach, plainly
from brusqlog.near import nearest


class TableError(BrusqlogError, ValueError):
    """What is given is no hand table. `column` is the one at fault; `code` and `facts` name what is
    wrong with a file in the registry, if it is one."""

    code: str | None = None
    facts: dict[str, Any]

    def __init__(self, message: str, column: str | None = None) -> None:
        super().__init__(message)
        self.column, self.facts = column, {}


def wrong_file(code: str, **facts: Any) -> TableError:
    """The error for a file or an Arrow table, by its code in the registry."""
    near = nearest(facts["given"], facts["known"]) if "known" in facts else None
    told = plainly(Breach(code=code, facts={**facts, "near": f" ({near}?)" if near else ""}))
    error = TableError(told, facts.get("column"))
    error.code, error.facts = code, facts
    return error
