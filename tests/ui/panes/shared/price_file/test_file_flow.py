"""From a chosen file to what is saved of it, over the real reader and a real database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from PySide6.QtCore import Qt, QTime
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from service.domain.pull.pull_choices import SetupChoices
from service.domain.pull.pulls import MissingRule, RunState
from service.domain.shops import Mode
from service.store.shops import get_shop
from tests.service.files.writers import Rows, write_xlsx
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.shared.price_file.conftest import PARTS, Flows, WriteFile
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import action, button
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.form_dialogs import SheetsDialog, WidthsDialog
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.panes.shared.run_facts import DryRunDialog
from ui.widgets import ConfirmDialog
from ui.widgets.keyboard_focus import list_tab_stops

Settle = Callable[[], None]
opens_menus = pytest.mark.qt_log_ignore(
    r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)"
)
SEMICOLONS = "Part No;Description;Retail BD;Qty\nA1;Brake pad;4,627;12\nA2;Oil filter;2,750;3\n"


def texts(widget: QWidget) -> list[str]:
    return [strip_marks(label.text()) for label in widget.findChildren(QLabel) if label.isVisible()]


def items(backend: ReadyShop) -> dict[str, tuple[int | None, str]]:
    """By SKU, the price and the name."""
    return backend.read(
        lambda db: {
            str(row[0]): (row[1], str(row[2]))
            for row in db.all("SELECT sku, price_fils, name FROM items WHERE shop_id = 1", ())
        }
    )


def is_ready(flow: FileFlow) -> bool:
    """It changes between two looks, which a type checker does not know of a property."""
    return flow.ready


def setup_of(flow: FileFlow) -> SetupChoices:
    assert flow.setup is not None
    return flow.setup


@pytest.fixture
def flow(flows: Flows, write: WriteFile) -> FileFlow:
    return flows.open(write("prices.csv", PARTS))


def test_the_sheet_states_what_was_understood(flow: FileFlow) -> None:
    assert strip_marks(flow.file.headline.text()) == "prices.csv"
    assert strip_marks(flow.file.detail.text()) == "Text table (CSV) · Rows: 3 · 168\u00a0B"
    said = texts(flow.sheet)
    assert said[:3] == ["How it is read", "Aisle Count is not used", "3 · 4 · 5"], "what holds numbers comes first"
    for sentence in (
        "Prices are in Bahraini dinars.",
        "Prices are without VAT.",
        "The decimal sign is a point.",
        "The format is Text table (CSV).",
        "The letters are Unicode (UTF-8).",
        "The column names are in line 1.",
        "A part that the file lacks stays as it is.",
        "Quantities are the stock at Main: a part without a row keeps its stock.",
    ):
        assert sentence in said
    assert [strip_marks(text) for text in flow.sheet.samples] == [
        "Air filter A3: BHD 9.200, 31 at Main",
        "Oil filter A2: BHD 2.750, 0 at Main",
        "Brake pad A1: BHD 4.500, 12 at Main",
    ]
    assert said[-1] == "Rows: 3 · Parts: 3"
    assert not any("price_fils" in text for text in said)
    assert is_ready(flow)
    assert flow.questions.isHidden()


def test_columns_have_the_words_of_the_owner_and_are_corrected(flow: FileFlow, settle: Settle) -> None:
    model = flow.columns.model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, flow)
    assert [flow.columns.becomes(column) for column in model.rows[:5]] == [
        "Part number (SKU)", "Name", "Shop price", "Quantity", "Leave out",
    ]  # fmt: skip
    action(flow.columns.menu_of(model.row(4)), "Shelf").trigger()
    settle()
    assert (setup_of(flow).choices.columns or {})["Aisle Count"] == "shelf"
    assert flow.sheet.unused == {}


def _choose_in_menu(text: str) -> None:
    """In the menu that is open."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action(menu, text).trigger()
    menu.close()


@opens_menus
def test_a_column_that_is_not_used_is_used_from_its_note(flow: FileFlow, flows: Flows) -> None:
    flow.sheet.unused["Aisle Count"].click()
    _choose_in_menu("Shelf")
    flows.settle()
    assert (setup_of(flow).choices.columns or {})["Aisle Count"] == "shelf"


