"""Tables that a person saves as a file: orders, the rows of a run, the catalogue."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.system.export_file import write_table
from service.domain.export_table import ExportTable, TableFormat, TableWords, find_format, put_into_words
from service.domain.marketplace.orders import OrderRecord, OrderTable
from service.domain.pull.pulls import RunRow
from service.domain.reports import Span
from service.domain.sentences import Sentence, message, name_fields, os_reason
from service.store.reports import count_records, iterate_records
from service.store.shops import get_shop
from service.usecases.export_tables import make_order_table, make_run_rows_table
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.progress import OnProgress, Progress

if TYPE_CHECKING:
    from service.store.engine.store import Store

FIELDS = "field"
"""The words for fields among `TableWords.codes`."""
_STEP = 500


def save_table(path: Path, table: ExportTable, words: TableWords) -> int:
    """Writes XLSX or, for any other ending, CSV, in the window's `words`; returns the number of
    rows. Raises BackendError; a failure leaves the earlier file.
    """
    try:
        return write_table(path, put_into_words(table, words), find_format(path) or TableFormat.CSV)
    except OSError as error:
        raise _map_error(path, error) from error


def _map_error(path: Path, error: OSError) -> BackendError:
    if error.errno == errno.ENOSPC:
        return BackendError(message("The disk is full."), code=ErrorCode.DISK_FULL)
    sentence = message(
        "{path} cannot be written: {reason}. Choose another place.", path=str(path), reason=os_reason(error)
    )
    return BackendError(sentence, code=ErrorCode.FILE_NOT_WRITABLE)


def save_run_rows(
    path: Path, rows: Iterable[RunRow], words: TableWords, speak_arabic: Callable[[Sentence], str]
) -> int:
    """The reasons are as the window shows them. Returns the number of rows. Raises BackendError."""
    fields = words.codes.get(FIELDS, {})

    def write_reason(row: RunRow) -> str:
        return speak_arabic(row.text) if words.rtl else str(name_fields(row.text, fields))

    return save_table(path, make_run_rows_table(rows, write_reason), words)


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
    """Returns how many. Raises BackendError, and CancelledError as soon as `cancelled`."""
    paid = what is OrderTable.PAYOUTS
    total = store.submit_read(lambda db: count_records(db, shop, span, paid=paid)).result()
    vat_rate = store.submit_read(lambda db: get_shop(db, shop)).result().vat
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

    save_table(path, make_order_table(what, count(), vat_rate), words)
    return done
