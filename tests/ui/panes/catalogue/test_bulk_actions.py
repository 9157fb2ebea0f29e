"""Several parts at once: their selection, their prices with a preview, active or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from service.domain.catalogue.items import ItemQuery, ItemSelection
from service.domain.catalogue.price_change import PriceChange
from service.domain.catalogue.row_types import PRICE_FIELDS
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.panes.catalogue.conftest import dialogs
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.bulk_actions import PriceDialog, parse_percent
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.catalogue.overwrite_note import OverwriteNote
from ui.shell.pane_context import PaneContext
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]
SKUS = ("04465-60320", "14400-RCA-A01", "17801-38051")
"""The first rows of the list."""

_ADD = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


def select(pane: CataloguePane, *rows: int) -> None:
    model = pane.parts.table.selectionModel()
    model.clearSelection()
    for row in rows:
        model.select(pane.parts.model.index(row, 0), _ADD)


@pytest.fixture
def pricing(pane: CataloguePane, settle: Settle) -> PriceDialog:
    select(pane, 0, 1)
    pane.bulk.bar.prices.click()
    settle()
    (found,) = [dialog for dialog in dialogs(pane) if isinstance(dialog, PriceDialog)]
    return found


def test_the_bar_appears_with_the_second_part_and_shift_down_selects_it(pane: CataloguePane, settle: Settle) -> None:
    assert not pane.bulk.bar.isVisible()
    pane.parts.table.setFocus()
    place = pane.parts.table.mapTo(pane, QPoint())
    QTest.keyClick(pane.parts.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    settle()
    assert pane.bulk.bar.isVisible()
    assert pane.parts.table.mapTo(pane, QPoint()) == place, "the rows stay under the pointer"
    assert pane.bulk.bar.label.text() == "2 parts selected"
    assert pane.bulk.selection() == ItemSelection(("04465-60320", "14400-RCA-A01"))
    pane.bulk.bar.clear.click()
    assert not pane.bulk.bar.isVisible()


def test_a_barcode_reader_and_the_key_of_the_filter_end_a_selection(pane: CataloguePane, settle: Settle) -> None:
    select(pane, 0, 1)
    QTest.keyClicks(pane.parts.table, "7")
    assert pane.filters.search.text() == "7"
    select(pane, 0, 1)
    pane.focus_filter()
    assert pane.filters.search.isVisible()
    settle()


def test_all_found_are_selected_loaded_or_not(pane: CataloguePane, settle: Settle) -> None:
    select(pane, 0, 1)
    assert pane.bulk.bar.all.text() == "Select all 12 found"
    pane.bulk.bar.all.click()
    assert pane.bulk.selection() == ItemSelection(query=ItemQuery())
    assert pane.bulk.bar.label.text() == "12 parts selected"
    assert not pane.bulk.bar.all.isVisible()
    select(pane, 2, 3, 4)
    assert len(pane.bulk.selection().skus) == 3, "another selection ends that of all"


def test_all_of_one_search_are_not_all_of_the_next(pane: CataloguePane, settle: Settle) -> None:
    pane.bulk.select_all()
    pane.filters.sort_by("name", False)
    pane.filters.search.edit.setText("a")
    pane.filters.search.search_now()
    settle()
    assert pane.bulk.selection().query is None


def test_a_late_answer_is_not_taken_for_what_is_typed_now(
    pricing: PriceDialog, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.hold("catalogue.plan_prices")
    pricing.percent.setText("10")
    settle()
    pricing._timer.setInterval(60_000)
    pricing.percent.setText("1")
    backend.answers.release("catalogue.plan_prices")
    settle()
    assert pricing.plan is None
    assert not pricing.save.isEnabled()


def test_a_reload_keeps_the_selection(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    select(pane, 0, 2)
    backend.upload({"sku": "17801-38051", "price_fils": 1})
    settle()
    assert pane.bulk.selection().skus == ("04465-60320", "17801-38051")


def test_the_preview_follows_what_is_typed(pricing: PriceDialog, backend: ReadyShop, qtbot: QtBot) -> None:
    assert not pricing.save.isEnabled()
    QTest.keyClicks(pricing.percent, "10")
    qtbot.waitUntil(pricing.save.isEnabled)
    assert backend.answers.last("catalogue.plan_prices")[1:] == (
        ItemSelection(("04465-60320", "14400-RCA-A01")),
        PriceChange(1000, 1, PRICE_FIELDS[:1]),
    )
    assert pricing.summary.text() == "2 prices change. Lowest 28.500, then 31.350. Highest 46.750, then 51.425."
    assert [(move.old, move.new) for move in pricing.model.rows] == [(46_750, 51_425), (28_500, 31_350)]
    pricing.step.setCurrentIndex(4)
    assert not pricing.save.isEnabled(), "what is displayed is no longer what would be done"
    qtbot.waitUntil(pricing.save.isEnabled)
    assert [(move.old, move.new) for move in pricing.model.rows] == [(46_750, 51_400), (28_500, 31_400)]
    assert pricing.save.text() == "Change 2 prices"


def test_the_displayed_plan_is_what_is_done(
    pane: CataloguePane, pricing: PriceDialog, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    pricing.direction.setCurrentIndex(1)
    QTest.keyClicks(pricing.percent, "50")
    qtbot.waitUntil(pricing.save.isEnabled)
    plan = pricing.plan
    QTest.keyClick(pricing.percent, Qt.Key.Key_Return)
    settle()
    assert backend.answers.last("catalogue.change_prices") == (pane.context.shop.id, plan)
    assert [backend.item(sku).price_fils for sku in ("04465-60320", "14400-RCA-A01")] == [14_250, 23_375]
    assert dialogs(pane) == []


def test_a_key_while_prices_are_changed_does_not_change_them_twice(
    pricing: PriceDialog, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    pricing.percent.setText("10")
    qtbot.waitUntil(pricing.save.isEnabled)
    backend.answers.hold("catalogue.change_prices")
    pricing.save.click()
    pricing.percent.setText("12")
    qtbot.waitUntil(lambda: pricing.plan is not None)
    pricing.save.click()
    assert backend.answers.names().count("catalogue.change_prices") == 1
    backend.answers.release("catalogue.change_prices")
    settle()


def test_the_systems_that_will_replace_the_prices_are_named(
    pane: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    backend.give_to_till("04465-60320", "14400-RCA-A01")
    backend.give_to_file("17801-38051")
    select(pane, 0, 1, 2)
    pane.bulk.change_prices()
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, PriceDialog)
    assert strip_marks(dialog.warning.title.text()).splitlines() == [
        "Till 1 wrote 2 of them last. What it sends next replaces what you change.",
        "The file prices.xlsx wrote 1 of them last. Its next nightly run replaces what you change.",
    ]


def test_refused_prices_are_listed(pane: CataloguePane, backend: ReadyShop, qtbot: QtBot, settle: Settle) -> None:
    backend.upload({"sku": "14400-RCA-A01", "price_fils": 3})
    settle()
    select(pane, 0, 1)
    pane.bulk.change_prices()
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, PriceDialog)
    dialog.step.setCurrentIndex(4)
    QTest.keyClicks(dialog.percent, "5")
    qtbot.waitUntil(dialog.refused.isVisible)
    assert dialog.refused.text().splitlines() == [
        "1 price stays as it is:", "14400-RCA-A01 · 0.003 · would become 0",
    ]  # fmt: skip
    assert dialog.save.text() == "Change 1 price"


@pytest.mark.parametrize("text", ["five", "0", "-5", "10001", "5.555"])
def test_no_percentage_changes_nothing(pricing: PriceDialog, text: str, settle: Settle) -> None:
    pricing.percent.setText(text)
    settle()
    assert pricing.percent.accessibleDescription() == "Write a number like 5 or 2.5."
    assert not pricing.save.isEnabled()


@pytest.mark.parametrize(("text", "value"), [("5", 500), (" 2.5 % ", 250), ("2.05", 205), ("٥٫٥", 550), ("1e3", None)])
def test_percentages(text: str, value: int | None) -> None:
    assert parse_percent(text) == value


def test_a_price_that_changed_meanwhile_shows_new_figures(
    pricing: PriceDialog, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    QTest.keyClicks(pricing.percent, "10")
    qtbot.waitUntil(pricing.save.isEnabled)
    backend.answers.fail("catalogue.change_prices", BackendError("Look again.", code=ErrorCode.CHANGED_SINCE))
    before = backend.answers.names().count("catalogue.plan_prices")
    pricing.save.click()
    settle()
    assert pricing.note.isVisible()
    assert backend.answers.names().count("catalogue.plan_prices") == before + 1
    assert pricing.save.isEnabled()


def test_a_change_that_is_refused_can_be_tried_again(
    pricing: PriceDialog, backend: ReadyShop, qtbot: QtBot, settle: Settle
) -> None:
    """The preview was taken away, and the percentage had to be typed again."""
    QTest.keyClicks(pricing.percent, "10")
    qtbot.waitUntil(pricing.save.isEnabled)
    plan = pricing.plan
    backend.answers.fail("catalogue.change_prices", BackendError("The PIN was not entered."))
    pricing.save.click()
    settle()
    assert pricing.note.isVisible()
    assert pricing.plan is plan
    assert pricing.save.isEnabled()


def test_inactive_and_active_ask_first_and_say_who_will_overwrite_it(
    pane: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    backend.give_to_till("04465-60320", "14400-RCA-A01")
    select(pane, 0, 1)
    pane.bulk.bar.inactive.click()
    settle()
    (question,) = dialogs(pane)
    assert isinstance(question, ConfirmDialog)
    assert question.windowTitle() == "Make 2 parts inactive?"
    (warning,) = question.findChildren(OverwriteNote)
    assert strip_marks(warning.title.text()).startswith("Till 1 wrote 2 of them last.")
    pane.parts.table.clearSelection()
    question.confirm.click()
    settle()
    assert [backend.item(sku).active for sku in SKUS] == [False, False, True]
    assert pane.filters.isVisible()
    select(pane, 0, 1)
    pane.bulk.bar.active.click()
    settle()
    (question,) = dialogs(pane)
    assert isinstance(question, ConfirmDialog)
    assert question.windowTitle() == "Make 2 parts active?"
    question.confirm.click()
    settle()
    assert all(backend.item(sku).active for sku in SKUS)


def test_a_read_only_shop_changes_nothing(context: PaneContext, show: ShowWidget) -> None:
    pane = CataloguePane(replace(context, shop=replace(context.shop, read_only=True)))
    show(pane)
    select(pane, 0, 1)
    assert pane.bulk.bar.isVisible()
    assert not pane.bulk.bar.prices.isEnabled()
    assert not pane.bulk.bar.inactive.isEnabled()


@pytest.mark.parametrize("language", list(Language))
def test_the_dialog_fits_a_small_window(
    make_context: MakeContext, show: ShowWidget, settle: Settle, language: Language
) -> None:
    pane = CataloguePane(make_context(language=language))
    show(pane)
    pane.resize(1024, 600)
    settle()
    select(pane, 0, 1)
    pane.bulk.change_prices()
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, PriceDialog)
    corner = dialog.save.mapTo(dialog, dialog.save.rect().bottomRight())
    assert dialog.rect().contains(corner)
    dialog.close()


def test_the_preview_has_the_names_of_the_list(make_context: MakeContext, show: ShowWidget, settle: Settle) -> None:
    pane = CataloguePane(make_context(language=Language.ARABIC))
    show(pane)
    settle()
    select(pane, 0, 1)
    listed = {pane.parts.model.index(row, 0).data() for row in (0, 1)}
    pane.bulk.change_prices()
    (dialog,) = [one for one in dialogs(pane) if isinstance(one, PriceDialog)]
    dialog.percent.setText("5")
    dialog._ask()
    settle()
    shown = {dialog.model.index(row, 0).data() for row in range(dialog.model.rowCount())}
    assert shown == listed
