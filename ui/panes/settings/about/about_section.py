"""Version, data folder, licences, and the findings of the last start."""

from __future__ import annotations

from ui.backend.host_port import StartEvent, StartReport
from ui.backend.settings_port import Settings
from ui.i18n import ltr, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.start_messages import start_message
from ui.panes.settings.about.licences_dialog import LicencesDialog
from ui.panes.settings.about.updates_card import UpdatesCard
from ui.panes.settings.section import Section
from ui.panes.settings.setting_rows import RowsCard, SettingRow
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.frame.sidebar import Logo
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Button, Card, CopyField, Ink, Label, Note, column, row

_PATH_WIDTH = 380


class AboutSection(Section):
    """What support asks for first."""

    def __init__(self, context: PaneContext, chooser: FileChooser) -> None:
        super().__init__(context)
        theme = context.theme
        card = Card(theme)
        self.version = Label(theme, "", Type.BODY, Ink.TEXT2, selectable=True)
        name = Label(theme, "Counterpart", Type.TITLE)
        head = row(Logo(theme, 40), spacing=14)
        head.addLayout(column(name, self.version, spacing=2), 1)
        card.body.addLayout(head)
        text = self.tr("Connects your shop’s own system to the parts marketplace.")
        card.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.page.addWidget(card)
        self.updates = UpdatesCard(context)
        self.page.addWidget(self.updates)
        self.notes = column()
        self.page.addLayout(self.notes)
        self.report: Note | None = None
        self.folder = CopyField(theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"))
        self.folder.setFixedWidth(_PATH_WIDTH)
        self.open = Button(theme, self.tr("Open the folder"), icon="folder")
        self.open.clicked.connect(lambda: chooser.show_folder(self.settings.data_folder))
        self.licences = Button(theme, self.tr("Show the licences"))
        self.licences.clicked.connect(
            lambda: LicencesDialog(context, self, chooser, self.settings.licences_folder).open()
        )
        self.libraries = Label(theme, "", Type.SMALL, Ink.TEXT2, wrap=True, selectable=True)
        self.libraries.setFixedWidth(_PATH_WIDTH)
        data = SettingRow(theme, self.tr("Data folder"), self.tr("Your orders, stock and log."), self.folder)
        self.page.addWidget(
            RowsCard(
                theme,
                self.tr("On this PC"),
                data,
                SettingRow(theme, self.tr("In the file browser"), self.tr("Look, change nothing."), self.open),
                SettingRow(
                    theme,
                    self.tr("Licences"),
                    self.tr("Of the free software, fonts and icons that this program is made with."),
                    self.licences,
                ),
                SettingRow(theme, self.tr("Libraries"), self.tr("The versions that the program uses."), self.libraries),
            )
        )
        self.page.addStretch(1)

    def load(self) -> None:
        self.updates.load()
        self.dispatcher.fetch(
            self.context.backend.host.start_report(),
            self._show_report,
            lambda error: self._show_note(Note(self.theme, Tone.BAD, fault_text(error))),
        )

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.updates.show_settings(settings)
        version = self.context.formats.ltr(settings.version)
        self.version.setText(self.tr("Version %1").replace("%1", version))
        self.folder.set_value(self.context.formats.ltr(settings.data_folder))
        self.open.setEnabled(bool(settings.data_folder))
        named = " · ".join(f"{name}\u00a0{version}" for name, version in settings.libraries.named)
        self.libraries.setText("\n".join((ltr(named), *map(translate_sentence, settings.libraries.faults))))

    def _show_report(self, report: StartReport) -> None:
        words = start_message(report)
        if words is not None:
            title, line = words
            worse = report.event in (StartEvent.DATABASE_DAMAGED, StartEvent.DATABASE_TOO_NEW)
            buttons: tuple[Button, ...] = ()
            if report.trace:
                copy = Button(self.theme, self.tr("Copy details for support"), icon="copy")
                copy.clicked.connect(lambda: self.context.clipboard.setText(report.trace))
                buttons = (copy,)
            self._show_note(Note(self.theme, Tone.BAD if worse else Tone.WARN, title, (line,), *buttons))

    def _show_note(self, note: Note) -> None:
        if self.report:
            self.notes.removeWidget(self.report)
            self.report.hide()
            self.report.deleteLater()
        self.report = note
        self.notes.addWidget(note)
