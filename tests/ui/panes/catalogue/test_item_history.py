"""The history of a part: values, causes, and the way to what caused them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.ui.fake import FakeBackend
from tests.ui.fake.history.fake_history import history_of
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
        ["Order ORD-2026-000119", "On hand at Main", "10", "8"],
        ["Upload, call 415", "Shop price", "BHD\xa04.500", "BHD\xa04.900"],
        ["Upload, call 415", "Brand", "\u2014", "Toyota"],
        ["By hand", "Active", "No", "Yes"],
        ["Nightly file, run 12", "Cars it fits", "0 in the list", "1 in the list"],
        ["Upload, call 3", "On hand at Main", "0", "10"],
        ["Upload, call 3", "Created", "", ""],
    ]


@pytest.mark.parametrize(
    ("line", "opened"),
    [
        (0, (PaneKey.ORDERS, "ORD-2026-000119")),
        (1, (PaneKey.CALLS, "415")),
        (4, (PaneKey.SYSTEM, "")),
    ],
)
def test_a_line_opens_what_caused_it(
    pane: CataloguePane, settle: Settle, opened_panes: list[tuple[PaneKey, str]], line: int, opened: tuple[PaneKey, str]
) -> None:
    dialog = _open(pane, settle)
    dialog.table.opened.emit(dialog.model.row(line))
    assert opened_panes[-1] == opened
    assert not dialog.isVisible()


def test_older_changes_load_at_the_end(pane: CataloguePane, backend: FakeBackend, settle: Settle) -> None:
    first = history_of("A")[3]
    backend.histories.past = [
        replace(first, number=number, write=replace(first.write, id=number)) for number in range(PAGE + 3, 0, -1)
    ]
    dialog = _open(pane, settle)
    assert dialog.model.rowCount() == PAGE
    dialog.table.end_reached.emit()
    settle()
    assert dialog.model.rowCount() == PAGE + 3
    dialog.table.end_reached.emit()
    settle()
    assert dialog.model.rowCount() == PAGE + 3


def test_an_empty_history_and_a_fault_say_so(pane: CataloguePane, backend: FakeBackend, settle: Settle) -> None:
    backend.histories.past = []
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
