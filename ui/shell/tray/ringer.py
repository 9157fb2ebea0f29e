"""New orders ring: a tray message, a sound, and a text for screen readers; once more 5 minutes
before one expires.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from service.domain.marketplace.listed_order import ListedOrder
from service.domain.times import Clock, Millis
from ui.backend import Backend
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import Formats
from ui.shell.tray.tray_icon import Tray
from ui.widgets.toast import announce


class OrderOpener(Protocol):
    """Opens an order: the window, which knows all shops."""

    def is_staging(self, shop: int) -> bool: ...

    def show_order(self, shop: int, reference: str) -> None: ...


class Ringer(QObject):
    """Subscribes to rings for its whole life.

    `sound` is called with the time that is left to accept the order: it makes the noise, or
    nothing if the owner has switched it off.

    A click on the message opens the order that rang last, in its own shop; before any rang, it
    opens the window.
    """

    def __init__(
        self,
        backend: Backend,
        tray: Tray,
        window: QWidget,
        clock: Clock,
        formats: Callable[[], Formats],
        sound: Callable[[Millis], None],
        opener: OrderOpener,
    ) -> None:
        super().__init__(window)
        self._opener = opener
        self._last: tuple[int, str] | None = None
        self._tray, self._window, self._clock = tray, window, clock
        self._formats, self._sound = formats, sound
        self._dispatcher = GuiDispatcher(self)
        self._subscription = backend.on_ring(
            lambda shop, order, lapsing: self._dispatcher.post(lambda: self.ring(shop, order, lapsing=lapsing))
        )
        tray.message_opened.connect(self._on_message_opened)

    def ring(self, shop: int, order: ListedOrder, *, lapsing: bool) -> None:
        """Rings for one order; the text says if it is a test order."""
        formats = self._formats()
        left = (order.accept_by or self._clock.now()) - self._clock.now()
        self._last = (shop, order.reference)
        if lapsing:
            title = self.tr("%1 is about to lapse").replace("%1", formats.ltr(order.reference))
            text = self.tr("%1 left to accept it. Then it cancels by itself.").replace("%1", formats.countdown(left))
        else:
            title = self.tr("New order %1").replace("%1", formats.ltr(order.reference))
            text = " · ".join((formats.parts(order.parts), formats.money(order.items_fils)))
        if self._opener.is_staging(shop):
            title = " · ".join((title, self.tr("Staging")))
        self._tray.show_message(title, text)
        announce(self._window, f"{title}. {text}")
        self._sound(left)

    def _on_message_opened(self) -> None:
        if self._last is None:
            self._tray.opened.emit()
        else:
            self._opener.show_order(*self._last)

    def close(self) -> None:
        """Ends the subscription."""
        self._subscription.close()
