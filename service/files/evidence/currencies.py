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
        if header in used or scan is None or scan.overflow or len(scan.distinct) > _MOST_NAMES:
            continue
        names = [text.strip() for text in scan.distinct]
        if any(len(name) > _LONGEST or (any(map(str.isdigit, name)) and name != "048") for name in names):
            continue
        is_named = _HEADER.fullmatch(fold_text(header)) is not None
        if is_named or (names and all(name.upper() in _CODES for name in names)):
            return header
    return None


def list_foreign(texts: Iterable[str]) -> tuple[str, ...]:
    """The currencies among the texts that are no dinars, each once, in order."""
    names = {text.strip() for text in texts}
    return tuple(sorted(name for name in names if name and _DINAR.fullmatch(fold_text(name)) is None))