@opens_menus
def test_a_sentence_opens_the_menu_of_its_ways(flow: FileFlow, flows: Flows) -> None:
    flow.sheet.changes["vat"].click()
    _choose_in_menu("Prices include 10% VAT: take it off")
    flows.settle()
    assert "10% VAT is taken off the prices." in texts(flow.sheet)


def test_a_field_moves_to_the_column_chosen_last(flow: FileFlow, settle: Settle) -> None:
    flow.columns.choose("Aisle Count", "price_fils")
    settle()
    columns = setup_of(flow).choices.columns or {}
    assert (columns["Aisle Count"], "Retail BD" in columns) == ("price_fils", False)
    assert "Retail BD" in flow.sheet.unused


def test_each_branch_may_have_its_quantity_column(flow: FileFlow, settle: Settle) -> None:
    action(flow.columns.menu_of(flow.columns.model.row(3)), "Of branch \u2068Riffa\u2069").trigger()
    settle()
    flow.columns.choose("Aisle Count", "quantity", "Main")
    settle()
    assert setup_of(flow).choices.branches == {"Qty": "Riffa", "Aisle Count": "Main"}
    assert strip_marks(flow.columns.becomes(flow.columns.model.row(3))) == "Quantity · Riffa"


def test_columns_are_reached_by_the_keyboard(flow: FileFlow) -> None:
    asked: list[str] = []
    flow.columns.list.opened.disconnect()
    flow.columns.list.opened.connect(lambda column: asked.append(column.header))
    flow.columns.list.setFocus()
    flow.columns.list.choose("Qty")
    QTest.keyClick(flow.columns.list, Qt.Key.Key_Return)
    assert asked == ["Qty"]


@pytest.mark.parametrize(
    ("key", "way", "sentence"),
    [
        ("currency", "In fils: 4500", "Prices are in fils."),
        ("vat", "Prices include 10% VAT: take it off", "10% VAT is taken off the prices."),
        ("decimal", "A comma: 14,500", "The decimal sign is a comma."),
        ("encoding", "Arabic (Windows-1256)", "The letters are Arabic (Windows-1256)."),
        ("delimiter", "Semicolon  ;", "Cells are divided by: Semicolon  ;"),
        ("header-row", "Line 2", "The column names are in line 2."),
        ("missing", "Have no stock (0)", "A part that the file lacks has 0 in stock from then on."),
        ("branches", "All at Riffa", "Quantities are the stock at Riffa: a part without a row keeps its stock."),
        ("fit", "Cars are read from the text in Fits.", "Cars are read from the text in Fits."),
    ],
)
def test_a_sentence_is_changed_in_its_place(flow: FileFlow, flows: Flows, key: str, way: str, sentence: str) -> None:
    assert sentence not in texts(flow.sheet)
    flows.change(flow, key, way)
    assert sentence in texts(flow.sheet)


def test_a_list_without_a_row_of_names_says_its_format(flows: Flows, write: WriteFile) -> None:
    flow = flows.open(write("list.json", '[{"sku": "A1", "name": "Pad", "price": 4.5}]'))
    assert "The format is JSON." in texts(flow.sheet)
    assert not {"header-row", "delimiter"} & set(flow.sheet.statements)


def test_the_keyboard_stays_at_the_sentence_that_was_changed(flow: FileFlow, flows: Flows) -> None:
    flow.activateWindow()
    flow.sheet.changes["vat"].setFocus()
    flows.change(flow, "vat", "Prices include 10% VAT: take it off")
    assert flow.sheet.changes["vat"].hasFocus()


def test_what_was_changed_is_recognised_again_on_demand(flow: FileFlow, flows: Flows) -> None:
    assert flow.sheet.again.isHidden()
    flows.change(flow, "vat", "Prices include 10% VAT: take it off")
    assert "Brake pad A1: BHD 4.091, 12 at Main" in texts(flow.sheet)
    flow.sheet.again.click()
    flows.settle()
    assert "Brake pad A1: BHD 4.500, 12 at Main" in texts(flow.sheet)
    assert flow.sheet.again.isHidden()


def test_a_file_without_a_part_number_can_be_given_one(flows: Flows, write: WriteFile) -> None:
    """The first start said "Choose it" and had nothing to choose."""
    flow = flows.open(write("odd.csv", "What,Name of it,How much\nA-1x,Pad,4.500\nB-2x,Disc,5.500\n"), Purpose.FIRST)
    assert not is_ready(flow)
    flow.questions.buttons["column-sku"]["What"].click()
    flows.settle()
    assert is_ready(flow)
    assert flow.columns.becomes(flow.columns.model.row(0)) == "Part number (SKU)"


