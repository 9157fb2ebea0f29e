"""The picture of the displayed part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from tests.ui.conftest import ShowWidget
from tests.ui.fake import FakeBackend
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.catalogue.conftest import dialogs
from ui.backend import BackendError
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.widgets import ConfirmDialog
from ui.widgets.facts import FactGrid

Settle = Callable[[], None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    image = QImage(640, 480, QImage.Format.Format_RGB32)
    image.fill(QColor(20, 90, 200))
    path = tmp_path / "pads.jpg"
    assert image.save(str(path), "JPEG")  # type: ignore[call-overload]
    return path


@pytest.fixture
def pane(context: PaneContext, show: ShowWidget, file: Path) -> CataloguePane:
    pane = CataloguePane(context, FakeFileChooser(file_path=str(file)))
    show(pane)
    return pane


def test_a_chosen_picture_is_displayed_with_its_part_only(
    pane: CataloguePane, backend: FakeBackend, settle: Settle, file: Path
) -> None:
    assert not pane.detail.picture.isVisible()
    pane.detail.choose_picture.trigger()
    settle()
    assert backend.answers.last("catalogue.set_picture")[1:] == ("04465-60320", str(file))
    assert pane.detail.picture.isVisible()
    assert pane.detail.picture.pixmap().height() <= 170 * pane.devicePixelRatioF()
    assert "Front brake pads" in pane.detail.picture.accessibleName()
    prices = pane.detail.findChildren(FactGrid)[0]
    assert prices.geometry().bottom() < pane.detail.picture.geometry().top(), "the picture hides the prices"
    pane.parts.table.choose("90915-YZZD4")
    settle()
    assert not pane.detail.picture.isVisible()
    assert not pane.detail.remove_picture.isEnabled()


def test_it_is_removed_after_a_question(pane: CataloguePane, backend: FakeBackend, settle: Settle, file: Path) -> None:
    backend.world.pictures["04465-60320"] = file.read_bytes()
    pane.reload()
    settle()
    pane.detail.remove_picture.trigger()
    settle()
    (question,) = dialogs(pane)
    assert isinstance(question, ConfirmDialog)
    question.confirm.click()
    settle()
    assert backend.world.pictures == {}
    assert not pane.detail.picture.isVisible()


def test_a_file_that_is_no_picture_says_so(pane: CataloguePane, backend: FakeBackend, settle: Settle) -> None:
    backend.answers.fail("catalogue.set_picture", BackendError("This is no picture."))
    pane.detail.choose_picture.trigger()
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, FaultDialog)


def test_bytes_that_are_no_picture_display_nothing(pane: CataloguePane, backend: FakeBackend, settle: Settle) -> None:
    backend.world.pictures["04465-60320"] = b"torn"
    pane.reload()
    settle()
    assert not pane.detail.picture.isVisible()
