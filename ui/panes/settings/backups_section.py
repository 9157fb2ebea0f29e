"""Backups: folder, time, "now", encryption, the list, and restore."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt, QTime
from PySide6.QtWidgets import QCheckBox, QLineEdit, QStackedLayout, QStackedWidget, QVBoxLayout, QWidget

from service.domain.settings import Card as CardName
from service.domain.settings import Settings
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.settings_port import Backup, BackupContents, RestoreOutcome
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text, fault_title
from ui.panes.settings.section import RowsCard, Section
from ui.panes.shared.secret_dialog import SecretDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import KEY_ROW
from ui.widgets import (
    Button,
    Card,
    Column,
    ConfirmDialog,
    CopyField,
    Dialog,
    Fact,
    FactRows,
    FaultLine,
    FormRow,
    Ink,
    Kind,
    Label,
    Note,
    RowsModel,
    Skeleton,
    Switch,
    Table,
    Well,
    WorkBar,
    choice_field,
    clear_layout,
    column,
    disable_in_read_only,
    fill,
    row,
    text_field,
    time_field,
)
from ui.widgets.containers import ScrollContainer
from ui.widgets.controls.value_fields import minute_of

translate = QCoreApplication.translate
_CHOOSE, _CONTENTS, _KEYS, _DONE = range(4)
_SHOWN_ORDERS = 8
_HEIGHT = 240


def backup_word(backup: Backup) -> str:
    words = {
        "daily": translate("SettingsWords", "Daily"),
        "weekly": translate("SettingsWords", "Weekly"),
        "manual": translate("SettingsWords", "By hand"),
        "before_upgrade": translate("SettingsWords", "Before an update"),
    }
    word = words.get(backup.kind, backup.kind)
    return translate("SettingsWords", "%1, encrypted").replace("%1", word) if backup.encrypted else word


class RestoreDialog(Dialog):
    """`contents` is what the chosen backup has, after it was inspected."""

    def __init__(
        self, context: PaneContext, parent: QWidget, backups: tuple[Backup, ...], chosen: Backup | None
    ) -> None:
        super().__init__(context.theme, parent, self.tr("Restore a backup"), "", icon="archive-restore")
        self._context, self._backups = context, backups
        self._dispatcher = GuiDispatcher(self)
        self._passphrase = ""
        self._path = ""
        self.with_secrets = QCheckBox()
        self.key_boxes: dict[int, QCheckBox] = {}
        self._restore_future: Future[RestoreOutcome] | None = None
        self.contents: BackupContents | None = None
        theme = context.theme
        self.steps = QStackedWidget()
        self.steps.addWidget(self._build_choice_page(chosen))
        for _ in (_CONTENTS, _KEYS, _DONE):
            self.steps.addWidget(QWidget())
        self.steps.setFixedHeight(_HEIGHT)
        self.body.addWidget(self.steps)
        self.fault = FaultLine(theme)
        self.body.addWidget(self.fault)
        self.work = WorkBar(theme, context.formats, self._stop)
        self.body.addWidget(self.work)
        self.back = Button(theme, self.tr("Back"), Kind.GHOST, main=True, on_click=lambda: self._step(_CHOOSE))
        self.cancel = self.cancel_button()
        self.go = self.main_button(self.tr("See what it holds"), self._next)
        self.buttons(self.cancel, self.go, leading=(self.back,))
        self.finished.connect(self._forget)
        self._step(_CHOOSE)

    def reject(self) -> None:
        """Does nothing on Esc during a restore; "Stop" stops it."""
        if self._restore_future is None:
            super().reject()

    def _build_choice_page(self, chosen: Backup | None) -> QWidget:
        theme, formats = self.theme, self._context.formats
        page = QWidget()
        choices = tuple(
            (one.path, " · ".join((formats.day_time(one.at, self._context.now()), backup_word(one))))
            for one in self._backups
        )
        self.which = choice_field(theme, choices, chosen.path if chosen else "")
        self.which.currentIndexChanged.connect(lambda _at: self._on_backup_chosen())
        other = Button(theme, self.tr("Another file…"), icon="folder", on_click=self._choose_other_file)
        line = row(spacing=8)
        fill(line, (self.which, 1), other)
        holder = QWidget()
        holder.setLayout(line)
        self.passphrase = text_field(theme, code=True)
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase_row = FormRow(theme, self.tr("Its passphrase"), self.passphrase)
        text = self.tr("Nothing changes yet: first you see what the backup holds.")
        column(
            FormRow(theme, self.tr("Backup"), holder),
            self.passphrase_row,
            Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True),
            None,
            spacing=12,
            inside=page,
        )
        return page

    def _build_contents_page(self, contents: BackupContents) -> QWidget:
        theme, formats = self.theme, self._context.formats
        page = QWidget()
        facts = (
            Fact(self.tr("From"), formats.day_time(contents.backup.at, self._context.now())),
            Fact(self.tr("Shops"), formats.join_names(tuple(isolate_name(shop) for shop in contents.shops))),
            Fact(self.tr("Parts"), formats.count(contents.items)),
            Fact(self.tr("Orders"), formats.count(contents.orders)),
            Fact(self.tr("Calls in the log"), formats.count(contents.calls)),
            Fact(self.tr("Webhook targets"), self._targets(contents)),
            Fact(self.tr("In Staging"), self._describe_staging(contents)),
        )
        well = Well()
        well.body.addWidget(FactRows(theme, facts, spacing=4))
        self.with_secrets = QCheckBox(self.tr("Restore the webhook secrets too"))
        self.with_secrets.setChecked(contents.has_secrets)
        self.with_secrets.setVisible(contents.has_secrets)
        text = self.tr("It takes the place of what is there now. That is stored next to it, so you can go back.")
        column(
            well, self.with_secrets, Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True), None, spacing=10, inside=page
        )
        return page

    def _targets(self, contents: BackupContents) -> str:
        count = self._context.formats.count(contents.targets)
        text = self.tr("%1, with their secrets") if contents.has_secrets else self.tr("%1, without secrets")
        return text.replace("%1", count)

    def _build_keys_page(self, contents: BackupContents) -> QWidget:
        """A box for each key, none of them ticked: a revoked one must not go on by itself."""
        theme, formats = self.theme, self._context.formats
        page, rows = QWidget(), QWidget()
        layout, listed = QVBoxLayout(page), QVBoxLayout(rows)
        for one in (layout, listed):
            one.setContentsMargins(0, 0, 0, 0)
            one.setSpacing(8)
        text = self.tr(
            "Nothing on this computer says which keys were revoked after this backup. Tick those that stay valid; the "
            "others are revoked."
        )
        layout.addWidget(Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        for key in contents.keys_to_confirm:
            names = (isolate_name(key.name), isolate_name(key.shop), formats.ltr(f"{key.prefix}…"))
            self.key_boxes[key.id] = QCheckBox(" · ".join(names))
            listed.addWidget(self.key_boxes[key.id])
        listed.addStretch(1)
        layout.addWidget(ScrollContainer(rows), 1)
        return page

    def _describe_staging(self, contents: BackupContents) -> str:
        formats = self._context.formats
        orders = self.tr("%n order(s)", "", contents.test_orders)
        return " · ".join((formats.items(contents.test_items), orders))

    def _build_done_page(self, outcome: RestoreOutcome) -> QWidget:
        page = QWidget()
        title = self.tr("Restored. Everything runs with it now.")
        lines = (self.tr("Look at your orders: what came after the backup is not in it."),)
        layout = column(Note(self.theme, Tone.GOOD, title, lines, icon="circle-check"), spacing=12, inside=page)
        if outcome.missing_orders:
            layout.addWidget(self._build_missing_orders(outcome.missing_orders))
        field = CopyField(
            self.theme,
            self._context.clipboard,
            self._context.formats.ltr(outcome.replaced_path),
            copy=self.tr("Copy"),
            copied=self.tr("Copied"),
        )
        fill(layout, FormRow(self.theme, self.tr("What was there before is kept at"), field), None)
        return page

    def _build_missing_orders(self, references: tuple[str, ...]) -> QWidget:
        """The newest orders after the backup; their units are missing from the stock too."""
        formats = self._context.formats
        listed = references[-_SHOWN_ORDERS:]
        named = formats.join_names(tuple(formats.ltr(one) for one in listed))
        title = self.tr("This computer no longer knows %n order(s) placed after the backup", "", len(references))
        advice = self.tr("Deal with them by hand, and count their parts. Their numbers are not given out again.")
        return Note(self.theme, Tone.WARN, title, (named, advice), icon="triangle-alert")

    def _step(self, step: int) -> None:
        self.steps.setCurrentIndex(step)
        self.fault.hide()
        self.back.setVisible(step in (_CONTENTS, _KEYS))
        self.cancel.setVisible(step != _DONE)
        restore = self.tr("Restore this one")
        asks = self.contents is not None and bool(self.contents.keys_to_confirm)
        words = (self.tr("See what it holds"), self.tr("Next") if asks else restore, restore, self.tr("Close"))
        self.go.setText(words[step])
        self.go.updateGeometry()
        self.go.setEnabled(True)
        if step == _CHOOSE:
            self._on_backup_chosen()

    def _replace(self, step: int, page: QWidget) -> None:
        old = self.steps.widget(step)
        self.steps.insertWidget(step, page)
        if old is not None:
            self.steps.removeWidget(old)
            old.deleteLater()

    def _on_backup_chosen(self) -> None:
        path = str(self.which.currentData() or "")
        known = next((one for one in self._backups if one.path == path), None)
        self.passphrase_row.setVisible(known is None or known.encrypted)
        self.passphrase_row.show_fault("")
        self.go.setEnabled(bool(path))

    def _choose_other_file(self) -> None:
        self._context.chooser.open_file(self, self.tr("Backup to restore"), "", "", self._add_file)

    def _add_file(self, path: str) -> None:
        self.which.addItem(self._context.formats.ltr(path), path)
        self.which.setCurrentIndex(self.which.count() - 1)

    def _next(self) -> None:
        step = self.steps.currentIndex()
        if step == _DONE:
            self.accept()
        elif step == _CHOOSE:
            self._inspect()
        elif step == _CONTENTS and self.key_boxes:
            self._step(_KEYS)
        else:
            self._restore()

    def _inspect(self) -> None:
        self._path = str(self.which.currentData())
        self._passphrase = self.passphrase.text()
        self.go.setEnabled(False)
        future = self._context.backend.settings.inspect(self._path, self._passphrase or None)
        self._dispatcher.fetch(future, self._on_inspected, self._on_failed)

    def _on_inspected(self, contents: BackupContents) -> None:
        self.contents = contents
        self.key_boxes = {}
        self._replace(_CONTENTS, self._build_contents_page(contents))
        if contents.keys_to_confirm:
            self._replace(_KEYS, self._build_keys_page(contents))
        self._step(_CONTENTS)

    def _restore(self) -> None:
        for button in (self.go, self.back, self.cancel):
            button.setEnabled(False)
        self.work.begin(self.tr("Restoring"))
        progress = self._dispatcher.progress(self.work.show_progress)
        secrets = self.with_secrets.isChecked()
        keys = frozenset(number for number, box in self.key_boxes.items() if box.isChecked())
        self._restore_future = self._context.backend.settings.restore(
            self._path,
            self._passphrase or None,
            progress,
            with_secrets=secrets,
            keys=keys if self.key_boxes else None,
        )
        self._dispatcher.fetch(self._restore_future, self._on_restored, self._on_failed)

    def _on_restored(self, outcome: RestoreOutcome) -> None:
        self._end_work()
        self._replace(_DONE, self._build_done_page(outcome))
        self._step(_DONE)

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        text = fault_text(error)
        if error.code is ErrorCode.WRONG_PASSPHRASE and self.steps.currentIndex() == _CHOOSE:
            self.passphrase_row.setVisible(True)
            self.passphrase_row.show_fault(text)
            self.focus_on(self.passphrase)
            return
        self.fault.show_text(text)

    def _stop(self) -> None:
        if self._restore_future is not None:
            self._restore_future.cancel()
        self._end_work()

    def _end_work(self) -> None:
        self._restore_future = None
        self.work.end()
        for button in (self.go, self.back, self.cancel):
            button.setEnabled(True)

    def _forget(self) -> None:
        self._passphrase = ""
        self.passphrase.clear()


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

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
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
        fill(self.page, RowsCard(theme, self.tr("Backups"), *rows), self._list(), None)

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
        self.restore = Button(theme, self.tr("Restore…"), icon="archive-restore", changes=True, on_click=self._restore)
        card = Card(theme, self.tr("What is there"), trailing=self._buttons())
        self.work = WorkBar(theme, self.context.formats, self._stop)
        card.body.addWidget(self.work)
        self.model: RowsModel[Backup] = RowsModel(self._columns(), lambda one: one.path, self)
        self.table: Table[Backup] = Table(theme, self.model, name=self.tr("Backups"), row_height=KEY_ROW)
        self.table.opened.connect(self._restore)
        nothing = QWidget()
        text = self.tr("No backup yet. The first one is made tonight, or now.")
        column(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True), None, spacing=None, inside=nothing, margins=None)
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
        again = Button(self.theme, self.tr("Try again"), icon="rotate-ccw", on_click=self.load)
        fill(self._fault_layout, Note(self.theme, Tone.BAD, fault_title(error), (fault_text(error),), again), None)
        self._stack.setCurrentIndex(3)

    def _choose_folder(self) -> None:
        start = self.settings.backup_folder
        self.context.chooser.open_folder(self, self.tr("Folder for backups"), start, self._set_folder)

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
        RestoreDialog(self.context, self, tuple(self.model.rows), self.table.current()).open()
