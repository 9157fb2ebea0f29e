"""Subscribers of notices: of commits, of the host, of orders that ring. What all read after one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock, Timer
from typing import Any, Generic, TypeVar

from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import ListedOrder
from service.domain.marketplace.ringing import WARN_BEFORE, compute_ring_interval, compute_time_left
from service.domain.times import SECOND, Clock, Millis
from service.store import orders
from service.store.engine.store import Store

log = logging.getLogger(__name__)

T = TypeVar("T")
PAUSE_S = 0.2
"""Between two notices: tills commit a thousand times a second, and windows read again for each."""
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
    the next notice, and no longer than a pause.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._lock = Lock()
        self._kept: dict[tuple[str, int], tuple[float, Future[Any]]] = {}

    def forget(self, _changes: Changes) -> None:
        with self._lock:
            self._kept.clear()

    def ask(self, key: tuple[str, int], read: Callable[[], Future[T]]) -> Future[T]:
        """The answer of a read that began after the last notice. Other windows have it too, unless
        it is an error.
        """
        now = self._monotonic()
        with self._lock:
            began, answer = self._kept.get(key, (0.0, None))
            if answer is None or now - began > PAUSE_S or _has_failed(answer):
                answer = read()
                self._kept[key] = (now, answer)
        return answer


def _has_failed(answer: Future[Any]) -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None)


@dataclass(frozen=True, slots=True)
class ListenerSubscription(Generic[T]):
    """Ends a subscription."""

    listeners: Listeners[T]
    listener: Callable[[T], None]

    def close(self) -> None:
        self.listeners.remove(self.listener)


UNHEARD_PAUSE: Millis = 2 * SECOND
"""The window opens a moment after the service, and later still where it attaches to one."""


class OrderRinging:
    """A task of the loop: each step reports what rings; returns the moment of the next ring."""

    def __init__(self, store: Store, clock: Clock, ring: Callable[[tuple[int, ListedOrder, bool]], bool]) -> None:
        """`ring` gives whether a window heard it; what nobody heard rings again soon."""
        self._store = store
        self._clock = clock
        self._ring = ring
        self._rang_at: dict[tuple[int, str], Millis] = {}
        self._warned: set[tuple[int, str]] = set()

    async def step(self) -> Millis | None:
        """Rings for an unseen order again and again, and once for a seen one about to lapse."""
        waiting = await self._store.read(orders.list_waiting_orders)
        now = self._clock.now()
        present = {(shop, order.reference) for shop, order in waiting}
        self._rang_at = {name: at for name, at in self._rang_at.items() if name in present}
        self._warned &= present
        moments = [self._ring_if_due(shop, order, now) for shop, order in waiting]
        return min((moment for moment in moments if moment is not None), default=None)

    def _ring_if_due(self, shop: int, order: ListedOrder, now: Millis) -> Millis | None:
        """Gives the moment of its next ring."""
        name, left = (shop, order.reference), compute_time_left(order.accept_by, now)
        if left <= 0:
            # Its window has passed: expiry cancels it, and the owner can do nothing.
            return None
        is_lapsing = left <= WARN_BEFORE
        warns = is_lapsing and name not in self._warned
        last = self._rang_at.get(name)
        interval = compute_ring_interval(left)
        # A clock that was set back must not silence it.
        repeats = not order.seen and (last is None or not 0 <= now - last < interval)
        if warns or repeats:
            if not self._ring((shop, order, is_lapsing)):
                return now + UNHEARD_PAUSE
            self._rang_at[name] = last = now
            if is_lapsing:
                self._warned.add(name)
        upcoming = [] if is_lapsing or order.accept_by is None else [order.accept_by - WARN_BEFORE]
        if not order.seen:
            upcoming.append((last or now) + interval)
        return min(upcoming, default=None)
