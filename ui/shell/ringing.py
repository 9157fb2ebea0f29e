"""New orders ring: a tray message, a sound, and word to screen readers; once more 5 minutes before one lapses."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from service.domain.times import Clock
from ui.backend import Backend, Courier
from ui.backend.orders import OrderRow
from ui.i18n import Formats
from ui.shell.tray import Tray
from ui.widgets.toast import announce


class Ringer(QObject):
    """Listens for as long as it lives; `sound` makes the noise, or nothing where the owner has switched it off."""

    def __init__(
        self,
        backend: Backend,
        tray: Tray,
        window: QWidget,
        clock: Clock,
        formats: Callable[[], Formats],
        sound: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._tray, self._window, self._clock = tray, window, clock
        self._formats, self._sound = formats, sound
        self._courier = Courier(self)
        self._subscription = backend.on_ring(
            lambda _shop, order, lapsing: self._courier.post(lambda: self.ring(order, lapsing=lapsing))
        )

    def ring(self, order: OrderRow, *, lapsing: bool) -> None:
        """Rings for one order."""
        formats = self._formats()
        if lapsing:
            title = self.tr("%1 is about to lapse").replace("%1", formats.ltr(order.reference))
            left = (order.accept_by or self._clock.now()) - self._clock.now()
            text = self.tr("%1 left to accept it. Then it cancels by itself.").replace("%1", formats.countdown(left))
        else:
            title = self.tr("New order %1").replace("%1", formats.ltr(order.reference))
            text = " · ".join((formats.parts(order.parts), formats.money(order.items_fils)))
        self._tray.ring(title, text)
        announce(self._window, f"{title}. {text}")
        self._sound()

    def close(self) -> None:
        """Stops listening."""
        self._subscription.close()
