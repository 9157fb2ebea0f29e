"""What the operating system needs to notice a hang or a crash, and to start the program again.

systemd hears every few seconds that the program works. Elsewhere a service that hangs ends itself
after it has written what each thread did. Windows starts a window again that has registered for it.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import IO, Any, Final

HANG_LIMIT_S: Final = 60.0
INTERVAL_S: Final = 5.0
NO_WATCHDOG: Final = f"WATCHDOG_USEC={2**64 - 1}"
"""Tells systemd to wait without a limit: while the program starts, ends or restores a backup."""

_NOT_AFTER_AN_UPDATE: Final = 0x4
_NOT_AFTER_A_RESTART_OF_WINDOWS: Final = 0x8


def is_watched(environment: Mapping[str, str]) -> bool:
    """Whether systemd started this process and ends it when it hears nothing."""
    return "WATCHDOG_USEC" in environment and environment.get("WATCHDOG_PID") == str(os.getpid())


def notify_systemd(environment: Mapping[str, str], state: str) -> None:
    """Tells systemd the state, where it watches. A message that does not arrive stops nothing."""
    if sys.platform == "win32" or not is_watched(environment):
        return
    address = environment.get("NOTIFY_SOCKET", "")
    name = f"\0{address[1:]}" if address.startswith("@") else address
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.setblocking(False)
        channel.sendto(state.encode(), name)


def tell_working(environment: Mapping[str, str]) -> None:
    """Tells systemd that the program works, and that it is to watch again."""
    notify_systemd(environment, f"WATCHDOG_USEC={environment.get('WATCHDOG_USEC')}\nWATCHDOG=1")


def make_beat(
    environment: Mapping[str, str],
    trace: IO[str] | None,
    is_other_alive: Callable[[], bool],
    *,
    ends_itself: bool,
) -> Callable[[], Coroutine[Any, Any, None]] | None:
    """What runs in the event loop so that a hang is noticed; None where nobody would start the
    program again. `ends_itself`: the system starts it again, but does not watch it.
    """
    if is_watched(environment):
        return partial(
            beat,
            partial(tell_working, environment),
            partial(notify_systemd, environment, NO_WATCHDOG),
            is_other_alive,
        )
    if ends_itself and trace is not None:
        return partial(
            beat,
            partial(faulthandler.dump_traceback_later, HANG_LIMIT_S, exit=True, file=trace),
            faulthandler.cancel_dump_traceback_later,
            is_other_alive,
        )
    return None


async def beat(
    tell: Callable[[], object],
    rest: Callable[[], object],
    is_other_alive: Callable[[], bool] = lambda: True,
    interval_s: float = INTERVAL_S,
) -> None:
    """Calls `tell` while both loops run (the other: `is_other_alive`); when cancelled, `rest`."""
    import asyncio  # noqa: PLC0415 - commands that only read the limit start without it

    try:
        while True:
            if is_other_alive():
                tell()
            await asyncio.sleep(interval_s)
    finally:
        rest()


def register_with_windows(words: Sequence[str], kernel: Any = None) -> None:  # noqa: ANN401 - functions without types
    """Lets Windows start the window again, with these words, after a crash or a hang. An update and
    the start of the computer start it themselves.
    """
    if kernel is None and os.name != "nt":
        return
    from bridge.autostart.windows_api import load_library  # noqa: PLC0415 - on Windows only

    kernel = kernel or load_library("kernel32")
    line = ctypes.c_wchar_p(subprocess.list2cmdline(words))
    kernel.RegisterApplicationRestart(line, _NOT_AFTER_AN_UPDATE | _NOT_AFTER_A_RESTART_OF_WINDOWS)
