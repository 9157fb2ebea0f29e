"""What a table says of a cell that is too narrow for its text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, RowsModel, Table

LONG = "from 18.625 to 20.000, " * 40
COLUMNS: tuple[Column[str], ...] = (
    Column("Part", lambda row: row),
    Column("Price", lambda row: row[:3], 120),
    Column("Change", lambda row: row[:3], 120, second=lambda row: row),
)


@pytest.fixture
def table(theme: Theme, show: ShowWidget) -> Table[str]:
    model: RowsModel[str] = RowsModel(COLUMNS, lambda row: row)
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
