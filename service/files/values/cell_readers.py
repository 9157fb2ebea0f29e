"""Reads one cell for one field: a value, a remark, or a fault."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from service.domain.catalogue.row_types import ITEM_FIELDS, FieldKind
from service.domain.money import format_bhd
from service.domain.pull.pull_choices import AS_ONE, KEEP
from service.domain.quantity import convert_milli
from service.domain.sentences import Sentence, message, prefix_field
from service.files.folding import DIGITS, FOREIGN, MONTHS, count_pieces, cut_packs, cut_vat, fold_text, strip_invisible
from service.files.source import NOT_CALCULATED, DateCell
from service.files.values.numbers import Number, read_count, read_money
from service.files.values.options import MoneyUnit, Options

_YES = "true yes y 1 on x active enabled published available visible publish نعم صح نشط فعال مفعل si verdadero activo"
_NO = (
    "false no n 0 off inactive disabled draft archived unpublished hidden discontinued private "
    "لا خطا معطل موقوف inactivo falso"
)
_WORDS = {fold_text(word): True for word in _YES.split()} | {
    fold_text(word): False for word in (*_NO.split(), "غير نشط")
}
_SIGNS = {"✓": True, "✔": True, "-1": False, "✗": False, "✘": False}
_CONDITION_SPELLINGS = {
    "new_oem": "new_oem|new oem|oem|oem new|genuine|genuine new|new genuine|original|new original|dealer|agency|"
    "أصلي|اصلي|جديد أصلي|أصلي جديد|وكالة|جديد وكالة|original nuevo",
    "new_aftermarket": (
        "new_aftermarket|aftermarket|after market|new aftermarket|aftermarket new|commercial|"
        "replacement|copy|non genuine|تجاري|جديد تجاري|تجاري جديد|بديل|تقليد"
    ),
    "used": "used|second hand|secondhand|pre owned|scrap|salvage|usado|مستعمل|سكراب|تشليح|مستخدم",
    "refurbished": (
        "refurbished|reconditioned|rebuilt|remanufactured|reman|renewed|overhauled|reacondicionado|"
        "مجدد|معاد تجديده|مجددة|مصلح"
    ),
}
CONDITION_WORDS = {
    fold_text(word): condition for condition, words in _CONDITION_SPELLINGS.items() for word in words.split("|")
}
"""From a folded word to the value of the `condition` field."""
_STOCK_SPELLINGS = (
    "nil|none|no|no stock|not in stock|out of stock|out|oos|o/s|sold out|finished|empty|not available|n/a|na|zero",
    "unavailable|نفذ|نفد|نفذت|نفدت|نفذت الكمية|غير متوفر|غير متوفرة|غير موجود|لا يوجد|منتهي|صفر",
    "нет|нет в наличии|отсутствует|немає|yok|stokta yok|tükendi|agotado|sin stock|rupture|épuisé|esaurito",
)
_ZERO_WORDS = frozenset(fold_text(word) for words in _STOCK_SPELLINGS for word in words.split("|"))
_DASHES = re.compile(r"\s*[-–—_.*xX]{1,3}\s*")
_MIN_ROWS = re.compile(
    r"(?:>|>=|≥|over|more than|above|اكثر من|أكثر من|فوق|более)\s*(\d{1,6})(?:\s*[^\W\d]{1,9}\.?)?|"
    r"(\d{1,6})\s*(?:\+|and more|or more|فاكثر)"
)
_DASHES_ALIKE = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
"""Dashes that word processors put in place of the one of a keyboard."""

_QUOTE_LENGTH = 40
_DECIMALS = 3
_DESTROYED = re.compile(r"[-+]?\d(?:[.,]\d+)?[eE]\+\d{1,3}|[-+]?\d[.,]\d+[eE]-\d{1,3}")
_ERROR_WORDS = "#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! Err:502 Err:504 Err:508 Err:522"
_SHEET_ERRORS = frozenset((NOT_CALCULATED, *_ERROR_WORDS.split()))
_REPLACEMENT = "\ufffd"
_FORMULA = message("a formula without a saved value")
_GUARDED = re.compile(r'="(.*)"', re.DOTALL)


def boolean(text: str) -> bool | None:
    """Yes or no, or None when the text is neither."""
    signed = _SIGNS.get(text)
    return signed if signed is not None else _WORDS.get(fold_text(text))


def means_zero(text: str) -> bool:
    return bool(_DASHES.fullmatch(text)) or fold_text(text) in _ZERO_WORDS


def at_least(text: str) -> str | None:
    """The number in `>20`, `20+`, `more than 20`."""
    match = _MIN_ROWS.fullmatch(text.translate(DIGITS).strip().casefold())
    return None if match is None else match[1] or match[2]


class Reading(NamedTuple):
    """A value, None to leave the stored one; a remark to report; a fault that rejects the row."""

    value: object = None
    note: Sentence | None = None
    fault: Sentence | None = None


Read = Callable[[str], Reading]
"""Reads the text of a cell that is not blank."""


def reader(field: str, options: Options) -> Read:
    known = ITEM_FIELDS.get(field)
    if field == "quantity":
        return lambda text: read_quantity(text, options)
    if field in ("sku", "branch"):
        return read_sku if field == "sku" else read_branch
    match None if known is None else known.kind:
        case FieldKind.PRICE:
            return lambda text: read_price(text, field, options)
        case FieldKind.FLAG:
            return lambda text: read_flag(text, field)
        case FieldKind.CONDITION:
            return read_condition
        case FieldKind.CARS:
            return read_fit_list
    if known is not None and known.about.is_code:
        return lambda text: read_code(text, field)
    return lambda text: read_text(text, field)


_NOTHING = (
    "False", "NULL", "None", "NaN", "undefined", "nil", "(null)", "<null>", "(none)", "n/a", "NaT", "unknown",
    "(blank)",
)  # fmt: skip
NOTHING = frozenset(form for word in _NOTHING for form in (word, word.lower(), word.upper(), word.title())) | {"\\N"}
"""What programs write in place of a blank cell, in the spellings that are met."""

NO_CODES = NOTHING | {"0", "True", "true", "TRUE"}
"""The same in place of a code."""

DATE_CODE = re.compile(
    rf"^\s*(?:\d{{1,2}}[-/ ](?:{MONTHS})[a-z]*(?:[-/ ]\d{{2,4}})?|(?:{MONTHS})[a-z]*[-/ ]\d{{2,4}}|"
    r"\d{1,2}/\d{1,2}/\d{2,4}|\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4})(?:[ T]\d{1,2}:\d\d\S*)?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A part number that a spreadsheet has turned into a date, in a line of a text."""


