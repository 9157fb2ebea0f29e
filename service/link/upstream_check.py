"""A first check of a marketplace: it answers, takes the key, has the interface (link §7)."""

from __future__ import annotations

import contextlib
import ssl
from dataclasses import dataclass

from service.domain.marketplace.orders import Status
from service.domain.sentences import Sentence
from service.domain.times import Clock, Millis
from service.domain.webhooks.webhook_secrets import Secret
from service.link.event_follower import LATEST
from service.link.link_errors import NotUnderstood
from service.link.upstream import Upstream
from service.link.upstream_client import Exchange, Pacer, UpstreamClient


@dataclass(frozen=True, slots=True)
class UpstreamCheck:
    """Placed orders, number of items, whether there is an event feed, our clock less theirs."""

    orders: int
    items: int
    event_feed: bool
    clock_offset: Millis
    unreadable: tuple[Sentence, ...] = ()


async def check_upstream(far: Upstream) -> UpstreamCheck:
    """Checks an upstream. Raises LinkFault with what is wrong and what to do."""
    placed = await far.read_orders(Status.PLACED)
    catalogue = await far.read_items(0)
    feed = None
    with contextlib.suppress(NotUnderstood):
        feed = await far.read_events(LATEST)
    faults = tuple(row.fault for row in placed.rows if row.order is None)
    return UpstreamCheck(len(placed.rows), catalogue.total, feed is not None, placed.offset or 0, faults)


async def check_address(url: str, key: Secret, *, tls: ssl.SSLContext, clock: Clock) -> UpstreamCheck:
    """Checks an address that is not stored yet. Raises LinkFault."""

    async def forget(_exchange: Exchange) -> None:
        """Ignores a call: one to an address that is not stored belongs to no shop yet."""

    client = UpstreamClient(url, key, tls=tls, clock=clock, pacer=Pacer(clock), journal=forget)
    try:
        return await check_upstream(Upstream(client))
    finally:
        await client.close()
