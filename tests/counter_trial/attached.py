"""A window over a service in another process, which is killed and hangs; alone and with a second
window.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bridge.remote.messages import UNKNOWN_END
from bridge.remote.service_client import AWAY
from tests.counter_trial.counter import Counter, TrialService
from tests.counter_trial.first_day import add_target
from tests.counter_trial.trace_and_undo import find_rows
from tests.desktop.desktop_session import DesktopSession, wait_until
from tests.desktop.screen_user import Program, ScreenUser
from tests.desktop.shop_system import EventReceiver, call
from tests.desktop.translated_words import TranslatedWords

SKU: Final = "04465-33480"
_NAME: Final = "Brake pads"
ITEMS: Final = {
    "items": [
        {"sku": SKU, "name": _NAME, "price_fils": 12500, "quantity": 8},
        {"sku": "15400-T2A-A40", "name": "Oil filter", "price_fils": 3250, "quantity": 12},
    ]
}
_WRONG: Final = {"items": [{"sku": "15400-T2A-A40", "price_fils": 325}]}
_PANES: Final = {
    "Overview": "OverviewPane",
    "Orders": "OrdersPane",
    "Catalogue": "CataloguePane",
    "Your own system": "SystemPane",
    "Webhooks": "WebhooksPane",
    "Call log": "CallsPane",
    "Marketplace": "MarketplacePane",
    "History": "HistoryPane",
    "Settings": "SettingsPane",
}
_AWAY: Final = str(AWAY)
_UNKNOWN: Final = str(UNKNOWN_END)


@contextmanager
def run_service(counter: Counter) -> Iterator[TrialService]:
    """The service of the counter's shop."""
    service = TrialService(counter.session, counter.folder)
    try:
        yield service
    finally:
        service.end()


def edit_part(counter: Counter, user: ScreenUser, price: str) -> None:
    """Its shop price, in dinars."""
    user.click("Catalogue")
    user.open_part(SKU, _NAME)
    user.click("Edit this part (F2)")
    # By the keyboard: a note that comes late moves the fields.
    user.wait_for("Shop price, BHD", "QLineEdit")
    user.tab_to("Shop price, BHD")
    user.paste_text(price)
    user.click("Save")
    user.wait_until_gone("Save")
    counter.save_picture("edited")
    assert counter.call(f"/v1/items/{SKU}")["price_fils"] == int(price) * 1000


def count_part(counter: Counter, user: ScreenUser, quantity: str) -> None:
    user.click("Catalogue")
    user.open_part(SKU, _NAME)
    user.click("Count", "QAbstractButton")
    user.wait_for("What is on the shelf now.")
    user.type_text(quantity)
    user.click("Record the count")
    user.wait_until_gone("Record the count")
    counter.save_picture("counted")
    assert counter.call(f"/v1/items/{SKU}")["quantity"] == int(quantity)


def ask_to_accept(counter: Counter) -> str:
    """A new order whose question is open; its reference."""
    user = counter.user
    reference = counter.place_order(SKU)
    user.click("Orders")
    user.click(reference, "row", exact=False)
    user.wait_for(reference, "QLabel")
    # Once: on a slow computer a second click would answer the question.
    user.click("Accept order")
    user.wait_for(f"Accept {reference}?")
    return reference


def accept_order(counter: Counter) -> str:
    reference = ask_to_accept(counter)
    counter.user.click("Accept order")
    wait_until("the order confirmed", lambda: read_status(counter, reference) == "confirmed")
    wait_for_accepted(counter, reference)
    counter.save_picture("accepted")
    return reference


def wait_for_accepted(counter: Counter, reference: str) -> None:
    """Until the window shows the order with what comes next."""
    counter.user.wait_for(reference, "QLabel")
    counter.user.wait_for("Mark ready", "QAbstractButton")


def read_status(counter: Counter, reference: str) -> object:
    return counter.read_json("orders", "show", reference)["status"]


def make_key(counter: Counter) -> None:
    """It opens the shop at once."""
    user = counter.user
    user.click("Your own system")
    user.click("Make a key")
    user.click("Till 3", "QLineEdit")
    user.type_text("Scanner")
    user.click("Make the key")
    user.click("Copy")
    user.wait_for("Copied")
    key = user.read_clipboard()
    counter.save_picture("key")
    user.click("I have stored it in the till's settings", "QCheckBox")
    user.click("Done")
    assert call(counter.address, key, f"/v1/items/{SKU}")["sku"] == SKU


