"""A window server in a thread, over a backend that records what it is asked."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

from bridge.gateway.listeners import Listeners, ListenerSubscription, Ring
from bridge.remote.remote_backend import LocalMethods, RemoteBackend
from bridge.remote.service_client import Waits, make_local_opener
from bridge.remote.window_server import Door, LocalDoor, WindowServer
from service.domain.changes import Changes
from service.domain.marketplace.orders import ListedOrder
from ui.backend.host_port import HostState, HostStatus
from ui.backend.protocol import Backend

WAIT_S = 20.0
VERSION = "1.2.3"
LISTENING = HostStatus(HostState.LISTENING, "http://127.0.0.1:8710", 8710)
QUICK = Waits(connect=WAIT_S, ping=0.02, silence=WAIT_S, retry=(0.01,))


class RecordedPort:
    """Each method records its call and gives what `answer` made."""

    def __init__(self, recorder: RecordingBackend, port: str) -> None:
        self._recorder, self._port = recorder, port

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: object, **named: object) -> Any:  # noqa: ANN401 - of any method
            self._recorder.asked.append((self._port, name, arguments, named))
            answer = self._recorder.answers.get(name, self._recorder.answer)
            return answer(*arguments, **named)

        return call


class RecordingBackend:
    """The backend of one window. `answers` are what methods do by name, `answer` what others do: at
    first they never answer.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, tuple[Any, ...], dict[str, Any]]] = []
        self.answers: dict[str, Callable[..., Any]] = {}
        self.answer: Callable[..., Any] = lambda *_, **__: Future()
        self.changed: Listeners[Changes] = Listeners()
        self.host_changed: Listeners[HostStatus] = Listeners()
        self.rings: Listeners[Ring] = Listeners()
        self.status = LISTENING
        self.closed = threading.Event()

    @property
    def backend(self) -> Backend:
        return cast(Backend, self)

    def __getattr__(self, port: str) -> RecordedPort:
        return RecordedPort(self, port)

    def on_changes(self, listener: Callable[[Changes], None]) -> ListenerSubscription[Changes]:
        return self.changed.add(listener)

    def on_host(self, listener: Callable[[HostStatus], None]) -> ListenerSubscription[HostStatus]:
        return self.host_changed.add(listener)

    def on_ring(self, listener: Callable[[int, ListedOrder, bool], None]) -> ListenerSubscription[Ring]:
        return self.rings.add(lambda ring: listener(*ring))

    def close(self) -> None:
        self.closed.set()


class ServedWindows:
    """Serves each window that comes with the next of `backends`, once `can_open` is set."""

    def __init__(self, folder: Path, version: str = VERSION, door: Door | None = None) -> None:
        """`door` is any but that of this user's windows."""
        self.backends: list[RecordingBackend] = []
        self.opened = threading.Event()
        self.can_open = threading.Event()
        self.can_open.set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.server = WindowServer(door or LocalDoor(folder, version), self._open)
        self.run(self.server.start())

    def _open(self, _counter: int) -> RecordingBackend:
        self.can_open.wait()
        self.backends.append(RecordingBackend())
        self.opened.set()
        return self.backends[-1]

    def run(self, work: Any) -> Any:  # noqa: ANN401 - any coroutine
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WAIT_S)

    def stop(self) -> None:
        self.can_open.set()

        async def stop() -> None:
            await self.server.stop(WAIT_S)
            others = asyncio.all_tasks() - {asyncio.current_task()}
            await asyncio.gather(*others, return_exceptions=True)
            await asyncio.sleep(0)

        if self._thread.is_alive():
            self.run(stop())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(WAIT_S)
            self._loop.close()


class Window:
    """A window's backend, and the notices that it got."""

    def __init__(self, backend: RemoteBackend) -> None:
        self.backend: Any = backend
        self.statuses: list[HostStatus] = []
        self.changes: list[Changes] = []
        self._arrived = threading.Condition()
        self.backend.on_host(self._on_host)
        self.backend.on_changes(self._on_changes)
        self.backend.client.start()

    @classmethod
    def open(
        cls, folder: Path, version: str = VERSION, waits: Waits = QUICK, local: LocalMethods | None = None
    ) -> Window:
        """A window that looks for its service in the folder."""
        return cls(RemoteBackend(make_local_opener(folder, version), local, waits))

    def _on_host(self, status: HostStatus) -> None:
        with self._arrived:
            self.statuses.append(status)
            self._arrived.notify_all()

    def _on_changes(self, changes: Changes) -> None:
        with self._arrived:
            self.changes.append(changes)
            self._arrived.notify_all()

    def wait_until(self, met: Callable[[], bool]) -> None:
        """Until a status or a change made this true."""
        with self._arrived:
            assert self._arrived.wait_for(met, WAIT_S), (self.statuses, self.changes)

    def wait_for(self, *states: HostState) -> HostStatus:
        """Until these were the last states, in this order; the last status."""
        self.wait_until(lambda: [one.state for one in self.statuses[-len(states) :]] == list(states))
        return self.statuses[-1]

    def wait_for_reason(self, text: str) -> None:
        """Until the connection is refused or lost for a reason with these words."""
        self.wait_until(
            lambda: (
                bool(self.statuses)
                and self.statuses[-1].state is HostState.STOPPED
                and text in str(self.statuses[-1].reason)
            )
        )

    def stop(self) -> None:
        assert self.backend.client.stop(WAIT_S)


def finished(result: object) -> Future[Any]:
    answer: Future[Any] = Future()
    answer.set_result(result)
    return answer
