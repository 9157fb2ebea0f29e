"""What a small window must not cut: buttons of dialogs, the chart's figures, names of parts."""

from __future__ import annotations

from typing import Final

from tests.counter_trial.counter import Counter
from tests.desktop.shop_system import call

_KEYS: Final = 9
_CALLS_OF_A_KEY: Final = 115
"""A key may call 120 times in a minute."""
_NAME: Final = "Oil filter with seal"


def small_window(counter: Counter) -> None:
    """Dialogs with their buttons whole, and a chart of more than a thousand calls."""
    counter.open()
    counter.call("/v1/items", {"items": [{"sku": "15400-T2A-A40", "name": _NAME, "price_fils": 3250, "quantity": 12}]})
    for key in range(_KEYS):
        made = counter.read_json("keys", "create", f"Scanner {key + 1}")
        for _ in range(_CALLS_OF_A_KEY):
            call(counter.address, str(made["key"]), "/v1/items?limit=1")
    user = counter.user
    user.click("Overview")
    user.wait_for("1,036", "QLabel")
    counter.save_picture("chart")
    user.press("ctrl+5")
    user.click("Add a target")
    _check_buttons(counter, "Cancel", "Add and show its secret")
    counter.save_picture("add-a-target")
    user.press("Escape")
    user.press("ctrl+3")
    user.click("15400-T2A-A40", "row", exact=False)
    counter.save_picture("names")
    user.click("Count", "QAbstractButton")
    user.wait_for("What is on the shelf now.")
    user.type_text("11")
    _check_buttons(counter, "Cancel", "Record the count")
    counter.save_picture("count")
    user.press("Return")
    user.wait_until_gone("Record the count")
    user.wait_for("15400-T2A-A40", "row", exact=False)
    user.press("ctrl+k")
    user.type_text("15400")
    user.wait_for("15400-T2A-A40", "RowList", exact=False)
    counter.save_picture("search")


def _check_buttons(counter: Counter, *words: str) -> None:
    for each in words:
        assert counter.user.wait_for(each, "QAbstractButton")["whole"], each
