"""Amounts are integer fils; VAT is added and rounded once."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.errors import Refused
from service.domain.quantity import MILLI

DEFAULT_VAT = 10_00
HIGHEST_VAT = 100_00
MAX_VAT_NUMBER = 30
_WHOLE = 100_00
MAX_FILS = 2**53 - 1
"""The largest amount that every JSON reader reads exactly (contract §3.2)."""


def add_vat(fils: int, rate: int) -> int:
    """A price of 0 or more fils with its tax."""
    return fils + (2 * fils * rate + _WHOLE) // (2 * _WHOLE)


@dataclass(frozen=True, slots=True)
class CustomerTotal:
    """What a customer pays for an order, in fils: its parts and the VAT on them, and the courier's
    fee as the order has it. `vat_rate` is in hundredths of a percent.
    """

    items_fils: int
    vat_rate: int
    fee_fils: int

    @property
    def vat_fils(self) -> int:
        """The VAT of the parts' sum, rounded half up once."""
        return add_vat(self.items_fils, self.vat_rate) - self.items_fils

    @property
    def total_fils(self) -> int:
        return self.items_fils + self.vat_fils + self.fee_fils


def check_vat(rate: int) -> None:
    """Raises Refused for a rate outside 0 to 100 %."""
    if not 0 <= rate <= HIGHEST_VAT:
        raise Refused.saying("bad_vat", "VAT is a percentage from 0 to 100.")


def tidy_vat_number(text: str) -> str:
    """The number without outer spaces. Raises Refused for what no VAT number has."""
    number = " ".join(text.split())
    if len(number) > MAX_VAT_NUMBER or not all(char.isalnum() or char in " -/" for char in number):
        raise Refused.saying("bad_vat", "A VAT number has letters and digits, at most {most}.", most=MAX_VAT_NUMBER)
    return number


def format_rate(rate: int) -> str:
    """`10`, `7.5`: the percentage in its shortest exact form."""
    whole, rest = divmod(rate, 100)
    return f"{whole}.{rest:02d}".rstrip("0") if rest else str(whole)


def compute_line_total(quantity_milli: int, price_fils: int) -> int:
    """Quantity times price, rounded half up to the fils (contract §4.1)."""
    return (quantity_milli * price_fils * 2 + MILLI) // (2 * MILLI)


def format_bhd(fils: int) -> str:
    """`12.500`, always with three decimals, without the currency."""
    sign = "-" if fils < 0 else ""
    dinars, rest = divmod(abs(fils), 1000)
    return f"{sign}{dinars}.{rest:03d}"
