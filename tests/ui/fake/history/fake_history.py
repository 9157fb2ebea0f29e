"""The fake's history of parts, and its undo of uploads."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.actors import format_staff
from service.domain.history import (
    QUANTITY,
    CauseKind,
    Cursor,
    HistoryEntry,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    ItemWrite,
    LeftItem,
    RowOutcome,
    SubjectKind,
    UploadRow,
    UploadRows,
    UploadUndo,
    ValueChange,
    WriteCause,
)
from service.domain.sentences import message
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from ui.backend import BackendError, ErrorCode
from ui.backend.history_port import EntryPage, HistoryPage, WritePage

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
        order = str(how.get("order") or "") or None
        write = ItemWrite(number, 1, moment(day, 9, number), cause, by, order=order, is_logged=True)
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


def writes_of() -> list[HistoryLine]:
    """Newest first: one of each cause, a large upload, an upload that was undone and its undo."""

    def line(number: int, day: int, cause: WriteCause, by: str, parts: int = 1, **how: object) -> HistoryLine:
        order = str(how.get("order") or "") or None
        undone_by = 12 if how.get("undone") else None
        write = ItemWrite(
            number, 1, moment(day, 9, number), cause, by, parts, 0, undone_by, order, is_logged=bool(how.get("logged"))
        )
        names = ("Brake pads, front", "فحمات أمامية")
        return HistoryLine(write, f"04465-602{number:02}", names[0], parts, name_ar=names[1])

    call, order = CauseKind.CALL, CauseKind.ORDER
    return [
        line(14, 15, WriteCause(call, 417), "ERP", 998, logged=True),
        line(13, 15, WriteCause(order, 7), "Till 1", order="ORD-2026-000119"),
        line(12, 15, WriteCause(CauseKind.UPLOAD_UNDO, 11), format_staff("Maryam"), 4),
        line(11, 15, WriteCause(call, 415), "ERP", 4, logged=True, undone=True),
        line(10, 14, WriteCause(CauseKind.HAND), format_staff("Maryam")),
        line(9, 14, WriteCause(CauseKind.RUN, 12), "time", 1243),
        line(8, 13, WriteCause(CauseKind.HAND), "owner"),
        line(7, 12, WriteCause(CauseKind.LINK), "marketplace", 3),
        line(6, 2, WriteCause(call, 3), "ERP", 12),
    ]


def _fits(query: HistoryQuery, write: ItemWrite) -> bool:
    return (not query.kinds or write.cause.kind in query.kinds) and (query.since is None or write.at >= query.since)


class FakeHistories:
    """The same history for every part, and one list of writes."""

    def __init__(self, data: FakeData) -> None:
        self._answers = data.answers
        self.past: list[HistoryEntry] | None = None
        self.plan = PLAN
        self.upload = UPLOAD
        self.lines = writes_of()
        self.step = 100

    def find(self, shop: int, text: str) -> Future[HistorySubject]:
        def answer() -> HistorySubject:
            if text.startswith("ORD-"):
                return HistorySubject(SubjectKind.ORDER, text)
            if text.isdecimal():
                return HistorySubject(SubjectKind.CALL, text)
            if "-" not in text:
                raise BackendError("There is none.", code=ErrorCode.NOT_FOUND)
            return HistorySubject(SubjectKind.PART, text.upper())

        return self._answers.answer("histories.find", answer, shop, text)

    def writes(self, shop: int, query: HistoryQuery, before: Cursor | None, limit: int) -> Future[WritePage]:
        def answer() -> WritePage:
            is_part = query.subject is not None and query.subject.kind is SubjectKind.PART
            most = min(limit, self.step) if is_part else limit
            rows = [line for line in self._select(query) if before is None or line.cursor < before]
            end = rows[most - 1].cursor if len(rows) > most else None
            found = tuple(line for line in rows[:most] if _fits(query, line.write))
            start = rows[0].cursor if rows else None
            return WritePage(found, end, start, moment(2, 9, 6) if self.lines else None)

        return self._answers.answer("histories.writes", answer, shop, query, before, limit)

    def _select(self, query: HistoryQuery) -> list[HistoryLine]:
        subject = query.subject
        if subject is None:
            return [line for line in self.lines if _fits(query, line.write)]
        if subject.kind is SubjectKind.PART:
            return [HistoryLine(entry.write, entry.sku, "", 1, entry) for entry in history_of(subject.name)]
        names = {SubjectKind.ORDER: "order", SubjectKind.WRITE: "id"}
        if subject.kind in names:
            return [line for line in self.lines if str(getattr(line.write, names[subject.kind])) == subject.name]
        return [line for line in self.lines if str(line.write.cause.id) == subject.name]

    def entries(self, shop: int, write: int, offset: int, limit: int) -> Future[EntryPage]:
        def answer() -> EntryPage:
            line = next(line for line in self.lines if line.write.id == write)
            end = offset + limit
            rows = (
                replace(history_of(f"04465-{60200 + write + at}")[(write + at) % 5], write=line.write)
                for at in range(offset, min(end, line.parts))
            )
            return EntryPage(tuple(rows), end if end < line.parts else None)

        return self._answers.answer("histories.entries", answer, shop, write, offset, limit)

    def part(self, shop: int, sku: str, before: tuple[int, int] | None, limit: int) -> Future[HistoryPage]:
        def answer() -> HistoryPage:
            every = history_of(sku) if self.past is None else self.past
            rows = [entry for entry in every if before is None or entry.write.id < before[0]]
            return HistoryPage(tuple(rows[:limit]), len(rows) > limit)

        return self._answers.answer("histories.part", answer, shop, sku, before, limit)

    def rows(self, shop: int, call: int) -> Future[UploadRows]:
        return self._answers.answer("histories.rows", lambda: self.upload, shop, call)

    def plan_undo(self, shop: int, call: int) -> Future[UploadUndo]:
        return self._answers.answer("histories.plan_undo", lambda: self.plan, shop, call)

    def undo(self, shop: int, call: int) -> Future[UploadUndo]:
        return self._answers.answer("histories.undo", lambda: self.plan, shop, call)
