"""Sends items whose content differs from what upstream acknowledged, the newest (link §4)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from service.domain.link import push_plan
from service.domain.link.call_pacing import CallPriority
from service.domain.link.link_state import Link
from service.domain.link.rehearsal import OnlyThere
from service.domain.sentences import Sentence, verbatim
from service.domain.times import MINUTE, SECOND, Millis
from service.link.link_errors import LinkFault, NotUnderstood
from service.link.link_session import LinkSession
from service.link.upstream_json import clean
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import action_queue, links, pushed_items
from service.store.link.pushed_items import NOT_THERE, There
from service.store.revisions import list_changed_items

log = logging.getLogger(__name__)

EVERY: Millis = SECOND
"""Milliseconds between calls: a till that saves item by item causes one call a second."""

AFTER_FAULT: Millis = 5 * SECOND
AFTER_REFUSAL: Millis = MINUTE
SCAN = 1_000
_BULK_FROM = 2_000


@dataclass(frozen=True, slots=True)
class Batch:
    """Waiting items: what to send of each, and those with nothing to send, ever or now."""

    parcels: list[push_plan.Parcel]
    there: dict[int, There]
    settled: list[int]
    last_id: int


class ItemPusher:
    """Each step sends everything that may be sent."""

    def __init__(self, session: LinkSession) -> None:
        self._session = session
        self._rest_until: Millis = 0

    def resume(self) -> None:
        """Sends again, as upstream answers again."""
        self._rest_until = 0

    async def step(self) -> Millis | None:
        """Finds what changed and sends it; returns the moment of the next try."""
        link = await self._session.read_link()
        if link is None:
            return None
        await self._scan(link)
        now = self._session.clock.now()
        if now < self._rest_until <= now + AFTER_REFUSAL:
            return self._rest_until
        if not link.approved or link.held or not await self._may_go(link):
            return None
        try:
            sent = await self._send_all(link)
            await self._deactivate_others(link)
        except LinkFault as error:
            log.info("Items wait to go up: %s", error.message)
            self._rest_until = now + (AFTER_REFUSAL if isinstance(error, NotUnderstood) else AFTER_FAULT)
            return self._rest_until
        return self._session.clock.now() + EVERY if sent else None

    async def _scan(self, link: Link) -> None:
        """Queues every item that changed since the last step, until upstream surely has it."""
        at = link.scanned_revision
        while True:
            changed = await self._session.store.read(
                lambda db: list_changed_items(db, self._session.shop_id, at, SCAN)  # noqa: B023 - awaited at once
            )
            if not changed:
                return
            at = changed[-1].revision
            ids = [entry.item_id for entry in changed]
            await self._session.store.write(lambda tx: self._note(tx, ids, at))  # noqa: B023 - awaited at once

    def _note(self, tx: Tx, ids: list[int], revision: int) -> None:
        pushed_items.mark_waiting(tx, self._session.shop_id, ids, self._session.clock.now())
        links.change_link(tx, self._session.shop_id, scanned_revision=revision)

    async def _may_go(self, link: Link) -> bool:
        """Whether nothing in the queue looks like an accident that the owner has to approve."""
        tally = await self._session.store.read(lambda db: self._tally(db, link))
        reason = push_plan.reason_to_hold(tally)
        if reason:
            await self._session.store.write(lambda tx: links.change_link(tx, self._session.shop_id, held=reason))
        return not reason

    def _tally(self, db: ReadTx, link: Link) -> push_plan.PushTally:
        stocked, priced = pushed_items.count_there(db, self._session.shop_id)
        tally = push_plan.PushTally(stocked=stocked, priced=priced)
        if pushed_items.count_waiting(db, self._session.shop_id)[0] < push_plan.FEWEST:
            return tally
        after = 0
        while ids := pushed_items.waiting_there(db, self._session.shop_id, after, push_plan.BATCH):
            after = ids[-1]
            there = pushed_items.read_there(db, ids)
            for offer in pushed_items.read_offers(db, ids):
                if offer.revision > link.allowed_revision:
                    held = there[offer.item_id]
                    tally.add((held.price_fils, held.units), (offer.content["price_fils"], offer.units))
        return tally

    async def _send_all(self, link: Link) -> bool:
        """Sends the whole queue once; returns whether anything was sent."""
        count, _ = await self._session.store.read(lambda db: pushed_items.count_waiting(db, self._session.shop_id))
        priority = CallPriority.BULK if count > _BULK_FROM else CallPriority.CHANGES
        after, sent = 0, False
        held: list[push_plan.Parcel] = []
        there: dict[int, There] = {}
        while True:
            batch = await self._session.store.read(lambda db: self._batch(db, link, after))  # noqa: B023
            if batch is None:
                break
            after = batch.last_id
            if batch.settled:
                await self._session.store.write(lambda tx: pushed_items.stop_waiting(tx, batch.settled))  # noqa: B023
            held += batch.parcels
            there |= batch.there
            while held and (call := push_plan.first_call(held)) and len(call) < len(held):
                held = held[len(call) :]
                await self._send(call, there, priority)
                sent = True
        if held:
            await self._send(held, there, priority)
        return sent or bool(held)

    async def _deactivate_others(self, link: Link) -> None:
        """Deactivates items that only the marketplace has, if the owner chose that."""
        while link.only_there is OnlyThere.DEACTIVATE:
            rows = await self._session.store.read(
                lambda db: pushed_items.read_only_there(db, self._session.shop_id, push_plan.MAX_ROWS)
            )
            if not rows:
                return
            body = push_plan.deactivation([row for _, row in rows])
            await self._session.far.upload(body, CallPriority.BULK)
            done = [folded for folded, _ in rows]
            await self._session.store.write(
                lambda tx: pushed_items.drop_only_there(tx, self._session.shop_id, done)  # noqa: B023
            )

    def _batch(self, db: ReadTx, link: Link, after: int) -> Batch | None:
        ids = pushed_items.waiting_ids(db, self._session.shop_id, after, push_plan.BATCH)
        if not ids:
            return None
        there = pushed_items.read_there(db, ids)
        moving = action_queue.items_waiting(db, ids)
        parcels, settled = [], []
        for offer in pushed_items.read_offers(db, ids):
            held = there.get(offer.item_id, NOT_THERE)
            waits = offer.item_id in moving
            parcel = _parcel(link, offer, held, waits=waits)
            if parcel is not None:
                parcels.append(parcel)
            elif not waits:
                settled.append(offer.item_id)
        return Batch(parcels, there, settled, ids[-1])

    async def _send(self, parcels: Sequence[push_plan.Parcel], there: dict[int, There], priority: CallPriority) -> None:
        owners = push_plan.owners_of(parcels)
        refused: dict[int, Sentence] = {}
        received = 0
        for start, body in push_plan.bodies_of(parcels):
            result = await self._session.far.upload(body, priority)
            received += result.received
            for error in result.errors:
                if 0 <= start + error.index < len(owners):
                    refused[owners[start + error.index].offer.item_id] = verbatim(clean(error.error))
        if received != len(owners):
            log.warning("The marketplace took %d rows for %d", received, len(owners))
        await self._session.store.write(lambda tx: self._note_sent(tx, parcels, there, refused), large=True)

    def _note_sent(
        self, tx: Tx, parcels: Sequence[push_plan.Parcel], there: dict[int, There], refused: dict[int, Sentence]
    ) -> None:
        now = self._session.clock.now()
        for parcel in parcels:
            item_id = parcel.offer.item_id
            if item_id in refused:
                pushed_items.park(tx, item_id, refused[item_id], now)
            else:
                before = there.get(item_id, NOT_THERE)
                after, waits = _after(parcel, before), _is_partial(parcel)
                pushed_items.mark_taken(tx, parcel.offer, before.pushed, after, stays_waiting=waits)


def _parcel(link: Link, offer: push_plan.Offer, held: There, *, waits: bool) -> push_plan.Parcel | None:
    """What to send of an item; a branch that has another name now goes to 0."""
    acked = bool(held.pushed.content)
    if not push_plan.goes_up(offer.content, only_listed=link.only_listed, acked=acked):
        return None
    gone = push_plan.gone_branches(held.branches, [branch for branch, _ in offer.stock])
    if gone:
        stock = (*offer.stock, *((branch, 0) for branch in gone))
        offer = push_plan.Offer(offer.item_id, offer.sku, offer.revision, offer.content, stock)
    return push_plan.parcel_of(offer, held.pushed, stock_waits=waits)


def _is_partial(parcel: push_plan.Parcel) -> bool:
    """Whether the stock was left out, as a queued action moves its units."""
    return parcel.leaves != parcel.offer.fingerprints


def _after(parcel: push_plan.Parcel, before: There) -> There:
    offer = parcel.offer
    stocked = parcel.leaves.stock == offer.fingerprints.stock
    branches = tuple(branch for branch, milli in offer.stock if milli) if stocked else before.branches
    return There(parcel.leaves, branches, offer.content["price_fils"], offer.units if stocked else before.units)
