"""A computer that is muted, plays no sound, or has a locked keyring says so."""

from __future__ import annotations

from tests.counter_trial.chapters.hear_orders import ITEMS, SKU
from tests.counter_trial.counter import Counter
from tests.counter_trial.sound_recorder import SoundRecorder
from tests.desktop.wait_until import wait_until


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
