"""Numbers of workbook cells as text: exact, and with the zeros that their format shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from service.files.folding import FOREIGN, cut_packs, names_packs, with_vat
from service.files.source import DateCell, NumberCell

FormatNumber = Callable[[str], str]
"""Turns a cell's number into the text of the cell."""

_QUOTED = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]')
_LOCALE = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
"""`[$AED]`, `[$AED-2401]`: a currency, and where it is written so."""

_GROUPED = re.compile(r"#,##0\.0+")
_DATE_SIGNS = re.compile(r"[dmyhs]", re.IGNORECASE)
_PATTERN = re.compile(r"[0#]")
_DIGITS = re.compile(r"\d+")
_DATE = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?: .{0,20})?|\d{1,2}[-/. ][^\W\d]{1,20}[-/., ]{1,2}\d{2,4}(?: .{0,20})?|"
    r"[^\W\d]{1,20}[-/. ]\d{2,4}"
)
_NUMBER = re.compile(r"\d[\d.,]*")
_DECIMALS = re.compile(r"\d{1,15}\.\d{1,6}")
_SHOWN_SIGNS = frozenset("-/ ()+")
_EXACT_DIGITS = 10**15
"""A spreadsheet stores 15 digits; the rest of a longer number is lost already."""

_LONGEST_EXACT = 15
_DATE_FORMATS = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_PERCENT_FORMATS = frozenset((9, 10))
_GENERAL = "General"
_SERIAL_LIMIT = 2_958_466
_EPOCH = date(1899, 12, 30)
_EPOCH_1904 = date(1904, 1, 1)


def plain_number(text: str) -> str:
    """A stored number as plain text: `0.1`, `12`; past 15 digits `1.2E+16`; others unchanged."""
    if text.isdigit() and len(text) <= _LONGEST_EXACT:
        return text.lstrip("0") or "0"
    try:
        return number_text(float(text))
    except ValueError:
        return text


def number_text(number: float) -> str:
    """A workbook's number as text, of 15 digits as shown there; NumberCell if it has decimals."""
    if number.is_integer():
        whole = int(number)
        return str(whole) if abs(whole) < _EXACT_DIGITS else f"{Decimal(whole).normalize():.14E}"
    short = f"{number:.15g}"
    return NumberCell(f"{Decimal(short):f}" if "e" in short else short)


def number_as_shown(value: str, displayed: str) -> str:
    """A stored number as plain text, or as displayed if that only adds zeros and signs to a whole
    number, or in percent. A day number that is displayed as its date becomes a DateCell.
    """
    if displayed.rstrip().endswith(("%", "٪")):
        return displayed.strip()
    plain = plain_number(value)
    day = _day_as_shown(plain, displayed)
    if day is not None:
        return day
    if plain.isdigit() and _only_filled(displayed, plain):
        return displayed
    said = find_meaning(_NUMBER.sub(" ", displayed, count=1))
    if said:
        return NumberCell(f"{plain} {said}")
    shown = displayed.strip().replace(",", ".")
    return NumberCell(shown) if _DECIMALS.fullmatch(shown) and Decimal(shown) == Decimal(plain) else plain


def _day_as_shown(number: str, displayed: str) -> DateCell | None:
    """The date of a day number, if the text is a date with its year; else None."""
    whole = number.partition(".")[0]
    if not _DATE.fullmatch(displayed.strip()) or not whole.isdigit() or not 0 < int(whole) < _SERIAL_LIMIT:
        return None
    shown = {int(digits) for digits in _DIGITS.findall(displayed)}
    for epoch in (_EPOCH, _EPOCH_1904):
        day = epoch + timedelta(days=int(whole))
        if shown & {day.year, day.year % 100}:
            return DateCell(day.isoformat())
    return None


def _only_filled(displayed: str, plain: str) -> bool:
    digits = "".join(char for char in displayed if char.isdigit())
    others = {char for char in displayed if not char.isdigit()}
    return displayed.isascii() and others <= _SHOWN_SIGNS and digits.lstrip("0") == plain.lstrip("0") and digits != ""


def percent_text(text: str) -> str:
    """A stored number as it is shown in percent: `0.15` as `15%`, which no price is."""
    try:
        return f"{(Decimal(plain_number(text)) * 100).normalize():f}%"
    except InvalidOperation:
        return text


def choose_formatter(code: str, number: int, dates: FormatNumber) -> FormatNumber:
    """`dates` for a format of dates, else what `make_number_formatter` makes."""
    return dates if is_date_format(code, number) else make_number_formatter(code, number)


