"""Saving the set-up of the nightly file, and its dry run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QTime

from service.domain.pull.pull_choices import VAT_PERCENT, SetupChoices
from service.domain.shops import Mode
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.fake.price_list_data import FILE
from tests.ui.panes.system.conftest import Opened
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.panes.system.pull.pull_work import DryRunDialog
from ui.panes.system.pull.setup_page import SetupPage
from ui.panes.system.system_pane import SystemPane
from ui.shell.dialogs.fault_dialog import FaultDialog

Settle = Callable[[], None]
Page = Callable[[], SetupPage]


def test_time_and_mapping_are_saved_as_they_stand(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    shown.file.time.setTime(QTime(3, 30))
    shown.options.vat.click()
    settle()
    shown.save.click()
    settle()
    setup = backend.answers.last("pulls.save")[1]
    assert isinstance(setup, SetupChoices)
    assert (setup.path, setup.minute, setup.choices.vat_percent) == (FILE, 210, VAT_PERCENT)
    assert "shops.set_mode" not in backend.answers.names()


def test_a_file_loaded_once_leaves_the_nightly_run_off(
    make_context: MakeContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget, settle: Settle
) -> None:
    backend.world.pull = replace(backend.world.pull, on=False)
    context = make_context()
    pane = SystemPane(replace(context, shop=replace(context.shop, scheduled_pull=False)), chooser)
    show(pane)
    pane.open_target("load")
    settle()
    assert pane.set_up.save.text() == "Save and read it now"
    pane.set_up.save.click()
    settle()
    assert "shops.set_mode" not in backend.answers.names()
    assert not backend.world.pull.on
    assert "pulls.run" in backend.answers.names(), "the file is read at once"
    assert pane.pages.currentIndex() == 0
    pane.open_target("pull")
    assert pane.set_up.save.text() == "Save"


def test_a_file_loaded_once_leaves_the_nightly_file_as_it_is(
    opened: Opened, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle
) -> None:
    """The other file took the place of the nightly one, and was read each night from then on."""
    pane = opened()
    settle()
    pane.open_target("load")
    settle()
    assert pane.pages.currentIndex() == 0, "no file is chosen"
    chooser.file_path = "C:\\Downloads\\stocktake.xlsx"
    pane.open_target("load")
    settle()
    assert pane.pages.currentWidget() is pane.set_up
    assert pane.set_up.save.text() == "Read it now"
    pane.set_up.save.click()
    settle()
    assert "pulls.save" not in backend.answers.names()
    once = backend.answers.last("pulls.run")[2]
    assert isinstance(once, SetupChoices)
    assert once.path == chooser.file_path
    assert pane.pages.currentIndex() == 0
    pane.open_target("pull")
    assert pane.set_up.save.text() == "Save"


@pytest.mark.parametrize("target", ["pull", "load"])
def test_what_was_asked_for_opens_also_if_the_page_is_read_twice(
    opened: Opened, backend: ReadyShop, chooser: FakeFileChooser, settle: Settle, target: str
) -> None:
    """After the start of the program "Load a file" showed the pane alone."""
    chooser.file_path = "C:\\Downloads\\stocktake.xlsx"
    backend.answers.hold("pulls.state")
    pane = opened()
    pane.open_target(target)
    pane.load()
    backend.answers.release("pulls.state")
    settle()
    assert pane.pages.currentWidget() is pane.set_up


def test_saving_switches_the_mode_on(
    make_context: MakeContext, backend: ReadyShop, chooser: FakeFileChooser, show: ShowWidget, settle: Settle
) -> None:
    context = make_context()
    pane = SystemPane(replace(context, shop=replace(context.shop, scheduled_pull=False)), chooser)
    show(pane)
    pane.open_set_up()
    settle()
    pane.set_up.save.click()
    settle()
    assert backend.answers.last("shops.set_mode") == (1, Mode.SCHEDULED_PULL, True)
    assert pane.pages.currentIndex() == 0
    assert pane.pull.run.hasFocus(), "the next step is the first run"


def test_without_a_part_number_nothing_can_be_saved(page: Page, settle: Settle) -> None:
    shown = page()
    shown.columns.choose("Part No.", "")
    settle()
    assert not shown.save.isEnabled()
    assert not shown.dry_run_button.isEnabled()
    assert shown.subtitle.text() == "Choose which column is the part number (SKU)."


def test_a_dry_look_takes_what_is_not_saved_yet(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    shown.options.fils.click()
    settle()
    shown.dry_run_button.click()
    settle()
    setup = backend.answers.last("pulls.try_out")[1]
    assert isinstance(setup, SetupChoices)
    assert setup.choices.prices_in_fils
    dialog = shown.window().findChild(DryRunDialog)
    assert dialog is not None
    dialog.accept()
    assert "pulls.save" not in backend.answers.names()


def test_a_dry_look_can_be_stopped(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    backend.answers.hold("pulls.try_out")
    shown.dry_run_button.click()
    assert shown.work.isVisible()
    shown.work.stop.click()
    backend.answers.release("pulls.try_out")
    settle()
    assert not shown.work.isVisible()
    assert shown.window().findChild(DryRunDialog) is None


def test_a_save_that_fails_keeps_the_page(page: Page, backend: ReadyShop, settle: Settle) -> None:
    shown = page()
    backend.answers.fail("pulls.save", BackendError("no", code=ErrorCode.DISK_FULL))
    shown.save.click()
    settle()
    assert shown.window().findChild(FaultDialog) is not None
    assert shown.save.isEnabled()
    assert shown.isVisible()
