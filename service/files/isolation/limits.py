"""The limits of the child process that reads a file."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

MEMORY_BYTES: Final = 1 << 30
"""Memory in use (resident); the program ends a child that has more, on every system."""

ADDRESS_SPACE_BYTES: Final = 3 << 29
"""Memory asked for (1.5 GiB), where the system limits it (Linux); threads reserve some unused."""

CPU_SECONDS: Final = 900
WAIT_SECONDS: Final = 600.0
"""For how long in all the program waits for the rows of one file."""

_OPEN_FILES: Final = 64


def apply_limits() -> None:
    """Limits this process before it reads anything.

    Windows knows none of these; there the program watches the child's memory and time.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    for what, most in (
        (resource.RLIMIT_AS, ADDRESS_SPACE_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        # macOS refuses a limit of address space below what is mapped already.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
