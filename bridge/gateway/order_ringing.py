"""Rings for a new order until somebody looks at it, and for each once more before it expires."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.marketplace.orders import ListedOrder
from service.domain.marketplace.ringing import WARN_BEFORE, compute_ring_interval, compute_time_left
from service.domain.times import SECOND, Clock, Millis
from service.store import orders
from service.store.engine.store import Store

UNHEARD_PAUSE: Millis = 2 * SECOND
"""The window opens a moment after the service, and later still where it attaches to one."""


class OrderRinging:
    """A task of the service's loop: each step reports what rings and returns the moment of the
    next ring.
    """

    def __init__(self, store: Store, clock: Clock, ring: Callable[[tuple[int, ListedOrder, bool]], bool]) -> None:
        """`ring` gives whether a window heard it; what nobody heard rings again soon."""
        self._store = store
        self._clock = clock
        self._ring = ring
        self._rang_at: dict[tuple[int, str], Millis] = {}
        self._warned: set[tuple[int, str]] = set()

    async def step(self) -> Millis | None:
        """Rings for each placed order that the owner has not seen, again and again, and once for
        one that was seen and is about to lapse.
        """
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
