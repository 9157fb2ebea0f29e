"""The fields that a column can mean, and how its cells are read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.catalogue import row_types
from service.domain.pull.pull_choices import AS_ONE

FIELDS = (*row_types.FIELDS[:-1], "quantity", "branch", "fit")
"""What a column or a fixed value can feed."""

PRICES = row_types.PRICE_FIELDS

CLEARABLE = frozenset(name for name, field in row_types.ITEM_FIELDS.items() if field.is_clearable)
"""Fields that a JSON null clears; elsewhere a null leaves the stored value, like a blank cell."""


class MoneyUnit(StrEnum):
    """What a price in the file counts."""

    BHD = "bhd"
    FILS = "fils"


class DecimalSign(StrEnum):
    """The decimal sign in the file's texts; number cells of workbooks and JSON have a point."""

    POINT = "."
    COMMA = ","
    EITHER = ".,"
    """Both are decimal signs, and thousands are not grouped."""


@dataclass(frozen=True, slots=True)
class Options:
    """How values are read: unit of money, decimal sign, and the per cent of VAT to subtract from
    prices.

    `count_decimal` is the sign of quantities, None if it is that of prices. Words such as "Out of
    stock" are 0 with `zero_words`, ">20" is 20 with `at_least`, a blank quantity is 0 with
    `blank_zero`; `packs` says what one of dozens or boxes is. Without `zero_prices` a price of 0
    is no price, without `foreign_prices` one with the name of another currency is none, without
    `said_vat` one with words about VAT, without `said_packs` one with words about packs.
    """

    money: MoneyUnit = MoneyUnit.BHD
    decimal: DecimalSign = DecimalSign.POINT
    vat_percent: int = 0
    count_decimal: DecimalSign | None = None
    zero_words: bool = False
    at_least: bool = False
    blank_zero: bool = False
    zero_prices: bool = True
    foreign_prices: bool = False
    said_vat: bool = False
    said_packs: bool = False
    packs: str = AS_ONE

    @property
    def count_sign(self) -> DecimalSign:
        """The decimal sign of quantities."""
        return self.decimal if self.count_decimal is None else self.count_decimal
