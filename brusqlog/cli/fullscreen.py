"""A stepper at the whole screen of a terminal; needs `prompt_toolkit`."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from brusqlog.view.stepper import Stepper

LOOKS: Final = {
    "bold": "bold",
    "dim": "ansibrightblack",
    "turn": "bold ansiyellow",
    "card": "bg:ansiwhite ansiblack",
    "card red": "bg:ansiwhite ansired",
    "back": "bg:ansiblue ansiwhite",
    "red": "ansired",
    "takes": "ansiyellow",
    "done": "ansigreen",
    "error": "bold ansired",
    "warning": "bold ansiyellow",
    "info": "bold ansiblue",
}
"""How each kind of piece looks where there are colours."""

NAMES: Final = {"c-m": "enter", "c-j": "enter", "c-h": "backspace"}
"""Keys that terminals have other names for."""

INTERRUPTING: Final = ("c-c", "<sigint>")

PACE: Final = 1.0
"""Seconds between two events of a game that plays by itself."""

ESCAPE: Final = 0.05
"""Seconds in which what follows the escape key is taken for the rest of an arrow."""


Wait = Callable[[float], Awaitable[object]]
"""Waits for so many seconds."""


def stepped(stepper: Stepper, wait: Wait = asyncio.sleep) -> None:
    """Let a person step until he leaves. Raises `KeyboardInterrupt` for Ctrl-C, and what goes wrong
    meanwhile when the screen is free again."""
    application(stepper, wait).run()


def application(stepper: Stepper, wait: Wait) -> Application[None]:
    """The screen with its keys."""
    keys = KeyBindings()
    player: asyncio.Task[None] | None = None

    @contextmanager
    def ending() -> Iterator[None]:
        try:
            yield
        except Exception as fault:  # whatever it is, it is raised when the screen is free again
            if not app.is_done:
                app.exit(exception=fault)

    async def play() -> None:
        while stepper.playing:
            await wait(PACE)
            with ending():
                stepper.tick()
            app.invalidate()

    def pressed(event: KeyPressEvent) -> None:
        nonlocal player
        if player is not None:
            player.cancel()
        key = event.key_sequence[-1].key
        name = key.value if isinstance(key, Keys) else key
        if name in INTERRUPTING:
            app.exit(exception=KeyboardInterrupt())
            return
        with ending():
            stepper.press(NAMES.get(name, name))
            if stepper.over:
                app.exit()
        player = app.create_background_task(play()) if stepper.playing else None

    def screen() -> StyleAndTextTuples:
        size = app.output.get_size()
        drawn: StyleAndTextTuples = []
        with ending():
            for line in stepper.lines(size.columns, size.rows):
                drawn += [("class:" + kind.replace(" ", "-") if kind else "", text)
                          for kind, text in line]  # fmt: skip
                drawn.append(("", "\n"))
        return drawn[:-1]

    keys.add("<any>")(pressed)
    looks = LOOKS if stepper.style.colour else {}
    app: Application[None] = Application(
        layout=Layout(Window(FormattedTextControl(screen, show_cursor=False))),
        key_bindings=keys,
        style=Style([(kind.replace(" ", "-"), look) for kind, look in looks.items()]),
        color_depth=ColorDepth.DEPTH_4_BIT if stepper.style.colour else ColorDepth.DEPTH_1_BIT,
        include_default_pygments_style=False,
        enable_page_navigation_bindings=False,
        full_screen=True,
    )
    app.ttimeoutlen = ESCAPE
    return app
