"""Finds the decimal sign of a column: what its numbers prove, and what they leave open.

`31.508` and `5,000` have two readings. `12.50`, `0,850` and `1,234.50` have one, and decide the
others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from service.files.cells import NumberCell
from service.files.values.numbers import plain_signs
from service.files.values.options import DecimalSign

POINT, COMMA = ".", ","
ARABIC_SIGN = "٫"
SIGNS = (POINT, COMMA)
_OTHER = {POINT: COMMA, COMMA: POINT}
_SAMPLES = 3
_GROUP = 3
_BODY = re.compile(r"\d[\d.,]*|[.,]\d+")


class SignTally:
    """Counts per sign over texts: `decimal` and `grouping` are proofs, `unclear` has both readings.

    `plain` counts numbers without a sign, `exact` number cells with decimals. `samples` are the
    first unclear texts per sign.
    """

    __slots__ = ("decimal", "exact", "grouping", "plain", "samples", "unclear")

    def __init__(self) -> None:
        self.plain = 0
        self.exact = 0
        self.decimal = dict.fromkeys(SIGNS, 0)
        self.grouping = dict.fromkeys(SIGNS, 0)
        self.unclear = dict.fromkeys(SIGNS, 0)
        self.samples: dict[str, list[str]] = {sign: [] for sign in SIGNS}

    def add(self, text: str) -> None:
        """Counts one cell."""
        whole, sign, rest = text.partition(POINT)
        if not (whole.isdigit() and (rest.isdigit() or not sign)):
            self._add_other(text)
        elif not sign:
            self.plain += 1
        elif type(text) is NumberCell:
            self.exact += 1
        else:
            self._add_parts(text, whole, POINT, rest)

    def _add_other(self, text: str) -> None:
        """Counts a number that is not written with digits and one point."""
        # The Arabic decimal sign has one meaning only.
        match = None if type(text) is NumberCell or ARABIC_SIGN in text else _BODY.search(plain_signs(text))
        body = match.group().rstrip(".,") if match else ""
        points, commas = body.count(POINT), body.count(COMMA)
        if not body:
            return
        if not points and not commas:
            self.plain += 1
        elif points and commas:
            self._add_both(body)
        else:
            sign = POINT if points else COMMA
            if points + commas > 1:
                self.grouping[sign] += 1
            else:
                whole, _, rest = body.partition(sign)
                self._add_parts(text, whole, sign, rest)

    def _add_both(self, body: str) -> None:
        last = max(SIGNS, key=body.rfind)
        if body.count(last) == 1:
            self.decimal[last] += 1
            self.grouping[_OTHER[last]] += 1

    def _add_parts(self, text: str, whole: str, sign: str, rest: str) -> None:
        if len(rest) != _GROUP or not 1 <= len(whole) <= _GROUP or whole.startswith(("0", "٠", "۰")):
            self.decimal[sign] += 1
            return
        self.unclear[sign] += 1
        if len(self.samples[sign]) < _SAMPLES and text not in self.samples[sign]:
            self.samples[sign].append(text)

    @property
    def unclear_signs(self) -> tuple[str, ...]:
        """The signs of numbers that have two readings."""
        return tuple(sign for sign in SIGNS if self.unclear[sign])

    def proves_decimal(self, sign: str) -> bool:
        """Whether a number shows that this sign is the decimal sign."""
        return self.decimal[sign] > 0 or self.grouping[_OTHER[sign]] > 0

    def all_samples(self) -> list[str]:
        """Unclear texts of either sign."""
        return [text for sign in SIGNS for text in self.samples[sign]]


def merge_tallies(tallies: Iterable[SignTally]) -> SignTally:
    """The sums of several columns."""
    merged = SignTally()
    for tally in tallies:
        merged.plain += tally.plain
        merged.exact += tally.exact
        for sign in SIGNS:
            merged.decimal[sign] += tally.decimal[sign]
            merged.grouping[sign] += tally.grouping[sign]
            merged.unclear[sign] += tally.unclear[sign]
            room = _SAMPLES - len(merged.samples[sign])
            merged.samples[sign] += tally.samples[sign][:room]
    return merged


def certain_sign(tally: SignTally, others: SignTally, *, trust: bool) -> DecimalSign | None:
    """The decimal sign of a group of columns, None if a number in it has two readings.

    `others` are the file's other numbers. `trust`: a program wrote the file for programs (JSON,
    XML), so that a point is decimal where every number has one and three digits.
    """
    readings = {sign: _is_decimal(sign, tally, others, trust=trust) for sign in tally.unclear_signs}
    if None in readings.values() or (len(readings) > 1 and readings[POINT] == readings[COMMA]):
        return None
    for sign, decimal in readings.items():
        return DecimalSign(sign if decimal else _OTHER[sign])
    return DecimalSign.COMMA if tally.decimal[COMMA] > tally.decimal[POINT] else DecimalSign.POINT


def _is_decimal(sign: str, tally: SignTally, others: SignTally, *, trust: bool) -> bool | None:
    """Whether an unclear sign is decimal; None if nothing proves either reading."""
    decimal, grouping = tally.proves_decimal(sign), tally.grouping[sign] > 0
    if decimal != grouping:
        return decimal
    if decimal:
        return None
    other = _OTHER[sign]
    if tally.decimal[other]:
        # `12.50` next to `1,234`: as thousands it would be `1,234.00`.
        return None
    if others.proves_decimal(sign) and not others.proves_decimal(other):
        return True
    return True if sign == POINT and _is_trusted(trust, tally, others) else None


def _is_trusted(trust: bool, tally: SignTally, others: SignTally) -> bool:
    """Whether a point is decimal without proof, because nothing else in the file contradicts it."""
    return trust and not (others.decimal[COMMA] or tally.decimal[COMMA] or tally.plain)


def certain_count_sign(tally: SignTally, prices: SignTally, *, trust: bool) -> DecimalSign | None:
    """The same for quantities: next to prices with decimals most counts are whole, and thousands
    are grouped.
    """
    certain = certain_sign(tally, prices, trust=False)
    if certain is not None or len(tally.unclear_signs) != 1:
        return certain
    sign = tally.unclear_signs[0]
    if sign == POINT and prices.unclear[POINT] and _is_trusted(trust, prices, tally):
        return DecimalSign.POINT
    other = _OTHER[sign]
    own_proof = tally.decimal[other] or tally.proves_decimal(sign)
    if own_proof or not prices.decimal[other] or prices.proves_decimal(sign) or tally.plain < tally.unclear[sign]:
        return None
    return DecimalSign(other)
