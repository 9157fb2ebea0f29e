"""Subscribers of notices: of commits, of the host, of orders that ring. What all read after one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock, Timer
from typing import Any, Generic, TypeVar

from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import ListedOrder

log = logging.getLogger(__name__)

T = TypeVar("T")
PAUSE_S = 0.2
"""Between two notices of commits. Tills can commit a thousand times a second, and each window reads
its pane again for a notice.
"""
Ring = tuple[int, ListedOrder, bool]
"""A shop, an order, and whether its time is nearly over."""


class Listeners(Generic[T]):
    """The subscribers of one kind of notice. They are called on the thread that sends it."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def add(self, listener: Callable[[T], None]) -> ListenerSubscription[T]:
        self._listeners.append(listener)
        return ListenerSubscription(self, listener)

    def remove(self, listener: Callable[[T], None]) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)

    def notify(self, value: T) -> None:
        """Calls all subscribers; an error in one does not stop the others."""
        self.notify_any(value)

    def notify_any(self, value: T) -> bool:
        """The same; gives whether there were any."""
        listeners = tuple(self._listeners)
        for listener in listeners:
            try:
                listener(value)
            except Exception:
                log.exception("A listener failed")
        return bool(listeners)


class GatheredChanges:
    """Gives on what commits changed: the first at once, in the caller's thread, then all of a pause
    together. A PIN, a lock or a person counts in every window at once.
    """

    def __init__(self, give: Callable[[Changes], None]) -> None:
        self._give = give
        self._lock = Lock()
        self._gathered = Changes()
        self._is_pausing = False

    def add(self, changes: Changes) -> None:
        with self._lock:
            self._gathered |= changes
            was_pausing, self._is_pausing = self._is_pausing, True
        if not was_pausing:
            self._pass_on()
        elif ChangeKind.PEOPLE in changes.kinds:
            self._give(self._take())

    def _take(self, *, ends_pause: bool = False) -> Changes:
        """What was gathered; the pause ends if that is nothing."""
        with self._lock:
            changes, self._gathered = self._gathered, Changes()
            if ends_pause and not changes:
                self._is_pausing = False
        return changes

    def _pass_on(self) -> None:
        changes = self._take(ends_pause=True)
        if changes:
            self._give(changes)
            pause = Timer(PAUSE_S, self._pass_on)
            pause.daemon = True
            try:
                pause.start()
            except RuntimeError:  # no thread can be started now: the next notice begins again
                with self._lock:
                    self._is_pausing = False


class SharedReads:
    """What every window asks after a notice is read once for all of them. An answer serves until
    the next commit or notice, and no longer than a pause.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[tuple[str, int], tuple[float, Future[Any]]] = {}

    def forget(self, _changes: Changes) -> None:
        with self._lock:
            self._kept.clear()

    def ask(self, key: tuple[str, int], read: Callable[[], Future[T]]) -> Future[T]:
        """The answer of a read that began after the last commit. Other windows have it too."""
        now = time.monotonic()
        with self._lock:
            began, answer = self._kept.get(key, (0.0, None))
            if answer is None or now - began > PAUSE_S:
                answer = read()
                self._kept[key] = (now, answer)
        return answer


@dataclass(frozen=True, slots=True)
class ListenerSubscription(Generic[T]):
    """Ends a subscription."""

    listeners: Listeners[T]
    listener: Callable[[T], None]

    def close(self) -> None:
        self.listeners.remove(self.listener)
