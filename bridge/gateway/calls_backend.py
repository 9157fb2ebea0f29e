"""The call log's backend: pages, counts, detail, search, export (ui.backend.calls_port)."""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from bridge.gateway.store_gateway import StoreBackend, mapped_result
from bridge.system.export_file import write_lines
from service.domain.call_log.body_layout import format_body, map_marks_to_body
from service.domain.call_log.call_subjects import find_orders, find_rejected_rows, find_skus
from service.domain.call_log.calls import Bodies, Call, CallFilter, Cursor, classify_status
from service.domain.settings import parse_settings
from service.domain.times import DAY, HOUR, Millis
from service.store.call_log import call_counts, calls
from service.store.engine.transaction import ReadTx
from service.store.history.write_lists import find_call_write
from service.store.keys import list_keys
from service.store.settings import read_settings
from service.store.shops import get_shop
from service.usecases.export_calls import CallFileFormat, format_lines
from service.usecases.search_calls import SearchStep, search_part, search_text
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.calls_port import (
    CallCounts,
    CallDay,
    CallDetail,
    CallHour,
    CallPage,
    ExportFormat,
    OnHits,
    Shell,
)
from ui.backend.progress import OnProgress, Progress

if TYPE_CHECKING:
    from service.store.engine.store import Store

_MAX_INLINE = 4096
BODY_FILE = "request.json"
_URL_SAFE = "/:?&=%+,.~@-_"
"""Characters that stay. Others are percent-encoded, also brackets and braces, which curl reads."""

_NO_ENCODING = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NO_LETTER = re.compile(r"[^A-Za-z]")
T = TypeVar("T")

_CLASSES = (2, 4, 5)
_HOURS = 24
_SEARCH_STEP = 500
_FORMS = {
    ExportFormat.CSV: CallFileFormat.CSV,
    ExportFormat.JSON: CallFileFormat.JSON_LINES,
    ExportFormat.JSON_WITH_BODIES: CallFileFormat.JSON_LINES_WITH_BODIES,
}


def format_curl(
    call: Call, bodies: Bodies | None, address: str, *, windows: bool = os.name == "nt"
) -> dict[Shell, str]:
    """A line for each shell, this system's first. A body that fits no line is named as a file."""
    body = None if bodies is None else bodies.request
    on_windows = _format_windows(call, body, address)
    lines = {Shell.CMD: on_windows, Shell.POWERSHELL: on_windows}
    posix = {Shell.POSIX: _format_posix(call, body, address)}
    return lines | posix if windows else posix | lines


def _format_posix(call: Call, body: bytes | None, address: str) -> str:
    words = ["curl"]
    if call.method != "GET":
        words += ["-X", call.method]
    words += [address.rstrip("/") + call.path, "-H", "Authorization: Bearer <key>"]
    if body:
        words += ["-H", "Content-Type: application/json", "--data-binary", _body_argument(body)]
    return " ".join(shlex.quote(word) for word in words)


def _format_windows(call: Call, body: bytes | None, address: str) -> str:
    """The same line for cmd and PowerShell, where plain `curl` is another program."""
    words = ["curl.exe"]
    if call.method != "GET":
        # A method may contain any of !#$%&'*+-.^_`|~ (RFC 9110); none that the service answers
        # does.
        words += ["-X", _NO_LETTER.sub("", call.method)]
    path = quote(_NO_ENCODING.sub("%25", call.path), safe=_URL_SAFE, errors="replace")
    words += [f'"{address.rstrip("/")}{path}"', "-H", '"Authorization: Bearer <key>"']
    if body:
        words += ["-H", '"Content-Type: application/json"', "--data-binary", f'"@{BODY_FILE}"']
    return " ".join(words)


def _body_argument(body: bytes) -> str:
    if len(body) > _MAX_INLINE or body.startswith(b"@") or b"\0" in body:
        return f"@{BODY_FILE}"
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return f"@{BODY_FILE}"


