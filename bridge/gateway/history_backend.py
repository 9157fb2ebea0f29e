"""The history of parts for the window (ui.backend.history_port)."""

from __future__ import annotations

from concurrent.futures import Future

from bridge.gateway.store_gateway import StoreBackend
from service.domain.history import Cursor, HistoryQuery, HistorySubject, UploadRows, UploadUndo
from service.store.engine.transaction import ReadTx
from service.store.history.item_history import list_item_history, list_write_items
from service.store.history.write_lists import find_history_begin, get_write
from service.store.shops import get_shop
from service.usecases.browse_history import find_subject, read_lines, read_upload_rows
from service.usecases.put_back import plan_upload_undo, undo_upload
from ui.backend.history_port import EntryPage, HistoryPage, WritePage


class HistoryBackend(StoreBackend):
    """Carries out ui.backend.history_port.Histories."""

    def find(self, shop: int, text: str) -> Future[HistorySubject]:
        return self.gateway.read(lambda db: find_subject(db, shop, text))

    def writes(self, shop: int, query: HistoryQuery, before: Cursor | None, limit: int) -> Future[WritePage]:
        def read(db: ReadTx) -> WritePage:
            page = read_lines(db, shop, query, before=before, limit=limit)
            return WritePage(page.lines, page.resume, page.start, find_history_begin(db, shop))

        return self.gateway.read(read)

    def entries(self, shop: int, write: int, offset: int, limit: int) -> Future[EntryPage]:
        def read(db: ReadTx) -> EntryPage:
            span = get_write(db, shop, write)
            rows = list_write_items(db, span, offset=offset, limit=limit)
            end = offset + limit
            return EntryPage(tuple(rows), end if end < span.write.created + span.write.changed else None)

        return self.gateway.read(read)

    def part(self, shop: int, sku: str, before: Cursor | None, limit: int) -> Future[HistoryPage]:
        def read(db: ReadTx) -> HistoryPage:
            rows = list_item_history(db, shop, sku, before=before, limit=limit + 1)
            return HistoryPage(tuple(rows[:limit]), len(rows) > limit)

        return self.gateway.read(read)

    def rows(self, shop: int, call: int) -> Future[UploadRows]:
        return self.gateway.read(lambda db: read_upload_rows(db, shop, call))

    def plan_undo(self, shop: int, call: int) -> Future[UploadUndo]:
        return self.gateway.read(lambda db: plan_upload_undo(db, get_shop(db, shop), call))

    def undo(self, shop: int, call: int) -> Future[UploadUndo]:
        return self.gateway.write_shop(shop, lambda w: undo_upload(w.tx, w.shop, call, by=w.by, now=w.now))