def says_nothing(text: str) -> bool:
    """Whether a text means a blank cell: `NULL`, `False`, or signs without a letter or digit."""
    return text.strip() in NOTHING or not any(map(str.isalnum, text))


def names_nothing(code: str) -> bool:
    """Whether a text means that there is no code."""
    return code.strip() in NO_CODES or not any(map(str.isalnum, code))


def quote_cell(text: str) -> str | Sentence:
    """A cell's text for a remark, cut if it is long."""
    if text == NOT_CALCULATED:
        return _FORMULA
    return f'"{text[:_QUOTE_LENGTH]}…"' if len(text) > _QUOTE_LENGTH else f'"{text}"'


def read_price(text: str, field: str, options: Options) -> Reading:
    """Whole fils without VAT, rounded half up. Text that is no amount leaves the stored price."""
    amount = cut_vat(text) if options.said_vat else text
    amount = cut_packs(amount)[1] if options.said_packs else amount
    number = read_money(type(text)(amount), options.decimal)
    if number is None:
        return _note(field, message("{cell} is no price, the held one stays", cell=quote_cell(text)))
    if not options.foreign_prices and FOREIGN.search(text):
        return _note(field, message("{cell} is of another currency, the held price stays", cell=quote_cell(text)))
    if number.coefficient < 0:
        return _note(field, message("{cell} is below zero, the held price stays", cell=quote_cell(text)))
    in_fils = number.fils or options.money is MoneyUnit.FILS
    fils, parts = number.coefficient * (1 if in_fils else 1000), 10**number.decimals
    finer = fils % parts != 0
    fils, parts = fils * 100, parts * (100 + options.vat_percent)
    value = (2 * fils + parts) // (2 * parts)
    if not value and not options.zero_prices:
        return _note(field, message("{cell} is no price, the held one stays", cell=quote_cell(text)))
    if not finer:
        return Reading(value)
    return _note(field, message("{cell} is finer than a fils and was rounded", cell=quote_cell(text)), value)


def describe_price(value: object) -> Sentence:
    """What `read_price` read: `BHD 4.000`."""
    return message("BHD {price}", price=format_bhd(value)) if isinstance(value, int) else message("no price")


def _note(field: str, remark: Sentence, value: object = None) -> Reading:
    return Reading(value, prefix_field(field, remark))


