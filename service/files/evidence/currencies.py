"""A column that names the currency of each price, next to the column of the amounts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from service.files.evidence.column_scan import ColumnScan
from service.files.folding import fold_text

_HEADER = re.compile(
    r"(?:price )?(?:currency|curr|cur|ccy)(?: ?(?:id|code|name))?|valuta|moneda|devise|para birimi|doviz|wahrung"
    r"|валюта|العمله|عمله|币种|货币|幣別"
)
_DINAR = re.compile(r"(?:bhd|bd|b d|bahraini? dinars?|dinars?|048|د ب|دينار(?: بحريني)?)", re.ASCII)
_CODES = frozenset({
    "BHD", "SAR", "AED", "KWD", "QAR", "OMR", "USD", "EUR", "GBP", "INR", "EGP", "JOD", "CNY", "RMB", "TRY", "TL",
    "RUB", "RUR", "UAH", "KZT", "CHF", "JPY", "PKR", "IQD", "LBP",
})  # fmt: skip
_MOST_NAMES = 20
_LONGEST = 20
MAX_SHOWN = 5


def find_currency_column(headers: Sequence[str], used: Collection[str], scans: Mapping[str, ColumnScan]) -> str | None:
    """The column of currencies among those that are not used: by its name, or as each text in it is
    a code.
    """
    for header in headers:
        scan = scans.get(header)
        if header in used or scan is None or scan.overflow or not may_be_currencies(scan.distinct):
            continue
        names = [text.strip() for text in scan.distinct]
        if _is_named(header) or (names and all(name.upper() in _CODES for name in names)):
            return header
    return None


def find_named_currencies(headers: Sequence[str], used: Collection[str]) -> str:
    """The column of currencies by its name alone; "" where there is none."""
    return next((header for header in headers if header not in used and _is_named(header)), "")


def may_be_currencies(texts: Collection[str]) -> bool:
    """Whether the texts of a column are few and short, and no numbers."""
    names = [text.strip() for text in texts]
    return len(names) <= _MOST_NAMES and not any(
        len(name) > _LONGEST or (any(map(str.isdigit, name)) and name != "048") for name in names
    )


def _is_named(header: str) -> bool:
    return _HEADER.fullmatch(fold_text(header)) is not None


def list_foreign(texts: Iterable[str]) -> tuple[str, ...]:
    """The currencies among the texts that are no dinars, each once, in order."""
    names = {text.strip() for text in texts}
    return tuple(sorted(name for name in names if name and _DINAR.fullmatch(fold_text(name)) is None))
