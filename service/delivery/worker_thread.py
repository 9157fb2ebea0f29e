"""A separate thread for calls that may hang: name look-ups, the OS keyring."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class NoAnswerError(Exception):
    """The call, or an earlier one that still hangs, took longer than its limit."""


class WorkerThread:
    """Runs blocking calls one after another in a daemon thread, each within a limit. A call that
    exceeds its limit keeps the thread busy; until it ends, further calls fail at once. A daemon
    thread does not stop the program from ending.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._started = False
        self._hanging: Future[object] | None = None

    async def call(self, function: Callable[[], T], limit_s: float) -> T:
        """The function's result; raises its exception, or NoAnswerError. For any event loop."""
        return await self._wait(self._submit(function), limit_s)

    def close(self) -> None:
        """Ends the thread after its present call."""
        self._calls.put(None)

    def _submit(self, function: Callable[[], T]) -> Future[T]:
        with self._lock:
            if self._hanging is not None and not self._hanging.done():
                raise NoAnswerError(f"{self._name} does not answer")
            self._hanging = None
            if not self._started:
                threading.Thread(target=self._run, name=self._name, daemon=True).start()
                self._started = True
            future: Future[T] = Future()
            self._calls.put(lambda: _run_call(future, function))
            return future

    async def _wait(self, future: Future[T], limit_s: float) -> T:
        waiting = asyncio.wrap_future(future)
        done, _ = await asyncio.wait([waiting], timeout=limit_s)
        if done:
            return waiting.result()
        with self._lock:
            # A call that never started leaves the queue; only a running one can hang.
            if not future.cancel():
                self._hanging = future  # type: ignore[assignment]
        waiting.cancel()
        raise NoAnswerError(f"{self._name} gave no answer within {limit_s:g} s")

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call()


def _run_call(future: Future[T], function: Callable[[], T]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = function()
    except BaseException as error:  # noqa: BLE001
        future.set_exception(error)
    else:
        future.set_result(result)
