"""The headings of exported files, for people; scripts read the names of columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from service.domain.reports.export_table import ExportTable
from service.domain.sentences import message

HEADINGS = {
    "Catalogue": message("Catalogue"),
    "Lines": message("Ordered parts"),
    "Orders": message("Orders"),
    "Payouts": message("Payouts"),
    "Reorder": message("Reorder"),
    "accepted_at": message("Accepted"),
    "active": message("Active"),
    "branch": message("Branch"),
    "brand": message("Brand"),
    "car": message("Car"),
    "category": message("Category"),
    "commission_bhd": message("Commission, BHD"),
    "condition": message("Condition"),
    "delivered_at": message("Delivered"),
    "delivery": message("Delivery"),
    "delivery_bhd": message("Delivery, BHD"),
    "free": message("Free"),
    "items_bhd": message("Parts, BHD"),
    "lines": message("Lines"),
    "list_on_marketplace": message("On the marketplace"),
    "low_limit": message("Low limit"),
    "marketplace_order": message("Marketplace order"),
    "name": message("Name"),
    "name_ar": message("Arabic name"),
    "oem_number": message("OEM number"),
    "online_price_bhd": message("Online price, BHD"),
    "order": message("Order"),
    "payout_bhd": message("Payout, BHD"),
    "placed_at": message("Placed"),
    "price_bhd": message("Price, BHD"),
    "quantity": message("Quantity"),
    "reason": message("Reason"),
    "refunded": message("Refunded"),
    "reserved": message("Reserved"),
    "sku": message("Part number"),
    "status": message("Status"),
    "total_bhd": message("Total, BHD"),
    "updated_at": message("Last changed"),
    "wholesale_price_bhd": message("Wholesale price, BHD"),
}
"""By the name of a column or the title of a sheet."""

_MARGIN = 2
"""Characters of a column that its bold heading does not fill."""


@dataclass(frozen=True, slots=True)
class TableHeadings:
    """The headings in the language of a window; `rtl` sheets run from right to left."""

    texts: Mapping[str, str] = field(default_factory=dict)
    rtl: bool = False


def head_for_people(table: ExportTable, headings: TableHeadings) -> ExportTable:
    """The table with its headings in place of names. What has no heading keeps its name."""
    texts = headings.texts
    columns = tuple(
        replace(column, name=name, width=max(column.width, len(name) + _MARGIN))
        for column in table.columns
        for name in (texts.get(column.name, column.name),)
    )
    return replace(table, title=texts.get(table.title, table.title), columns=columns, rtl=headings.rtl)
