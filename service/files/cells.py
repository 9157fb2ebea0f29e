"""Cells and rows, in the form that every format returns."""

from __future__ import annotations

from typing import NamedTuple


class NumberCell(str):
    """A cell with a number that has a decimal point, whatever the file's own decimal sign is."""

    __slots__ = ()


class DateCell(str):
    """A workbook cell with a date, as ISO text."""

    __slots__ = ()


class NullCell(str):
    """A JSON null: it clears the field, while a blank cell changes nothing."""

    __slots__ = ()


NULL = NullCell("")


NOT_CALCULATED = "#CALC!"
"""A formula that was saved without its value; no field accepts it."""


class RawRow(NamedTuple):
    """One row of a file. `line` counts from 1: file line, sheet row or index in a JSON array."""

    line: int
    cells: list[str]
