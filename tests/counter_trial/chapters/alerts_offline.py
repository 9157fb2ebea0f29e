"""Alerts wait while the receiver is away, through a kill, and delay nothing."""

from __future__ import annotations

import time
from typing import Final

from tests.counter_trial.chapters.hear_orders import ITEMS, SKU
from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until
from tests.fakes.alert_receivers import NtfyReceiver, serving

_QUICK_S: Final = 3.0
"""A call of the till, with the start of curl on a busy computer."""


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
