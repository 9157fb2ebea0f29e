"""The test receiver becomes a target, checks with its secret, and gets a test."""

from __future__ import annotations

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until


def try_webhooks(counter: Counter) -> None:
    """The address stays the same from the target to the test, and a test is called one."""
    counter.open()
    user = counter.user
    user.press("ctrl+5")
    user.click("Open the test receiver")
    address = wait_until("an address", lambda: _receiver_address(counter))
    _make_it_a_target(counter)
    secret = user.clipboard()
    assert secret.startswith("whsec_")
    user.click("The target’s secret", "QLineEdit")
    user.paste_text(secret)
    user.click("Check with it")
    user.wait_for("Checks with the secret you gave", "QLineEdit")
    assert _receiver_address(counter) == address
    user.click("Send it a test…")
    user.click("Send")
    user.wait_for("received", "QLabel")
    counter.save_picture("test-arrived")
    user.press("Escape")
    user.wait_for("Signature, time and body are as we sent them.", "QLabel", exact=False)
    counter.save_picture("signature-right")
    user.click("Stop and close")
    user.wait_for("Test", "row", exact=False)
    counter.save_picture("deliveries")


def _make_it_a_target(counter: Counter) -> None:
    user = counter.user
    user.click("Make it a target…")
    user.wait_for("Till 2", "QLineEdit")
    user.type_text("Receiver")
    counter.save_picture("add-target")
    user.click("Add and show its secret")
    user.click("Copy")
    user.wait_for("Copied")
    counter.save_picture("secret")
    user.click("I have stored it in the receiver’s settings", "QCheckBox")
    user.click("Done")
    user.wait_for("It listens at")


def _receiver_address(counter: Counter) -> str:
    """What the dialog says; empty while it says none."""
    words = [word for seen in counter.user.read_widgets() if "ElidedLabel" in seen["kinds"] for word in seen["words"]]
    return next((word for word in words if "http://" in word), "")
