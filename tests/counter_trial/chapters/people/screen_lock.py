"""The window locks after a minute without a key, shows nothing of the shop, and rings on."""

from __future__ import annotations

import time
from typing import Final

from tests.counter_trial.chapters.people.counter_people import (
    MARYAM,
    PART,
    PIN,
    SKU,
    WRONG,
    WRONG_PIN,
    answer_question,
    click_person,
    enter_pin,
    set_people,
)
from tests.counter_trial.counter import Counter
from tests.counter_trial.sound_recorder import SoundRecorder
from tests.desktop.wait_until import wait_until

_OWN_PIN: Final = "112233"
_MINUTE_S: Final = 60.0
_EARLIER_S: Final = 40.0
_SLACK_S: Final = 40.0
_TYPED: Final = "Brake pads, half typed"


def screen_lock(counter: Counter) -> None:
    """Locked in the middle of an edit; the PIN leads back to it, also after a restart."""
    set_people(counter)
    counter.run_command("people", "set-pin", MARYAM, typed=f"{_OWN_PIN}\n{_OWN_PIN}\n")
    sound = SoundRecorder(counter)
    counter.open()
    counter.call("/v1/items", {"items": [PART]})
    _set_minutes(counter)
    _begin_edit(counter)
    _lock_after_a_minute(counter)
    _look_at_locked_window(counter, sound)
    _unlock_to_the_edit(counter)
    _lock_by_menu(counter)
    _start_locked(counter)


def _set_minutes(counter: Counter) -> None:
    user = counter.user
    user.press("ctrl+comma")
    user.click("People", "SectionButton")
    user.click("qt_spinbox_lineedit", "QLineEdit")
    user.type_text("1")
    user.press("Tab")
    answer_question(counter)
    wait_until("the minute stored", lambda: counter.read_json("settings", "lock_minutes")["value"] == 1)
    counter.save_picture("lock-after-a-minute")


def _begin_edit(counter: Counter) -> None:
    """With the last key at the end."""
    user = counter.user
    user.press("ctrl+3")
    user.click(SKU, "row", exact=False)
    user.click("Edit this part (F2)")
    user.fill_field("Name", _TYPED)
    counter.save_picture("half-typed")


def _lock_after_a_minute(counter: Counter) -> None:
    """A key in between begins the minute again."""
    user = counter.user
    pause = time.monotonic() + _EARLIER_S
    wait_until("a pause", lambda: time.monotonic() > pause)
    began = time.monotonic()
    user.press("Shift_L")
    user.wait_for("Locked", "QLabel", seconds=_MINUTE_S + _SLACK_S)
    assert time.monotonic() - began > _MINUTE_S - 1
    counter.save_picture("locked")


def _look_at_locked_window(counter: Counter, sound: SoundRecorder) -> None:
    """An order rings without its details; no key, click or menu leads to the shop."""
    user = counter.user
    before = len(sound.read())
    reference = counter.place_order(SKU)
    sound.wait_for_next(before)
    counter.save_picture("order-rings")
    user.press("ctrl+3")
    user.press("ctrl+k")
    user.press("ctrl+u")
    user.press("Escape")
    said = " ".join(word for seen in user.read_widgets() for word in (*seen["words"], seen["window"]))
    for secret in (reference, SKU, _TYPED, "12.500", "12500", "127.0.0.1"):
        assert secret not in said, (secret, said)
    enter_pin(counter, WRONG_PIN)
    user.wait_for(WRONG, "QLabel")
    counter.save_picture("wrong-pin")
    assert user.find(_TYPED, "QLineEdit") is None


def _unlock_to_the_edit(counter: Counter) -> None:
    """What was typed is there, and the next key continues it."""
    user = counter.user
    enter_pin(counter, PIN)
    user.wait_for(_TYPED, "QLineEdit")
    wait_until("the field", lambda: (seen := user.find_focus()) and _TYPED in seen["words"])
    user.press("exclam")
    user.wait_for(f"{_TYPED}!", "QLineEdit")
    counter.save_picture("unlocked")
    user.click("Save")
    user.wait_until_gone("Shop price, BHD", "QLineEdit")
    wait_until("the name", lambda: counter.read_json("items", "show", SKU)["name"] == f"{_TYPED}!")


def _lock_by_menu(counter: Counter) -> None:
    """A person of the staff unlocks with an own PIN, and is at the counter then."""
    user = counter.user
    click_person(counter)
    user.click("Lock the window", "QMenu")
    user.click("Name", "QComboBox")
    user.click(MARYAM, "row")
    user.click("PIN", "QLineEdit")
    enter_pin(counter, _OWN_PIN)
    user.wait_for(f"At the counter: {MARYAM}", "PersonButton")
    user.wait_for(SKU, "row", exact=False)
    counter.save_picture("unlocked-by-maryam")


def _start_locked(counter: Counter) -> None:
    """To end the program does not pass the lock."""
    counter.close()
    counter.open(until="Unlock")
    user = counter.user
    user.wait_for("Orders go on ringing. Choose your name and type its PIN.", "QLabel")
    counter.save_picture("locked-at-the-start")
    assert user.find("Catalogue", "QAbstractButton") is None
    user.click("Name", "QComboBox")
    user.press("Home", "Return")
    user.click("PIN", "QLineEdit")
    enter_pin(counter, PIN)
    user.wait_for("Overview", "QAbstractButton")
