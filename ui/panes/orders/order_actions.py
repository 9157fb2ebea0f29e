"""The owner's actions: the question before, the request, and the message after a refusal."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QRadioButton, QWidget

from service.domain.marketplace.orders import MAX_REASON, Action, Rfq, Status
from ui.backend import BackendError
from ui.backend.orders_port import OrderDetail
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.order_detail import OrderDetailCard
from ui.panes.orders.order_words import ICONS, action_words
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Button, ConfirmDialog, Dialog, FormRow, Ink, Kind, Label, TextArea, column, row
from ui.widgets.label import escape_mnemonic

translate = QCoreApplication.translate
_FIELD = 84


class ReasonDialog(Dialog):
    """A reason, common ones to choose from, a button that needs one; then `submit(reason)`."""

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        title: str,
        subtitle: str,
        action: str,
        submit: Callable[[str], None],
        *,
        by_phone: bool,
    ) -> None:
        super().__init__(context.theme, parent, title, subtitle, icon="ban", tone=Tone.BAD)
        self._submit = submit
        theme = context.theme
        prompt = self.tr("For example: the last one was sold in the shop this morning.")
        self.reason = TextArea(theme, prompt)
        self.reason.setFixedHeight(_FIELD)
        self.reason.textChanged.connect(self._on_typed)
        # Nobody but the shop reads the reason of an order by phone.
        label = self.tr("Reason") if by_phone else self.tr("The buyer will read this reason")
        self.form = FormRow(theme, label, self.reason)
        self.body.addWidget(self.form)
        self.quick = [self._suggestion(text) for text in self._suggestions()]
        self.body.addLayout(row(*self.quick, None))
        self.confirm = Button(theme, action, Kind.DESTRUCTIVE, main=True, changes=True, on_click=self._on_confirmed)
        self.confirm.setEnabled(False)
        self.keep = self.cancel_button(self.tr("Keep the order"))
        self.keep.setDefault(True)
        self.buttons(self.keep, self.confirm)
        self.reason.setFocus()

    def ask_again(self, reason: str, error: BackendError) -> None:
        """Opens with the reason that could not be sent, and says why."""
        self.reason.setPlainText(reason)
        self.form.show_fault(fault_text(error))
        self.open()

    def text(self) -> str:
        """The reason, without spaces at its ends."""
        return self.reason.toPlainText().strip()

    def _suggestion(self, text: str) -> Button:
        return Button(self.theme, text, on_click=lambda: self.reason.setPlainText(text))

    def _suggestions(self) -> tuple[str, ...]:
        return (self.tr("Not in stock"), self.tr("Does not fit this car"), self.tr("The price was wrong"))

    def _on_typed(self) -> None:
        text = self.reason.toPlainText()
        if len(text) > MAX_REASON:
            self.reason.setPlainText(text[:MAX_REASON])
            self.reason.moveCursor(QTextCursor.MoveOperation.End)
            return
        self.confirm.setEnabled(bool(self.text()))

    def _on_confirmed(self) -> None:
        reason = self.text()
        self.accept()
        self._submit(reason)


class RejectDialog(ReasonDialog):
    """`act(reason)` follows the answer. An order that was accepted is called cancelled."""

    def __init__(self, context: PaneContext, parent: QWidget, detail: OrderDetail, act: Callable[[str], None]) -> None:
        self._waits = detail.order.status is Status.PLACED
        if self._waits:
            title, action = translate("RejectDialog", "Reject %1?"), translate("RejectDialog", "Reject order")
        else:
            title, action = translate("CancelDialog", "Cancel %1?"), translate("CancelDialog", "Cancel order")
        title = title.replace("%1", context.formats.ltr(detail.order.reference))
        if detail.by_phone:
            text = translate("RejectDialog", "What was held at %1 is free again.")
        else:
            text = translate("RejectDialog", "The buyer gets the money back, and what was held at %1 is free again.")
        text = text.replace("%1", isolate_name(detail.branch))
        super().__init__(context, parent, title, text, action, act, by_phone=detail.by_phone)

    def _suggestions(self) -> tuple[str, ...]:
        every = super()._suggestions()
        return every if self._waits else (translate("CancelDialog", "The buyer withdrew"), *every[:2])


class CancelDialog(ReasonDialog):
    """`act(reason, restock)`; asks whether the parts come back only if they have left."""

    def __init__(
        self, context: PaneContext, parent: QWidget, detail: OrderDetail, act: Callable[[str, bool], None]
    ) -> None:
        title = translate("CancelDialog", "Cancel %1?").replace("%1", context.formats.ltr(detail.order.reference))
        if detail.by_phone:
            text = translate("CancelDialog", "This can't be undone.")
        else:
            text = translate("CancelDialog", "The buyer gets the money back. This can't be undone.")
        action = translate("CancelDialog", "Cancel order")
        super().__init__(
            context,
            parent,
            title,
            text,
            action,
            lambda reason: act(reason, self.restock.isChecked()),
            by_phone=detail.by_phone,
        )
        back = self.tr("They come back into stock at %1").replace("%1", escape_mnemonic(isolate_name(detail.branch)))
        self.restock = QRadioButton(back)
        self.no_restock = QRadioButton(self.tr("They don't come back"))
        if detail.order.units_left:
            self.restock.setChecked(True)
            question = Label(
                context.theme, self.tr("The parts have left the shop. What happens with them?"), Type.SMALL_MEDIUM
            )
            question.set_ink(Ink.TEXT2)
            for choice in (self.restock, self.no_restock):
                choice.setFont(context.theme.font(Type.BODY))
            self.body.addLayout(column(question, self.restock, self.no_restock, spacing=4))

    def _suggestions(self) -> tuple[str, ...]:
        return (self.tr("The buyer withdrew"), self.tr("The courier could not deliver"))


class OrderActions(QObject):
    """The pane shows an action's result when it gets notice of the commit. After a refusal it shows
    the order as before and reads it again.
    """

    def __init__(self, pane: Pane, card: OrderDetailCard) -> None:
        super().__init__(pane)
        self._pane, self._card = pane, card

    def take(self, detail: OrderDetail, action: Action) -> None:
        """Handles a button or key; asks first if the action cannot be undone."""
        if action is Action.REJECT:
            self._make_reject_dialog(detail).open()
        elif action in (Action.CONFIRM_FITMENT, Action.READY):
            self._send(self._act(detail, action), action)
        else:
            self._confirm(detail, action)

    def cancel(self, detail: OrderDetail) -> None:
        """Cancels an order for the owner."""
        self._make_cancel_dialog(detail).open()

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
            lambda: self._send(self._act(detail, action), action),
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
        total = order.customer_total(self._pane.context.shop.vat)
        text = texts[action].replace("%1", formats.parts(len(order.lines))).replace("%3", isolate_name(detail.branch))
        text = text.replace("%2", formats.money(total.total_fils))
        if action is Action.ACCEPT and not order.fitment_confirmed:
            text = " ".join((text, self.tr("You have not confirmed the fit yet.")))
        return titles[action].replace("%1", formats.ltr(order.reference)), text

    def _make_reject_dialog(self, detail: OrderDetail) -> RejectDialog:
        def go(reason: str) -> None:
            self._send(
                self._act(detail, Action.REJECT, reason),
                Action.REJECT,
                lambda error: self._make_reject_dialog(detail).ask_again(reason, error),
            )

        return RejectDialog(self._pane.context, self._pane, detail, go)

    def _make_cancel_dialog(self, detail: OrderDetail) -> CancelDialog:
        def go(reason: str, restock: bool) -> None:
            def ask_again(error: BackendError) -> None:
                dialog = self._make_cancel_dialog(detail)
                (dialog.restock if restock else dialog.no_restock).setChecked(True)
                dialog.ask_again(reason, error)

            orders = self._pane.context.backend.orders
            future = orders.cancel(self._pane.context.shop.id, detail.order.reference, reason, restock)
            self._send(future, None, ask_again)

        return CancelDialog(self._pane.context, self._pane, detail, go)

    def _act(self, detail: OrderDetail, action: Action, reason: str | None = None) -> Future[None]:
        context = self._pane.context
        return context.backend.orders.act(context.shop.id, detail.order.reference, action, reason)

    def _send(
        self, future: Future[None], action: Action | None, ask_again: Callable[[BackendError], None] | None = None
    ) -> None:
        """`ask_again` has what was typed, for a refusal that has another cause."""

        def on_refused(error: BackendError) -> None:
            self._card.show_again()
            (self.on_failed if ask_again is None or error.is_about_input else ask_again)(error)
            self._pane.reload()

        self._card.bar.show_pending(action)
        self._pane.dispatcher.send(future, on_refused)
