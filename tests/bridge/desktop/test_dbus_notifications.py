"""Notifications with buttons on a real session bus, and desktops that have none."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Iterator

import pytest

from bridge.desktop.composition import make_notices
from tests.fakes.notification_server import WAIT_S, NotificationServer, session_bus
from ui.shell.tray.order_notice import NoNotices, NoticeAction, OrderKey, OrderNotice, OrderNotices

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the desktop's notifications are on Linux")

ORDER = (1, "ORD-2026-000001")
NOTICE = OrderNotice(ORDER, "New order", "1 part · <b>BHD 12.500</b>", "Open", "Accept")
Pressed = queue.Queue[tuple[OrderKey, NoticeAction]]


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with session_bus() as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield address


@pytest.fixture
def pressed() -> Pressed:
    return queue.Queue()


@pytest.fixture
def notices(pressed: Pressed) -> Iterator[OrderNotices]:
    made = make_notices("linux")
    made.start(lambda order, action: pressed.put((order, action)))
    yield made
    made.close()


def _fail() -> None:
    pytest.fail("it was not shown")


def test_a_notice_has_accept_and_tells_what_was_pressed(bus: str, notices: OrderNotices, pressed: Pressed) -> None:
    server = NotificationServer(bus, ("actions", "body", "body-markup"))
    notices.show(NOTICE, _fail)
    number, name, replaced, icon, title, text, buttons, hints, _limit = server.shown.get(timeout=WAIT_S)
    assert (name, replaced, icon, title) == ("Counterpart", 0, "counterpart", "New order")
    assert text == "1 part · &lt;b&gt;BHD 12.500&lt;/b&gt;"
    assert buttons == ["default", "Open", "accept", "Accept"]
    assert hints["urgency"] == ("y", 1)
    server.press(number, "accept")
    assert pressed.get(timeout=WAIT_S) == (ORDER, NoticeAction.ACCEPT)
    notices.show(OrderNotice(ORDER, "Again", "text", "Open", is_urgent=True), _fail)
    again = server.shown.get(timeout=WAIT_S)
    assert (again[0], again[2], again[6]) == (number, number, ["default", "Open"])
    server.press(number, "default")
    assert pressed.get(timeout=WAIT_S) == (ORDER, NoticeAction.OPEN)
    notices.hide(ORDER)
    assert server.closed.get(timeout=WAIT_S) == number
    server.stop()


def test_one_that_was_dismissed_is_shown_again_as_a_new_one(bus: str, notices: OrderNotices, pressed: Pressed) -> None:
    server = NotificationServer(bus, ("actions",))
    notices.show(NOTICE, _fail)
    number = server.shown.get(timeout=WAIT_S)[0]
    server.press(number + 7, "accept")
    server.dismiss(number)
    notices.hide(ORDER)
    notices.show(NOTICE, _fail)
    second = server.shown.get(timeout=WAIT_S)
    assert second[2] in (0, number)
    server.press(second[0], "accept")
    assert pressed.get(timeout=WAIT_S) == (ORDER, NoticeAction.ACCEPT), "the foreign one was not taken"
    server.stop()


def test_a_desktop_without_buttons_or_without_notifications_says_so(bus: str, notices: OrderNotices) -> None:
    unshown = threading.Semaphore(0)
    notices.show(NOTICE, unshown.release)
    assert unshown.acquire(timeout=WAIT_S), "nobody shows notifications"
    server = NotificationServer(bus, ("body",))
    notices.show(NOTICE, unshown.release)
    assert unshown.acquire(timeout=WAIT_S), "they have no buttons"
    assert server.shown.empty()
    server.stop()


def test_without_a_bus_the_tray_shows_it(
    monkeypatch: pytest.MonkeyPatch, notices: OrderNotices, pressed: Pressed
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    unshown = threading.Semaphore(0)
    notices.show(NOTICE, unshown.release)
    assert unshown.acquire(timeout=WAIT_S)
    notices.hide(ORDER)
    assert pressed.empty()


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_use_the_tray(platform: str) -> None:
    unshown: list[bool] = []
    notices = make_notices(platform)
    assert isinstance(notices, NoNotices)
    notices.start(lambda _order, _action: None)
    notices.show(NOTICE, lambda: unshown.append(True))
    notices.hide(ORDER)
    notices.close()
    assert unshown == [True]
