"""Undoes an upload as a run is undone: what is still as the upload left it goes back."""

from __future__ import annotations

from service.domain.actors import parse_author
from service.domain.audit.audit_entry import OwnerAction
from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.history.upload_undo import UploadUndo
from service.domain.history.write_causes import CauseKind, WriteCause
from service.domain.sentences import message
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store.audit.audit_log import record_action
from service.store.call_log.calls import find_call
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_write
from service.store.history.previous_values import mark_undone, read_previous_values
from service.store.history.write_lists import WriteRange, find_call_write
from service.usecases.history.put_back import PutBack


def plan_upload_undo(db: ReadTx, shop: Shop, call_id: int) -> UploadUndo:
    """What the undo would do now. Raises NotFound and Refused."""
    return _describe(call_id, _plan(db, shop, _find_upload(db, shop, call_id)))


def undo_upload(tx: Tx, shop: Shop, call_id: int, *, by: str, now: Millis) -> UploadUndo:
    """Undoes an upload in one write; returns what it did.

    Raises NotFound, Refused (`nothing_to_undo`, `already_undone`, `read_only`,
    `all_changed_since`).
    """
    check_writable(shop)
    span = _find_upload(tx, shop, call_id)
    plan = _plan(tx, shop, span)
    undo = _describe(call_id, plan)
    if not undo.does_something:
        raise Refused(
            "all_changed_since",
            message("Everything that call {id} wrote was changed since, and stays.", id=call_id),
        )
    cause = WriteCause(CauseKind.UPLOAD_UNDO, span.write.id)
    with record_write(tx, shop.id, cause, by=by, now=now, even_if_empty=True) as record:
        plan.apply(tx, Cause.UPLOAD, message("Upload {call_id} undone", call_id=call_id), by=by, now=now)
    if record.id is not None:
        mark_undone(tx, span.write.id, record.id)
    counts = {"restored": str(len(undo.changes)), "removed": str(len(undo.removed)), "left": str(len(undo.left))}
    record_action(tx, OwnerAction.UPLOAD_UNDONE, str(call_id), shop=shop, **counts, by=parse_author(by).name)
    return undo


def _find_upload(db: ReadTx, shop: Shop, call_id: int) -> WriteRange:
    calls = find_call(db, shop.id, str(call_id), sees_unknown=False)
    if not calls:
        raise NotFound(message("There is no call {id} in this shop's log.", id=call_id))
    span = find_call_write(db, shop.id, call_id, calls[0].at)
    if span is None:
        raise Refused(
            "nothing_to_undo",
            message("Call {id} changed no item, or what it changed is no longer stored.", id=call_id),
        )
    if span.write.undone_by is not None:
        raise Refused("already_undone", message("Call {id} is undone already.", id=call_id))
    return span


def _plan(db: ReadTx, shop: Shop, span: WriteRange) -> PutBack:
    return PutBack(db, shop, read_previous_values(db, span))


def _describe(call_id: int, plan: PutBack) -> UploadUndo:
    return UploadUndo(call_id, tuple(plan.list_changes()), tuple(plan.removed_skus), tuple(plan.left))