def change_setting(counter: Counter) -> None:
    user = counter.user
    user.click("Settings")
    user.scroll_to("Try the sound")
    user.click("Medium", "tab")
    wait_until("the setting stored", lambda: "70" in counter.run_command("settings", "ring_volume"))
    counter.save_picture("setting")


def undo_upload(counter: Counter) -> None:
    user = counter.user
    counter.call("/v1/items", _WRONG)
    assert counter.call("/v1/items/15400-T2A-A40")["price_fils"] == 325
    user.click("Call log")
    wait_until("both uploads", lambda: len(find_rows(counter, "POST")) == len((ITEMS, _WRONG)))
    user.click("POST", "row", exact=False)
    user.click_until("Undo this upload…", "Undo the upload")
    user.click("Undo the upload", "QAbstractButton")
    user.wait_for("Undone: show the undo", "QAbstractButton")
    counter.save_picture("undone")
    assert counter.call("/v1/items/15400-T2A-A40")["price_fils"] == 3250


def work_in_two_windows(counter: Counter) -> None:
    """Each sees what the other does, and History names the right person for both."""
    with _open_second_window(counter) as second:
        _choose_person(counter.user, "Maryam")
        _choose_person(second, "Yousif")
        edit_part(counter, counter.user, "14")
        count_part(counter, second, "29")
        second.wait_for("14.000", "QLabel", exact=False)
        edit_part(counter, second, "15")
        counter.user.click("Catalogue")
        counter.user.open_part(SKU, "Brake pads")
        counter.user.wait_for("15.000", "QLabel", exact=False)
        second.click("History")
        counter.user.click("History")
        for user in (counter.user, second):
            user.wait_for("Maryam", "row", exact=False)
            user.wait_for("Yousif", "row", exact=False)
        counter.save_picture("history-of-two-windows")
        second.save_picture(counter.pictures / "history-in-the-second-window.png")
        by = [row["by"] for row in counter.read_rows("history", "--limit", "3")]
        assert by == ["staff: Yousif", "staff: Yousif", "staff: Maryam"], by


@contextmanager
def _open_second_window(counter: Counter) -> Iterator[ScreenUser]:
    home, variant = counter.session.home / "second", counter.variant
    home.mkdir()
    with DesktopSession(home, screen=variant.screen, scale=variant.scale) as session:
        # Where a window looks for another one of this user.
        session.environment["TMPDIR"] = session.environment["XDG_RUNTIME_DIR"]
        program = Program(session, counter.folder)
        try:
            user = ScreenUser(session, program, TranslatedWords(variant.language))
            user.wait_for("All orders")
            yield user
        finally:
            program.close()


def _choose_person(user: ScreenUser, name: str) -> None:
    user.press("ctrl+u")
    user.click(name, "QMenu")
    user.wait_for(name, "PersonButton")


def attached_window(counter: Counter) -> None:
    """Writes through the socket, kills the service idle and amid a click, and lets it hang."""
    counter.run_command("people", "add", "Maryam")
    counter.run_command("people", "add", "Yousif")
    with EventReceiver() as ear, run_service(counter) as service:
        counter.open()
        counter.call("/v1/items", ITEMS)
        _open_every_pane(counter)
        _write_each_kind(counter, ear.address)
        orders = [accept_order(counter)]
        _kill_idle(counter, service)
        orders.append(_kill_after_click(counter, service))
        orders.append(_kill_amid_request(counter, service))
        orders.append(_hang_after_click(counter, service))
        _check_nothing_is_doubled(counter, ear, orders)
        work_in_two_windows(counter)
        _end_service(counter, service)


def _write_each_kind(counter: Counter, address: str) -> None:
    add_target(counter, "Stock board", address)
    assert address in counter.run_command("webhooks", "list")
    edit_part(counter, counter.user, "13")
    count_part(counter, counter.user, "31")
    make_key(counter)
    change_setting(counter)
    undo_upload(counter)


def _open_every_pane(counter: Counter) -> None:
    user = counter.user
    user.wait_for("All orders")
    for button, pane in _PANES.items():
        user.click(button)
        user.wait_for_kind(pane)
        user.wait_until_gone("Loading")
        user.wait_until_gone(_AWAY, "QLabel")
        counter.save_picture(pane)


