"""Sends all failed deliveries since a time again: counted first, with progress and
a stop button.
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QTime, QTimer
from PySide6.QtWidgets import QWidget

from service.domain.times import DAY, Millis
from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.webhooks_port import TargetRow
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Dialog, FormRow, Ink, Label, WorkBar, choice_field, moment_field, row


class ResendSinceDialog(Dialog):
    """`sent` is how many were sent again, None until then."""

    def __init__(self, context: PaneContext, parent: QWidget, targets: tuple[TargetRow, ...], chosen: int) -> None:
        title = self.tr("Send again since…")
        text = self.tr(
            "For a receiver that lost data or was down for long: events that were given up are sent once more."
        )
        super().__init__(context.theme, parent, title, text, icon="history")
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self._count = 0
        self._resend_future: Future[int] | None = None
        theme = context.theme
        names = tuple((str(one.target.id), isolate_name(one.name)) for one in targets)
        self.target = choice_field(theme, names, str(chosen))
        self.since = moment_field(theme)
        day = context.formats.to_local(context.now() - DAY)
        self.since.setDateTime(QDateTime(QDate(day.year, day.month, day.day), QTime(day.hour, day.minute)))
        fields = row(spacing=12)
        fields.addWidget(FormRow(theme, self.tr("Target"), self.target), 1)
        fields.addWidget(FormRow(theme, self.tr("Since"), self.since), 1)
        self.body.addLayout(fields)
        self.message = Label(theme, "", Type.MEDIUM, Ink.TEXT, wrap=True)
        self.body.addWidget(self.message)
        self.work = WorkBar(theme, context.formats, self._stop)
        self.body.addWidget(self.work)
        self.close_button = self.cancel_button()
        self.go = self.main_button(self.tr("Send again"), self._send, changes=True)
        self.buttons(self.close_button, self.go)
        self._typing_timer = QTimer(self)
        self._typing_timer.setSingleShot(True)
        self._typing_timer.setInterval(theme.typing_ms)
        self._typing_timer.timeout.connect(self.count)
        self.target.currentIndexChanged.connect(lambda _index: self.count())
        self.since.dateTimeChanged.connect(lambda _moment: self._on_typed())
        self.count()

    def moment(self) -> Millis:
        """The chosen moment; typed times are local."""
        day, time = self.since.date(), self.since.time()
        zone = self._context.formats.zone
        local = datetime(day.year(), day.month(), day.day(), time.hour(), time.minute(), tzinfo=zone)
        return int(local.timestamp() * 1000)

    def count(self) -> None:
        """Requests the number of failed deliveries, except while they are sent."""
        if self._resend_future is not None:
            return
        self.go.setEnabled(False)
        self.message.set_ink(Ink.TEXT2)
        self.message.setText(self.tr("Counting"))
        future = self._context.backend.webhooks.count_since(self._context.shop.id, self._target(), self.moment())
        self._dispatcher.fetch(future, self._on_counted, self._on_failed)

    def reject(self) -> None:
        """Stops the work on Esc."""
        self._stop()
        super().reject()

    def _on_typed(self) -> None:
        """What is counted is what is sent: the button waits for the number."""
        self.go.setEnabled(False)
        self._typing_timer.start()

    def _target(self) -> int:
        return int(self.target.currentData())

    def _on_counted(self, count: int) -> None:
        self._count = count
        self.message.set_ink(Ink.TEXT)
        self.message.setText(self.tr("%n event(s) given up since then will be sent again.", "", count))
        self.go.setText(self.tr("Send %n again", "", count) if count else self.tr("Send again"))
        self.go.updateGeometry()
        self.go.setEnabled(count > 0)

    def _send(self) -> None:
        self.go.setEnabled(False)
        self.work.begin(self.tr("Sending again"))
        progress = self._dispatcher.progress(self._show_progress)
        webhooks = self._context.backend.webhooks
        self._resend_future = webhooks.resend_since(self._context.shop.id, self._target(), self.moment(), progress)
        self._dispatcher.fetch(self._resend_future, self._on_sent, self._on_failed)

    def _show_progress(self, progress: Progress) -> None:
        self.work.show_progress(progress)

    def _on_sent(self, count: int) -> None:
        self._resend_future = None
        self.work.end()
        self.message.set_ink(Ink.GOOD)
        self.message.setText(self.tr("%n event(s) are on their way again.", "", count))
        self.close_button.setText(self.tr("Close"))
        self.close_button.updateGeometry()
        self.go.hide()

    def _stop(self) -> None:
        if self._resend_future is not None:
            self._resend_future.cancel()
            self._resend_future = None
            self.work.end()
            self.count()

    def _on_failed(self, error: BackendError) -> None:
        self._resend_future = None
        self.work.end()
        self.message.set_ink(Ink.BAD)
        self.message.setText(fault_text(error))
