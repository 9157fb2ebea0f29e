"""Printing an order: what is offered first, the paper that is remembered, printer and PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from service.domain.printing import Paper, SlipKind
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.orders.conftest import Open, dialogs
from tests.ui.printing.fake_printers import FakePrinters
from tests.ui.ready_shop import ReadyShop
from ui.i18n.bidi import strip_marks
from ui.panes.orders.orders_pane import OrdersPane, SlipDialog
from ui.panes.shared.summary_dialog import SummaryDialog
from ui.shell.pane_context import PaneContext
from ui.widgets import Button

Settle = Callable[[], None]


def open_dialog(pane: OrdersPane, settle: Settle, printers: FakePrinters | None = None) -> SlipDialog:
    assert pane.detail.detail is not None
    dialog = SlipDialog(pane.context, pane, pane.detail.detail, printers)
    dialog.open()
    settle()
    return dialog


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (123, SlipKind.PICK_SLIP),
        (119, SlipKind.PICK_SLIP),
        (118, SlipKind.DELIVERY_NOTE),
        (117, SlipKind.DELIVERY_NOTE),
        (116, SlipKind.ORDER),
        (115, SlipKind.ORDER),
    ],
)
def test_the_next_paper_of_an_order_is_offered_first(
    pane: OrdersPane, open_order: Open, settle: Settle, number: int, kind: SlipKind
) -> None:
    open_order(number)
    pane.detail.bar.print.click()
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, SlipDialog)
    assert dialog.kinds.key == kind
    assert dialog.preview.accessibleName() == "Preview, 1 page"
    dialog.reject()


def test_the_paper_is_remembered(pane: OrdersPane, open_order: Open, settle: Settle, backend: ReadyShop) -> None:
    open_order(119)
    dialog = open_dialog(pane, settle)
    sheet = dialog.make_pages().size.width()
    dialog.paper.choose(Paper.ROLL_80.value)
    settle()
    assert backend.settings_now.paper is Paper.ROLL_80
    dialog.reject()
    dialog = open_dialog(pane, settle)
    assert dialog.paper.key == Paper.ROLL_80
    assert dialog.make_pages().size.width() < sheet
    dialog.reject()


def test_a_printer_gets_the_pages_and_a_dead_one_is_named(
    pane: OrdersPane, open_order: Open, settle: Settle, context: PaneContext
) -> None:
    open_order(119)
    printers = FakePrinters(takes=False)
    dialog = open_dialog(pane, settle, printers=printers)
    dialog.print.click()
    assert "The printer took nothing" in dialog.fault.text()
    printers.takes = None
    dialog.print.click()
    assert dialog.isVisible()
    assert not dialog.fault.isVisible()
    printers.takes = True
    dialog.print.click()
    assert printers.printed == [("ORD-2026-000119 Pick slip", 1)] * 2
    assert context.toasts.text == "Sent to the printer."


def test_a_pdf_is_saved_and_a_fault_stays_in_the_dialog(
    pane: OrdersPane, open_order: Open, settle: Settle, tmp_path: Path, context: PaneContext, chooser: FakeFileChooser
) -> None:
    open_order(119)
    chooser.save_path = str(tmp_path / "no" / "a.pdf")
    dialog = open_dialog(pane, settle)
    dialog.kinds.choose(SlipKind.DELIVERY_NOTE.value)
    dialog.save.click()
    assert dialog.fault.isVisible()
    chooser.save_path = str(tmp_path / "a.pdf")
    dialog.save.click()
    assert chooser.starts == ["ORD-2026-000119 Delivery note.pdf"] * 2
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert strip_marks(context.toasts.text) == f"a.pdf is saved in {tmp_path}."
    assert context.toasts.action is not None
    context.toasts.action.click()
    assert chooser.shown_folders == [str(tmp_path / "a.pdf")]


def test_a_shop_without_order_prints_nothing(pane: OrdersPane, settle: Settle) -> None:
    pane.detail.show_nothing()
    pane.print_shown()
    settle()
    assert dialogs(pane) == []


def test_the_summary_of_the_day_is_opened_from_orders(pane: OrdersPane, settle: Settle) -> None:
    (button,) = [one for one in pane.findChildren(Button) if one.text() == "Sales summary"]
    button.click()
    settle()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, SummaryDialog)
    assert dialog.summary is not None
    dialog.reject()
