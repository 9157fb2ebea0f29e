"""Sends a test event of any kind, and shows the answer."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.webhooks.events import EventKind
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.webhooks_port import DeliveryDetail, TargetRow
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.webhooks.deliveries.delivery_strip import answer_text
from ui.panes.webhooks.event_choice import EventChoice
from ui.panes.webhooks.webhook_words import fault_word
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Dialog, FormRow, Note
from ui.widgets.scroll_container import reveal


class SendTestDialog(Dialog):
    """Stays open, so that the owner can send a second test."""

    def __init__(self, context: PaneContext, parent: QWidget, row: TargetRow) -> None:
        title = self.tr("Send a test to %1").replace("%1", isolate_name(row.name))
        text = self.tr("It is signed like every event and marked as a test, so the receiver can leave it out.")
        super().__init__(context.theme, parent, title, text, icon="send")
        self._context, self._target = context, row
        self._dispatcher = GuiDispatcher(self)
        self._waiting_for = ""
        self.kinds = EventChoice(context.theme, frozenset({EventKind.ORDER_PLACED}), single=True)
        self.body.addWidget(FormRow(context.theme, self.tr("As if"), self.kinds))
        self._outcome = QVBoxLayout()
        self.body.addLayout(self._outcome)
        self.note: Note | None = None
        self.go = self.main_button(self.tr("Send"), self._send, changes=True)
        self.buttons(self.cancel_button(self.tr("Close")), self.go)
        subscription = context.backend.on_changes(
            lambda changes: self._dispatcher.post(lambda: self._on_changes(changes))
        )
        self.finished.connect(lambda _result: subscription.close())

    def _send(self) -> None:
        kind = next(iter(self.kinds.chosen()))
        self.go.setEnabled(False)
        future = self._context.backend.webhooks.send_test(self._context.shop.id, self._target.target.id, kind)
        self._dispatcher.fetch(future, self._ask_delivery, self._on_failed)

    def _on_changes(self, changes: Changes) -> None:
        """Shows the answer once there is one: a test is only queued when it is written."""
        if self._waiting_for and ChangeKind.DELIVERIES in changes.kinds:
            self._ask_delivery(self._waiting_for)

    def _ask_delivery(self, delivery: str) -> None:
        self._waiting_for = delivery
        future = self._context.backend.webhooks.delivery(self._context.shop.id, delivery)
        self._dispatcher.fetch(future, self._show_delivery, self._on_failed)

    def _show_delivery(self, detail: DeliveryDetail) -> None:
        formats = self._context.formats
        last = detail.attempts[-1] if detail.attempts else None
        self._waiting_for = detail.delivery.id if last is None else ""
        if last is None:
            self._show_note(Tone.ACCENT, self.tr("It is on its way. Look among the deliveries in a moment."), "")
        elif last.status is None:
            self._show_note(Tone.BAD, self.tr("No answer"), fault_word(last.fault or ""))
        else:
            well = 200 <= last.status < 300
            text = self.tr("It arrived: answer %1 after %2") if well else self.tr("It answered %1 after %2")
            text = text.replace("%1", formats.ltr(str(last.status)))
            text = text.replace("%2", formats.duration(last.duration_ms))
            self._show_note(
                Tone.GOOD if well else Tone.BAD, text, formats.ltr(answer_text(last)) if last.answer else ""
            )

    def _on_failed(self, error: BackendError) -> None:
        self._show_note(Tone.BAD, fault_text(error), "")

    def _show_note(self, tone: Tone, title: str, line: str) -> None:
        self.go.setEnabled(True)
        if self.note:
            self._outcome.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        icon = "circle-check" if tone is Tone.GOOD else ""
        self.note = Note(self._context.theme, tone, title, (line,) if line else (), icon=icon)
        self._outcome.addWidget(self.note)
        reveal(self.note)
