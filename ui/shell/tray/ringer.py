"""A new order rings, by tray, sound and screen reader; again 5 minutes before it expires."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import Action, ListedOrder, Status
from service.domain.marketplace.ringing import compute_time_left
from service.domain.times import Clock, Millis
from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.orders_port import OrderDetail
from ui.i18n import Formats
from ui.i18n.error_texts import fault_text
from ui.shell.tray.order_notice import NoticeAction, OrderKey, OrderNotice, OrderNotices
from ui.shell.tray.tray_icon import Tray
from ui.widgets import announce

_LOCKED = "locked"
"""What the message behind the lock is about."""


class OrderOpener(Protocol):
    """Opens an order: the window, which knows all shops."""

    def is_locked(self) -> bool: ...

    def is_staging(self, shop: int) -> bool: ...

    def is_displayed(self, shop: int) -> bool: ...

    def show_order(self, shop: int, reference: str) -> None: ...

    def show_fault(self, title: str, error: BackendError) -> None: ...


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
        notices: OrderNotices,
    ) -> None:
        super().__init__(window)
        self._backend, self._opener, self._notices = backend, opener, notices
        self._last: tuple[int, str] | None = None
        self._shown: dict[OrderKey, OrderNotice] = {}
        self._tray, self._window, self._clock = tray, window, clock
        self._formats, self._sound = formats, sound
        self._dispatcher = GuiDispatcher(self)
        self._subscription = backend.on_ring(
            lambda shop, order, lapsing: self._dispatcher.post(lambda: self.ring(shop, order, lapsing=lapsing))
        )
        self._changes = backend.on_changes(lambda changes: self._dispatcher.post(lambda: self._on_changes(changes)))
        tray.message_opened.connect(self._on_message_opened)
        notices.start(lambda order, action: self._dispatcher.post(lambda: self._on_notice_action(order, action)))

    def ring(self, shop: int, order: ListedOrder, *, lapsing: bool) -> None:
        """Rings for one order. A test order rings only while its shop is displayed, and says so."""
        if self._opener.is_staging(shop) and not self._opener.is_displayed(shop):
            return
        formats = self._formats()
        left = compute_time_left(order.accept_by, self._clock.now())
        self._last = (shop, order.reference)
        if self._opener.is_locked():
            self._ring_locked(left)
            return
        if lapsing:
            title = self.tr("%1 is about to lapse").replace("%1", formats.ltr(order.reference))
            text = self.tr("%1 left to accept it. Then it is cancelled automatically.").replace(
                "%1", formats.countdown(left)
            )
        else:
            title = self.tr("New order %1").replace("%1", formats.ltr(order.reference))
            text = " · ".join((formats.parts(order.parts), formats.money(order.total_fils)))
        if self._opener.is_staging(shop):
            title = " · ".join((title, self.tr("Staging")))
        notice = OrderNotice(
            (shop, order.reference), title, text, self.tr("Open"), self.tr("Accept"), is_urgent=lapsing
        )
        self._show_notice(notice)
        announce(self._window, f"{title}. {text}")
        self._sound(left)

    def on_lock_changed(self) -> None:
        """Hides the notifications, with their details, at a lock; else the message to unlock."""
        if not self._opener.is_locked():
            self._tray.hide_message(_LOCKED)
            return
        for order in tuple(self._shown):
            self._hide_notice(order)

    def _on_changes(self, changes: Changes) -> None:
        """Hides the notification of an order that nobody can accept any more."""
        if ChangeKind.ORDERS not in changes.kinds:
            return
        for order in [order for order, notice in self._shown.items() if notice.accept_label]:
            # The next change asks again where this one could not be asked for.
            future = self._backend.orders.detail(*order)
            self._dispatcher.fetch(future, partial(self._hide_unless_placed, order), lambda _error: None)

    def _hide_unless_placed(self, order: OrderKey, detail: OrderDetail) -> None:
        if detail.order.status is not Status.PLACED:
            self._hide_notice(order)

    def _ring_locked(self, left: Millis) -> None:
        """Rings behind the lock: nothing of the order is shown or spoken."""
        title, text = self.tr("An order waits"), self.tr("Unlock Counterpart to see it.")
        self._tray.show_message(title, text, _LOCKED)
        announce(self._window, f"{title}. {text}")
        self._sound(left)

    def _show_notice(self, notice: OrderNotice) -> None:
        """Shows a notification with buttons; where the desktop has none, the tray's message."""

        def show_message() -> None:
            self._tray.show_message(notice.title, notice.text, notice.order)

        self._shown[notice.order] = notice
        self._notices.show(notice, lambda: self._dispatcher.post(show_message))

    def _hide_notice(self, order: OrderKey) -> None:
        if self._shown.pop(order, None) is not None:
            self._notices.hide(order)
            self._tray.hide_message(order)

    def _on_notice_action(self, order: OrderKey, action: NoticeAction) -> None:
        if action is NoticeAction.OPEN:
            self._shown.pop(order, None)
            self._notices.hide(order)
            self._opener.show_order(*order)
            return
        shop, reference = order
        self._dispatcher.fetch(
            self._backend.orders.act(shop, reference, Action.ACCEPT, None),
            lambda _none: self._hide_notice(order),
            lambda error: self._on_accept_failed(order, error),
        )

    def _on_accept_failed(self, order: OrderKey, error: BackendError) -> None:
        """Says it where the owner looks now, and in the window, which may be hidden."""
        if self._opener.is_locked():
            return
        title = self.tr("%1 was not accepted").replace("%1", self._formats().ltr(order[1]))
        self._show_notice(OrderNotice(order, title, fault_text(error), self.tr("Open"), is_urgent=True))
        self._opener.show_fault(title, error)

    def _on_message_opened(self) -> None:
        if self._last is None:
            self._tray.opened.emit()
        else:
            self._opener.show_order(*self._last)

    def close(self) -> None:
        self._subscription.close()
        self._changes.close()
        self._notices.close()
