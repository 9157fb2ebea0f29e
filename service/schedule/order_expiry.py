"""Cancels orders that nobody accepted in time, while the PC was off too (contract §4.3)."""

from __future__ import annotations

from service.domain.times import HOUR, SECOND, Millis
from service.schedule.clock_guard import ClockGuard
from service.store import orders
from service.store.engine.store import Store
from service.usecases.act_on_order import expire_orders

RETRY_DELAY: Millis = HOUR
"""Milliseconds after which an order that could not be cancelled is tried again."""


CLOCK_RETRY_DELAY: Millis = SECOND
"""After how long overdue orders are looked at again that a doubt of the clock protects."""


class OrderExpiry:
    """Cancels what is overdue and knows when the next order expires."""

    def __init__(self, store: Store, guard: ClockGuard) -> None:
        self._store = store
        self._guard = guard
        self._retry_at: dict[int, Millis] = {}

    async def step(self) -> Millis | None:
        """Cancels what is overdue; gives when the next order expires, or is tried again."""
        await self._guard.check()
        now = self._guard.now()
        self._retry_at = {order_id: at for order_id, at in self._retry_at.items() if now < at <= now + RETRY_DELAY}
        due = await self._read_next()
        while due is not None and due.at <= now:
            if not await self._expire(due.shop_id, frozenset(self._retry_at), now):
                return now + CLOCK_RETRY_DELAY
            due = await self._read_next()
        return min((*self._retry_at.values(), *(() if due is None else (due.at,))), default=None)

    async def _expire(self, shop_id: int, excluded_ids: frozenset[int], now: Millis) -> bool:
        """Whether any order was dealt with."""
        expired = await self._store.write(lambda tx: expire_orders(tx, shop_id, now, excluded_ids), shops=(shop_id,))
        self._retry_at |= dict.fromkeys(expired.failed_ids, now + RETRY_DELAY)
        return bool(expired.count or expired.failed_ids)

    async def _read_next(self) -> orders.NextExpiry | None:
        without = frozenset(self._retry_at)
        return await self._store.read(lambda db: orders.find_next_expiry(db, without))
