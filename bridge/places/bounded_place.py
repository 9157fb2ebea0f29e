"""A place whose driver has no time limit of its own: each call ends in time, whatever it does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from bridge.places.place_faults import connection_fault
from service.pull.places.place_port import FoundFile, Place

T = TypeVar("T")
CLOSE_S = 5.0


class BoundedPlace:
    """Implements service.pull.places.place_port.Place. Every call of the other place is made in one
    thread of its own. A call that takes longer than `limit_s` seconds raises FileUnavailable, and
    the thread is left to itself.
    """

    def __init__(self, place: Place, host: str, limit_s: float) -> None:
        self._place = place
        self._host = host
        self._limit_s = limit_s
        self._is_stuck = False
        self._calls: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, name=f"place {host}", daemon=True).start()

    def find(self) -> FoundFile:
        return self._call(self._place.find, self._limit_s)

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        chunks = self._call(lambda: iter(self._place.read(found, start)), self._limit_s)
        while (chunk := self._call(lambda: next(chunks, None), self._limit_s)) is not None:
            yield chunk

    def close(self) -> None:
        if not self._is_stuck:
            with suppress(Exception):
                self._call(self._place.close, CLOSE_S)
        self._calls.put(None)

    def _call(self, work: Callable[[], T], limit_s: float) -> T:
        if self._is_stuck:
            raise connection_fault(TimeoutError(), self._host)
        answer: Future[T] = Future()
        self._calls.put((work, answer))
        try:
            return answer.result(limit_s)
        except TimeoutError as error:
            if answer.done():
                raise  # the place's own
            self._is_stuck = True
            raise connection_fault(error, self._host) from error

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            work, answer = call
            try:
                answer.set_result(work())
            except BaseException as error:  # noqa: BLE001 - the caller gets every exception
                answer.set_exception(error)
