"""The time left of an order, and the badge of waiting orders, behind an open dialog."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from tests.counter_trial.counter import Counter
from tests.desktop.wait_until import wait_until
from tests.desktop.widget_reader import VisibleWidget


def behind_a_dialog(counter: Counter) -> None:
    """Both go on while a dialog is open; what is compared is what the screen shows."""
    counter.open()
    counter.call("/v1/items", {"items": [{"sku": "BP-1187", "name": "Brake pads", "price_fils": 12500, "quantity": 8}]})
    reference = counter.place_order("BP-1187")
    user = counter.user
    user.press("ctrl+2")
    user.click(reference, "row", exact=False)
    user.wait_for("Time left to accept", "CountdownBar")
    time_left = next(seen for seen in user.read_widgets() if "OrderHead" in seen["kinds"])
    badge = user.wait_for("Orders", "NavButton")
    user.click("Enter a phone order")
    user.wait_for("Add a part: SKU, OEM number or name")
    counter.save_picture("before")
    first_time, first_badge = _cut(counter, time_left), _cut(counter, badge)
    wait_until("another time behind the dialog", lambda: _cut(counter, time_left) != first_time)
    counter.place_order("BP-1187")
    wait_until("another badge behind the dialog", lambda: _cut(counter, badge) != first_badge)
    counter.save_picture("after")


def _cut(counter: Counter, seen: VisibleWidget) -> QImage:
    """A part of the screen."""
    file = counter.session.home / "screen.png"
    counter.user.save_picture(file)
    return QImage(str(file)).copy(QRect(*seen["at"]))
