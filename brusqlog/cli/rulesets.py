"""Rulesets of the user's own, as `--rules` names their files."""

from collections.abc import Sequence

import typer

from brusqlog.cli import UNREAD
from brusqlog.cli.output import tell
from brusqlog.game.ruleset import Ruleset, RulesetError
from brusqlog.spelling import escape


def rulesets(files: Sequence[str]) -> dict[str, Ruleset]:
    """The rulesets of these files, by the names that headers give them."""
    found = {}
    for file in files:
        try:
            ruleset = Ruleset.load(file)
        except RulesetError as error:
            raise typer.BadParameter(str(error), param_hint="--rules") from error
        except OSError as error:
            tell(f"brusqlog: {escape(file)}: {error.strerror}\n")
            raise typer.Exit(UNREAD) from error
        found[ruleset.full_name] = ruleset
    return found
