"""One order: lines, money, history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel

from service.domain.actors import COUNTER, MARKETPLACE, TIME, format_command_line, format_staff
from service.domain.link.order_merge import REFUND
from service.domain.marketplace.orders import EXPIRE, EXPIRED_REASON, Customer, HistoryEntry, Status
from tests.ui.conftest import MakeContext
from tests.ui.fake.fake_clock import NOW
from tests.ui.panes.orders.conftest import Open
from tests.ui.ready_shop import read_records
from ui.backend.orders_port import OrderDetail
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.orders.order_detail import OrderHistory
from ui.panes.orders.orders_pane import OrdersPane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import LinkButton


def _texts(pane: OrdersPane) -> list[str]:
    found = [label.text().replace("\u00a0", " ") for label in pane.detail.findChildren(QLabel) if label.isVisible()]
    return [text.strip("\u2068\u2069") for text in found]


def test_money_as_the_owner_counts_it(pane: OrdersPane, open_order: Open) -> None:
    open_order(123)
    texts = _texts(pane)
    for label, amount in (
        ("Parts", "BHD 43.200"),
        ("VAT 10%", "BHD 4.320"),
        ("Courier fee", "BHD 1.500"),
        ("Customer pays", "BHD 49.020"),
        ("Marketplace commission", "−BHD 4.320"),
        ("You receive, net", "BHD 38.880"),
    ):
        assert texts[texts.index(label) + 1] == amount


def test_the_customer_of_an_order_by_phone_is_shown(
    pane: OrdersPane, open_order: Open, settle: Callable[[], None]
) -> None:
    open_order(117)
    assert "Customer" not in _texts(pane)
    assert pane.detail.detail is not None
    customer = Customer("Ali Hassan", "+973 3300 1122", "", "Rings twice.")
    pane.detail.show_order(replace(pane.detail.detail, customer=customer), NOW)
    settle()
    texts = [strip_marks(text) for text in _texts(pane)]
    for text in ("Customer", "Ali Hassan", "+973 3300 1122", "Rings twice."):
        assert text in texts
    assert "Address" not in texts


def test_a_cancelled_order_tells_its_reason_and_refund(pane: OrdersPane, open_order: Open) -> None:
    open_order(115)
    texts = _texts(pane)
    assert "The buyer withdrew." in texts
    assert texts[texts.index("Refunded to the buyer") + 1] == "BHD 99.400"
    assert "You receive, net" not in texts


def test_lines_have_quantity_price_and_total(
    pane: OrdersPane, open_order: Open, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    open_order(123)
    model = pane.detail.lines.model
    assert [strip_marks(model.index(1, at).data()) for at in range(4)] == ["Oil filter", "2", "2.750", "5.500"]
    pane.detail.lines.table.opened.emit(model.row(1))
    assert opened_panes == [(PaneKey.CATALOGUE, "90915-YZZD4")]


def test_history_is_told_by_who_did_it(context: PaneContext, pane: OrdersPane) -> None:
    history = OrderHistory(context.formats, pane)
    detail = read_records().details[0]
    said = [(moment.title, moment.detail.strip("\u2068\u2069"), moment.time) for moment in history.entries(detail)]
    assert said[0][0] == "Buyer placed the order"
    assert said[1] == ("You confirmed the fit", "Owner", "14:25")
    assert said[2] == ("Is cancelled automatically", "unless you accept it before", "14:52")
    sent = [moment.detail for moment in history.entries(read_records().details[6])]
    assert sent[-1].replace("\u2068", "").replace("\u2069", "") == "Through Till 1"


@pytest.mark.parametrize(
    ("language", "milli", "held"),
    [
        (Language.ENGLISH, 1000, "1 unit held at Main"),
        (Language.ENGLISH, 2000, "2 units held at Main"),
        (Language.ENGLISH, 1500, "1.5 units held at Main"),
        (Language.ARABIC, 1000, "وحدة واحدة محجوزة في Main"),
        (Language.ARABIC, 2000, "وحدتان محجوزتان في Main"),
        (Language.ARABIC, 3000, "3 وحدات محجوزة في Main"),
    ],
)
def test_the_units_of_a_line_are_counted_and_not_the_line(
    make_context: MakeContext, pane: OrdersPane, language: Language, milli: int, held: str
) -> None:
    """Two units of one part were "1 part held"; in Arabic the history spoke of parts too."""
    order = read_records().details[0].order
    line = replace(order.lines[0], quantity=milli)
    detail = replace(read_records().details[0], order=replace(order, lines=(line,)))
    history = OrderHistory(make_context(language=language).formats, pane)
    assert strip_marks(history.entries(detail)[0].detail) == held


def test_history_of_an_earlier_day_says_which(context: PaneContext, pane: OrdersPane) -> None:
    history = OrderHistory(context.formats, pane)
    assert history.heading(read_records().details[0], NOW) == "History"
    assert history.heading(read_records().details[7], NOW) == "History from 14 Nov 2026"


@pytest.mark.parametrize(
    ("by", "who"),
    [
        (format_command_line("root"), "root, by the command line"),
        (format_staff("Maryam"), "Maryam"),
        (COUNTER, "No name chosen"),
    ],
)
def test_who_entered_an_order_is_below_what_was_done(context: PaneContext, pane: OrdersPane, by: str, who: str) -> None:
    """It was one line, which was cut: "Entered by root, by the c…"."""
    detail = read_records().details[0]
    detail = replace(detail, history=(replace(detail.history[0], by=by),))
    first, *_ = OrderHistory(context.formats, pane).entries(detail)
    assert (first.title, strip_marks(first.detail)) == ("Entered by hand", f"{who} · 4 units held at Main")


def test_an_order_that_ran_out_of_time(context: PaneContext, pane: OrdersPane, settle: Callable[[], None]) -> None:
    order = read_records().details[8].order
    entry = HistoryEntry(
        2, order.reference, NOW, EXPIRE, Status.PLACED, Status.CANCELLED, EXPIRED_REASON, refunded=True, by=TIME
    )
    first = read_records().details[8].history[0]
    detail = OrderDetail(order, (), can_cancel=False, history=(first, entry), branch="Main")
    last = OrderHistory(context.formats, pane).entries(detail)[-1]
    assert last.title == "Cancelled automatically"
    assert last.detail.endswith("Nobody accepted it in time")
    pane.detail.show_order(detail, NOW)
    settle()
    assert "Nobody accepted it within 30 minutes. The buyer gets the money back." in _texts(pane)


def test_a_refund_by_the_marketplace_has_its_own_entry(context: PaneContext, pane: OrdersPane) -> None:
    order = read_records().details[8].order
    entry = HistoryEntry(
        2, order.reference, NOW, REFUND, order.status, order.status, None, refunded=True, by=MARKETPLACE
    )
    detail = OrderDetail(
        order, (), can_cancel=False, history=(read_records().details[8].history[0], entry), branch="Main"
    )
    assert OrderHistory(context.formats, pane).entries(detail)[-1].title == "Buyer got the money back"


def test_staging_entry_by_hand_is_yours(make_context: MakeContext, pane: OrdersPane) -> None:
    detail = read_records().details[0]
    first = detail.history[0]
    mine = HistoryEntry(1, first.reference, first.at, "place", None, Status.PLACED, None, refunded=False, by="owner")
    by_hand = OrderDetail(detail.order, detail.actions, can_cancel=True, history=(mine,), branch="Main")
    assert OrderHistory(make_context(staging=True).formats, pane).entries(by_hand)[0].title == "You entered the order"


def test_an_order_leads_to_its_changes_and_to_the_calls_about_it(
    pane: OrdersPane, open_order: Open, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    open_order(123)
    links = {link.text(): link for link in pane.detail.findChildren(LinkButton)}
    links["What it changed"].click()
    links["Calls about it"].click()
    assert opened_panes == [(PaneKey.HISTORY, "order:ORD-2026-000123"), (PaneKey.CALLS, "order:ORD-2026-000123")]
