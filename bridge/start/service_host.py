"""The service of Windows: as `counterpart serve`, until the service manager asks it to end."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import io
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from ctypes import POINTER, Structure, byref, c_void_p, c_wchar_p
from ctypes import c_uint32 as dword
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, Protocol

from bridge.autostart.data_folder_wait import Pause
from bridge.autostart.service_manager import NAME, RunState
from bridge.autostart.service_words import VARIABLE
from bridge.autostart.windows_api import ServiceStatus, last_error, load_library
from bridge.start.headless_service import StopPort
from bridge.system.paths import keep_files_private
from bridge.system.process import exit_with_timeout
from service.domain.times import Millis, SystemClock
from service.store.engine.data_folders import make_private_folder

FILE_BYTES: Final = 1024 * 1024
STOP, INTERROGATE, SHUTDOWN, PRESHUTDOWN = 1, 4, 5, 15
"""Windows' controls of a service."""

DONE: Final = 0
NOT_KNOWN: Final = 120
STOP_HINT_MS: Final = 12_000
"""How long Windows may wait: what serves ends within 10 s."""

_OWN_PROCESS: Final = 0x10
_ACCEPTS: Final = 0x1 | 0x4 | 0x100
"""Stop, shutdown, preshutdown."""

_OWN_EXIT_CODE: Final = 1066


class NotAService(Exception):
    """Windows did not start this process as a service."""


class ManagerReport:
    """The ServiceReport over SetServiceStatus."""

    def __init__(self, api: Any) -> None:  # noqa: ANN401 - a library's functions have no types
        self._api = api
        self.handle = c_void_p()

    def starting(self) -> None:
        self._set(RunState.START_PENDING, hint_ms=5_000)

    def running(self) -> None:
        self._set(RunState.RUNNING)

    def stopping(self, hint_ms: int) -> None:
        self._set(RunState.STOP_PENDING, hint_ms=hint_ms)

    def stopped(self, exit_code: int) -> None:
        self._set(RunState.STOPPED, exit_code=exit_code)

    def _set(self, state: RunState, *, hint_ms: int = 0, exit_code: int = 0) -> None:
        accepts = _ACCEPTS if state is RunState.RUNNING else 0
        status = ServiceStatus(_OWN_PROCESS, state, accepts, _OWN_EXIT_CODE if exit_code else 0, exit_code, 0, hint_ms)
        self._api.SetServiceStatus(self.handle, byref(status))


def run_service(make_host: Callable[[ServiceReport], ServiceHost], name: str = NAME) -> None:
    """Returns when the service has stopped. Raises NotAService.

    Windows calls the two functions below in threads of its own.
    """
    api = load_library("advapi32")
    api.RegisterServiceCtrlHandlerExW.restype = c_void_p
    main_type = ctypes.WINFUNCTYPE(None, dword, c_void_p)  # type: ignore[attr-defined,unused-ignore]
    control_type = ctypes.WINFUNCTYPE(dword, dword, dword, c_void_p, c_void_p)  # type: ignore[attr-defined,unused-ignore]

    class TableEntry(Structure):
        _fields_ = (("name", c_wchar_p), ("main", main_type))

    report = ManagerReport(api)
    host = make_host(report)

    def on_control(control: int, _kind: int, _data: int, _context: int) -> int:
        return host.on_control(control)

    # Windows has no references of its own to the two functions.
    control_function = control_type(on_control)

    def service_main(_count: int, _words: int) -> None:
        report.handle.value = api.RegisterServiceCtrlHandlerExW(name, control_function, None)
        if report.handle.value:
            host.run()

    table = (TableEntry * 2)(TableEntry(name, main_type(service_main)))
    api.StartServiceCtrlDispatcherW.argtypes = (POINTER(TableEntry),)
    if not api.StartServiceCtrlDispatcherW(table):
        raise NotAService(last_error())


class HostLog:
    """One file, and the one before it. A log that cannot be written stops nothing."""

    def __init__(self, path: Path, report_event: Callable[[str], object] = lambda _text: None) -> None:
        self._path = path
        self._report_event = report_event

    def say(self, text: str) -> None:
        """Writes one line, with the time in UTC."""
        with contextlib.suppress(OSError), self._open() as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} {text}\n".encode())
        self._report_event(text)

    def open_to_write(self) -> IO[bytes]:
        """The file to write to, or a place that drops everything."""
        with contextlib.suppress(OSError):
            return self._open()
        return Path(os.devnull).open("ab")

    def _open(self) -> IO[bytes]:
        make_private_folder(self._path.parent)
        with contextlib.suppress(OSError):  # not there yet, or in use
            if self._path.stat().st_size > FILE_BYTES:
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
        return self._path.open("ab")


class ServiceReport(Protocol):
    """Tells the service manager the state."""

    def starting(self) -> None: ...

    def running(self) -> None: ...

    def stopping(self, hint_ms: int) -> None: ...

    def stopped(self, exit_code: int) -> None: ...


class ServiceHost:
    """Serves for the service manager. `run` and `on_control` come in two threads."""

    def __init__(self, serve: Callable[[], int], stop: Callable[[], object], report: ServiceReport) -> None:
        """`serve` returns an exit code, soon after `stop`."""
        self._serve, self._stop, self._report = serve, stop, report
        self._was_asked = False

    def run(self) -> None:
        """Until it ends or is stopped. After an exit code but 0 Windows starts it again."""
        self._report.starting()
        code = 1
        try:
            self._report.running()
            code = self._serve()
        finally:
            # Windows starts a service again that ends with another code, also after a stop.
            self._report.stopped(0 if self._was_asked else code)

    def on_control(self, control: int) -> int:
        """What Windows asks; gives its answer."""
        if control in (STOP, SHUTDOWN, PRESHUTDOWN):
            self._was_asked = True
            self._report.stopping(STOP_HINT_MS)
            self._stop()
            return DONE
        return DONE if control == INTERROGATE else NOT_KNOWN


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


Serve = Callable[[Path, StopPort], None]
Report = Callable[[BaseException, Path, Millis], int]
"""Prints a fault, as a command does; gives the exit code."""


def serve_as_service(folder: Path, stop: StopRequest, log: HostLog, serve: Serve, report_error: Report) -> int:
    """Serves that data folder; gives the exit code. A fault is in the service's log."""
    try:
        serve(folder, stop)
    except Exception as error:  # noqa: BLE001 - this is where every error ends
        code = report_error(error, folder, SystemClock().now())
        log.say(f"The service ended with {code}. Windows starts it again.")
        return code
    return 0


def main(words: Sequence[str], serve: Serve, report_error: Report) -> int:
    """`words` are `--data-dir FOLDER`. Gives 1 where Windows did not start it as a service."""
    from bridge.autostart.windows_api import report_event  # noqa: PLC0415 - on Windows only

    folder, stop = Path(words[-1]), StopRequest()
    log = HostLog(folder / "logs" / "service.log", report_event)
    keep_files_private()
    os.environ[VARIABLE] = "on"
    run = partial(serve_as_service, folder, stop, log, serve, report_error)
    with write_into(log):
        try:
            run_service(lambda report: ServiceHost(run, stop.ask, report))
        except NotAService:
            sys.stderr.write("counterpart: Windows starts this automatically. Run: counterpart service install\n")
            return 1
        return exit_with_timeout(0)


@contextlib.contextmanager
def write_into(log: HostLog) -> Iterator[None]:
    """What this process prints goes into the service's log."""
    with log.open_to_write() as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", line_buffering=True)
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            yield
