"""The history of a shop, page by page, for the window."""

from __future__ import annotations

from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import NotFound
from service.domain.history.history_query import (
    Cursor,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    LinePage,
    SubjectKind,
)
from service.domain.history.item_history import HistoryEntry
from service.domain.history.write_causes import CauseKind, WriteCause
from service.domain.sentences import message
from service.store.engine.transaction import ReadTx
from service.store.history.item_history import read_history_step
from service.store.history.removed_items import find_sku, list_item_ids
from service.store.history.write_lists import (
    WriteFilter,
    WriteRange,
    find_range,
    get_write,
    list_caused_writes,
    list_writes,
)
from service.store.history.write_parts import read_write_parts
from service.store.orders import get_order

_MAX_DIGITS = 18
_CAUSES = {SubjectKind.CALL: CauseKind.CALL, SubjectKind.RUN: CauseKind.RUN, SubjectKind.ORDER: CauseKind.ORDER}


def find_subject(db: ReadTx, shop_id: int, text: str) -> HistorySubject:
    """What a typed text names: the part with that SKU, else an order, else the number of a call.

    Raises NotFound.
    """
    typed = text.strip()
    item_ids = list_item_ids(db, shop_id, fold(tidy(typed)))
    if item_ids:
        return HistorySubject(SubjectKind.PART, find_sku(db, item_ids[0]) or typed)
    if typed.isdecimal() and len(typed) <= _MAX_DIGITS:
        return HistorySubject(SubjectKind.CALL, str(int(typed)))
    try:
        return HistorySubject(SubjectKind.ORDER, get_order(db, shop_id, typed.upper()).reference)
    except NotFound:
        raise NotFound(message("No part, order or call is named {text}.", text=typed)) from None


def read_lines(
    db: ReadTx, shop_id: int, query: HistoryQuery, *, before: Cursor | None = None, limit: int = 100
) -> LinePage:
    """One page, newest first; with `before` what comes after that cursor. Raises NotFound."""
    subject = query.subject
    if subject is not None and subject.kind is SubjectKind.PART:
        step = read_history_step(db, shop_id, subject.name, _make_filter(query), before=before, limit=limit)
        return LinePage(tuple(_make_part_line(db, entry) for entry in step.entries), step.resume)
    ranges = _list_ranges(db, shop_id, query, before, limit + 1)
    lines = tuple(_make_line(db, span) for span in ranges[:limit])
    return LinePage(lines, lines[-1].cursor if len(ranges) > limit else None)


def _list_ranges(db: ReadTx, shop_id: int, query: HistoryQuery, before: Cursor | None, limit: int) -> list[WriteRange]:
    subject = query.subject
    if subject is None:
        return list_writes(db, shop_id, _make_filter(query), before=before, limit=limit)
    if subject.kind is SubjectKind.WRITE:
        return [get_write(db, shop_id, int(subject.name))] if before is None else []
    if subject.kind is SubjectKind.ORDER:
        cause = WriteCause(CauseKind.ORDER, get_order(db, shop_id, subject.name).id)
    else:
        cause = WriteCause(_CAUSES[subject.kind], int(subject.name))
    return list_caused_writes(db, shop_id, cause, _make_filter(query), before=before, limit=limit)


def _make_filter(query: HistoryQuery) -> WriteFilter:
    return WriteFilter(query.kinds, query.since, query.until)


def _make_part_line(db: ReadTx, entry: HistoryEntry) -> HistoryLine:
    span = find_range(db, entry.write.id)
    return HistoryLine(entry.write, entry.sku, "", 1 if span is None else read_write_parts(db, span).total, entry)


def _make_line(db: ReadTx, span: WriteRange) -> HistoryLine:
    parts = read_write_parts(db, span)
    return HistoryLine(span.write, parts.sku, parts.name, parts.total)
