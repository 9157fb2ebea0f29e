"""Headings are above what they name, and a long name gets the space that there is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt

from tests.ui.conftest import ShowWidget
from tests.ui.find_ink import find_ink, paint_on_white
from ui.theme import Theme
from ui.widgets import Column, RowsModel, Table

TEXT = "HHHH"
"""Begins and ends with an upright stroke, so that its ink shows where the text is."""

COLUMNS: tuple[Column[str], ...] = (
    Column(TEXT, lambda row: row, strong=True, inset=12),
    Column(TEXT, lambda row: row, 120),
    Column(TEXT, lambda row: row, 120, end=True),
    Column(TEXT, lambda row: row, 120, end=True, strong=True, inset=12),
)


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_heading_begins_or_ends_where_its_column_does(
    theme: Theme, show: ShowWidget, direction: Qt.LayoutDirection
) -> None:
    """They were 5 to 10 pixels off."""
    model: RowsModel[str] = RowsModel(COLUMNS, lambda row: row)
    model.set_rows([TEXT])
    table: Table[str] = Table(theme, model, name="Parts")
    table.setLayoutDirection(direction)
    show(table)
    image, header = paint_on_white(table), table.horizontalHeader()
    for at, column in enumerate(COLUMNS):
        place = QPoint(header.sectionViewportPosition(at), 0)
        section = QRect(header.mapTo(table, place), header.mapTo(table, place) + QPoint(table.columnWidth(at) - 1, 29))
        cell = table.visualRect(model.index(0, at)).translated(table.viewport().pos()).adjusted(3, 3, -3, -3)
        heading, text = find_ink(image, section), find_ink(image, cell)
        side = 1 if column.end is (direction is Qt.LayoutDirection.LeftToRight) else 0
        assert abs(heading[side] - text[side]) <= 1, column


def test_a_name_gets_the_room_of_a_column_that_yields(theme: Theme, show: ShowWidget) -> None:
    columns: tuple[Column[str], ...] = (
        Column("Part", lambda row: row, strong=True),
        Column("Brand", lambda _row: "Toyota", 78, yields=True),
        Column("Qty", lambda _row: "1", 70, end=True),
    )
    model: RowsModel[str] = RowsModel(columns, lambda row: row)
    table: Table[str] = Table(theme, model, name="Parts")
    show(table)
    for width in (600, 300, 600):
        table.resize(width, 200)
        is_narrow = width == 300
        assert table.isColumnHidden(1) is is_narrow
        assert table.columnWidth(0) == table.viewport().width() - 70 - (0 if is_narrow else 78)


@pytest.mark.parametrize("width", [300, 600])
def test_the_columns_fill_the_table(theme: Theme, show: ShowWidget, width: int) -> None:
    model: RowsModel[str] = RowsModel(COLUMNS[:1] + COLUMNS[2:3], lambda row: row)
    table: Table[str] = Table(theme, model, name="Parts")
    show(table)
    table.resize(width, 200)
    assert table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()
