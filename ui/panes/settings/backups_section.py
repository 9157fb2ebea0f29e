"""Backups: folder, time, "now", encryption, the list, and restore."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from PySide6.QtCore import Qt, QTime
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from service.domain.settings import Card as CardName
from service.domain.settings import Settings
from ui.backend import BackendError
from ui.backend.settings_port import Backup
from ui.i18n.error_texts import fault_text, fault_title
from ui.panes.settings.restore_dialog import RestoreDialog, backup_word
from ui.panes.settings.section import RowsCard, Section
from ui.panes.shared.secret_dialog import SecretDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import KEY_ROW
from ui.widgets import (
    Button,
    Card,
    Column,
    ConfirmDialog,
    Ink,
    Label,
    Note,
    RowsModel,
    Skeleton,
    Switch,
    Table,
    WorkBar,
    clear_layout,
    disable_in_read_only,
    row,
    time_field,
)
from ui.widgets.controls.value_fields import minute_of

_MAX_VISIBLE_ROWS = 6


class BackupPassphrase(SecretDialog):
    """Closes when backups are encrypted with it."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        title = self.tr("Encrypt backups")
        text = self.tr("Write the passphrase down and keep it away from this PC. Without it no backup can be opened.")
        super().__init__(context, parent, title, text)
        self.finish(self.tr("Encrypt from now on"))

    def store(self, typed: str) -> Future[None]:
        return self._context.backend.settings.set_backup_passphrase(typed)


