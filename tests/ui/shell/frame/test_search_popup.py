"""Enter in the search of the top bar opens the first hit of the text in the field."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.fake import FakeBackend
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.widgets import SearchField

Settle = Callable[[], None]


@pytest.fixture
def field(window: MainWindow) -> SearchField:
    assert window.topbar is not None
    window.topbar.search._typing_timer.setInterval(60_000)
    return window.topbar.search


def _search(field: SearchField, text: str) -> None:
    field.edit.setText(text)
    field._typing_timer.timeout.emit()


def _opened_sku(window: MainWindow) -> str:
    assert isinstance(window.pane, CataloguePane)
    assert window.pane.detail.item is not None
    return window.pane.detail.item.sku


def test_enter_waits_for_what_was_typed_last(window: MainWindow, field: SearchField, settle: Settle) -> None:
    _search(field, "filter")
    settle()
    field.edit.setText("17801-38051")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    settle()
    assert _opened_sku(window) == "17801-38051"


def test_the_first_search_of_a_barcode_reader_opens_its_part(
    window: MainWindow, field: SearchField, settle: Settle
) -> None:
    field.edit.setText("17801-38051")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    settle()
    assert _opened_sku(window) == "17801-38051"


def test_enter_counts_only_for_the_text_it_was_pressed_on(
    window: MainWindow, field: SearchField, backend: FakeBackend, settle: Settle
) -> None:
    backend.answers.hold("shops.search")
    field.edit.setText("filter")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    _search(field, "17801-38051")
    backend.answers.release("shops.search")
    settle()
    assert window.pane is not None
    assert window.pane.key is PaneKey.OVERVIEW
