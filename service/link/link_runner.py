"""Runs each shop's link: its duties in turn, begun again after a fault."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.domain.link.link_state import Link
from service.domain.link.order_merge import AFTER_REFUSAL, is_there, next_wait, sending_order
from service.domain.link.upstream_orders import UpstreamOrder
from service.domain.marketplace.orders import Status
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.domain.times import MINUTE, SECOND, Clock, Millis, latest_due, next_due
from service.domain.webhooks.webhook_secrets import Secret, SecretReader, SecretsUnavailable
from service.link.call_journal import CallJournal
from service.link.catalogue_reader import CatalogueReader
from service.link.event_follower import EventFeed
from service.link.item_pusher import ItemPusher
from service.link.link_errors import KeyRefused, LinkFault, NoAnswer, NotReached, UpstreamFault
from service.link.link_session import LinkSession
from service.link.order_poller import OrderPoller
from service.link.upstream import ActionReply, Upstream
from service.link.upstream_client import SILENT_S, Pacer, Pause, UpstreamClient
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.link import action_queue, links
from service.store.link.action_queue import Queued
from service.store.shops import get_shop
from service.usecases.link.ask_marketplace import settle_granted, settle_read, settle_refused

log = logging.getLogger(__name__)

COMPARE_MINUTE = 3 * 60 + 20
"""When the catalogues are compared, in minutes after midnight of this computer's time."""

AFTER_FAULT: Millis = MINUTE
Step = Callable[[], Awaitable[Millis | None]]
AFTER_FAILED_BEGIN: Millis = 30 * SECOND

Settle = Callable[[Tx, Millis], None]
"""The meaning of an answer, as a write at a moment."""


class ActionSender:
    """Sends queued actions until none can be sent, first those that the marketplace grants."""

    def __init__(self, session: LinkSession) -> None:
        self._session = session

    async def step(self) -> Millis | None:
        """Sends what is due; returns the moment of the next try."""
        while await self._session.read_link() is not None:
            queue = await self._session.store.read(lambda db: action_queue.list_waiting(db, self._session.shop_id))
            by_id = {queued.id: queued for queued in queue}
            due = sending_order([queued.waiting for queued in queue], self._session.clock.now())
            if not due:
                return min((queued.next_try_at for queued in queue if queued.next_try_at), default=None)
            first = by_id[due[0].id]
            if not await self._send_safely(first):
                return self._session.clock.now() + self._wait_of(first)
        return None

    async def _send_safely(self, queued: Queued) -> bool:
        """Sends one action; False if the marketplace is not reached, so that none is tried now."""
        try:
            await self._send(queued)
        except LinkFault as error:
            log.info("%s of %s waits: %s", queued.action, queued.reference, error.message)
            wait = AFTER_REFUSAL if isinstance(error, KeyRefused) else self._wait_of(queued)
            until, why = self._session.clock.now() + wait, error.sentence
            await self._session.store.write(lambda tx: action_queue.postpone(tx, queued.id, until, why))
            return not isinstance(error, KeyRefused | NoAnswer) or isinstance(error, UpstreamFault)
        self._session.acted()
        return True

    async def _send(self, queued: Queued) -> None:
        """Sends one action. Raises LinkFault; then the action stays queued."""
        if queued.tries and await self._was_done(queued):
            return
        if not await self._session.store.write(lambda tx: action_queue.count_try(tx, queued.id)):
            return
        try:
            reply = await self._session.far.act(queued.marketplace_reference, queued.action, queued.reason)
        except NotReached:
            await self._session.store.write(lambda tx: action_queue.discount_try(tx, queued.id))
            raise
        status = reply.status
        if status is not None:
            await self._settle(queued, lambda tx, now: settle_granted(tx, self._shop(tx), queued, status, now))
            return
        order = await self._session.far.find_order(queued.marketplace_reference)
        await self._refused(queued, reply, order)

    def _wait_of(self, queued: Queued) -> Millis:
        return next_wait(queued.tries + 1, self._session.clock.now() - queued.at)

    async def _was_done(self, queued: Queued) -> bool:
        """Whether an unanswered attempt took effect, according to the order itself."""
        order = await self._session.far.find_order(queued.marketplace_reference)
        if order is None:
            unknown = message("It does not know this order.")
            await self._settle(queued, lambda tx, now: settle_refused(tx, self._shop(tx), queued, None, unknown, now))
            return True
        if is_there(queued.action, order.status, fitment_confirmed=order.fitment_confirmed):
            await self._settle(queued, lambda tx, now: settle_read(tx, self._shop(tx), queued, order, now))
            return True
        return False

    async def _refused(self, queued: Queued, reply: ActionReply, theirs: UpstreamOrder | None) -> None:
        if theirs is not None and is_there(queued.action, theirs.status, fitment_confirmed=theirs.fitment_confirmed):
            await self._settle(queued, lambda tx, now: settle_read(tx, self._shop(tx), queued, theirs, now))
            return
        words: Sentence = reply.message
        await self._settle(queued, lambda tx, now: settle_refused(tx, self._shop(tx), queued, theirs, words, now))

    async def _settle(self, queued: Queued, settle: Settle) -> None:
        """Settles an action. Readings from before this moment no longer count."""
        self._session.settled.add(queued.marketplace_reference)
        await self._session.store.write(lambda tx: settle(tx, self._session.clock.now()))
        self._session.settled.add(queued.marketplace_reference)

    def _shop(self, tx: Tx) -> Shop:
        return get_shop(tx, self._session.shop_id)


