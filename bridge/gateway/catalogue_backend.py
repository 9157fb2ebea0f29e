"""The catalogue for the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.gateway.save_table import save_table
from bridge.gateway.store_gateway import StoreBackend
from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.items import Item, ItemQuery, ItemSelection, ItemView, Overwriter
from service.domain.catalogue.price_change import PriceChange, PricePlan
from service.domain.catalogue.stock import NewMovement
from service.domain.errors import Unavailable
from service.domain.export_table import TableWords
from service.domain.printing import check_label_count
from service.domain.sentences import message
from service.store import item_lists, items, shops, stock_levels
from service.store.engine.transaction import ReadTx, Tx
from service.store.item_details import find_picture
from service.store.item_search import find_items
from service.usecases import change_items
from service.usecases.edit_item import find_overwriters, save_item, set_picture
from service.usecases.export_tables import make_item_table, make_reorder_table
from service.usecases.move_stock import move_stock
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.catalogue_port import ItemPage, LedgerPage
from ui.backend.progress import OnProgress, Progress

if TYPE_CHECKING:
    from service.store.engine.store import Store
    from service.store.engine.text_index import TextIndex

_EXPORT_PAGE = 500


class CatalogueBackend(StoreBackend):
    """Carries out ui.backend.catalogue_port.Catalogue."""

    def page(self, shop: int, query: ItemQuery, offset: int, limit: int) -> Future[ItemPage]:
        """A search ends early when its answer is cancelled: the next key asks again."""
        if not query.text:
            return self.gateway.read(lambda db: _read_page(db, shop, query, offset, limit, None))

        def search(db: ReadTx, index: TextIndex, cancelled: Callable[[], bool]) -> ItemPage:
            matches = find_items(db, index, shop, query.text, stop=cancelled)
            return _read_page(db, shop, query, offset, limit, matches)

        return self.gateway.search(search)

    def item(self, shop: int, sku: str) -> Future[Item]:
        return self.gateway.read(lambda db: items.get_item(db, shop, sku))

    def move(self, shop: int, movement: NewMovement) -> Future[None]:
        return self.gateway.change(shop, lambda w: move_stock(w.tx, w.shop, movement, by=w.by, now=w.now))

    def save(self, shop: int, edit: ItemEdit) -> Future[None]:
        return self.gateway.change(shop, lambda w: save_item(w.tx, w.shop, edit, by=w.by, now=w.now))

    def picture(self, shop: int, sku: str) -> Future[bytes | None]:
        return self.gateway.read(lambda db: find_picture(db, items.get_item(db, shop, sku).id))

    def set_picture(self, shop: int, sku: str, path: str) -> Future[None]:
        by = self.gateway.author()

        def work(store: Store, _cancelled: Callable[[], bool]) -> None:
            image = _shrink(Path(path))
            store.submit(
                lambda tx: set_picture(tx, shops.get_shop(tx, shop), sku, image, by=by, now=self.gateway.clock.now())
            ).result()

        return self.gateway.run_long(work)

    def remove_picture(self, shop: int, sku: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: set_picture(w.tx, w.shop, sku, None, by=w.by, now=w.now))

    def overwriters(self, shop: int, selection: ItemSelection) -> Future[tuple[Overwriter, ...]]:
        def work(store: Store, cancelled: Callable[[], bool]) -> tuple[Overwriter, ...]:
            chosen = _find_selected(store, shop, selection, cancelled)
            now = self.gateway.clock.now()
            return store.submit_read(lambda db: find_overwriters(db, shops.get_shop(db, shop), chosen, now)).result()

        return self.gateway.run_long(work)

    def plan_prices(self, shop: int, selection: ItemSelection, change: PriceChange) -> Future[PricePlan]:
        def work(store: Store, cancelled: Callable[[], bool]) -> PricePlan:
            chosen = _find_selected(store, shop, selection, cancelled)
            return store.submit_read(lambda db: change_items.plan_prices(db, chosen, change)).result()

        return self.gateway.run_long(work)

    def change_prices(self, shop: int, plan: PricePlan) -> Future[None]:
        return self.gateway.change(shop, lambda w: change_items.change_prices(w.tx, w.shop, plan, by=w.by, now=w.now))

    def set_active(self, shop: int, selection: ItemSelection, active: bool) -> Future[tuple[int, int]]:
        by = self.gateway.author()

        def work(store: Store, cancelled: Callable[[], bool]) -> tuple[int, int]:
            chosen = _find_selected(store, shop, selection, cancelled)

            def write(tx: Tx) -> int:
                now = self.gateway.clock.now()
                return change_items.set_active(tx, shops.get_shop(tx, shop), chosen, active=active, by=by, now=now)

            return len(chosen), store.submit(write).result()

        return self.gateway.run_long(work)

    def selected(self, shop: int, selection: ItemSelection) -> Future[tuple[Item, ...]]:
        def work(store: Store, cancelled: Callable[[], bool]) -> tuple[Item, ...]:
            chosen = _find_selected(store, shop, selection, cancelled)
            check_label_count(len(chosen))
            return tuple(store.submit_read(lambda db: items.read_items_by_id(db, chosen)).result())

        return self.gateway.run_long(work)

    def ledger(self, shop: int, sku: str, before: int | None, limit: int) -> Future[LedgerPage]:
        def read(db: ReadTx) -> LedgerPage:
            rows = stock_levels.read_ledger(db, shop, sku, limit=limit + 1, before=before)
            return LedgerPage(tuple(rows[:limit]), len(rows) > limit)

        return self.gateway.read(read)

    def export(self, shop: int, query: ItemQuery, path: str, words: TableWords, progress: OnProgress) -> Future[int]:
        """Each page is a short read; a cancelled or failed export leaves no file."""

        def work(store: Store, cancelled: Callable[[], bool]) -> int:
            counted = _ItemCounter(_iterate_items(store, shop, query, cancelled, progress))
            make_table = make_reorder_table if query.view is ItemView.LOW else make_item_table
            save_table(Path(path), make_table(counted), words)
            return counted.count

        return self.gateway.run_long(work)


class _ItemCounter:
    """Passes items on and counts them: an item at several branches fills several lines."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = items
        self.count = 0

    def __iter__(self) -> Iterator[Item]:
        for item in self._items:
            self.count += 1
            yield item


