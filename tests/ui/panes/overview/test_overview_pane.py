"""The Overview: each state, and the requests of its buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind
from service.domain.clock_trust import ClockDoubt
from service.domain.sentences import encode_sentence, to_sentence
from service.domain.times import DAY, MINUTE, SECOND
from service.domain.webhooks.events import EventKind
from service.store.engine.transaction import Tx
from service.store.trusted_clock import write_doubt
from tests.fakes.web_server import WebFile, serve_file
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_clock import NOW, moment
from tests.ui.fake.sentence_data import NO_NETWORK, STICK_AWAY
from tests.ui.ready_data import ReadyDelivery, add_delivery
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.backend.overview_port import SetupState
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.overview.overview_pane import OverviewPane
from ui.panes.overview.summary_cards import SetupCard
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneKey
from ui.theme.metrics import PAGE_PADDING, RIGHT_COLUMN
from ui.widgets import Button

Settle = Callable[[], None]
DOUBT = ClockDoubt(moment(14, 0, 0), moment(15, 0, 0) + 365 * DAY)
ADDRESS = "http://127.0.0.1:8710"
Opened = Callable[[], OverviewPane]


def _button(pane: OverviewPane, text: str) -> Button:
    return next(button for button in pane.findChildren(Button) if button.text() == text and button.isVisible())


def test_it_says_where_it_listens_and_who_called_last(opened: Opened) -> None:
    pane = opened()
    assert pane.state == "content"
    assert pane.host.headline.text() == "Listening for your systems"
    assert strip_marks(pane.host.detail.text()) == "Since 08:02 · last call just now from Till 1"
    assert pane.host.copy_field.value == ADDRESS


def test_the_next_reading_of_the_file_is_asked_for_after_it_has_passed(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    """A file that is not there is tried again later; the time before stayed displayed."""
    pane = opened()
    asked = backend.answers.names().count("overview.read")
    pane.tick(moment(16, 2, 0) + MINUTE)
    settle()
    pane.tick(moment(16, 2, 0) + 2 * MINUTE)
    settle()
    assert backend.answers.names().count("overview.read") == asked + 1


def test_the_last_call_grows_older_without_asking(opened: Opened, backend: ReadyShop) -> None:
    pane = opened()
    backend.answers.asked.clear()
    backend.clock.turn(14 * SECOND)
    pane.tick(backend.clock.now())
    assert "15 seconds ago" in pane.host.detail.text()
    assert backend.answers.asked == []


def test_the_chart_has_its_figures_and_a_sentence(opened: Opened) -> None:
    pane = opened()
    assert [figure.text() for figure in pane.calls._figures.values()] == ["420", "210", "3 ms"]
    assert pane.calls.chart._summary == "420 calls, 210 faults, most at 03:00"
    QAbstractItemModelTester(pane.calls.model, QAbstractItemModelTester.FailureReportingMode.Fatal, pane)
    pane.calls._toggle.click()
    assert pane.calls.table.isVisible()
    assert pane.calls.model.rowCount() == 24


def test_waiting_orders_stand_by_time_left_and_open(
    opened: Opened, qtbot: QtBot, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    pane = opened()
    QAbstractItemModelTester(pane.orders.model, QAbstractItemModelTester.FailureReportingMode.Fatal, pane)
    assert [row.reference[-3:] for row in pane.orders.model.rows] == ["121", "122", "123"]
    assert "3:05" in pane.orders.model.index(0, 0).data()
    spot = pane.orders.list.visualRect(pane.orders.model.index(1, 0)).center()
    QTest.mouseClick(pane.orders.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert opened_panes == [(PaneKey.ORDERS, "ORD-2026-000122")]


def test_trouble_is_a_sentence_with_the_button_that_helps(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    pane = opened()
    said = strip_marks(pane.troubles.notes[0].title.text())
    assert said == "Till 2 refused 3 times. Next try at 14:32; 3 events are waiting."
    _button(pane, "See what it answered").click()
    assert opened_panes == [(PaneKey.WEBHOOKS, "2")]
    _button(pane, "Try now").click()
    settle()
    assert backend.answers.last("webhooks.resend_waiting") == (1, 2)
    due = "SELECT count(*) FROM deliveries WHERE target_id = 2 AND state = 'waiting' AND next_attempt_at <= ?"
    assert backend.read(lambda db: db.scalar(due, (NOW,))) == 3


def _let_wait(target: int, tx: Tx) -> None:
    """Four events wait for a target."""
    for _again in range(4):
        add_delivery(tx, target, ReadyDelivery(NOW, EventKind.ORDER_PLACED, "ORD-2026-000123"))


def test_targets_that_wait_for_the_same_are_told_at_once(
    opened: Opened, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    for target in (1, 3):
        backend.change("UPDATE targets SET note = ? WHERE id = ?", encode_sentence(NO_NETWORK), target)
        backend.write(partial(_let_wait, target))
    pane = opened()
    held, refused = pane.troubles.notes
    assert strip_marks(held.title.text()) == "Deliveries to Till 1 and Stock board are waiting"
    said = [strip_marks(label.text()) for label in held.findChildren(QLabel)]
    assert "This computer has no network; sent when it is back" in said
    assert "8 events are waiting." in said
    assert "refused 3 times" in refused.title.text()
    _button(pane, "See what waits").click()
    assert opened_panes == [(PaneKey.WEBHOOKS, "1")]


def test_a_nightly_backup_that_was_not_made_is_told_until_one_is(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.computer.backup_fault = STICK_AWAY
    pane = opened()
    said = [strip_marks(label.text()) for label in pane.backup.findChildren(QLabel)]
    assert "The nightly backup was not made" in said
    assert str(STICK_AWAY) in said
    note = pane.backup.note
    pane.reload()
    settle()
    assert pane.backup.note is note, "a click on it must not be lost"
    _button(pane, "Open the backups").click()
    assert opened_panes == [(PaneKey.SETTINGS, "backups")]
    backend.computer.backup_fault = None
    backend.tell(ChangeKind.SETTINGS)
    pane.reload()
    settle()
    assert pane.backup.isHidden()


def test_what_waits_and_what_is_missing_is_told_in_arabic(
    make_context: MakeContext, backend: ReadyShop, show: ShowWidget
) -> None:
    backend.computer.backup_fault = STICK_AWAY
    backend.write(lambda tx: write_doubt(tx, DOUBT))
    backend.change("UPDATE targets SET note = ?, name = 'السجل'", encode_sentence(NO_NETWORK))
    pane = OverviewPane(make_context(language=Language.ARABIC))
    show(pane)
    for where in (pane.backup, pane.clock, pane.troubles):
        said = strip_marks(" ".join(label.text() for label in where.findChildren(QLabel)))
        assert said
        assert not any(char in said.replace("E:", "") for char in "aeiou")


def test_setting_up_shows_what_is_left(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    assert pane.setup.meter.value() == 3
    _button(pane, "Turn on").click()
    settle()
    assert backend.answers.last("settings.set_start_at_login") == (True,)
    assert pane.setup.meter.value() == 4
    assert pane.setup.isHidden()


def test_a_shop_with_a_file_only_is_not_told_to_make_a_key(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop
) -> None:
    context = make_context()
    shop = replace(context.shop, api_push=False, scheduled_pull=True)
    card = SetupCard(replace(context, shop=shop), lambda: None, lambda: None)
    show(card)
    card.show_setup(SetupState(None, None, "", (), False), has_file=False)
    assert [button.text() for button in card.findChildren(Button) if button.text()] == ["Choose it", "Turn on"]


def test_a_target_that_nobody_hears_has_not_refused(opened: Opened, backend: ReadyShop) -> None:
    backend.change("UPDATE attempts SET status = NULL, fault = 'timeout'")
    note = opened().troubles.notes[0]
    assert "Till 2 did not answer 3 times." in strip_marks(note.title.text())
    assert "See why" in [button.text() for button in note.findChildren(Button)]


def test_what_is_left_to_set_up_can_be_put_away(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.setup.dismiss_button.click()
    settle()
    assert backend.answers.last("overview.dismiss_setup") == (1,)
    assert pane.setup.isHidden()
    assert pane.pull.width() > pane.orders.width()


def test_a_first_day_leads_to_the_first_key(
    opened: Opened, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.remove_keys()
    backend.change("DELETE FROM calls")
    backend.change("UPDATE targets SET removed_at = 1")
    backend.forget_pull()
    pane = opened()
    for text in ("Make a key", "Add a target", "Set it up"):
        _button(pane, text).click()
    assert opened_panes == [(PaneKey.SYSTEM, "new-key"), (PaneKey.WEBHOOKS, "new"), (PaneKey.SYSTEM, "pull")]


def test_an_order_without_a_car_is_said_without_a_gap(opened: Opened, backend: ReadyShop) -> None:
    backend.change("UPDATE orders SET vehicle = NULL")
    pane = opened()
    assert pane.orders.model.index(0, 0).data().endswith("BHD\u00a013.640")


def test_a_taken_port_names_the_holder_and_the_fix(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    holder = PortHolder("counterpart.exe", 4312, "Ahmed", moment(15, 8, 2), ours=True)
    backend.computer.host = HostStatus(HostState.PORT_TAKEN, ADDRESS, 8710, holder=holder)
    pane = opened()
    assert pane.host.headline.text() == "Not listening: port 8710 is in use"
    assert strip_marks(pane.host_trouble.headline.text()).endswith("another user of this PC: Ahmed")
    assert "counterpart.exe, process 4312" in strip_marks(pane.host_trouble.text.text())
    assert pane.port_taken.isVisible()
    assert pane.calls.isHidden()
    pane.host_trouble.other.click()
    assert opened_panes == [(PaneKey.SETTINGS, "port")]
    backend.computer.host = HostStatus(HostState.LISTENING, ADDRESS, 8710, moment(15, 14, 29))
    pane.host_trouble.again.click()
    settle()
    assert pane.host_trouble.isHidden()
    assert pane.calls.isVisible()


def test_a_service_in_another_process_that_is_gone_can_be_started_here(opened: Opened, backend: ReadyShop) -> None:
    gone = HostStatus(HostState.STOPPED, ADDRESS, 8710, reason=to_sentence("It is gone."), can_start_here=True)
    backend.computer.host = gone
    pane = opened()
    assert pane.host_trouble.again.text() == "Start it here"
    assert "Tills keep their sales" in pane.host_trouble.text.text()


def test_a_stopped_service_says_why(opened: Opened, backend: ReadyShop) -> None:
    backend.computer.host = HostStatus(
        HostState.STOPPED, ADDRESS, 8710, reason=to_sentence("The service ended 4 times in a minute")
    )
    pane = opened()
    assert pane.host_trouble.headline.text() == "The service ended 4 times in a minute"
    assert not pane.host_trouble.other.isVisible()
    assert pane.port_taken.isHidden(), "no order arrives and no event goes out while the service is down"
    assert pane.calls.isVisible()


def test_loading_then_error_then_content(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.hold("overview.read")
    pane = opened()
    assert pane.state == "loading"
    backend.answers.fail("overview.read", BackendError("full", code=ErrorCode.DISK_FULL))
    backend.answers.release("overview.read")
    settle()
    assert pane.state == "error"
    _button(pane, "Copy details for support").click()
    assert pane.context.clipboard.text() == "disk_full: full"
    backend.answers.mend("overview.read")
    _button(pane, "Try again").click()
    settle()
    assert pane.state == "content"


def test_a_test_call_is_answered_in_a_toast(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    with serve_file(WebFile(b"")) as file:
        backend.computer.host = replace(backend.computer.host, address=f"http://127.0.0.1:{file.port}")
        pane.host.test.click()
        settle()
    assert pane.context.toasts.text.startswith("It answered in ")


def test_a_button_that_fails_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.fail("host.test_call", BackendError("No answer.", code=ErrorCode.SERVICE_STOPPED))
    pane.host.test.click()
    settle()
    dialog = pane.window().findChild(FaultDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "The service is not running"
    dialog.accept()


def test_staging_has_no_figures_of_the_live_shop(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop
) -> None:
    pane = OverviewPane(make_context(staging=True))
    pane.show_host(backend.computer.host)
    show(pane)
    assert [figure.text() for figure in pane.calls._figures.values()] == ["0", "0", "—"]
    assert pane.orders.model.rowCount() == 0


def test_it_speaks_arabic(make_context: MakeContext, show: ShowWidget, backend: ReadyShop) -> None:
    pane = OverviewPane(make_context(language=Language.ARABIC))
    pane.show_host(backend.computer.host)
    show(pane)
    said = strip_marks(pane.troubles.notes[0].title.text())
    assert said == "Till 2 رفض الاستلام 3 مرات. المحاولة القادمة الساعة 14:32، و3 إشعارات في الانتظار."
    assert strip_marks(pane.host.detail.text()) == "منذ 08:02 · آخر اتصال الآن من Till 1"


def test_a_clock_in_doubt_is_asked_about_until_the_owner_confirms_it(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.write(lambda tx: write_doubt(tx, DOUBT))
    pane = opened()
    said = [strip_marks(label.text()) for label in pane.clock.findChildren(QLabel)]
    assert "Is this computer's clock right?" in said
    assert any(text.startswith("It showed 15 Nov 2027 ") and " 14 Nov 2026 " in text for text in said), said
    note = pane.clock.note
    pane.reload()
    settle()
    assert pane.clock.note is note, "a click on it must not be lost"
    _button(pane, "The clock is right").click()
    settle()
    assert pane.clock.isHidden()


def test_the_link_has_one_card_which_is_hidden_without_one(opened: Opened, backend: ReadyShop) -> None:
    assert not opened().link.isVisible()
    backend.link()
    backend.change("UPDATE links SET approved = 1, practice = 1")
    card = opened().link
    assert card.isVisible()
    assert (card.badge.text(), card.practice.isVisible()) == ("Connected", True)
    assert card.sentence.text() == (
        "Connected to the practice marketplace. Nothing leaves this computer. 1 needs your attention. 5 wait to go up."
    )


def test_keys_near_their_end_are_named_until_they_are_renewed(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    ends = {
        "Old tablet": moment(12, 20, 59),
        "Till 1": moment(21, 20, 59),
        "Till 2": moment(22, 20, 59),
        "ERP": moment(23, 20, 59),
    }
    for name, at in ends.items():
        backend.change("UPDATE api_keys SET expires_at = ? WHERE name = ?", at, name)
    pane = opened()
    said = [strip_marks(label.text()) for label in pane.keys.findChildren(QLabel)]
    assert "Old tablet has not worked since 12 Nov 2026." in said
    assert "Till 1 works until 21 Nov 2026." in said
    assert "1 more key ends soon." in said
    note = pane.keys.note
    pane.reload()
    settle()
    assert pane.keys.note is note, "a click on it must not be lost"
    _button(pane, "See the keys").click()
    assert opened_panes == [(PaneKey.SYSTEM, "")]
    backend.change("UPDATE api_keys SET expires_at = NULL")
    pane.reload()
    settle()
    assert pane.keys.isHidden()


def test_the_calls_fit_next_to_the_open_side_bar(opened: Opened) -> None:
    """At 1100 pixels, from which the side bar is open; it takes 216 of them."""
    room = 1100 - 216 - 2 * PAGE_PADDING - 16 - RIGHT_COLUMN
    assert opened().calls.minimumSizeHint().width() <= room
