"""The list: its content, filters, search, sorting, pages, and countdowns."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import Action, OrderQuery, OrderSort, Status
from service.domain.times import MINUTE, SECOND
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.panes.orders.conftest import Open
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.panes.orders.orders_pane import PAGE, OrdersPane
from ui.shell.pane_context import PaneContext, PaneKey

Settle = Callable[[], None]


def _references(pane: OrdersPane) -> list[str]:
    return [row.reference[-3:] for row in pane.list.model.rows]


def test_waiting_orders_come_first_by_time_left(pane: OrdersPane) -> None:
    assert pane.state == "content"
    assert _references(pane)[:4] == ["121", "122", "123", "120"]
    assert pane.detail.detail is not None
    assert pane.detail.detail.order.reference == "ORD-2026-000121"
    assert pane.header.subtitle.text() == "3 are waiting; the first is cancelled automatically in 3 minutes."


def test_models_keep_the_rules(pane: OrdersPane) -> None:
    modes = QAbstractItemModelTester.FailureReportingMode.Fatal
    for model in (pane.list.model, pane.requests.model, pane.detail.lines.model, pane.requests.detail.model):
        QAbstractItemModelTester(model, modes, pane)
    pane.list.model.set_rows(pane.list.model.rows[:2])
    pane.list.model.append(pane.list.model.rows[:1])
    assert pane.list.model.rowCount() == 3


def test_segments_count_and_filter(pane: OrdersPane, backend: ReadyShop, settle: Settle) -> None:
    texts = [pane.segments.accessibleTabName(at) for at in range(pane.segments.count())]
    assert texts[:4] == ["All 9", "Waiting 3", "Confirmed 2", "Ready 1"]
    assert texts[-1] == "Price requests 2"
    pane.segments.setCurrentIndex(2)
    settle()
    assert backend.answers.last("orders.find")[1] == OrderQuery(Status.CONFIRMED)
    assert _references(pane) == ["120", "119"]
    assert pane.detail.head.reference.text() == "ORD-2026-000120"


def test_search_and_sort_ask_the_service(pane: OrdersPane, backend: ReadyShop, qtbot: QtBot, settle: Settle) -> None:
    pane.focus_filter()
    pane.list.search.edit.setText("camry")
    qtbot.waitUntil(lambda: _references(pane) == ["120"])
    assert backend.answers.last("orders.find")[1] == OrderQuery(text="camry")
    pane.list.sort.choose(OrderSort.LARGEST.value)
    settle()
    assert backend.answers.last("orders.find")[1] == OrderQuery(text="camry", sort=OrderSort.LARGEST)


def test_a_search_without_a_hit_says_so_and_can_be_cleared(pane: OrdersPane, settle: Settle, qtbot: QtBot) -> None:
    pane.list.search.edit.setText("Bentley")
    pane.refresh()
    settle()
    assert pane.list.empty_text.isVisible()
    assert pane.list.empty_text.text() == "No order fits this search."
    assert pane.detail.detail is None
    pane.list.clear.click()
    qtbot.waitUntil(lambda: pane.list.model.rowCount() == 9)


def test_further_pages_come_at_the_end(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    backend.change(
        "WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?) "
        "INSERT INTO orders (shop_id, reference, status, placed_at, updated_at, branch_id, method, "
        "items_fils, fee_fils, commission_fils, units_left) SELECT shop_id, 'ORD-2025-' || (1000 + value), "
        "status, placed_at, updated_at, branch_id, method, items_fils, fee_fils, commission_fils, units_left "
        "FROM orders, number WHERE reference = 'ORD-2026-000116'",
        PAGE,
    )
    pane = OrdersPane(context)
    show(pane)
    assert pane.list.model.rowCount() == PAGE
    bar = pane.list.list.verticalScrollBar()
    bar.setValue(bar.maximum())
    settle()
    assert pane.list.model.rowCount() == PAGE + 9
    assert backend.answers.last("orders.find")[2:] == (PAGE, PAGE)
    pane.on_changes(Changes.of(ChangeKind.ORDERS))
    settle()
    assert pane.list.model.rowCount() == PAGE + 9


def test_time_runs_without_asking(pane: OrdersPane, backend: ReadyShop) -> None:
    asked = len(backend.answers.asked)
    now = backend.clock.now()
    assert pane.detail.head.digits.text() == "3:05"
    pane.tick(now + 65 * SECOND)
    assert pane.detail.head.digits.text() == "2:00"
    assert pane.detail.head.bar.value() == 120
    assert pane.header.subtitle.text().endswith("in 2 minutes.")
    pane.tick(now + 4 * MINUTE)
    assert pane.detail.head.digits.text() == "0:00"
    assert pane.detail.head.caption.text() == "Time is up. It is being cancelled."
    assert not pane.detail.bar.isEnabled()
    assert len(backend.answers.asked) == asked


def test_rows_read_aloud_what_they_draw(pane: OrdersPane) -> None:
    said = pane.list.model.index(0, 0).data()
    assert said.replace("\u00a0", " ") == "ORD-2026-000121, Waiting for you, 3:05, BHD 13.640, Nissan Patrol 2016"


def test_an_order_that_was_not_seen_is_marked_seen_when_shown(
    context: PaneContext, show: ShowWidget, backend: ReadyShop
) -> None:
    backend.unsee("ORD-2026-000121", "ORD-2026-000122")
    show(OrdersPane(context))
    assert backend.answers.last("orders.mark_seen")[1] == ("ORD-2026-000121",)
    assert backend.list_unseen() == ["ORD-2026-000122"]


def test_an_order_that_comes_beside_an_open_page_is_seen_with_the_next_key(
    pane: OrdersPane, backend: ReadyShop, settle: Settle
) -> None:
    pane.segments.setCurrentIndex(1)
    settle()
    for number in (121, 122, 123):
        backend.act(f"ORD-2026-000{number}", Action.ACCEPT)
    settle()
    came = backend.place("90915-YZZD4")
    settle()
    assert pane.detail.detail is not None
    assert pane.detail.detail.order.reference == came
    assert backend.list_unseen() == [came]
    QTest.keyClick(pane.list.list, Qt.Key.Key_Home)
    settle()
    assert backend.list_unseen() == []


def test_another_pane_opens_an_order_even_beyond_the_filter(pane: OrdersPane, open_order: Open, settle: Settle) -> None:
    pane.segments.setCurrentIndex(1)
    settle()
    open_order(116)
    assert pane.segments.key == ""
    assert pane.detail.head.reference.text() == "ORD-2026-000116"
    current = pane.list.list.current()
    assert current is not None
    assert current.reference == "ORD-2026-000116"


def test_a_commit_reloads_and_keeps_the_choice(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle
) -> None:
    open_order(123)
    backend.act("ORD-2026-000121", Action.ACCEPT)
    settle()
    assert _references(pane)[0] == "122"
    assert pane.detail.head.reference.text() == "ORD-2026-000123"


def test_empty_live_shop(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.empty()
    pane = OrdersPane(context)
    show(pane)
    assert pane.empty.isVisible()
    assert pane.header.subtitle.text().startswith("No order is waiting.")
    pane.empty.other.click()
    assert opened_panes == [(PaneKey.CATALOGUE, "")]


def test_empty_staging_leads_to_a_test_order(
    make_context: MakeContext, show: ShowWidget, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    pane = OrdersPane(make_context(staging=True))
    show(pane)
    assert pane.empty.isVisible()
    assert pane.header.subtitle.text() == "Orders for practice. No buyer is behind them."
    pane.empty.other.click()
    assert opened_panes == [(PaneKey.WEBHOOKS, "")]


def test_an_order_that_can_not_be_read(
    pane: OrdersPane, open_order: Open, backend: ReadyShop, settle: Settle, qtbot: QtBot
) -> None:
    backend.answers.fail("orders.detail", BackendError("Gone.", code=ErrorCode.NOT_FOUND))
    open_order(122)
    assert pane.detail.detail is None
    assert pane.state == "content"
    backend.answers.mend("orders.detail")
    pane._ask_detail_again()
    settle()
    assert pane.detail.head.reference.text() == "ORD-2026-000122"


def test_a_search_among_requests_that_finds_none_says_so(pane: OrdersPane, settle: Settle, qtbot: QtBot) -> None:
    pane.segments.setCurrentIndex(pane.segments.count() - 1)
    settle()
    assert pane.requests.empty_text.isHidden()
    pane.requests.search.edit.setText("nothing like it")
    qtbot.waitUntil(pane.requests.empty_text.isVisible)
    assert pane.requests.detail.isHidden()


def test_only_the_last_chosen_order_is_shown(pane: OrdersPane, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("orders.detail")
    pane.list.list.choose("ORD-2026-000122")
    pane.list.list.choose("ORD-2026-000120")
    backend.answers.release("orders.detail")
    settle()
    assert pane.detail.head.reference.text() == "ORD-2026-000120"


def test_arabic_is_whole(make_context: MakeContext, show: ShowWidget) -> None:
    pane = OrdersPane(make_context(language=Language.ARABIC))
    show(pane)
    assert pane.header.title.text() == "الطلبات"
    assert pane.header.subtitle.text() == "3 طلبات بانتظارك، وأولها يُلغى تلقائيًا بعد 3 دقائق."
    assert "بوجي إيريديوم" in pane.detail.lines.model.index(0, 0).data()


def test_keyboard_goes_through_all_areas(pane: OrdersPane) -> None:
    assert pane.areas() == (pane.segments, pane.list.list, pane.detail.lines.table)
    pane.segments.setCurrentIndex(pane.segments.count() - 1)
    assert pane.areas()[1] is pane.requests.list
