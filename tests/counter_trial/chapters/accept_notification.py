"""The tray menu says how the orders are, and a notification accepts or opens one."""

from __future__ import annotations

import time
from typing import Any, Final

from tests.counter_trial.chapters.hear_orders import ITEMS, SKU
from tests.counter_trial.counter import Counter
from tests.desktop.screen_user import DIRECTION_MARKS
from tests.desktop.wait_until import wait_until
from tests.fakes.notification_server import WAIT_S, NotificationServer

BALLOON_S: Final = 8.0
"""Less than the 10 seconds for which Qt shows one."""

_BUTTONS: Final = 7
"""Where the buttons are in what a program sends: a key and a text for each."""


def accept_notification(counter: Counter) -> None:
    """With the window closed, orders are accepted and opened from their notifications."""
    counter.open()
    counter.call("/v1/items", ITEMS)
    counter.user.wait_for("Listening for your systems")
    counter.user.close_window()
    lose_balloon(counter)
    bus = counter.session.environment["DBUS_SESSION_BUS_ADDRESS"]
    desktop = NotificationServer(bus, ("actions", "body"))
    try:
        check_tray_menu(counter, counter.user.translate("No order waits"), "no-order-waits")
        accept_hidden(counter, desktop)
        open_from_notification(counter, desktop)
        accept_twice(counter, desktop)
    finally:
        desktop.stop()


def lose_balloon(counter: Counter) -> None:
    """A desktop without notifications: the balloon of the tray goes away with its order."""
    reference = counter.place_order(SKU)
    balloon = f"New order {reference}"
    counter.user.wait_for(balloon, "QLabel")
    begun = time.monotonic()
    counter.save_picture("balloon")
    counter.call(f"/v1/orders/{reference}/accept", {})
    counter.user.wait_until_gone(balloon, "QLabel")
    assert time.monotonic() - begun < BALLOON_S, "it did not wait until its time was over"


def list_waiting_texts(counter: Counter) -> set[str]:
    """How the menu's line about one order may begin."""
    counts, translate = counter.user.translate("1 order wait"), counter.user.translate
    return {text.partition("@")[0] for count in counts for text in translate(f"{count}, the first until @")}


def check_tray_menu(counter: Counter, orders: set[str], picture: str) -> None:
    """Opens the menu of the icon, reads it and closes it again. It says one of `orders`."""
    user = counter.user
    user.open_tray_menu(f"Counterpart: listening at {counter.address}")
    wait_until("the line about orders", lambda: any(user.find(text, "QMenu", exact=False) for text in orders))
    counter.save_picture(picture)
    user.press("Escape")
    user.wait_until_gone("Quit…", "QMenu")


def wait_for_notice(counter: Counter, desktop: NotificationServer, reference: str) -> int:
    """The number of the notification about an order; its buttons are in the window's language."""
    notice: tuple[Any, ...] = desktop.shown.get(timeout=WAIT_S)
    assert reference in str(notice[4]).translate(DIRECTION_MARKS)
    keys, texts = notice[_BUTTONS - 1][::2], notice[_BUTTONS - 1][1::2]
    assert list(keys) == ["default", "accept"]
    for text, english in zip(texts, ("Open", "Accept"), strict=True):
        assert text in counter.user.translate(english)
    return int(notice[0])


def accept_hidden(counter: Counter, desktop: NotificationServer) -> None:
    """The button of the notification accepts the order, with the window closed."""
    reference = counter.place_order(SKU)
    number = wait_for_notice(counter, desktop, reference)
    check_tray_menu(counter, list_waiting_texts(counter), "one-order-waits")
    desktop.press(number, "accept")
    wait_until("the order confirmed", lambda: read_status(counter, reference) == "confirmed")
    assert desktop.closed.get(timeout=WAIT_S) == number
    check_tray_menu(counter, counter.user.translate("No order waits"), "accepted")


def open_from_notification(counter: Counter, desktop: NotificationServer) -> None:
    """A click on the notification opens the window on the order."""
    reference = counter.place_order(SKU)
    number = wait_for_notice(counter, desktop, reference)
    desktop.press(number, "default")
    counter.user.wait_for(reference, "QLabel")
    counter.user.wait_for("Accept order", "QAbstractButton")
    counter.save_picture("opened")


def accept_twice(counter: Counter, desktop: NotificationServer) -> None:
    """Somebody else accepts the order that the window is about to accept."""
    user = counter.user
    reference = counter.place_order(SKU)
    wait_for_notice(counter, desktop, reference)
    user.click(reference, "row", exact=False)
    user.wait_for(reference, "QLabel")
    user.click("Accept order")
    user.wait_for(f"Accept {reference}?", "QLabel")
    counter.run_command("orders", "act", reference, "accept")
    counter.save_picture("accepted-by-another")
    user.press("Return")
    user.wait_for("The order has moved on meanwhile. Look at it again: it shows what is possible now.", "QLabel")
    counter.save_picture("accepted-twice")
    user.press("Escape")
    user.wait_until_gone("This did not work", "QLabel")
    history = counter.read_json("orders", "show", reference)["history"]
    assert isinstance(history, list)
    assert [entry["action"] for entry in history] == ["place", "accept"]


def read_status(counter: Counter, reference: str) -> object:
    return counter.read_json("orders", "show", reference)["status"]
