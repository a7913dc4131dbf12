"""Completion of a command line by bash, zsh, fish and PowerShell.

The shell runs `brusqlog` with an environment variable that asks what may come; typer answers, and
has the scripts. What nobody lists is completed by the shell itself, as files.
"""

import os
from pathlib import Path
from typing import Any, Final

import typer
import typer.completion

from brusqlog.cli.french import told
from brusqlog.cli.options import wrong
from brusqlog.cli.output import write

ASKED: Final = "_BRUSQLOG_COMPLETE"
"""The variable by which a shell asks."""

SHELLS: Final = ("bash", "zsh", "fish", "powershell", "pwsh")

NAMED: Final = "brusqlog.shell"
"""The key in the context of a command line of the shell that it names."""


def ready() -> list[str]:
    """Make typer answer a shell that asks; the words that are to be completed."""
    if ASKED not in os.environ:
        return []
    typer.completion.completion_init()  # type: ignore[attr-defined]
    words = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return words.split()


def codes(incomplete: str) -> list[str]:
    """The codes of findings that begin so."""
    from brusqlog.game.findings import codes

    return [code for code in codes() if code.startswith(incomplete)]


def rulesets(incomplete: str) -> list[str]:
    """The published rulesets whose names begin so."""
    from brusqlog.game.ruleset import rulesets

    return [name for name in rulesets() if name.startswith(incomplete)]


def take_shell(ctx: typer.Context, args: list[str]) -> list[str]:
    """The arguments without the shell that may stand behind an option for completion, or be its
    value. typer has no options whose value may be left out."""
    for at, argument in enumerate(args):
        option, equals, shell = argument.partition("=")
        if option in ("--show-completion", "--install-completion"):
            behind = [] if equals else [name for name in args[at + 1 : at + 2] if name[:1] != "-"]
            ctx.meta[NAMED] = shell if equals else "".join(behind)
            return [*args[:at], option, *args[at + 1 + len(behind) :]]
    return args


def show(ctx: typer.Context, wanted: bool) -> None:
    """Print the script for a shell."""
    if wanted and not ctx.resilient_parsing:
        shell = _shell("--show-completion", ctx.meta[NAMED])
        script = typer.completion.get_completion_script(  # type: ignore[attr-defined]
            prog_name="brusqlog", complete_var=ASKED, shell=shell
        )
        write([script + "\n"])
        raise typer.Exit


def install(ctx: typer.Context, wanted: bool) -> None:
    """Install the script where a shell looks for it."""
    if wanted and not ctx.resilient_parsing:
        shell, path = typer.completion.install(  # type: ignore[attr-defined]
            _shell("--install-completion", ctx.meta[NAMED]), "brusqlog", ASKED
        )
        template = "Completion for {shell} is in {path}; a new terminal has it.\n"
        verbs: Any = ctx.command
        write([told(template, verbs.language, shell=shell, path=path)])
        raise typer.Exit


def _shell(option: str, named: str) -> str:
    """The shell that is named, else that from which brusqlog was started, else the user's."""
    shell = named
    if not named:
        found = typer.completion._get_shell_name()  # type: ignore[attr-defined]
        shell = str(found or Path(os.environ.get("SHELL", "")).name)
    if shell not in SHELLS:
        raise wrong(option, "the shell must be one of {shells}.", shells=", ".join(SHELLS))
    return shell