def test_a_part_number_that_was_left_out_is_asked_for(flow: FileFlow, settle: Settle) -> None:
    flow.columns.choose("Part No", "")
    settle()
    assert not is_ready(flow)
    assert "Part No" in flow.questions.buttons["column-sku"]


def test_columns_are_before_the_sheet_or_below_it(flow: FileFlow, settle: Settle) -> None:
    def order() -> list[bool]:
        stops = [stop for stop in list_tab_stops(flow.window()) if flow.halves.isAncestorOf(stop)]
        return [stop is flow.columns.list for stop in stops]

    assert order()[0]
    assert flow.columns.geometry().right() < flow.sheet.geometry().left()
    flow.resize(600, 760)
    settle()
    assert order()[-1]
    assert flow.sheet.geometry().bottom() < flow.columns.geometry().top()


def test_a_question_waits_for_its_answer_and_can_be_changed(flows: Flows, write: WriteFile) -> None:
    flow = flows.open(write("commas.csv", SEMICOLONS))
    (key,) = flow.questions.buttons
    readings = flow.questions.buttons[key]
    assert not is_ready(flow)
    assert not any(one.isChecked() for one in readings.values())
    for answer in ("comma", "point"):
        flow.questions.buttons[key][answer].click()
        flows.settle()
        assert is_ready(flow)
        assert flow.questions.buttons[key][answer].isChecked()
    flows.choose(flow, write("prices.csv", PARTS))
    assert flow.questions.isHidden(), "another file has its own questions"


def test_save_it_confirms_and_reads_at_once(flow: FileFlow, flows: Flows, real: ReadyShop) -> None:
    flow.save_it()
    flows.settle()
    (run,) = flows.saved
    assert run is not None
    assert (run.state, run.counts.created) == (RunState.DONE, 3)
    assert items(real)["A1"] == (4500, "Brake pad")
    state = real.pulls.state(1).result()
    assert (state.on, state.setup) == (True, setup_of(flow))
    assert real.read(lambda db: get_shop(db, 1)).has(Mode.SCHEDULED_PULL)


def test_a_file_that_is_read_once_leaves_no_set_up(flows: Flows, write: WriteFile, real: ReadyShop) -> None:
    flow = flows.open(write("prices.csv", PARTS), Purpose.ONCE)
    assert flow.file.times.isHidden(), "it has no time of day"
    assert flow.file.folder.isHidden()
    flow.save_it()
    flows.settle()
    assert strip_marks(flow.file.headline.text()) == "Saved 3, rejected 0"
    assert flow.halves.isHidden()
    assert items(real)["A3"] == (9200, "Air filter")
    assert real.pulls.state(1).result().setup is None


def test_a_file_of_the_same_name_is_read_as_the_last_one(flows: Flows, write: WriteFile, tmp_path: Path) -> None:
    flow = flows.open(write("prices.csv", PARTS), Purpose.ONCE)
    flows.change(flow, "vat", "Prices include 10% VAT: take it off")
    flow.save_it()
    flows.settle()
    (tmp_path / "later").mkdir()
    again = flows.open(write("later/prices.csv", PARTS.replace("4.500", "5.500")), Purpose.ONCE)
    assert "10% VAT is taken off the prices." in texts(again.sheet)
    assert "Brake pad A1: BHD 5.000, 12 at Main" in texts(again.sheet)
    other = flows.open(write("later/other.csv", PARTS), Purpose.ONCE)
    assert "Prices are without VAT." in texts(other.sheet)
    changed = flows.open(write("later/prices.csv", "Code,Name,Price\nB1,Bolt,1.000\n"), Purpose.ONCE)
    assert is_ready(changed), "other columns are recognised again"


def test_another_time_alone_reads_nothing(flows: Flows, flow: FileFlow, real: ReadyShop) -> None:
    flow.save_it()
    flows.settle()
    flow.open_setup(setup_of(flow))
    flows.settle()
    flow.file.time.setTime(QTime(3, 30))
    flow.file.watch.click()
    flow.save_it()
    flows.settle()
    assert flows.saved[1:] == [None]
    stored = real.pulls.state(1).result().setup
    assert stored is not None
    assert (stored.minute, stored.watch) == (210, True)
    assert len(real.pulls.history(1, None, 9).result()) == 1


