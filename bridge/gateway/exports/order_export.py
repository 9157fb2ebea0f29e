"""Saves orders, their lines or payouts to a file, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path

from bridge.gateway.exports.save_table import save_table
from service.domain.export_table import TableWords
from service.domain.marketplace.orders import OrderRecord, OrderTable
from service.domain.reports import Span
from service.store.engine.store import Store
from service.store.reports import count_records, iterate_records
from service.usecases.export_tables import make_order_table
from ui.backend.progress import OnProgress, Progress

_STEP = 500


def save_orders(
    store: Store,
    shop: int,
    what: OrderTable,
    span: Span,
    path: Path,
    words: TableWords,
    progress: OnProgress,
    cancelled: Callable[[], bool],
) -> int:
    """Returns how many orders it wrote. Raises BackendError, and CancelledError as soon as
    `cancelled`.
    """
    paid = what is OrderTable.PAYOUTS
    total = store.submit_read(lambda db: count_records(db, shop, span, paid=paid)).result()
    done = 0

    def count() -> Iterator[OrderRecord]:
        nonlocal done
        records = iterate_records(lambda work: store.submit_read(work).result(), shop, span, paid=paid)
        for done, record in enumerate(records, 1):
            if cancelled():
                raise CancelledError
            yield record
            if done % _STEP == 0 or done == total:
                progress(Progress(done, max(total, done)))

    save_table(path, make_order_table(what, count()), words)
    return done
