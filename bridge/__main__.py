"""`counterpart`, and `python -m bridge`: the one way in (contract §8)."""

from __future__ import annotations

import io
import os
import signal
import sys
from pathlib import Path


def main() -> None:
    """Runs the command line with this process's arguments and ends the
    process with its exit code.
    """
    handles_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles_ctrl_c:
        # Ctrl-C while the modules load ends this program as any other, and not in a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from bridge.cli.program import program  # noqa: PLC0415 - as above
    from bridge.paths import keep_files_private  # noqa: PLC0415 - as above

    if handles_ctrl_c:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    keep_files_private()
    ensure_streams()
    for stream in (sys.stdout, sys.stderr):
        # JSON is UTF-8 wherever it goes; what is no text at all (odd file names) shows as escapes.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(program.main(sys.argv[1:], prog_name="counterpart", standalone_mode=False))


def ensure_streams() -> None:
    """Without a console there are no streams on Windows:
    what is written goes nowhere then, and nothing comes in.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - for as long as it runs
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for as long as it runs


if __name__ == "__main__":
    main()
