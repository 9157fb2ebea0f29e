"""One running link: its duties, each with its own schedule, over one client and one call limit."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from service.domain.changes import ChangeKind, Changes
from service.domain.link.link_state import Link
from service.domain.marketplace.orders import Status
from service.domain.pull.nightly import latest_due, next_due
from service.domain.times import MINUTE, Clock, Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretReader
from service.link.action_sender import ActionSender
from service.link.call_journal import CallJournal
from service.link.catalogue_reader import CatalogueReader
from service.link.event_follower import EventFeed
from service.link.far_end import FarEnd
from service.link.item_pusher import ItemPusher
from service.link.link_errors import LinkFault
from service.link.link_session import LinkSession
from service.link.order_poller import OrderPoller
from service.link.pacer import Pacer, Pause
from service.link.upstream_client import UpstreamClient
from service.store.engine.store import Store
from service.store.link import action_queue, links

log = logging.getLogger(__name__)

COMPARE_MINUTE = 3 * 60 + 20
"""When the catalogues are compared, in minutes after midnight of this computer's time."""

AFTER_FAULT: Millis = MINUTE
Step = Callable[[], Awaitable[Millis | None]]


class Duty(Protocol):
    """A step that is repeated, when it is due or woken."""

    def start(self) -> None: ...

    def wake(self) -> None:
        """Runs the step soon."""
        ...

    async def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class LinkPorts:
    """What links need from the rest of the program; `make_duty` makes a duty of a
    name and a step.
    """

    store: Store
    clock: Clock
    tls: ssl.SSLContext
    secrets: SecretReader
    make_duty: Callable[[str, Step], Duty]
    pause: Pause = asyncio.sleep


class LinkRunner:
    """Runs one link of one shop from `start` to `stop`."""

    def __init__(self, ports: LinkPorts, link: Link, key: Secret, address: str | None = None) -> None:
        """`address` is where a practice link's marketplace listens now."""
        address = address or link.url
        self.url, self.secret_name = link.url, link.secret_name
        self._ports = ports
        journal = CallJournal(ports.store, link.shop_id, address, self._answered_again)
        self._client = UpstreamClient(
            address,
            key,
            tls=ports.tls,
            clock=ports.clock,
            pacer=Pacer(ports.clock, ports.pause),
            journal=journal.keep,
        )
        self.session = LinkSession(
            link.shop_id,
            ports.store,
            ports.clock,
            FarEnd(self._client),
            acted=self._acted,
            went_back=self._went_back,
        )
        self.poller = OrderPoller(self.session)
        self.sender = ActionSender(self.session)
        self.pusher = ItemPusher(self.session)
        self.feed = EventFeed(self.session, self._read_orders, self._read_everything)
        self._polling = asyncio.Lock()
        make, name = ports.make_duty, f"link of shop {link.shop_id}"
        self._poll = make(f"Orders, {name}", self.poll)
        self._send = make(f"Actions, {name}", self.sender.step)
        self._push = make(f"Items, {name}", self.pusher.step)
        self._compare = make(f"Catalogue, {name}", self.read_catalogue)
        self._feed = make(f"Events, {name}", self.feed.step)
        self._duties = (self._poll, self._send, self._push, self._compare, self._feed)

    def start(self) -> None:
        for duty in self._duties:
            duty.start()

    async def stop(self) -> None:
        """Ends what is in progress; unanswered work waits in the database."""
        for duty in self._duties:
            await duty.stop()
        await self._client.close()

    def on_changes(self, changes: Changes) -> None:
        """Handles a commit of this or another process."""
        if changes.kinds & {ChangeKind.ITEMS, ChangeKind.STOCK, ChangeKind.ORDERS}:
            self._push.wake()
        if ChangeKind.LINKS in changes.kinds:
            for duty in (self._send, self._push, self._compare):
                duty.wake()

    def on_resumed(self) -> None:
        """Handles a sleep of the PC or a jump of its clock: earlier readings of the marketplace no
        longer count.
        """
        self._answered_again()

    async def poll(self) -> Millis | None:
        """Reads the orders that are due."""
        async with self._polling:
            return await self.poller.step()

    async def read_catalogue(self) -> Millis | None:
        """Runs the rehearsal before the first push, then a comparison each night."""
        link = await self.session.read_link()
        if link is None or link.refused:
            return None
        now = self._ports.clock.now()
        reader = CatalogueReader(self.session, link)
        try:
            if not link.approved:
                if link.rehearsed_at is None:
                    await reader.rehearse()
            # A comparison in the future dates from before the clock was set back.
            elif link.compare_due or not latest_due(now, COMPARE_MINUTE, None) <= (link.compared_at or 0) <= now:
                await reader.compare()
        except LinkFault as error:
            log.info("The marketplace's catalogue was not read: %s", error.message)
            return now + AFTER_FAULT
        return next_due(now, COMPARE_MINUTE, None)

    async def _read_orders(self, statuses: Sequence[Status]) -> None:
        """Returns when the orders of these statuses were read and stored. Raises LinkFault."""
        async with self._polling:
            await self.poller.read_now(statuses)

    def _read_everything(self) -> None:
        self.poller.read_all()
        self._poll.wake()

    def _acted(self) -> None:
        self.poller.read_soon()
        self._poll.wake()
        self._push.wake()

    def _answered_again(self) -> None:
        self.poller.read_all()
        self.pusher.resume()
        self._ports.store.submit(lambda tx: action_queue.try_now(tx, self.session.shop_id))
        for duty in self._duties:
            duty.wake()

    def _went_back(self) -> None:
        """Also reads the catalogue, as the marketplace may have been restored from a backup."""
        self._ports.store.submit(lambda tx: links.change_link(tx, self.session.shop_id, compare_due=True))
