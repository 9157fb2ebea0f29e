"""The composition root of the window: wires service thread, gateway and panes once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from bridge.composition.service_parts import ServiceDependencies, compose_service
from bridge.composition.window_parts import compose_window
from bridge.desktop.order_notices import make_notices
from bridge.gateway.people.access_guard import AccessGuard
from bridge.gateway.people.at_counter import AtCounter
from bridge.sound.ring_player import RingPlayer
from ui.backend.host_port import StartReport
from ui.backend.protocol import Backend

if TYPE_CHECKING:
    from ui.shell.tray.order_notice import OrderNotices


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
    """Makes the program with the service in it. Starts nothing and touches no file.
    `is_support_view` begins the support view.
    """
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
