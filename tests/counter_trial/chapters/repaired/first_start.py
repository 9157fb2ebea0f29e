"""The guide on the first day: who sold the till, the key's dialog, and the start with this PC."""

from __future__ import annotations

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until


def first_start(counter: Counter) -> None:
    """The guide from the language to the window, with keyboard focus where the next step is."""
    counter.run_command("settings", "wizard_done", "off")
    counter.open(until="Go on")
    user = counter.user
    counter.save_picture("language")
    user.click_until("Go on", "What is your shop called?")
    user.click("Sitra Auto Parts", "QLineEdit")
    user.type_text("Muharraq Brakes")
    counter.save_picture("shop")
    user.click_until("Go on", "What can your till or shop system do?")
    user.wait_for("Not sure? Choose the last one: we write the question for the company that sold you the till.")
    assert user.find("supplier", exact=False) is None
    counter.save_picture("system")
    _make_key(counter)
    _start_with_this_pc(counter)


def _make_key(counter: Counter) -> None:
    user = counter.user
    user.click("Make a key and go on")
    user.click("Make the key")
    user.click("Copy")
    user.wait_for("Copied")
    counter.save_picture("key")
    user.click("I have stored it in the till’s settings", "QCheckBox")
    user.click("Done")
    user.wait_for("Now let your till call")
    focus = wait_until("a focus", user.find_focus)
    counter.save_picture("after-the-key")
    assert not {"English", "العربية"} & set(focus["words"]), focus
    assert "QAbstractButton" in focus["kinds"], focus
    counter.key = user.clipboard()
    counter.call("/v1/items", {"items": [{"sku": "BP-1187", "name": "Brake pads", "price_fils": 12500}]})
    user.wait_for("We heard from your system")
    user.click("Go on")


def _start_with_this_pc(counter: Counter) -> None:
    user = counter.user
    user.wait_for("Your shop is set up")
    switch = user.wait_for("Start with this PC", "Switch")
    assert switch["checked"]
    counter.save_picture("ready")
    entries = counter.session.home / ".config" / "autostart"
    wait_until("an entry of the start", lambda: list(entries.glob("*.desktop")))
    user.click("Start with this PC", "Switch")
    wait_until("no entry of the start", lambda: not list(entries.glob("*.desktop")))
    user.click("Start with this PC", "Switch")
    wait_until("an entry of the start", lambda: list(entries.glob("*.desktop")))
    user.click("Open Counterpart")
    user.wait_for("Muharraq Brakes", exact=False)
    assert '"start_at_login","value":true' in counter.run_command("--json", "settings")
