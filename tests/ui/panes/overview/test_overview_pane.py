"""The Overview: each state, and the requests of its buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind, Changes
from service.domain.clock_trust import ClockDoubt
from service.domain.marketplace.orders import Action
from service.domain.pull.pulls import RunState
from service.domain.sentences import encode_sentence, message, to_sentence
from service.domain.times import DAY, HOUR, MINUTE, SECOND
from service.domain.update_rules import UpdateStatus
from service.domain.webhooks.events import EventKind
from service.store.engine.transaction import Tx
from service.store.trusted_clock import write_doubt
from tests.fakes.web_server import WebFile, serve_file
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_clock import NOW, moment
from tests.ui.fake.sentence_data import NO_NETWORK, STICK_AWAY
from tests.ui.ready_data import FILE_OPEN, LAST_RUN, ReadyDelivery, add_delivery
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.backend.overview_port import SetupState
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.overview.overview_pane import FIGURES_EVERY, OverviewPane, SetupCard
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.frame.sidebar import Sidebar
from ui.shell.pane_context import LOW_STOCK, PaneKey
from ui.theme import Tone
from ui.widgets import Button

Settle = Callable[[], None]
EARLIER = 6 * DAY + 3 * HOUR
LAST_WEEK = moment(14, 16, 30)
"""Orders before this moment move to the same day of the week before."""

DOUBT = ClockDoubt(moment(14, 0, 0), moment(15, 0, 0) + 365 * DAY)
ADDRESS = "http://127.0.0.1:8710"
Opened = Callable[[], OverviewPane]


def _button(pane: OverviewPane, text: str) -> Button:
    return next(button for button in pane.findChildren(Button) if button.text() == text and button.isVisible())


def test_it_says_where_it_listens_and_who_called_last(opened: Opened) -> None:
    pane = opened()
    assert pane.state == "content"
    said = strip_marks(pane.connections.host.detail.text())
    assert said == "Listening since 08:02 · last call just now from Till 1"
    assert pane.connections.copy_field.value == ADDRESS


def test_the_next_reading_of_the_file_is_asked_for_after_it_has_passed(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    """A file that is not there is tried again later; the time before stayed displayed."""
    pane = opened()
    asked = backend.answers.names().count("overview.read")
    backend.clock.turn(moment(16, 2, 0) + MINUTE - NOW)
    for _minute in range(2):
        pane.tick(backend.clock.now())
        settle()
        backend.clock.turn(MINUTE)
    assert backend.answers.names().count("overview.read") == asked + 1


def test_the_last_call_grows_older_without_asking(opened: Opened, backend: ReadyShop) -> None:
    pane = opened()
    backend.answers.asked.clear()
    backend.clock.turn(14 * SECOND)
    pane.tick(backend.clock.now())
    assert "15 seconds ago" in pane.connections.host.detail.text()
    assert backend.answers.asked == []


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
    said = strip_marks(pane.alerts.notes[0].title.text())
    assert said == "Till 2 refused 3 times. Next try at 14:32; 3 events are waiting."
    height = pane.alerts.height()
    _button(pane, "See what it answered").click()
    assert opened_panes == [(PaneKey.WEBHOOKS, "2")]
    _button(pane, "Try now").click()
    settle()
    assert backend.answers.last("webhooks.resend_waiting") == (1, 2)
    due = "SELECT count(*) FROM deliveries WHERE target_id = 2 AND state = 'waiting' AND next_attempt_at <= ?"
    assert backend.read(lambda db: db.scalar(due, (NOW,))) == 3
    backend.calm_targets()
    pane.reload()
    settle()
    assert [alert.title for alert in pane.alerts.alerts] == ["Everything works"]
    assert pane.alerts.height() == height, "what is below must not move under the mouse"


def _let_wait(target: int, tx: Tx) -> None:
    """Four events wait for a target."""
    for _again in range(4):
        add_delivery(tx, target, ReadyDelivery(NOW, EventKind.ORDER_PLACED, "ORD-2026-000123"))


def test_a_button_of_an_alert_answers_at_once_and_can_be_pressed_again(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    backend.answers.hold("webhooks.resend_waiting")
    again = _button(pane, "Try now")
    again.click()
    assert again.accessibleDescription() == "Busy"
    backend.answers.fail("webhooks.resend_waiting", BackendError("No.", code=ErrorCode.BUG))
    backend.answers.release("webhooks.resend_waiting")
    settle()
    assert again.accessibleDescription() == ""


def test_targets_that_wait_for_the_same_are_told_at_once(
    opened: Opened, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    for target in (1, 3):
        backend.change("UPDATE targets SET note = ? WHERE id = ?", encode_sentence(NO_NETWORK), target)
        backend.write(partial(_let_wait, target))
    pane = opened()
    refused, held = pane.alerts.notes
    assert held.isHidden()
    assert pane.alerts.more.text() == "1 more"
    pane.alerts.more.click()
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
    said = [strip_marks(label.text()) for label in pane.alerts.notes[1].findChildren(QLabel)]
    assert "The nightly backup was not made" in said
    assert str(STICK_AWAY) in said
    notes = pane.alerts.notes
    pane.reload()
    settle()
    assert pane.alerts.notes is notes, "a click on it must not be lost"
    pane.alerts.more.click()
    _button(pane, "Open the backups").click()
    assert opened_panes == [(PaneKey.SETTINGS, "backups")]
    backend.computer.backup_fault = None
    backend.tell(ChangeKind.SETTINGS)
    pane.reload()
    settle()
    assert len(pane.alerts.notes) == 1


def test_what_waits_and_what_is_missing_is_told_in_arabic(
    make_context: MakeContext, backend: ReadyShop, show: ShowWidget
) -> None:
    backend.computer.backup_fault = STICK_AWAY
    backend.write(lambda tx: write_doubt(tx, DOUBT))
    backend.change("UPDATE targets SET note = ?, name = 'السجل'", encode_sentence(NO_NETWORK))
    pane = OverviewPane(make_context(language=Language.ARABIC))
    show(pane)
    assert len(pane.alerts.notes) == 3
    for note in pane.alerts.notes:
        said = strip_marks(" ".join(label.text() for label in note.findChildren(QLabel)))
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
    note = opened().alerts.notes[0]
    assert "Till 2 did not answer 3 times." in strip_marks(note.title.text())
    assert "See why" in [button.text() for button in note.findChildren(Button)]


def test_what_is_left_to_set_up_can_be_put_away(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.setup.dismiss_button.click()
    settle()
    assert backend.answers.last("overview.dismiss_setup") == (1,)
    pane.reload()
    settle()
    assert pane.setup.isHidden()


def test_a_first_day_leads_to_the_first_key(
    opened: Opened, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.remove_keys()
    backend.change("DELETE FROM calls")
    backend.change("UPDATE targets SET removed_at = 1")
    backend.forget_pull()
    pane = opened()
    for text in ("Make a key", "Add a target", "Choose it"):
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
    assert pane.connections.host.detail.text() == "Not listening: port 8710 is in use"
    first = pane.alerts.alerts[0]
    assert strip_marks(first.title).endswith("another user of this PC: Ahmed")
    assert "counterpart.exe, process 4312" in strip_marks(first.lines[0])
    _button(pane, "Copy details for support").click()
    assert pane.context.clipboard.text().startswith("port_taken http://127.0.0.1:8710")
    _button(pane, "Choose another port…").click()
    assert opened_panes == [(PaneKey.SETTINGS, "port")]
    backend.computer.host = HostStatus(HostState.LISTENING, ADDRESS, 8710, moment(15, 14, 29))
    _button(pane, "Try again").click()
    settle()
    assert "holds the port" not in pane.alerts.alerts[0].title
    assert pane.connections.test.isVisible()


def test_a_service_in_another_process_that_is_gone_can_be_started_here(opened: Opened, backend: ReadyShop) -> None:
    gone = HostStatus(HostState.STOPPED, ADDRESS, 8710, reason=to_sentence("It is gone."), can_start_here=True)
    backend.computer.host = gone
    pane = opened()
    assert _button(pane, "Start it here").isEnabled()
    assert "Tills keep their sales" in pane.alerts.alerts[0].lines[1]


def test_a_counter_without_its_service_is_set_up_again_where_only_that_helps(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    reason = to_sentence("This counter was revoked.")
    away = HostStatus(HostState.STOPPED, "", 8710, reason=reason, counter_of="SHOP-PC")
    backend.computer.host = away
    pane = opened()
    assert _button(pane, "Try again").isEnabled()
    assert pane.alerts.alerts[0].lines == ("Tills and the other counters still work without this one.",)
    pane.show_host(replace(away, can_start_here=True))
    settle()
    assert _button(pane, "Set this counter up again").isEnabled()
    pane.show_host(replace(away, can_update=True))
    settle()
    assert _button(pane, "Install the newer version").isEnabled()


def test_a_full_disk_stands_where_it_said_listening(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    well = backend.computer.host
    full = replace(well, fault=to_sentence("The disk is full. Delete large files."))
    pane = opened()
    sidebar = Sidebar(pane.context.theme, lambda _key: None)
    pane.show_host(full)
    sidebar.show_host(full)
    assert pane.connections.host.detail.text() == "Nothing can be saved now"
    assert sidebar.toolTip() == f"Nothing is saved {full.address}"
    assert pane.alerts.alerts[0].title == "The disk is full. Delete large files."
    assert "Each till is asked to send again later. What is saved is safe." in pane.alerts.alerts[0].lines
    assert [button.text for button in pane.alerts.alerts[0].buttons] == ["Copy details for support"]
    pane.show_host(well)
    sidebar.show_host(well)
    assert "The disk is full" not in pane.alerts.alerts[0].title
    assert sidebar.toolTip() == f"Listening {full.address}"


def test_a_stopped_service_says_why(opened: Opened, backend: ReadyShop) -> None:
    backend.computer.host = HostStatus(
        HostState.STOPPED, ADDRESS, 8710, reason=to_sentence("The service ended 4 times in a minute")
    )
    pane = opened()
    assert pane.alerts.alerts[0].title == "The service ended 4 times in a minute"
    assert [button.text for button in pane.alerts.alerts[0].buttons] == ["Copy details for support", "Try again"]


def test_a_test_call_is_answered_in_a_toast(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    with serve_file(WebFile(b"")) as file:
        backend.computer.host = replace(backend.computer.host, address=f"http://127.0.0.1:{file.port}")
        pane.connections.test.click()
        settle()
    assert pane.context.toasts.text.startswith("It answered in ")


def test_a_button_that_fails_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    backend.answers.fail("host.test_call", BackendError("No answer.", code=ErrorCode.SERVICE_STOPPED))
    pane.connections.test.click()
    settle()
    dialog = pane.window().findChild(FaultDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "The service is not running"
    dialog.accept()


def test_a_button_of_an_alert_is_busy_until_its_own_work_has_ended(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    """With a second button pressed, the first stayed busy, as did that of a stopped reading."""
    backend.write(lambda tx: write_doubt(tx, DOUBT))
    backend.add_run(replace(LAST_RUN, state=RunState.FAILED, fault=FILE_OPEN))
    pane = opened()
    pane.alerts.more.click()
    fault = BackendError("No answer.", code=ErrorCode.SERVICE_STOPPED)
    works = {"Try now": "webhooks.resend_waiting", "The clock is right": "overview.confirm_clock"}
    for text, name in works.items():
        backend.answers.fail(name, fault)
        backend.answers.hold(name)
        _button(pane, text).click()
    alert_run = next(one for one in pane.alerts.findChildren(Button) if one.text() == "Read it now")
    backend.answers.hold("pulls.run")
    alert_run.click()
    pane.show_host(backend.computer.host)
    buttons = [*(_button(pane, text) for text in works), alert_run]
    assert [button.accessibleDescription() for button in buttons] == ["Busy"] * 3
    for name in works.values():
        backend.answers.release(name)
    pane.connections.work.stop.click()
    settle()
    assert [button.accessibleDescription() for button in buttons] == [""] * 3


def test_figures_are_asked_for_again_after_a_failure_and_at_midnight(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("overview.figures", BackendError("full", code=ErrorCode.DISK_FULL))
    pane = opened()
    backend.answers.mend("overview.figures")
    pane.reload()
    settle()
    assert backend.answers.names().count("overview.figures") == 2
    assert pane.today.placed.text() != ""
    for _second in range(2):
        pane.tick(backend.clock.now())
        settle()
    assert backend.answers.names().count("overview.figures") == 2
    backend.clock.turn(10 * HOUR)
    for _second in range(2):
        pane.tick(backend.clock.now())
        settle()
    assert backend.answers.names().count("overview.figures") == 3


def test_a_service_that_starts_is_not_called_well(opened: Opened, backend: ReadyShop) -> None:
    backend.calm_targets()
    backend.computer.host = HostStatus(HostState.STARTING, ADDRESS, 8710)
    assert [alert.title for alert in opened().alerts.alerts] == ["The service is starting"]


def test_staging_has_no_figures_of_the_live_shop(
    make_context: MakeContext, show: ShowWidget, backend: ReadyShop
) -> None:
    pane = OverviewPane(make_context(staging=True))
    pane.show_host(backend.computer.host)
    show(pane)
    assert (pane.today.placed.text(), pane.stock.all_low.isHidden()) == ("0", True)
    assert pane.orders.model.rowCount() == 0


def test_it_speaks_arabic(make_context: MakeContext, show: ShowWidget, backend: ReadyShop) -> None:
    pane = OverviewPane(make_context(language=Language.ARABIC))
    pane.show_host(backend.computer.host)
    show(pane)
    said = strip_marks(pane.alerts.notes[0].title.text())
    assert said == "Till 2 رفض الاستلام 3 مرات. المحاولة القادمة الساعة 14:32، و3 إشعارات في الانتظار."
    assert strip_marks(pane.connections.host.detail.text()) == "يستقبل منذ 08:02 · آخر اتصال الآن من Till 1"


def test_a_clock_in_doubt_is_asked_about_until_the_owner_confirms_it(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    backend.write(lambda tx: write_doubt(tx, DOUBT))
    pane = opened()
    pane.alerts.more.click()
    (doubt,) = (alert for alert in pane.alerts.alerts if alert.title == "Is this computer's clock right?")
    shown = strip_marks(doubt.lines[0])
    assert shown.startswith("It showed 15 Nov 2027 ")
    assert " 14 Nov 2026 " in shown
    assert not any(button.is_main for button in doubt.buttons), "a wrong clock is the more common case"
    _button(pane, "The clock is right").click()
    settle()
    assert ("overview.confirm_clock", ()) in backend.answers.asked
    assert doubt not in pane.alerts.alerts


def test_connections_have_one_line_each_and_those_not_used_none(
    opened: Opened, backend: ReadyShop, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    pane = opened()
    assert not pane.connections.link.isVisible()
    backend.link()
    backend.change("UPDATE links SET approved = 1, practice = 1")
    lines = opened().connections
    assert lines.practice.isVisible()
    assert lines.link.detail.text() == "Connected · 1 needs your attention · 5 wait to be sent"
    assert strip_marks(lines.file.detail.text()) == "Today 02:00 · 1,243 saved, 2 rejected · next: Tomorrow 02:00"
    assert lines.webhooks.detail.text() == "1 address does not get everything"
    lines.rejected.click()
    assert opened_panes == [(PaneKey.SYSTEM, "pull-history")]


def test_the_worst_alert_stands_first(opened: Opened, backend: ReadyShop) -> None:
    backend.want_outside_backup()
    backend.computer.backup_fault = STICK_AWAY
    backend.link()
    backend.change("UPDATE links SET refused = ?", encode_sentence(message("The key was refused.")))
    tones = [alert.tone for alert in opened().alerts.alerts]
    assert tones == [Tone.BAD, Tone.BAD, Tone.WARN, Tone.ACCENT]


def test_a_backup_outside_this_computer_is_asked_for_once(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.want_outside_backup()
    backend.calm_targets()
    pane = opened()
    _button(pane, "Choose where").click()
    assert opened_panes == [(PaneKey.SETTINGS, "backups")]
    _button(pane, "Not now").click()
    settle()
    pane.reload()
    settle()
    assert [alert.title for alert in pane.alerts.alerts] == ["Everything works"]


def test_today_is_next_to_last_week_and_what_runs_out(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    backend.act("ORD-2026-000118", Action.DELIVERED)
    for table, column in (("orders", "placed_at"), ("order_history", "at")):
        backend.change(
            f"UPDATE {table} SET {column} = {column} - ? WHERE shop_id = 1 AND {column} < ?", EARLIER, LAST_WEEK
        )
    pane = opened()
    assert (pane.today.sold.text(), pane.today.placed.text()) == ("BHD\u00a017.600", "7")
    assert "BHD\u00a014.250 and 2 orders" in pane.today.before.text()
    assert strip_marks(pane.stock.received.text()) == "ERP · 12 parts · Today 14:27"
    pane.stock.all_low.click()
    pane.stock.changes.click()
    assert opened_panes == [(PaneKey.CATALOGUE, LOW_STOCK), (PaneKey.HISTORY, "write:11")]
    backend.tell(ChangeKind.CALLS)
    pane.reload()
    settle()
    assert backend.answers.names().count("overview.figures") == 1, "a call changes none of them"
    pane.on_changes(Changes.of(ChangeKind.ORDERS))
    settle()
    assert backend.answers.names().count("overview.figures") == 2


def test_figures_are_counted_every_few_seconds_while_tills_change_parts(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    for _change in range(3):
        pane.on_changes(Changes.of(ChangeKind.ITEMS))
        settle()
    assert backend.answers.names().count("overview.figures") == 2
    backend.clock.turn(FIGURES_EVERY)
    for _second in range(2):
        pane.tick(backend.clock.now())
        settle()
    assert backend.answers.names().count("overview.figures") == 3


def test_keys_near_their_end_are_named_until_they_are_renewed(
    opened: Opened, backend: ReadyShop, settle: Settle, opened_panes: list[tuple[PaneKey, str]]
) -> None:
    ends = {"Old tablet": 12, "Till 1": 21, "Till 2": 22, "ERP": 23}
    for name, day in ends.items():
        backend.change("UPDATE api_keys SET expires_at = ? WHERE name = ?", moment(day, 20, 59), name)
    pane = opened()
    said = [strip_marks(line) for line in pane.alerts.alerts[1].lines]
    assert "Old tablet has not worked since 12 Nov 2026." in said
    assert "Till 1 works until 21 Nov 2026." in said
    assert "1 more key ends soon." in said
    pane.alerts.more.click()
    _button(pane, "See the keys").click()
    assert opened_panes == [(PaneKey.SYSTEM, "")]
    backend.change("UPDATE api_keys SET expires_at = NULL")
    pane.reload()
    settle()
    assert len(pane.alerts.alerts) == 1


def test_a_version_that_is_ready_is_told_with_what_changed(
    make_context: MakeContext, backend: ReadyShop, show: ShowWidget, settle: Settle
) -> None:
    ready = UpdateStatus("0.2.0", "Orders are quicker.", "الطلبات أسرع.", True, moment(20, 14, 0))
    backend.calm_targets()
    seen = []
    for status in (ready, replace(ready, is_ready=False), UpdateStatus("0.2.2", command="sudo apt install x")):
        for language in (Language.ENGLISH, Language.ARABIC):
            backend.computer.updates.newest = status
            pane = OverviewPane(make_context(language=language))
            pane.show_host(backend.computer.host)
            show(pane)
            settle()
            seen.append([strip_marks(line) for line in pane.alerts.alerts[0].lines])
    well = [["Your systems can reach this computer, and everything was sent."]]
    assert seen[::2] == [["Orders are quicker."], *well, ["sudo apt install x"]]
    assert seen[1] == ["الطلبات أسرع."]
