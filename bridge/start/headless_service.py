"""`counterpart serve`: the service without a window, until it is stopped (contract §8)."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Protocol, TextIO

from bridge.autostart.data_folder_wait import Pause, ending_by_signal, has_output_file, is_to_wait, wait_for_data_folder
from bridge.autostart.system_restart import NO_WATCHDOG, notify_systemd
from bridge.backups.backup_service import newest_good_finder
from bridge.backups.damaged_database import DamageOutcome, read_damage_note
from bridge.remote.window_server import LocalDoor, WindowBackend, WindowServer
from bridge.secrets.engine_choice import choose_database
from bridge.start.service_parts import ServiceDependencies, ServiceParts, compose_service
from bridge.start.service_thread import STOP_LIMIT_S, ServiceThread
from bridge.start.start_up import StartUp, make_start_report
from bridge.system.counter_file import refuse_on_counter
from bridge.system.instance_lock import InstanceLock, lock_after_end
from bridge.system.paths import data_dir_option, quote_word
from bridge.system.process import (
    STARTUP_DONE_MS,
    exit_with_timeout,
    freeze_startup_objects,
    shorten_switch_interval,
    stop_on_signals,
)
from bridge.system.program_log import log_loop_errors, open_program_log
from service.domain.errors import CounterpartError, Unavailable, UnavailableCode
from service.domain.sentences import verbatim
from service.domain.settings import SYSTEM
from service.domain.times import SharedClock, SystemClock
from service.store.engine.sqlite_errors import DATABASE_LOCKED
from service.store.engine.transaction import ReadTx
from service.store.keys import list_keys
from service.store.shops import list_shops
from service.usecases.edit_alerts import Speak
from service.version import full_version
from ui.backend.host_port import HostState, HostStatus, StartEvent, StartReport

log = logging.getLogger(__name__)

_WINDOWS_END_S = 1.0
_LAUNCHERS = ("counterpart.exe", "counterpartw.exe")

MakeSpeak = Callable[[Callable[[], str]], Speak]
"""Gets what reads the language of the settings; gives what puts alerts into it."""


class StopPort(Protocol):
    """What asks the service to end."""

    def listen(self, stop: asyncio.Event) -> None:
        """Sets the event of this loop when the service is to end."""
        ...

    def pausing(self) -> AbstractContextManager[Pause]:
        """A pause that the same request cuts short, while there is no loop."""
        ...


class SignalStop:
    """SIGTERM, SIGINT (Ctrl-C) or, on Windows, Ctrl-Break."""

    def listen(self, stop: asyncio.Event) -> None:
        stop_on_signals(stop)

    def pausing(self) -> AbstractContextManager[Pause]:
        return ending_by_signal()


def run_headless(
    folder: Path, host: str | None, port: int | None, make_speak: MakeSpeak, database: str | None = None
) -> int:
    """Runs until a signal; returns the exit code. Raises CounterpartError if it cannot start."""
    serve_until_stopped(folder, host, port, make_speak, SignalStop(), database)
    return exit_with_timeout(0)


def serve_until_stopped(
    folder: Path,
    host: str | None,
    port: int | None,
    make_speak: MakeSpeak,
    stopping: StopPort,
    database: str | None = None,
) -> None:
    """`database` is the address of one elsewhere. Raises CounterpartError if it cannot start."""
    shared = SharedClock(SystemClock())
    engine = choose_database(database, os.environ, folder, shared)
    if engine is not None:
        engine.check()
    notify_systemd(os.environ, NO_WATCHDOG)
    refuse_on_counter(folder)
    instance = _lock_data_folder(folder, stopping)
    if instance is None:
        return
    try:
        open_program_log(folder, to_screen=not has_output_file(os.environ, sys.platform))
        clock = SystemClock() if engine is None else shared
        start_up = StartUp(folder, clock, newest_good_finder(folder, clock), is_elsewhere=engine is not None)
        findings = start_up.begin()
        try:
            _report_damage(folder, findings.damage)
            if findings.held:  # it was waited for
                raise Unavailable(DATABASE_LOCKED, UnavailableCode.DATABASE_LOCKED)
            threading.Thread(
                target=start_up.check_database_later, name="looking through the database", daemon=True
            ).start()
            speak = make_speak(lambda: _read_language(parts))
            dependencies = ServiceDependencies(
                folder,
                clock,
                dict(os.environ),
                speak,
                make_speak(lambda: "ar"),
                trace=start_up.trace,
                is_damaged=lambda: start_up.is_damaged,
                listen_at=(host, port),
                open_engine=lambda: choose_database(database, os.environ, folder, shared),
                on_end=instance.mark_ending,
            )
            parts = compose_service(dependencies)
            asyncio.run(_run(parts, make_start_report(findings, in_use=False), stopping))
        except CounterpartError:
            # A port in use, say, is reported and counts as a clean end: nothing was interrupted.
            start_up.end()
            raise
        start_up.end()
    finally:
        instance.release()


def _lock_data_folder(folder: Path, stopping: StopPort) -> InstanceLock | None:
    """A service of the system waits, None where it is to end; else raises AlreadyRunning."""
    if not is_to_wait(os.environ):
        return lock_after_end(folder, lambda text: _write_safely(sys.stderr, f"{text}\n"), time.sleep)
    with stopping.pausing() as pause:
        return wait_for_data_folder(folder, lambda text: _write_safely(sys.stderr, text), pause)


def _read_language(parts: ServiceParts) -> str:
    """The language of the settings; the system's while there is no service."""
    service = parts.thread.service
    return SYSTEM if service is None else service.settings.language


