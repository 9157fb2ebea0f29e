"""Money: whole fils (1 BHD = 1000 fils), VAT excluded (contract §3.2)."""

from __future__ import annotations

from service.domain.quantity import MILLI

MAX_FILS = 2**53 - 1
"""The largest amount that every JSON reader reads exactly (contract §3.2)."""


def compute_line_total(quantity_milli: int, price_fils: int) -> int:
    """Quantity times price, rounded half up to the fils (contract §4.1)."""
    return (quantity_milli * price_fils * 2 + MILLI) // (2 * MILLI)


def format_bhd(fils: int) -> str:
    """`12.500`, always with three decimals, without the currency."""
    sign = "-" if fils < 0 else ""
    dinars, rest = divmod(abs(fils), 1000)
    return f"{sign}{dinars}.{rest:03d}"
