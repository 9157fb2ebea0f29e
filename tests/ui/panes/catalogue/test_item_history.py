"""The history of a part: values, causes, and the way to what caused them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.catalogue.item_history import PAGE, ItemHistoryDialog
from ui.shell.pane_context import PaneKey

Settle = Callable[[], None]


def _open(pane: CataloguePane, settle: Settle) -> ItemHistoryDialog:
    pane.show_history()
    dialog = pane.findChild(ItemHistoryDialog)
    assert dialog is not None
    settle()
    return dialog


def _texts(dialog: ItemHistoryDialog) -> list[list[str]]:
    model = dialog.model
    return [
        [strip_marks(str(model.data(model.index(row, column)))) for column in (0, 2, 3, 4)]
        for row in range(model.rowCount())
    ]


def test_each_value_has_its_cause_and_what_it_was_and_is(pane: CataloguePane, settle: Settle) -> None:
    assert _texts(_open(pane, settle)) == [
        ["Upload, call 417", "Wholesale price", "BHD\xa022.800", "BHD\xa023.940"],
        ["By hand", "On hand at Riffa", "7", "5"],
        ["Undo of an upload", "Shop price", "BHD\xa028.000", "BHD\xa028.500"],
        ["Upload, call 345", "Shop price", "BHD\xa028.500", "BHD\xa028.000"],
        ["By hand", "Brand", "\u2014", "Toyota"],
        ["Price file, run 3", "On hand at Main", "5", "9"],
        ["Marketplace", "Online price", "\u2014", "BHD\xa029.900"],
        ["By hand", "On hand at Main", "4", "5"],
        ["Upload, call 3", "On hand at Main", "0", "4"],
        ["Upload, call 3", "On hand at Riffa", "0", "7"],
        ["Upload, call 3", "On hand at Hamad Town", "0", "0"],
        ["Upload, call 3", "Created", "", ""],
    ]


@pytest.mark.parametrize(
    ("sku", "line", "opened"),
    [
        ("48609-0K040", 2, (PaneKey.ORDERS, "ORD-2026-000116")),
        ("04465-60320", 0, (PaneKey.CALLS, "417")),
        ("04465-60320", 5, (PaneKey.SYSTEM, "")),
    ],
)
def test_a_line_opens_what_caused_it(
    pane: CataloguePane,
    settle: Settle,
    opened_panes: list[tuple[PaneKey, str]],
    sku: str,
    line: int,
    opened: tuple[PaneKey, str],
) -> None:
    pane.open_target(sku)
    settle()
    dialog = _open(pane, settle)
    dialog.table.opened.emit(dialog.model.row(line))
    assert opened_panes[-1] == opened
    assert not dialog.isVisible()


def test_older_changes_load_at_the_end(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    backend.edit_often("04465-60320", PAGE - 6)
    dialog = _open(pane, settle)
    assert dialog.model.rowCount() == PAGE
    dialog.table.end_reached.emit()
    settle()
    assert dialog.model.rowCount() == PAGE + 6
    dialog.table.end_reached.emit()
    settle()
    assert dialog.model.rowCount() == PAGE + 6


def test_an_empty_history_and_a_fault_say_so(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    backend.change("DELETE FROM item_writes")
    assert _open(pane, settle).message.text() == "Nothing of this part has changed since the history began."
    backend.answers.fail("histories.part", BackendError("The database is locked.", code=ErrorCode.DATABASE_LOCKED))
    pane.show_history()
    settle()
    dialog = pane.findChildren(ItemHistoryDialog)[-1]
    assert dialog.model.rowCount() == 0
    assert dialog.message.text() not in ("", "Nothing of this part has changed since the history began.")


def test_the_history_page_and_the_calls_about_a_part_open_from_it(
    pane: CataloguePane, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    item = pane.detail.item
    assert item is not None
    _open(pane, settle).page.click()
    pane.detail.calls.trigger()
    assert opened_panes == [(PaneKey.HISTORY, f"part:{item.sku}"), (PaneKey.CALLS, f"part:{item.sku}")]
