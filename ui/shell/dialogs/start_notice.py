"""What the window says about a start that failed or found something."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QLineEdit, QWidget

from service.domain.times import Millis
from ui.backend import Backend, BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostStatus, MissingDataReport, StartReport
from ui.i18n import Formats, translate_sentence
from ui.i18n.error_texts import fault_text, fault_title
from ui.i18n.state_texts import DAMAGE_EVENTS, start_message
from ui.shell.pane_context import PaneKey
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import PAGE_PADDING
from ui.widgets import ConfirmDialog, FaultLine, FormRow, WorkBar, column, text_field
from ui.widgets.controls.button import Button, Kind
from ui.widgets.dialog import Dialog
from ui.widgets.label import Label
from ui.widgets.page_states import ErrorState
from ui.widgets.painting import Ink


class StartupErrorPage(QWidget):
    """`again` tries once more; the host's own reason, if any, comes before the general sentence."""

    def __init__(self, theme: Theme, clipboard: QClipboard, error: BackendError, again: Callable[[], None]) -> None:
        super().__init__()
        self._theme, self._clipboard, self._error, self._again = theme, clipboard, error, again
        self.state: ErrorState | None = None
        self.again: Button | None = None
        self._layout = column(None, spacing=None, inside=self, margins=PAGE_PADDING)

    def show_host(self, status: HostStatus) -> None:
        if self.state:
            self._layout.removeWidget(self.state)
            self.state.deleteLater()
        reason = translate_sentence(status.reason)
        text = f"{reason} {fault_text(self._error)}".strip()
        if reason and self._error.code is ErrorCode.NOT_CONNECTED:
            # The error was the reason of that moment.
            text = reason
        details = f"{self._error.details}\n{status.state.value} {status.address} {status.reason}"
        action = self.tr("Start it here") if status.can_start_here else self.tr("Try again")
        if status.can_start_here and status.counter_of:
            action = self.tr("Set this counter up again")
        if status.can_update:
            action = self.tr("Install the newer version")
        self.again = Button(self._theme, action, Kind.PRIMARY, icon="rotate-ccw", on_click=self._again)
        copy = Button(self._theme, self.tr("Copy details for support"), Kind.GHOST, icon="copy")
        copy.clicked.connect(lambda: self._clipboard.setText(details))
        self.state = ErrorState(self._theme, fault_title(self._error), text, self.again, copy)
        self._layout.insertWidget(0, self.state)


