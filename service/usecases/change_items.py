"""Several items changed together by hand, in one transaction: their prices, or whether they are
active. The changes go the way of an upload's rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET

from service.domain.audit import OwnerAction
from service.domain.catalogue.item_edit import CHANGED_SINCE
from service.domain.catalogue.items import ItemSelection
from service.domain.catalogue.price_change import (
    PriceChange,
    PricedItem,
    PriceMove,
    PricePlan,
    make_plan,
    plan_moves,
)
from service.domain.catalogue.row_types import FIELDS, PRICE_FIELDS, Row
from service.domain.catalogue.sku import fold
from service.domain.catalogue.stock import Cause
from service.domain.errors import Refused
from service.domain.history import WRITTEN_BY_HAND
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import item_bulk_edits, item_lists, items, shops
from service.store.audit_log import record_action
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_write
from service.usecases.upload_items import Upload

MAX_ITEMS = 20_000
"""Items of one change: it is one transaction, and other writes wait for it."""

_SKU, _NAME, _NAME_AR, _ACTIVE = (FIELDS.index(field) for field in ("sku", "name", "name_ar", "active"))


def find_selected(
    db: ReadTx, shop: Shop, selection: ItemSelection, search: Callable[[ReadTx, str], list[int]]
) -> list[int]:
    """The ids of a selection; `search` finds what a text means. Raises NotFound and Refused."""
    if selection.query is None:
        return items.find_ids(db, shop.id, selection.skus)
    matches = search(db, selection.query.text) if selection.query.text else None
    chosen = item_lists.list_ids(db, shop.id, selection.query, MAX_ITEMS + 1, matches)
    check_count(chosen)
    return chosen


def plan_prices(db: ReadTx, item_ids: Sequence[int], change: PriceChange) -> PricePlan:
    """What a change of prices would do. Raises Refused."""
    check_count(item_ids)
    return make_plan(_read_priced(db, item_ids), tuple(item_ids), change)


def change_prices(tx: Tx, shop: Shop, plan: PricePlan, *, by: str, now: Millis) -> int:
    """Sets a plan's prices; returns how many. Raises Refused (`read_only`, `changed_since`)."""
    check_writable(shop)
    check_count(plan.item_ids)
    priced = list(_read_priced(tx, plan.item_ids))
    if make_plan(priced, plan.item_ids, plan.change).digest != plan.digest:
        raise Refused.saying(
            CHANGED_SINCE, "Prices were changed since this was worked out. Look at the new figures first."
        )
    values: dict[str, dict[str, int]] = {}
    for move in plan_moves(priced, plan.change):
        if isinstance(move, PriceMove) and move.old != move.new:
            values.setdefault(move.sku, {})[move.field] = move.new
    _save(tx, shop, [_make_row(sku, prices) for sku, prices in values.items()], by, now)
    if plan.changed:
        percent = f"{plan.change.percent / 100:+.2f}%"
        record_action(tx, OwnerAction.PRICES_CHANGED, percent, shop=shop, prices=str(plan.changed))
    return plan.changed


def set_active(tx: Tx, shop: Shop, item_ids: Sequence[int], *, active: bool, by: str, now: Millis) -> int:
    """Makes items active or inactive; returns how many changed. Raises Refused (`read_only`)."""
    check_writable(shop)
    check_count(item_ids)
    held = item_bulk_edits.read_items_by_id(tx, item_ids)
    skus = [values[_SKU] for _, values in held.values() if bool(values[_ACTIVE]) is not active]
    _save(tx, shop, [_make_row(sku, {"active": active}) for sku in skus], by, now)
    if skus:
        state = "active" if active else "inactive"
        record_action(tx, OwnerAction.ITEMS_SWITCHED, state, shop=shop, items=str(len(skus)))
    return len(skus)


def check_count(item_ids: Sequence[int]) -> None:
    """Raises Refused for more items than one change may have."""
    if len(item_ids) > MAX_ITEMS:
        raise Refused.saying(
            "too_many_items", "At most {most:,} parts are changed at once; narrow the search.", most=MAX_ITEMS
        )


def _read_priced(db: ReadTx, item_ids: Sequence[int]) -> Iterator[PricedItem]:
    for item_id, (_, values) in item_bulk_edits.read_items_by_id(db, item_ids).items():
        yield (
            item_id,
            values[_SKU],
            values[_NAME],
            values[_NAME_AR],
            {field: values[FIELDS.index(field)] for field in PRICE_FIELDS},
        )


def _make_row(sku: str, fields: dict[str, int]) -> Row:
    values = tuple(sku if field == "sku" else fields.get(field, UNSET) for field in FIELDS)
    return Row(fold(sku), values, None, None)


def _save(tx: Tx, shop: Shop, rows: Sequence[Row], by: str, now: Millis) -> None:
    upload = Upload(tx, shop, rows, lambda name: shops.add_branch(tx, shop.id, name))
    upload.apply_all()
    with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
        upload.save(tx, by, now, Cause.COUNT)
