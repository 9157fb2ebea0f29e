"""The desktop program over fakes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from service.domain.marketplace.ringing import RingSound
from tests.ui.ready_shop import ReadyShop
from ui.backend.host_port import HostState, HostStatus

STARTING = HostStatus(HostState.STARTING, "", 0)
LISTENING = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)
WAIT_MS = 20_000


class FakeServiceThread:
    """A fake of the service's thread."""

    def __init__(self) -> None:
        self.started = 0
        self.stopped: list[str] = []
        self.in_time = True

    def start(self) -> None:
        self.started += 1

    def stop(self, _limit_s: float) -> bool:
        self.stopped.append(threading.current_thread().name)
        return self.in_time


class FakeCloseable:
    """Something that is closed at the end."""

    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


class FakeRingPlayer:
    """Notes the rings; a silent one could play none."""

    def __init__(self) -> None:
        self.rings: list[tuple[RingSound, int]] = []

    def ring(self, sound: RingSound, volume: int, _on_silent: Callable[[], None]) -> None:
        self.rings.append((sound, volume))


@dataclass
class DesktopFixture:
    """A desktop and everything round it."""

    desktop: Any
    backend: ReadyShop
    thread: FakeServiceThread
    settle: Callable[[], None]

    def report_host_status(self, status: HostStatus = LISTENING) -> None:
        self.backend.publish_host(status)
        self.settle()

    def is_stopped(self) -> bool:
        """The service has ended, and the task that waited for that has reported it."""
        return bool(self.thread.stopped) and not any(one.name == "stopping" for one in threading.enumerate())

    @property
    def window(self) -> Any:  # noqa: ANN401 - a look inside
        return self.desktop._window


Make = Callable[..., DesktopFixture]