class MissingDataPage(QWidget):
    """The database is gone: restore the newest backup, or start empty, which `on_empty` follows."""

    def __init__(
        self,
        theme: Theme,
        backend: Backend,
        formats: Formats,
        now: Millis,
        missing: MissingDataReport,
        on_empty: Callable[[], None],
    ) -> None:
        super().__init__()
        self._theme, self._backend, self._on_empty = theme, backend, on_empty
        self._dispatcher = GuiDispatcher(self)
        self.restore: Button | None = None
        self._newest = missing.newest
        if missing.newest is not None:
            self.restore = Button(theme, self.tr("Restore"), Kind.PRIMARY, icon="archive-restore", main=True)
            self.restore.clicked.connect(self._restore)
        self.empty = Button(theme, self.tr("Start empty…"), main=True, on_click=self._ask_empty)
        text = self._describe(formats, now, missing)
        self.state = ErrorState(theme, self.tr("Your data is missing"), text, self.restore, self.empty)
        self.passphrase = text_field(theme, code=True)
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase_row = FormRow(theme, self.tr("Passphrase of the backup"), self.passphrase)
        self.passphrase_row.setVisible(missing.newest is not None and missing.newest.encrypted)
        self.fault = FaultLine(theme)
        self.work = WorkBar(theme, formats, lambda: None)
        column(
            self.state,
            self.passphrase_row,
            self.fault,
            self.work,
            None,
            spacing=12,
            inside=self,
            margins=PAGE_PADDING,
        )

    def show_host(self, _status: HostStatus) -> None:
        """The state of the service says nothing new here."""

    def _describe(self, formats: Formats, now: Millis, missing: MissingDataReport) -> str:
        why = self.tr("The file with your data is not in its folder any more. Counterpart has not deleted it.")
        if missing.newest is None:
            return " ".join((why, self.tr("No good backup was found. Put the file back, or start empty.")))
        newest = self.tr("Newest backup: %1.")
        parts = [formats.day_time(missing.newest.at, now)]
        if missing.items is not None:
            parts.append(formats.items(missing.items))
        return " ".join((newest.replace("%1", ("، " if formats.arabic else ", ").join(parts)), why))

    def _restore(self) -> None:
        if self._newest is None:
            return
        self._set_busy(on=True)
        self.work.begin(self.tr("Restoring"))
        future = self._backend.settings.restore(
            self._newest.path,
            self.passphrase.text() or None,
            self._dispatcher.progress(self.work.show_progress),
            with_secrets=True,
        )
        self._dispatcher.fetch(future, lambda _outcome: self._set_busy(on=False), self._on_failed)

    def _ask_empty(self) -> None:
        title, text = self.tr("Start empty?"), self.tr("Parts, orders and keys are then gone. Backups stay.")
        ConfirmDialog(self._theme, self, title, text, self.tr("Start empty"), self._start_empty).open()

    def _start_empty(self) -> None:
        self._set_busy(on=True)
        future = self._backend.settings.start_empty()
        self._dispatcher.fetch(future, lambda _none: self._on_empty(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self._set_busy(on=False)
        if error.code is ErrorCode.WRONG_PASSPHRASE:
            self.passphrase_row.show()
        self.fault.show_text(fault_text(error))

    def _set_busy(self, *, on: bool) -> None:
        self.fault.hide()
        if not on:
            self.work.end()
        for button in filter(None, (self.restore, self.empty)):
            button.setEnabled(not on)


class StartDialog(Dialog):
    """The sentence, a button to the backups at damaged data, and a crash's trace for support."""

    def __init__(
        self, theme: Theme, parent: QWidget, report: StartReport, clipboard: QClipboard, backups: Callable[[], None]
    ) -> None:
        title, text = start_message(report) or ("", "")
        super().__init__(theme, parent, title, icon="triangle-alert", tone=Tone.BAD)
        self.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True, selectable=True))
        self._backups = backups
        self.copy: Button | None = None
        leading: tuple[QWidget, ...] = ()
        if report.trace:
            self.copy = Button(theme, self.tr("Copy details for support"), Kind.GHOST, icon="copy", main=True)
            self.copy.clicked.connect(lambda: clipboard.setText(report.trace))
            leading = (self.copy,)
        if report.event in DAMAGE_EVENTS:
            self.restore = self.main_button(self.tr("Open the backups"), self._open_backups)
            self.buttons(self.cancel_button(self.tr("Close")), self.restore, leading=leading)
        else:
            self.buttons(self.main_button(self.tr("Close"), self.accept), leading=leading)

    def _open_backups(self) -> None:
        self.accept()
        self._backups()


class StartNotice(QObject):
    """Waits for the window. An end without trace and damage appears in About only."""

    def __init__(
        self,
        backend: Backend,
        theme: Theme,
        window: QWidget,
        clipboard: QClipboard,
        go: Callable[[PaneKey, str], None],
    ) -> None:
        super().__init__(window)
        self._backend, self._theme, self._window, self._clipboard, self._go = backend, theme, window, clipboard, go
        self._dispatcher = GuiDispatcher(self)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Show:
            self._window.removeEventFilter(self)
            self._dispatcher.fetch(self._backend.host.start_report(), self._show_report, self._retry_on_show)
        return False

    def _show_report(self, report: StartReport) -> None:
        if report.trace or report.event in DAMAGE_EVENTS:
            StartDialog(self._theme, self._window, report, self._clipboard, self._open_backups).open()

    def _retry_on_show(self, _error: BackendError) -> None:
        """Shows the notice when the window is displayed next."""
        self._window.installEventFilter(self)

    def _open_backups(self) -> None:
        self._go(PaneKey.SETTINGS, "backups")