def _shrink(path: Path) -> bytes:
    """Raises BadRequest, Unavailable where Qt's libraries for pictures are missing, or BackendError
    for a file that cannot be read.
    """
    try:
        from bridge.picture_file import shrink_picture  # noqa: PLC0415 - `serve` loads Qt only for a picture
    except ImportError as error:
        raise Unavailable.saying("Pictures cannot be read on this computer: {reason}.", reason=str(error)) from error
    try:
        return shrink_picture(path)
    except FileNotFoundError as error:
        raise BackendError(message("The file is not there."), code=ErrorCode.FILE_NOT_FOUND) from error


def _find_selected(store: Store, shop: int, selection: ItemSelection, cancelled: Callable[[], bool]) -> list[int]:
    def search(db: ReadTx, text: str) -> list[int]:
        return find_items(db, store.text_index, shop, text, limit=None, stop=cancelled)

    def read(db: ReadTx) -> list[int]:
        return change_items.find_selected(db, shops.get_shop(db, shop), selection, search)

    chosen = store.submit_read(read).result()
    if cancelled():
        # A search that was cancelled gives only what it has found so far.
        raise CancelledError
    return chosen


def _read_page(db: ReadTx, shop: int, query: ItemQuery, offset: int, limit: int, matches: list[int] | None) -> ItemPage:
    counts = item_lists.count_views(db, shop, query, matches)
    last = item_lists.find_last_change(db, shop)
    return ItemPage(
        rows=tuple(item_lists.list_items(db, shop, query, offset=offset, limit=limit, matches=matches)),
        total=counts[query.view],
        counts=counts,
        held=shops.read_totals(db, shop)[0],
        changed_at=None if last is None else last.at,
        changed_by="" if last is None else last.by,
    )


def _iterate_items(
    store: Store, shop: int, query: ItemQuery, cancelled: Callable[[], bool], progress: OnProgress
) -> Iterator[Item]:
    """Each part there at the beginning, in short reads. Raises CancelledError: no partial file."""
    matches: list[int] | None = None
    if query.text:
        matches = store.submit_read(
            lambda db: find_items(db, store.text_index, shop, query.text, limit=None, stop=cancelled)
        ).result()
    # All ids from one view: pages by place would shift while parts are added.
    ids = store.submit_read(lambda db: item_lists.list_ordered_ids(db, shop, query, matches)).result()
    for done in range(0, max(len(ids), 1), _EXPORT_PAGE):
        if cancelled():
            raise CancelledError
        some = ids[done : done + _EXPORT_PAGE]
        yield from store.submit_read(partial(items.read_items_by_id, ids=some)).result()
        progress(Progress(done + len(some), len(ids)))
