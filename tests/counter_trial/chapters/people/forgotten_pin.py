"""A PIN counts for five minutes, for the person who is at the counter."""

from __future__ import annotations

import time
from typing import Final

from tests.counter_trial.chapters.people.counter_people import (
    ALI,
    MARYAM,
    PART,
    QUESTION,
    answer_question,
    choose_person,
    read_price,
    set_people,
    type_price,
    wait_for_price,
)
from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_COUNTS_S: Final = 300.0


def forgotten_pin(counter: Counter) -> None:
    """Asked once, not again within the minutes, and again after them or for another person."""
    set_people(counter)
    counter.open()
    counter.call("/v1/items", {"items": [PART]})
    choose_person(counter, MARYAM)
    type_price(counter, "13")
    answer_question(counter)
    wait_for_price(counter, 13_000)
    type_price(counter, "14")
    wait_for_price(counter, 14_000)
    _ask_after_another_person(counter)
    type_price(counter, "16")
    answer_question(counter)
    wait_for_price(counter, 16_000)
    ends = time.monotonic() + _COUNTS_S
    wait_until("the end of five minutes", lambda: time.monotonic() > ends, seconds=2 * _COUNTS_S)
    type_price(counter, "17")
    counter.user.wait_for(QUESTION, "QLabel")
    counter.save_picture("asked-after-five-minutes")
    assert read_price(counter) == 16_000
    answer_question(counter)
    wait_for_price(counter, 17_000)


def _ask_after_another_person(counter: Counter) -> None:
    user = counter.user
    choose_person(counter, ALI)
    type_price(counter, "15")
    user.wait_for(QUESTION, "QLabel")
    counter.save_picture("asked-for-another-person")
    user.press("Escape")
    user.wait_for("The PIN was not entered. Nothing was changed.", "QLabel")
    user.press("Escape")
    user.click("Close without saving")
    user.wait_until_gone("Shop price, BHD", "QLineEdit")
    wait_until("an active window", user.find_focus)
    user.press("ctrl+4")
    user.wait_for("Make a key", "QAbstractButton")
    assert read_price(counter) == 14_000
