"""The list of targets and one of them: states, troubles, and the requests of each button."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget

from service.domain.changes import ChangeKind
from service.domain.shops import Mode
from service.domain.webhooks.events import EventKind, SwitchOnChoice
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.panes.webhooks.conftest import Opened, Settle
from tests.ui.ready_shop import ReadyShop
from tests.ui.widget_queries import button, dialog, texts
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.target_actions import ReceiverDialog
from ui.panes.webhooks.target_dialogs import AddTargetDialog, SendTestDialog, SwitchOnDialog
from ui.panes.webhooks.webhooks_pane import WebhooksPane
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext


def test_it_opens_at_the_target_in_trouble_and_says_why(opened: Opened) -> None:
    pane = opened()
    assert pane.state == "content"
    said = texts(pane.detail)
    assert "Till 2 answers 403" in said
    assert "It does not accept the signature. Check the secret in its settings, or rotate it." in said
    assert "Next try at 14:32; 3 events are waiting." in said
    assert pane.detail.deliveries.model.index(0, 2).data() == "3 of 6"


def test_each_target_says_how_it_does(opened: Opened) -> None:
    pane = opened()
    model = pane.targets.model
    said = [model.index(at, 0).data() for at in range(model.rowCount())]
    assert said == [
        "Till 1, All well, last 14:25",
        "Till 2, Refused 3 times, 3 waiting",
        "Stock board, All well, last 14:22",
        "Old ERP, Off; 37 events kept for it",
    ]


def test_the_models_keep_the_rules(opened: Opened) -> None:
    pane = opened()
    for model in (pane.targets.model, pane.detail.deliveries.model):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        assert model.rowCount() > 0


def test_sending_again_is_offered_only_where_a_target_takes_it(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    assert pane.since.isVisible()
    backend.change("UPDATE targets SET is_on = 0")
    pane.reload()
    settle()
    assert pane.since.isHidden()


def test_try_all_asks_for_what_waits(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    notes = list(pane.detail.notes.notes)
    pane.reload()
    settle()
    assert pane.detail.notes.notes == notes, "a click on them must not be lost while events go out"
    button(pane, "Try all 3 now").click()
    settle()
    assert backend.answers.last("webhooks.resend_waiting") == (1, 2)


@pytest.mark.parametrize(
    ("status", "fault", "expected"),
    [
        (None, "timeout", "No answer in time. Check that the receiver is on."),
        (None, "a sentence of the service", "a sentence of the service"),
        (308, "", "It sends on to another address, which we don't follow. Enter its final address."),
        (404, "", "Nothing takes events at this path. Check the address."),
        (503, "", "The fault is in the receiving program. Its own log says more."),
    ],
)
def test_trouble_names_its_cause(
    opened: Opened, backend: ReadyShop, status: int | None, fault: str, expected: str
) -> None:
    backend.change("UPDATE attempts SET status = ?, fault = ? WHERE status = 403", status, fault or None)
    assert expected in texts(opened().detail)


def test_a_target_that_nobody_hears_has_refused_nothing(opened: Opened, backend: ReadyShop) -> None:
    backend.change("UPDATE attempts SET status = NULL, fault = 'timeout' WHERE status = 403")
    pane = opened()
    assert pane.targets.model.index(1, 0).data() == "Till 2, No answer 3 times, 3 waiting"
    assert pane.detail.head.badge.text() == "No answer"


def test_switching_off_asks_at_once(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.detail.head.switch.click()
    settle()
    assert backend.answers.last("webhooks.switch_off") == (1, 2)
    assert not pane.detail.head.switch.isChecked()
    assert not pane.detail.head.test.isVisible()


@pytest.mark.parametrize("choice", list(SwitchOnChoice))
def test_switching_on_asks_what_to_send(
    opened: Opened, backend: ReadyShop, settle: Settle, choice: SwitchOnChoice
) -> None:
    pane = opened()
    pane.open_target("4")
    pane.detail.head.switch.click()
    opened_dialog = dialog(SwitchOnDialog)
    assert "37 events happened while it was off" in texts(opened_dialog)
    opened_dialog.choices[choice].click()
    opened_dialog.go.click()
    settle()
    assert backend.answers.last("webhooks.switch_on") == (1, 4, choice)


def test_leaving_it_off_asks_nothing(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    pane = opened()
    pane.open_target("4")
    pane.detail.head.switch.click()
    QTest.keyClick(dialog(SwitchOnDialog), Qt.Key.Key_Escape)
    settle()
    assert "webhooks.switch_on" not in backend.answers.names()
    assert not pane.detail.head.switch.isChecked()


def test_nothing_kept_means_no_question(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.forget_deliveries(4)
    pane = opened()
    pane.open_target("4")
    pane.detail.head.switch.click()
    settle()
    assert backend.answers.last("webhooks.switch_on") == (1, 4, SwitchOnChoice.ALL)


def test_a_refused_switch_goes_back_and_says_why(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("webhooks.switch_off", BackendError("locked", code=ErrorCode.DATABASE_LOCKED))
    pane = opened()
    pane.detail.head.switch.click()
    settle()
    assert pane.detail.head.switch.isChecked()
    assert dialog(FaultDialog).windowTitle() == "The data is in use by another program"
    dialog(FaultDialog).accept()


@pytest.mark.parametrize("kind", list(EventKind))
def test_a_test_of_any_kind_shows_the_answer(
    opened: Opened, backend: ReadyShop, settle: Settle, kind: EventKind
) -> None:
    pane = opened()
    pane.detail.head.test.click()
    opened_dialog = dialog(SendTestDialog)
    opened_dialog.kinds.boxes[kind].click()
    opened_dialog.go.click()
    settle()
    assert backend.answers.last("webhooks.send_test") == (1, 2, kind)
    assert "It is on its way. Look among the deliveries in a moment." in texts(opened_dialog)
    backend.deliver()
    settle()
    assert "It arrived: answer 200 after 23 ms" in texts(opened_dialog)
    opened_dialog.reject()


def test_a_test_that_cannot_be_sent_says_so(opened: Opened, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("webhooks.send_test", BackendError("off", code=ErrorCode.MODE_OFF))
    pane = opened()
    pane.detail.head.test.click()
    dialog(SendTestDialog).go.click()
    settle()
    assert "This mode is off." in texts(dialog(SendTestDialog))
    dialog(SendTestDialog).reject()


def test_webhooks_off_for_the_shop_are_switched_on_here(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    pane = WebhooksPane(replace(context, shop=replace(context.shop, webhooks=False)))
    show(pane)
    assert "Webhooks are off for this shop" in texts(pane)
    button(pane, "Switch it on").click()
    settle()
    assert backend.answers.last("shops.set_mode") == (1, Mode.WEBHOOKS, True)


def test_nothing_yet_leads_to_the_first_target(opened: Opened, backend: ReadyShop) -> None:
    backend.change("UPDATE targets SET removed_at = 1")
    pane = opened()
    assert "No targets yet" in texts(pane)
    add, receiver = button(pane, "Add a target"), button(pane, "Open the test receiver")
    assert add.geometry().right() < receiver.geometry().left(), "the main one is the first of a page, as elsewhere"
    add.click()
    dialog(AddTargetDialog).reject()
    receiver.click()
    dialog(ReceiverDialog).reject()


def test_another_pane_opens_one_target_or_the_form(opened: Opened) -> None:
    pane = opened()
    pane.open_target("3")
    assert pane.detail.target is not None
    assert pane.detail.target.name == "Stock board"
    pane.open_target("what is this")
    pane.open_target("new")
    dialog(AddTargetDialog).reject()


def test_by_keyboard_alone(opened: Opened, settle: Settle) -> None:
    pane = opened()
    pane.targets.list.setFocus()
    QTest.keyClick(pane.targets.list, Qt.Key.Key_Down)
    settle()
    assert pane.detail.target is not None
    assert pane.detail.target.name == "Stock board"
    pane.focus_filter()
    QTest.keyClick(pane.detail.deliveries.filter, Qt.Key.Key_Right)
    assert pane.detail.deliveries.filter.key == "waiting"
    reached: list[QWidget] = []
    for _ in range(40):
        focus = pane.window().focusWidget()
        reached.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    head = pane.detail.head
    assert {head.switch, head.copy, head.test, head.rotate, head.edit, head.remove} <= set(reached)


def test_arabic_says_it_all_in_arabic(make_context: MakeContext, show: ShowWidget) -> None:
    pane = WebhooksPane(make_context(language=Language.ARABIC))
    show(pane)
    assert "المحاولة القادمة الساعة 14:32، و3 إشعارات في الانتظار." in texts(pane)
    assert pane.detail.head.badge.text() == "ترفض"


def test_what_another_wrote_is_shown_without_losing_the_place(
    opened: Opened, backend: ReadyShop, settle: Settle
) -> None:
    pane = opened()
    pane.open_target("3")
    backend.change("UPDATE targets SET name = 'Board' WHERE id = 3", kinds=(ChangeKind.TARGETS,))
    settle()
    assert pane.detail.target is not None
    assert strip_marks(pane.detail.head.name.text()) == "Board"
