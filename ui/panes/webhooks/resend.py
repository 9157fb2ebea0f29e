"""Sending again all that was given up since a time: counted first, with progress, to be stopped."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime

from PySide6.QtCore import QDate, QDateTime, QTime, QTimer
from PySide6.QtWidgets import QWidget

from service.domain.times import DAY, Millis
from ui.backend import BackendError, Progress
from ui.backend.courier import Courier
from ui.backend.webhooks import TargetRow
from ui.i18n import named
from ui.i18n.faults import fault_text
from ui.shell.desk import Desk
from ui.theme import Type
from ui.widgets import Dialog, FormRow, Ink, Label, WorkBar, choice_field, moment_field, row


class SendAgainSince(Dialog):
    """`sent` is how many went again, None until they have."""

    def __init__(self, desk: Desk, parent: QWidget, targets: tuple[TargetRow, ...], chosen: int) -> None:
        title = self.tr("Send again since…")
        text = self.tr("For a receiver that lost data or was down for long: what was given up goes once more.")
        super().__init__(desk.theme, parent, title, text, icon="history")
        self._desk = desk
        self._courier = Courier(self)
        self._count = 0
        self._running: Future[int] | None = None
        theme = desk.theme
        names = tuple((str(one.target.id), named(one.name)) for one in targets)
        self.target = choice_field(theme, names, str(chosen))
        self.since = moment_field(theme)
        day = desk.formats.at(desk.now() - DAY)
        self.since.setDateTime(QDateTime(QDate(day.year, day.month, day.day), QTime(day.hour, day.minute)))
        fields = row(spacing=12)
        fields.addWidget(FormRow(theme, self.tr("Target"), self.target), 1)
        fields.addWidget(FormRow(theme, self.tr("Since"), self.since), 1)
        self.body.addLayout(fields)
        self.said = Label(theme, "", Type.MEDIUM, Ink.TEXT, wrap=True)
        self.body.addWidget(self.said)
        self.work = WorkBar(theme, desk.formats, self._stop)
        self.body.addWidget(self.work)
        self.close_button = self.cancel_button()
        self.go = self.main_button(self.tr("Send again"), self._send)
        self.buttons(self.close_button, self.go)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(theme.typing_ms)
        self._wait.timeout.connect(self.count)
        self.target.currentIndexChanged.connect(lambda _index: self.count())
        self.since.dateTimeChanged.connect(lambda _moment: self._wait.start())
        self.count()

    def moment(self) -> Millis:
        """The chosen moment; what is typed is local time."""
        day, time = self.since.date(), self.since.time()
        zone = self._desk.formats.zone
        local = datetime(day.year(), day.month(), day.day(), time.hour(), time.minute(), tzinfo=zone)
        return int(local.timestamp() * 1000)

    def count(self) -> None:
        """Asks how many there are."""
        self.go.setEnabled(False)
        self.said.set_ink(Ink.TEXT2)
        self.said.setText(self.tr("Counting"))
        future = self._desk.backend.webhooks.count_since(self._desk.shop.id, self._target(), self.moment())
        self._courier.fetch(future, self._counted, self._failed)

    def reject(self) -> None:
        """Esc stops what runs."""
        self._stop()
        super().reject()

    def _target(self) -> int:
        return int(self.target.currentData())

    def _counted(self, count: int) -> None:
        self._count = count
        self.said.set_ink(Ink.TEXT)
        self.said.setText(self.tr("%n event(s) given up since then will be sent again.", "", count))
        self.go.setText(self.tr("Send %n again", "", count) if count else self.tr("Send again"))
        self.go.updateGeometry()
        self.go.setEnabled(count > 0)

    def _send(self) -> None:
        self.go.setEnabled(False)
        self.work.begin(self.tr("Sending again"))
        progress = self._courier.progress(self._show_progress)
        webhooks = self._desk.backend.webhooks
        self._running = webhooks.resend_since(self._desk.shop.id, self._target(), self.moment(), progress)
        self._courier.fetch(self._running, self._sent, self._failed)

    def _show_progress(self, progress: Progress) -> None:
        self.work.show_progress(progress)

    def _sent(self, count: int) -> None:
        self._running = None
        self.work.end()
        self.said.set_ink(Ink.GOOD)
        self.said.setText(self.tr("%n event(s) are on their way again.", "", count))
        self.close_button.setText(self.tr("Close"))
        self.close_button.updateGeometry()
        self.go.hide()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            self._running = None
            self.work.end()
            self.count()

    def _failed(self, error: BackendError) -> None:
        self._running = None
        self.work.end()
        self.said.set_ink(Ink.BAD)
        self.said.setText(fault_text(error))
