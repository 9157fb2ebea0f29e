"""Reads the whole upstream catalogue: before the first push, and to compare at night."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace

import msgspec
from msgspec import Struct

from service.domain.catalogue.sku import fold, tidy
from service.domain.link.link_state import Link
from service.domain.link.push_plan import Offer, Pushed, fingerprint, goes_up, parcel_of, stock_fingerprint
from service.domain.link.rehearsal import Priced, Rehearsal, RehearsalReport
from service.domain.times import Millis
from service.link.link_session import LinkSession
from service.link.upstream_json import UpstreamItem
from service.store.engine.transaction import Tx
from service.store.link import action_queue, links, pushed_items
from service.store.link.pushed_items import NOT_THERE, UNSURE, There
from service.store.revisions import read_revision


class Comparison(Struct, frozen=True):
    """The result of a comparison: items read, items repaired, and items on one side only."""

    at: Millis
    read: int
    repaired: int
    missing: int
    only_there: int


@dataclass(frozen=True, slots=True)
class Pair:
    """An item on both sides: what upstream has, and what it should have."""

    there: There
    far: UpstreamItem
    offer: Offer


@dataclass(frozen=True, slots=True)
class PageFindings:
    """What one page shows that no page before it did."""

    item_ids: frozenset[int]
    only_there: frozenset[str]
    equal: int
    differing: list[Pair]


class CatalogueReader:
    """Reads page after page, and stores what each shows of the upstream items."""

    def __init__(self, session: LinkSession, link: Link) -> None:
        self._session = session
        self._link = link
        self._seen: set[int] = set()
        self._only_there: set[str] = set()

    async def rehearse(self) -> RehearsalReport:
        """Computes what a first push would do; sends nothing. Raises LinkFault."""
        rehearsal = Rehearsal()
        await self._session.store.write(lambda tx: pushed_items.clear_only_there(tx, self._session.shop_id))
        async for page in self._read_pages(repairs=False):
            rehearsal.equal += page.equal
            for pair in page.differing:
                rehearsal.add_changed(*_price_both(pair))
        rehearsal.create = await self._each_unseen(self._would_create)
        rehearsal.only_there = len(self._only_there)
        report = rehearsal.report()
        await self._session.store.write(lambda tx: self._keep_rehearsal(tx, report))
        return report

    async def compare(self) -> Comparison:
        """Queues items that differ from what upstream acknowledged. Raises LinkFault."""
        repaired = 0
        async for page in self._read_pages(repairs=True):
            repaired += len(page.differing)
        missing = await self._each_unseen(self._forget)
        comparison = Comparison(self._session.clock.now(), len(self._seen), repaired, missing, len(self._only_there))
        await self._session.store.write(lambda tx: self._keep_comparison(tx, comparison))
        return comparison

    async def _read_pages(self, *, repairs: bool) -> AsyncIterator[PageFindings]:
        """Reads the pages. They may shift: an item read twice counts once, a missed one is sent."""
        offset = 0
        while True:
            asked_at = await self._session.store.read(lambda db: read_revision(db, self._session.shop_id))
            page = await self._session.far.read_items(offset)
            if page.items:
                findings = await self._session.store.write(
                    lambda tx: self._take_page(tx, page.items, asked_at, repairs=repairs),  # noqa: B023 - awaited at once
                    large=True,
                )
                # Only after the commit, as the work of a write may run twice.
                self._seen |= findings.item_ids
                self._only_there |= findings.only_there
                yield findings
            offset += len(page.items)
            if not page.items or offset >= page.total:
                return

    def _take_page(self, tx: Tx, page_items: Sequence[UpstreamItem], asked_at: int, *, repairs: bool) -> PageFindings:
        shop_id = self._session.shop_id
        by_folded = {fold(tidy(item.sku)): item for item in page_items}
        ids = pushed_items.find_ids(tx, shop_id, list(by_folded))
        new = {item_id: by_folded[folded] for folded, item_id in ids.items() if item_id not in self._seen}
        unknown = {folded: item for folded, item in by_folded.items() if folded not in ids}
        pushed_items.put_only_there(tx, shop_id, [(folded, _row_of(item)) for folded, item in unknown.items()])
        upstream_items = {item_id: _there(item) for item_id, item in new.items()}
        offers = pushed_items.read_offers(tx, list(new))
        unsure = _find_unsure(tx, offers, asked_at) if repairs else set()
        read = {id_: replace(there, pushed=UNSURE) if id_ in unsure else there for id_, there in upstream_items.items()}
        pushed_items.record_there(tx, shop_id, read)
        moving = action_queue.items_waiting(tx, list(new))
        pairs = [
            Pair(upstream_items[offer.item_id], new[offer.item_id], offer)
            for offer in offers
            if offer.item_id not in moving
        ]
        differing = [pair for pair in pairs if _differs(self._link, pair)]
        if repairs:
            waiting = [*unsure, *(pair.offer.item_id for pair in differing)]
            pushed_items.mark_waiting_again(tx, shop_id, waiting, self._session.clock.now())
        return PageFindings(frozenset(new), frozenset(unknown), len(pairs) - len(differing), differing)

    async def _each_unseen(self, work: Callable[[Tx, list[Offer]], int]) -> int:
        """Items here that upstream did not show."""
        count = after = 0
        while True:
            ids = await self._session.store.read(
                lambda db: pushed_items.item_ids_after(db, self._session.shop_id, after)  # noqa: B023
            )
            if not ids:
                return count
            after = ids[-1]
            unseen = [item_id for item_id in ids if item_id not in self._seen]
            if unseen:
                count += await self._session.store.write(
                    lambda tx: work(tx, pushed_items.read_offers(tx, unseen)),  # noqa: B023 - awaited at once
                    large=True,
                )

    def _would_create(self, tx: Tx, offers: list[Offer]) -> int:
        pushed_items.record_there(tx, self._session.shop_id, {offer.item_id: NOT_THERE for offer in offers})
        return sum(goes_up(offer.content, only_listed=self._link.only_listed, acked=False) for offer in offers)

    def _forget(self, tx: Tx, offers: list[Offer]) -> int:
        """Marks items that upstream does not have: they are sent again."""
        wanted = [offer for offer in offers if goes_up(offer.content, only_listed=self._link.only_listed, acked=False)]
        ids = [offer.item_id for offer in wanted]
        pushed_items.record_there(tx, self._session.shop_id, dict.fromkeys(ids, NOT_THERE))
        pushed_items.mark_waiting_again(tx, self._session.shop_id, ids, self._session.clock.now())
        return len(ids)

    def _keep_rehearsal(self, tx: Tx, report: RehearsalReport) -> None:
        text = msgspec.json.encode(report).decode()
        links.change_link(tx, self._session.shop_id, rehearsal=text, rehearsed_at=self._session.clock.now())

    def _keep_comparison(self, tx: Tx, comparison: Comparison) -> None:
        links.change_link(
            tx,
            self._session.shop_id,
            comparison=msgspec.json.encode(comparison).decode(),
            compared_at=comparison.at,
            compare_due=False,
        )


def _find_unsure(tx: Tx, offers: Sequence[Offer], asked_at: int) -> set[int]:
    """Items that changed after the revision at which a page was asked for, or are on their way up:
    what the page shows of them may be older than what upstream has now.
    """
    changed = {offer.item_id for offer in offers if offer.revision > asked_at}
    return changed | pushed_items.find_waiting(tx, [offer.item_id for offer in offers])


def _differs(link: Link, pair: Pair) -> bool:
    if not goes_up(pair.offer.content, only_listed=link.only_listed, acked=True):
        return False
    return parcel_of(pair.offer, pair.there.pushed, stock_waits=False) is not None


def _price_both(pair: Pair) -> tuple[Priced, Priced]:
    """Price and units there, and those here."""
    offer = pair.offer
    return (
        Priced(offer.sku, pair.far.content["price_fils"], pair.there.units),
        Priced(offer.sku, offer.content["price_fils"], offer.units),
    )


def _there(item: UpstreamItem) -> There:
    """What upstream has of an item, in the form that ours is compared with."""
    units = sum(milli for _, milli in item.stock)
    branches = tuple(branch for branch, milli in item.stock if milli)
    pushed = Pushed(fingerprint(item.content), stock_fingerprint(item.stock))
    return There(pushed, branches, item.content["price_fils"], units)


def _row_of(item: UpstreamItem) -> bytes:
    """The row that would create an item here, without its stock."""
    return msgspec.json.encode({"sku": item.sku, **item.content})
