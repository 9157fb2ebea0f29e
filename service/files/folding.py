"""Folds spellings with the same meaning: headers, condition words, totals, in any of the
languages of columns/header_words.py.
"""

from __future__ import annotations

import re
import unicodedata

from service.domain.catalogue.sku import INVISIBLE

_ALIKE = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ة": "ه", "ى": "ي", "ـ": None, "ı": "i"})
_GAPS = re.compile(r"[\W_]+")

CURRENCY_CODES = (
    "AED|AUD|BDT|BRL|CAD|CHF|CNY|DZD|EGP|EUR|GBP|INR|IQD|IRR|JOD|JPY|KRW|KWD|LBP|LKR|LYD|MAD|MXN|"
    "OMR|KD|RO|PHP|PKR|QAR|RUB|SAR|SDG|SGD|SYP|THB|TND|TRY|USD|YER|ZAR"
)
FOREIGN = re.compile(
    rf"(?<![A-Za-z])(?:{CURRENCY_CODES}|TL|UAH|KZT|[SQ]\.?R|R[Ss]|D[Hh][Ss]?)(?![A-Za-z])|US\$|[$€£¥₹﷼₴₽₸₺元]|руб|грн|тенге|"
    r"(?<!\w)(?:د\.?\s?[إاك]|ر\.?\s?[سقع]|ج\.?\s?م)(?!\w)|ريال|درهم|جنيه|دولار"
)
"""The name of a currency other than the dinar, in a price or in the name of its column."""

DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "01234567890123456789")


def strip_invisible(text: str) -> str:
    """The text without invisible characters (direction marks, zero-width signs, soft hyphens),
    trimmed.
    """
    if text.isascii():
        return text.strip()
    return text.translate(INVISIBLE).strip()


def fold_text(text: str) -> str:
    """The form that all spellings of one heading or word share: `Item_Name ` and `item name` are
    one.
    """
    folded = unicodedata.normalize("NFKD", strip_invisible(text)).casefold()
    folded = "".join(char for char in folded if not unicodedata.combining(char))
    return _GAPS.sub(" ", folded.translate(_ALIKE).translate(DIGITS)).strip()


def fold_name(text: str) -> str:
    """The form that all spellings of a column name share: `ITEM_CODE` and `ItemCode` are one."""
    return fold_text(text).replace(" ", "")
