"""The owner's actions: the question before, the request, and the message after a refusal."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QObject

from service.domain.marketplace.orders import Action, Rfq
from ui.backend import BackendError
from ui.backend.orders_port import OrderDetail
from ui.i18n import isolate_name
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.order_words import ICONS, action_words
from ui.panes.orders.reason_dialogs import CancelDialog, RejectDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.widgets import ConfirmDialog


class OrderActions(QObject):
    """The pane shows an action's result when it gets notice of the commit. After a refusal it reads
    the order again.
    """

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self._pane = pane

    def take(self, detail: OrderDetail, action: Action) -> None:
        """Handles a button or key; asks first if the action cannot be undone."""
        if action is Action.REJECT:
            RejectDialog(
                self._pane.context, self._pane, detail, lambda reason: self._act(detail, action, reason)
            ).open()
        elif action in (Action.CONFIRM_FITMENT, Action.READY):
            self._act(detail, action, None)
        else:
            self._confirm(detail, action)

    def cancel(self, detail: OrderDetail) -> None:
        """Cancels an order for the owner."""

        def go(reason: str, restock: bool) -> None:
            orders = self._pane.context.backend.orders
            self._send(orders.cancel(self._pane.context.shop.id, detail.order.reference, reason, restock))

        CancelDialog(self._pane.context, self._pane, detail, go).open()

    def order_from_request(self, request: Rfq, placed: Callable[[str], None]) -> None:
        """An order by phone that begins with the known parts of a request."""
        context = self._pane.context
        dialog = NewOrderDialog(context, self._pane, placed, test=False)
        if request.vehicle is not None:
            dialog.car.make.setText(request.vehicle.make)
            dialog.car.model.setText(request.vehicle.model)
            dialog.car.year.setText(str(request.vehicle.year or ""))
        for item in request.items:
            if item.sku:
                dialog.ask_part(item.sku, item.quantity)
        dialog.open()

    def on_failed(self, error: BackendError) -> None:
        """Shows why a button did nothing."""
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()

    def _confirm(self, detail: OrderDetail, action: Action) -> None:
        context = self._pane.context
        title, text = self._question(detail, action)
        button_text = action_words(detail.order.method)[action]
        ConfirmDialog(
            context.theme,
            self._pane,
            title,
            text,
            button_text,
            lambda: self._act(detail, action, None),
            icon=ICONS[action],
        ).open()

    def _question(self, detail: OrderDetail, action: Action) -> tuple[str, str]:
        order, formats = detail.order, self._pane.context.formats
        titles = {
            Action.ACCEPT: self.tr("Accept %1?"),
            Action.DISPATCHED: self.tr("Has %1 left with the courier?"),
            Action.DELIVERED: self.tr("Has the buyer got %1?"),
        }
        texts = {
            Action.ACCEPT: self.tr("%1 for %2. The buyer is told that you supply it. This can't be undone."),
            Action.DISPATCHED: self.tr("%1 for %2. Your stock at %3 goes down by them. This can't be undone."),
            Action.DELIVERED: self.tr("%1 for %2. The order is then finished. This can't be undone."),
        }
        text = texts[action].replace("%1", formats.parts(len(order.lines)))
        text = text.replace("%2", formats.money(order.items_fils)).replace("%3", isolate_name(detail.branch))
        if action is Action.ACCEPT and not order.fitment_confirmed:
            text = " ".join((text, self.tr("You have not confirmed the fit yet.")))
        return titles[action].replace("%1", formats.ltr(order.reference)), text

    def _act(self, detail: OrderDetail, action: Action, reason: str | None) -> None:
        context = self._pane.context
        self._send(context.backend.orders.act(context.shop.id, detail.order.reference, action, reason))

    def _send(self, future: Future[None]) -> None:
        def on_refused(error: BackendError) -> None:
            self.on_failed(error)
            self._pane.reload()

        self._pane.dispatcher.send(future, on_refused)