def _report_damage(folder: Path, done: DamageOutcome | None) -> None:
    """Raises Unavailable if something important is lost: somebody decides what to restore."""
    note = read_damage_note(folder)
    if note:
        raise Unavailable(verbatim(note))
    if done is not None:
        _write_safely(sys.stderr, f"{done.sentence}\n")


async def _run(parts: ServiceParts, report: StartReport, stopping: StopPort) -> None:
    """Serves windows in this loop until a stop; the service has a thread of its own. The first
    window gets the report. Raises Unavailable if it cannot start.
    """
    stop, first = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    log_loop_errors(loop)
    stopping.listen(stop)
    shorten_switch_interval()

    def on_status(status: HostStatus) -> None:
        """Called in the service's thread."""
        if status.state is not HostState.STARTING:
            loop.call_soon_threadsafe(first.set)
        if parts.thread.has_failed:
            loop.call_soon_threadsafe(stop.set)

    subscription = parts.listeners.host_changed.add(on_status)
    reports = iter([report])

    def open_window(_counter: int) -> WindowBackend:
        from bridge.start.window_parts import (  # noqa: PLC0415 - 5 MB that a service without windows saves
            AttachedWindow,
        )

        return AttachedWindow(parts, next(reports, StartReport(StartEvent.CLEAN)))

    windows = WindowServer(LocalDoor(parts.dependencies.folder, full_version()), open_window)
    parts.thread.start()
    try:
        await _wait_for_either(first, stop)
        if not stop.is_set():
            await _announce(parts)
            await windows.start()
            loop.call_later(STARTUP_DONE_MS / 1000, freeze_startup_objects)
            await stop.wait()
        _raise_failure(parts.thread)
        log.info("Stopping")
    finally:
        parts.dependencies.on_end()
        await windows.stop(_WINDOWS_END_S)
        subscription.close()
        if not await asyncio.to_thread(parts.thread.stop):
            log.warning("The service did not end within %.0f s", STOP_LIMIT_S)
        parts.secrets.close()


async def _wait_for_either(one: asyncio.Event, other: asyncio.Event) -> None:
    waits = [asyncio.create_task(event.wait()) for event in (one, other)]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


async def _announce(parts: ServiceParts) -> None:
    """Prints where it listens. Raises Unavailable if it does not."""
    service, status = parts.thread.service, parts.thread.status
    if service is None or status.state is not HostState.LISTENING:
        raise Unavailable(status.reason)
    # scripts wait for this line
    _write_safely(sys.stdout, f"Listening on {service.address}\n")
    folder = parts.dependencies.folder
    if service.till_address.startswith("https:"):
        _write_safely(sys.stderr, network_text(service.till_address, folder))
    with suppress(Unavailable):  # a database elsewhere may be away
        if not await asyncio.wrap_future(service.store.submit_read(_has_keys)):
            _write_safely(sys.stderr, first_steps_text(service.address, folder))


def _raise_failure(thread: ServiceThread) -> None:
    """Raises what ended the service, if it did not end by a signal."""
    if not thread.has_failed:
        return
    if thread.status.reason:
        raise Unavailable(thread.status.reason)
    raise RuntimeError("the service ended by faults again and again")


def _write_safely(stream: TextIO, text: str) -> None:
    """Prints a line. A reader that has left, or a full disk, must not end the service."""
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        log.info("What was said could not be written: %s", error)
        # The buffer must not be written again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _has_keys(db: ReadTx) -> bool:
    return any(list_keys(db, shop.id) for shop in list_shops(db))


def first_steps_text(address: str, folder: Path) -> str:
    """The first steps with a new program, in lines that can be copied to another terminal."""
    command = start_command()
    data = data_dir_option(folder)
    called = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    return (
        "\nNo system has a key yet. Make one for your till (it is shown once):\n"
        f'    {command} keys create "Till 1"{data}\n'
        "Then try a call with it, in the place of KEY:\n"
        f'    curl -H "Authorization: Bearer KEY" {called}/v1/items\n'
        "To have something to look at, fill the staging shop, and use a staging key:\n"
        f"    {command} sample{data}\n"
        f'    {command} keys create "Trial" --staging{data}\n\n'
    )


def network_text(address: str, folder: Path) -> str:
    """How tills on other computers call, and where their pin is."""
    return (
        f"Tills on other computers call {address}. What they check is shown by:\n"
        f"    {start_command()} certificate show{data_dir_option(folder)}\n"
    )


def start_command() -> str:
    """How a terminal starts this program: by its name if it is on the path, else by its path."""
    launcher = Path(sys.executable)
    if launcher.name.lower() in _LAUNCHERS:
        # Those of Windows' set-up add the module by themselves.
        return quote_word(str(launcher.with_name("counterpart.exe")))
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return f"{quote_word(sys.executable)} -m bridge"
    on_path = shutil.which(started.stem)
    if on_path is not None and Path(on_path).resolve() == started.resolve():
        return started.stem
    return quote_word(str(started.absolute()))
