"""The first day on a real desktop, from the wizard to quitting (DESKTOP.md, "Testing it for real")."""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.desktop.day import Day
from tests.desktop.patience import until
from tests.desktop.person import command_line, pictures
from tests.desktop.till import Ear, call

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.slow,
    pytest.mark.xdist_group("desktop"),
    pytest.mark.skipif(sys.platform != "linux", reason="the real desktop is Debian's"),
]

SKU = "04465-60280"
ITEMS = {"items": [{"sku": SKU, "name": "Brake pads", "price_fils": 12500, "quantity": 8}]}
ORDER = json.dumps({"lines": [{"sku": SKU, "quantity": 2}]})


def test_first_day(day: Day) -> None:
    with Ear() as ear, picture_of_a_failure(day):
        the_icon_is_docked(day)
        key = the_wizard_makes_a_key(day)
        the_first_call_is_heard(day, key)
        the_call_stands_in_the_log(day)
        secret = a_target_is_added(day, ear)
        the_secret_lies_in_the_keyring_only(day, secret)
        an_order_rings_and_is_accepted(day)
        it_was_told_to_the_target(ear, secret)
        a_second_start_raises_the_window(day)
        it_quits_cleanly(day)


def the_icon_is_docked(day: Day) -> None:
    tree = until("an icon in the tray", lambda: "Counterpart" in (it := day.windows_in_the_tray()) and it)
    assert day.owner.sees("QSystemTrayIconSys"), tree


def the_wizard_makes_a_key(day: Day) -> str:
    owner = day.owner
    owner.waits_for("Which language do you read best?")
    owner.clicks("Go on")
    owner.waits_for("What is your shop called?")
    owner.clicks("Sitra Auto Parts", "QLineEdit")
    owner.types("Muharraq Brakes")
    owner.clicks("Go on")
    owner.clicks("Make a key and go on")
    owner.clicks("Make the key")
    owner.clicks("Copy")
    owner.waits_for("Copied")
    key = until("the key in the clipboard", day.owner.clipboard)
    assert owner.sees("Done", "QAbstractButton") is None, "Done waits for the box"
    owner.clicks("I have stored it", "QCheckBox", exact=False)
    owner.clicks("Done")
    return key


def the_first_call_is_heard(day: Day, key: str) -> None:
    owner = day.owner
    owner.waits_for("Waiting for the first call")
    assert call(day.address, key, "/v1/items", ITEMS)
    owner.waits_for("We heard from your system")
    owner.keeps_a_picture(pictures() / "heard.png")
    owner.clicks("Go on")
    owner.waits_for("Your shop is set up")
    owner.clicks("Open Counterpart")
    owner.waits_for("Muharraq Brakes", exact=False)


def the_call_stands_in_the_log(day: Day) -> None:
    day.owner.clicks("Call log")
    row = day.owner.waits_for("/v1/items", "row", exact=False)
    assert "POST" in " ".join(row["words"])
    day.owner.keeps_a_picture(pictures() / "call_log.png")


def a_target_is_added(day: Day, ear: Ear) -> str:
    owner = day.owner
    owner.clicks("Webhooks")
    owner.clicks("Add a target")
    owner.clicks("Till 2", "QLineEdit")
    owner.types("Stock board")
    owner.presses("Tab")
    owner.types(ear.address)
    owner.clicks("Add and show its secret")
    owner.clicks("Copy")
    owner.waits_for("Copied")
    secret = owner.clipboard()
    owner.clicks("I have stored it", "QCheckBox", exact=False)
    owner.clicks("Done")
    owner.waits_for("Stock board", exact=False)
    owner.keeps_a_picture(pictures() / "webhooks.png")
    return secret


def the_secret_lies_in_the_keyring_only(day: Day, secret: str) -> None:
    assert secret.startswith("whsec_")
    assert day.secrets_kept().count(secret) == 1
    assert day.files_that_hold(secret) == []
    assert not day.process_shows(secret)


def an_order_rings_and_is_accepted(day: Day) -> None:
    owner = day.owner
    owner.closes_the_window()
    owner.waits_for("Still running in the tray. Orders will ring.", "QLabel")
    assert owner.sees("Webhooks", "QAbstractButton") is None
    placed = day.ask("orders", "place", "-", typed=ORDER)
    assert isinstance(placed, dict)
    reference = str(placed["reference"])
    owner.clicks(f"New order {reference}", "QLabel")
    owner.waits_for("left to accept", exact=False)
    owner.keeps_a_picture(pictures() / "order.png")
    owner.clicks_until("Accept order", f"Accept {reference}?")
    owner.keeps_a_picture(pictures() / "accept.png")
    owner.clicks("Accept order")
    until("the order confirmed", lambda: confirmed(day, reference))
    owner.waits_for("You accepted the order")


def confirmed(day: Day, reference: str) -> bool:
    shown = day.ask("orders", "show", reference)
    return isinstance(shown, dict) and shown["status"] == "confirmed"


def it_was_told_to_the_target(ear: Ear, secret: str) -> None:
    until("an event", lambda: ear.heard)
    for signed, body in ear.heard:
        assert hmac.new(secret.encode(), body, hashlib.sha256).hexdigest() in signed


def a_second_start_raises_the_window(day: Day) -> None:
    owner = day.owner
    owner.closes_the_window()
    until("a hidden window", lambda: owner.sees("Webhooks", "QAbstractButton") is None)
    second = command_line(day.session, day.folder, [])
    assert second.returncode != 0
    assert second.stdout == ""
    assert second.stderr.splitlines() == [
        "counterpart: Counterpart is already running; its window has been brought to the front."
    ]
    owner.waits_for("Webhooks", "QAbstractButton")


def it_quits_cleanly(day: Day) -> None:
    icon = day.owner.waits_for("QSystemTrayIconSys")
    day.owner.clicks_at(icon, button=3)
    day.owner.clicks("Quit…", "QMenu")
    assert day.running.child.wait(60) == 0
    assert day.running.said.read_text(encoding="utf-8") == ""
    assert day.database_is_whole()
    assert not {"running", "counterpart.pid"} & {path.name for path in day.folder.iterdir()}


@contextmanager
def picture_of_a_failure(day: Day) -> Iterator[None]:
    """What was on the screen, beside the words of the failure."""
    try:
        yield
    except BaseException:
        if day.running.child.poll() is None:
            day.owner.keeps_a_picture(pictures() / "where_it_failed.png")
        raise
