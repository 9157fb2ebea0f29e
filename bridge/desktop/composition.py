"""The composition root of the window: over the service of this process, or of another one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from bridge.autostart.login_start import LoginStart
from bridge.desktop.single_instance import show_running_window
from bridge.gateway.access_guard import AccessGuard
from bridge.gateway.at_counter import AtCounter
from bridge.gateway.store_gateway import mapped_errors, mapped_result
from bridge.remote.counters import COUNTER_WAITS, make_counter_opener
from bridge.remote.endpoint import has_endpoint
from bridge.remote.handshake import MustPairAgain
from bridge.remote.remote_backend import LocalMethods, RemoteBackend
from bridge.remote.service_client import make_local_opener
from bridge.start.service_parts import ServiceDependencies, compose_service
from bridge.start.window_parts import compose_window
from bridge.system.counter_file import CounterFile, remove_counter_file
from bridge.system.instance_lock import AlreadyRunning, WindowShown, is_running
from bridge.system.paths import licences_folder, sound_folder
from bridge.system.process import run_aside
from bridge.system.ring_player import RingPlayer, sound_system_of
from bridge.updates.update_watch import make_update_watch
from service.domain.changes import ChangeKind, Changes
from service.domain.sentences import Sentence, message
from service.domain.settings import Settings
from service.domain.times import SystemClock
from service.version import full_version
from ui.backend.host_port import StartReport
from ui.backend.protocol import Backend
from ui.backend.settings_port import Installation

if TYPE_CHECKING:
    from bridge.gateway.settings_backend import LoginStartPort
    from ui.shell.tray.order_notice import OrderNotices

START_AGAIN = 3
"""The exit code of a window that goes on with another service, its own or another computer's."""

_LOOKS = 25
_PAUSE_S = 0.2
"""A service that has just started opens its socket within 5 seconds, or later when the window is
closed and opened once more."""


def make_notices(platform: str) -> OrderNotices:
    """Notifications with buttons on Linux; elsewhere the tray's message, which opens the order."""
    if platform != "linux":
        from ui.shell.tray.order_notice import NoNotices  # noqa: PLC0415 - the panes load after the service has started

        return NoNotices()
    from bridge.desktop.dbus_notifications import DBusNotifications  # noqa: PLC0415 - its library is on Linux only

    return DBusNotifications()


class Runner(Protocol):
    """What starts the backend with the window and stops it with it."""

    def start(self) -> None: ...

    def stop(self, limit_s: float) -> bool: ...


class Closeable(Protocol):
    """What is closed after the window."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Program:
    """What the tray process starts, asks and stops."""

    thread: Runner
    gateway: Backend
    closeables: tuple[Closeable, ...]
    ring_player: RingPlayer
    make_notices: Callable[[], OrderNotices]
    is_attached: bool = False
    """Whether the service is another process, which goes on without the window."""


def compose_program(dependencies: ServiceDependencies, report: StartReport, *, is_support_view: bool) -> Program:
    """Starts nothing and touches no file. `is_support_view` begins the support view."""
    guard = AccessGuard(dependencies.clock.monotonic)
    at_counter = AtCounter(dependencies.clock, guard, is_support_view=is_support_view)
    parts = compose_service(dependencies, at_counter.begin)
    window = compose_window(parts, at_counter, guard, parts.get_store, report)
    return Program(
        parts.thread,
        window.gateway,
        (window, parts.secrets),
        parts.ring_player,
        partial(make_notices, sys.platform),
    )


def find_service(folder: Path, running: AlreadyRunning, pause: Callable[[float], None] = time.sleep) -> None:
    """Returns if the folder's lock is held by a service that takes windows.

    Raises WindowShown where a window is open already, and `running` where it is another program.
    """
    for look in range(_LOOKS):
        if look:
            pause(_PAUSE_S)
        if show_running_window(folder):
            raise WindowShown
        if has_endpoint(folder):
            return
    raise running


def compose_attached(folder: Path, end: Callable[[], None]) -> Program:
    """The window's program. Starts nothing. After `end` the next one has a service of its own."""

    def start_here() -> bool:
        if is_running(folder):
            return False
        end()
        return True

    player = RingPlayer(sound_folder(folder), sound_system_of(sys.platform))
    opener = make_local_opener(folder, full_version())
    backend = RemoteBackend(opener, _play_here(player), start_here=start_here)
    return Program(
        backend.client,
        cast("Backend", backend),
        (),
        player,
        partial(make_notices, sys.platform),
        is_attached=True,
    )


def compose_counter(file: CounterFile, folder: Path, end: Callable[[], None]) -> Program:
    """A further counter's window. Starts nothing. After `end` the next one is set up again."""

    def set_up_again() -> bool:
        if not isinstance(backend.client.refusal, MustPairAgain):
            return False
        remove_counter_file(folder)
        end()
        return True

    def update() -> Future[None]:
        return mapped_errors(make_update_watch(folder, SystemClock(), lambda: None).begin_install())

    def ask(port: str, method: str, *arguments: object) -> Future[Any]:
        return backend.ask(port, method, *arguments)

    def tell_change() -> None:
        backend.notify(Changes.of(ChangeKind.SETTINGS))

    def say_away() -> Sentence:
        return message(
            "No connection to {service} since {time}. What you see can still be read and printed; changes have to "
            "wait. The window continues automatically.",
            service=file.service,
            time=time.strftime("%H:%M:%S"),
        )

    player = RingPlayer(sound_folder(folder), sound_system_of(sys.platform))
    opener = make_counter_opener(file, full_version())
    login = LoginStart.for_this_system(folder)
    local = _play_here(player) | start_here(ask, login, tell_change) | show_here(ask, folder)
    backend = RemoteBackend(opener, local, COUNTER_WAITS, set_up_again, say_away, file.service, update)
    return Program(
        backend.client, cast("Backend", backend), (), player, partial(make_notices, sys.platform), is_attached=True
    )


def start_here(ask: Callable[..., Future[Any]], login: LoginStartPort, on_change: Callable[[], object]) -> LocalMethods:
    """A further counter starts with its own computer. `ask` asks the service, which decides whether
    it may, and whose notice of the change comes before it. `on_change` follows it.
    """

    def read() -> Future[Settings]:
        return mapped_errors(
            run_aside(lambda: replace(ask("settings", "read").result(), start_at_login=login.is_on()), "login")
        )

    def switch(on: bool) -> Future[None]:
        def set_here(_none: None) -> None:
            login.set_on(on)
            on_change()

        return mapped_result(ask("settings", "set_start_at_login", on), set_here)

    return {("settings", "read"): read, ("settings", "set_start_at_login"): switch}


def show_here(ask: Callable[..., Future[Any]], folder: Path) -> LocalMethods:
    """A further counter shows the folders of its own computer: it can open no others."""
    own = {"data_folder": str(folder), "licences_folder": str(licences_folder() or "")}

    def read() -> Future[Installation]:
        return mapped_result(ask("settings", "installation"), lambda one: replace(one, **own))

    return {("settings", "installation"): read}


def _play_here(player: RingPlayer) -> LocalMethods:
    """Sound is heard where the window is; a service of the system has none."""
    worker = ThreadPoolExecutor(1, thread_name_prefix="sound")
    return {
        ("settings", "sound_state"): lambda: mapped_errors(worker.submit(player.read_state)),
        ("settings", "try_sound"): lambda sound, volume: mapped_errors(worker.submit(player.try_sound, sound, volume)),
    }
