"""The page of the nightly file: what it says next, and what the pane shows when it has saved."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTime
from PySide6.QtTest import QTest

from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_data import SEMICOLONS
from tests.ui.ready_shop import ReadyShop
from ui.panes.shared.price_file.address_dialog import AddressDialog
from ui.shell.pane_context import PaneContext

Settle = Callable[[], None]


def test_it_leads_to_what_can_be_saved(
    opened: Opened, chooser: FakeFileChooser, backend: ReadyShop, settle: Settle
) -> None:
    chooser.file_path = str(backend.write_file(SEMICOLONS))
    pane = opened()
    pane.activateWindow()
    pane.choose_file()
    settle()
    page = pane.set_up
    assert page.subtitle.text() == "Answer the questions about the file first. Nothing is guessed."
    assert (page.save.isEnabled(), page.dry_run_button.isEnabled()) == (False, False)
    page.flow.questions.buttons["price-sign"]["point"].click()
    settle()
    assert page.subtitle.text() == "Look at how it is read, change what is wrong, and save it."
    page.save.click()
    settle()
    assert backend.answers.last("pulls.save")[0] == 1
    assert backend.answers.last("pulls.run")[:2] == (1, True)
    assert pane.pages.currentIndex() == 0
    assert pane.pull.run.hasFocus()


def test_only_what_was_saved_is_called_saved(
    opened: Opened, backend: ReadyShop, settle: Settle, context: PaneContext
) -> None:
    backend.set_up_file()
    pane = opened()
    pane.open_set_up()
    settle()
    pane.set_up.flow.columns.choose("Fits", "category")
    settle()
    pane.set_up.save.click()
    settle()
    assert context.toasts.text == "Saved 5, rejected 0"
    pane.open_set_up()
    settle()
    pane.set_up.flow.file.time.setTime(QTime(3, 30))
    pane.set_up.save.click()
    settle()
    assert context.toasts.text == "The time is saved. “Run now” reads the file at once."
    assert backend.answers.names().count("pulls.run") == 1


def test_what_was_asked_for_opens_also_if_the_page_is_read_twice(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.hold("pulls.state")
    pane = opened()
    pane.open_target("pull")
    pane.load()
    backend.answers.release("pulls.state")
    settle()
    assert pane.pages.currentWidget() is pane.set_up


def test_escape_goes_back(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.set_up_file()
    pane = opened()
    pane.open_set_up()
    settle()
    pane.activateWindow()
    columns = pane.set_up.flow.columns.list
    columns.setFocus()
    settle()
    QTest.keyClick(columns, Qt.Key.Key_Escape)
    settle()
    assert pane.pages.currentIndex() == 0
    assert pane.areas()[1] is pane.keys.table


def test_a_shop_without_a_file_begins_with_a_place(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.forget_pull()
    backend.give_place()
    pane = opened()
    settle()
    assert not pane.pull.begin_elsewhere.isHidden()
    pane.pull.begin_elsewhere.click()
    dialog = pane.window().findChild(AddressDialog)
    assert isinstance(dialog, AddressDialog)
    dialog.address.setText("https://shop.example/stock.csv")
    dialog.try_button.click()
    settle()
    dialog.use.click()
    settle()
    assert pane.pages.currentWidget() is pane.set_up
    setup = pane.set_up.flow.setup
    assert setup is not None
    assert (setup.path, setup.choices.columns is not None) == ("https://shop.example/stock.csv", True)


def test_a_page_that_is_opened_again_shows_what_is_stored(
    opened: Opened, backend: ReadyShop, settle: Settle, chooser: FakeFileChooser
) -> None:
    path = backend.set_up_file()
    chooser.file_path = str(backend.write_file(name="other.csv"))
    pane = opened()
    pane.choose_file()
    settle()
    pane.close_page()
    backend.change("UPDATE pull_sources SET minute = 90")
    pane.reload()
    settle()
    pane.open_set_up()
    settle()
    assert pane.set_up.flow.setup is not None
    assert (pane.set_up.flow.setup.path, pane.set_up.flow.file.time.time()) == (str(path), QTime(1, 30))
