"""Orders ring; quitting asks when something waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from service.domain.changes import ChangeKind
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action
from service.domain.times import MINUTE, SECOND, Millis
from tests.ui.conftest import ShowWidget
from tests.ui.fake.fake_clock import ZONE
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.backend.host_port import WaitingWork
from ui.i18n import Formats, Language, Translations
from ui.shell.dialogs.questions import QuitQuestion
from ui.shell.tray.order_notice import NoticeAction, OrderKey, OrderNotice
from ui.shell.tray.ringer import Ringer
from ui.shell.tray.tray_icon import Tray
from ui.theme import Theme
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]

NEWEST = "ORD-2026-000123"
RUNG = (NEWEST, "ORD-2026-000122")


class _RecordingTray(Tray):
    """Notes what it would have shown."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, str]] = []
        self.about: object = None

    def show_message(self, title: str, text: str, about: object = None) -> None:
        self.heard.append((title, text))
        self.about = about

    def hide_message(self, about: object) -> None:
        self.about = None if self.about == about else self.about


@pytest.fixture
def parent(show: ShowWidget) -> QWidget:
    widget = QWidget()
    show(widget)
    return widget


class _FakeOpener:
    """Shop 2 is a staging shop; notes which order was to be shown."""

    def __init__(self) -> None:
        self.locked = False
        self.displayed = 1
        self.shown: list[tuple[int, str]] = []
        self.faults: list[str] = []

    def is_locked(self) -> bool:
        return self.locked

    def is_staging(self, shop: int) -> bool:
        return shop == 2

    def is_displayed(self, shop: int) -> bool:
        return shop == self.displayed

    def show_order(self, shop: int, reference: str) -> None:
        self.shown.append((shop, reference))

    def show_fault(self, title: str, error: BackendError) -> None:
        self.faults.append(f"{title}: {error.message}")


class _FakeNotices:
    """A desktop with buttons on notifications, or without."""

    def __init__(self) -> None:
        self.has_buttons = False
        self.shown: list[OrderNotice] = []
        self.hidden: list[OrderKey] = []
        self.press: Callable[[OrderKey, NoticeAction], None] = lambda _order, _action: None

    def start(self, on_action: Callable[[OrderKey, NoticeAction], None]) -> None:
        self.press = on_action

    def show(self, notice: OrderNotice, on_unshown: Callable[[], None]) -> None:
        if self.has_buttons:
            self.shown.append(notice)
        else:
            on_unshown()

    def hide(self, order: OrderKey) -> None:
        self.hidden.append(order)

    def close(self) -> None:
        self.press = lambda _order, _action: None


@pytest.fixture
def shops() -> _FakeOpener:
    return _FakeOpener()


@pytest.fixture
def notices() -> _FakeNotices:
    return _FakeNotices()


@pytest.fixture
def rung() -> tuple[_RecordingTray, list[Millis]]:
    """The tray, and the time that was left at each sound."""
    return _RecordingTray(), []


@pytest.fixture(autouse=True)
def ringer(
    theme: Theme,
    translations: Translations,
    backend: ReadyShop,
    parent: QWidget,
    shops: _FakeOpener,
    notices: _FakeNotices,
    rung: tuple[_RecordingTray, list[Millis]],
) -> Iterator[Ringer]:
    tray, sounds = rung
    english = Formats(Language.ENGLISH, ZONE)
    clock = backend.clock
    ringer = Ringer(backend, tray, parent, clock, lambda: english, sounds.append, shops, notices)
    yield ringer
    ringer.close()
    assert backend.ring_listener_count() == 0


def test_a_new_order_rings(rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle) -> None:
    tray, sounds = rung
    backend.ring(1, backend.listed_order(NEWEST))
    settle()
    assert tray.heard == [("New order ORD-2026-000123", "3 parts · BHD\u00a049.020")]
    assert sounds == [(backend.listed_order(NEWEST).accept_by or 0) - backend.clock.now()]


