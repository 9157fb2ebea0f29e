"""How commands print the history: causes and values in words, entries as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from service.domain.catalogue.item_edit import LOW_LIMIT
from service.domain.history import (
    PICTURE,
    QUANTITY,
    CauseKind,
    HistoryEntry,
    HistoryLine,
    ItemWrite,
    Value,
    ValueChange,
)
from service.domain.quantity import convert_milli, format_quantity
from service.domain.times import format_rfc3339

_QUANTITIES = (QUANTITY, LOW_LIMIT)
_BOOLEANS = ("list_on_marketplace", "active")
_MAX_VALUE = 40


def describe_cause(write: ItemWrite) -> str:
    """What caused a write, as a word and its number or reference."""
    number = write.cause.id
    if write.cause.kind is CauseKind.ORDER and write.order is not None:
        return f"order {write.order}"
    if write.cause.kind is CauseKind.SET_ASIDE:
        return f"order {write.order} set aside"
    if write.cause.kind is CauseKind.UPLOAD_UNDO:
        return f"undo of write {number}"
    if write.cause.kind is CauseKind.RUN_UNDO:
        return f"undo of run {number}"
    return write.cause.kind.value if number is None else f"{write.cause.kind.value} {number}"


def describe_entry(entry: HistoryEntry) -> str:
    """What a write did to an item."""
    changes = [describe_change(change) for change in entry.changes]
    words = ["created"] if entry.created else ["removed"] if entry.removed else []
    return ", ".join([*words, *changes]) or "-"


def describe_change(change: ValueChange) -> str:
    """One value: its name, the old and the new one."""
    where = "" if change.branch is None else f" at {change.branch}"
    return f"{change.field}{where}: {_format_value(change, change.old)} -> {_format_value(change, change.new)}"


def write_json(write: ItemWrite) -> dict[str, Any]:
    """A write in the form of `--json`; an order that was set aside has no id."""
    return {
        "id": None if write.cause.kind is CauseKind.SET_ASIDE else write.id,
        "at": format_rfc3339(write.at),
        "cause": write.cause.kind.value,
        "cause_id": write.cause.id,
        "order": write.order,
        "by": write.by,
        "changed": write.changed,
        "created": write.created,
        "undone_by": write.undone_by,
    }


def entry_json(entry: HistoryEntry) -> dict[str, Any]:
    """An entry in the form of `--json`."""
    return {
        "write": write_json(entry.write),
        "number": entry.number,
        "sku": entry.sku,
        "created": entry.created,
        "removed": entry.removed,
        "changes": [change_json(change) for change in entry.changes],
    }


def aside_json(line: HistoryLine) -> dict[str, Any]:
    """An order that was set aside, as an entry without a part; `reason` says why."""
    return {
        "write": write_json(line.write),
        "number": None,
        "sku": None,
        "created": False,
        "removed": False,
        "changes": [],
        "reason": str(line.note),
    }


def change_json(change: ValueChange) -> dict[str, Any]:
    """A change, with values as `GET /v1/items` has them."""
    return {
        "field": change.field,
        "branch": change.branch,
        "old": _convert_value(change, change.old),
        "new": _convert_value(change, change.new),
    }


def _convert_value(change: ValueChange, value: Value) -> object:
    if value is None:
        return None
    if change.field in _QUANTITIES and isinstance(value, int):
        return convert_milli(value)
    if change.field in _BOOLEANS:
        return bool(value)
    return msgspec.json.decode(value) if change.field == "fit" and isinstance(value, str) else value


def _format_value(change: ValueChange, value: Value) -> str:
    if value is None:
        return "none"
    if change.field in _QUANTITIES and isinstance(value, int):
        return format_quantity(value)
    if change.field == PICTURE:
        return f"{value} bytes"
    if change.field in _BOOLEANS:
        return "yes" if value else "no"
    text = str(value)
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 1]}…"
