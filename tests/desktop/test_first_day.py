"""The first day on a real desktop, from the wizard to quitting (desktop §4)."""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.desktop.desktop_context import DesktopContext
from tests.desktop.screen_user import pictures_folder, run_command
from tests.desktop.shop_system import EventReceiver, call
from tests.desktop.wait_until import wait_until

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.slow,
    pytest.mark.usefixtures("only_desktop"),
    pytest.mark.skipif(sys.platform != "linux", reason="the real desktop is Debian's"),
]

SKU = "04465-60280"
ITEMS = {"items": [{"sku": SKU, "name": "Brake pads", "price_fils": 12500, "quantity": 8}]}
ORDER = json.dumps({"lines": [{"sku": SKU, "quantity": 2}]})


def test_first_day(day: DesktopContext) -> None:
    with EventReceiver() as ear, save_picture_on_failure(day):
        check_icon_is_docked(day)
        key = make_key_in_wizard(day)
        make_first_call(day, key)
        check_call_log(day)
        secret = add_target(day, ear)
        check_secret_is_in_keyring_only(day, secret)
        accept_ringing_order(day)
        check_target_received_events(ear, secret)
        check_second_start(day)
        check_clean_quit(day)


def check_icon_is_docked(day: DesktopContext) -> None:
    tree = wait_until("an icon in the tray", lambda: "Counterpart" in (it := day.windows_in_the_tray()) and it)
    assert day.owner.find("QSystemTrayIconSys"), tree


def make_key_in_wizard(day: DesktopContext) -> str:
    owner = day.owner
    owner.wait_for("Which language do you read best?")
    owner.click_until("Go on", "What is your shop called?")
    owner.click("Sitra Auto Parts", "QLineEdit")
    owner.type_text("Muharraq Brakes")
    owner.click("Go on")
    owner.click("Make a key and go on")
    owner.click("Make the key")
    owner.click("Copy")
    owner.wait_for("Copied")
    key = wait_until("the key in the clipboard", day.owner.clipboard)
    assert owner.find("Done", "QAbstractButton") is None, "Done waits for the box"
    owner.click("I have stored it", "QCheckBox", exact=False)
    owner.click("Done")
    return key


def make_first_call(day: DesktopContext, key: str) -> None:
    owner = day.owner
    owner.wait_for("Waiting for the first call")
    assert call(day.address, key, "/v1/items", ITEMS)
    owner.wait_for("We heard from your system")
    owner.save_picture(pictures_folder() / "heard.png")
    owner.click("Go on")
    owner.wait_for("Your shop is set up")
    owner.click("Open Counterpart")
    owner.wait_for("Muharraq Brakes", exact=False)


def check_call_log(day: DesktopContext) -> None:
    day.owner.click("Call log")
    row = day.owner.wait_for("/v1/items", "row", exact=False)
    assert "POST" in " ".join(row["words"])
    day.owner.save_picture(pictures_folder() / "call_log.png")


def add_target(day: DesktopContext, ear: EventReceiver) -> str:
    owner = day.owner
    owner.click("Webhooks")
    owner.click("Add a target")
    owner.click("Till 2", "QLineEdit")
    owner.type_text("Stock board")
    owner.press("Tab")
    owner.type_text(ear.address)
    owner.click("Add and show its secret")
    owner.click("Copy")
    owner.wait_for("Copied")
    secret = owner.clipboard()
    owner.click("I have stored it", "QCheckBox", exact=False)
    owner.click("Done")
    owner.wait_for("Stock board", exact=False)
    owner.save_picture(pictures_folder() / "webhooks.png")
    return secret


def check_secret_is_in_keyring_only(day: DesktopContext, secret: str) -> None:
    assert secret.startswith("whsec_")
    assert day.secrets_kept().count(secret) == 1
    assert day.files_that_hold(secret) == []
    assert not day.process_shows(secret)


def accept_ringing_order(day: DesktopContext) -> None:
    owner = day.owner
    owner.close_window()
    owner.wait_for("Still running in the tray. Orders will ring.", "QLabel")
    assert owner.find("Webhooks", "QAbstractButton") is None
    placed = day.run_command("orders", "place", "-", typed=ORDER)
    assert isinstance(placed, dict)
    reference = str(placed["reference"])
    owner.click(f"New order {reference}", "QLabel")
    owner.wait_for("left to accept", exact=False)
    owner.save_picture(pictures_folder() / "order.png")
    owner.click_until("Accept order", f"Accept {reference}?")
    owner.save_picture(pictures_folder() / "accept.png")
    owner.click("Accept order")
    wait_until("the order confirmed", lambda: is_confirmed(day, reference))
    owner.wait_for("You accepted the order")


def is_confirmed(day: DesktopContext, reference: str) -> bool:
    order = day.run_command("orders", "show", reference)
    return isinstance(order, dict) and order["status"] == "confirmed"


def check_target_received_events(ear: EventReceiver, secret: str) -> None:
    wait_until("an event", lambda: ear.heard)
    for signed, body in ear.heard:
        assert hmac.new(secret.encode(), body, hashlib.sha256).hexdigest() in signed


def check_second_start(day: DesktopContext) -> None:
    owner = day.owner
    owner.close_window()
    wait_until("a hidden window", lambda: owner.find("Webhooks", "QAbstractButton") is None)
    second = run_command(day.session, day.folder, [])
    assert second.returncode != 0
    assert second.stdout == ""
    assert second.stderr.splitlines() == [
        "counterpart: Counterpart is already running; its window has been brought to the front."
    ]
    owner.wait_for("Webhooks", "QAbstractButton")


def check_clean_quit(day: DesktopContext) -> None:
    day.owner.open_tray_menu("Quit…")
    day.owner.click("Quit…", "QMenu")
    assert day.running.child.wait(60) == 0
    assert day.running.said.read_text(encoding="utf-8") == ""
    assert day.database_is_whole()
    assert not {"running", "counterpart.pid"} & {path.name for path in day.folder.iterdir()}


@contextmanager
def save_picture_on_failure(day: DesktopContext) -> Iterator[None]:
    """What was on the screen, together with the text of the failure."""
    try:
        yield
    except BaseException:
        if day.running.child.poll() is None:
            day.owner.save_picture(pictures_folder() / "where_it_failed.png")
        raise
