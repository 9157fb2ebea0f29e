"""The process that Windows starts as the service. It serves as `counterpart serve` does, and ends
when the service manager asks for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from bridge.alerts.alert_language import AlertLanguage
from bridge.cli.framework.command_errors import report_error
from bridge.composition.exit_timeout import exit_with_timeout
from bridge.headless_service import StopPort, serve_until_stopped
from bridge.paths import keep_files_private
from bridge.power_on.data_folder_wait import Pause
from bridge.power_on.waiting_variable import VARIABLE
from bridge.power_on.windows.host_log import HostLog
from bridge.power_on.windows.service_host import ServiceHost
from service.domain.times import SystemClock


class StopRequest:
    """A stop that comes in a thread of Windows. Carries out StopPort."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._tell: Callable[[], object] = lambda: None

    def ask(self) -> None:
        """Ends what serves, also what is only starting."""
        self._asked.set()
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._tell()

    def listen(self, stop: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        self._tell = partial(loop.call_soon_threadsafe, stop.set)
        if self._asked.is_set():
            stop.set()

    @contextlib.contextmanager
    def pausing(self) -> Iterator[Pause]:
        yield self._asked.wait


def serve_as_service(folder: Path, stop: StopPort, log: HostLog) -> int:
    """Serves that data folder; gives the exit code. A fault is in the service's log."""
    try:
        serve_until_stopped(folder, None, None, lambda read: AlertLanguage(read).speak, stop)
    except Exception as error:  # noqa: BLE001 - this is where every error ends
        code = report_error(error, folder, SystemClock().now(), as_json=False)
        log.say(f"The service ended with {code}. Windows starts it again.")
        return code
    return 0


def main(words: Sequence[str]) -> int:
    """What the service's command line runs; `words` are `--data-dir FOLDER`. Gives 1 where Windows
    did not start it as a service.
    """
    from bridge.power_on.windows.event_log import report_event  # noqa: PLC0415 - on Windows only
    from bridge.power_on.windows.manager_connection import NotAService, run_service  # noqa: PLC0415 - on Windows only

    folder, stop = Path(words[-1]), StopRequest()
    log = HostLog(folder / "logs" / "service.log", report_event)
    keep_files_private()
    os.environ[VARIABLE] = "on"
    with write_into(log):
        try:
            run_service(lambda report: ServiceHost(partial(serve_as_service, folder, stop, log), stop.ask, report))
        except NotAService:
            sys.stderr.write("counterpart: Windows starts this by itself. Run: counterpart service install\n")
            return 1
        return exit_with_timeout(0)


@contextlib.contextmanager
def write_into(log: HostLog) -> Iterator[None]:
    """What this process prints goes into the service's log."""
    with log.open_to_write() as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", line_buffering=True)
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            yield
