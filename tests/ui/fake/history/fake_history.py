"""The fake's history of parts, and its undo of uploads."""

from __future__ import annotations

from concurrent.futures import Future

from service.domain.history.item_history import QUANTITY, HistoryEntry, ItemWrite, ValueChange
from service.domain.history.upload_rows import RowOutcome, UploadRow, UploadRows
from service.domain.history.upload_undo import LeftItem, UploadUndo
from service.domain.history.write_causes import CauseKind, WriteCause
from service.domain.sentences import message
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from ui.backend.history.history_port import HistoryPage

PLAN = UploadUndo(
    415,
    (
        ("04465-60280", (ValueChange("price_fils", 4900, 4500), ValueChange(QUANTITY, 4000, 10000, "Sitra"))),
        ("90915-YZZD2", (ValueChange("name", "Oil filter, new", "Oil filter"), ValueChange("active", 0, 1))),
    ),
    ("NEW-1",),
    (LeftItem("D-1187", message("Changed since, and stays: {what}.", what="price_fils")),),
)

UPLOAD = UploadRows(
    (
        UploadRow(0, "04465-60280", RowOutcome.CHANGED, PLAN.changes[0][1]),
        UploadRow(1, "NEW-1", RowOutcome.CREATED, (ValueChange(QUANTITY, 0, 6000, "Main"),)),
        UploadRow(2, "48609-0K040", RowOutcome.REJECTED, error="price_fils: must be an integer of 0 or more"),
        UploadRow(3, "90915-YZZD2", RowOutcome.UNCHANGED),
        UploadRow(4, "D-1187", RowOutcome.REPLACED),
        UploadRow(5, "D-1187", RowOutcome.SAVED),
    )
)


def history_of(sku: str) -> list[HistoryEntry]:
    """Newest first: an order, a call, an edit, a run, and the call that made the part."""

    def entry(number: int, day: int, cause: WriteCause, by: str, *changes: ValueChange, **how: object) -> HistoryEntry:
        write = ItemWrite(number, 1, moment(day, 9, number), cause, by, order=str(how.get("order") or "") or None)
        return HistoryEntry(write, number, sku, bool(how.get("created")), changes)

    moved = ValueChange(QUANTITY, 10000, 8000, "Main")
    order = entry(5, 15, WriteCause(CauseKind.ORDER, 7), "Till 1", moved, order="ORD-2026-000119")
    price = (ValueChange("price_fils", 4500, 4900), ValueChange("brand", None, "Toyota"))
    cars = ValueChange("fit", "[]", '[{"make":"Kia","model":"Rio"}]')
    return [
        order,
        entry(4, 14, WriteCause(CauseKind.CALL, 415), "ERP", *price),
        entry(3, 12, WriteCause(CauseKind.HAND), "owner", ValueChange("active", 0, 1)),
        entry(2, 9, WriteCause(CauseKind.RUN, 12), "time", cars),
        entry(1, 2, WriteCause(CauseKind.CALL, 3), "ERP", ValueChange(QUANTITY, 0, 10000, "Main"), created=True),
    ]


class FakeHistories:
    """The same history for every part."""

    def __init__(self, data: FakeData) -> None:
        self._answers = data.answers
        self.entries: list[HistoryEntry] | None = None
        self.plan = PLAN
        self.upload = UPLOAD

    def part(self, shop: int, sku: str, before: tuple[int, int] | None, limit: int) -> Future[HistoryPage]:
        def answer() -> HistoryPage:
            every = history_of(sku) if self.entries is None else self.entries
            rows = [entry for entry in every if before is None or entry.write.id < before[0]]
            return HistoryPage(tuple(rows[:limit]), len(rows) > limit)

        return self._answers.answer("histories.part", answer, shop, sku, before, limit)

    def rows(self, shop: int, call: int) -> Future[UploadRows]:
        return self._answers.answer("histories.rows", lambda: self.upload, shop, call)

    def plan_undo(self, shop: int, call: int) -> Future[UploadUndo]:
        return self._answers.answer("histories.plan_undo", lambda: self.plan, shop, call)

    def undo(self, shop: int, call: int) -> Future[UploadUndo]:
        return self._answers.answer("histories.undo", lambda: self.plan, shop, call)
