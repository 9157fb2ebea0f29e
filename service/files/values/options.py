"""How the values of a file are read: unit of money, decimal sign, VAT."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MoneyUnit(StrEnum):
    """What a price in the file counts."""

    BHD = "bhd"
    FILS = "fils"


class DecimalSign(StrEnum):
    """The sign before the decimals in the file's texts; number cells of workbooks and JSON have a point."""

    POINT = "."
    COMMA = ","


@dataclass(frozen=True, slots=True)
class Options:
    """How values are read: unit of money, decimal sign, and the per cent of VAT in prices that is to be taken off."""

    money: MoneyUnit = MoneyUnit.BHD
    decimal: DecimalSign = DecimalSign.POINT
    vat_percent: int = 0
