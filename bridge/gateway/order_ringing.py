"""Rings for a new order, and once more five minutes before one expires."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.marketplace.listed_order import ListedOrder
from service.domain.times import MINUTE, Clock, Millis
from service.store import order_lists
from service.store.engine.store import Store

WARN_BEFORE: Millis = 5 * MINUTE


class OrderRinging:
    """A task of the service's loop: each step reports what is new and returns the moment of the
    next warning.
    """

    def __init__(self, store: Store, clock: Clock, ring: Callable[[tuple[int, ListedOrder, bool]], None]) -> None:
        self._store = store
        self._clock = clock
        self._ring = ring
        self._announced: set[tuple[int, str]] = set()
        self._warned: set[tuple[int, str]] = set()

    async def step(self) -> Millis | None:
        """Rings for each placed order that the owner has not seen, once per run of the program."""
        waiting = await self._store.read(order_lists.list_waiting_orders)
        now = self._clock.now()
        present = {(shop, order.reference) for shop, order in waiting}
        self._announced &= present
        self._warned &= present
        upcoming: list[Millis] = []
        for shop, order in waiting:
            name = (shop, order.reference)
            if order.accept_by is None or order.accept_by <= now:
                # Its window has passed: expiry cancels it, and the owner can do nothing.
                continue
            warn_at = order.accept_by - WARN_BEFORE
            if name not in self._announced and not order.seen:
                self._ring((shop, order, False))
            self._announced.add(name)
            if now < warn_at:
                upcoming.append(warn_at)
            elif name not in self._warned:
                self._warned.add(name)
                self._ring((shop, order, True))
        return min(upcoming, default=None)
