"""The command line. `main` runs a verb, prints, and ends the process with its exit code."""

import os
import signal
import sys
from typing import Final, NoReturn

from brusqlog.languages import Language, language

OK: Final = 0
ERRORS: Final = 1
USAGE: Final = 2
UNREAD: Final = 3
OUR_FAULT: Final = 4
INTERRUPTED: Final = 130


def main() -> NoReturn:
    """Run the command line of this process; exit codes are those of the contract."""
    # Who started us may have closed them; what is written there is then lost, as he wished.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    got = heed_signals()
    try:
        code = _code()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(128 + got[0] if got and code == INTERRUPTED else code)


def heed_signals() -> list[int]:
    """Let SIGTERM and SIGHUP interrupt as Ctrl-C does, so that no temporary file is left; a second
    one ends the process at once. The one that came is put into the list. Those that whoever started
    us ignores, as `nohup` does, stay ignored."""
    got: list[int] = []

    def interrupt(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        got.append(number)
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, interrupt)
    return got


def _code() -> int:
    from brusqlog.cli.output import ClosedPipeError, UnwritableError, complain, forget, tell, write

    code = OK
    try:
        from brusqlog.cli.app import run

        code = run()
        write([])
    except ClosedPipeError:  # perhaps because the one interruption was for both of us
        forget(sys.stdout)
        return code if code == INTERRUPTED else UNREAD
    except UnwritableError as fault:
        forget(sys.stdout)
        complain(_told("standard output"), str(fault), _language())
        return UNREAD
    except Exception as fault:  # whatever it is, the user gets two lines and exit code 4
        if os.environ.get("BRUSQLOG_DEBUG"):
            raise
        what = f"{type(fault).__name__}: {fault}".encode("ascii", "backslashreplace").decode()
        tell(f"brusqlog: {_told('a fault of ours')}: {what}\n")
        tell(_told("Please report it. BRUSQLOG_DEBUG=1 shows where it happened.") + "\n")
        return OUR_FAULT
    return code


def _told(text: str) -> str:
    from brusqlog.cli.french import told

    return told(text, _language())


def _language() -> Language:
    from brusqlog.cli.french import asked

    return language(asked(sys.argv[1:]))
