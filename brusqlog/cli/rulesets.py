"""Rulesets of the user's own, as `--rules` names their files."""

from collections.abc import Sequence
from pathlib import Path

from brusqlog.cli.options import unknown, wrong
from brusqlog.game.ruleset import Ruleset, RulesetError
from brusqlog.game.ruleset import rulesets as published


def rulesets(files: Sequence[str]) -> dict[str, Ruleset]:
    """The rulesets of these files, by the names that headers give them."""
    found = (load(file, "--rules") for file in files)
    return {ruleset.full_name: ruleset for ruleset in found}


def load(file: str, option: str) -> Ruleset:
    """The ruleset of a file that an option or argument names. A file that is none is wrong usage.
    Raises `OSError` for one that cannot be read."""
    if file in published() and not Path(file).exists():
        raise wrong(option, "{name} is published: it needs no file.", name=file)
    try:
        return Ruleset.load(file)
    except RulesetError as error:
        raise wrong(option, "this is no ruleset: {reason}.", reason=error.fault) from error


def named(given: str, option: str = "--rules") -> Ruleset:
    """The ruleset that an option names: a published one, or one of a file."""
    if given in published():
        return published()[given]
    if Path(given).suffix == ".toml" or Path(given).exists():
        return load(given, option)
    raise unknown(option, given, list(published()), "ruleset")
