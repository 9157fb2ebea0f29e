"""The list of parts: its content, and how it is searched, filtered, sorted, paged and saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from service.domain.catalogue.items import ItemQuery, ItemSort, ItemView
from service.domain.catalogue.stock import Cause
from service.domain.times import MINUTE
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.panes.catalogue.conftest import dialogs
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.i18n.value_words import condition_words, make_table_words
from ui.panes.catalogue.catalogue_pane import PAGE, CataloguePane, LoadFileDialog, UnknownItemDialog
from ui.panes.catalogue.item_editor import ItemEditor
from ui.panes.catalogue.ledger import MovementDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import QtFileChooser
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Ink, Kind

Settle = Callable[[], None]


def _skus(pane: CataloguePane) -> list[str]:
    return [item.sku for item in pane.parts.model.rows]


def _cells(pane: CataloguePane, at: int) -> list[str]:
    texts = [pane.parts.model.index(at, column).data() for column in range(pane.parts.model.columnCount())]
    return [text.strip("\u2068\u2069") for text in texts]


def test_parts_with_price_on_hand_and_free(pane: CataloguePane) -> None:
    assert pane.state == "content"
    assert _cells(pane, 0) == ["Front brake pads, LC200", "Toyota", "28.500", "14", "11"]
    said = pane.header.subtitle.text().replace("\u2068", "").replace("\u2069", "")
    assert said == "12 parts. Changed last by ERP, 1 minute ago."
    assert pane.detail.item is not None
    assert pane.detail.item.sku == "04465-60320"


def test_models_keep_the_rules(pane: CataloguePane) -> None:
    QAbstractItemModelTester(pane.parts.model, QAbstractItemModelTester.FailureReportingMode.Fatal, pane)
    rows = pane.parts.model.rows
    pane.parts.model.set_rows(rows[:3])
    pane.parts.model.append(rows[3:])
    assert pane.parts.model.rowCount() == 12


def test_what_runs_out_stands_out(pane: CataloguePane) -> None:
    inks = {item.sku: pane.parts._ink(item) for item in pane.parts.model.rows}
    assert inks["48531-80605"] is Ink.BAD
    assert inks["21460-1LB0A"] is Ink.WARN
    assert inks["90915-YZZD4"] is Ink.TEXT


@pytest.mark.parametrize(
    ("text", "sku"), [("60280", "04465-60320"), ("طرمبة", "31110-2S000"), ("fuel pump", "31110-2S000")]
)
def test_search_is_the_services(pane: CataloguePane, backend: ReadyShop, qtbot: QtBot, text: str, sku: str) -> None:
    pane.focus_filter()
    pane.filters.search.edit.setText(text)
    qtbot.waitUntil(lambda: _skus(pane) == [sku])
    assert backend.answers.last("catalogue.page")[1] == ItemQuery(text=text)


def test_views_count_and_filter(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    views = pane.filters.views
    assert [views.accessibleTabName(at) for at in range(views.count())] == [
        "All 12",
        "Low 3",
        "Reserved 8",
        "Not listed 1",
    ]
    views.setCurrentIndex(3)
    settle()
    assert backend.answers.last("catalogue.page")[1] == ItemQuery(view=ItemView.NOT_LISTED)
    assert _skus(pane) == ["31110-2S000"]


def test_inactive_parts_have_a_view_once_there_are_some(
    context: PaneContext, show: ShowWidget, backend: ReadyShop
) -> None:
    backend.upload({"sku": "90915-YZZD4", "active": False})
    pane = CataloguePane(context)
    show(pane)
    views = pane.filters.views
    assert views.accessibleTabName(views.count() - 1) == "Inactive 1"


def test_one_branch_shows_its_own_levels(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    pane.filters.branch.choose("Riffa")
    settle()
    assert backend.answers.last("catalogue.page")[1] == ItemQuery(branch="Riffa")
    assert _cells(pane, 0)[3:] == ["5", "5"]


def test_a_shop_with_one_branch_has_nothing_to_choose(
    context: PaneContext, show: ShowWidget, backend: ReadyShop
) -> None:
    backend.keep_main_branch()
    pane = CataloguePane(context)
    show(pane)
    assert not pane.filters.branch.isVisible()


def test_sorting_by_menu_and_by_header(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    pane.filters.sort.choose(ItemSort.PRICE.value)
    settle()
    assert backend.answers.last("catalogue.page")[1] == ItemQuery(sort=ItemSort.PRICE, descending=True)
    assert _skus(pane)[0] == "81150-60K60"
    header = pane.parts.table.horizontalHeader()
    header.sectionClicked.emit(4)
    settle()
    assert backend.answers.last("catalogue.page")[1] == ItemQuery(sort=ItemSort.FREE)
    assert _skus(pane)[0] == "48531-80605"
    header.sectionClicked.emit(4)
    settle()
    assert backend.answers.last("catalogue.page")[1] == ItemQuery(sort=ItemSort.FREE, descending=True)
    assert pane.filters.sort.text() == "By free"


def test_pages_come_as_they_are_scrolled_to(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.upload(*({"sku": f"S{number:05d}", "name": "Pad"} for number in range(3 * PAGE - 12)))
    pane = CataloguePane(context)
    show(pane)
    bar = pane.parts.table.verticalScrollBar()
    for pages in (2, 3):
        bar.setValue(bar.maximum())
        settle()
        assert pane.parts.model.rowCount() == pages * PAGE
    asked = len(backend.answers.asked)
    bar.setValue(bar.maximum())
    settle()
    assert len(backend.answers.asked) == asked


def test_a_reload_keeps_choice_and_place(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.upload(*({"sku": f"S{number:05d}", "name": "Pad"} for number in range(PAGE)))
    pane = CataloguePane(context)
    show(pane)
    pane.parts.table.choose("S00100")
    place = pane.parts.table.verticalScrollBar().value()
    assert place > 0
    backend.upload({"sku": pane.parts.model.row(3).sku, "price_fils": 1})
    settle()
    current = pane.parts.table.current()
    assert current is not None
    assert current.sku == "S00100"
    assert pane.parts.table.verticalScrollBar().value() == place
    assert pane.parts.model.row(3).price_fils == 1


def test_another_pane_opens_a_part(pane: CataloguePane, settle: Settle) -> None:
    pane.filters.views.setCurrentIndex(3)
    settle()
    pane.open_target("SK20HR11")
    settle()
    assert pane.filters.views.key == ItemView.ALL
    assert pane.detail.item is not None
    assert pane.detail.item.sku == "SK20HR11"


def test_a_part_that_is_gone_is_told(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    pane.open_target("nowhere")
    settle()
    assert isinstance(dialogs(pane)[0], UnknownItemDialog)


def test_no_hit_says_so_and_shows_all_again(pane: CataloguePane, settle: Settle, qtbot: QtBot) -> None:
    pane.filters.search.edit.setText("turbo")
    pane.refresh()
    settle()
    assert pane.no_match.isVisible()
    assert not pane.detail.isVisible()
    assert not pane.save.isEnabled()
    pane.no_match.add.click()
    settle()
    editor = pane.findChild(ItemEditor)
    assert editor is not None
    assert pane.filters.search.text() in (editor.fields.edits["sku"].text(), editor.fields.edits["name"].text())
    editor.reject()
    pane.no_match.clear.click()
    settle()
    assert pane.parts.model.rowCount() == 12
    assert pane.detail.isVisible()


def test_empty_live_shop_leads_to_a_file(context: PaneContext, show: ShowWidget, backend: ReadyShop) -> None:
    backend.empty()
    pane = CataloguePane(context)
    show(pane)
    assert pane.empty.isVisible()
    mains = [one for one in pane.findChildren(Button) if one.kind is Kind.PRIMARY and one.isVisible()]
    assert mains == [pane.empty.main], "one main button"
    pane.empty.main.click()
    assert pane.window().findChild(LoadFileDialog) is not None


def test_empty_staging_is_filled_with_one_click(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    pane = CataloguePane(make_context(staging=True))
    show(pane)
    backend.answers.hold("host.fill_sample")
    pane.empty.main.click()
    assert pane.work.bar.isVisible()
    backend.answers.release("host.fill_sample")
    settle()
    assert not pane.work.bar.isVisible()
    assert pane.parts.model.rowCount() == PAGE


def test_filling_that_fails_is_told(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("host.fill_sample", BackendError("Full.", code=ErrorCode.DISK_FULL))
    pane = CataloguePane(make_context(staging=True))
    show(pane)
    pane.empty.main.click()
    settle()
    assert isinstance(dialogs(pane)[0], FaultDialog)
    assert not pane.work.bar.isVisible()


def test_saving_asks_where_and_says_how_many(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle, tmp_path: Path
) -> None:
    pane = CataloguePane(replace(context, chooser=QtFileChooser()))
    show(pane)
    pane.filters.views.setCurrentIndex(1)
    settle()
    pane.export()
    chooser = pane.findChild(QFileDialog)
    assert chooser is not None
    assert chooser.windowTitle() == "Save the reorder list"
    assert chooser.selectedFiles() == [str(Path.home() / "reorder list.xlsx")]
    chooser.fileSelected.emit(str(tmp_path / "parts.csv"))
    settle()
    _shop, query, path, words = backend.answers.last("catalogue.export")
    assert (query, path) == (ItemQuery(view=ItemView.LOW), str(tmp_path / "parts.csv"))
    assert words == make_table_words(context.formats, {"condition": condition_words().items()})
    assert words.codes["condition"]["new_aftermarket"] == "New, aftermarket"
    assert context.toasts.text.replace("\u2068", "").replace("\u2069", "") == "3 parts saved in parts.csv."
    chooser.close()
    settle()


def test_saving_can_be_stopped(
    pane: CataloguePane, context: PaneContext, backend: ReadyShop, settle: Settle, tmp_path: Path
) -> None:
    backend.answers.hold("catalogue.export")
    pane.work.export_to(str(tmp_path / "parts.csv"), ItemQuery())
    pane.work.bar.stop.click()
    backend.answers.release("catalogue.export")
    settle()
    assert not pane.work.bar.isVisible()
    assert context.toasts.text == ""


def test_saving_that_fails_is_told(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("catalogue.export", BackendError("No.", code=ErrorCode.FILE_NOT_WRITABLE))
    pane.work.export_to("/tmp/parts.csv", ItemQuery())
    settle()
    assert isinstance(dialogs(pane)[0], FaultDialog)


def test_keyboard_alone_reaches_a_movement(pane: CataloguePane, qtbot: QtBot, settle: Settle) -> None:
    search, table, count = pane.areas()
    assert search is pane.filters.search
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert pane.detail.item is not None
    assert pane.detail.item.sku == "14400-RCA-A01"
    pane.parts.table.choose("90915-YZZD4")
    QTest.keyClick(table, Qt.Key.Key_Return)
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, MovementDialog)
    assert dialog.cause.key == Cause.COUNT
    assert count is pane.detail.buttons[Cause.COUNT]


def test_arabic_names_come_first(make_context: MakeContext, show: ShowWidget) -> None:
    pane = CataloguePane(make_context(language=Language.ARABIC))
    show(pane)
    assert pane.header.title.text() == "الأصناف"
    assert _cells(pane, 1)[0] == "طقم سير التوقيت"
    assert pane.detail.name.text().strip("\u2068\u2069") == "فحمات بريك أمامية، لاندكروزر 200"
    assert pane.detail.other.text().strip("\u2068\u2069") == "Front brake pads, LC200"


def test_a_search_without_match_keeps_its_field(pane: CataloguePane, qtbot: QtBot) -> None:
    pane.filters.search.edit.setText("no such part")
    qtbot.waitUntil(pane.no_match.isVisible)
    assert pane.filters.search.isVisible()
    assert not pane.empty.isVisible()
    pane.filters.search.edit.setText("60280")
    qtbot.waitUntil(lambda: _skus(pane) == ["04465-60320"])


def test_a_part_that_was_never_saved_is_said_to_be_unknown(pane: CataloguePane, settle: Settle) -> None:
    pane.open_target("REJECTED-1")
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, UnknownItemDialog)
    assert "REJECTED-1" in dialog.windowTitle()
    dialog.reject()
    settle()
    assert pane.detail.item is not None, "the list goes on with its first part"


def test_a_change_without_an_author_names_none(context: PaneContext, show: ShowWidget, backend: ReadyShop) -> None:
    backend.change("DELETE FROM item_writes")
    backend.change("UPDATE ledger SET at = 0")
    pane = CataloguePane(context)
    show(pane)
    assert pane.header.subtitle.text() == "12 parts. Changed last 1 minute ago."


def test_the_time_of_the_last_change_goes_on_while_nothing_changes(pane: CataloguePane, context: PaneContext) -> None:
    pane.tick(context.now() + 4 * MINUTE)
    assert strip_marks(pane.header.subtitle.text()) == "12 parts. Changed last by ERP, 5 minutes ago."


def test_enter_opens_what_a_barcode_reader_typed(pane: CataloguePane, settle: Settle) -> None:
    """The reader is done before the pause that a search waits for."""
    pane.filters.search._typing_timer.setInterval(60_000)
    pane.filters.search.edit.setFocus()
    QTest.keyClicks(pane.filters.search.edit, "31110-2S000")
    QTest.keyClick(pane.filters.search.edit, Qt.Key.Key_Return)
    settle()
    assert _skus(pane) == ["31110-2S000"]
    assert pane.detail.item is not None
    assert pane.detail.item.sku == "31110-2S000"


@pytest.mark.parametrize("focused", ["table", "button"])
def test_a_barcode_reader_types_wherever_the_focus_is(pane: CataloguePane, settle: Settle, focused: str) -> None:
    """Else its Enter would count another part, and what it reads next would be the quantity."""
    pane.filters.search.edit.setText("pads")
    settle()
    widget = pane.parts.table if focused == "table" else pane.detail.buttons[Cause.COUNT]
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_3)
    edit = pane.filters.search.edit
    assert edit.hasFocus()
    QTest.keyClicks(edit, "1110-2S000")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    settle()
    assert edit.text() == "31110-2S000"
    assert pane.detail.item is not None
    assert pane.detail.item.sku == "31110-2S000"
    assert dialogs(pane) == []


def test_keys_with_a_command_stay_out_of_the_search(pane: CataloguePane) -> None:
    pane.parts.table.setFocus()
    QTest.keyClick(pane.parts.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(pane.parts.table, Qt.Key.Key_Space)
    assert pane.parts.table.hasFocus()
    assert pane.filters.search.text() == ""
