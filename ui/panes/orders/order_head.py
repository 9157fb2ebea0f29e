"""The top of an order: reference and status, car, and the time left, which becomes urgent."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from service.domain.marketplace.orders import Method, Order, Status
from service.domain.times import MINUTE, Millis
from ui.backend.orders_port import OrderDetail
from ui.i18n.vehicle_text import vehicle_text
from ui.panes.orders.order_words import TONES, method_words, status_words
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Badge,
    CountdownBar,
    ElidedLabel,
    IconLabel,
    Ink,
    Label,
    announce,
    column,
    countdown_ink,
    countdown_tone,
    row,
)


class OrderHead(QWidget):
    """Reference, status and countdown; `tick` updates the countdown."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self._order: Order | None = None
        self._minute = -1
        theme = context.theme
        self.reference = Label(theme, "", Type.TITLE, selectable=True)
        self.badge = Badge(theme, "")
        self.car = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2)
        self.car_icon = IconLabel(theme, "car", 16)
        self.method = Label(theme, "", Type.BODY, Ink.TEXT2)
        self._method_icon = IconLabel(theme, "truck", 16)
        self.digits = Label(theme, "", Type.DISPLAY, trail=True)
        self.caption = Label(theme, "", Type.SMALL, Ink.TEXT2, trail=True)
        self.bar = CountdownBar(theme, context.formats, self.tr("Time left to accept"))
        facts = row(self.car_icon, self.car, 8, self._method_icon, self.method, None, spacing=6)
        left = column(row(self.reference, self.badge, None, spacing=12), facts, spacing=6)
        right = column(self.digits, self.caption, spacing=0)
        upper = row(spacing=12)
        upper.addLayout(left, 1)
        upper.addLayout(right)
        upper.setAlignment(left, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(column(upper, self.bar, spacing=12))

    def show_order(self, detail: OrderDetail, now: Millis) -> None:
        """Shows another order, or a new state of the same one."""
        order = self._order = detail.order
        formats = self._context.formats
        self._minute = -1
        self.reference.setText(formats.ltr(order.reference))
        self.badge.show_state(status_words()[order.status], TONES[order.status], dot=order.status is Status.PLACED)
        car = vehicle_text(order.vehicle)
        self.car.setText(car)
        self.car.setVisible(bool(car))
        self.car_icon.setVisible(bool(car))
        self.method.setText(method_words()[order.method])
        self._method_icon.set_icon("truck" if order.method is Method.COURIER else "store", Ink.TEXT2)
        waiting = order.status is Status.PLACED and order.accept_by is not None
        self.bar.setVisible(waiting)
        if waiting:
            self.tick(now)
            return
        self.digits.set_kind(Type.FIGURE)
        self.digits.setText(formats.money(order.items_fils))
        self.digits.set_ink(Ink.TEXT)
        placed = self.tr("Placed · %1").replace("%1", formats.day_time(order.placed_at, now))
        self.caption.setText(placed)

    def tick(self, now: Millis) -> None:
        """Runs every second; screen readers get minutes, not seconds."""
        order = self._order
        if order is None or order.status is not Status.PLACED or order.accept_by is None:
            return
        left = max(0, order.accept_by - now)
        formats = self._context.formats
        self.digits.set_kind(Type.DISPLAY)
        self.digits.setText(formats.countdown(left))
        self.digits.set_ink(Ink.TEXT if countdown_tone(left) is Tone.ACCENT else countdown_ink(left))
        self.bar.show_left(left)
        if left:
            text = self.tr("left to accept, until %1").replace("%1", formats.time(order.accept_by))
        else:
            text = self.tr("Time is up. It is being cancelled.")
        self.caption.setText(text)
        minute = left // MINUTE
        if self._minute not in (-1, minute) and self.isVisible():
            sentence = self.tr("%1 left to accept %2").replace("%1", formats.minutes(minute))
            announce(self, sentence.replace("%2", order.reference))
        self._minute = minute
