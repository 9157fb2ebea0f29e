"""Calls that wait for an event: commits wake them, and they need no thread or database read of
their own.

Everything here happens in the event loop. A call names the position after which it waits. After a
commit with events, one read for each awaited shop finds the calls to wake.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass

from service.domain.errors import Unavailable
from service.domain.webhooks.events import EventKind

log = logging.getLogger(__name__)

MAX_PER_KEY = 8

KindsReader = Callable[[int, int], list[tuple[int, str]]]
"""Position and kind of each of a shop's events after a position. Raises Unavailable."""


@dataclass(slots=True, eq=False)
class HeldCall:
    """One call that waits for events of these kinds (of any, if empty) after `position`."""

    key_id: int
    position: int
    kinds: frozenset[EventKind]
    until: float
    ended: asyncio.Future[None]

    def end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def wants(self, seq: int, kind: str) -> bool:
        return seq > self.position and (not self.kinds or kind in self.kinds)


class HeldCalls:
    """All calls that wait now."""

    def __init__(self, read_kinds: KindsReader) -> None:
        self._read_kinds = read_kinds
        self._held: dict[int, set[HeldCall]] = {}
        self._open = True

    def count(self, key_id: int) -> int:
        """How many calls of a key wait."""
        return sum(call.key_id == key_id for calls in self._held.values() for call in calls)

    def find_retry_after(self, key_id: int) -> int:
        """Whole seconds until the first of a key's waiting calls ends."""
        now = asyncio.get_running_loop().time()
        ends = [call.until for calls in self._held.values() for call in calls if call.key_id == key_id]
        return max(1, math.ceil(min(ends, default=now) - now))

    async def wait(
        self,
        key_id: int,
        shop_id: int,
        position: int,
        kinds: frozenset[EventKind],
        seconds: float,
        on_held: Callable[[Callable[[], None]], None],
    ) -> None:
        """Returns with an event, after `seconds`, when the service stops, or when `on_held`'s
        argument is called.

        There must be no await between the read that found nothing after `position` and this call.
        """
        if not self._open:
            return
        loop = asyncio.get_running_loop()
        call = HeldCall(key_id, position, kinds, loop.time() + seconds, loop.create_future())
        calls = self._held.setdefault(shop_id, set())
        calls.add(call)
        timer = loop.call_later(seconds, call.end)
        on_held(call.end)
        try:
            await call.ended
        finally:
            timer.cancel()
            calls.discard(call)
            if not calls:
                del self._held[shop_id]

    def on_events(self) -> None:
        """Wakes the calls that wait for what was committed."""
        for shop_id, calls in self._held.items():
            try:
                new_kinds = self._read_kinds(shop_id, min(call.position for call in calls))
            except Unavailable as error:
                # The calls read the feed themselves, and get 503 if the fault is still there.
                log.warning("Held calls are ended, as the database did not answer: %s", error.message)
                new_kinds = []
                self._end_all(calls)
            for call in calls:
                if any(call.wants(seq, kind) for seq, kind in new_kinds):
                    call.end()

    def open(self) -> None:
        """Allows calls to wait again."""
        self._open = True

    def close(self) -> None:
        """Ends every wait at once, and allows no new one."""
        self._open = False
        for calls in self._held.values():
            self._end_all(calls)

    def _end_all(self, calls: set[HeldCall]) -> None:
        for call in calls:
            call.end()
