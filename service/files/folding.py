"""Folds spellings of headers, conditions, totals, in the languages of columns/header_words.py."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from service.domain.catalogue.sku import INVISIBLE

_ALIKE = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ة": "ه", "ى": "ي", "ـ": None, "ı": "i"})
_GAPS = re.compile(r"[\W_]+")
_SIGNS_BEHIND = re.compile(r"^[.,;:](?!\d)")
_EMPTY = re.compile(r"\(\s*\)")

CURRENCY_CODES = (
    "AED|AUD|BDT|BRL|CAD|CHF|CNY|DZD|EGP|EUR|GBP|INR|IQD|IRR|JOD|JPY|KRW|KWD|LBP|LKR|LYD|MAD|MXN|"
    "OMR|KD|RO|PHP|PKR|QAR|RUB|SAR|SDG|SGD|SYP|THB|TND|TRY|USD|YER|ZAR"
)
FOREIGN = re.compile(
    rf"(?<![A-Za-z])(?:{CURRENCY_CODES}|TL|UAH|KZT|[SQ]\.?R|R[Ss]|D[Hh][Ss]?)(?![A-Za-z])|US\$|[$€£¥₹﷼₴₽₸₺元]|руб|грн|тенге|"
    r"(?<!\w)(?:د\.?\s?[إاك]|ر\.?\s?[سقع]|ج\.?\s?م)(?!\w)|ريال|درهم|جنيه|دولار"
)
"""The name of a currency other than the dinar, in a price or in the name of its column."""

_WITH_VAT = re.compile(
    r"(?<!not.)\b(?:inc|incl[a-z]*|with)(?: of)?(?: \d{1,2})? (?:vat|tax)\b|\b(?:vat|tax) (?:is )?incl|شامل الضريبه|"
    r"مع الضريبه|بعد الضريبه|\bttc\b|\bcon iva\b|\biva incl|\bivato\b|"
    r"\bink?l (?:mwst|ust)|\bbrutto|\bс ндс\b|\bз пдв\b|\bkdv dahil|(?<!不)含税"
)
_VAT_WORDS = re.compile(
    f"(?:{_WITH_VAT.pattern})[^\\W\\d]*".replace(" ", r"[\W_]+").replace("ه", "[هة]"), re.IGNORECASE
)
"""The same in a text that is not folded."""

MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    "يناير|فبراير|مارس|أبريل|ابريل|مايو|يونيو|يوليو|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر"
)
DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "01234567890123456789")


def strip_invisible(text: str) -> str:
    """The text, trimmed, without direction marks, zero-width signs, soft hyphens and their like."""
    if text.isascii():
        return text.strip()
    return text.translate(INVISIBLE).strip()


def fold_text(text: str) -> str:
    """The form that spellings of a heading or word share: `Item_Name ` and `item name` are one."""
    folded = strip_invisible(text)
    if folded.isascii():
        return _GAPS.sub(" ", folded.lower()).strip()
    folded = unicodedata.normalize("NFKD", folded).casefold()
    folded = "".join(char for char in folded if not unicodedata.combining(char))
    return _GAPS.sub(" ", folded.translate(_ALIKE).translate(DIGITS)).strip()


def with_vat(text: str) -> bool:
    """Whether the name of a column, a price or a line says that VAT is in the prices."""
    return bool(_WITH_VAT.search(fold_text(text)))


def cut_vat(text: str) -> str:
    """A text without the words about VAT."""
    match = _VAT_WORDS.search(text)
    return text if match is None else _cut(text, *match.span())


def _cut(text: str, start: int, end: int) -> str:
    """The text without a part and its signs. The numbers around it stay two."""
    before, after = text[:start].rstrip(" ,;:."), _SIGNS_BEHIND.sub("", text[end:])
    return _EMPTY.sub(" ", f"{before}  {after}")


def fold_name(text: str) -> str:
    """The form that all spellings of a column name share: `ITEM_CODE` and `ItemCode` are one."""
    return fold_text(text).replace(" ", "")


_UNITS = {
    1: "pc pcs pce piece pieces ea each no nos unit units un u ud uds st stk stck stuck шт штук adet ad pz pza pieza "
    "piezas pezzi item items part parts single قطعه قطع حبه حبات عدد وحده 个 件 只",
    2: "pair pairs pr prs paar paire coppia cift زوج ازواج جوز пара 双 对",
    12: "doz dz dzn dozen dozens douzaine dutzend docena dozzina duzine درزن دزينه дюжина 打",
    144: "gross grs",
    0: "box boxes bx ctn ctns carton cartons case cases pack packs pk pkt packet كرتون كرتونه علبه صندوق باكيت",
}
_PIECES = {name: pieces for pieces, names in _UNITS.items() for name in names.split()}
"""By its folded name the pieces of a unit, 0 of boxes of any size."""

UNITS = frozenset((*_PIECES, "set", "sets", "kit", "طقم"))
"""Units of measure by their folded names."""

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_PER = re.compile(
    r"(?:(?P<slash>(?<!\d)/)|\bper\b|لكل)\s*(?!20[1-4]\d\b|\d\d?(?:st|nd|rd|th)?\W{1,3}"
    rf"(?:{MONTHS})(?:[a-z]{{0,6}}\W{{1,3}}\d|\b))"
    r"(?P<count>(?:(?:\d{1,3},000|\d{1,6})(?![.,٫/-]?\d))?)\s*(?P<unit>[^\W\d_]{0,9})",
    re.IGNORECASE,
)


@lru_cache(maxsize=1_000)
def count_pieces(unit: str) -> int:
    """The pieces of a unit of measure: 12 of a dozen, 4 of `SET OF 4`, 0 if unknown, 1 if blank."""
    words = _WORDS.findall(fold_text(unit))
    names = [word for word in words if not word.isdigit()]
    numbers = [int(word) for word in words if word.isdigit()]
    if numbers and max(numbers) == 1:
        return _PIECES.get(words[-1], 1)
    if numbers and {*UNITS, "of", "in", "x"}.issuperset(names):
        return max(numbers)
    if len(words) != 1:
        return 0 if words else 1
    return _PIECES.get(names[0], 0)


def names_packs(unit: str) -> bool:
    """Whether a text is known as several pieces: a unit, or a number of them."""
    is_said = fold_text(unit) in _PIECES or any(map(str.isdigit, unit))
    return is_said and count_pieces(unit) != 1


def cut_packs(text: str, *, is_title: bool = False) -> tuple[str, str]:
    """The pieces that a price is for, by a name, line or price: `per 100`, `/ DOZ`; "" for one; and
    the text without them. In a title `PL/17` names none.
    """
    for match in _PER.finditer(text):
        count, unit = match["count"].replace(",", ""), match["unit"]
        has_unit = not count or fold_text(unit) in UNITS
        packs = f"{count} {unit}".strip() if has_unit else count
        if names_packs(packs) and (has_unit or not (is_title and match["slash"])):
            return packs, _cut(text, match.start(), match.end() if has_unit else match.end("count"))
    return "", text
