"""The history of a shop, page by page, for the window."""

from __future__ import annotations

from zlib import crc32

from service.domain.actors import MARKETPLACE
from service.domain.call_log.call_subjects import find_rejected_rows, list_sent_skus
from service.domain.call_log.calls import is_upload
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import NotFound, Refused
from service.domain.history import (
    CauseKind,
    Cursor,
    HistoryEntry,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    ItemWrite,
    LinePage,
    SubjectKind,
    UploadRows,
    WriteCause,
    join_rows,
)
from service.store.call_log.calls import get_call
from service.store.engine.transaction import ReadTx
from service.store.history.item_history import find_sku, list_item_ids, list_write_items, read_history_step
from service.store.history.write_lists import (
    EVERY_WRITE,
    WriteFilter,
    WriteRange,
    find_call_write,
    find_history_begin,
    find_range,
    get_write,
    list_caused_writes,
    list_writes,
    read_write_parts,
)
from service.store.link.mirror import SetAside, list_set_aside
from service.store.orders import get_order

_MAX_DIGITS = 18
_CAUSES = {SubjectKind.CALL: CauseKind.CALL, SubjectKind.RUN: CauseKind.RUN, SubjectKind.ORDER: CauseKind.ORDER}


def list_set_aside_lines(
    db: ReadTx, shop_id: int, narrow: WriteFilter, *, before: Cursor | None = None, order: str | None = None
) -> list[HistoryLine]:
    """Those that are set aside now, newest first; with `order` only that one."""
    lines = [
        _make_set_aside_line(shop_id, one) for one in list_set_aside(db, shop_id) if order is None or one.name == order
    ]
    chosen = (line for line in lines if narrow.has(line.write) and (before is None or line.cursor < before))
    return sorted(chosen, key=lambda line: line.cursor, reverse=True)


def _make_set_aside_line(shop_id: int, aside: SetAside) -> HistoryLine:
    """It is no stored write, so its id is made of its name, and less than that of each write."""
    write_id = -1 - crc32(aside.name.encode())
    write = ItemWrite(write_id, shop_id, aside.since, WriteCause(CauseKind.SET_ASIDE), MARKETPLACE, order=aside.name)
    return HistoryLine(write, "", "", 0, note=aside.message)


def read_upload_rows(db: ReadTx, shop_id: int, call_id: int) -> UploadRows:
    """Raises NotFound for another shop's call, Refused (`no_upload`) for a call without rows."""
    call, bodies = get_call(db, shop_id, call_id, sees_unknown=False)
    skus = list_sent_skus(call, bodies)
    if not is_upload(call.facts) or not skus:
        raise Refused.saying("no_upload", "Call {id} is no upload that was taken.", id=call_id)
    span = find_call_write(db, shop_id, call_id, call.at)
    entries = [] if span is None else list_write_items(db, span, limit=len(skus) * 2)
    begin = find_history_begin(db, shop_id)
    has_history = span is not None or (begin is not None and begin <= call.at)
    rows = join_rows(skus, find_rejected_rows(call, bodies), entries, has_history=has_history)
    return UploadRows(rows, undone=span is not None and span.write.undone_by is not None)


def find_subject(db: ReadTx, shop_id: int, text: str) -> HistorySubject:
    """The part with that SKU, else the number of a call, else an order. Raises NotFound."""
    typed = text.strip()
    item_ids = list_item_ids(db, shop_id, fold(tidy(typed)))
    if item_ids:
        return HistorySubject(SubjectKind.PART, find_sku(db, item_ids[0]) or typed)
    if typed.isdecimal() and len(typed) <= _MAX_DIGITS:
        return HistorySubject(SubjectKind.CALL, str(int(typed)))
    try:
        return HistorySubject(SubjectKind.ORDER, find_order_name(db, shop_id, typed))
    except NotFound:
        raise NotFound.saying("No part, order or call is named {text}.", text=typed) from None


def find_order_name(db: ReadTx, shop_id: int, text: str) -> str:
    """An order's reference in any case, of one set aside too. Raises NotFound."""
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
