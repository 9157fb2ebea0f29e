"""Orders ring, are accepted and opened from their notifications, and are entered for a caller."""

from __future__ import annotations

import time
from typing import Any, Final, cast

from tests.counter_trial.counter import Counter, SoundRecorder, set_time_left
from tests.desktop.desktop_session import wait_until
from tests.desktop.screen_user import DIRECTION_MARKS
from tests.fakes.notification_server import WAIT_S, NotificationServer

SKU: Final = "04465-33480"
ITEMS: Final = {"items": [{"sku": SKU, "name": "Brake pads", "price_fils": 12500, "quantity": 8}]}
_LAST_PAUSE_S: Final = 15.0
_SLACK_S: Final = 8.0
BALLOON_S: Final = 8.0
"""Less than the 10 seconds for which Qt shows one."""

_BUTTONS: Final = 7
"""Where the buttons are in what a program sends: a key and a text for each."""
ITEMS_ORDERS: Final = {
    "items": [
        {"sku": "04465-33480", "name": "Brake pads", "name_ar": "فحمات أمامية", "price_fils": 12500, "quantity": 8},
        {"sku": "15400-T2A-A40", "name": "Oil filter", "name_ar": "فلتر زيت", "price_fils": 3250, "quantity": 2},
    ]
}
NAME: Final = "محمد العلي"
PHONE: Final = "+973 3912 3456"
ADDRESS: Final = "Building 12, Road 2203, Muharraq"
NOTE: Final = "Call before 5 pm"


def hear_orders(counter: Counter) -> None:
    """The owner chooses and tries the sound; an order is heard until it is opened."""
    sound = SoundRecorder(counter)
    counter.open()
    counter.call("/v1/items", ITEMS)
    loudest = choose_sound(counter, sound)
    counter.user.click("Overview")
    first = ring_louder(counter, sound, loudest)
    look_at(counter, sound, first)
    ring_beside_open_orders(counter, sound, first)


def choose_sound(counter: Counter, sound: SoundRecorder) -> int:
    """Chooses an alarm, loud, and tries it; gives its loudness."""
    user = counter.user
    user.click("Settings")
    user.scroll_to("Try the sound")
    counter.save_picture("ring-settings")
    user.click("Sound", "QComboBox")
    user.wait_for("Alarm", "row")
    counter.save_picture("sounds")
    user.click("Alarm", "row")
    wait_for_setting(counter, "ring_sound", "alarm")
    tried = []
    for word, volume in (("Quiet", 40), ("Medium", 70), ("Loud", 100)):
        user.click(word, "tab")
        wait_for_setting(counter, "ring_volume", str(volume))
        before = len(sound.read())
        user.click("Try the sound")
        tried.append(sound.wait_for_next(before))
        user.wait_for("It was played. If you heard nothing, turn up this PC's speaker.")
    counter.save_picture("sound-tried")
    assert {one.name for one in tried} == {"alarm"}
    assert tried[0].loudness < tried[1].loudness < tried[2].loudness, tried
    return tried[2].loudness


def wait_for_setting(counter: Counter, name: str, value: str) -> None:
    """Until the other process reads what was clicked."""
    wait_until(f"{name} stored", lambda: value in counter.read_setting(name))


def ring_louder(counter: Counter, sound: SoundRecorder, loudest: int) -> str:
    """Each ring is louder than those with more time left. Gives the order's reference."""
    before = len(sound.read())
    reference = counter.place_order(SKU)
    early = sound.wait_for_next(before)
    counter.save_picture("order-rings")
    set_time_left(counter, reference, 590)
    later = sound.wait_for_next(before + 1)
    set_time_left(counter, reference, 290)
    last = sound.wait_for_next(before + 2)
    again = sound.wait_for_next(before + 3)
    counter.save_picture("about-to-lapse")
    assert early.loudness < later.loudness < last.loudness == again.loudness == loudest
    assert again.at - last.at < _LAST_PAUSE_S + _SLACK_S
    return reference


def look_at(counter: Counter, sound: SoundRecorder, reference: str) -> None:
    """An order that somebody opened need not ring any more."""
    counter.user.click("Orders")
    counter.user.wait_for(reference, "QLabel")
    expect_silence(sound)
    counter.save_picture("looked-at")


def ring_beside_open_orders(counter: Counter, sound: SoundRecorder, first: str) -> None:
    """With the page of orders open and nobody there, an order rings on."""
    counter.user.click("Waiting", "tab", exact=False)
    counter.user.click("Accept order")
    counter.user.wait_for(f"Accept {first}?", "QLabel")
    counter.user.press("Return")
    counter.user.wait_for("No order is in this state.", "QLabel")
    before = len(sound.read())
    reference = counter.place_order(SKU)
    counter.user.wait_for(reference, "row", exact=False)
    set_time_left(counter, reference, 290)
    sound.wait_for_next(before + 2)
    counter.save_picture("rings-beside-open-orders")
    counter.user.click(reference, "row", exact=False)
    expect_silence(sound)


def expect_silence(sound: SoundRecorder) -> None:
    """Longer than the pause between two rings of an order that is about to lapse."""
    before, ends = len(sound.read()), time.monotonic() + _LAST_PAUSE_S + _SLACK_S
    wait_until("the end of a long pause", lambda: time.monotonic() > ends)
    assert sound.read()[before + 1 :] == []


def accept_notification(counter: Counter) -> None:
    """With the window closed, orders are accepted and opened from their notifications."""
    counter.open()
    counter.call("/v1/items", ITEMS)
    counter.user.wait_for("All orders")
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
    user.wait_for("The order has changed meanwhile. Look at it again: it shows what is possible now.", "QLabel")
    counter.save_picture("accepted-twice")
    user.press("Escape")
    user.wait_until_gone("This did not work", "QLabel")
    history = counter.read_json("orders", "show", reference)["history"]
    assert isinstance(history, list)
    assert [entry["action"] for entry in history] == ["place", "accept"]


