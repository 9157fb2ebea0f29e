"""A window over `counterpart serve`: every pane and every kind of write, and a service that is
killed or hangs.
"""

from __future__ import annotations

import json
from typing import Final

from bridge.remote.service_client import AWAY, UNKNOWN_END
from tests.counter_trial.chapters.attached.two_windows import work_in_two_windows
from tests.counter_trial.chapters.attached.writes_by_clicks import (
    ITEMS,
    SKU,
    accept_order,
    add_target,
    ask_to_accept,
    change_setting,
    count_part,
    edit_part,
    make_key,
    read_status,
    undo_upload,
    wait_for_accepted,
)
from tests.counter_trial.counter import Counter, CounterUser
from tests.counter_trial.trial_service import TrialService, run_service
from tests.desktop.shop_system import EventReceiver
from tests.desktop.wait_until import wait_until

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
    add_target(counter, address)
    edit_part(counter, counter.user, "13")
    count_part(counter, counter.user, "31")
    make_key(counter)
    change_setting(counter)
    undo_upload(counter)


def _open_every_pane(counter: Counter) -> None:
    user = counter.user
    user.wait_for("Listening for your systems")
    for button, pane in _PANES.items():
        user.click(button)
        user.wait_for_kind(pane)
        user.wait_until_gone("Loading")
        assert user.find(_AWAY, "QLabel") is None
        counter.save_picture(pane)


def _kill_idle(counter: Counter, service: TrialService) -> None:
    user = counter.user
    user.click("Overview")
    user.wait_for("Listening for your systems")
    service.kill()
    _save_picture_of(counter, _AWAY, "killed-idle")
    service.wait_for_starts(2)
    user.wait_for("Listening for your systems")
    assert user.find(_AWAY, "QLabel") is None
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


def _close_fault(user: CounterUser) -> bool:
    """Presses Escape while there is a dialog: one that is just opening may not take it."""
    if any("FaultDialog" in seen["kinds"] for seen in user.read_widgets()):
        user.press("Escape")
        return False
    return True


def _settle(counter: Counter, reference: str) -> None:
    """Looks at the order in the window, as the sentence there asks; accepts what is still open."""
    user = counter.user
    user.press("Escape")
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