@dataclass(frozen=True)
class CallsBackend(StoreBackend):
    """`ui.backend.calls_port.Calls`. `address` is the service's, for commands that are copied."""

    address: Callable[[], str]

    def page(
        self, shop: int, which: CallFilter, limit: int, *, before: Cursor | None = None, after: Cursor | None = None
    ) -> Future[CallPage]:
        def read(db: ReadTx) -> CallPage:
            sees = _sees_unknown(db, shop)
            rows = calls.list_calls(db, shop, which, sees_unknown=sees, before=before, after=after, limit=limit + 1)
            more = len(rows) > limit
            if after is not None:
                return CallPage(tuple(rows[-limit:]), older=True, newer=more)
            return CallPage(tuple(rows[:limit]), older=more, newer=before is not None)

        return self.gateway.read(read)

    def search(
        self,
        shop: int,
        which: CallFilter,
        text: str,
        limit: int,
        progress: OnProgress,
        *,
        before: Cursor | None = None,
        on_hits: OnHits | None = None,
        part: str = "",
    ) -> Future[CallPage]:
        def look(store: Store, cancelled: Callable[[], bool]) -> CallPage:
            by_id = before is None and not part
            named = store.submit_read(lambda db: _find_by_id(db, shop, text)).result() if by_id else ()
            hits = list(named)
            if on_hits is not None and named:
                on_hits(named)
            resume = before
            for step in _search(store, shop, which, text, part, before):
                more = tuple(call for call in step.found if call not in named)
                hits.extend(more)
                resume = step.resume
                if on_hits is not None and more:
                    on_hits(more)
                progress(Progress(step.done, step.total, len(hits)))
                if cancelled() or len(hits) >= limit:
                    break
            return CallPage(tuple(hits), older=resume is not None, newer=before is not None)

        return self.gateway.run_long(look)

    def counts(self, shop: int, which: CallFilter) -> Future[CallCounts]:
        def read(db: ReadTx) -> CallCounts:
            sees = _sees_unknown(db, shop)
            statuses = calls.count_statuses(db, shop, which, sees_unknown=sees)
            by_class = {
                kind: sum(number for status, number in statuses.items() if classify_status(status) == kind)
                for kind in _CLASSES
            }
            retention_days = parse_settings(read_settings(db)).log_days
            return CallCounts(
                sum(by_class.values()), by_class, retention_days, calls.find_oldest_moment(db, shop, sees_unknown=sees)
            )

        return self.gateway.read(read)

    def day(self, shop: int, now: Millis) -> Future[CallDay]:
        def read(db: ReadTx) -> CallDay:
            first = now // HOUR - _HOURS + 1
            found = calls.read_hours(db, shop, first * HOUR, sees_unknown=_sees_unknown(db, shop))
            by_hour = {hour.hour: hour for hour in found}
            hours = tuple(_make_hour(number, by_hour.get(number)) for number in range(first, first + _HOURS))
            return CallDay(hours, call_counts.compute_median_duration(db, shop, now - DAY))

        return self.gateway.read(read)

    def keys(self, shop: int) -> Future[tuple[str, ...]]:
        return self.gateway.read(lambda db: tuple(dict.fromkeys(key.name for key in list_keys(db, shop))))

    def detail(self, shop: int, call: int) -> Future[CallDetail]:
        def read(db: ReadTx) -> tuple[Call, Bodies, int | None]:
            entry, bodies = calls.get_call(db, shop, call, sees_unknown=_sees_unknown(db, shop))
            span = find_call_write(db, shop, call, entry.at)
            return entry, bodies, None if span is None else span.write.undone_by

        return mapped_result(self.gateway.read(read), self._detail)

    def export(
        self,
        shop: int,
        which: CallFilter,
        path: str,
        form: ExportFormat,
        progress: OnProgress,
        *,
        text: str = "",
        part: str = "",
    ) -> Future[int]:
        def write(store: Store, cancelled: Callable[[], bool]) -> int:
            owner = store.submit_read(lambda db: get_shop(db, shop)).result()
            total = store.submit_read(lambda db: _total(db, shop, which)).result()
            count = _ExportCounter(total, progress, cancelled)
            if text or part:
                entries = count.find(_search(store, shop, which, text, part))
            else:
                entries = count.count(
                    calls.iterate_calls(
                        lambda work: store.submit_read(work).result(), shop, which, sees_unknown=not owner.staging
                    )
                )
            try:
                write_lines(Path(path), format_lines(entries, owner, _FORMS[form], _make_body_reader(store, shop)))
            except OSError as error:
                raise _write_error(error) from error
            progress(Progress(count.done, count.done))
            return count.written

        return self.gateway.run_long(write)

    def _detail(self, entry: tuple[Call, Bodies, int | None]) -> CallDetail:
        call, stored, undone_by = entry
        bodies = None if call.shop_id is None else stored
        request = format_body(stored.request, find_rejected_rows(call, stored))
        skus = find_skus(call, stored)
        return CallDetail(
            call=call,
            bodies=bodies,
            faults=map_marks_to_body(stored.request, request),
            orders=find_orders(call, stored),
            skus=skus,
            sku_count=len(skus),
            curl=format_curl(call, bodies, self.address()),
            request=request,
            response=format_body(stored.response, cut=stored.response_cut),
            undone_by=undone_by,
        )


