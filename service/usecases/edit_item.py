"""One item edited by hand: its fields, its picture, and who would write over it."""

from __future__ import annotations

from collections.abc import Sequence
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
from service.domain.catalogue.items import Item, Overwriter, get_file_name
from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.errors import NotFound, Refused
from service.domain.history import WRITTEN_BY_HAND
from service.domain.keys import ApiKey
from service.domain.pull.place_address import is_remote
from service.domain.pull.pulls import PullSetup
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence, encode_sentence, message, prefix_field
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import items, keys, pulls, shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_write
from service.store.item_details import count_others, count_sources, drop_picture, put_picture, set_low_limit
from service.usecases.move_stock import move_in_write
from service.usecases.upload_items import MAX_BRANCHES, TOO_MANY_BRANCHES, Upload

MAX_CHOSEN_BYTES = 20 * 1024 * 1024
"""Of a picture file that is chosen, before it is made smaller."""
MAX_PICTURE_BYTES = 96 * 1024
MAX_PICTURES = 5_000
"""Pictures of a shop: they are in the database, and so in every backup."""
BY_HAND = encode_sentence(message("By hand"))
"""The ledger's note of a level that was typed with the item."""

_TAKEN = prefix_field("sku", message("is in the catalogue already; open that part and edit it"))


def find_overwriters(db: ReadTx, shop: Shop, item_ids: Sequence[int], now: Millis) -> tuple[Overwriter, ...]:
    """The systems that wrote these items last and still may. That is a key that works while API
    push is on, and the nightly file while its run is on, but no file that was read once. The most
    items first.
    """
    names = {key.id: key.name for key in keys.list_keys(db, shop.id) if shop.api_push and _works(key, now)}
    nightly = pulls.find_source(db, shop.id) if shop.scheduled_pull else None
    found: list[Overwriter] = []
    for source, count in count_sources(db, item_ids):
        if source.file is not None and nightly is not None and _reads(nightly.setup, source.file):
            found.append(Overwriter(source.file, True, count))
        elif source.key_id in names:
            found.append(Overwriter(names[source.key_id], False, count))
    return tuple(found)


def _reads(setup: PullSetup, file: str) -> bool:
    """Whether the nightly run reads a file of that name: any of a folder or of an address."""
    return setup.pattern is not None or is_remote(setup.path) or get_file_name(setup.path) == file


def _works(key: ApiKey, now: Millis) -> bool:
    ended = key.expired_at is not None or (key.expires_at is not None and now > key.expires_at)
    return key.revoked_at is None and not ended


def set_picture(tx: Tx, shop: Shop, sku: str, image: bytes | None, *, by: str, now: Millis) -> None:
    """Stores a small JPEG, or removes the picture (None). Raises Refused and NotFound."""
    check_writable(shop)
    item = items.get_item(tx, shop.id, sku)
    if image is None:
        with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
            drop_picture(tx, item.id)
        return
    if len(image) > MAX_PICTURE_BYTES:
        raise Refused.saying("picture_too_large", "A picture has at most 96 KiB after it was made smaller.")
    if count_others(tx, shop.id, item.id) >= MAX_PICTURES:
        raise Refused.saying(
            "too_many_pictures",
            "{most:,} parts have a picture already; remove one before you add another.",
            most=MAX_PICTURES,
        )
    with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
        put_picture(tx, shop.id, item.id, image)


def save_item(tx: Tx, shop: Shop, edit: ItemEdit, *, by: str, now: Millis) -> Item:
    """Saves an edit; returns the item. Raises Refused, NotFound, EditRefused with every fault."""
    check_writable(shop)
    item = items.find_items(tx, shop.id, [edit.sku]).get(fold(tidy(edit.sku)))
    if item is None and not edit.is_new:
        raise NotFound.saying("There is no item {sku}.", sku=edit.sku)
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
        move_in_write(tx, shop, NewMovement(edit.sku, name, Cause.COUNT, milli, BY_HAND), by=by, now=now)