def test_an_order_without_a_known_end_rings_as_a_new_one(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle
) -> None:
    _tray, sounds = rung
    backend.ring(1, replace(backend.listed_order(NEWEST), accept_by=None))
    settle()
    assert sounds == [ACCEPT_WINDOW]


def test_an_order_about_to_lapse_rings_again(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle
) -> None:
    tray, sounds = rung
    backend.ring(1, backend.listed_order("ORD-2026-000121"), lapsing=True)
    settle()
    assert tray.heard == [
        ("ORD-2026-000121 is about to lapse", "3:05 left to accept it. Then it is cancelled automatically.")
    ]
    assert sounds == [3 * MINUTE + 5 * SECOND]


def test_a_test_order_says_that_it_is_one(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle, shops: _FakeOpener
) -> None:
    tray, _sounds = rung
    shops.displayed = 2
    backend.ring(2, backend.listed_order(NEWEST))
    settle()
    assert tray.heard[0][0] == "New order ORD-2026-000123 · Staging"


def test_a_test_order_does_not_ring_while_the_live_shop_is_displayed(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle
) -> None:
    tray, sounds = rung
    backend.ring(2, backend.listed_order(NEWEST))
    settle()
    assert (tray.heard, sounds) == ([], [])


def test_a_click_on_the_message_opens_that_order_in_its_own_shop(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle, shops: _FakeOpener, qtbot: QtBot
) -> None:
    tray, _sounds = rung
    with qtbot.waitSignal(tray.opened):
        tray.icon.messageClicked.emit()
    assert shops.shown == []
    backend.ring(1, backend.listed_order(NEWEST))
    settle()
    tray.icon.messageClicked.emit()
    assert shops.shown == [(1, "ORD-2026-000123")]


def test_accept_on_the_notification_does_what_the_button_does(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle, notices: _FakeNotices
) -> None:
    tray, _sounds = rung
    notices.has_buttons = True
    backend.ring(1, backend.listed_order(NEWEST))
    settle()
    (notice,) = notices.shown
    assert (notice.order, notice.accept_label, notice.is_urgent) == ((1, "ORD-2026-000123"), "Accept", False)
    assert tray.heard == [], "one message is enough"
    notices.press(notice.order, NoticeAction.ACCEPT)
    settle()
    assert backend.answers.last("orders.act") == (1, "ORD-2026-000123", Action.ACCEPT, None)
    assert notices.hidden == [notice.order]


def test_a_failed_accept_is_told_in_the_window_and_by_a_second_notification(
    rung: tuple[_RecordingTray, list[Millis]],
    backend: ReadyShop,
    settle: Settle,
    notices: _FakeNotices,
    shops: _FakeOpener,
) -> None:
    tray, _sounds = rung
    backend.answers.fail("orders.act", BackendError("too late", code=ErrorCode.ACTION_NOT_ALLOWED))
    for has_buttons in (True, False):
        notices.has_buttons = has_buttons
        notices.press((1, "ORD-2026-000123"), NoticeAction.ACCEPT)
        settle()
    (notice,) = notices.shown
    assert (notice.title, notice.accept_label) == ("ORD-2026-000123 was not accepted", "")
    assert notice.text.startswith("The order has changed meanwhile.")
    assert [title for title, _text in tray.heard] == ["ORD-2026-000123 was not accepted"]
    assert shops.faults == ["ORD-2026-000123 was not accepted: too late"] * 2


def test_a_click_on_the_notification_opens_its_order(
    rung: tuple[_RecordingTray, list[Millis]], settle: Settle, notices: _FakeNotices, shops: _FakeOpener
) -> None:
    assert rung[0].heard == []
    notices.press((2, "ORD-2026-000120"), NoticeAction.OPEN)
    settle()
    assert shops.shown == [(2, "ORD-2026-000120")]
    assert notices.hidden == [(2, "ORD-2026-000120")]


