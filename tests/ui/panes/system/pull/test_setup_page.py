"""The pull's set-up: everything recognised is displayed and can be corrected; what it displays is
saved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTime
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from service.domain.pull.pull_choices import VAT_PERCENT, FileForm, SetupChoices
from service.domain.pull.pulls import MissingRule
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.price_list_data import FILE
from tests.ui.panes.system.conftest import Opened, action
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.system.pull.format_card import SheetsDialog
from ui.panes.system.pull.setup_page import SetupPage

Settle = Callable[[], None]
Page = Callable[[], SetupPage]


def _asked(backend: ReadyShop) -> SetupChoices:
    setup = backend.answers.last("pulls.preview")[1]
    assert isinstance(setup, SetupChoices)
    return setup


def _fed(backend: ReadyShop) -> dict[str, str]:
    """By column the field that it feeds, in the set-up that was previewed last."""
    return _asked(backend).choices.columns or {}


def _columns(page: SetupPage) -> dict[str, str]:
    return {column.header: page.columns.becomes(column) for column in page.columns.model.rows}


def test_what_was_recognised_is_shown(page: Page) -> None:
    shown = page()
    assert shown.form.kind.currentText() == "Excel (XLSX)"
    assert strip_marks(shown.form.sheet.currentText()) == "Prices"
    assert shown.form.header.value() == 3
    assert not shown.form.encoding.isVisible()
    assert not shown.form.delimiter.isVisible()
    assert not shown.form.again.isVisible()
    assert _columns(shown)["Retail BD"] == "Shop price"
    assert _columns(shown)["Cost"] == "Leave out"
    assert shown.file.time.time() == QTime(2, 0)


def test_the_first_twenty_rows_stand_as_they_will_be_saved(page: Page) -> None:
    shown = page()
    model = shown.preview.model
    assert model is not None
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, shown)
    assert model.rowCount() == 20
    titles = [column.title for column in model.columns]
    assert titles == ["Line", "Part number (SKU)", "Name", "Shop price", "Quantity", "Branch name", "What we noticed"]
    assert strip_marks(model.index(8, 6).data()) == 'Rejected: price_fils: "14,5OO" is no price, the held one stays'
    assert strip_marks(model.index(7, 6).data()) == 'quantity: "-1" is below zero and counts as 0'
    assert shown.preview.count.text() == "First 20 rows of 1,245"


def test_columns_are_corrected_by_choosing(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    QAbstractItemModelTester(shown.columns.model, QAbstractItemModelTester.FailureReportingMode.Fatal, shown)
    cost = shown.columns.model.row(6)
    action(shown.columns.menu_of(cost), "Trade price").trigger()
    settle()
    assert _fed(backend)["Cost"] == "wholesale_price_fils"
    assert _columns(shown)["Cost"] == "Trade price"


def test_a_field_moves_to_the_column_chosen_last(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    shown.columns.choose("Cost", "price_fils")
    settle()
    assert _fed(backend)["Cost"] == "price_fils"
    assert "Retail BD" not in _fed(backend)
    shown.columns.choose("Cost", "")
    settle()
    assert "Cost" not in _fed(backend)


def test_each_branch_may_have_its_quantity_column(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    action(shown.columns.menu_of(shown.columns.model.row(3)), "Of branch \u2068Riffa\u2069").trigger()
    settle()
    shown.columns.choose("Cost", "quantity", "Main")
    settle()
    assert _asked(backend).choices.branches == {"QOH": "Riffa", "Cost": "Main"}
    assert _fed(backend)["QOH"] == _fed(backend)["Cost"] == "quantity"
    assert strip_marks(_columns(shown)["QOH"]) == "Quantity · Riffa"
    shown.columns.choose("Fits", "quantity", "Riffa")
    settle()
    assert _asked(backend).choices.branches == {"Fits": "Riffa", "Cost": "Main"}


def test_columns_are_reached_by_the_keyboard(page: Page, qtbot: QtBot, settle: Settle) -> None:
    shown = page()
    asked: list[str] = []
    shown.columns.list.opened.disconnect()
    shown.columns.list.opened.connect(lambda column: asked.append(column.header))
    shown.columns.list.setFocus()
    shown.columns.list.choose("QOH")
    QTest.keyClick(shown.columns.list, Qt.Key.Key_Return)
    assert asked == ["QOH"]


@pytest.mark.parametrize(
    ("box", "choice", "value"),
    [
        ("fils", "prices_in_fils", True),
        ("vat", "vat_percent", VAT_PERCENT),
        ("fit", "fit_as_offered", True),
    ],
)
def test_choices_for_the_whole_file(
    page: Page, backend: ReadyShop, settle: Settle, box: str, choice: str, value: object
) -> None:
    shown = page()
    getattr(shown.options, box).click()
    settle()
    assert getattr(_asked(backend).choices, choice) == value
    assert getattr(shown.options, box).isChecked()


def test_what_becomes_of_items_that_the_file_lacks_is_chosen(page: Page, backend: ReadyShop, settle: Settle) -> None:
    box = page().options.missing
    assert [box.itemText(at) for at in range(3)] == ["Stay as they are", "Have no stock (0)", "Become inactive"]
    for at, rule in enumerate((MissingRule.STAY, MissingRule.ZERO, MissingRule.INACTIVE)):
        box.setCurrentIndex(at)
        box.activated.emit(at)
        settle()
        assert _asked(backend).missing is rule
        assert box.currentIndex() == at


def test_fit_is_on_offer_only_where_there_is_text(page: Page) -> None:
    shown = page()
    assert strip_marks(shown.options.fit.text()) == "Read cars from the text in Fits"
    assert not shown.options.fit.isChecked()


def test_a_branch_for_the_whole_file_and_a_decimal_comma(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    shown.options.branch.setCurrentIndex(shown.options.branch.findData("Riffa"))
    shown.options.branch.activated.emit(0)
    settle()
    assert _asked(backend).choices.fixed_branch == "Riffa"
    shown.options.decimal.setCurrentIndex(2)
    shown.options.decimal.activated.emit(2)
    settle()
    assert _asked(backend).choices.decimal_comma is True


def test_another_sheet_is_read_anew(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    shown.form.sheet.setCurrentIndex(1)
    shown.form.sheet.activated.emit(1)
    settle()
    assert backend.answers.last("pulls.recognise") == (1, FILE, FileForm(sheet="Notes"))
    assert shown.form.again.isVisible()
    shown.form.again.click()
    settle()
    assert backend.answers.last("pulls.recognise") == (1, FILE, FileForm())


def test_several_sheets_are_chosen_in_a_dialog(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    shown.form.several.click()
    dialog = shown.window().findChild(SheetsDialog)
    assert dialog is not None
    assert (dialog.chosen, dialog.read.isEnabled()) == (("Prices",), True)
    dialog.boxes["Prices"].click()
    assert not dialog.read.isEnabled()
    dialog.boxes["Prices"].click()
    dialog.boxes["Notes"].click()
    dialog.read.click()
    settle()
    assert backend.answers.last("pulls.recognise") == (1, FILE, FileForm(sheets=("Prices", "Notes")))
    assert strip_marks(shown.form.sheet.currentText()) == "Several: Prices, Notes"
    shown.form.sheet.setCurrentIndex(1)
    shown.form.sheet.activated.emit(1)
    settle()
    assert backend.answers.last("pulls.recognise") == (1, FILE, FileForm(sheet="Notes"))


def test_a_branch_for_the_whole_file_stays_when_the_file_is_read_in_another_form(
    page: Page, backend: ReadyShop, settle: Settle
) -> None:
    shown = page()
    shown.options.branch.setCurrentIndex(shown.options.branch.findData("Riffa"))
    shown.options.branch.activated.emit(0)
    settle()
    shown.form.sheet.setCurrentIndex(1)
    shown.form.sheet.activated.emit(1)
    settle()
    assert shown.setup is not None
    assert (shown.setup.choices.form.sheet, shown.setup.choices.fixed_branch) == ("Notes", "Riffa")


def test_a_column_chosen_for_a_field_takes_the_place_of_its_fixed_value(
    page: Page, backend: ReadyShop, settle: Settle
) -> None:
    assert backend.world.pull.setup is not None
    setup = backend.world.pull.setup
    fixed = replace(setup.choices, fixed={"category": "Brakes", "branch": "Riffa"})
    backend.world.pull = replace(backend.world.pull, setup=replace(setup, choices=fixed))
    shown = page()
    shown.columns.choose("Fits", "category")
    settle()
    assert _asked(backend).choices.fixed == {"branch": "Riffa"}


def test_encoding_and_delimiter_are_asked_of_text_only(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    shown.form.kind.setCurrentIndex(shown.form.kind.findData("delimited"))
    shown.form.kind.activated.emit(0)
    settle()
    assert shown.form.encoding.isVisible()
    assert shown.form.delimiter.isVisible()
    assert not shown.form.sheet.isVisible()
    shown.form.encoding.setCurrentIndex(shown.form.encoding.findData("windows-1256"))
    shown.form.encoding.activated.emit(0)
    shown.form.header.setValue(5)
    settle()
    form = backend.answers.last("pulls.recognise")[2]
    assert form == FileForm(kind="delimited", encoding="windows-1256", header_row=5)


def test_a_folder_is_read_by_its_newest_file(
    page: Page, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle, qtbot: QtBot
) -> None:
    shown = page()
    chooser.folder_path = "D:\\Accounts\\Export"
    shown.file.folder.click()
    settle()
    assert backend.answers.last("pulls.newest") == (1, "D:\\Accounts\\Export", "*")
    assert strip_marks(shown.file.found.text()).startswith("Looked at: prices-2026-11-15.xlsx")
    shown.file.pattern.setText("prices-*.xlsx")
    shown.file.pattern.textEdited.emit("prices-*.xlsx")
    qtbot.waitUntil(lambda: backend.answers.last("pulls.newest")[2] == "prices-*.xlsx")
    settle()
    assert shown.setup is not None
    assert shown.setup.pattern == "prices-*.xlsx"


def test_a_file_that_cannot_be_read_is_said_and_another_chosen(
    page: Page, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    backend.answers.fail("pulls.preview", BackendError("prices.xlsx is cut off.", code=ErrorCode.FILE_NOT_READABLE))
    shown = page()
    assert shown.fault.title.text() == "prices.xlsx is cut off."
    assert not shown.columns.isVisible()
    assert not shown.save.isEnabled()
    chooser.file_path = "D:\\other.csv"
    shown.file.file.click()
    settle()
    assert chooser.starts[-1] == FILE
    assert not shown.fault.isVisible()
    assert shown.columns.isVisible()
    assert shown.save.isEnabled()


def test_escape_goes_back(opened: Opened, settle: Settle, qtbot: QtBot) -> None:
    pane = opened()
    pane.open_set_up()
    settle()
    pane.activateWindow()
    pane.set_up.columns.list.setFocus()
    settle()
    QTest.keyClick(pane.set_up.columns.list, Qt.Key.Key_Escape)
    settle()
    assert pane.pages.currentIndex() == 0
    assert pane.areas()[1] is pane.keys.table


def test_a_file_chosen_while_a_folder_is_looked_at_counts(
    page: Page, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    shown = page()
    backend.answers.hold("pulls.newest")
    chooser.file_path = "D:\\Accounts\\prices.csv"
    chooser.folder_path = "D:\\Accounts\\Export"
    shown.file.folder.click()
    shown.file.file.click()
    settle()
    assert shown.setup is not None
    path = shown.setup.path
    backend.answers.release("pulls.newest")
    settle()
    assert shown.setup.path == path == chooser.file_path
    assert shown.setup.pattern is None
