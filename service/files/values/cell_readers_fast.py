"""The fast path of `cell_readers.read_price`: amounts written like `12` or `12.345`
(docs/decisions/0005).
"""

from __future__ import annotations

from collections.abc import Callable

from service.files.source import NumberCell
from service.files.values.options import DecimalSign, MoneyUnit, Options

_DECIMALS = 3
_MAX_LENGTH = 16


def make_fast_price_reader(options: Options) -> Callable[[str], int | None]:
    """A function from a text to fils; None for a text that the reference must read."""
    if options.vat_percent or options.money is MoneyUnit.FILS:
        return lambda _: None
    zero = 0 if options.zero_prices else None
    with_point = options.decimal is not DecimalSign.COMMA

    def read(text: str) -> int | None:
        whole, point, decimals = text.partition(".")
        if not (whole.isdigit() and text.isascii() and len(text) < _MAX_LENGTH):
            return None
        if not point:
            return int(whole) * 1000 or zero
        if len(decimals) > _DECIMALS or not decimals.isdigit() or not (with_point or type(text) is NumberCell):
            return None
        return int(whole) * 1000 + int(decimals.ljust(_DECIMALS, "0")) or zero

    return read
