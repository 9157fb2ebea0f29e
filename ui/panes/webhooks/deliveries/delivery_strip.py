"""One delivery in short, between the target and its list: attempts, the last answer, the body,
"send again".
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout

from service.domain.sentences import Sentence
from service.domain.webhooks.events import Attempt
from ui.backend.webhooks_port import DeliveryDetail
from ui.i18n import translate_sentence
from ui.panes.webhooks.deliveries.attempt_line import AttemptLine
from ui.panes.webhooks.sunken_frame import SunkenFrame
from ui.panes.webhooks.webhook_words import delivery_title, fault_word
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, ElidedLabel, Ink, Label, LinkButton, row

_ANSWER = 200


def answer_text(attempt: Attempt) -> str:
    """The answer on one line."""
    return " ".join(attempt.answer[: 4 * _ANSWER].decode("utf-8", "replace").split())[:_ANSWER]


class DeliveryStrip(SunkenFrame):
    """`read` opens the body and every answer, `again` sends it once more."""

    def __init__(self, context: PaneContext, read: Callable[[], None], again: Callable[[], None]) -> None:
        super().__init__(context.theme)
        self._context = context
        theme = context.theme
        self.title = ElidedLabel(theme, "", Type.SMALL_MEDIUM)
        self.kind = Label(theme, "", Type.MONO, Ink.TEXT2)
        self.number = Label(theme, "", Type.SMALL, Ink.TEXT2)
        self.attempts = AttemptLine(context)
        self.label = Label(theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        self.status = Label(theme, "", Type.MONO, Ink.TEXT2)
        self.answer = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.read = LinkButton(theme, self.tr("Body we sent"))
        self.read.clicked.connect(read)
        self.send_again = Button(theme, self.tr("Send again"), icon="rotate-ccw", changes=True)
        self.send_again.clicked.connect(again)
        head = row(spacing=10)
        head.addWidget(self.title, 1)
        head.addWidget(self.kind)
        head.addWidget(self.number)
        foot = row(self.label, self.status, spacing=10)
        foot.addWidget(self.answer, 1)
        foot.addWidget(self.read)
        foot.addSpacing(4)
        foot.addWidget(self.send_again)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 12)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.attempts)
        layout.addLayout(foot)
        self.hide()

    def show_detail(self, detail: DeliveryDetail, *, on: bool) -> None:
        """Shows another delivery; `on` says whether its target is on."""
        formats = self._context.formats
        delivery = detail.delivery
        self.setAccessibleName(delivery_title(delivery, formats))
        self.title.setText(delivery_title(delivery, formats))
        self.kind.setText(formats.ltr(delivery.kind.value))
        short = f"{delivery.id[:4]}…{delivery.id[-2:]}"
        self.number.setText(self.tr("Delivery %1").replace("%1", formats.ltr(short)))
        self.number.setToolTip(delivery.id)
        self.attempts.show_detail(detail)
        last = detail.attempts[-1] if detail.attempts else None
        self._show_answer(last, detail.delivery.note)
        self.send_again.setVisible(on)
        self.show()

    def _show_answer(self, last: Attempt | None, note: Sentence | None) -> None:
        formats = self._context.formats
        self.status.setVisible(last is not None and last.status is not None)
        if last is None:
            self.label.setText(self.tr("Not tried yet"))
            self.answer.setText(translate_sentence(note) if note else "")
        elif last.status is None:
            self.label.setText(self.tr("No answer"))
            self.answer.setText(fault_word(last.fault or ""))
        else:
            self.label.setText(self.tr("Answer"))
            self.status.setText(formats.ltr(str(last.status)))
            text = answer_text(last)
            self.answer.setText(formats.ltr(text) if text else self.tr("nothing more"))
        code = last is not None and last.status is not None
        self.answer.set_kind(Type.MONO if code else Type.SMALL)
