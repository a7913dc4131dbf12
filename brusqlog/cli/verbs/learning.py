"""Verbs that explain: `demo`, `explain`, `rules`, `schema`."""

from brusqlog.cli.options import Colour, ColourOption, LangOption


def demo(lang: LangOption = None, color: ColourOption = Colour.AUTO) -> None:
    """Check and replay the sample games in the package, step by step.

    \b
    Example:
      brusqlog demo --lang fr
    """
    from brusqlog.cli.demo import run

    run(lang, color.value)
