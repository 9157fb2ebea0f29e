"""The summary in the window: today first, earlier days and months, printer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from PySide6.QtWidgets import QWidget

from service.domain.printing import Paper
from service.domain.reports import Period, get_previous_month
from service.domain.sentences import message
from tests.ui.conftest import ShowWidget
from tests.ui.printing.fake_printers import FakePrinters
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError
from ui.panes.overview.overview_pane import OverviewPane
from ui.panes.shared.summary_dialog import SummaryDialog
from ui.printing.blocks import Text, TextStyle
from ui.printing.summary_pages import choose_figure_size
from ui.shell.pane_context import PaneContext
from ui.theme import Type

Settle = Callable[[], None]


@pytest.fixture
def printers() -> FakePrinters:
    return FakePrinters()


@pytest.fixture
def dialog(context: PaneContext, show: ShowWidget, settle: Settle, printers: FakePrinters) -> SummaryDialog:
    pane = OverviewPane(context)
    show(pane)
    dialog = SummaryDialog(context, pane, printers=printers)
    dialog.open()
    settle()
    return dialog


def test_today_is_shown_first_and_nothing_later(dialog: SummaryDialog, context: PaneContext) -> None:
    assert dialog.day == context.formats.to_local(context.now()).date()
    assert not dialog.later.isEnabled()
    assert dialog.shown.text() == context.formats.date(context.now())
    assert dialog.preview.accessibleDescription().startswith("Summary of ")
    assert "Orders: " in dialog.preview.accessibleDescription()


@pytest.mark.parametrize(("height", "preview"), [(504, 254), (760, 510), (1000, 750)])
def test_the_preview_takes_the_height_of_the_window(
    context: PaneContext, show: ShowWidget, settle: Settle, height: int, preview: int
) -> None:
    window = QWidget()
    show(window)
    dialog = SummaryDialog(context, window)
    dialog.open()
    window.resize(960, height)
    settle()
    assert dialog.preview.height() == preview
    assert dialog.print.mapTo(dialog, dialog.print.rect().bottomLeft()).y() < height


def test_the_arrows_go_by_days_and_months(dialog: SummaryDialog, backend: ReadyShop, settle: Settle) -> None:
    today = dialog.day
    dialog.earlier.click()
    settle()
    assert backend.answers.last("reports.summary")[1:] == (Period.DAY, today - timedelta(days=1))
    assert dialog.later.isEnabled()
    dialog.period.setCurrentIndex(1)
    dialog.earlier.click()
    settle()
    assert backend.answers.last("reports.summary")[1:] == (Period.MONTH, get_previous_month(today))
    dialog.later.click()
    settle()
    assert dialog.day <= today
    assert not dialog.later.isEnabled()


def test_it_is_printed_on_a_sheet_or_a_receipt(
    dialog: SummaryDialog, backend: ReadyShop, printers: FakePrinters, settle: Settle
) -> None:
    sheet = dialog.make_pages().size.width()
    dialog.paper.choose(Paper.ROLL_80.value)
    assert dialog.make_pages().size.width() < sheet
    dialog.earlier.click()
    settle()
    assert dialog.summary is not None
    assert dialog.summary.placed == 2
    title = dialog.title()
    dialog.print.click()
    assert printers.printed == [(title, 1)]


def test_a_fault_is_named_and_the_earlier_summary_stays(
    dialog: SummaryDialog, backend: ReadyShop, settle: Settle
) -> None:
    shown = dialog.summary
    backend.answers.fail("reports.summary", BackendError(message("The service is not running.")))
    dialog.earlier.click()
    settle()
    assert dialog.fault.isVisible()
    assert dialog.summary is shown
    dialog.reject()


@pytest.mark.parametrize(
    ("amount", "size"), [("BHD 170.000", 14), ("BHD 4972.500", 12), ("BHD 123456.789", 10), ("BHD 1234567890.123", 8)]
)
def test_long_amounts_of_a_month_stay_on_one_line(context: PaneContext, amount: str, size: int) -> None:
    font = context.theme.font(Type.BODY)

    def make_text(text: str, size: int) -> Text:
        return Text(text, font, TextStyle(size, bold=True), rtl=False)

    assert choose_figure_size(["27", amount], make_text) == size
    assert make_text(amount, size).height(95) == make_text("27", size).height(95)
