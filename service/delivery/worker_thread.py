"""One thread of its own for calls that may hang: name look-ups, the OS keyring."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class NoAnswerError(Exception):
    """The call took longer than its limit, or an earlier one still hangs;
    nothing else is blocked by it.
    """


class WorkerThread:
    """Runs blocking calls one after another in a daemon thread, each within a limit.

    A call that outlives its limit keeps the thread; until it ends, further calls fail at once.
    The thread is a daemon, so that a call which never ends does not keep the program from ending.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._started = False
        self._hanging: Future[object] | None = None

    async def call(self, function: Callable[[], T], limit_s: float) -> T:
        """The function's result; what it raises is raised.
        Raises NoAnswerError. Callable from any event loop.
        """
        return await self._wait(self._submit(function), limit_s)

    def close(self) -> None:
        """Lets the thread end once the call it is in has ended."""
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
            # A call that never started is taken out of the queue; only one that runs can hang.
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
