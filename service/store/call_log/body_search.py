"""Searches the bodies of the call log for a text, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.call_log.calls import Call, CallFilter, Cursor
from service.store.call_log.body_compression import unpack_body
from service.store.call_log.calls import list_calls
from service.store.engine.transaction import ReadTx


@dataclass(frozen=True, slots=True)
class BodySearch:
    """One step of a search through bodies: its hits, and where the next step begins (None at the
    end).
    """

    found: tuple[Call, ...]
    scanned: int
    next_before: Cursor | None


def search_bodies(
    db: ReadTx,
    shop_id: int,
    narrow: CallFilter,
    text: str,
    *,
    sees_unknown: bool,
    before: Cursor | None,
    step: int = 500,
) -> BodySearch:
    """Searches the bodies of the next `step` entries for a text, in upper or lower case."""
    calls = list_calls(db, shop_id, narrow, sees_unknown=sees_unknown, before=before, limit=step)
    sought = text.casefold()
    matches = tuple(call for call in calls if has_text(db, call, sought))
    go_on = (calls[-1].at, calls[-1].id) if len(calls) == step else None
    return BodySearch(matches, len(calls), go_on)


def has_text(db: ReadTx, call: Call, sought: str) -> bool:
    """Whether a body of the call has a text, which is given in folded case."""
    row = db.one("SELECT request, response FROM call_bodies WHERE call_id = ?", (call.id,))
    return row is not None and any(sought in unpack_body(part).decode("utf-8", "replace").casefold() for part in row)
