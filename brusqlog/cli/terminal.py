"""Lines typed at a terminal, with completion and a line of counts below; needs `prompt_toolkit`."""

from collections.abc import Callable, Iterator
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory


class Talk(Protocol):
    """What asks: its prompt, its line of counts, and what may be typed."""

    @property
    def prompt(self) -> str: ...

    @property
    def bar(self) -> str: ...

    @property
    def choices(self) -> list[str]: ...


class _Words(Completer):
    """Completes the last word to what may be typed."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        begun = document.get_word_before_cursor(WORD=True)
        for word in self.words:
            if word.casefold().startswith(begun.casefold()):
                yield Completion(word, start_position=-len(begun))


def reader() -> Callable[[Talk], str | None]:
    """Reads a line for who asks; None at the end of input. Raises `KeyboardInterrupt`."""
    session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def read(talk: Talk) -> str | None:
        bar = talk.bar
        try:
            return session.prompt(
                f"{talk.prompt}> ",
                completer=_Words(talk.choices),
                complete_while_typing=False,
                bottom_toolbar=bar or None,
            )
        except EOFError:
            return None

    return read
