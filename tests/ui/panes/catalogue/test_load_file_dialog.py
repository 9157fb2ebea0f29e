"""A price list that is loaded into the catalogue, and becomes the nightly file only on demand."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from service.domain.pull.pull_choices import SetupChoices
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_clock import NOW
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.catalogue_pane import CataloguePane, LoadFileDialog
from ui.shell.pane_context import PaneContext

Settle = Callable[[], None]
PARTS = "Part No,Description,Retail BD,Qty\nA1,Brake pad,4.500,12\nA2,Oil filter,2.750,3\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "stocktake.csv"
    path.write_text(PARTS, encoding="utf-8")
    os.utime(path, (NOW / 1000 - 3600, NOW / 1000 - 3600))
    return path


@pytest.fixture
def dialog(
    context: PaneContext, backend: ReadyShop, file: Path, show: ShowWidget, settle: Settle, chooser: FakeFileChooser
) -> LoadFileDialog:
    """As the button of the catalogue opens it, over the real pull."""
    backend.empty()
    backend.forget_pull()
    chooser.file_path = str(file)
    pane = CataloguePane(context)
    show(pane)
    pane.load_file()
    settle()
    dialog = pane.window().findChild(LoadFileDialog)
    assert dialog is not None
    return dialog


def test_the_file_is_chosen_looked_at_and_saved(dialog: LoadFileDialog, backend: ReadyShop, settle: Settle) -> None:
    assert strip_marks(dialog.flow.file.headline.text()) == "stocktake.csv"
    assert dialog.save.isEnabled()
    assert not dialog.nightly.isVisible()
    dialog.save.click()
    settle()
    assert strip_marks(dialog.flow.file.headline.text()) == "Saved 2, rejected 0"
    assert backend.read(lambda db: db.all("SELECT sku FROM items ORDER BY sku", ())) == [("A1",), ("A2",)]
    assert dialog.nightly.isVisible()
    assert not dialog.save.isVisible()
    dialog.once.click()
    settle()
    assert backend.pulls.state(1).result().setup is None


def test_it_becomes_the_nightly_file_on_demand(
    dialog: LoadFileDialog, backend: ReadyShop, settle: Settle, file: Path
) -> None:
    dialog.save.click()
    settle()
    assert dialog.instead.isHidden()
    dialog.every_night.click()
    settle()
    state = backend.pulls.state(1).result()
    assert state.setup is not None
    assert (state.on, state.setup.path) == (True, str(file))


def test_it_says_which_file_it_would_replace(
    dialog: LoadFileDialog, backend: ReadyShop, settle: Settle, file: Path
) -> None:
    other = file.with_name("nightly.csv")
    other.write_text(PARTS, encoding="utf-8")
    backend.pulls.save(1, SetupChoices(str(other))).result()
    dialog.save.click()
    settle()
    assert "nightly.csv, which is read every night now." in strip_marks(dialog.instead.text())
    dialog.once.click()
    settle()
    state = backend.pulls.state(1).result()
    assert state.setup is not None
    assert state.setup.path == str(other)


def test_cancel_stops_the_reading_first(dialog: LoadFileDialog, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("pulls.run")
    dialog.save.click()
    settle()
    dialog.cancel.click()
    backend.answers.release("pulls.run")
    settle()
    assert dialog.isVisible()
    assert dialog.flow.stopped.title.text().startswith("Stopped. Rows that were saved before stay.")
    assert backend.read(lambda db: db.all("SELECT sku FROM items", ())) == []
    dialog.cancel.click()
    assert not dialog.isVisible()


def test_what_was_saved_is_asked_for_until_it_is_known(
    dialog: LoadFileDialog, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("pulls.state", BackendError("no", code=ErrorCode.DISK_FULL))
    dialog.save.click()
    settle()
    assert (dialog.nightly.isVisible(), dialog.cancel.isVisible()) == (False, True)
    backend.answers.mend("pulls.state")
    dialog.flow.again.click()
    settle()
    assert dialog.nightly.isVisible()


def test_the_nightly_file_is_read_at_the_time_of_the_one_before(
    dialog: LoadFileDialog, backend: ReadyShop, settle: Settle, file: Path
) -> None:
    other = file.with_name("nightly.csv")
    other.write_text(PARTS, encoding="utf-8")
    backend.pulls.save(1, SetupChoices(str(other), minute=210, watch=True)).result()
    dialog.flow.choose_file()
    settle()
    dialog.save.click()
    settle()
    dialog.every_night.click()
    settle()
    setup = backend.pulls.state(1).result().setup
    assert setup is not None
    assert (setup.path, setup.minute, setup.watch) == (str(file), 210, True)


def test_the_nightly_file_itself_is_not_asked_about(
    dialog: LoadFileDialog, backend: ReadyShop, settle: Settle, file: Path
) -> None:
    backend.pulls.save(1, SetupChoices(str(file))).result()
    dialog.save.click()
    settle()
    assert not dialog.nightly.isVisible()
    assert dialog.close_button.isVisible()
