"""What backends use in tests: a service's loop in a thread, recorded progress, a login entry."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar, cast

from service.service import Service
from service.store.engine.store import Store
from ui.backend import Progress
from ui.backend.host_port import HostState, HostStatus

T = TypeVar("T")


class LoopService:
    """What rooms use of a Service: its store, and word that secrets may be readable again."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.woken = 0

    def on_secrets_changed(self) -> None:
        self.woken += 1


class LoopThread:
    """The part of the service's thread that rooms call, over a bare event loop."""

    def __init__(self, store: Store) -> None:
        self.service = LoopService(store)
        self.status = HostStatus(HostState.LISTENING, "http://127.0.0.1:1", 1)
        self.requests: list[object] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work(cast(Service, self.service)), self._loop)

    def try_again(self) -> Future[None]:
        return self._record("again")

    def change_port(self, port: int) -> Future[None]:
        return self._record(port)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _record(self, request: object) -> Future[None]:
        self.requests.append(request)
        answer: Future[None] = Future()
        answer.set_result(None)
        return answer


class ProgressRecorder:
    """Progress as it was reported; `cancel` is called at the step of that number."""

    def __init__(self) -> None:
        self.reports: list[Progress] = []
        self.stop_at: int | None = None
        self.stop: Callable[[], object] = lambda: None
        self.may_stop = threading.Event()

    def __call__(self, progress: Progress) -> None:
        self.reports.append(progress)
        if self.stop_at is not None and len(self.reports) == self.stop_at:
            assert self.may_stop.wait(20)
            self.stop()


class FakeLoginStart:
    """The system's own entry, in memory; notes in which thread it was asked."""

    def __init__(self) -> None:
        self.on = False
        self.threads: set[str] = set()

    def is_on(self) -> bool:
        self.threads.add(threading.current_thread().name)
        return self.on

    def set_on(self, on: bool) -> None:
        self.on = on
