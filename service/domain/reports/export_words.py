"""The words of exported files, for people; scripts read the names of columns and codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from service.domain.reports.export_table import Cell, CellKind, Column, ExportTable
from service.domain.sentences import message

HEADINGS = {
    "Catalogue": message("Catalogue"),
    "Lines": message("Ordered parts"),
    "Orders": message("Orders"),
    "Payouts": message("Payouts"),
    "Reorder": message("Reorder"),
    "Rows": message("Rejected rows"),
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
    "line": message("Line"),
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
    "result": message("Result"),
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
class TableWords:
    """The words in the language of a window; `rtl` sheets run from right to left."""

    headings: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By column: the words that take the place of codes."""

    yes: str = ""
    no: str = ""
    rtl: bool = False


def put_into_words(table: ExportTable, words: TableWords) -> ExportTable:
    """The table with its headings in place of names, and words in place of codes. What has no word
    stays as it is.
    """
    columns = tuple(_head_column(column, words) for column in table.columns)
    writers = {
        place: write for place, column in enumerate(table.columns) if (write := _find_writer(column, words)) is not None
    }
    return replace(
        table,
        title=words.headings.get(table.title, table.title),
        columns=columns,
        rows=_write_rows(table, writers) if writers else table.rows,
        rtl=words.rtl,
    )


def name_codes(sentence: str, names: Mapping[str, str]) -> str:
    """The sentence with names in place of codes: `price_fils` is "Shop price"."""
    if not names:
        return sentence
    return re.sub(r"\b(" + "|".join(names) + r")\b", lambda found: names[found[0]], sentence)


def _head_column(column: Column, words: TableWords) -> Column:
    name = words.headings.get(column.name, column.name)
    has_switch_words = column.kind is CellKind.SWITCH and words.yes
    cells = (words.yes, words.no) if has_switch_words else tuple(words.codes.get(column.name, {}).values())
    width = max(column.width, *(len(text) + _MARGIN for text in (name, *cells)))
    return replace(column, name=name, kind=CellKind.TEXT if has_switch_words else column.kind, width=width)


def _find_writer(column: Column, words: TableWords) -> Callable[[Cell], Cell] | None:
    """What writes a cell of the column in words; None if it has none."""
    if column.kind is CellKind.SWITCH and words.yes:
        return lambda cell: cell if cell is None else words.yes if cell else words.no
    codes = words.codes.get(column.name)
    return None if codes is None else lambda cell: codes.get(cell, cell) if isinstance(cell, str) else cell


def _write_rows(table: ExportTable, writers: Mapping[int, Callable[[Cell], Cell]]) -> Iterator[list[Cell]]:
    for row in table.rows:
        cells = list(row)
        for place, write in writers.items():
            cells[place] = write(cells[place])
        yield cells