def test_what_a_missing_part_means_is_part_of_what_is_confirmed(flows: Flows, flow: FileFlow, real: ReadyShop) -> None:
    flows.change(flow, "missing", "Become inactive")
    assert "A part that the file lacks is no longer offered." in texts(flow.sheet)
    flow.save_it()
    flows.settle()
    stored = real.pulls.state(1).result().setup
    assert stored is not None
    assert stored.missing is MissingRule.INACTIVE


def test_the_rehearsal_saves_nothing_and_then_all(flow: FileFlow, flows: Flows, real: ReadyShop) -> None:
    flow.rehearse()
    flows.settle()
    dialog = flow.window().findChild(DryRunDialog)
    assert dialog is not None
    assert texts(dialog.figures)[:4] == ["3", "Rows read", "3", "New"]
    assert not any("stopped" in text for text in texts(dialog)), "only nobody has confirmed it yet"
    assert items(real) == {}
    dialog.save.click()
    flows.settle()
    assert len(items(real)) == 3


def test_the_rehearsal_of_a_stored_set_up_saves_too(flow: FileFlow, flows: Flows, real: ReadyShop) -> None:
    real.pulls.save(1, setup_of(flow)).result()
    flow.open_setup(setup_of(flow))
    flows.settle()
    flow.rehearse()
    flows.settle()
    dialog = flow.window().findChild(DryRunDialog)
    assert dialog is not None
    dialog.save.click()
    flows.settle()
    assert len(items(real)) == 3


@pytest.mark.parametrize(
    ("purpose", "call", "says"),
    [
        (Purpose.NIGHTLY, "pulls.save", "Stopped before the file was read. The set-up is saved."),
        (Purpose.ONCE, "pulls.confirm", "Stopped. Nothing was saved."),
    ],
)
def test_a_stop_before_the_file_is_read_reads_nothing(
    flows: Flows, write: WriteFile, real: ReadyShop, purpose: Purpose, call: str, says: str
) -> None:
    flow = flows.open(write("prices.csv", PARTS), purpose)
    real.answers.hold(call)
    flow.save_it()
    flow.work.stop.click()
    real.answers.release(call)
    flows.settle()
    assert flow.stopped.title.text() == says
    assert (flow.busy, is_ready(flow), flows.saved, items(real)) == (False, True, [], {})
    assert "pulls.run" not in real.answers.names()
    flow.save_it()
    flows.settle()
    assert flow.stopped.isHidden()
    assert len(items(real)) == 3


def test_what_was_saved_can_be_asked_for_again(flow: FileFlow, flows: Flows, real: ReadyShop) -> None:
    real.answers.fail("pulls.state", BackendError("no", code=ErrorCode.DISK_FULL))
    flow.save_it()
    flows.settle()
    assert (flows.saved, flow.busy, flow.again.isVisible()) == ([], False, True)
    real.answers.mend("pulls.state")
    flow.again.click()
    flows.settle()
    assert flow.fault.isHidden()
    assert [run.counts.created for run in flows.saved if run is not None] == [3]
    assert real.answers.names().count("pulls.run") == 1


def test_another_file_is_read_every_day_at_the_time_of_the_one_before(
    flow: FileFlow, flows: Flows, write: WriteFile, real: ReadyShop
) -> None:
    real.pulls.save(1, replace(setup_of(flow), minute=210, watch=True)).result()
    other = flows.open(write("other.csv", PARTS), Purpose.FIRST)
    other.save_it()
    flows.settle()
    stored = real.pulls.state(1).result().setup
    assert stored is not None
    assert (Path(stored.path).name, stored.minute, stored.watch) == ("other.csv", 210, True)


def test_work_is_stopped_and_nothing_changes_meanwhile(flow: FileFlow, flows: Flows, real: ReadyShop) -> None:
    real.answers.hold("pulls.run")
    flow.save_it()
    flows.settle()
    assert flow.work.isVisible()
    assert not is_ready(flow)
    assert not flow.halves.isEnabled()
    flow.work.stop.click()
    real.answers.release("pulls.run")
    flows.settle()
    assert not flow.work.isVisible()
    assert is_ready(flow)
    assert flows.saved == []
    assert flow.stopped.title.text() == (
        "Stopped. Rows that were saved before stay. They can be taken back, under History."
    )


