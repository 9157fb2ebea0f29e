"""A price and a count that are typed in the list."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from service.domain.catalogue.item_edit import ItemEdit
from tests.ui.ready_shop import ReadyShop
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.catalogue.cell_editor import CellField

Settle = Callable[[], None]
PADS = "04465-60320"


@pytest.fixture
def opened(pane: CataloguePane, settle: Settle) -> CataloguePane:
    """The list with its first part, 28.500 and 9 at Main, chosen."""
    pane.filters.branch.key = "Main"
    pane.reload()
    settle()
    assert pane.parts.table.choose(PADS)
    settle()
    return pane


def _click(pane: CataloguePane, field: CellField) -> None:
    table = pane.parts.table
    table.setCurrentIndex(table.currentIndex().siblingAtColumn(field.value))
    table.setFocus()


def _type(pane: CataloguePane, keys: str) -> None:
    for key in keys:
        QTest.keyClicks(pane.cells.edit if pane.cells.isVisible() else pane.parts.table, key)


def _saved(backend: ReadyShop) -> ItemEdit:
    edit = backend.answers.last("catalogue.save")[1]
    assert isinstance(edit, ItemEdit)
    return edit


def test_a_price_is_typed_in_its_cell_and_shown_with_vat(
    opened: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    backend.give_to_till(PADS)
    _click(opened, CellField.PRICE)
    _type(opened, "30.500")
    settle()
    assert strip_marks(opened.cells.hint.text()) == "With 10% VAT: BHD\u00a033.550. Enter saves."
    assert "wrote this part last" in opened.cells.warning.title.text(), "the warning of the editor"
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    edit = _saved(backend)
    assert (dict(edit.fields), dict(edit.seen)) == ({"price_fils": 30_500}, {"price_fils": 28_500})
    assert opened.cells.isHidden()
    assert opened.parts.table.hasFocus()


def test_enter_opens_the_count_tab_the_price_and_escape_goes_back(
    opened: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    opened.parts.table.setFocus()
    QTest.keyClick(opened.parts.table, Qt.Key.Key_Return)
    assert (opened.cells.field, opened.cells.edit.text()) == (CellField.COUNT, "9")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Tab)
    assert (opened.cells.field, opened.cells.edit.text()) == (CellField.PRICE, "28.500")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Tab)
    _type(opened, "12")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    edit = _saved(backend)
    assert (dict(edit.levels), dict(edit.seen_levels)) == ({"Main": 12_000}, {"Main": 9_000})
    QTest.keyClick(opened.parts.table, Qt.Key.Key_Return)
    _type(opened, "77")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Escape)
    assert opened.cells.isHidden()
    assert backend.answers.names().count("catalogue.save") == 1


def test_a_price_far_from_the_one_before_needs_a_second_enter(
    opened: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    _click(opened, CellField.PRICE)
    _type(opened, "285")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert strip_marks(opened.cells.hint.text()).startswith("It was 28.500 before.")
    assert "catalogue.save" not in backend.answers.names()
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert _saved(backend).fields == {"price_fils": 285_000}


def test_what_was_changed_meanwhile_is_shown_before_it_is_replaced(
    opened: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    _click(opened, CellField.PRICE)
    _type(opened, "30")
    backend.upload({"sku": PADS, "price_fils": 29_000})
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert strip_marks(opened.cells.hint.text()).startswith("It was changed meanwhile, to 29.000.")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert _saved(backend).seen == {"price_fils": 29_000}


def test_digits_elsewhere_still_begin_a_search(opened: CataloguePane) -> None:
    opened.parts.table.setFocus()
    QTest.keyClicks(opened.parts.table, "4")
    assert opened.cells.isHidden()


def test_a_count_of_several_branches_asks_in_the_dialog(opened: CataloguePane, settle: Settle) -> None:
    opened.filters.branch.key = ""
    _click(opened, CellField.COUNT)
    _type(opened, "4")
    assert opened.cells.isHidden()
    assert opened._movement is not None
    opened._movement.reject()
    settle()