def test_quitting_asks_only_when_something_waits(theme: Theme, translations: Translations, parent: QWidget) -> None:
    quits: list[bool] = []
    question = QuitQuestion(theme, parent, lambda: quits.append(True))
    question.ask(WaitingWork(0, 0))
    assert quits == [True]
    question.ask(WaitingWork(5, 0))
    dialog = parent.findChild(ConfirmDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "Quit? 5 events are still waiting."
    dialog.reject()
    assert quits == [True]
    question.ask(WaitingWork(0, 1))
    asked = parent.findChildren(ConfirmDialog)[-1]
    assert asked.windowTitle() == "Quit? 1 order is still waiting."
    asked.confirm.click()
    assert quits == [True, True]


def test_quitting_says_what_becomes_of_orders_and_events(
    theme: Theme, translations: Translations, parent: QWidget
) -> None:
    question = QuitQuestion(theme, parent, lambda: None)
    question.ask(WaitingWork(2, 3))
    dialog = parent.findChild(ConfirmDialog)
    assert dialog is not None
    assert dialog.windowTitle() == "Quit? 3 orders are still waiting."
    said = [label.text() for label in dialog.findChildren(QLabel)]
    assert (
        "Your tills cannot call while Counterpart is closed. An order that nobody accepts in time is cancelled "
        "automatically. 2 events go out after the next start." in said
    )
    dialog.reject()


def test_behind_the_lock_it_rings_without_a_word_of_the_order(
    rung: tuple[_RecordingTray, list[Millis]],
    ringer: Ringer,
    shops: _FakeOpener,
    backend: ReadyShop,
    settle: Settle,
) -> None:
    tray, sounds = rung
    shops.locked = True
    backend.ring(1, backend.listed_order(NEWEST))
    settle()
    assert tray.heard == [("An order waits", "Unlock Counterpart to see it.")]
    assert len(sounds) == 1
    ringer.on_lock_changed()
    assert tray.about is not None
    shops.locked = False
    ringer.on_lock_changed()
    assert tray.about is None, "it asks to unlock"


def _ring_twice(backend: ReadyShop, settle: Settle, notices: _FakeNotices) -> list[OrderKey]:
    """Two placed orders ring, on a desktop with buttons."""
    notices.has_buttons = True
    for name in RUNG:
        backend.ring(1, backend.listed_order(name))
    settle()
    return [(1, name) for name in RUNG]


def test_the_notification_of_an_order_that_lapsed_goes_away(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle, notices: _FakeNotices
) -> None:
    """An urgent one stays on the screen until it is closed; it had its Accept an hour later."""
    assert rung
    first, _second = _ring_twice(backend, settle, notices)
    backend.tell(ChangeKind.ORDERS)
    settle()
    assert notices.hidden == [], "both can be accepted still"
    backend.act(first[1], Action.REJECT, "It is gone.")
    settle()
    assert notices.hidden == [first]


def test_the_message_of_the_tray_goes_away_with_its_order(
    rung: tuple[_RecordingTray, list[Millis]], backend: ReadyShop, settle: Settle
) -> None:
    """It stayed on the screen after the order was accepted."""
    tray, _sounds = rung
    for name in RUNG:
        backend.ring(1, backend.listed_order(name))
    settle()
    for name, left in zip(RUNG, (RUNG[1], None), strict=True):
        backend.act(name, Action.ACCEPT)
        settle()
        assert tray.about == (None if left is None else (1, left))


def test_the_lock_hides_every_notification(
    rung: tuple[_RecordingTray, list[Millis]],
    ringer: Ringer,
    backend: ReadyShop,
    settle: Settle,
    notices: _FakeNotices,
    shops: _FakeOpener,
) -> None:
    """The last one alone was hidden; the others could be accepted without the PIN."""
    orders = _ring_twice(backend, settle, notices)
    shops.locked = True
    ringer.on_lock_changed()
    assert notices.hidden == orders


def test_the_lock_hides_the_message_of_the_tray(
    rung: tuple[_RecordingTray, list[Millis]],
    ringer: Ringer,
    backend: ReadyShop,
    settle: Settle,
    shops: _FakeOpener,
) -> None:
    backend.ring(1, backend.listed_order(NEWEST))
    settle()
    shops.locked = True
    ringer.on_lock_changed()
    assert rung[0].about is None
