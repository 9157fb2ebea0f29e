"""Checks the values of a source's first run, which has no earlier run to compare with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from service.domain.money import format_bhd
from service.domain.sentences import Sentence, message

_FEWEST_ROWS = 20
_LOW_FILS, _HIGH_FILS = 50, 10_000_000
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?: .*)?|\d{1,2}/\d{1,2}/\d{2,4}")
_MOJIBAKE = re.compile(
    "[\u00c3\u00c2\u00d8\u00d9\u00d0\u00d1][\u0080-\u00bf\u2000-\u2122\u0152-\u0192]|\ufffd|\u00ef\u00bf\u00bd"
)
_MANY_TIMES = 20


@dataclass(slots=True)
class FirstRunTally:
    """Counts over the rows of a file, in constant memory.
    Prices are fils, quantities thousandths.
    """

    rows: int = 0
    prices: int = 0
    zero: int = 0
    low: int = 0
    high: int = 0
    equal: int = 0
    names: int = 0
    unreadable: int = 0
    dates: int = 0
    next_serial: int = 1
    rejected: int = 0
    sizes: dict[int, int] = field(default_factory=dict)
    """The number of prices by their count of binary digits."""

    def add(self, sku: str, name: object, price: object, milli: int | None) -> None:
        """Counts one row. A None counts as neither text nor number."""
        self.rows += 1
        if self.next_serial:
            self.next_serial = self.next_serial + 1 if sku == str(self.next_serial) else 0
        if _DATE.fullmatch(sku):
            self.dates += 1
        if isinstance(name, str):
            self.names += 1
            self.unreadable += _MOJIBAKE.search(name) is not None
        if isinstance(price, int):
            self._add_price(price, milli)

    def _add_price(self, price: int, milli: int | None) -> None:
        self.prices += 1
        self.zero += not price
        self.low += 0 < price < _LOW_FILS
        self.high += price > _HIGH_FILS
        self.equal += price > 0 and price == milli
        digits = price.bit_length()
        self.sizes[digits] = self.sizes.get(digits, 0) + 1

    @property
    def median(self) -> int:
        """The median price, to a power of two; 0 without prices."""
        passed = 0
        for digits in sorted(self.sizes):
            passed += self.sizes[digits]
            if passed * 2 >= self.prices:
                return 1 << max(0, digits - 1)
        return 0


def find_doubts(tally: FirstRunTally, held_median: int | None) -> list[Sentence]:
    """What makes the file's values doubtful. `held_median` is the median of the shop's prices, if
    it has many.
    """
    if tally.rows + tally.rejected < _FEWEST_ROWS:
        return []
    doubts = [*_price_doubts(tally), *_text_doubts(tally)]
    median = tally.median
    if held_median and median and max(median / held_median, held_median / median) >= _MANY_TIMES:
        sentence = message(
            "Half of the prices in the file are above BHD {file}, of those held above BHD {held}.",
            file=format_bhd(median),
            held=format_bhd(held_median),
        )
        doubts.append(sentence)
    return doubts


def _price_doubts(tally: FirstRunTally) -> list[Sentence]:
    doubts: list[Sentence] = []
    if tally.zero * 5 > tally.prices:
        doubts.append(message("{some:,} of {prices:,} prices are 0.", some=tally.zero, prices=tally.prices))
    if tally.low * 5 > tally.prices:
        doubts.append(message("{some:,} of {prices:,} prices are below 50 fils.", some=tally.low, prices=tally.prices))
    if tally.high * 20 > tally.prices:
        doubts.append(
            message("{some:,} of {prices:,} prices are above BHD 10,000.", some=tally.high, prices=tally.prices)
        )
    if tally.equal * 2 > tally.prices:
        doubts.append(
            message("In {some:,} of {rows:,} rows the price is the quantity.", some=tally.equal, rows=tally.rows)
        )
    return doubts


def _text_doubts(tally: FirstRunTally) -> list[Sentence]:
    doubts: list[Sentence] = []
    if tally.next_serial > _FEWEST_ROWS:
        doubts.append(message("The part numbers count 1, 2, 3: they may be line numbers."))
    if tally.dates * 2 > tally.rows:
        doubts.append(message("{some:,} of {rows:,} part numbers look like dates.", some=tally.dates, rows=tally.rows))
    if tally.unreadable * 5 > tally.names:
        sentence = message(
            "{some:,} of {rows:,} names look unreadable: choose the file's encoding.",
            some=tally.unreadable,
            rows=tally.names,
        )
        doubts.append(sentence)
    if tally.rejected * 2 > tally.rows + tally.rejected:
        sentence = message(
            "{some:,} of {rows:,} rows would be rejected.", some=tally.rejected, rows=tally.rows + tally.rejected
        )
        doubts.append(sentence)
    return doubts
