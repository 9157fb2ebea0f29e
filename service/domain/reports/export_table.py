"""A table that leaves the program, whatever the format of its file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from decimal import Decimal
from enum import Enum, StrEnum
from pathlib import PurePath

from service.domain.quantity import convert_milli
from service.domain.times import Millis, format_local

Cell = str | int | None


class CellKind(Enum):
    """What the cells of a column are. Amounts are given in fils, quantities in thousandths, times
    in milliseconds, and a switch as a bool.
    """

    TEXT = "text"
    MONEY = "money"
    QUANTITY = "quantity"
    COUNT = "count"
    TIME = "time"
    SWITCH = "switch"


class TableFormat(StrEnum):
    """The formats of an exported file."""

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
