"""The fake's rooms for the call log and settings."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.calls import Bodies, Call, CallFilter
from service.domain.changes import Family
from tests.ui.fake.clock import moment
from tests.ui.fake.shop import LIVE
from tests.ui.fake.world import World
from ui.backend import BackendError, ErrorCode, OnProgress, Progress
from ui.backend.calls import CallCounts, CallDetail, CallPage, ExportFormat, JsonFault
from ui.backend.settings import Backup, BackupContents, Settings

_RECENT: tuple[tuple[tuple[int, int, int], int, str, str, str | None, str], ...] = (
    ((14, 29, 18), 200, "GET", "/v1/orders?status=placed", "Till 1", '{"orders":3}'),
    ((14, 29, 4), 422, "POST", "/v1/orders/ORD-2026-000119/accept", "Till 2", ""),
    ((14, 28, 51), 200, "GET", "/v1/items?offset=200", "Till 1", '{"items":200,"total":1243}'),
    ((14, 27, 40), 200, "POST", "/v1/items", "ERP", '{"saved":998,"rejected":2}'),
    ((14, 27, 31), 401, "GET", "/v1/orders", None, ""),
    ((14, 26, 2), 413, "POST", "/v1/items", "ERP", ""),
    ((14, 25, 12), 200, "POST", "/v1/orders/ORD-2026-000123/confirm_fitment", "Till 1", '{"status":"placed"}'),
    ((14, 24, 58), 200, "GET", "/v1/orders?status=placed", "Till 1", '{"orders":3}'),
    ((14, 20, 47), 400, "POST", "/v1/items", "ERP", ""),
    ((14, 19, 30), 500, "POST", "/v1/items", "ERP", ""),
    ((14, 18, 55), 200, "GET", "/v1/items?limit=500", "Till 1", '{"items":500,"total":1243}'),
    ((14, 16, 9), 429, "GET", "/v1/orders", "Till 2", ""),
)
_ERRORS = {
    422: ("action_not_allowed", "ORD-2026-000119 is confirmed; accept is possible only while it is placed."),
    401: ("unauthorized", "No key was sent; add the header Authorization: Bearer <key>."),
    413: ("body_too_large", "The body is 3.1 MB; at most 2 MB are taken. Send fewer items per call."),
    400: ("bad_request", "The body is no JSON: line 212, column 9."),
    500: ("internal_error", "Something went wrong on our side, reference 7K2F-91."),
    429: ("rate_limited", "More than 120 calls in a minute; wait 14 seconds."),
}
REQUEST = b'{"items": [{"sku": "48609-0K040", "name": "Strut mount, front", "price_fils": "14.500", "quantity": 6}]}'
ANSWER = b'{"received": 1000, "saved": 998, "created": 12, "updated": 986, "errors": []}'
TOTAL = 420


def _call(number: int) -> Call:
    """Call `number`, the higher the newer; the last twelve are those of the picture, older ones repeat them."""
    back = TOTAL - number
    (hour, minute, second), status, method, path, key, facts = _RECENT[back % len(_RECENT)]
    code, message = _ERRORS.get(status, (None, None))
    at = moment(15, hour, minute, second) - back // len(_RECENT) * 1_200_000
    notes = ("ignored field: price_fil", "row 412: price_fils: must be an integer", "row 731: name: is missing")
    return Call(
        id=number,
        at=at,
        shop_id=LIVE if key else None,
        key_id=1 if key else None,
        key=key,
        remote="192.168.1.20",
        method=method,
        path=path,
        status=status,
        duration_us=412_000 if facts.startswith('{"saved') else 3_800,
        request_bytes=218_000 if method == "POST" else 0,
        response_bytes=1_024,
        error=code,
        message=message,
        notes=notes if facts.startswith('{"saved') else (),
        facts=facts or None,
    )


class FakeCalls:
    """A log of 420 entries, paged like the real one."""

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers
        self.rows = [_call(number) for number in range(TOTAL, 0, -1)]

    def page(
        self, shop: int, which: CallFilter, limit: int, *, before: int | None = None, after: int | None = None
    ) -> Future[CallPage]:
        def make() -> CallPage:
            return self._page(shop, which, limit, before, after)

        return self._answers.give("calls.page", make, shop, which, limit, before, after)

    def search(
        self,
        shop: int,
        which: CallFilter,
        text: str,
        limit: int,
        progress: OnProgress,
        *,
        before: int | None = None,
    ) -> Future[CallPage]:
        def look() -> CallPage:
            progress(Progress(TOTAL, TOTAL, 35))
            return self._page(shop, replace(which, path="/v1/items"), limit, before, None)

        return self._answers.give("calls.search", look, shop, which, text, limit)

    def counts(self, shop: int, which: CallFilter) -> Future[CallCounts]:
        def count() -> CallCounts:
            rows = [row for row in self._of(shop) if _fits(row, replace(which, status_class=None))]
            by_class = {kind: sum(row.status // 100 == kind for row in rows) for kind in (2, 4, 5)}
            return CallCounts(len(rows), by_class, 90, rows[-1].at if rows else None)

        return self._answers.give("calls.counts", count, shop, which)

    def keys(self, shop: int) -> Future[tuple[str, ...]]:
        return self._answers.give("calls.keys", lambda: ("ERP", "Till 1", "Till 2"), shop)

    def detail(self, shop: int, call: int) -> Future[CallDetail]:
        def make() -> CallDetail:
            row = next((row for row in self.rows if row.id == call), None)
            if row is None:
                raise BackendError("This call is gone.", code=ErrorCode.NOT_FOUND)
            upload = bool(row.notes)
            faults = (JsonFault(1, "must be a whole number of fils: 14500"),) if upload else ()
            bodies = Bodies(REQUEST if upload else b"", ANSWER) if row.key else None
            curl = f"curl -X {row.method} http://127.0.0.1:8710{row.path} -H 'Authorization: Bearer <key>'"
            orders = ("ORD-2026-000119",) if "ORD-2026-000119" in row.path else ()
            sent = (("Content-Type", "application/json"), ("User-Agent", "SitraPOS/4.2"))
            skus = ("48609-0K040",) if upload else ()
            answered = (("RateLimit-Remaining", "107"),)
            return CallDetail(row, bodies, faults, sent, answered, orders, skus, 998 if upload else 0, curl)

        return self._answers.give("calls.detail", make, shop, call)

    def export(self, shop: int, which: CallFilter, path: str, form: ExportFormat, progress: OnProgress) -> Future[int]:
        def write() -> int:
            progress(Progress(TOTAL, TOTAL))
            return TOTAL

        return self._answers.give("calls.export", write, shop, which, path, form)

    def arrive(self, count: int = 1) -> None:
        """New calls come in."""
        top = self.rows[0].id
        for number in range(top + 1, top + 1 + count):
            new = replace(
                self.rows[-1], id=number, at=self._world.clock.now(), status=200, method="GET", path="/v1/items"
            )
            self.rows.insert(0, new)
        self._world.tell(Family.CALLS)

    def _of(self, shop: int) -> list[Call]:
        return self.rows if shop == LIVE else []

    def _page(self, shop: int, which: CallFilter, limit: int, before: int | None, after: int | None) -> CallPage:
        every = [row for row in self._of(shop) if _fits(row, which)]
        if after is not None:
            newer = [row for row in every if row.id > after]
            return CallPage(tuple(newer[-limit:]), older=True, newer=len(newer) > limit)
        rows = [row for row in every if before is None or row.id < before]
        return CallPage(tuple(rows[:limit]), older=len(rows) > limit, newer=before is not None)


def _fits(call: Call, which: CallFilter) -> bool:
    return (
        which.key in (None, call.key)
        and (which.path is None or which.path in call.path)
        and which.status in (None, call.status)
        and which.status_class in (None, call.status // 100)
        and (which.since is None or call.at >= which.since)
        and (which.until is None or call.at < which.until)
    )


BACKUPS = (
    Backup("D:\\Backups\\counterpart-2026-11-15.db", moment(15, 3, 0), 48 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-2026-11-14.db", moment(14, 3, 0), 47 << 20, True, False, "daily"),
    Backup("D:\\Backups\\counterpart-week-45.db", moment(8, 3, 0), 44 << 20, True, False, "weekly"),
)


class FakeSettings:
    """Settings that are kept."""

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers

    def read(self) -> Future[Settings]:
        return self._answers.give("settings.read", lambda: self._world.settings)

    def change(self, settings: Settings) -> Future[Settings]:
        def keep() -> Settings:
            self._world.settings = settings
            self._world.tell(Family.SETTINGS)
            return settings

        return self._answers.give("settings.change", keep, settings)

    def set_start_at_login(self, on: bool) -> Future[None]:
        def switch() -> None:
            self._world.settings = replace(self._world.settings, start_at_login=on)
            self._world.setup = replace(self._world.setup, starts_with_pc=on)
            self._world.tell(Family.SETTINGS)

        return self._answers.give("settings.set_start_at_login", switch, on)

    def set_backup_passphrase(self, passphrase: str | None) -> Future[None]:
        return self._answers.give("settings.set_backup_passphrase", lambda: None)

    def backups(self) -> Future[tuple[Backup, ...]]:
        return self._answers.give("settings.backups", lambda: BACKUPS)

    def back_up(self, path: str | None, progress: OnProgress) -> Future[Backup]:
        return self._answers.give("settings.back_up", lambda: BACKUPS[0], path)

    def inspect(self, path: str, passphrase: str | None) -> Future[BackupContents]:
        contents = BackupContents(BACKUPS[0], ("Sitra Auto Parts",), 1243, 48, 42318, 4, False, "1.0.0")
        return self._answers.give("settings.inspect", lambda: contents, path)

    def restore(self, path: str, passphrase: str | None, progress: OnProgress) -> Future[str]:
        kept = "C:\\Users\\Maryam\\AppData\\Local\\Counterpart\\replaced-2026-11-15.db"
        return self._answers.give("settings.restore", lambda: kept, path)
