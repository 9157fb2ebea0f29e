"""Numbers as people and systems write them, read exactly, without floats."""

from __future__ import annotations

import re
from typing import NamedTuple

from service.files.folding import CURRENCY_CODES
from service.files.source import NumberCell
from service.files.values.options import DecimalSign

_LONGEST = 60
_SIGNS = str.maketrans(
    {
        **{chr(0x0660 + digit): str(digit) for digit in range(10)},
        **{chr(0x06F0 + digit): str(digit) for digit in range(10)},
        "،": ",",
        "−": "-",
        "–": "-",
        "٬": None,
        "'": None,
        "’": None,
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        **dict.fromkeys("\u200b\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
    }
)
_CURRENCY = (
    rf"(?:[Bb]\.?[Hh]?\.?[Dd]\.?|(?:{CURRENCY_CODES})\.?|US\$|S\.?R\.?|Q\.?R\.?|Rs\.?|[$€£¥₹﷼]|Dhs?\.?|"
    r"د\.?\s?[بإاك]\.?|ج\.?\s?م\.?|ر\.?\s?[سقع]\.?|دينار(?:\s?بحريني)?|ريال(?:\s?\w+)?|درهم|(?P<fils{0}>[Ff]ils|FILS|فلس))"
)
_MONEY = re.compile(
    rf"(?:{_CURRENCY.replace('{0}', '1')})?\s*(?P<sign>[-+(]?)\s*(?:{_CURRENCY.replace('{0}', '2')})?\s*"
    r"(?P<body>[\d.,][\d.,٫ ]*?)(?P<end>\)?-?|\s*/-|\.-|\s*/?\s*(?i:each|ea|pcs?|nos?))\s*"
    rf"(?:{_CURRENCY.replace('{0}', '3')})?"
)
_UNIT = (
    r"(?!(?:days?|weeks?|wks?|months?|hours?|hrs?|years?|yrs?|min|max|under|over|above|below|upto|up|to|eta|due|ord)\b)"
    r"[^\W\d_]{1,9}"
)
_COUNT = re.compile(
    r"(?P<sign>\(-\)|[-+(]?)\s*(?P<body>[\d.,][\d.,٫ ]*?)(?P<end>\)?-?)\s*"
    rf"(?:(?P<unit>(?:{_UNIT}\s?)?(?:of|x|\*)\s?\d{{1,4}}|{_UNIT})\.?)?|(?P<before>{_UNIT})\.?\s*(?P<after>\d{{1,9}})",
    re.IGNORECASE,
)
"""A number of units; a short word next to it is the unit, unless it means a time or a bound."""

_GROUPED = re.compile(r"\d{1,3}([., ])(?:\d{2,3}\1)*\d{3}|\d*")
"""Digits, or groups with the same sign between them: `10.500 12.450` are two prices."""


_SPACED_GROUPS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")


def plain_signs(text: str) -> str:
    """A number's text in expected characters: Western digits, `.` and `,`, no grouping spaces."""
    return _SPACED_GROUPS.sub("", text.translate(_SIGNS)) if len(text) <= _LONGEST else ""


class Number(NamedTuple):
    """`coefficient` x 10^-`decimals`; `fils` if the text counts fils, `unit` if it names one."""

    coefficient: int
    decimals: int
    fils: bool = False
    unit: str = ""


def read_money(text: str, sign: DecimalSign) -> Number | None:
    """An amount with or without currency; None if the text is no amount."""
    match = _match(_MONEY, text)
    if match is None:
        return None
    fils = any(match[name] for name in ("fils1", "fils2", "fils3"))
    return _number(match, _sign_of(text, sign), fils)


def read_count(text: str, sign: DecimalSign) -> Number | None:
    """A number of units, also "12 pcs"; None if the text is none."""
    if text.isdigit() and text.isascii() and len(text) < _LONGEST:
        return Number(int(text), 0)
    match = _match(_COUNT, text)
    if match is not None and match["after"]:
        return Number(int(match["after"]), 0, unit=match["before"])
    number = None if match is None else _number(match, _sign_of(text, sign), fils=False)
    return number if number is None or match is None else number._replace(unit=match["unit"] or "")


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return pattern.fullmatch(text.translate(_SIGNS).strip()) if len(text) <= _LONGEST else None


def _sign_of(text: str, sign: DecimalSign) -> str:
    return "." if type(text) is NumberCell else sign.value


def _number(match: re.Match[str], sign: str, fils: bool) -> Number | None:
    parted = _split_number(match["body"].strip(), sign)
    if parted is None:
        return None
    whole, decimals = parted
    coefficient = int(whole + decimals)
    negative = match["sign"] in ("-", "(", "(-)") or match["end"] in ("-", ")-")
    return Number(-coefficient if negative else coefficient, len(decimals), fils)


def _split_number(body: str, sign: str) -> tuple[str, str] | None:
    """The digits before and after the decimal sign; None if the signs make no number."""
    place = _decimal_place(body, sign)
    whole, decimals = (body, "") if place < 0 else (body[:place], body[place + 1 :])
    if not (whole or decimals) or not (decimals.isdigit() or not decimals) or not _GROUPED.fullmatch(whole):
        return None
    return re.sub(r"[., ]", "", whole) or "0", decimals


def _decimal_place(body: str, sign: str) -> int:
    """The index of the decimal sign, or -1: of two kinds the last; a single one by the file's own
    sign.

    The other sign separates thousands only where it can: "1,234" in a file with decimal points,
    never "12,5".
    """
    if "٫" in body:
        return body.index("٫")
    commas, points = body.count(","), body.count(".")
    if commas and points:
        last = max(body.rfind(","), body.rfind("."))
        return last if body.count(body[last]) == 1 else -1
    if commas + points != 1:
        return -1
    place = body.index("," if commas else ".")
    if body[place] in sign:
        return place
    groups = len(body) - place == 4 and 1 <= place <= 3 and body[0] != "0"
    return -1 if groups else place
