"""Sending a test event of any kind, and what came back."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.events import EventKind
from ui.backend import BackendError
from ui.backend.courier import Courier
from ui.backend.webhooks import DeliveryDetail, TargetRow
from ui.i18n import named
from ui.i18n.faults import fault_text
from ui.panes.webhooks.event_choice import EventChoice
from ui.panes.webhooks.strip import answer_text
from ui.panes.webhooks.words import fault_word
from ui.shell.desk import Desk
from ui.theme import Tone
from ui.widgets import Dialog, FormRow, Note


class SendTest(Dialog):
    """The dialog stays open, so that a second one can follow."""

    def __init__(self, desk: Desk, parent: QWidget, shown: TargetRow) -> None:
        title = self.tr("Send a test to %1").replace("%1", named(shown.name))
        text = self.tr("It is signed like every event and marked as a test, so the receiver can leave it out.")
        super().__init__(desk.theme, parent, title, text, icon="send")
        self._desk, self._shown = desk, shown
        self._courier = Courier(self)
        self.kinds = EventChoice(desk.theme, frozenset({EventKind.ORDER_PLACED}), single=True)
        self.body.addWidget(FormRow(desk.theme, self.tr("As if"), self.kinds))
        self._outcome = QVBoxLayout()
        self.body.addLayout(self._outcome)
        self.note: Note | None = None
        self.go = self.main_button(self.tr("Send"), self._send)
        self.buttons(self.cancel_button(self.tr("Close")), self.go)

    def _send(self) -> None:
        kind = next(iter(self.kinds.chosen()))
        self.go.setEnabled(False)
        future = self._desk.backend.webhooks.send_test(self._desk.shop.id, self._shown.target.id, kind)
        self._courier.fetch(future, self._sent, self._failed)

    def _sent(self, detail: DeliveryDetail) -> None:
        formats = self._desk.formats
        last = detail.attempts[-1] if detail.attempts else None
        if last is None:
            self._say(Tone.ACCENT, self.tr("It is on its way. Look among the deliveries in a moment."), "")
        elif last.status is None:
            self._say(Tone.BAD, self.tr("No answer"), fault_word(last.fault or ""))
        else:
            well = 200 <= last.status < 300
            text = self.tr("It arrived: answer %1 after %2") if well else self.tr("It answered %1 after %2")
            text = text.replace("%1", formats.ltr(str(last.status)))
            text = text.replace("%2", formats.duration(last.duration_ms))
            self._say(Tone.GOOD if well else Tone.BAD, text, formats.ltr(answer_text(last)) if last.answer else "")

    def _failed(self, error: BackendError) -> None:
        self._say(Tone.BAD, fault_text(error), "")

    def _say(self, tone: Tone, title: str, line: str) -> None:
        self.go.setEnabled(True)
        if self.note:
            self._outcome.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        icon = "circle-check" if tone is Tone.GOOD else ""
        self.note = Note(self._desk.theme, tone, title, (line,) if line else (), icon=icon)
        self._outcome.addWidget(self.note)
