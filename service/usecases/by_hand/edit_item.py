"""One item entered or changed by hand: the rules of an upload row for its fields, a count for each
level (contract §3).
"""

from __future__ import annotations

from dataclasses import replace

from service.domain.catalogue.item_edit import (
    CHANGED_SINCE,
    LOW_LIMIT,
    ROW_REFUSED,
    EditRefused,
    ItemEdit,
    find_stale,
    level_field,
    parse_edit,
)
from service.domain.catalogue.items import Item
from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound
from service.domain.history.write_causes import WRITTEN_BY_HAND
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence, encode_sentence, message, prefix_field
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import items, shops
from service.store.engine.transaction import Tx
from service.store.history.item_writes import record_write
from service.store.part_details.low_limits import set_low_limit
from service.usecases.move_stock import move_in_write
from service.usecases.upload_items import MAX_BRANCHES, TOO_MANY_BRANCHES, Upload

BY_HAND = encode_sentence(message("By hand"))
"""The ledger's note of a level that was typed with the item."""

_TAKEN = prefix_field("sku", message("is in the catalogue already; open that part and edit it"))


def save_item(tx: Tx, shop: Shop, edit: ItemEdit, *, by: str, now: Millis) -> Item:
    """Saves an edit whole; returns the item after it.

    Raises Refused (`read_only`), NotFound, or EditRefused with every fault.
    """
    check_writable(shop)
    item = items.find_items(tx, shop.id, [edit.sku]).get(fold(tidy(edit.sku)))
    if item is None and not edit.is_new:
        raise NotFound(message("There is no item {sku}.", sku=edit.sku))
    row, faults = parse_edit(edit)
    if item is not None and edit.is_new:
        faults.append(_TAKEN)
    upload = Upload(tx, shop, [] if row is None else [row], lambda name: shops.add_branch(tx, shop.id, name))
    for _, fault in upload.apply_all():
        faults += fault.faults
    faults += _find_held_levels(edit, item)
    if faults:
        raise EditRefused(ROW_REFUSED, tuple(faults))
    if item is not None and (stale := find_stale(edit, item)):
        raise EditRefused(CHANGED_SINCE, tuple(stale))
    with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
        if edit.is_new or edit.fields:
            upload.save(tx, by, now, Cause.COUNT)
        _count_levels(tx, shop, edit, by, now)
        saved = items.get_item(tx, shop.id, edit.sku)
        limit = edit.fields.get(LOW_LIMIT, saved.low_limit)
        if limit == saved.low_limit or isinstance(limit, str | tuple):
            return saved
        set_low_limit(tx, saved.id, limit)
    return replace(saved, low_limit=limit)


def _find_held_levels(edit: ItemEdit, item: Item | None) -> list[Sentence]:
    """The levels below what open orders hold."""
    held = {fold(level.branch): level for level in item.stock} if item else {}
    below = [(branch, held.get(fold(tidy(branch))), milli) for branch, milli in edit.levels.items()]
    return [
        prefix_field(
            level_field(branch),
            message(
                "cannot go below the {held} that open orders hold at {branch}",
                held=format_quantity(level.reserved),
                branch=level.branch,
            ),
        )
        for branch, level, milli in below
        if level is not None and milli < level.reserved
    ]


def _count_levels(tx: Tx, shop: Shop, edit: ItemEdit, by: str, now: Millis) -> None:
    """Records each level as a count; an unknown branch is created, as an upload row does."""
    known = {fold(branch.name) for branch in shops.list_branches(tx, shop.id)}
    for branch, milli in edit.levels.items():
        name = tidy(branch)
        if fold(name) not in known:
            if len(known) >= MAX_BRANCHES:
                raise EditRefused(ROW_REFUSED, (TOO_MANY_BRANCHES,))
            shops.add_branch(tx, shop.id, name)
            known.add(fold(name))
        move_in_write(tx, shop, edit.sku, Cause.COUNT, milli, branch=name, by=by, now=now, note=BY_HAND)