def read_status(counter: Counter, reference: str) -> object:
    return counter.read_json("orders", "show", reference)["status"]


def phone_order(counter: Counter) -> None:
    """The order has its customer, is accepted at once, and never rings."""
    sound = SoundRecorder(counter)
    counter.open()
    counter.call("/v1/items", ITEMS_ORDERS)
    counter.user.click("Orders")
    counter.user.wait_for("Enter a phone order", "QAbstractButton")
    first = enter_with_mouse(counter)
    check_order(counter, first, [("04465-33480", "2"), ("15400-T2A-A40", "1")], 1500)
    second = enter_by_keyboard(counter)
    check_order(counter, second, [("04465-33480", "1")], 0)
    cancel_order(counter, second)
    assert sound.read() == []


def enter_with_mouse(counter: Counter) -> str:
    """Two parts, a courier, a customer; first with more than there is. Gives its reference."""
    user = counter.user
    user.click("Enter a phone order")
    counter.save_picture("empty")
    for text, sku in (("pads", "04465-33480"), ("filter", "15400-T2A-A40")):
        user.click("Add a part: SKU, OEM number or name", "QLineEdit")
        user.paste_text(text)
        user.click(sku, "row", exact=False)
    counter.save_picture("two-parts")
    type_quantities(counter, "2", "5")
    fill_fields(counter)
    counter.save_picture("filled")
    user.click("Enter the order")
    starts = {text.partition("@")[0] for text in user.translate("Line 2: @")}
    wait_until("the line named", lambda: any(user.find(text, "FaultLine", exact=False) for text in starts))
    counter.save_picture("line-refused")
    assert counter.read_rows("orders", "list") == []
    # The refused quantity has the keyboard.
    user.paste_text("1")
    user.click("Enter the order")
    wait_until("the order", lambda: counter.read_rows("orders", "list"))
    reference = str(counter.read_rows("orders", "list")[0]["reference"])
    user.wait_for(reference, "QLabel")
    counter.scroll_detail_to(PHONE)
    counter.scroll_detail_to("Customer pays")
    counter.save_picture("entered")
    return reference


def type_quantities(counter: Counter, *quantities: str) -> None:
    """Into the quantity of each line, the first one first."""
    user = counter.user
    for number, quantity in enumerate(quantities):
        fields = [seen for seen in user.read_widgets() if user.translate("Quantity") & set(seen["words"])]
        fields.sort(key=lambda seen: seen["at"][1])
        user.click_at(fields[number])
        user.paste_text(quantity)


def fill_fields(counter: Counter) -> None:
    """The fee of the courier and the customer, from field to field with Tab."""
    user = counter.user
    user.scroll_to("0.000", "QLineEdit")
    user.click("0.000", "QLineEdit")
    user.paste_text("1.500")
    for field, text in (("Customer's name", NAME), ("Phone", PHONE), ("Address", ADDRESS), ("Note", NOTE)):
        user.tab_to(field)
        user.paste_text(text)


def enter_by_keyboard(counter: Counter) -> str:
    """Ctrl N, a part, pick-up, a name and Enter."""
    user = counter.user
    user.press("ctrl+n")
    user.wait_for("Add a part: SKU, OEM number or name", "QLineEdit")
    user.paste_text("pads")
    user.wait_for("04465-33480", "row", exact=False)
    user.press("Return")
    user.wait_until_gone("04465-33480", "row", exact=False)
    user.tab_to("How the buyer gets it")
    user.press("Left" if counter.variant.language == "ar" else "Right")
    user.tab_to("Customer's name")
    user.paste_text(NAME)
    counter.save_picture("by-keyboard")
    user.press("Return")
    wait_until("the second order", lambda: len(counter.read_rows("orders", "list")) == 2)
    references = sorted(str(order["reference"]) for order in counter.read_rows("orders", "list"))
    user.wait_for(references[-1], "QLabel")
    counter.save_picture("entered-by-keyboard")
    return references[-1]


def cancel_order(counter: Counter, reference: str) -> None:
    """The customer withdraws: nothing on the screen speaks of a refund."""
    user = counter.user
    user.click(reference, "row", exact=False)
    user.wait_for(reference, "QLabel")
    user.click("Cancel order…")
    user.wait_for(f"Cancel {reference}?", "QLabel")
    expect_no_refund(counter)
    counter.save_picture("rejecting")
    user.paste_text("Withdrew")
    user.click("Cancel order")
    user.wait_for("Withdrew", "QLabel")
    expect_no_refund(counter)
    counter.save_picture("rejected")
    assert counter.read_json("orders", "show", reference)["refunded"] is False


def expect_no_refund(counter: Counter) -> None:
    """In the words that the window uses elsewhere."""
    for words in ("The buyer gets the money back", "Refunded to the buyer", "Buyer got the money back"):
        assert counter.user.find(words, exact=False) is None, words


def check_order(counter: Counter, reference: str, lines: list[tuple[str, str]], fee: int) -> None:
    """Confirmed in the transaction that placed it, with its customer, and without an end."""
    order = counter.read_json("orders", "show", reference)
    assert order["status"] == "confirmed"
    history = cast("list[dict[str, object]]", order["history"])
    assert [entry["action"] for entry in history] == ["place", "accept"]
    assert history[0]["at"] == history[1]["at"]
    placed = cast("list[dict[str, object]]", order["lines"])
    assert [(line["sku"], str(line["quantity"])) for line in placed] == lines
    assert cast("dict[str, object]", order["delivery"])["fee_fils"] == fee
    assert order["refunded"] is False