class BackupsSection(Section):
    """Nightly and manual backups, verified when they are made."""

    def __init__(self, context: PaneContext, chooser: FileChooser) -> None:
        super().__init__(context)
        theme = context.theme
        self._chooser = chooser
        self._backup_future: Future[Backup] | None = None
        self.change_folder = Button(theme, self.tr("Choose a folder…"), icon="folder", changes=True)
        self.change_folder.clicked.connect(self._choose_folder)
        self.time = time_field(theme, 90)
        self.time.setFixedWidth(96)
        self.time.editingFinished.connect(self._save_time)
        disable_in_read_only(theme, self.time)
        self.encrypted = Switch(theme, "")
        self.encrypted.toggled.connect(self._switch_encrypted)
        self.back_up_button = Button(theme, self.tr("Back up now"), icon="archive", changes=True)
        self.back_up_button.clicked.connect(self._back_up)
        controls = {
            "backup_folder": self.change_folder,
            "backup_time": self.time,
            "backup_encrypted": self.encrypted,
        }
        rows = self.make_rows(CardName.BACKUPS, controls)
        self.folder = rows[0]
        self.page.addWidget(RowsCard(theme, self.tr("Backups"), *rows))
        self.page.addWidget(self._list())
        self.page.addStretch(1)

    def load(self) -> None:
        if not self.model.rows:
            self._skeleton.begin()
            self._stack.setCurrentIndex(1)
        self.dispatcher.fetch(self.context.backend.settings.backups(), self._show, self._on_read_failed)

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        folder = settings.backup_folder
        self.folder.show_text(self.context.formats.ltr(folder) if folder else self.tr("Next to the data on this PC"))
        self.encrypted.show_state(settings.backup_encrypted)
        if not self.time.hasFocus():
            hour, _, minute = settings.backup_time.partition(":")
            self.time.setTime(QTime(int(hour), int(minute)))

    def _list(self) -> Card:
        theme = self.theme
        self.restore = Button(theme, self.tr("Restore…"), icon="archive-restore", changes=True)
        self.restore.clicked.connect(self._restore)
        card = Card(theme, self.tr("What is there"), trailing=self._buttons())
        self.work = WorkBar(theme, self.context.formats, self._stop)
        card.body.addWidget(self.work)
        self.model: RowsModel[Backup] = RowsModel(self._columns(), lambda one: one.path, self)
        self.table: Table[Backup] = Table(theme, self.model, name=self.tr("Backups"), row_height=KEY_ROW)
        self.table.opened.connect(self._restore)
        nothing = QWidget()
        inside = QVBoxLayout(nothing)
        text = self.tr("No backup yet. The first one is made tonight, or now.")
        inside.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        inside.addStretch(1)
        self._skeleton = Skeleton(theme, self.tr("Loading"), 4)
        self._fault = QWidget()
        self._fault_layout = QVBoxLayout(self._fault)
        self._fault_layout.setContentsMargins(0, 0, 0, 0)
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        for page in (self.table, self._skeleton, nothing, self._fault):
            self._stack.addWidget(page)
        self._holder = holder
        self._holder.setFixedHeight(32 + 3 * KEY_ROW)
        card.body.addWidget(holder)
        return card

    def _buttons(self) -> QWidget:
        holder = QWidget()
        holder.setLayout(row(self.restore, self.back_up_button))
        return holder

    def _columns(self) -> tuple[Column[Backup], ...]:
        formats, now = self.context.formats, self.context.now
        return (
            Column(self.tr("From"), lambda one: formats.day_time(one.at, now()), width=160, strong=True),
            Column(self.tr("Kind"), backup_word, width=116, ink=Ink.TEXT2),
            Column(
                self.tr("File"),
                lambda one: formats.ltr(one.path.replace("\\", "/").rsplit("/", 1)[-1]),
                code=True,
                ink=Ink.TEXT2,
                elide=Qt.TextElideMode.ElideMiddle,
            ),
            Column(self.tr("Size"), lambda one: formats.bytes(one.size), width=72, end=True),
            Column(
                "",
                lambda one: self.tr("Checked") if one.verified else self.tr("Damaged"),
                width=92,
                end=True,
                tone=lambda one: Tone.GOOD if one.verified else Tone.BAD,
            ),
        )

    def _show(self, backups: tuple[Backup, ...]) -> None:
        self._skeleton.end()
        self.model.set_rows(backups)
        self._holder.setFixedHeight(32 + max(2, min(_MAX_VISIBLE_ROWS, len(backups))) * KEY_ROW + 4)
        self._stack.setCurrentIndex(0 if backups else 2)

    def _on_read_failed(self, error: BackendError) -> None:
        self._skeleton.end()
        clear_layout(self._fault_layout)
        again = Button(self.theme, self.tr("Try again"), icon="rotate-ccw")
        again.clicked.connect(self.load)
        self._fault_layout.addWidget(Note(self.theme, Tone.BAD, fault_title(error), (fault_text(error),), again))
        self._fault_layout.addStretch(1)
        self._stack.setCurrentIndex(3)

    def _choose_folder(self) -> None:
        start = self.settings.backup_folder
        self._chooser.open_folder(self, self.tr("Folder for backups"), start, self._set_folder)

    def _set_folder(self, folder: str) -> None:
        self.send(self.context.backend.settings.choose_backup_folder(folder))

    def _save_time(self) -> None:
        minute = minute_of(self.time)
        text = f"{minute // 60:02d}:{minute % 60:02d}"
        if text != self.settings.backup_time:
            self.change(replace(self.settings, backup_time=text))

    def _switch_encrypted(self, on: bool) -> None:
        self.encrypted.show_state(not on)
        if on:
            BackupPassphrase(self.context, self).open()
            return
        ConfirmDialog(
            self.theme,
            self,
            self.tr("Stop encrypting backups?"),
            self.tr("New ones can be opened by anyone who has the file, and hold no webhook secrets."),
            self.tr("Stop encrypting"),
            self._stop_encrypting,
        ).open()

    def _stop_encrypting(self) -> None:
        self.dispatcher.send(self.context.backend.settings.set_backup_passphrase(None), self.on_failed)

    def _back_up(self) -> None:
        self.back_up_button.setEnabled(False)
        self.work.begin(self.tr("Backing up"))
        progress = self.dispatcher.progress(self.work.show_progress)
        self._backup_future = self.context.backend.settings.back_up(None, progress)
        self.dispatcher.fetch(self._backup_future, self._on_backed_up, self._on_backup_failed)

    def _on_backed_up(self, backup: Backup) -> None:
        self._end_work()
        size = self.context.formats.bytes(backup.size)
        self.context.toasts.show(self.tr("Backed up and checked, %1.").replace("%1", size))

    def _on_backup_failed(self, error: BackendError) -> None:
        self._end_work()
        FaultDialog(self.theme, self, error, self.context.clipboard).open()

    def _stop(self) -> None:
        if self._backup_future is not None:
            self._backup_future.cancel()
        self._end_work()

    def _end_work(self) -> None:
        self._backup_future = None
        self.work.end()
        self.back_up_button.setEnabled(True)

    def _restore(self) -> None:
        RestoreDialog(self.context, self, self._chooser, tuple(self.model.rows), self.table.current()).open()
