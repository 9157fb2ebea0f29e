"""Version, data folder, licences, and what the last start found."""

from __future__ import annotations

from ui.backend.host import StartEvent, StartReport
from ui.backend.settings import Settings
from ui.i18n.faults import fault_text
from ui.i18n.starts import start_words
from ui.panes.settings.chooser import Chooser
from ui.panes.settings.licences import LicencesDialog
from ui.panes.settings.rows import RowsCard, SettingRow
from ui.panes.settings.section import Section
from ui.shell.desk import Desk
from ui.shell.sidebar import Logo
from ui.theme import Tone, Type
from ui.widgets import Button, Card, CopyField, Ink, Label, Note, column, row

_PATH_WIDTH = 380


class AboutSection(Section):
    """What support asks for first."""

    def __init__(self, desk: Desk, chooser: Chooser) -> None:
        super().__init__(desk)
        theme = desk.theme
        card = Card(theme)
        self.version = Label(theme, "", Type.BODY, Ink.TEXT2, selectable=True)
        name = Label(theme, "Counterpart", Type.TITLE)
        head = row(Logo(theme, 40), spacing=14)
        head.addLayout(column(name, self.version, spacing=2), 1)
        card.body.addLayout(head)
        text = self.tr("Connects your shop’s own system to the parts marketplace.")
        card.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.page.addWidget(card)
        self.notes = column()
        self.page.addLayout(self.notes)
        self.report: Note | None = None
        self.folder = CopyField(theme, desk.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"))
        self.folder.setFixedWidth(_PATH_WIDTH)
        self.open = Button(theme, self.tr("Open the folder"), icon="folder")
        self.open.clicked.connect(lambda: chooser.show_folder(self.settings.data_folder))
        self.licences = Button(theme, self.tr("Show the licences"))
        self.licences.clicked.connect(lambda: LicencesDialog(desk, self, chooser, self.settings.licences_folder).open())
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
            )
        )
        self.page.addStretch(1)

    def load(self) -> None:
        self.courier.fetch(
            self.desk.backend.host.start_report(),
            self._show_report,
            lambda error: self._say(Note(self.theme, Tone.BAD, fault_text(error))),
        )

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        version = self.desk.formats.ltr(settings.version)
        self.version.setText(self.tr("Version %1").replace("%1", version))
        self.folder.set_value(self.desk.formats.ltr(settings.data_folder))
        self.open.setEnabled(bool(settings.data_folder))

    def _show_report(self, report: StartReport) -> None:
        words = start_words(report)
        if words is not None:
            title, line = words
            worse = report.event in (StartEvent.DATABASE_DAMAGED, StartEvent.DATABASE_TOO_NEW)
            buttons: tuple[Button, ...] = ()
            if report.trace:
                copy = Button(self.theme, self.tr("Copy details for support"), icon="copy")
                copy.clicked.connect(lambda: self.desk.clipboard.setText(report.trace))
                buttons = (copy,)
            self._say(Note(self.theme, Tone.BAD if worse else Tone.WARN, title, (line,), *buttons))

    def _say(self, note: Note) -> None:
        if self.report:
            self.notes.removeWidget(self.report)
            self.report.hide()
            self.report.deleteLater()
        self.report = note
        self.notes.addWidget(note)
