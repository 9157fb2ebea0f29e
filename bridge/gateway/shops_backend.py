"""Shops, branches, modes and the search of the top bar for the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

from bridge.gateway.store_gateway import StoreBackend
from bridge.gateway.webhooks_backend import list_troubles
from service.domain.call_log.calls import CallFilter
from service.domain.catalogue.items import Item
from service.domain.catalogue.search_query import names_part
from service.domain.catalogue.sku import fold
from service.domain.link.link_state import LinkState
from service.domain.marketplace.orders import OrderQuery, Status
from service.domain.money import add_vat
from service.domain.shops import Mode, Shop
from service.domain.times import Millis
from service.store import orders
from service.store import orders as stored_orders
from service.store import shops as shop_rows
from service.store.call_log import calls
from service.store.engine.transaction import ReadTx
from service.store.item_search import find_items
from service.store.items import read_items_by_id
from service.store.link import links
from service.store.webhooks import targets
from service.usecases import edit_shop
from service.usecases.link.report_link import read_state
from ui.backend.shops_port import Badges, BranchFacts, SearchHit, ShopPair

if TYPE_CHECKING:
    from service.store.engine.text_index import TextIndex

_HITS = 8


class ShopsBackend(StoreBackend):
    """Carries out ui.backend.shops_port.Shops."""

    def list(self) -> Future[tuple[ShopPair, ...]]:
        return self.gateway.read(_list_pairs)

    def add(self, name: str) -> Future[int]:
        return self.gateway.write(lambda tx: edit_shop.add_shop(tx, name, now=self.gateway.clock.now()).id)

    def rename(self, shop: int, name: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.rename_shop(w.tx, w.shop, name))

    def set_read_only(self, shop: int, on: bool) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.set_read_only(w.tx, w.shop, on))

    def set_vat(self, shop: int, rate: int) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.set_vat(w.tx, w.shop, rate))

    def set_vat_number(self, shop: int, number: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.set_vat_number(w.tx, w.shop, number))

    def set_mode(self, shop: int, mode: Mode, on: bool) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.set_mode(w.tx, w.shop, mode, on))

    def badges(self, shop: int) -> Future[Badges]:
        def read(db: ReadTx) -> Badges:
            waiting = [order for _shop, order in stored_orders.list_waiting_orders(db, shop)]
            return Badges(
                orders.count_by_status(db, shop).get(Status.PLACED, 0),
                bool(list_troubles(db, shop)),
                _link_trouble(db, shop, self.gateway.clock.now()),
                min((order.accept_by for order in waiting if order.accept_by is not None), default=None),
                has_targets=bool(targets.list_targets(db, shop)),
                has_link=links.find_link(db, shop) is not None,
            )

        return self.gateway.read(read, ("badges", shop))

    def branches(self, shop: int) -> Future[tuple[BranchFacts, ...]]:
        def read(db: ReadTx) -> tuple[BranchFacts, ...]:
            counts = shop_rows.count_items_per_branch(db, shop)
            return tuple(BranchFacts(branch, counts.get(branch.id, 0)) for branch in shop_rows.list_branches(db, shop))

        return self.gateway.read(read)

    def add_branch(self, shop: int, name: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.add_branch(w.tx, w.shop, name))

    def rename_branch(self, shop: int, old: str, new: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.rename_branch(w.tx, w.shop, old, new))

    def make_main(self, shop: int, branch: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_shop.set_main_branch(w.tx, w.shop, branch))

    def search(self, shop: int, text: str) -> Future[tuple[SearchHit, ...]]:
        """Nothing for a blank text."""
        if not text.strip():
            return self.gateway.read(lambda _: ())

        def search(db: ReadTx, index: TextIndex, cancelled: Callable[[], bool]) -> tuple[SearchHit, ...]:
            parts = find_items(db, index, shop, text, _HITS, cancelled)
            return _search(db, shop_rows.get_shop(db, shop), text, parts)

        return self.gateway.search(search)


def _list_pairs(db: ReadTx) -> tuple[ShopPair, ...]:
    rows: dict[str, dict[bool, Shop]] = {}
    for shop in shop_rows.list_shops(db):
        rows.setdefault(fold(shop.name), {})[shop.staging] = shop
    return tuple(ShopPair(pair[False], pair[True]) for pair in rows.values())


def _search(db: ReadTx, shop: Shop, text: str, parts: list[int]) -> tuple[SearchHit, ...]:
    orders = stored_orders.search_orders(db, shop.id, OrderQuery(text=text), limit=_HITS)
    hits = [SearchHit("order", order.reference, order.reference, fils=order.total_fils) for order in orders]
    items = read_items_by_id(db, parts)
    exact = [item for item in items if names_part(text, (item.sku, item.oem_number, item.barcode))]
    hits = [*(_part_hit(item, shop.vat) for item in exact), *hits]
    hits += [_part_hit(item, shop.vat) for item in items if item not in exact]
    sees_unknown = not shop.staging
    named = calls.find_call(db, shop.id, text, sees_unknown=sees_unknown)
    listed = calls.list_calls(db, shop.id, CallFilter(path=text), sees_unknown=sees_unknown, limit=_HITS)
    seen = list(dict.fromkeys([*named, *listed]))[:_HITS]
    hits += [
        SearchHit("call", f"{call.method} {call.path}", str(call.id), status=call.status, at=call.at) for call in seen
    ]
    return tuple(hits)


def _part_hit(item: Item, vat: int) -> SearchHit:
    price = None if item.price_fils is None else add_vat(item.price_fils, vat)
    about = SearchHit("part", item.sku, item.sku, item.name, item.name_ar, shelf=item.shelf or "")
    return replace(about, fils=price, free=item.free)


def _link_trouble(db: ReadTx, shop: int, now: Millis) -> LinkState | None:
    """The state of a link that the owner should look at."""
    link = links.find_link(db, shop)
    state = LinkState.OFF if link is None else read_state(db, link, now)[0]
    return None if state in (LinkState.OFF, LinkState.CONNECTED) else state