class Duty(Protocol):
    """A step that is repeated, when it is due or woken."""

    def start(self) -> None: ...

    def wake(self) -> None:
        """Runs the step soon."""

    async def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class LinkPorts:
    """What links need of the program; `make_duty` makes a duty of a name and a step."""

    store: Store
    clock: Clock
    tls: ssl.SSLContext
    secrets: SecretReader
    make_duty: Callable[[str, Step], Duty]
    pause: Pause = asyncio.sleep
    silent_s: float = SILENT_S


class LinkRunner:
    """Runs one link of one shop from `start` to `stop`."""

    def __init__(self, ports: LinkPorts, link: Link, key: Secret, address: str | None = None) -> None:
        """`address` is where a practice link's marketplace listens now."""
        address = address or link.url
        self.url, self.secret_name = link.url, link.secret_name
        self._ports = ports
        store = ports.store.for_shop(link.shop_id)
        journal = CallJournal(store, link.shop_id, address, self._answered_again)
        self._client = UpstreamClient(
            address,
            key,
            tls=ports.tls,
            clock=ports.clock,
            pacer=Pacer(ports.clock, ports.pause),
            journal=journal.keep,
            on_silence=journal.note_silence,
            silent_s=ports.silent_s,
        )
        self.session = LinkSession(
            link.shop_id,
            store,
            ports.clock,
            Upstream(self._client),
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
        """After a sleep or a jump of the clock earlier readings no longer count."""
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
        self.session.store.submit(lambda tx: action_queue.try_now(tx, self.session.shop_id))
        for duty in self._duties:
            duty.wake()

    def _went_back(self) -> None:
        """Also reads the catalogue, as the marketplace may have been restored from a backup."""
        self.session.store.submit(lambda tx: links.change_link(tx, self.session.shop_id, compare_due=True))


class Practice(Protocol):
    """Runs the built-in marketplaces that practice links lead to."""

    async def open(self, link: Link) -> tuple[str, Secret]:
        """Starts the marketplace; gives its address and a key of it. Raises Unavailable."""

    async def close(self, shop_id: int) -> None:
        """Ends the marketplace of a shop's link, if it runs."""


class LinksSupervisor:
    """Runs the links in the database, if this service leads. Without a link it does nothing."""

    def __init__(self, ports: LinkPorts, practice: Practice | None = None) -> None:
        self._ports = ports
        self._practice = practice
        self._runners: dict[int, LinkRunner] = {}
        self._led_elsewhere: frozenset[int] = frozenset()
        self._term: int | None = None
        self._duty = ports.make_duty("Links", self.step)

    def start(self) -> None:
        self._duty.start()

    async def stop(self) -> None:
        await self._duty.stop()
        for shop_id in list(self._runners):
            await self._end(shop_id)

    def is_linked(self, shop_id: int) -> bool:
        """Whether a link of the shop runs, here or at the leader of several services."""
        return shop_id in self._runners or shop_id in self._led_elsewhere

    def follow_term(self) -> None:
        """Handles a leadership that began or ended."""
        self._duty.wake()

    def on_changes(self, changes: Changes) -> None:
        """Handles a commit; call it in the event loop."""
        if ChangeKind.LINKS in changes.kinds:
            self._duty.wake()
        for runner in self._runners.values():
            runner.on_changes(changes)

    def on_resumed(self) -> None:
        """Handles a sleep of the PC or a jump of its clock."""
        for runner in self._runners.values():
            runner.on_resumed()

    async def step(self) -> Millis | None:
        """Starts and stops links to match the database."""
        term = self._ports.store.term
        wanted = {link.shop_id: link for link in await self._ports.store.read(links.list_links) if link.is_on}
        self._led_elsewhere = frozenset(wanted if term is None else ())
        for shop_id, runner in list(self._runners.items()):
            link = wanted.get(shop_id)
            if link is None or term != self._term or (link.url, link.secret_name) != (runner.url, runner.secret_name):
                await self._end(shop_id)
        self._term = term
        missing = [] if term is None else [link for shop_id, link in wanted.items() if shop_id not in self._runners]
        begun = [await self._begin(link, term) for link in missing]
        return None if all(begun) else self._ports.clock.now() + AFTER_FAILED_BEGIN

    async def _begin(self, link: Link, term: int | None) -> bool:
        ports = replace(self._ports, store=self._ports.store.for_leader(lambda: term))
        try:
            address, key = await self._find_access(link)
        except SecretsUnavailable as error:
            fault = error.sentence
            store = ports.store.for_shop(link.shop_id)
            await store.write(lambda tx: links.change_link(tx, link.shop_id, fault=fault))
            return False
        except Unavailable as error:
            log.warning("The link of shop %d has to wait: %s", link.shop_id, error.message)
            return False
        runner = self._runners[link.shop_id] = LinkRunner(ports, link, key, address)
        runner.start()
        return True

    async def _end(self, shop_id: int) -> None:
        # It stays known until it has ended: the end of the program may interrupt this step.
        await self._runners[shop_id].stop()
        self._runners.pop(shop_id, None)
        if self._practice is not None:
            await self._practice.close(shop_id)

    async def _find_access(self, link: Link) -> tuple[str, Secret]:
        """The address that a link leads to, and its key. Raises Unavailable, SecretsUnavailable."""
        if not link.practice:
            return link.url, await self._ports.secrets.read(link.secret_name)
        if self._practice is None:
            raise Unavailable.saying("This program has no practice marketplace.")
        return await self._practice.open(link)
