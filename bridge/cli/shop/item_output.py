"""How the commands print an item for programs, and what will replace a change by hand."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Raw

from bridge.cli.framework.output import print_line
from bridge.cli.framework.value_format import format_count
from service.domain import wire
from service.domain.catalogue.items import Item, Overwriter
from service.domain.quantity import convert_milli
from service.domain.times import format_rfc3339


def item_out(item: Item) -> wire.Item:
    """An item as the API reads it back (contract §3)."""
    return wire.Item(
        sku=item.sku,
        name=item.name,
        name_ar=item.name_ar,
        oem_number=item.oem_number,
        brand=item.brand,
        category=item.category,
        condition=None if item.condition is None else item.condition.value,
        price_fils=item.price_fils,
        wholesale_price_fils=item.wholesale_price_fils,
        online_price_fils=item.online_price_fils,
        list_on_marketplace=item.list_on_marketplace,
        active=item.active,
        quantity=convert_milli(item.quantity),
        reserved=convert_milli(item.reserved),
        stock=[
            wire.Stock(level.branch, convert_milli(level.quantity), convert_milli(level.reserved))
            for level in item.stock
        ],
        fit=Raw(msgspec.json.encode(item.fit)),
        updated_at=format_rfc3339(item.updated_at),
    )


def print_overwriters(overwriters: Iterable[Overwriter]) -> None:
    """One line for each system that will write the items again."""
    for one in overwriters:
        what = f"The file {one.name}" if one.is_file else one.name
        when = "its next nightly run replaces" if one.is_file else "what it sends next replaces"
        print_line(f"{what} wrote {format_count(one.items, 'item')} last: {when} what you changed.")
