"""Rejects and cancels: both ask for the reason that the buyer will read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QRadioButton, QWidget

from service.domain.marketplace.orders import MAX_REASON
from ui.backend.orders_port import OrderDetail
from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Button, Dialog, FormRow, Ink, Kind, Label, TextArea, column, row
from ui.widgets.plain_text import escape_mnemonic

translate = QCoreApplication.translate
_FIELD = 84


class ReasonDialog(Dialog):
    """The base of both: the reason, common ones to choose from, and a button that needs one.
    `submit(reason)` follows the answer.
    """

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
        self.confirm = Button(theme, action, Kind.DESTRUCTIVE, main=True, changes=True)
        self.confirm.setEnabled(False)
        self.confirm.clicked.connect(self._on_confirmed)
        self.keep = self.cancel_button(self.tr("Keep the order"))
        self.keep.setDefault(True)
        self.buttons(self.keep, self.confirm)
        self.reason.setFocus()

    def text(self) -> str:
        """The reason, without spaces at its ends."""
        return self.reason.toPlainText().strip()

    def _suggestion(self, text: str) -> Button:
        button = Button(self.theme, text)
        button.clicked.connect(lambda: self.reason.setPlainText(text))
        return button

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
    """`act(reason)` follows the answer."""

    def __init__(self, context: PaneContext, parent: QWidget, detail: OrderDetail, act: Callable[[str], None]) -> None:
        title = translate("RejectDialog", "Reject %1?").replace("%1", context.formats.ltr(detail.order.reference))
        if detail.by_phone:
            text = translate("RejectDialog", "What was held at %1 is free again.")
        else:
            text = translate("RejectDialog", "The buyer gets the money back, and what was held at %1 is free again.")
        action = translate("RejectDialog", "Reject order")
        text = text.replace("%1", isolate_name(detail.branch))
        super().__init__(context, parent, title, text, action, act, by_phone=detail.by_phone)


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
