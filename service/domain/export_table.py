"""A table for a file, and its words in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from decimal import Decimal
from enum import Enum, StrEnum
from pathlib import PurePath

from service.domain.catalogue.row_types import ITEM_FIELDS, FieldKind
from service.domain.quantity import convert_milli
from service.domain.sentences import message
from service.domain.times import Millis, format_local

Cell = str | int | None
HEADINGS = {
    **{
        name: field.about.label
        for name, field in ITEM_FIELDS.items()
        if field.kind not in (FieldKind.PRICE, FieldKind.CARS)
    },
    "Catalogue": message("Catalogue"),
    "Lines": message("Ordered parts"),
    "Orders": message("Orders"),
    "Payouts": message("Payouts"),
    "Reorder": message("Reorder"),
    "Rows": message("Rejected rows"),
    "accepted_at": message("Accepted"),
    "branch": message("Branch"),
    "car": message("Car"),
    "commission_bhd": message("Commission, BHD"),
    "customer_pays_bhd": message("Customer pays, BHD"),
    "delivered_at": message("Delivered"),
    "delivery": message("Delivery"),
    "delivery_bhd": message("Delivery, BHD"),
    "free": message("Free"),
    "items_bhd": message("Parts, BHD"),
    "line": message("Line"),
    "lines": message("Lines"),
    "low_limit": message("Low limit"),
    "marketplace_order": message("Marketplace order"),
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
    "vat_bhd": message("VAT, BHD"),
    "wholesale_price_bhd": message("Wholesale price, BHD"),
}
"""By the name of a column or the title of a sheet."""

_MARGIN = 2
"""Characters of a column that its bold heading does not fill."""


class CellKind(Enum):
    """Amounts are given in fils, quantities in thousandths, times in milliseconds."""

    TEXT = "text"
    MONEY = "money"
    QUANTITY = "quantity"
    COUNT = "count"
    TIME = "time"
    SWITCH = "switch"


class TableFormat(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class Column:
    """`width` is in characters, for a workbook."""

    name: str
    kind: CellKind = CellKind.TEXT
    width: int = 14


@dataclass(frozen=True, slots=True)
class ExportTable:
    """Rows of any number under their columns; they can be read once. Local times are in `zone`,
    None is the computer's own. `rtl` sheets run from right to left.
    """

    title: str
    columns: tuple[Column, ...]
    rows: Iterable[Sequence[Cell]]
    zone: tzinfo | None = None
    rtl: bool = False


def find_format(path: PurePath) -> TableFormat | None:
    """The format that a file's ending names."""
    ending = path.suffix.lower().removeprefix(".")
    return next((form for form in TableFormat if form.value == ending), None)


def to_bhd(fils: int) -> Decimal:
    """`Decimal("12.500")`: always with three decimals."""
    return Decimal(fils).scaleb(-3)


def to_csv_value(cell: Cell, kind: CellKind, zone: tzinfo | None) -> str | int | Decimal | None:
    """A cell as CSV has it: amounts in BHD, local times."""
    if cell is None or isinstance(cell, str):
        return cell
    match kind:
        case CellKind.MONEY:
            return to_bhd(cell)
        case CellKind.QUANTITY:
            return convert_milli(cell)
        case CellKind.TIME:
            return format_local(cell, zone)
        case CellKind.SWITCH:
            return bool(cell)
        case _:
            return cell


def to_naive_local(moment: Millis, zone: tzinfo | None) -> datetime:
    """Local time to the second, without its zone, as a workbook stores it."""
    return datetime.fromtimestamp(moment // 1000, zone).replace(tzinfo=None)


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
    """The table with headings for names, and words for codes, where there are some."""
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


def _head_column(column: Column, words: TableWords) -> Column:
    name = words.headings.get(column.name, column.name)
    has_switch_words = column.kind is CellKind.SWITCH and words.yes
    cells = (words.yes, words.no) if has_switch_words else tuple(words.codes.get(column.name, {}).values())
    width = max(column.width, *(len(text) + _MARGIN for text in (name, *cells)))
    return replace(column, name=name, kind=CellKind.TEXT if has_switch_words else column.kind, width=width)


def _find_writer(column: Column, words: TableWords) -> Callable[[Cell], Cell] | None:
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