def test_a_rehearsal_that_is_stopped_shows_nothing(flow: FileFlow, flows: Flows, real: ReadyShop) -> None:
    real.answers.hold("pulls.dry_run")
    flow.rehearse()
    flows.settle()
    assert flow.work.isVisible()
    flow.work.stop.click()
    real.answers.release("pulls.dry_run")
    flows.settle()
    assert not flow.work.isVisible()
    assert flow.window().findChild(DryRunDialog) is None
    assert is_ready(flow)


def test_a_file_that_is_held_back_is_not_called_saved(flows: Flows, write: WriteFile, real: ReadyShop) -> None:
    """The first start said "Saved 0, rejected 0"."""
    rows = "".join(f"P{number},Part,12000.000,5\n" for number in range(40))
    flow = flows.open(write("dear.csv", f"Part No,Name,Retail BD,Qty\n{rows}"), Purpose.FIRST)
    flow.save_it()
    flows.settle()
    assert flows.saved == []
    assert items(real) == {}
    note = flow.run_note.note
    assert note is not None
    assert note.title.text() == "The file was stopped, because it changes very much. Nothing was saved."
    assert "BHD 10,000" in note.accessibleDescription(), "it says why"
    button(note, "Save it anyway…").click()
    dialog = flow.window().findChild(ConfirmDialog)
    assert dialog is not None
    dialog.confirm.click()
    flows.settle()
    assert len(items(real)) == 40
    assert flow.run_note.isHidden()


def test_a_run_that_fails_says_why(
    flow: FileFlow, flows: Flows, tmp_path: Path, real: ReadyShop, announced: list[str]
) -> None:
    real.answers.hold("pulls.run")
    flow.save_it()
    flows.settle()
    (tmp_path / "prices.csv").unlink()
    real.answers.release("pulls.run")
    flows.settle()
    assert flows.saved == []
    assert flow.run_note.note is not None
    assert flow.run_note.note.title.text().startswith("The file could not be read")
    assert announced == [flow.run_note.note.title.text()]


def test_a_file_that_is_tried_again_keeps_the_time_of_day(flows: Flows, write: WriteFile) -> None:
    flow = flows.open(write("empty.csv", ""))
    flow.file.time.setTime(QTime(3, 30))
    write("empty.csv", PARTS)
    flow.again.click()
    flows.settle()
    assert (is_ready(flow), setup_of(flow).minute) == (True, 210)


def test_a_file_that_cannot_be_read_is_said_and_another_chosen(
    flows: Flows, write: WriteFile, chooser: FakeFileChooser
) -> None:
    broken = write("empty.csv", "")
    flow = flows.open(broken)
    assert "empty.csv is empty" in flow.fault.title.text()
    assert not flow.halves.isVisible()
    assert not is_ready(flow)
    write("empty.csv", PARTS)
    flow.again.click()
    flows.settle()
    assert is_ready(flow), "it can be tried again"
    write("empty.csv", "")
    flows.choose(flow, broken)
    assert not is_ready(flow)
    flows.choose(flow, write("prices.csv", PARTS))
    assert chooser.starts[-1] == str(broken)
    assert flow.fault.isHidden()
    assert is_ready(flow)


def test_what_cannot_be_stored_is_said(flow: FileFlow, flows: Flows, real: ReadyShop) -> None:
    real.answers.fail("pulls.save", BackendError("no", code=ErrorCode.DISK_FULL))
    flow.save_it()
    flows.settle()
    assert flow.fault.isVisible()
    assert is_ready(flow)


def test_a_folder_is_read_by_its_newest_file(
    flows: Flows, flow: FileFlow, write: WriteFile, chooser: FakeFileChooser, tmp_path: Path, qtbot: QtBot
) -> None:
    write("stock-1.csv", PARTS.replace("A1", "S1"))
    chooser.folder_path = str(tmp_path)
    flow.file.folder.click()
    flows.settle()
    assert setup_of(flow).pattern == "*"
    flow.file.pattern.setText("stock-*.csv")
    flow.file.pattern.textEdited.emit("stock-*.csv")
    qtbot.waitUntil(lambda: setup_of(flow).pattern == "stock-*.csv")
    flows.settle()
    assert strip_marks(flow.file.headline.text()) == "stock-1.csv"
    assert setup_of(flow).pattern == "stock-*.csv"
    assert "Brake pad S1: BHD 4.500, 12 at Main" in texts(flow.sheet)