def make_number_formatter(code: str, number: int = -1) -> FormatNumber:
    """How a number format shows numbers: `00000` and `0.000` add zeros, `000-000` its signs, `0%`
    shows percent, `[$AED] 0.00` the currency, `0" DOZ"` the unit; others nothing, and none takes a
    digit away. Its number only counts if it has no code of its own.
    """
    first = code.split(";", 1)[0]
    first = first.removeprefix("#,##") if _GROUPED.fullmatch(first) else first
    if "%" in _QUOTED.sub("", first) or (not code and number in _PERCENT_FORMATS):
        return percent_text
    shown = _LOCALE.sub(lambda part: part[1] and f'"{part[1]}"', first)
    currency = FOREIGN.search(_QUOTED.sub(lambda part: part[1] or part[2] or " ", shown))
    quoted = "".join(part[1] or part[2] or " " for part in _QUOTED.finditer(shown))
    said = find_meaning(quoted if currency is None else currency[0])
    pattern = _parse_pattern(first)
    if pattern is None and not said:
        return _with_percent_sign if "%" in first else plain_number
    if said:
        return lambda text: NumberCell(f"{plain_number(text)} {said}")
    signs, point, after = _split(pattern or [])

    def show(text: str) -> str:
        plain = plain_number(text)
        whole, _, decimals = plain.partition(".")
        if not whole.isdigit() or (decimals and not decimals.isdigit()) or len(decimals) > point:
            return plain
        filled = _fill_pattern(whole, signs)
        if not point:
            return filled
        return NumberCell(f"{filled}.{_fill_pattern(decimals.ljust(point, '0'), after)}")

    return show


def _split(pattern: list[str]) -> tuple[list[str], int, list[str]]:
    """The signs before the point, how many digits are shown after it, and the signs there."""
    if "." not in pattern:
        return pattern, 0, []
    place = pattern.index(".")
    after = pattern[place + 1 :]
    return pattern[:place], sum(sign in "0#" for sign in after), after


def find_meaning(words: str) -> str:
    """What words next to a number mean: a foreign currency, VAT, or packs; "" if nothing."""
    currency, unit = FOREIGN.search(words), words.strip(" .")
    if currency is not None:
        return currency[0]
    return unit if (unit.isalpha() and names_packs(unit)) or with_vat(words) or cut_packs(words)[0] else ""


def _with_percent_sign(text: str) -> str:
    """The same of a format that adds the sign as a text: `12.5` as `12.5%`."""
    return f"{plain_number(text)}%"


def _parse_pattern(code: str) -> list[str] | None:
    """The format's signs, `0` and `#` for digits; None if it shows numbers as they are."""
    signs: list[str] = []
    place = 0
    for match in _QUOTED.finditer(code):
        signs.extend(code[place : match.start()])
        literal = match.group(1) or match.group(2) or ""
        signs.extend(f"'{char}" for char in literal)
        place = match.end()
    signs.extend(code[place:])
    unquoted = [sign for sign in signs if len(sign) == 1]
    after = unquoted[unquoted.index(".") + 1 :] if "." in unquoted else []
    if any(sign not in "0#-/() +." for sign in unquoted) or unquoted.count("0") < 1 or {"#", "."} & set(after):
        return None
    padded = unquoted.count("0") > 1 or len(signs) > len(unquoted) or any(sign not in "0#" for sign in unquoted)
    return signs if padded else None


def _fill_pattern(digits: str, pattern: list[str]) -> str:
    """Fills the pattern with the digits from the right; surplus digits go before the first one."""
    places = sum(1 for sign in pattern if sign in "0#")
    left = len(digits) - places
    rest = list(digits[max(left, 0) :].rjust(places, "\0"))
    over = digits[: max(left, 0)]
    out: list[str] = []
    for sign in pattern:
        if sign not in ("0", "#"):
            out.append(sign[-1])
            continue
        out.append(over)
        over = ""
        digit = rest.pop(0)
        out.append(digit if digit != "\0" else "0" if sign == "0" else "")
    return "".join(out).strip()


def is_date_format(code: str, number: int = -1) -> bool:
    """Whether a number format is a date or time; its number only counts if it has no own code."""
    if code:
        return bool(_DATE_SIGNS.search(_QUOTED.sub("", code)) and not _PATTERN.search(code)) and code != _GENERAL
    return number in _DATE_FORMATS


def make_date_formatter(since_1904: bool) -> FormatNumber:
    """Makes a function from a workbook's day number to an ISO date, as a DateCell."""
    epoch = _EPOCH_1904 if since_1904 else _EPOCH

    def show(text: str) -> str:
        try:
            days = float(text)
        except ValueError:
            return text
        if not 0 <= days < _SERIAL_LIMIT:
            return plain_number(text)
        day = (epoch + timedelta(days=int(days))).isoformat()
        return DateCell(day if days.is_integer() else f"{day} {timedelta(seconds=int(days % 1 * 86_400))}")

    return show
