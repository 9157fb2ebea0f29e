"""A first check of a marketplace: whether it answers, accepts the key, and has the interface
(link §7).
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from service.domain.marketplace.orders import Status
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.link.event_follower import LATEST
from service.link.link_errors import NotUnderstood
from service.link.upstream import Upstream


@dataclass(frozen=True, slots=True)
class UpstreamCheck:
    """The result of the check: placed orders, number of items, whether there is an event feed, our
    clock less theirs.
    """

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
