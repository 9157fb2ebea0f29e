"""Alerts to the owner: addresses, a computer without a network, and one that says nothing."""

from __future__ import annotations

import time
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Final
from zipfile import ZipFile

from tests.counter_trial.counter import Counter, SoundRecorder, set_time_left
from tests.counter_trial.orders import ITEMS, SKU
from tests.desktop.desktop_session import wait_until
from tests.desktop.screen_user import DIRECTION_MARKS
from tests.fakes.alert_receivers import MailReceiver, NtfyReceiver, PingReceiver, serving

_QUICK_S: Final = 3.0
"""A call of the till, with the start of curl on a busy computer."""
_CLOSED_TARGET: Final = "http://127.0.0.1:9/events"
_SECRET_PARTS: Final = ("my-secret-topic", "owner@shop.test", "my-secret-ping")
_KEYRING: Final = ".local/share/keyrings"


def alerts_offline(counter: Counter) -> None:
    """An alert is queued, the program is killed, and the phone still gets the order."""
    phone = NtfyReceiver()
    phone.status = 503
    counter.run_command("alerts", "add", "Owner's phone", "--address-stdin", typed=phone.address + "\n")
    counter.open()
    counter.call("/v1/items", ITEMS)
    with serving(phone):
        reference = counter.place_order(SKU)
        wait_until("a refused try", phone.called.is_set)
        counter.user.click("Settings")
        counter.user.click("Alerts")
        counter.user.wait_for("The receiver refused it with 503. Check the address.", "QLabel", exact=False)
        counter.save_picture("waiting")
        assert [channel["waiting"] for channel in counter.read_rows("alerts", "list")] == [1]
        counter.program.child.kill()
        counter.program.child.wait()
        phone.called.clear()
        phone.may_answer.clear()
        counter.open()
        wait_until("another try", phone.called.is_set, seconds=120.0)
        measure_call(counter)
        phone.status = 200
        phone.may_answer.set()
        wait_until("the alert", lambda: phone.messages, seconds=120.0)
    assert reference in phone.messages[0]["title"] + phone.messages[0]["message"]
    assert len(phone.messages) == 1
    wait_until("an empty queue", lambda: counter.read_rows("alerts", "list")[0]["waiting"] == 0)
    counter.user.click("Settings")
    counter.user.click("Alerts")
    counter.user.wait_until_gone("The receiver refused it with 503. Check the address.", "QLabel", exact=False)
    counter.save_picture("arrived")


def measure_call(counter: Counter) -> None:
    """The till gets its answer while the receiver gives none."""
    begun = time.monotonic()
    counter.call("/v1/items", ITEMS)
    assert time.monotonic() - begun < _QUICK_S


def silent_computer(counter: Counter) -> None:
    """Settings name each reason; the order is still seen in the window and the tray."""
    sound = SoundRecorder(counter)
    sound.mute(on=True)
    counter.open()
    counter.call("/v1/items", ITEMS)
    user = counter.user
    user.click("Settings")
    user.wait_for("General", "QAbstractButton")
    user.scroll_to("Try the sound")
    user.click("Try the sound")
    user.wait_for("This PC is muted: no ring can be heard. Switch its sound on.", "QLabel")
    counter.save_picture("muted")
    sound.remove()
    user.click("Try the sound")
    user.wait_for("This PC has nothing that plays sounds. Orders still show a message and a number.", "QLabel")
    counter.save_picture("no-player")
    user.click("Orders")
    reference = counter.place_order(SKU)
    user.wait_for(reference, "row", exact=False)
    counter.save_picture("order-without-sound")
    assert len(sound.read()) == 1
    add_with_locked_keyring(counter)


def add_with_locked_keyring(counter: Counter) -> None:
    """The keyring starts again and asks for its password, which nobody types. An address that
    cannot be stored is refused in the dialog, and nothing of it stays.
    """
    user = counter.user
    counter.session.stop_keyring()
    user.click("Settings")
    user.click("Alerts")
    user.click("Add an address…")
    user.click("My phone", "QLineEdit")
    user.paste_text("Owner's phone")
    user.wait_for("Owner's phone", "QLineEdit")
    user.press("Tab")
    user.paste_text("ntfy://127.0.0.1:9/my-secret-topic")
    user.press("Return")
    wait_until("why it was not stored", lambda: read_fault(counter))
    counter.save_picture("locked-keyring")
    assert counter.read_rows("alerts", "list") == []


def read_fault(counter: Counter) -> list[str]:
    """What the dialog's line of faults says."""
    faults = [seen for seen in counter.user.read_widgets() if "FaultLine" in seen["kinds"]]
    return [word for seen in faults for word in seen["words"]]


def alert_addresses(counter: Counter) -> None:
    """The owner adds a phone with the mouse and a mail address with the keyboard."""
    phone, mail, ping = NtfyReceiver(), MailReceiver(), PingReceiver()
    with ExitStack() as stack:
        for server in (phone, mail, ping):
            stack.enter_context(serving(server))
        counter.open()
        counter.call("/v1/items", ITEMS)
        counter.user.click("Settings")
        counter.user.click("Alerts")
        add_phone(counter, phone)
        add_mail_by_keyboard(counter, mail)
        set_heartbeat(counter, ping)
        set_up_night(counter)
        reach_phone(counter, phone)
        wait_until("the mail about the order", lambda: len(mail.mails) > 1)
        expect_no_secret(counter)


