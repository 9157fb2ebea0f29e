"""Prices of several parts changed by percent after a preview, and parts made inactive together."""

from __future__ import annotations

from typing import Final, cast

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until

_PRICES: Final = {"BP-1": 12500, "BP-2": 9990, "BP-3": 1005, "BP-4": None, "OF-1": 3250}


def change_prices(counter: Counter) -> None:
    """The preview says what will be; it is done as it was shown, or not at all."""
    counter.open()
    rows = [
        {"sku": sku, "name": f"Brake pads {sku}", "name_ar": f"فحمات {sku}", "price_fils": fils, "quantity": 2}
        for sku, fils in _PRICES.items()
    ]
    counter.call("/v1/items", {"items": rows})
    user = counter.user
    user.click("Catalogue")
    user.wait_for("BP-1", "row", exact=False)
    user.press("ctrl+f")
    user.paste_text("BP")
    user.wait_until_gone("OF-1", "row", exact=False)
    user.click("BP-1", "row", exact=False)
    user.press("ctrl+a")
    user.wait_for("4 parts selected", "QLabel")
    counter.save_picture("selected")
    _preview(counter)
    _meet_other_change(counter)
    _make_inactive(counter)


def _preview(counter: Counter) -> None:
    user = counter.user
    user.click("Change prices…")
    user.wait_for("Till 1 wrote 4 of them last. What it sends next replaces what you change.", "QLabel")
    user.wait_for("Type a percentage to see what changes.", "QLabel")
    counter.save_picture("empty")
    for wrong in ("0", "101%%", "-5", "five", "5,5", "1001"):
        user.fill_field("Percent", wrong)
        if wrong != "":
            user.wait_for("Write a number like 5 or 2.5.", "QLabel")
    user.fill_field("Percent", "٧٫٥")
    user.wait_for("3 prices change.", "QLabel", exact=False)
    user.click_at(user.bring_in_sight("Round to", "QComboBox"))
    user.press("Down", "Down", "Return")
    user.wait_for("3 prices change.", "QLabel", exact=False)
    counter.save_picture("preview")


def _meet_other_change(counter: Counter) -> None:
    """A price changes between the preview and the click: the preview is made again."""
    user = counter.user
    counter.run_command("items", "edit", "BP-3", "--price", "2")
    user.click("Change 3 prices", "QAbstractButton")
    wait_until("a note", lambda: any("FaultNote" in seen["kinds"] for seen in user.read_widgets()))
    user.wait_for("2.150", "QLabel", exact=False)
    counter.save_picture("changed-meanwhile")
    assert _read_prices(counter) == _PRICES | {"BP-3": 2000}
    user.press("Return")  # a second click so soon is taken for a double click
    user.wait_until_gone("Percent", "QLineEdit")
    prices = _read_prices(counter)
    step = 10
    for sku, before in (_PRICES | {"BP-3": 2000}).items():
        after = prices[sku]
        if before is None or sku == "OF-1":
            assert after == before
        else:
            assert after is not None
            assert after % step == 0
            assert abs(after - before * 1075 / 1000) <= step / 2, (sku, before, after)
    counter.save_picture("changed")


def _make_inactive(counter: Counter) -> None:
    user = counter.user
    user.click("Make inactive…", "QAbstractButton")
    user.wait_for("Make 4 parts inactive?", "QLabel")
    counter.save_picture("make-inactive")
    user.click("Make inactive", "QAbstractButton")
    wait_until("inactive parts", lambda: _count_active(counter) == 1)
    user.click("Inactive", "tab")
    user.wait_for("BP-4", "row", exact=False)
    user.click("BP-4", "row", exact=False)
    user.press("ctrl+a")
    counter.save_picture("inactive")
    user.click("Make active", "QAbstractButton")
    user.click("Make active", "QAbstractButton")
    wait_until("active parts", lambda: _count_active(counter) == len(_PRICES))


def _items(counter: Counter) -> dict[str, dict[str, object]]:
    return cast("dict[str, dict[str, object]]", counter.call("/v1/items")["items"])


def _read_prices(counter: Counter) -> dict[str, int | None]:
    return {sku: cast("int | None", item["price_fils"]) for sku, item in _items(counter).items()}


def _count_active(counter: Counter) -> int:
    return sum(bool(item["active"]) for item in _items(counter).values())
