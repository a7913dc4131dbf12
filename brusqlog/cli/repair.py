"""`brusqlog repair`."""

import sys
from collections.abc import Iterator
from typing import Final

import typer

from brusqlog.checking.excerpt import excerpt
from brusqlog.checking.words import Words
from brusqlog.cli import ERRORS, OK
from brusqlog.cli.options import wrong
from brusqlog.cli.output import style_of, tell, write
from brusqlog.cli.writing import refused
from brusqlog.game.findings import Language
from brusqlog.spelling import Style, escape, language
from brusqlog.writing.repairing import BadLine, bad_lines, take_out

TEXTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "none": "{file}: every line can be read; there is nothing to repair.",
        "torn": "  The next append puts this torn line aside, into a file beside the log.",
        "would": "  To take out this line ({size} from byte {byte} on) and keep it beside the log:",
        "done": "{file}: line {line} taken out; its bytes are in {saved}.",
        "sure": "Nothing was changed; --yes does it.",
    },
    "fr": {
        "none": "{file} : toutes les lignes sont lisibles ; il n'y a rien à réparer.",
        "torn": "  Le prochain ajout mettra cette ligne déchirée à part, à côté du journal.",
        "would": "  Pour ôter cette ligne ({size} dès l'octet {byte}) et la garder à côté :",
        "done": "{file} : ligne {line} ôtée ; ses octets sont dans {saved}.",
        "sure": "Rien n'a été changé ; --yes le fait.",
    },
}


def run(file: str, line: int | None, yes: bool, lang: str | None, color: str) -> None:
    """Show what could be repaired, or do it, and end with the exit code."""
    style = style_of(sys.stdout, language(lang), color)
    say = TEXTS[style.language]
    with refused(file, style):
        bad = bad_lines(file)
        chosen = [each for each in bad if line in (None, each.line)]
        if line is not None and not chosen:
            template = "line {line} is none that cannot be read; `retract` withdraws an event."
            raise wrong("--line", template, line=line)
        if line is not None and yes:
            saved = take_out(file, line)
            told = say["done"].format(file=file, line=line, saved=saved.name)
            write([style.plain(escape(told)) + "\n"])
            raise typer.Exit(OK if len(bad) == 1 else ERRORS)
    if yes:
        raise wrong("--yes", "this goes with --line.")
    if not bad:
        tell(style.plain(say["none"].format(file=escape(file))) + "\n")
        raise typer.Exit(OK)
    write(piece for each in chosen for piece in _shown(file, each, style))
    if line is not None:
        tell(style.plain(say["sure"]) + "\n")
    raise typer.Exit(ERRORS)


def _shown(file: str, bad: BadLine, style: Style) -> Iterator[str]:
    """The line, why it cannot be read, and what would be done."""
    words, say, fault = Words(style), TEXTS[style.language], bad.fault
    label = style.paint(f"error[{fault.code}]", "red", "bold")
    place = f"{escape(file)}:{bad.line}" + (f":{fault.column}" if fault.column else "")
    yield f"{place}: {label} {style.plain(words.message(fault.code, fault.facts))}\n"
    text = bad.data.rstrip(b"\r\n").decode("utf-8", "replace")
    for shown in excerpt(text, fault.column, fault.width, style.columns - 2, style):
        if shown:
            yield f"  {shown}\n"
    if bad.torn and fault.code == "torn-tail":
        yield style.plain(say["torn"]) + "\n"
    else:
        size = style.number(len(bad.data), "bytes")
        yield style.plain(say["would"].format(size=size, byte=bad.byte)) + "\n"
        yield f"    brusqlog repair {escape(file)} --line {bad.line} --yes\n"