class _ExportCounter:
    """`done` entries were read, `written` go into the file. Reports progress; stops where asked."""

    def __init__(self, total: int, progress: OnProgress, cancelled: Callable[[], bool]) -> None:
        self.done = 0
        self.written = 0
        self._total, self._progress, self._cancelled = total, progress, cancelled

    def count(self, entries: Iterator[Call]) -> Iterator[Call]:
        for entry in entries:
            if self.done % _SEARCH_STEP == 0:
                self._report()
            self.done += 1
            self.written += 1
            yield entry

    def find(self, steps: Iterator[SearchStep]) -> Iterator[Call]:
        """The same for a search, of which each step reads many entries and finds few."""
        self._report()
        for step in steps:
            self.done, self._total = step.done, step.total
            self.written += len(step.found)
            yield from step.found
            self._report()

    def _report(self) -> None:
        if self._cancelled():
            raise CancelledError
        self._progress(Progress(self.done, max(self._total, self.done), self.written))


def _sees_unknown(db: ReadTx, shop: int) -> bool:
    """Whether calls without a known key are included: every live shop's log has them."""
    return not get_shop(db, shop).staging


def _make_body_reader(store: Store, shop: int) -> Callable[[int], Bodies | None]:
    return lambda call: store.submit_read(lambda db: calls.find_bodies(db, shop, call)).result()


def _total(db: ReadTx, shop: int, which: CallFilter) -> int:
    """How many entries the filter leaves."""
    statuses = calls.count_statuses(db, shop, which, sees_unknown=_sees_unknown(db, shop))
    return sum(
        number
        for status, number in statuses.items()
        if which.status in (None, status) and which.status_class in (None, classify_status(status))
    )


def _find_by_id(db: ReadTx, shop: int, text: str) -> tuple[Call, ...]:
    """The entry whose id the text is: what callers read in `X-Request-Id`."""
    return calls.find_call(db, shop, text, sees_unknown=_sees_unknown(db, shop))


def _search(
    store: Store, shop: int, which: CallFilter, text: str, part: str, before: Cursor | None = None
) -> Iterator[SearchStep]:
    """The steps of a search for a part, else for a text; each is a read of its own."""

    def read(work: Callable[[ReadTx], T], /) -> T:
        return store.submit_read(work).result()

    sees = read(lambda db: _sees_unknown(db, shop))
    if part:
        return search_part(read, shop, which, part, sees_unknown=sees, text=text, before=before)
    total = read(lambda db: _total(db, shop, which))
    return search_text(read, shop, which, text, total, sees_unknown=sees, before=before)


def _write_error(error: OSError) -> BackendError:
    full = error.errno == errno.ENOSPC
    code = ErrorCode.DISK_FULL if full else ErrorCode.FILE_NOT_WRITABLE
    words = "The disk is full." if full else "The file could not be written; choose another folder."
    return BackendError(words, code=code, details=f"{code.value}: {error.strerror}")


def _make_hour(number: int, hour: calls.HourStats | None) -> CallHour:
    return CallHour(number * HOUR, hour.calls - hour.faults, hour.faults) if hour else CallHour(number * HOUR, 0, 0)
