"""The cars that a part fits: what is wrong with one is displayed where it can be seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from service.domain.catalogue.items import Fit
from tests.ui.widgets.scrolled_page import show_scrolled
from ui.panes.catalogue.item_editor import CarRows
from ui.shell.pane_context import PaneContext

CAMRY = Fit("Toyota", "Camry", 2018, 2024)


@pytest.fixture
def cars(context: PaneContext, qtbot: QtBot) -> Iterator[CarRows]:
    """Two cars at the end of a page that is higher than its area."""
    page, above, cars = QWidget(), QWidget(), CarRows(context, (CAMRY, CAMRY))
    above.setFixedHeight(2000)
    layout = QVBoxLayout(page)
    layout.addWidget(above)
    layout.addWidget(cars)
    area = show_scrolled(page, qtbot)
    yield cars
    area.close()


@pytest.mark.parametrize(
    ("years", "faulty", "text"),
    [
        (("18", ""), 2, "Write years like 2018, or leave them empty."),
        (("2018", "24"), 3, "Write years like 2018, or leave them empty."),
        (("2024", "2018"), 2, "The first year must not be after the last one."),
    ],
)
def test_a_wrong_year_is_scrolled_to_and_its_field_is_the_faulty_one(
    cars: CarRows, years: tuple[str, str], faulty: int, text: str, qtbot: QtBot
) -> None:
    line = cars.rows[1]
    for edit, year in zip(line.edits[2:], years, strict=True):
        edit.setText(year)
    assert cars.read() is None
    assert line.fault.text() == text
    assert cars.first_faulty() is line.edits[faulty]
    qtbot.waitUntil(lambda: not line.fault.visibleRegion().isEmpty())
    QTest.keyClick(line.edits[faulty], Qt.Key.Key_Backspace)
    assert line.fault.isHidden()
    assert cars.first_faulty() is None


def test_what_the_service_refuses_is_at_the_field_it_names(cars: CarRows, qtbot: QtBot) -> None:
    assert cars.read() == (CAMRY, CAMRY)
    cars.show_fault(1, "Must not be blank", "model")
    assert cars.first_faulty() is cars.rows[1].edits[1]
    assert cars.rows[1].edits[1].accessibleDescription() == "Must not be blank"
    qtbot.waitUntil(lambda: not cars.rows[1].fault.visibleRegion().isEmpty())
    cars.show_fault(0, "Is too long", "")
    assert cars.first_faulty() is cars.rows[0].make
