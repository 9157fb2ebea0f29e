"""Saving orders asks what and of which time, and says how many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from service.domain.export_table import TableWords
from service.domain.marketplace.orders import EXPIRED_REASON, OrderTable
from service.domain.reports import Span, get_previous_month, month_span, year_span
from service.domain.sentences import message
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.panes.orders.conftest import dialogs
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.panes.orders.orders_pane import OrderExportDialog, OrdersPane
from ui.shell.pane_context import PaneContext

Settle = Callable[[], None]


@pytest.fixture
def chooser(tmp_path: Path) -> FakeFileChooser:
    return FakeFileChooser(save_path=str(tmp_path / "orders.xlsx"))


@pytest.fixture
def dialog(context: PaneContext, show: ShowWidget, chooser: FakeFileChooser) -> OrderExportDialog:
    pane = OrdersPane(context)
    show(pane)
    pane.export()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, OrderExportDialog)
    return dialog


def test_it_saves_this_month_unless_another_time_is_chosen(
    dialog: OrderExportDialog,
    context: PaneContext,
    backend: ReadyShop,
    chooser: FakeFileChooser,
    settle: Settle,
) -> None:
    today, zone = context.formats.to_local(context.now()).date(), context.formats.zone
    for key, span in (
        ("last", month_span(get_previous_month(today), zone)),
        ("year", year_span(today, zone)),
        ("", Span()),
        ("month", month_span(today, zone)),
    ):
        dialog.period.choose(key)
        assert dialog.span == span
    dialog.choices[OrderTable.PAYOUTS].setChecked(True)
    dialog.save.click()
    settle()
    assert chooser.starts == ["payouts.xlsx"]
    _shop, *asked, words = backend.answers.last("orders.export")
    assert asked == [OrderTable.PAYOUTS, month_span(today, zone), chooser.save_path]
    assert isinstance(words, TableWords)
    assert words.headings["payout_bhd"] == "Payout, BHD"
    assert context.toasts.text.replace("\u2068", "").replace("\u2069", "") == "1 order saved in orders.xlsx."


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (Language.ENGLISH, ["Yes", "Delivered", "Pickup", EXPIRED_REASON]),
        (Language.ARABIC, ["نعم", "تم التسليم", "استلام من المحل", "لم يُقبل خلال 30 دقيقة."]),
    ],
)
def test_the_words_of_the_window_are_asked_for(
    make_context: MakeContext,
    show: ShowWidget,
    chooser: FakeFileChooser,
    backend: ReadyShop,
    settle: Settle,
    language: Language,
    wanted: list[str],
) -> None:
    pane = OrdersPane(make_context(language=language))
    show(pane)
    pane.export()
    (dialog,) = dialogs(pane)
    assert isinstance(dialog, OrderExportDialog)
    dialog.save.click()
    settle()
    words = backend.answers.last("orders.export")[-1]
    assert isinstance(words, TableWords)
    assert words.rtl is (language is Language.ARABIC)
    codes = words.codes
    found = [words.yes, codes["status"]["delivered"], codes["delivery"]["pickup"], codes["reason"][EXPIRED_REASON]]
    assert found == wanted


def test_a_fault_stays_in_the_dialog_until_another_try(
    dialog: OrderExportDialog, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("orders.export", BackendError(message("The disk is full."), code=ErrorCode.DISK_FULL))
    dialog.save.click()
    settle()
    assert dialog.isVisible()
    assert "Free some space" in dialog.fault.text()
    assert dialog.save.isEnabled()


def test_closing_stops_the_work(
    dialog: OrderExportDialog, context: PaneContext, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.hold("orders.export")
    dialog.save.click()
    assert not dialog.save.isEnabled()
    dialog.reject()
    backend.answers.release("orders.export")
    settle()
    assert context.toasts.text == ""
