"""`counterpart`, and `python -m bridge`: the one way in (CONTRACT.md section 8)."""

from __future__ import annotations

import io
import sys

from bridge.cli.program import program
from bridge.paths import keep_files_private


def main() -> None:
    """Runs the command line with this process's arguments and ends the process with its exit code."""
    keep_files_private()
    for stream in (sys.stdout, sys.stderr):
        # JSON is UTF-8 wherever it goes; what is no text at all (odd file names) shows as escapes.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(program.main(sys.argv[1:], prog_name="counterpart", standalone_mode=False))


if __name__ == "__main__":
    main()
