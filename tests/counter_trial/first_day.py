"""The first day, from the wizard to quitting (desktop §4), and a desktop without a tray."""

from __future__ import annotations

import hashlib
import hmac
import re
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.counter_trial.counter import Counter
from tests.desktop.desktop_session import wait_until
from tests.desktop.screen_user import DIRECTION_MARKS, ScreenUser, run_command
from tests.desktop.shop_system import EventReceiver

SKU: Final = "04465-60280"
ITEM: Final = {"sku": SKU, "name": "Front brake pads", "price_fils": 12500, "quantity": 8}
_KEY: Final = re.compile("cp_live_")
_ALL_SECRETS: Final = """
import secretstorage
bus = secretstorage.dbus_init()
for item in secretstorage.get_default_collection(bus).get_all_items():
    print(item.get_secret().decode())
"""
_KEYRING_FILES: Final = ".local/share/keyrings"


def first_day(counter: Counter) -> None:
    """What a new owner does, with what other processes see of it."""
    with EventReceiver() as ear:
        counter.open(until="Continue")
        _check_icon_is_docked(counter)
        counter.key = walk_to_key(counter.user, counter.save_picture)
        _check_focus(counter)
        counter.call("/v1/items", {"items": [ITEM]})
        walk_from_first_call(counter.user, counter.save_picture, lambda: _start_with_this_pc(counter))
        _check_call_log(counter)
        secret = _add_target(counter, ear)
        _check_secret_is_in_keyring_only(counter, secret)
        _accept_ringing_order(counter)
        _check_target_received_events(ear, secret)
        _check_second_start(counter)
        _check_clean_quit(counter)


def walk_to_key(user: ScreenUser, save_picture: Callable[[str], None]) -> str:
    """The guide, from the language to the key that it makes."""
    user.wait_for("Which language do you read best?")
    save_picture("language")
    user.click_until("Continue", "What is your shop called?")
    user.click("Shop", "QLineEdit")
    user.type_text("Muharraq Brakes")
    save_picture("shop")
    user.click_until("Continue", "What can your till or shop system do?")
    user.wait_for("Not sure? Choose the last one: we write the question for the company that sold you the till.")
    assert user.find("supplier", exact=False) is None
    save_picture("system")
    user.click("It can call an address")
    user.wait_for("Waiting for the first call")
    key = next(word for word in user.wait_for(_KEY, "QLabel")["words"] if _KEY.search(word))
    save_picture("key")
    user.click("Try a call for me")
    user.wait_for("It works: our test call was answered")
    save_picture("tried")
    return key.translate(DIRECTION_MARKS)


def walk_from_first_call(
    user: ScreenUser, save_picture: Callable[[str], None], check_start: Callable[[], None]
) -> None:
    """The rest of the guide, once a call was answered, up to the window."""
    user.wait_for("We heard from your system")
    save_picture("heard")
    user.click("Continue")
    user.wait_for("Your shop is set up")
    check_start()
    save_picture("ready")
    user.click("Open Counterpart")
    user.wait_for("Overview", "NavButton")


def accept_order(user: ScreenUser, reference: str, save_picture: Callable[[str], None]) -> None:
    """The order whose detail is open."""
    user.click_until("Accept order", f"Accept {reference}?")
    save_picture("accept")
    user.click("Accept order")
    user.scroll_to("You accepted the order", across=0.5)
    save_picture("accepted")


def _check_icon_is_docked(counter: Counter) -> None:
    tree = wait_until("an icon in the tray", lambda: "Counterpart" in (it := counter.session.read_tray()) and it)
    assert counter.user.find("QSystemTrayIconSys"), tree


def _check_focus(counter: Counter) -> None:
    """The keyboard is where the next step is."""
    counter.user.wait_for("Now let your till call")
    focus = wait_until("a focus", counter.user.find_focus)
    counter.save_picture("after-the-key")
    assert not {"English", "العربية"} & set(focus["words"]), focus
    assert "QAbstractButton" in focus["kinds"], focus


def _start_with_this_pc(counter: Counter) -> None:
    user = counter.user
    assert user.wait_for("Start with this PC", "Switch")["checked"]
    entries = counter.session.home / ".config" / "autostart"
    wait_until("an entry of the start", lambda: list(entries.glob("*.desktop")))
    user.click("Start with this PC", "Switch")
    wait_until("no entry of the start", lambda: not list(entries.glob("*.desktop")))
    user.click("Start with this PC", "Switch")
    wait_until("an entry of the start", lambda: list(entries.glob("*.desktop")))
    assert '"start_at_login","value":true' in counter.run_command("--json", "settings")


