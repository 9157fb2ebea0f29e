"""Cells and rows, as every format returns them."""

from __future__ import annotations

from typing import NamedTuple


class NumberCell(str):
    """A cell that holds a number with a decimal point, whatever the file's own decimal sign is."""

    __slots__ = ()


class DateCell(str):
    """A workbook cell that holds a date, as ISO text."""

    __slots__ = ()


class NullCell(str):
    """A JSON null: it clears the field, where a blank cell leaves it alone."""

    __slots__ = ()


NULL = NullCell("")


NOT_CALCULATED = "#CALC!"
"""A formula that was saved without its value; no field takes it."""


class RawRow(NamedTuple):
    """One row of a file; `line` counts from 1: file line, sheet row or place in a JSON array."""

    line: int
    cells: list[str]
