"""Table models, tables and lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QPainter
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ShowWidget
from ui.i18n.bidi import isolate_name
from ui.theme import Theme, Tone, Type
from ui.widgets import Column, RowList, RowPainter, RowsModel, Table
from ui.widgets.tables.rows_model import Role


@dataclass(frozen=True, slots=True)
class Part:
    """A row."""

    sku: str
    name: str
    free: int


PARTS = [Part("A1", "Oil filter", 12), Part("B2", "Air filter", 3), Part("C3", "Fuel pump", 0)]
COLUMNS: tuple[Column[Part], ...] = (
    Column("Part", lambda part: part.name, second=lambda part: part.sku, sort="name"),
    Column("Free", lambda part: str(part.free), width=80, end=True),
    Column("State", lambda _part: "Low", width=80, tone=lambda _part: Tone.WARN),
    Column("Mark", lambda _part: "200", width=80, tone=lambda _part: Tone.GOOD, mark=True, code=True),
)


@pytest.fixture
def model() -> RowsModel[Part]:
    model: RowsModel[Part] = RowsModel(COLUMNS, lambda part: part.sku)
    return model


def test_the_model_keeps_qts_rules(model: RowsModel[Part]) -> None:
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_rows(PARTS)
    model.append([Part("D4", "Belt", 1)])
    model.prepend([Part("Z9", "New", 1)])
    model.set_rows([Part("Z9", "Renamed", 1), *PARTS, Part("D4", "Belt", 1)])
    model.set_rows([])
    assert model.rowCount() == 0


def test_the_model_gives_text_second_line_tone_and_row(model: RowsModel[Part]) -> None:
    model.set_rows(PARTS)
    first = model.index(0, 0)
    assert (first.data(), first.data(Role.SECOND), first.data(Role.ROW)) == ("Oil filter", "A1", PARTS[0])
    assert model.index(0, 2).data(Role.TONE) == Tone.WARN
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == "Oil filter A1"
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Free"


def test_only_changed_rows_are_redrawn(model: RowsModel[Part], qtbot: QtBot) -> None:
    model.set_rows(PARTS)
    with qtbot.waitSignal(model.dataChanged) as changed, qtbot.assertNotEmitted(model.modelReset):
        model.set_rows([PARTS[0], Part("B2", "Air filter", 2), PARTS[2]])
    assert changed.args is not None
    assert changed.args[0].row() == changed.args[1].row() == 1


def test_a_reload_keeps_the_selection(theme: Theme, model: RowsModel[Part], show: ShowWidget) -> None:
    model.set_rows(PARTS)
    table: Table[Part] = Table(theme, model, name="Parts")
    show(table)
    assert table.choose("B2")
    model.set_rows([Part("Q0", "First now", 1), *PARTS])
    assert table.current() == PARTS[1]
    assert not table.choose("gone")


def test_enter_opens_and_a_click_picks(theme: Theme, model: RowsModel[Part], show: ShowWidget, qtbot: QtBot) -> None:
    model.set_rows(PARTS)
    table: Table[Part] = Table(theme, model, name="Parts")
    show(table)
    picked: list[Part | None] = []
    table.picked.connect(picked.append)
    spot = table.visualRect(model.index(2, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    with qtbot.waitSignal(table.opened) as opened:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert picked == [PARTS[2]]
    assert opened.args == [PARTS[2]]


def test_a_header_asks_to_sort_both_ways(theme: Theme, model: RowsModel[Part], show: ShowWidget, qtbot: QtBot) -> None:
    model.set_rows(PARTS)
    table: Table[Part] = Table(theme, model, name="Parts")
    show(table)
    asked: list[tuple[str, bool]] = []
    table.sort_requested.connect(lambda name, down: asked.append((name, down)))
    header = table.horizontalHeader()
    for section in (0, 0, 1):
        spot = header.rect().topLeft()
        spot.setX(header.sectionViewportPosition(section) + 8)
        spot.setY(8)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert asked == [("name", False), ("name", True)]


def test_columns_share_the_width(theme: Theme, model: RowsModel[Part], show: ShowWidget) -> None:
    table: Table[Part] = Table(theme, model, name="Parts")
    show(table)
    assert sum(table.columnWidth(at) for at in range(4)) == table.viewport().width()
    assert table.columnWidth(1) == 80


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_every_cell_is_drawn_in_both_directions(
    theme: Theme, model: RowsModel[Part], show: ShowWidget, direction: Qt.LayoutDirection
) -> None:
    model.set_rows(PARTS)
    table: Table[Part] = Table(theme, model, name="Parts")
    table.setLayoutDirection(direction)
    show(table)
    table.choose("B2")
    image = table.grab().toImage()
    middle = table.visualRect(model.index(1, 0)).center() + table.viewport().pos()
    row = {image.pixelColor(x, middle.y()).name() for x in range(0, table.width(), 3)}
    assert theme.tokens.accent_tint.name() in row


class _Names(RowPainter):
    """Draws the name."""

    def paint_row(self, painter: QPainter, rect: QRect, row: Part, *, rtl: bool) -> None:
        self.text(painter, rect, row.name, Type.BODY, self.theme.tokens.text, end=False, rtl=rtl)


def test_a_list_picks_and_opens(theme: Theme, show: ShowWidget, qtbot: QtBot, settle: Callable[[], None]) -> None:
    column: Column[Part] = Column("", lambda part: part.name)
    model: RowsModel[Part] = RowsModel((column,), lambda part: part.sku)
    model.set_rows(PARTS)
    rows: RowList[Part] = RowList(theme, model, _Names(theme, 46), name="Parts")
    show(rows)
    with qtbot.waitSignal(rows.picked) as picked:
        rows.choose("A1")
    with qtbot.waitSignal(rows.opened) as opened:
        QTest.keyClick(rows, Qt.Key.Key_Return)
    assert picked.args == opened.args == [PARTS[0]]
    model.set_rows([Part("N0", "New", 0), *PARTS])
    assert rows.current() == PARTS[0]


def test_what_a_table_copies_has_no_marks_of_direction(theme: Theme, show: ShowWidget) -> None:
    """Another program, a till above all, stores them with the name and finds nothing again."""
    columns: tuple[Column[Part], ...] = (Column("Part", lambda part: isolate_name(part.name)),)
    rows: RowsModel[Part] = RowsModel(columns, lambda part: part.sku)
    table: Table[Part] = Table(theme, rows, name="Parts")
    show(table)
    rows.set_rows(PARTS)
    table.choose("B2")
    QTest.keySequence(table, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == "Air filter"
