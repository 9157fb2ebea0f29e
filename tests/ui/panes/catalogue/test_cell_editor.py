"""A price and a count that are typed in the list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from service.domain.catalogue.item_edit import ItemEdit
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.catalogue.cell_editor import CellField

Settle = Callable[[], None]
PADS = "04465-60320"


@pytest.fixture
def opened(pane: CataloguePane, settle: Settle) -> CataloguePane:
    """The list with its first part, 28.500 and 9 at Main, chosen."""
    return _choose_pads(pane, settle)


def _choose_pads(pane: CataloguePane, settle: Settle) -> CataloguePane:
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


@pytest.mark.parametrize(("field", "text"), [(CellField.PRICE, "1250.500"), (CellField.COUNT, "1200")])
def test_what_is_there_can_be_saved_again_in_both_languages(
    make_context: MakeContext, backend: ReadyShop, show: ShowWidget, settle: Settle, field: CellField, text: str
) -> None:
    backend.upload({"sku": PADS, "price_fils": 1_250_500, "quantity": 1200})
    pane = CataloguePane(make_context(language=Language.ARABIC))
    show(pane)
    _choose_pads(pane, settle)
    _click(pane, field)
    pane.cells.open(pane.parts.model.row(0))
    assert pane.cells.edit.text() == text
    QTest.keyClick(pane.cells.edit, Qt.Key.Key_End)
    QTest.keyClick(pane.cells.edit, Qt.Key.Key_Backspace)
    QTest.keyClicks(pane.cells.edit, text[-1])
    QTest.keyClick(pane.cells.edit, Qt.Key.Key_Return)
    settle()
    assert pane.cells.isHidden(), "it is the same value"
    assert "catalogue.save" not in backend.answers.names()


def test_a_value_that_cannot_be_saved_stays_with_its_reason(
    opened: CataloguePane, backend: ReadyShop, settle: Settle, announced: list[str]
) -> None:
    backend.answers.hold("catalogue.save")
    backend.answers.fail("catalogue.save", BackendError("no", code=ErrorCode.DISK_FULL))
    _click(opened, CellField.PRICE)
    _type(opened, "30")
    for _ in range(2):
        QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    QTest.keyClicks(opened.cells.edit, "9")
    opened.parts.table.setFocus(Qt.FocusReason.MouseFocusReason)
    assert opened.parts.table.choose(opened.parts.model.row(1).sku)
    opened.parts.table.setCurrentIndex(opened.parts.table.currentIndex().siblingAtColumn(CellField.PRICE.value))
    QTest.keyClicks(opened.parts.table, "7")
    backend.answers.release("catalogue.save")
    settle()
    assert backend.answers.names().count("catalogue.save") == 1
    assert opened.cells.isVisible()
    assert opened.cells.edit.text() == "30"
    assert "disk" in opened.cells.hint.text()
    assert announced == [opened.cells.hint.text()]
    backend.answers.mend("catalogue.save")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert (_saved(backend).sku, _saved(backend).fields) == (PADS, {"price_fils": 30_000})
    assert opened.cells.isHidden()


def test_another_window_and_a_reload_leave_what_is_typed(
    opened: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    _click(opened, CellField.PRICE)
    _type(opened, "31")
    for reason in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
        QApplication.sendEvent(opened.cells.edit, QFocusEvent(QFocusEvent.Type.FocusOut, reason))
    backend.upload({"sku": "NEW-1", "name": "AAA", "price_fils": 1000, "quantity": 1})
    settle()
    opened.parts.table.verticalScrollBar().setValue(20)
    assert (opened.cells.isVisible(), opened.cells.edit.text()) == (True, "31")
    opened.parts.table.setFocus(Qt.FocusReason.MouseFocusReason)
    assert opened.cells.isHidden(), "a click elsewhere goes back"


def test_a_scanned_code_is_asked_about(opened: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    _click(opened, CellField.COUNT)
    _type(opened, "62910415")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert strip_marks(opened.cells.hint.text()).startswith("It was 9 before.")
    assert "catalogue.save" not in backend.answers.names()
    opened.cells.edit.setText("40")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert _saved(backend).levels == {"Main": 40_000}, "a delivery is no code"


def test_a_key_with_alt_is_a_command(opened: CataloguePane) -> None:
    _click(opened, CellField.COUNT)
    QTest.keyClicks(opened.parts.table, "4", Qt.KeyboardModifier.AltModifier)
    assert opened.cells.isHidden()
    _type(opened, "5")
    QTest.keyClicks(opened.cells.edit, "4", Qt.KeyboardModifier.AltModifier)
    assert opened.cells.edit.text() == "5"


def test_tab_saves_what_is_typed_and_goes_on(opened: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    _click(opened, CellField.PRICE)
    _type(opened, "30")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Tab)
    settle()
    assert _saved(backend).fields == {"price_fils": 30_000}
    assert (opened.cells.field, opened.cells.edit.text()) == (CellField.COUNT, "9")
    _type(opened, "x")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Tab)
    assert (opened.cells.field, opened.cells.edit.text()) == (CellField.COUNT, "x"), "it is no number"
    opened.cells.edit.setText("8")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Tab)
    settle()
    _type(opened, "31")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Return)
    settle()
    assert (_saved(backend).fields, _saved(backend).seen) == ({"price_fils": 31_000}, {"price_fils": 30_000})


def test_the_keyboard_stays_where_it_went_after_tab(opened: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    _click(opened, CellField.PRICE)
    _type(opened, "30")
    backend.answers.hold("catalogue.save")
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Tab)
    opened.filters.search.setFocus(Qt.FocusReason.MouseFocusReason)
    backend.answers.release("catalogue.save")
    settle()
    assert opened.filters.search.edit.hasFocus()
    assert opened.cells.isHidden()


def test_another_rate_of_vat_counts_at_once(opened: CataloguePane) -> None:
    _click(opened, CellField.PRICE)
    _type(opened, "30")
    opened.update_context(replace(opened.context, shop=replace(opened.context.shop, vat=0)))
    assert strip_marks(opened.cells.hint.text()) == "Enter saves, Esc goes back."
    opened.update_context(replace(opened.context, shop=replace(opened.context.shop, read_only=True)))
    QTest.keyClick(opened.cells.edit, Qt.Key.Key_Escape)
    _type(opened, "30")
    assert opened.cells.isHidden()