def add_phone(counter: Counter, phone: NtfyReceiver) -> None:
    """Adds the address and tries it."""
    user = counter.user
    counter.save_picture("no-address")
    user.click("Add an address…")
    user.click("My phone", "QLineEdit")
    user.paste_text("Owner's phone")
    user.click("ntfy://my-shop-4711", "QLineEdit")
    user.paste_text("nonsense")
    user.click("Add")
    user.wait_for(
        "The alert address cannot be read. It looks like ntfy://topic or mailto://user:password@host.", "QLabel"
    )
    counter.save_picture("address-refused")
    user.paste_text(phone.address)
    for kind in ("The nightly file failed", "A webhook target is in trouble"):
        user.scroll_to(kind, "QCheckBox", across=0.5)
        user.click(kind, "QCheckBox")
    counter.save_picture("add-phone")
    user.click("Add")
    user.wait_for("Owner's phone", "QLabel")
    user.click("Try Owner's phone")
    user.wait_for("It was handed over. Look at your phone or mail.", "QLabel", exact=False)
    counter.save_picture("phone-tried")
    assert phone.messages[0]["title"] in user.translate("Test from Counterpart")


def add_mail_by_keyboard(counter: Counter, mail: MailReceiver) -> None:
    """Adds the second address without the mouse."""
    user = counter.user
    user.tab_to("Add an address…")
    user.press("Return")
    user.wait_for("Add an alert address", "QLabel")
    user.paste_text("Owner's mail")
    user.press("Tab")
    user.paste_text(mail.address)
    counter.save_picture("add-mail-by-keyboard")
    user.press("Return")
    user.wait_for("Owner's mail", "QLabel")
    user.tab_to("Try Owner's mail")
    user.press("space")
    subject = str(wait_until("a mail", lambda: mail.mails)[0]["subject"])
    assert subject in user.translate("Test from Counterpart")
    wait_until(
        "the result", lambda: user.find("It was handed over. Look at your phone or mail.", "QLabel", exact=False)
    )
    user.wait_for_focus("Try Owner's mail")
    counter.save_picture("mail-tried")


def set_heartbeat(counter: Counter, ping: PingReceiver) -> None:
    """The address of the heartbeat is called at once."""
    user = counter.user
    user.scroll_to("Set up…", "QAbstractButton")
    user.click("Set up…")
    user.wait_for("Heartbeat", "QLabel")
    user.paste_text(f"http://127.0.0.1:{ping.server_address[1]}/my-secret-ping")
    counter.save_picture("set-heartbeat")
    user.click("Switch it on")
    wait_until("a call of the heartbeat", lambda: ping.paths)
    assert ping.paths[0] == "/my-secret-ping"
    user.wait_for("Switch off…", "QAbstractButton")
    user.wait_until_gone("Not called yet.", "QLabel", exact=False)
    counter.save_picture("heartbeat-on")


def set_up_night(counter: Counter) -> None:
    """Sets up a nightly file that is read within two minutes, and spoils it."""
    file = counter.write_file("stock.csv", "sku,name,price,quantity\nA-1,Wiper,1.500,4\n")
    soon = datetime.now().astimezone() + timedelta(seconds=75)
    counter.run_command("mode", "scheduled_pull", "on")
    counter.run_command("pull", "setup", str(file), "--at", f"{soon:%H:%M}")
    counter.write_file(file.name, "colour,size\nred,4\n")


def reach_phone(counter: Counter, phone: NtfyReceiver) -> None:
    """One alert of each kind."""
    counter.run_command("webhooks", "add", _CLOSED_TARGET, "--event", "order.placed", "--event", "order.status")
    reference = counter.place_order(SKU)
    wait_for_alert(counter, phone, f"New order {reference}")
    set_time_left(counter, reference, 590)
    wait_for_alert(counter, phone, f"{reference} is about to lapse.")
    set_time_left(counter, reference, 2)
    wait_for_alert(counter, phone, f"{reference} lapsed: nobody accepted it in time.")
    wait_for_alert(counter, phone, "The nightly file of My shop was not read.")
    wait_for_alert(counter, phone, "A webhook target of My shop is in trouble.")
    counter.save_picture("all-sent")


def wait_for_alert(counter: Counter, phone: NtfyReceiver, title: str) -> None:
    """Alone or as a line of several."""
    words = counter.user.translate(title)

    def has_arrived() -> bool:
        texts = " ".join(f"{one['title']} {one['message']}" for one in phone.messages).translate(DIRECTION_MARKS)
        return any(text in texts for text in words)

    wait_until(f"the alert “{title}”", has_arrived, seconds=240.0)


def expect_no_secret(counter: Counter) -> None:
    """No file below HOME has a part of an address, and no bundle."""
    home = counter.session.home
    counter.run_command("bundle", str(home / "bundle.zip"), "--yes")
    with ZipFile(home / "bundle.zip") as bundle:
        bundle.extractall(home / "bundle")
    for file in home.rglob("*"):
        if file.is_file() and home / _KEYRING not in file.parents:
            content = file.read_bytes()
            assert not [part for part in _SECRET_PARTS if part.encode() in content], file