def _kill_idle(counter: Counter, service: TrialService) -> None:
    user = counter.user
    user.click("Overview")
    user.wait_for("All orders")
    service.kill()
    _save_picture_of(counter, _AWAY, "killed-idle")
    service.wait_for_starts(2)
    user.wait_until_gone(_AWAY, "QLabel")
    counter.save_picture("back-after-kill")


def _kill_after_click(counter: Counter, service: TrialService) -> str:
    """Whether it was done or not, it is done once."""
    reference = ask_to_accept(counter)
    counter.user.click("Accept order")
    service.kill()
    counter.save_picture("killed-after-click")
    service.wait_for_starts(3)
    _settle(counter, reference)
    return reference


def _kill_amid_request(counter: Counter, service: TrialService) -> str:
    """The request has left the window and is not answered; the window says that nobody knows."""
    user = counter.user
    reference = ask_to_accept(counter)
    service.pause()
    user.click("Accept order")
    wait_until("the request under way", lambda: user.find("Accept order") is None)
    service.kill()
    _save_picture_of(counter, _UNKNOWN, "killed-amid-request")
    service.wait_for_starts(4)
    _settle(counter, reference)
    return reference


def _hang_after_click(counter: Counter, service: TrialService) -> str:
    """What was asked is done when it goes on, once. The pane that is open continues by itself."""
    user = counter.user
    reference = ask_to_accept(counter)
    service.pause()
    user.click("Accept order")
    _save_picture_of(counter, _UNKNOWN, "hangs-after-click")
    user.press("Escape")
    user.wait_until_gone(_UNKNOWN)
    for button, pane in _PANES.items():
        user.click(button)
        user.wait_for_kind(pane)
        _save_picture_of(counter, _AWAY, f"hangs-{pane}")
        wait_until("no dialog", lambda: _close_fault(counter.user))
    user.click("Catalogue")
    user.wait_for(_AWAY, "QLabel")
    service.resume()
    user.wait_for(SKU, "row", exact=False)
    counter.save_picture("back-after-hang")
    _settle(counter, reference)
    return reference


def _close_fault(user: ScreenUser) -> bool:
    """Presses Escape while there is a dialog: one that is just opening may not take it."""
    if any("FaultDialog" in seen["kinds"] for seen in user.read_widgets()):
        user.press("Escape")
        return False
    return True


def _settle(counter: Counter, reference: str) -> None:
    """Looks at the order in the window, as the sentence there asks; accepts what is still open."""
    user = counter.user
    user.press("Escape")
    user.wait_until_gone(_AWAY, "QLabel")
    user.click("Orders")
    if read_status(counter, reference) != "confirmed":
        user.click(reference, "row", exact=False)
        user.click_until("Accept order", f"Accept {reference}?")
        user.click("Accept order")
    wait_for_accepted(counter, reference)
    counter.save_picture("looked-at-again")


def _check_nothing_is_doubled(counter: Counter, ear: EventReceiver, orders: list[str]) -> None:
    """Asks the service for what each order went through, and the target for what it was sent."""
    for reference in orders:
        history = counter.read_json("orders", "show", reference)["history"]
        assert isinstance(history, list)
        assert [entry["action"] for entry in history] == ["place", "accept"], history
    expected = sorted((kind, reference) for reference in orders for kind in ("order.placed", "order.status"))
    wait_until("every event", lambda: _list_events(ear) == expected)


def _list_events(ear: EventReceiver) -> list[tuple[str, str]]:
    """The kind and the order of each event; one that was sent again has the same number."""
    events = {event["id"]: event for event in (json.loads(body) for _, body in ear.heard)}
    about_orders = [event for event in events.values() if event["event"].startswith("order.")]
    return sorted((event["event"], event["data"]["order"]["reference"]) for event in about_orders)


def _end_service(counter: Counter, service: TrialService) -> None:
    assert service.stop() == 0
    counter.user.click("Overview")
    _save_picture_of(counter, _AWAY, "ended")


def _save_picture_of(counter: Counter, sentence: str, name: str) -> None:
    """Once the window says so, and what it says moves no more."""
    user = counter.user

    def resting() -> bool:
        seen = user.find(sentence, "QLabel")
        return seen is not None and seen == user.find(sentence, "QLabel")

    wait_until(f"“{sentence}”", resting)
    counter.save_picture(name)
