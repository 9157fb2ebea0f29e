"""Labels of the selected parts, or of the displayed one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QDialog

from service.domain.catalogue.items import ItemSelection
from service.domain.sentences import message
from tests.ui.conftest import ShowWidget
from tests.ui.printing.fake_printers import FakePrinters
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.catalogue.label_dialog import LabelDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.widgets.containers import ScrollContainer

Settle = Callable[[], None]


@pytest.fixture
def pane(context: PaneContext, show: ShowWidget) -> CataloguePane:
    pane = CataloguePane(context)
    show(pane)
    return pane


def only_dialog(pane: CataloguePane) -> QDialog:
    (dialog,) = [dialog for dialog in pane.window().findChildren(QDialog) if dialog.isVisible()]
    return dialog


def test_the_displayed_part_has_a_label(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    assert pane.detail.item is not None
    pane.detail.print_label.trigger()
    settle()
    dialog = only_dialog(pane)
    assert isinstance(dialog, LabelDialog)
    assert backend.answers.last("catalogue.selected")[1] == ItemSelection((pane.detail.item.sku,))
    assert dialog.make_pages().count == 1
    dialog.copies.setValue(3)
    assert dialog.preview.accessibleName() == "Preview, 3 pages"
    dialog.reject()


def test_all_selected_parts_have_labels_and_the_size_is_remembered(
    pane: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    pane.parts.table.selectAll()
    pane.bulk.bar.labels.click()
    settle()
    dialog = only_dialog(pane)
    assert isinstance(dialog, LabelDialog)
    assert dialog.make_pages().count == pane.parts.model.rowCount()
    dialog.size_choice.choose("a4_24")
    settle()
    assert backend.settings_now.label_size == "a4_24"
    assert dialog.make_pages().count == -(-pane.parts.model.rowCount() // 24)
    dialog.reject()


def test_labels_go_to_the_printer(context: PaneContext, pane: CataloguePane, settle: Settle) -> None:
    printers = FakePrinters()
    dialog = LabelDialog(context, pane, tuple(pane.parts.model.rows[:2]), printers=printers)
    dialog.open()
    settle()
    dialog.print.click()
    assert printers.printed == [("Labels", 2)]


def test_too_many_parts_are_refused_in_a_sentence(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("catalogue.selected", BackendError(message("Choose at most 500 parts.")))
    pane.print_shown()
    settle()
    dialog = only_dialog(pane)
    assert isinstance(dialog, FaultDialog)
    dialog.reject()


def test_a_note_takes_its_room_from_the_preview(context: PaneContext, pane: CataloguePane, settle: Settle) -> None:
    pane.window().resize(1024, 580)
    plain, arabic = pane.parts.model.rows[0], replace(pane.parts.model.rows[1], sku="فلتر")
    heights = []
    for items in ((plain,), (plain, arabic)):
        dialog = LabelDialog(context, pane, items)
        dialog.open()
        settle()
        bar = dialog.findChildren(ScrollContainer)[0].verticalScrollBar()
        heights.append((dialog.preview.height(), bar.maximum()))
        dialog.reject()
    assert heights[0][0] > heights[1][0]
    assert [hidden for _, hidden in heights] == [0, 0]
