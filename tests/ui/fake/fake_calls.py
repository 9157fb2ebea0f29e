"""The fake's call log: the calls of the design's picture, repeated over a day."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from functools import cache

from msgspec import structs

from service.domain.call_log.body_layout import RejectedRow, format_body, map_marks_to_body
from service.domain.call_log.calls import Bodies, Call, CallFilter, Cursor
from service.domain.changes import ChangeKind
from service.domain.times import HOUR, Millis
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from tests.ui.fake.shop_data import LIVE
from ui.backend import BackendError, ErrorCode, OnProgress, Progress
from ui.backend.calls_port import (
    CallCounts,
    CallDay,
    CallDetail,
    CallHour,
    CallPage,
    ExportFormat,
    JsonFault,
    OnHits,
    Shell,
)

_RECENT: tuple[tuple[tuple[int, int, int], int, str, str, str | None, str], ...] = (
    ((14, 29, 18), 200, "GET", "/v1/orders?status=placed", "Till 1", '{"orders":3}'),
    ((14, 29, 4), 422, "POST", "/v1/orders/ORD-2026-000119/accept", "Till 2", ""),
    ((14, 28, 51), 200, "GET", "/v1/items?offset=200", "Till 1", '{"items":200,"total":1243}'),
    ((14, 27, 40), 200, "POST", "/v1/items", "ERP", '{"saved":998,"rejected":2,"created":12}'),
    ((14, 27, 31), 401, "GET", "/v1/orders", None, ""),
    ((14, 26, 2), 413, "POST", "/v1/items", "ERP", ""),
    ((14, 25, 12), 200, "POST", "/v1/orders/ORD-2026-000123/confirm_fitment", "Till 1", '{"status":"placed"}'),
    ((14, 24, 58), 200, "GET", "/v1/orders?status=placed", "Till 1", '{"orders":3}'),
    ((14, 20, 47), 400, "POST", "/v1/items", "ERP", ""),
    ((14, 19, 30), 500, "POST", "/v1/items", "ERP", ""),
    ((14, 18, 55), 200, "GET", "/v1/items?limit=500", "Till 1", '{"items":500,"total":1243}'),
    ((14, 16, 9), 429, "GET", "/v1/orders", "Till 2", ""),
)
_ANSWERED = (44, 51, 38, 40, 29, 17, 6, 2, 1, 1, 0, 12, 1, 1, 2, 3, 14, 38, 57, 63, 49, 72, 66, 31)
_FAULT_HOURS = {1: 2, 4: 3, 17: 1, 19: 2, 21: 7, 22: 4, 23: 1}
_ERRORS = {
    422: (
        "action_not_allowed",
        "ORD-2026-000119 is confirmed; accept is possible only while it is placed.",
    ),
    401: (
        "unauthorized",
        "The key is missing, unknown or revoked. Send the header Authorization: Bearer with a key from the owner.",
    ),
    413: ("body_too_large", "The body is over 2 MB (2097152 bytes); send the rows in several calls."),
    400: ("bad_request", "The body is not JSON: invalid character (byte 213)."),
    500: ("internal_error", "The program made a mistake. Nothing was changed; tell support 7K2F91AC."),
    429: ("rate_limited", "More than 120 calls in a minute; try again in 14 seconds."),
}
_NOTES = (
    "fields ignored: price_fil",
    "row 412 (48609-0K040): price_fils: must be an integer of 0 or more",
    "row 731 (90915-YZZD4): name: must not be blank",
)
_FAULTS = (
    RejectedRow(412, "price_fils: must be an integer of 0 or more"),
    RejectedRow(731, "name: must not be blank"),
)
BROKEN = b"""{
  "items": [
    {"sku": "48609-0K040", "price_fils": 14500},
    {"sku": "90915-YZZD4" "quantity": 6}
  ]
}"""
TOTAL = 420
_SIZES = {413: 3_250_000, 400: len(BROKEN)}


def upload() -> bytes:
    """1000 rows on one line, two of them at fault."""
    rows = [f'{{"sku": "SKU-{at:04d}", "name": "Part {at}", "price_fils": {2000 + at}}}' for at in range(1000)]
    rows[412] = '{"sku": "48609-0K040", "name": "Strut mount, front", "price_fils": "14.500", "quantity": 6}'
    rows[731] = '{"sku": "90915-YZZD4", "name": "", "price_fils": 2500}'
    return ('{"items": [' + ", ".join(rows) + "]}").encode()


REQUEST = upload()
ANSWER = (
    b'{"received":1000,"saved":998,"created":12,"updated":986,"errors":[{"index":412,"sku":"48609-0K040","error":'
    b'"price_fils: must be an integer of 0 or more"},'
    b'{"index":731,"sku":"90915-YZZD4","error":"name: must not be blank"}]}'
)


def call_of(number: int) -> Call:
    """Call `number`, the higher the newer;
    the last twelve are those of the picture, older ones repeat them.
    """
    back = TOTAL - number
    (hour, minute, second), status, method, path, key, facts = _RECENT[back % len(_RECENT)]
    code, message = _ERRORS.get(status, (None, None))
    uploaded = facts.startswith('{"saved')
    size = _SIZES.get(status, len(REQUEST) if method == "POST" and path == "/v1/items" else 0)
    notes = _NOTES if uploaded else ("no key was sent",) if status == 401 else ()
    return Call(
        id=number,
        at=moment(15, hour, minute, second) - back // len(_RECENT) * 1_200_000,
        shop_id=LIVE if key else None,
        key_id=1 if key else None,
        key=key,
        remote="192.168.1.20",
        method=method,
        path=path,
        status=status,
        duration_us=412_000 if uploaded else 3_800,
        request_bytes=size,
        response_bytes=len(ANSWER),
        error=code,
        message=message,
        notes=notes,
        facts=facts or None,
    )


@cache
def make_log() -> tuple[Call, ...]:
    """The log that every fake begins with, newest first."""
    return tuple(call_of(number) for number in range(TOTAL, 0, -1))


class FakeCalls:
    """A log of 420 entries, paged like the real one."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.rows = list(make_log())
        self.undone: dict[int, int] = {}
        """The write that undid a call's upload."""

    def day(self, shop: int, now: Millis) -> Future[CallDay]:
        def make() -> CallDay:
            start, busy = now // HOUR * HOUR - 23 * HOUR, shop == LIVE
            hours = [
                CallHour(start + at * HOUR, answered if busy else 0, _FAULT_HOURS.get(at, 0) if busy else 0)
                for at, answered in enumerate(_ANSWERED)
            ]
            return CallDay(tuple(hours), 38_400 if busy else None)

        return self._answers.answer("calls.day", make, shop)

    def page(
        self, shop: int, which: CallFilter, limit: int, *, before: Cursor | None = None, after: Cursor | None = None
    ) -> Future[CallPage]:
        def make() -> CallPage:
            return self._page(shop, which, limit, before, after)

        return self._answers.answer("calls.page", make, shop, which, limit, before, after)

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
        """Finds the uploads, whatever the text and the part;
        tells the first few at once, also while it is held.
        """
        hits = [row for row in self._of(shop) if _fits(row, which) and row.path == "/v1/items" and text != "nowhere"]
        hits = [row for row in hits if before is None or (row.at, row.id) < before]
        if on_hits is not None and hits:
            on_hits(tuple(hits[:4]))
        progress(Progress(TOTAL // 2, TOTAL, min(4, len(hits))))

        def look() -> CallPage:
            if on_hits is not None and hits[4:limit]:
                on_hits(tuple(hits[4:limit]))
            progress(Progress(TOTAL, TOTAL, len(hits)))
            return CallPage(tuple(hits[:limit]), older=len(hits) > limit, newer=before is not None)

        return self._answers.answer("calls.search", look, shop, which, text, limit, before, part)

    def counts(self, shop: int, which: CallFilter) -> Future[CallCounts]:
        def count() -> CallCounts:
            rows = [row for row in self._of(shop) if _fits(row, replace(which, status_class=None))]
            by_class = {kind: sum(row.status // 100 == kind for row in rows) for kind in (2, 4, 5)}
            return CallCounts(len(rows), by_class, 90, rows[-1].at if rows else None)

        return self._answers.answer("calls.counts", count, shop, which)

    def keys(self, shop: int) -> Future[tuple[str, ...]]:
        return self._answers.answer("calls.keys", lambda: ("ERP", "Till 1", "Till 2"), shop)

    def detail(self, shop: int, call: int) -> Future[CallDetail]:
        def make() -> CallDetail:
            row = next((row for row in self.rows if row.id == call), None)
            if row is None:
                raise BackendError("This call is gone.", code=ErrorCode.NOT_FOUND)
            return replace(_detail(row), undone_by=self.undone.get(call))

        return self._answers.answer("calls.detail", make, shop, call)

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
        progress(Progress(TOTAL // 2, TOTAL))

        def write() -> int:
            progress(Progress(TOTAL, TOTAL))
            return TOTAL

        return self._answers.answer("calls.export", write, shop, which, path, form, text, part)

    def arrive(self, count: int = 1, *, quietly: bool = False) -> None:
        """New calls come in."""
        top = self.rows[0].id
        for number in range(top + 1, top + 1 + count):
            at = max(self._data.clock.now(), self.rows[0].at + 1)
            new = structs.replace(call_of(TOTAL), id=number, at=at)
            self.rows.insert(0, new)
        if not quietly:
            self._data.publish(ChangeKind.CALLS)

    def _of(self, shop: int) -> list[Call]:
        return self.rows if shop == LIVE else []

    def _page(self, shop: int, which: CallFilter, limit: int, before: Cursor | None, after: Cursor | None) -> CallPage:
        every = [row for row in self._of(shop) if _fits(row, which)]
        if after is not None:
            newer = [row for row in every if (row.at, row.id) > after]
            return CallPage(tuple(newer[-limit:]), older=True, newer=len(newer) > limit)
        rows = [row for row in every if before is None or (row.at, row.id) < before]
        return CallPage(tuple(rows[:limit]), older=len(rows) > limit, newer=before is not None)


def _detail(row: Call) -> CallDetail:
    uploaded = bool(row.facts and "saved" in row.facts)
    request = REQUEST if uploaded else BROKEN if row.status == 400 else b""
    answer = (
        ANSWER
        if uploaded
        else b'{"error":"%s","message":"%s"}'
        % (
            (row.error or "").encode(),
            (row.message or "").encode(),
        )
    )
    if row.error is None and not uploaded:
        answer = b'{"orders":[{"reference":"ORD-2026-000123","status":"placed"}],"status":"placed","limit":100}'
    bodies = Bodies(request, answer) if row.key else None
    layout = format_body(request, _FAULTS if uploaded else ())
    orders = tuple(part for part in row.path.split("/") if part.startswith("ORD-"))
    if row.path.startswith("/v1/orders?"):
        orders = ("ORD-2026-000123", "ORD-2026-000122", "ORD-2026-000121")
    skus = tuple(f"SKU-{at:04d}" for at in range(998)) if uploaded else ()
    return CallDetail(
        call=row,
        bodies=bodies,
        faults=tuple(JsonFault(mark.line, mark.text) for mark in map_marks_to_body(request, layout)),
        orders=orders,
        skus=skus,
        sku_count=len(skus),
        curl={
            Shell.POSIX: f"curl -X {row.method} http://127.0.0.1:8710{row.path} -H 'Authorization: Bearer <key>'",
            Shell.CMD: f'curl.exe -X {row.method} "http://127.0.0.1:8710{row.path}" -H "Authorization: Bearer <key>"',
            Shell.POWERSHELL: f'curl.exe -X {row.method} "http://127.0.0.1:8710{row.path}"',
        },
        request=layout,
        response=format_body(answer) if bodies else format_body(b""),
    )


def _fits(call: Call, which: CallFilter) -> bool:
    return (
        which.key in (None, call.key)
        and (not which.noted or bool(call.notes))
        and (which.path is None or which.path in call.path)
        and which.status in (None, call.status)
        and which.status_class in (None, call.status // 100)
        and (which.since is None or call.at >= which.since)
        and (which.until is None or call.at < which.until)
    )
