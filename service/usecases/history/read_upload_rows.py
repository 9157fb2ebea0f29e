"""The rows of an upload from the call log, with what the history says of each."""

from __future__ import annotations

from service.domain.call_log.call_subjects import find_rejected_rows, list_sent_skus
from service.domain.call_log.calls import is_upload
from service.domain.errors import Refused
from service.domain.history.upload_rows import UploadRows, join_rows
from service.domain.sentences import message
from service.store.call_log.calls import get_call
from service.store.engine.transaction import ReadTx
from service.store.history.item_history import list_write_items
from service.store.history.write_lists import find_call_write, find_history_begin


def read_upload_rows(db: ReadTx, shop_id: int, call_id: int) -> UploadRows:
    """Raises NotFound for another shop's call, Refused (`no_upload`) for a call without saved or
    rejected rows.
    """
    call, bodies = get_call(db, shop_id, call_id, sees_unknown=False)
    skus = list_sent_skus(call, bodies)
    if not is_upload(call.facts) or not skus:
        raise Refused("no_upload", message("Call {id} is no upload that was taken.", id=call_id))
    span = find_call_write(db, shop_id, call_id, call.at)
    entries = [] if span is None else list_write_items(db, span, limit=len(skus) * 2)
    begin = find_history_begin(db, shop_id)
    has_history = span is not None or (begin is not None and begin <= call.at)
    rows = join_rows(skus, find_rejected_rows(call, bodies), entries, has_history=has_history)
    return UploadRows(rows, undone=span is not None and span.write.undone_by is not None)
