"""A verb run in this process, as the command line runs it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
import typer


class Done(NamedTuple):
    """What a verb ended with and wrote."""

    code: int
    out: str
    err: str


def ran(run: Callable[[Any], None], asked: Any, capsys: pytest.CaptureFixture[str]) -> Done:
    """The exit code, standard output and standard error of a verb."""
    capsys.readouterr()
    with pytest.raises(typer.Exit) as end:
        run(asked)
    out, err = capsys.readouterr()
    return Done(end.value.exit_code, out, err)
