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
    EVERY_WRITE,
    WriteFilter,
    WriteRange,
    find_range,
    get_write,
    list_caused_writes,
    list_writes,
)
from service.store.history.write_parts import read_write_parts
from service.store.orders import get_order
from service.usecases.history.set_aside_lines import list_set_aside_lines

_MAX_DIGITS = 18
_CAUSES = {SubjectKind.CALL: CauseKind.CALL, SubjectKind.RUN: CauseKind.RUN, SubjectKind.ORDER: CauseKind.ORDER}


def find_subject(db: ReadTx, shop_id: int, text: str) -> HistorySubject:
    """What a typed text names: the part with that SKU, else the number of a call, else an order.

    Raises NotFound.
    """
    typed = text.strip()
    item_ids = list_item_ids(db, shop_id, fold(tidy(typed)))
    if item_ids:
        return HistorySubject(SubjectKind.PART, find_sku(db, item_ids[0]) or typed)
    if typed.isdecimal() and len(typed) <= _MAX_DIGITS:
        return HistorySubject(SubjectKind.CALL, str(int(typed)))
    try:
        return HistorySubject(SubjectKind.ORDER, find_order_name(db, shop_id, typed))
    except NotFound:
        raise NotFound(message("No part, order or call is named {text}.", text=typed)) from None


def find_order_name(db: ReadTx, shop_id: int, text: str) -> str:
    """The reference of an order in any case of letters; also of one that was set aside.

    Raises NotFound.
    """
    typed = text.strip()
    try:
        return get_order(db, shop_id, typed.upper()).reference
    except NotFound:
        for name in (typed, typed.upper()):
            if _is_set_aside(db, shop_id, name):
                return name
        raise


def read_lines(
    db: ReadTx, shop_id: int, query: HistoryQuery, *, before: Cursor | None = None, limit: int = 100
) -> LinePage:
    """One page, newest first; with `before` what comes after that cursor. Raises NotFound."""
    subject = query.subject
    if subject is not None and subject.kind is SubjectKind.PART:
        step = read_history_step(db, shop_id, subject.name, _make_filter(query), before=before, limit=limit)
        return LinePage(tuple(_make_part_line(db, entry) for entry in step.entries), step.resume, step.start)
    aside = _list_aside(db, shop_id, query, before)
    ranges = _list_ranges(db, shop_id, query, before, limit + 1)
    lines = sorted([*aside, *(_make_line(db, span) for span in ranges)], key=lambda line: line.cursor, reverse=True)
    end = lines[limit - 1].cursor if len(lines) > limit else None
    return LinePage(tuple(lines[:limit]), end, lines[0].cursor if lines else None)


def _list_aside(db: ReadTx, shop_id: int, query: HistoryQuery, before: Cursor | None) -> list[HistoryLine]:
    subject = query.subject
    if subject is None:
        return list_set_aside_lines(db, shop_id, _make_filter(query), before=before)
    if subject.kind is SubjectKind.ORDER:
        return list_set_aside_lines(db, shop_id, _make_filter(query), before=before, order=subject.name)
    return []


def _list_ranges(db: ReadTx, shop_id: int, query: HistoryQuery, before: Cursor | None, limit: int) -> list[WriteRange]:
    subject = query.subject
    if subject is None:
        return list_writes(db, shop_id, _make_filter(query), before=before, limit=limit)
    if subject.kind is SubjectKind.WRITE:
        return [get_write(db, shop_id, int(subject.name))] if before is None else []
    if subject.kind is SubjectKind.ORDER:
        try:
            cause = WriteCause(CauseKind.ORDER, get_order(db, shop_id, subject.name).id)
        except NotFound:
            if not _is_set_aside(db, shop_id, subject.name):
                raise
            return []
    else:
        cause = WriteCause(_CAUSES[subject.kind], int(subject.name))
    return list_caused_writes(db, shop_id, cause, _make_filter(query), before=before, limit=limit)


def _is_set_aside(db: ReadTx, shop_id: int, name: str) -> bool:
    return bool(list_set_aside_lines(db, shop_id, EVERY_WRITE, order=name))


def _make_filter(query: HistoryQuery) -> WriteFilter:
    return WriteFilter(query.kinds, query.since, query.until)


def _make_part_line(db: ReadTx, entry: HistoryEntry) -> HistoryLine:
    span = find_range(db, entry.write.id)
    return HistoryLine(entry.write, entry.sku, "", 1 if span is None else read_write_parts(db, span).total, entry)


def _make_line(db: ReadTx, span: WriteRange) -> HistoryLine:
    parts = read_write_parts(db, span)
    return HistoryLine(span.write, parts.sku, parts.name, parts.total, name_ar=parts.name_ar)
