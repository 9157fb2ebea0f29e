"""The call log's room: pages, counts, detail, search and export over the store (ui.backend.calls)."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path

from bridge.export_file import write_lines
from bridge.gateway.asking import Asking, mapped
from bridge.gateway.curl import curl_of
from service.domain.body_layout import as_sent, lay_out
from service.domain.call_subjects import orders_of, rejected_rows, skus_of
from service.domain.calls import Bodies, Call, CallFilter, Cursor
from service.domain.settings import settings_from
from service.store import calls
from service.store.keys import list_keys
from service.store.settings import read_settings
from service.store.shops import get_shop
from service.store.store import Store
from service.store.transaction import Reading
from service.usecases.export_calls import ExportForm, export_lines
from ui.backend.calls import CallCounts, CallDetail, CallPage, ExportFormat, JsonFault, OnFound
from ui.backend.errors import BackendError, ErrorCode
from ui.backend.progress import OnProgress, Progress

_CLASSES = (2, 4, 5)
_STEP = 500
_FORMS = {ExportFormat.CSV: ExportForm.CSV, ExportFormat.JSON: ExportForm.JSON_LINES}


class CallsRoom:
    """`ui.backend.calls.Calls`. `address` is where the service listens, for commands that are copied."""

    def __init__(self, asking: Asking, address: Callable[[], str]) -> None:
        self._asking, self._address = asking, address

    def page(
        self, shop: int, which: CallFilter, limit: int, *, before: Cursor | None = None, after: Cursor | None = None
    ) -> Future[CallPage]:
        def read(db: Reading) -> CallPage:
            sees = _sees_unknown(db, shop)
            rows = calls.list_calls(db, shop, which, sees_unknown=sees, before=before, after=after, limit=limit + 1)
            more = len(rows) > limit
            if after is not None:
                return CallPage(tuple(rows[-limit:]), older=True, newer=more)
            return CallPage(tuple(rows[:limit]), older=more, newer=before is not None)

        return self._asking.read(read)

    def search(
        self,
        shop: int,
        which: CallFilter,
        text: str,
        limit: int,
        progress: OnProgress,
        *,
        before: Cursor | None = None,
        found: OnFound | None = None,
    ) -> Future[CallPage]:
        def look(store: Store, cancelled: Callable[[], bool]) -> CallPage:
            total = store.submit_read(lambda db: _total(db, shop, which)).result()
            hits: list[Call] = []
            cursor, done = before, 0
            while not cancelled():
                step = store.submit_read(_search_step(shop, which, text, cursor)).result()
                hits.extend(step.found)
                done += step.looked_at
                cursor = step.go_on_before
                if found is not None and step.found:
                    found(step.found)
                progress(Progress(done, max(total, done), len(hits)))
                if cursor is None or len(hits) >= limit:
                    break
            return CallPage(tuple(hits), older=cursor is not None, newer=before is not None)

        return self._asking.long(look)

    def counts(self, shop: int, which: CallFilter) -> Future[CallCounts]:
        def read(db: Reading) -> CallCounts:
            sees = _sees_unknown(db, shop)
            statuses = calls.count_statuses(db, shop, which, sees_unknown=sees)
            by_class = {
                kind: sum(number for status, number in statuses.items() if status // 100 == kind) for kind in _CLASSES
            }
            kept = settings_from(read_settings(db)).log_days
            return CallCounts(sum(by_class.values()), by_class, kept, calls.oldest_call(db, shop, sees_unknown=sees))

        return self._asking.read(read)

    def keys(self, shop: int) -> Future[tuple[str, ...]]:
        return self._asking.read(lambda db: tuple(dict.fromkeys(key.name for key in list_keys(db, shop))))

    def detail(self, shop: int, call: int) -> Future[CallDetail]:
        found = self._asking.read(lambda db: calls.get_call(db, shop, call, sees_unknown=_sees_unknown(db, shop)))
        return mapped(found, self._detail)

    def export(self, shop: int, which: CallFilter, path: str, form: ExportFormat, progress: OnProgress) -> Future[int]:
        def write(store: Store, cancelled: Callable[[], bool]) -> int:
            owner = store.submit_read(lambda db: get_shop(db, shop)).result()
            total = store.submit_read(lambda db: _total(db, shop, which)).result()
            count = _Counted(total, progress, cancelled)
            entries = calls.iterate_calls(
                lambda work: store.submit_read(work).result(), shop, which, sees_unknown=not owner.staging
            )
            try:
                write_lines(Path(path), export_lines(count.through(entries), owner, _FORMS[form]))
            except OSError as error:
                raise _not_written(error) from error
            progress(Progress(count.done, count.done))
            return count.done

        return self._asking.long(write)

    def _detail(self, entry: tuple[Call, Bodies]) -> CallDetail:
        call, stored = entry
        bodies = None if call.shop_id is None else stored
        request = lay_out(stored.request, rejected_rows(call, stored))
        skus = skus_of(call, stored)
        return CallDetail(
            call=call,
            bodies=bodies,
            faults=tuple(JsonFault(mark.line, mark.text) for mark in as_sent(stored.request, request)),
            request_headers=(),
            response_headers=(),
            orders=orders_of(call, stored),
            skus=skus,
            sku_count=len(skus),
            curl=curl_of(call, bodies, self._address()),
            request=request,
            response=lay_out(stored.response, cut=stored.response_cut),
        )


class _Counted:
    """Counts entries on their way into a file, tells how far it is, and stops where that is asked."""

    def __init__(self, total: int, progress: OnProgress, cancelled: Callable[[], bool]) -> None:
        self.done = 0
        self._total, self._progress, self._cancelled = total, progress, cancelled

    def through(self, entries: Iterator[Call]) -> Iterator[Call]:
        for entry in entries:
            if self.done % _STEP == 0:
                if self._cancelled():
                    raise CancelledError
                self._progress(Progress(self.done, max(self._total, self.done)))
            self.done += 1
            yield entry


def _sees_unknown(db: Reading, shop: int) -> bool:
    """Calls whose key is unknown are in every live shop's log."""
    return not get_shop(db, shop).staging


def _total(db: Reading, shop: int, which: CallFilter) -> int:
    """How many entries are gone through under the filter."""
    statuses = calls.count_statuses(db, shop, which, sees_unknown=_sees_unknown(db, shop))
    return sum(
        number
        for status, number in statuses.items()
        if which.status in (None, status) and which.status_class in (None, status // 100)
    )


def _search_step(
    shop: int, which: CallFilter, text: str, before: Cursor | None
) -> Callable[[Reading], calls.BodySearch]:
    """A read of its own for each stretch, so that a long search holds no view of the database."""
    return lambda db: calls.search_bodies(
        db, shop, which, text, sees_unknown=_sees_unknown(db, shop), before=before, step=_STEP
    )


def _not_written(error: OSError) -> BackendError:
    full = error.errno == errno.ENOSPC
    code = ErrorCode.DISK_FULL if full else ErrorCode.FILE_NOT_WRITABLE
    words = "The disk is full." if full else "The file could not be written; choose another folder."
    return BackendError(words, code=code, details=f"{code.value}: {error.strerror}")
