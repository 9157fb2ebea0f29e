"""An edit of one item by hand: what to set, and what the person saw before they changed it. An edit
becomes upload rows, so that it follows the rules of an upload (contract §3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

import msgspec
from msgspec import Raw

from service.domain.catalogue.items import Condition, Fit, Item
from service.domain.catalogue.row_parser import parse_row
from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import Refused
from service.domain.money import format_bhd
from service.domain.quantity import convert_milli, format_quantity
from service.domain.sentences import Sentence, join_sentences, message, prefix_field, verbatim

LOW_LIMIT = "low_limit"
"""The one field of an edit that no upload has: thousandths, or None for the limit of all items."""

CHANGED_SINCE = "changed_since"
ROW_REFUSED = "row_refused"

FieldValue = bool | str | int | tuple[Fit, ...] | None
"""A value of one of FIELDS."""

_EMPTY = message("empty")
_CONDITIONS = {
    Condition.NEW_OEM.value: message("new"),
    Condition.NEW_AFTERMARKET.value: message("new, aftermarket"),
    Condition.USED.value: message("used"),
    Condition.REFURBISHED.value: message("refurbished"),
}
_encode = msgspec.json.Encoder(decimal_format="number").encode


class EditRefused(Refused):
    """Why an edit is not saved: one sentence per fault, each led by its field."""

    def __init__(self, code: str, faults: tuple[Sentence, ...]) -> None:
        super().__init__(code, join_sentences(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class ItemEdit:
    """`fields` (by name, of FIELDS, and LOW_LIMIT) and `levels` (thousandths by branch) are what to
    set. `seen` and `seen_levels` are what the person saw of them; what was not seen is not
    compared.
    """

    sku: str
    is_new: bool = False
    fields: Mapping[str, FieldValue] = field(default_factory=dict)
    levels: Mapping[str, int] = field(default_factory=dict)
    seen: Mapping[str, FieldValue] = field(default_factory=dict)
    seen_levels: Mapping[str, int | None] = field(default_factory=dict)


def read_fields(item: Item) -> dict[str, FieldValue]:
    """The values of an item by field, without its SKU."""
    values: dict[str, FieldValue] = {name: getattr(item, name) for name in FIELDS if name != "sku"}
    values[LOW_LIMIT] = item.low_limit
    values["condition"] = None if item.condition is None else item.condition.value
    return values


def parse_edit(edit: ItemEdit) -> tuple[Row | None, list[Sentence]]:
    """The row of the edit's fields, and every fault of fields and levels."""
    fields = {name: value for name, value in edit.fields.items() if name != LOW_LIMIT}
    row = parse_row(Raw(_encode({"sku": edit.sku, **fields})), {})
    faults = list(row.faults) if isinstance(row, RowFault) else []
    for branch, milli in edit.levels.items():
        level = {"sku": edit.sku, "branch": branch, "quantity": convert_milli(milli)}
        faults += _find_level_faults(level, branch)
    return (None if isinstance(row, RowFault) else row), faults


def find_stale(edit: ItemEdit, item: Item) -> list[Sentence]:
    """The values that somebody else changed since they were seen, each with both values."""
    held = read_fields(item)
    faults = [
        _changed(name, describe_value(name, held[name]), describe_value(name, seen))
        for name, seen in edit.seen.items()
        if name in edit.fields and held[name] not in (seen, edit.fields[name])
    ]
    levels: dict[str, int | None] = {fold(level.branch): level.quantity for level in item.stock}
    for branch, seen in edit.seen_levels.items():
        now = levels.get(fold(tidy(branch)))
        if branch in edit.levels and now not in (seen, edit.levels[branch]):
            faults.append(_changed(level_field(branch), _describe_level(now), _describe_level(seen)))
    return faults


def level_field(branch: str) -> str:
    """The name of a branch's level in a fault."""
    return f"quantity[{branch}]"


def describe_value(name: str, value: FieldValue) -> Sentence:
    if value is None:
        return _EMPTY
    if isinstance(value, bool):
        return message("yes") if value else message("no")
    if isinstance(value, int):
        if name == LOW_LIMIT:
            return verbatim(format_quantity(value))
        return verbatim(format_bhd(value))
    if isinstance(value, tuple):
        return message("a list of {count} cars", count=len(value))
    return _CONDITIONS.get(value, verbatim(value)) if name == "condition" else verbatim(value)


def _describe_level(milli: int | None) -> Sentence:
    return _EMPTY if milli is None else verbatim(format_quantity(milli))


def _changed(name: str, now: Sentence, seen: Sentence) -> Sentence:
    return prefix_field(name, message("changed to {now} since; it was {seen}", now=now, seen=seen))


def _find_level_faults(level: Mapping[str, str | int | Decimal], branch: str) -> list[Sentence]:
    row = parse_row(Raw(_encode(level)), {})
    if not isinstance(row, RowFault):
        return []
    return [
        prefix_field(level_field(branch), fault)
        for one in row.faults
        if one.gaps["field"] in ("quantity", "branch") and isinstance(fault := one.gaps["fault"], Sentence)
    ]
