"""The command line. `main` runs a verb, prints, and ends the process with its exit code."""

import os
import sys
from typing import Final, NoReturn

OK: Final = 0
ERRORS: Final = 1
USAGE: Final = 2
UNREAD: Final = 3
OUR_FAULT: Final = 4
INTERRUPTED: Final = 130


def main() -> NoReturn:
    """Run the command line of this process; exit codes are those of the contract."""
    from brusqlog.cli.output import ClosedPipeError, UnwritableError

    # Who started us may have closed them; what is written there is then lost, as he wished.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    try:
        from brusqlog.cli.app import command

        command()(prog_name="brusqlog")
    except (ClosedPipeError, UnwritableError) as fault:
        if isinstance(fault, UnwritableError):
            sys.stderr.write(f"brusqlog: standard output: {fault}\n")
        # The interpreter may not try again when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREAD)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as fault:  # whatever it is, the user gets one line and exit code 4
        if os.environ.get("BRUSQLOG_DEBUG"):
            raise
        told = f"brusqlog: a fault of ours: {type(fault).__name__}: {fault}\n"
        sys.stderr.write(told.encode("ascii", "backslashreplace").decode())
        sys.stderr.write("Please report it. BRUSQLOG_DEBUG=1 shows where it happened.\n")
        sys.exit(OUR_FAULT)
    sys.exit(OK)
