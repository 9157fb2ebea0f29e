"""One part: its facts, its movements by hand, and its ledger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from service.domain.catalogue.items import Fit
from service.domain.catalogue.stock import Cause, NewMovement
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.catalogue.conftest import dialogs
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.catalogue.item_detail import StockBar
from ui.panes.catalogue.ledger import PAGE, Ledger, LedgerDialog, MovementDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Type
from ui.widgets import Badge, Button, ConfirmDialog, Role
from ui.widgets.facts import FactGrid
from ui.widgets.painting import elide

Settle = Callable[[], None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    image = QImage(640, 480, QImage.Format.Format_RGB32)
    image.fill(QColor(20, 90, 200))
    path = tmp_path / "pads.jpg"
    assert image.save(str(path), "JPEG")  # type: ignore[call-overload]
    return path


@pytest.fixture
def pane(context: PaneContext, show: ShowWidget, file: Path, chooser: FakeFileChooser) -> CataloguePane:
    chooser.file_path = str(file)
    pane = CataloguePane(context)
    show(pane)
    return pane


def test_a_chosen_picture_is_displayed_with_its_part_only(
    pane: CataloguePane, backend: ReadyShop, settle: Settle, file: Path
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


def test_it_is_removed_after_a_question(pane: CataloguePane, backend: ReadyShop, settle: Settle, file: Path) -> None:
    pane.detail.choose_picture.trigger()
    settle()
    pane.detail.remove_picture.trigger()
    settle()
    (question,) = dialogs(pane)
    assert isinstance(question, ConfirmDialog)
    question.confirm.click()
    settle()
    assert backend.read(lambda db: db.scalar("SELECT count(*) FROM item_pictures")) == 0
    assert not pane.detail.picture.isVisible()


def test_a_file_that_is_no_picture_says_so(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("catalogue.set_picture", BackendError("This is no picture."))
    pane.detail.choose_picture.trigger()
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, FaultDialog)


def test_bytes_that_are_no_picture_display_nothing(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    backend.change("INSERT INTO item_pictures VALUES (1, 1, ?)", b"torn")
    pane.reload()
    settle()
    assert not pane.detail.picture.isVisible()


def _texts(pane: CataloguePane) -> list[str]:
    found = [label.text() for label in pane.detail.findChildren(QLabel) if label.isVisible()]
    return [strip_marks(text).replace("\u00a0", " ") for text in found]


def _move(pane: CataloguePane, cause: Cause, settle: Settle) -> MovementDialog:
    pane.detail.buttons[cause].click()
    settle()
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, MovementDialog)
    return dialog


def test_a_key_while_a_sale_is_recorded_does_not_record_it_twice(
    pane: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    dialog = _move(pane, Cause.SALE, settle)
    dialog.quantity.setText("1")
    backend.answers.hold("catalogue.move")
    dialog.record.click()
    dialog.quantity.setText("2")
    dialog.record.click()
    assert backend.answers.names().count("catalogue.move") == 1
    backend.answers.release("catalogue.move")
    settle()
    assert dialogs(pane) == []


def test_everything_about_a_part(pane: CataloguePane, settle: Settle) -> None:
    settle()
    texts = _texts(pane)
    for label, value in (
        ("Shop price", "BHD 28.500"),
        ("Wholesale", "BHD 23.940"),
        ("Online", "BHD 29.900"),
        ("SKU", "04465-60320"),
        ("OEM number", "04465-60280"),
        ("Brand", "Toyota"),
        ("Toyota Land Cruiser 200", "2008–2021"),
    ):
        assert texts[texts.index(label) + 1] == value
    main = texts.index("Main")
    assert texts[main + 1 : main + 6 : 2] == ["9 on hand", "3 reserved", "6 free"]
    assert {"On the marketplace", "New, original", "Brakes"} <= set(texts)
    assert "−2 · Sale · Riffa" in texts
    bars = pane.detail.findChildren(StockBar)
    assert next(bar.accessibleDescription() for bar in bars) == "9 on hand, 3 reserved, 6 free"
    assert next((bar.value(), bar.maximum()) for bar in bars) == (66, 100)


def test_a_bar_compares_branches_so_one_branch_has_none(pane: CataloguePane) -> None:
    item = pane.detail.item
    assert item is not None
    pane.detail.show_item(replace(item, stock=item.stock[:1]))
    assert not [bar for bar in pane.detail.findChildren(StockBar) if bar.isVisible()]


def test_a_long_name_in_the_list_keeps_the_years_at_its_end(pane: CataloguePane) -> None:
    name = pane.parts.model.columns[0]
    assert name.title == "Part"
    text = "Front brake pads with wear sensor for Toyota Land Cruiser 2008-2021"
    assert elide(pane.fontMetrics(), text, 160, name.elide).rstrip("\u2069").endswith("2021")


def test_a_part_without_facts(context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle) -> None:
    backend.upload({"sku": "0", "name": "Pad", "active": False})
    pane = CataloguePane(context)
    show(pane)
    settle()
    texts = _texts(pane)
    assert texts.count("—") == 5
    assert "Nothing has been counted in yet. Count it to start." in texts
    assert "Inactive" in texts
    assert "Fits" not in texts
    assert not pane.detail.other.isVisible()


@pytest.mark.parametrize(
    ("years", "expected"),
    [
        ((None, None), "all years"),
        ((2010, None), "from 2010"),
        ((None, 2015), "to 2015"),
        ((2012, 2012), "2012"),
        ((2012, 2014), "2012–2014"),
    ],
)
def test_years_of_a_car(pane: CataloguePane, years: tuple[int | None, int | None], expected: str) -> None:
    assert strip_marks(pane.detail._years(Fit("Toyota", "Camry", *years))) == expected


def test_many_cars_end_with_a_number(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    cars = [{"make": "Toyota", "model": f"Model {number}"} for number in range(43)]
    backend.upload({"sku": "04465-60320", "fit": cars})
    pane = CataloguePane(context)
    show(pane)
    settle()
    assert "and 3 more cars" in [label.text() for label in pane.detail.findChildren(QLabel)]


def test_a_long_category_ends_with_dots_inside_of_the_card(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.upload({"sku": "04465-60320", "category": "Suspension " * 9})
    pane = CataloguePane(context)
    show(pane)
    settle()
    badge = next(one for one in pane.detail.findChildren(Badge) if "Suspension" in one.text())
    assert strip_marks(badge.painted_text()).endswith("…")
    assert "Suspension Suspension" in badge.toolTip()
    assert badge.mapTo(pane.detail, badge.rect().topRight()).x() < pane.detail.width()


@pytest.mark.parametrize("language", list(Language))
def test_who_moved_stock_is_not_cut(
    make_context: MakeContext, show: ShowWidget, settle: Settle, theme: Theme, language: Language
) -> None:
    pane = CataloguePane(make_context(language=language))
    show(pane)
    settle()
    table = _move(pane, Cause.COUNT, settle).ledger.table
    for column, role in ((0, Role.SECOND), (1, Qt.ItemDataRole.DisplayRole)):
        metrics = QFontMetrics(theme.font(Type.BODY if column else Type.SMALL))
        texts = [table.model().index(at, column).data(role) for at in range(table.model().rowCount())]
        assert len(texts) > 3
        assert max(metrics.horizontalAdvance(text.split(" · ")[0]) for text in texts) <= table.columnWidth(column) - 20


def test_a_count_is_recorded(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    dialog = _move(pane, Cause.COUNT, settle)
    assert not dialog.record.isEnabled()
    assert dialog.outcome.text() == "On hand 9: 3 reserved, 6 free."
    dialog.quantity.setText("12")
    assert dialog.outcome.text() == "On hand 9, then 12: 3 reserved, 9 free."
    dialog.note.setText(" shelf 4 ")
    dialog.record.click()
    settle()
    expected = NewMovement("04465-60320", "Main", Cause.COUNT, 12_000, "shelf 4")
    assert backend.answers.last("catalogue.move") == (1, expected)
    assert dialogs(pane) == []
    assert "12 on hand" in _texts(pane)


@pytest.mark.parametrize(
    ("cause", "text", "after"),
    [(Cause.RETURN, "0.5", "5.5"), (Cause.JOB, "2", "3"), (Cause.SALE, "5", "0")],
)
def test_each_cause_at_another_branch(
    pane: CataloguePane, backend: ReadyShop, settle: Settle, cause: Cause, text: str, after: str
) -> None:
    dialog = _move(pane, cause, settle)
    dialog.branch.setCurrentIndex(dialog.branch.findText("Riffa"))
    dialog.quantity.setText(text)
    assert dialog.outcome.text() == f"On hand 5, then {after}: 0 reserved, {after} free."
    dialog.record.click()
    settle()
    asked = backend.answers.last("catalogue.move")[1]
    assert isinstance(asked, NewMovement)
    assert (asked.branch, asked.cause, asked.note) == ("Riffa", cause, None)


def test_what_open_orders_hold_can_not_go(pane: CataloguePane, settle: Settle) -> None:
    dialog = _move(pane, Cause.SALE, settle)
    dialog.quantity.setText("7")
    assert not dialog.record.isEnabled()
    assert dialog.outcome.text() == "Open orders hold some of it. Finish or cancel those orders first."
    dialog.quantity.setText("10")
    assert dialog.outcome.text() == "There is not that much on hand at this branch."
    dialog.quantity.setText("6")
    assert dialog.record.isEnabled()


@pytest.mark.parametrize("text", ["-1", "1,5", "x", "1.2345"])
def test_no_number(pane: CataloguePane, settle: Settle, text: str) -> None:
    dialog = _move(pane, Cause.COUNT, settle)
    dialog.quantity.setText(text)
    assert not dialog.record.isEnabled()
    assert dialog.quantity.accessibleDescription() == "Write a number like 12 or 0.5."


def test_nothing_is_no_movement_but_a_count(pane: CataloguePane, settle: Settle) -> None:
    dialog = _move(pane, Cause.RETURN, settle)
    dialog.quantity.setText("0")
    assert not dialog.record.isEnabled()
    assert dialog.quantity.accessibleDescription() == "Write a number above 0."
    dialog.quantity.setText("0.5")
    assert dialog.record.isEnabled()
    assert dialog.quantity.accessibleDescription() == ""


def test_stock_that_came_while_the_dialog_is_open_counts(
    pane: CataloguePane, backend: ReadyShop, settle: Settle
) -> None:
    dialog = _move(pane, Cause.SALE, settle)
    dialog.quantity.setText("7")
    assert not dialog.record.isEnabled()
    pages = backend.answers.names().count("catalogue.ledger")
    backend.catalogue.move(1, NewMovement("04465-60320", "Main", Cause.COUNT, 20_000, None))
    settle()
    assert dialog.outcome.text() == "On hand 20, then 13: 3 reserved, 10 free."
    assert dialog.record.isEnabled()
    assert backend.answers.names().count("catalogue.ledger") == pages + 2, "its ledger and the last movement"
    pane.parts.table.choose("17801-38051")
    settle()
    assert dialog.outcome.text() == "On hand 20, then 13: 3 reserved, 10 free.", "it is about its own part"


def test_a_branch_that_never_had_it_can_be_counted(pane: CataloguePane, settle: Settle) -> None:
    pane.open_target("17801-38051")
    settle()
    dialog = _move(pane, Cause.COUNT, settle)
    dialog.branch.setCurrentIndex(dialog.branch.findText("Hamad Town"))
    dialog.quantity.setText("4")
    assert dialog.outcome.text() == "On hand 0, then 4: 0 reserved, 4 free."
    assert dialog.record.isEnabled()


def test_the_chosen_branch_is_proposed(pane: CataloguePane, settle: Settle) -> None:
    pane.filters.branch.choose("Riffa")
    settle()
    assert _move(pane, Cause.SALE, settle).branch.currentText() == "Riffa"


@pytest.mark.parametrize("code", [ErrorCode.STOCK_HELD, ErrorCode.READ_ONLY, ErrorCode.DATABASE_LOCKED])
def test_a_refusal_is_told_in_the_dialog(
    pane: CataloguePane, backend: ReadyShop, settle: Settle, code: ErrorCode
) -> None:
    backend.answers.fail("catalogue.move", BackendError("No.", code=code))
    dialog = _move(pane, Cause.COUNT, settle)
    dialog.quantity.setText("12")
    dialog.record.click()
    settle()
    assert dialog.isVisible()
    assert dialog.quantity.accessibleDescription() != ""
    assert dialog.record.isEnabled()


def test_enter_records_and_escape_leaves(pane: CataloguePane, backend: ReadyShop, settle: Settle, qtbot: QtBot) -> None:
    dialog = _move(pane, Cause.COUNT, settle)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert dialogs(pane) == []
    dialog = _move(pane, Cause.COUNT, settle)
    QTest.keyClicks(dialog.quantity, "11")
    QTest.keyClick(dialog.quantity, Qt.Key.Key_Return)
    settle()
    assert backend.answers.names().count("catalogue.move") == 1


def test_a_read_only_shop_moves_nothing(
    context: PaneContext,
    show: ShowWidget,
    backend: ReadyShop,
    settle: Settle,
    opened_panes: list[tuple[PaneKey, str]],
) -> None:
    pane = CataloguePane(replace(context, shop=replace(context.shop, read_only=True)))
    show(pane)
    settle()
    assert not any(button.isEnabled() for button in pane.detail.buttons.values())
    pane.new()
    assert dialogs(pane) == []
    settings = next(button for button in pane.detail.findChildren(Button) if button.text() == "Settings")
    settings.click()
    assert opened_panes == [(PaneKey.SETTINGS, "")]


def test_the_ledger_tells_who_when_and_why(pane: CataloguePane, settle: Settle) -> None:
    pane.show_ledger()
    settle()
    dialog = dialogs(pane)[0]
    assert isinstance(dialog, LedgerDialog)
    model = dialog.ledger.model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, dialog)
    rows = [[strip_marks(model.index(row, at).data()) for at in range(5)] for row in range(model.rowCount())]
    assert rows[0] == ["Sale", "Riffa", "Today 13:58", "−2", "5"]
    assert rows[1] == ["Price file", "Main", "Yesterday 02:00", "+4", "9"]
    assert strip_marks(dialog.ledger._describe_author(model.row(2))) == "Owner · First count"


def test_the_ledger_pages_to_its_end(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.upload(*({"sku": "04465-60320", "quantity": 20 + number} for number in range(114)))
    ledger = Ledger(context, "04465-60320")
    show(ledger)
    bar = ledger.table.verticalScrollBar()
    for _ in range(4):
        bar.setValue(bar.maximum())
        settle()
    assert ledger.model.rowCount() == 120
    asked = [arguments[2:] for name, arguments in backend.answers.asked if name == "catalogue.ledger"]
    assert [limit for _before, limit in asked] == [PAGE, PAGE, PAGE]


def test_a_ledger_that_can_not_be_read(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("catalogue.ledger", BackendError("In use.", code=ErrorCode.DATABASE_LOCKED))
    ledger = Ledger(context, "04465-60320")
    show(ledger)
    assert ledger.message.text().startswith("Nothing was changed.")
    backend.answers.mend("catalogue.ledger")
    ledger.again.click()
    settle()
    assert ledger.model.rowCount() == 6


def test_the_sku_can_be_copied(pane: CataloguePane) -> None:
    pane.detail.menu.actions()[0].trigger()
    assert QApplication.clipboard().text() == "04465-60320"


def test_a_very_long_name_leaves_room_for_prices_and_buttons(pane: CataloguePane, qtbot: QtBot) -> None:
    assert pane.detail.item is not None
    name = "Brake pads,\nfront, with wear sensor " * 60
    pane.detail.show_item(replace(pane.detail.item, name=name, name_ar=None))
    title = strip_marks(pane.detail.name.text())
    assert title.startswith("Brake pads, front, with wear sensor")
    assert title.endswith("…")
    assert len(title) <= 90
    assert "wear sensor" in pane.detail.name.toolTip()
    qtbot.waitUntil(lambda: pane.detail.area.height() > 100)
    pane.edit_part()
    qtbot.waitUntil(lambda: bool(dialogs(pane)))
    assert len(strip_marks(dialogs(pane)[0].windowTitle())) <= 90


def test_its_buttons_are_in_sight_at_scale_2(pane: CataloguePane, settle: Settle, qtbot: QtBot) -> None:
    """A screen of 1920 by 1080 leaves 960 by 504, of which the top bar takes 56."""
    pane.resize(896, 448)
    settle()
    count = pane.detail.buttons[Cause.COUNT]
    qtbot.waitUntil(lambda: count.visibleRegion().boundingRect() == count.rect())
    assert pane.detail.area.height() >= 60