def read_quantity(text: str, options: Options, pieces: int = 1) -> Reading:
    """A number of units as int or Decimal with at most 3 decimals, rounded half up; below zero
    counts as 0. One is as many `pieces` if the text names no unit itself; 0 are boxes of any size.
    """
    number = read_count(text, options.count_sign)
    more = at_least(text) if number is None and options.at_least else None
    if number is None and more is None:
        if options.zero_words and means_zero(text):
            return Reading(0)
        return _note("quantity", message("{cell} is no number, the held quantity stays", cell=quote_cell(text)))
    number = number or Number(int(more or 0), 0)
    if number.coefficient < 0:
        return _note("quantity", message("{cell} is below zero and counts as 0", cell=quote_cell(text)), 0)
    if options.packs != AS_ONE and number.unit:
        pieces = count_pieces(number.unit)
    if pieces != 1 and options.packs == KEEP:
        return _note("quantity", message("{cell} counts packs, the held quantity stays", cell=quote_cell(text)))
    parts = 10**number.decimals
    milli, rest = divmod(number.coefficient * (pieces or 1) * 10**_DECIMALS, parts)
    if not rest:
        return Reading(convert_milli(milli))
    rounded = convert_milli(milli + (rest * 2 >= parts))
    return _note("quantity", message("{cell} has more than 3 decimals and was rounded", cell=quote_cell(text)), rounded)


def read_sku(text: str) -> Reading:
    """Reads a part number; one that a spreadsheet has destroyed rejects the row."""
    code, fault = _code(text)
    return Reading(code) if fault is None else Reading(fault=prefix_field("sku", fault))


def read_code(text: str, field: str) -> Reading:
    """Reads another code, as the maker's number; one that a spreadsheet destroyed is left out."""
    code, fault = _code(text)
    if fault is None:
        return Reading(code)
    return _note(field, message("{fault}, it is left out", fault=fault))


def _code(text: str) -> tuple[str | None, Sentence | None]:
    """A code (None if blank), and what has destroyed it."""
    if names_nothing(text):
        return None, None
    if DATE_CODE.search(text):
        return None, message("a spreadsheet has turned this code into a date ({code})", code=text.strip())
    if text.isascii() and (text.isalnum() or (type(text) is str and text.replace("-", "").isalnum())):
        return text, None
    code = unicodedata.normalize("NFKC", strip_invisible(_strip_formula_quotes(text)).translate(_DASHES_ALIKE))
    if code[:1] == "'" and len(code) > 1:
        code = code[1:]
    fault = _code_fault(text, code)
    return (code or None) if fault is None else None, fault


def _code_fault(cell: str, code: str) -> Sentence | None:
    if type(cell) is DateCell:
        return message("a spreadsheet has turned this code into a date ({code})", code=code)
    if ("E" in code or "e" in code) and _DESTROYED.fullmatch(code):
        return message(
            "a spreadsheet has turned this code into the number {code} and lost digits; keep the column as text",
            code=code,
        )
    if code in _SHEET_ERRORS:
        return message("the cell holds the spreadsheet error {code}", code=code)
    if _REPLACEMENT in code:
        return message(
            "{cell} holds a character that could not be read; check the file's encoding", cell=quote_cell(code)
        )
    return None


def _strip_formula_quotes(text: str) -> str:
    """Unwraps `="00123"`, as some systems write codes so that they keep their zeros."""
    guarded = _GUARDED.fullmatch(text.strip()) if "=" in text[:2] else None
    return guarded.group(1).replace('""', '"') if guarded else text


def read_text(text: str, field: str) -> Reading:
    """Reads any other text, trimmed."""
    if says_nothing(text):
        return Reading()
    if text[0].isalnum() and _REPLACEMENT not in text and not text.startswith("Err:"):
        return Reading(text.strip())
    value = _strip_formula_quotes(text).strip()
    if value in _SHEET_ERRORS:
        return _note(field, message("the cell holds the spreadsheet error {code}, it is left out", code=value))
    if _REPLACEMENT in value:
        return _note(field, message("{cell} holds a character that could not be read", cell=quote_cell(value)), value)
    return Reading(value or None)


def read_branch(text: str) -> Reading:
    """Reads a branch; an unreadable one rejects the row, which would count at the main branch."""
    reading = read_text(text, "branch")
    if reading.note is None:
        return reading
    fault = _code_fault(text, _strip_formula_quotes(text).strip())
    return Reading(fault=reading.note if fault is None else prefix_field("branch", fault))


def read_flag(text: str, field: str) -> Reading:
    """Reads a yes or no in words."""
    value = boolean(text.strip())
    if value is not None:
        return Reading(value)
    return _note(field, message("{cell} is neither yes nor no, it is left as held", cell=quote_cell(text)))


def read_condition(text: str) -> Reading:
    value = CONDITION_WORDS.get(fold_text(text))
    if value:
        return Reading(value)
    return _note(
        "condition", message("{cell} is none of the four conditions, it is left as held", cell=quote_cell(text))
    )


def read_fit_list(text: str) -> Reading:
    """Reads a list of cars as the API accepts it, in JSON."""
    try:
        # A workbook's number or date is a subclass of str, which the decoder does not accept.
        return Reading(msgspec.json.decode(str(text), type=list[dict[str, object]]))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _note("fit", message("{cell} is no list of cars, the held one stays", cell=quote_cell(text)))
