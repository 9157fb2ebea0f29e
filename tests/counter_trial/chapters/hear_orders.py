"""An order rings until somebody looks at it, louder as its time runs out."""

from __future__ import annotations

import time
from typing import Final

from tests.counter_trial.counter import Counter
from tests.counter_trial.moved_time import set_time_left
from tests.counter_trial.sound_recorder import SoundRecorder
from tests.desktop.wait_until import wait_until

SKU: Final = "04465-33480"
ITEMS: Final = {"items": [{"sku": SKU, "name": "Brake pads", "price_fils": 12500, "quantity": 8}]}
_LAST_PAUSE_S: Final = 15.0
_SLACK_S: Final = 8.0


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
    wait_until(f"{name} stored", lambda: value in counter.run_command("settings", name))


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
