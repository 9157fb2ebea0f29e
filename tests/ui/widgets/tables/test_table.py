"""What a table says of a cell that is too narrow for its text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from tests.ui.conftest import ShowWidget
from tests.ui.find_ink import find_ink, paint_on_white
from ui.theme import Theme, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, RowsModel, Table
from ui.widgets.tables.table import _second_font

TEXT = "HHHH"
"""Begins and ends with an upright stroke, so that its ink shows where the text is."""

COLUMNS: tuple[Column[str], ...] = (
    Column(TEXT, lambda row: row, strong=True, inset=12),
    Column(TEXT, lambda row: row, 120),
    Column(TEXT, lambda row: row, 120, end=True),
    Column(TEXT, lambda row: row, 120, end=True, strong=True, inset=12),
)
LONG = "from 18.625 to 20.000, " * 40
COLUMNS_TABLE: tuple[Column[str], ...] = (
    Column("Part", lambda row: row),
    Column("Price", lambda row: row[:3], 120),
    Column("Change", lambda row: row[:3], 120, second=lambda row: row),
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


@pytest.mark.parametrize(("text", "is_code"), [("04465-60320", True), ("A7", True), ("Automatically", False)])
def test_only_what_is_not_of_letters_alone_is_a_code(theme: Theme, text: str, is_code: bool) -> None:
    assert (_second_font(theme, text) == theme.font(Type.MONO)) is is_code


@pytest.mark.parametrize(("words", "is_cut"), [(4, False), (60, True)])
def test_a_text_that_wraps_is_cut_only_beyond_its_row(theme: Theme, show: ShowWidget, words: int, is_cut: bool) -> None:
    column: Column[str] = Column("What we noticed", lambda row: row, 160, wraps=True)
    model: RowsModel[str] = RowsModel((column, Column("Row", lambda row: row[:3])), lambda row: row)
    table: Table[str] = Table(theme, model, name="Rows", row_height=TWO_LINE_ROW)
    model.set_rows(["noticed " * words])
    show(table)
    assert bool(_point_at(table, 0, 0)) is is_cut


@pytest.fixture
def table(theme: Theme, show: ShowWidget) -> Table[str]:
    model: RowsModel[str] = RowsModel(COLUMNS_TABLE, lambda row: row)
    model.set_rows([LONG, "<b>4</b>"])
    table: Table[str] = Table(theme, model, name="Parts", row_height=TWO_LINE_ROW)
    show(table)
    return table


def _point_at(table: Table[str], row: int, column: int) -> str:
    """What is said when the pointer rests on a cell."""
    QToolTip.hideText()
    place = table.visualRect(table.model().index(row, column)).center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, table.viewport().mapToGlobal(place))
    QApplication.sendEvent(table.viewport(), event)
    return QToolTip.text()


def test_a_cut_text_is_said_whole(table: Table[str]) -> None:
    assert _point_at(table, 0, 0) == LONG
    assert _point_at(table, 0, 2) == f"fro\n{LONG}"


def test_a_text_that_has_room_is_not_repeated(table: Table[str]) -> None:
    assert _point_at(table, 0, 1) == ""
    assert _point_at(table, 1, 0) == ""


def test_tags_in_a_cut_text_are_shown_as_they_are(theme: Theme, table: Table[str], show: ShowWidget) -> None:
    table.setFixedWidth(300)
    assert _point_at(table, 1, 0) == "<span>&lt;b&gt;4&lt;/b&gt;</span>"