def _check_call_log(counter: Counter) -> None:
    counter.user.wait_for("Muharraq Brakes", exact=False)
    counter.user.click("Call log")
    row = counter.user.wait_for("/v1/items", "row", exact=False)
    assert "POST" in " ".join(row["words"])
    counter.save_picture("call-log")


def _add_target(counter: Counter, ear: EventReceiver) -> str:
    secret = add_target(counter, "Stock board", ear.address)
    counter.user.wait_for("Stock board", exact=False)
    counter.save_picture("webhooks")
    return secret


def add_target(counter: Counter, name: str, address: str) -> str:
    """By keyboard and mouse; its secret."""
    user = counter.user
    user.click("Webhooks")
    user.click("Add a target")
    user.click("Till 2", "QLineEdit")
    user.type_text(name)
    user.press("Tab")
    user.type_text(address)
    user.click("Add and show its secret")
    return store_secret(counter)


def store_secret(counter: Counter) -> str:
    """In the dialog that shows it."""
    user = counter.user
    user.click("Copy")
    user.wait_for("Copied")
    secret = user.read_clipboard()
    counter.save_picture("secret")
    user.click("I have stored it in the receiver's settings", "QCheckBox")
    user.click("Done")
    return secret


def _check_secret_is_in_keyring_only(counter: Counter, secret: str) -> None:
    assert secret.startswith("whsec_")
    assert counter.session.run(sys.executable, "-c", _ALL_SECRETS).split().count(secret) == 1
    home, needle = counter.session.home, secret.encode()
    files = [path for path in home.rglob("*") if path.is_file() and home / _KEYRING_FILES not in path.parents]
    assert [path for path in files if needle in path.read_bytes()] == []
    process = Path("/proc") / str(counter.program.child.pid)
    assert not any(needle in (process / name).read_bytes() for name in ("cmdline", "environ"))


def _accept_ringing_order(counter: Counter) -> None:
    user = counter.user
    user.close_window()
    user.wait_for("Still running in the tray. Orders will ring.", "QLabel")
    assert user.find("Webhooks", "QAbstractButton") is None
    reference = counter.place_order(SKU, 2)
    user.click(f"New order {reference}", "QLabel")
    user.wait_for("Accept order", "QAbstractButton")
    counter.save_picture("order")
    accept_order(user, reference, counter.save_picture)
    assert counter.read_json("orders", "show", reference)["status"] == "confirmed"


def _check_target_received_events(ear: EventReceiver, secret: str) -> None:
    wait_until("an event", lambda: ear.heard)
    for signed, body in ear.heard:
        assert hmac.new(secret.encode(), body, hashlib.sha256).hexdigest() in signed


def _check_second_start(counter: Counter) -> None:
    user = counter.user
    user.close_window()
    wait_until("a hidden window", lambda: user.find("Webhooks", "QAbstractButton") is None)
    second = run_command(counter.session, counter.folder, [])
    assert second.returncode != 0
    assert second.stdout == ""
    assert second.stderr.splitlines() == [
        "counterpart: Counterpart is already running; its window has been brought to the front."
    ]
    user.wait_for("Webhooks", "QAbstractButton")


def _check_clean_quit(counter: Counter) -> None:
    counter.user.open_tray_menu("Quit…")
    counter.user.click("Quit…", "QMenu")
    _check_clean_end(counter)


def without_tray(counter: Counter) -> None:
    """The window comes in the icon's place, and the icon when it can; the end of a session
    (desktop §3.3).
    """
    counter.open("--hidden")
    counter.session.start_tray()
    wait_until("the icon", lambda: "Counterpart" in counter.session.read_tray())
    counter.program.child.send_signal(signal.SIGTERM)
    _check_clean_end(counter)


def _check_clean_end(counter: Counter) -> None:
    assert counter.program.child.wait(60) == 0
    assert counter.program.said.read_text(encoding="utf-8") == ""
    with closing(sqlite3.connect(next(counter.folder.glob("*.db")))) as database:
        assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert not {"running", "counterpart.pid"} & {path.name for path in counter.folder.iterdir()}
