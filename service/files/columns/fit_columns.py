"""Reads a row's fit by the owner's rule: from columns, or from text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from service.domain.sentences import Sentence, message, prefix_field
from service.files.columns.mapping import FitRule
from service.files.folding import DIGITS, fold_text
from service.files.values.car_words import MAKE_WORDS
from service.files.values.cell_readers import quote_cell
from service.files.values.fit_text import Car, read_cars, read_years

ReadFit = Callable[[Sequence[str]], tuple[list[Car] | None, Sentence | None]]
"""From a row's cells to its cars (None leaves the stored fit), and a remark."""


_INCOMPLETE_CAR = prefix_field("fit", message("make or model is blank, the held fit stays"))


def fit_reader(rule: FitRule, places: dict[str, int]) -> ReadFit:
    """Makes a reader of fit; `places` maps columns to their indexes."""

    def cell(cells: Sequence[str], column: str | None) -> str:
        return cells[places[column]].strip() if column is not None else ""

    def from_text(cells: Sequence[str]) -> tuple[list[Car] | None, Sentence | None]:
        text = cell(cells, rule.text)
        cars = read_cars(text, _make(cell(cells, rule.make)) or rule.fixed_make)
        if cars or not text:
            return cars, None
        return None, prefix_field(
            "fit", message("no car was recognised in {cell}, the held fit stays", cell=quote_cell(text))
        )

    def from_columns(cells: Sequence[str]) -> tuple[list[Car] | None, Sentence | None]:
        make = _make(cell(cells, rule.make)) or rule.fixed_make
        model = cell(cells, rule.model)
        if not make or not model:
            return None, _INCOMPLETE_CAR if cell(cells, rule.make) or model else None
        first, last = _span(cell(cells, rule.year_from), cell(cells, rule.year_to), rule)
        car: Car = {"make": make, "model": model}
        return [car | ({"year_from": first} if first else {}) | ({"year_to": last} if last else {})], None

    def leave_blank(cells: Sequence[str]) -> tuple[list[Car] | None, Sentence | None]:
        cars, note = from_text(cells)
        return cars or None, note

    return leave_blank if rule.text is not None else from_columns


def _make(text: str) -> str:
    return MAKE_WORDS.get(fold_text(text), text)


def _span(first: str, last: str, rule: FitRule) -> tuple[int | None, int | None]:
    """The years of two columns, or of one that contains a span."""
    if rule.year_to is None:
        return read_years(first)
    return _one(first), _one(last)


def _one(text: str) -> int | None:
    digits = text.translate(DIGITS)
    return int(digits) if digits.isdigit() and digits.isascii() and len(digits) == 4 else None
