"""Verbs and groups of verbs as typer runs them: their help pages, language and wrong usage are
ours, so that they are the same with every version of it."""

from textwrap import shorten
from typing import Any

import typer
import typer.core

from brusqlog.cli import USAGE
from brusqlog.cli.completion import take_shell
from brusqlog.cli.french import told
from brusqlog.cli.help import first_sentence, page, usage
from brusqlog.cli.output import tell, write
from brusqlog.cli.usage import judge, unknown_verb
from brusqlog.languages import Language


class _Told:
    """What a verb and a group of verbs have in common."""

    language: Language = "en"
    help: str | None

    def get_help(self, ctx: Any) -> str:
        """The help page."""
        return page(self, ctx)

    def get_usage(self, ctx: Any) -> str:
        """The usage line."""
        return usage(self, ctx)

    def get_short_help_str(self, limit: int = 0) -> str:
        """What completion says of a verb, in one line."""
        return shorten(first_sentence(self.help), 72, placeholder="...")

    def get_help_option(self, ctx: Any) -> Any:
        """The option that shows the help page."""
        option = super().get_help_option(ctx)  # type: ignore[misc]  # of typer's class beside this
        option.help = told("Show this page.", self.language)
        option.callback = _show_help
        option.default = False  # for None typer 0.29 loads pydantic, which takes 0.1 s
        return option

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. Raises the usage error for what is wrong with them."""
        judge(self, ctx, args)
        parsed: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return parsed


class Verb(_Told, typer.core.TyperCommand):
    """A verb."""


class Verbs(_Told, typer.core.TyperGroup):
    """A group of verbs."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments up to the verb. `--lang` may stand before it."""
        args = _verb_first(take_shell(ctx, args))
        if not args and not ctx.resilient_parsing:
            tell(self.get_help(ctx) + "\n")
            raise typer.Exit(USAGE)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The verb that the arguments begin with."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise unknown_verb(self, ctx, args[0])
        return super().resolve_command(ctx, args)


class App(typer.Typer):
    """Verbs of ours: `App` is to typer what `Verb` and `Verbs` are to its commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            cls=Verbs,
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            context_settings={"help_option_names": ["-h", "--help"]},
            **settings,
        )

    def command(self, name: str | None = None, **settings: Any) -> Any:
        """Enter a verb."""
        return super().command(name, cls=Verb, **settings)


def _show_help(ctx: Any, param: object, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        write([ctx.get_help() + "\n"])
        raise typer.Exit


def _verb_first(args: list[str]) -> list[str]:
    """The arguments with `--lang` moved from before the verb to after it; without a verb, left out,
    as the language is known already."""
    before: list[str] = []
    languages: list[str] = []
    rest = args
    while rest and rest[0].startswith("-"):
        option = rest[0].partition("=")[0]
        length = 2 if rest[0] == "--lang" else 1
        (languages if option == "--lang" else before).extend(rest[:length])
        rest = rest[length:]
    return [*before, *rest[:1], *(languages if rest else []), *rest[1:]]