def test_a_file_chosen_while_a_folder_is_looked_at_counts(
    flows: Flows, flow: FileFlow, chooser: FakeFileChooser, tmp_path: Path, write: WriteFile, real: ReadyShop
) -> None:
    other = write("other.csv", PARTS)
    real.answers.hold("pulls.recognise")
    chooser.folder_path = str(tmp_path)
    flow.file.folder.click()
    flows.choose(flow, other)
    real.answers.release("pulls.recognise")
    flows.settle()
    assert (setup_of(flow).path, setup_of(flow).pattern) == (str(other), None)


def test_a_column_chosen_for_a_field_takes_the_place_of_its_fixed_value(flow: FileFlow, flows: Flows) -> None:
    setup = setup_of(flow)
    fixed = replace(setup.choices, fixed={"category": "Brakes", "branch": "Riffa"})
    flow.open_setup(replace(setup, choices=fixed))
    flows.settle()
    flow.columns.choose("Fits", "category")
    flows.settle()
    assert setup_of(flow).choices.fixed == {"branch": "Riffa"}


def test_columns_of_a_text_are_drawn(flows: Flows, write: WriteFile) -> None:
    lines = (
        "SKU   NAME       PRICE  QTY",
        "A0001 Brake pad  4.500  12",
        "A0002 Oil filter 2.750  3",
        "A0003 Air filter 9.200  31",
    )
    flow = flows.open(write("wide.txt", "\n".join(lines) + "\n"))
    flows.change(flow, "widths", "Draw the columns…")
    dialog = flow.window().findChild(WidthsDialog)
    assert dialog is not None
    before, end = dialog.ruler.breaks, max(map(len, lines))
    dialog.ruler.setFocus()
    QTest.keyClick(dialog.ruler, Qt.Key.Key_End)
    QTest.keyClick(dialog.ruler, Qt.Key.Key_Left)
    QTest.keyClick(dialog.ruler, Qt.Key.Key_Space)
    dialog.use.click()
    flows.settle()
    assert setup_of(flow).choices.form.breaks == (*before, end - 1)


def test_a_file_of_an_archive_is_chosen_and_a_tab_between_bars_is_seen(flows: Flows, tmp_path: Path) -> None:
    path = tmp_path / "lists.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("stock.csv", PARTS.replace(",", "\t|\t"))
        archive.writestr("old.csv", "Part No,Name\nB1,Bolt\n")
    flow = flows.open(path)
    assert "Of the archive, stock.csv is read." in texts(flow.sheet)
    assert "Cells are divided by: ⇥|⇥" in texts(flow.sheet)
    flows.change(flow, "member", "old.csv")
    assert setup_of(flow).choices.form.member == "old.csv"
    assert "Of the archive, old.csv is read." in texts(flow.sheet)


def test_several_sheets_are_chosen_in_a_dialog(flows: Flows, tmp_path: Path) -> None:
    rows: Rows = [("Part No", "Name", "Retail BD", "Qty"), ("A1", "Pad", 4.5, 3), ("A2", "Disc", 5.5, 4)]
    path = tmp_path / "book.xlsx"
    write_xlsx(path, {"Sitra": rows, "Riffa": rows})
    flow = flows.open(path)
    flows.change(flow, "sheet", "Several sheets…")
    dialog = flow.window().findChild(SheetsDialog)
    assert dialog is not None
    for box in dialog.boxes.values():
        box.setChecked(False)
    assert not dialog.read.isEnabled()
    for box in dialog.boxes.values():
        box.click()
    dialog.read.click()
    flows.settle()
    assert setup_of(flow).choices.form.sheets == ("Sitra", "Riffa")
    assert "These lists are read: Sitra and Riffa" in texts(flow.sheet)
    flows.change(flow, "sheet", "Riffa")
    assert setup_of(flow).choices.form.sheet == "Riffa"
    assert "The list Riffa is read." in texts(flow.sheet)
