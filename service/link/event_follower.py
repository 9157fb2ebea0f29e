"""Reads an order within a second if upstream has an event feed; polls reconcile (link §6)."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from service.domain.link.link_state import Link
from service.domain.marketplace.orders import OPEN, Status
from service.domain.times import MINUTE, SECOND, Millis
from service.domain.webhooks.events import EventKind
from service.link.link_errors import LinkFault, NotUnderstood
from service.link.link_session import LinkSession
from service.link.upstream_json import UpstreamEvents
from service.store.engine.transaction import Tx
from service.store.link import links
from service.store.shops import get_shop
from service.usecases.link.take_orders import take_rfqs

log = logging.getLogger(__name__)

LOOK_AGAIN: Millis = 10 * MINUTE
"""Milliseconds between checks for a feed at an upstream without one."""

AFTER_FAULT: Millis = 10 * SECOND
LATEST = "latest"


class EventFeed:
    """Waits for events and starts the reading of orders. The cursor moves only after its orders are
    stored. `read_orders` reads the orders of some statuses and returns when they are stored;
    `read_everything` is for a feed with a gap.
    """

    def __init__(
        self,
        session: LinkSession,
        read_orders: Callable[[Sequence[Status]], Awaitable[None]],
        read_everything: Callable[[], None],
    ) -> None:
        self._session = session
        self._read_orders = read_orders
        self._read_everything = read_everything

    async def step(self) -> Millis | None:
        """Makes one long poll; returns the moment of the next, which is now if there is a feed."""
        link = await self._session.read_link()
        if link is None:
            return None
        try:
            return await self._follow(link)
        except LinkFault as error:
            log.info("The event feed was not read: %s", error.message)
            return self._session.clock.now() + AFTER_FAULT

    async def _follow(self, link: Link) -> Millis:
        try:
            events = await self._session.far.read_events(link.event_cursor or LATEST)
        except NotUnderstood as error:
            return await self._start_again(link, error)
        if events is None:
            await self._note(event_feed=False, event_cursor=None)
            return self._session.clock.now() + LOOK_AGAIN
        await self._take(link, events)
        return self._session.clock.now()

    async def _take(self, link: Link, events: UpstreamEvents) -> None:
        if link.event_cursor is None or events.has_gap:
            self._read_everything()
        statuses = _statuses_of(events.kinds)
        if statuses:
            await self._read_orders(statuses)
        await self._session.store.write(lambda tx: self._store(tx, events))

    def _store(self, tx: Tx, events: UpstreamEvents) -> None:
        shop = get_shop(tx, self._session.shop_id)
        take_rfqs(tx, shop, events.rfqs, now=self._session.clock.now())
        links.change_link(tx, shop.id, event_feed=True, event_cursor=events.next)

    async def _start_again(self, link: Link, error: NotUnderstood) -> Millis:
        """Starts again without a cursor: upstream was restored, or has no feed."""
        log.info("The event feed starts again: %s", error.message)
        known = link.event_cursor is not None
        await self._note(event_feed=False, event_cursor=None)
        self._read_everything()
        return self._session.clock.now() + (AFTER_FAULT if known else LOOK_AGAIN)

    async def _note(self, *, event_feed: bool, event_cursor: str | None) -> None:
        await self._session.store.write(
            lambda tx: links.change_link(tx, self._session.shop_id, event_feed=event_feed, event_cursor=event_cursor)
        )


def _statuses_of(kinds: Collection[str]) -> Sequence[Status]:
    """The orders to read after events. New ones alone cost one call, whatever their number."""
    of_orders = {kind for kind in kinds if kind.startswith("order.")}
    if not of_orders:
        return ()
    return (Status.PLACED,) if of_orders == {EventKind.ORDER_PLACED} else OPEN
