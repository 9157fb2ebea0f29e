"""Version, data folder, licences, and the findings of the last start."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtWidgets import QWidget

from service.domain.settings import Card as CardName
from service.domain.settings import Settings
from service.domain.update_rules import NIGHT_BEGINS, NIGHT_ENDS, NO_FEED, UpdateChoice, UpdateStatus
from ui.backend import BackendError
from ui.backend.host_port import StartEvent, StartReport
from ui.backend.settings_port import Installation
from ui.i18n import isolate_name, ltr, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.i18n.state_texts import changes_text, start_message
from ui.panes.settings.section import RowsCard, Section, SettingRow
from ui.shell.frame.sidebar import Logo
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Button,
    Card,
    Column,
    CopyField,
    Dialog,
    Ink,
    Label,
    Note,
    RowsModel,
    Segment,
    Segmented,
    Table,
    column,
    row,
)

_HEIGHTS = (200, 380)
_INSTALL = 2
"""The place of "Install at night" among the choices."""
_PATH_WIDTH = 380


@dataclass(frozen=True, slots=True)
class LicensedPart:
    """One part: name, licence (SPDX), path of its text."""

    name: str
    licence: str
    home: str


PARTS = (
    LicensedPart("Python", "PSF-2.0", "python.org"),
    LicensedPart("Qt and PySide6", "LGPL-3.0-only", "qt.io"),
    LicensedPart("aiohttp", "Apache-2.0 AND MIT", "github.com/aio-libs/aiohttp"),
    LicensedPart("sqlite-utils", "Apache-2.0", "github.com/simonw/sqlite-utils"),
    LicensedPart("SQLite", "blessing", "sqlite.org"),
    LicensedPart("msgspec", "BSD-3-Clause", "github.com/jcrist/msgspec"),
    LicensedPart("xlrd", "BSD-3-Clause", "github.com/python-excel/xlrd"),
    LicensedPart("keyring", "MIT", "github.com/jaraco/keyring"),
    LicensedPart("cryptography", "Apache-2.0 OR BSD-3-Clause", "github.com/pyca/cryptography"),
    LicensedPart("filelock", "MIT", "github.com/tox-dev/filelock"),
    LicensedPart("platformdirs", "MIT", "github.com/tox-dev/platformdirs"),
    LicensedPart("psutil", "BSD-3-Clause", "github.com/giampaolo/psutil"),
    LicensedPart("truststore", "MIT", "github.com/sethmlarson/truststore"),
    LicensedPart("tzdata", "Apache-2.0", "github.com/python/tzdata"),
    LicensedPart("zstandard", "BSD-3-Clause", "github.com/indygreg/python-zstandard"),
    LicensedPart("click", "BSD-3-Clause", "github.com/pallets/click"),
    LicensedPart("Inter, Inter Display", "OFL-1.1", "rsms.me/inter"),
    LicensedPart("IBM Plex Sans Arabic", "OFL-1.1", "github.com/IBM/plex"),
    LicensedPart("JetBrains Mono", "OFL-1.1", "jetbrains.com/mono"),
    LicensedPart("Lucide", "ISC", "lucide.dev"),
)


class LicencesDialog(Dialog):
    """A table of the parts."""

    def __init__(self, context: PaneContext, parent: QWidget, folder: str) -> None:
        """`folder` has the texts; empty if the program runs from its source."""
        title = self.tr("Licences")
        text = self.tr("Each part's licence in full, and where its source is found, are in a folder of the program.")
        super().__init__(context.theme, parent, title, text, icon="file-text", width=720)
        columns: tuple[Column[LicensedPart], ...] = (
            Column(self.tr("Part"), lambda one: one.name, strong=True),
            Column(self.tr("Licence"), lambda one: context.formats.ltr(one.licence), code=True, width=224),
            Column(self.tr("Home"), lambda one: context.formats.ltr(one.home), code=True, ink=Ink.TEXT2, width=250),
        )
        self.model: RowsModel[LicensedPart] = RowsModel(columns, lambda one: one.name, self)
        self.model.set_rows(PARTS)
        self.table: Table[LicensedPart] = Table(context.theme, self.model, name=title)
        self.body.addWidget(self.table)
        self.resize_list(self.table, *_HEIGHTS)
        self.texts = Button(context.theme, self.tr("Open the folder"), icon="folder")
        self.texts.clicked.connect(lambda: context.chooser.show_folder(folder))
        self.texts.setVisible(bool(folder))
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(self.texts,))


class UpdatesCard(Section):
    """Hidden for a copy that was built without an update feed, and at a further counter."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.status = NO_FEED
        self.look = Button(theme, self.tr("Look now"), icon="refresh-cw", on_click=self._look)
        self.install = Button(theme, self.tr("Install now"), on_click=self._install)
        choices = (
            Segment(UpdateChoice.OFF.value, self.tr("Off")),
            Segment(UpdateChoice.LOOK.value, self.tr("Tell me")),
            Segment(UpdateChoice.INSTALL.value, self.tr("Install at night")),
        )
        self.choice = Segmented(theme, choices, self._choose, name="")
        self.state = SettingRow(theme, self.tr("Newer versions"), "", row(self.look, self.install))
        (self.daily,) = self.make_rows(CardName.UPDATES, {"updates": self.choice})
        self.page.addWidget(RowsCard(theme, self.tr("Updates"), self.state, self.daily))
        self.hide()

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.choice.choose(settings.updates)

    def load(self) -> None:
        if not self.theme.counter_of:
            self.dispatcher.fetch(self.context.backend.host.update_status(), self._show, self.on_failed)

    def _show(self, status: UpdateStatus) -> None:
        self.status = status
        self.state.show_text(self._state_text(status))
        self.daily.show_text(self._daily_text(status))
        self.look.setEnabled(True)
        self.install.setVisible(status.is_ready)
        self.choice.setTabVisible(_INSTALL, not status.command)
        self.install.setEnabled(True)
        self.setVisible(status.has_feed)

    def _state_text(self, status: UpdateStatus) -> str:
        if status.fault is not None:
            return translate_sentence(status.fault)
        formats = self.context.formats
        if status.version:
            way = ""
            if status.command:
                text = self.tr("Version %1 is there.")
                way = self.tr("Install it in a terminal: %1").replace("%1", formats.ltr(status.command))
            elif status.is_ready:
                text = self.tr("Version %1 can be installed. The program ends and starts again automatically.")
            else:
                text = self.tr("Version %1 is there and is being downloaded.")
            text = text.replace("%1", formats.ltr(status.version))
            return " ".join(filter(None, (text, changes_text(status, formats), way)))
        if status.looked_at is None:
            return self.tr("The program has not looked for a newer version yet.")
        moment = formats.day_time(status.looked_at, self.context.clock.now())
        return self.tr("This is the newest version. Looked: %1.").replace("%1", moment)

    def _daily_text(self, status: UpdateStatus) -> str:
        if status.command:
            return self.tr("On this PC the package manager installs newer versions.")
        if status.installs_alone:
            return self._describe_night()
        return self.tr("On this PC each installation asks for the administrator, so it needs the button.")

    def _describe_night(self) -> str:
        text = self.tr("At night means between %1 and %2, with no open order and no till calling.")
        return text.replace("%1", f"{NIGHT_BEGINS}:00").replace("%2", f"{NIGHT_ENDS}:00")

    def _look(self) -> None:
        self.look.setEnabled(False)
        # The focus moves on meanwhile, and a second press of the key would install.
        self.install.setEnabled(False)
        self.state.show_text(self.tr("Looking…"))
        self.dispatcher.fetch(self.context.backend.host.look_for_update(), self._show, self._on_fault)

    def _install(self) -> None:
        self.install.setEnabled(False)
        self.state.show_text(self.tr("Installing. The program ends and starts again automatically."))
        self.dispatcher.fetch(self.context.backend.host.install_update(), lambda _none: self.load(), self._on_fault)

    def _on_fault(self, error: BackendError) -> None:
        self.on_failed(error)
        self.load()

    def _choose(self, key: str) -> None:
        self.change(replace(self.settings, updates=UpdateChoice(key)))


class AboutSection(Section):
    """What support asks for first."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        card = Card(theme)
        self.version = Label(theme, "", Type.BODY, Ink.TEXT2, selectable=True)
        name = Label(theme, "Counterpart", Type.TITLE)
        head = row(Logo(theme, 40), spacing=14)
        head.addLayout(column(name, self.version, spacing=2), 1)
        card.body.addLayout(head)
        text = self.tr("Connects your shop's own system to the parts marketplace.")
        card.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.page.addWidget(card)
        self.updates = UpdatesCard(context)
        self.page.addWidget(self.updates)
        if theme.counter_of:
            text = self.tr("Updates are installed first at the computer with the service, %1, and then here.")
            self.page.addWidget(Note(theme, Tone.ACCENT, text.replace("%1", isolate_name(theme.counter_of))))
        self.notes = column()
        self.page.addLayout(self.notes)
        self.report: Note | None = None
        self.installation = Installation()
        self.folder = CopyField(theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"))
        self.folder.setFixedWidth(_PATH_WIDTH)
        self.open = Button(theme, self.tr("Open the folder"), icon="folder")
        self.open.clicked.connect(lambda: context.chooser.show_folder(self.installation.data_folder))
        self.licences = Button(theme, self.tr("Show the licences"))
        self.licences.clicked.connect(lambda: LicencesDialog(context, self, self.installation.licences_folder).open())
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
        self.dispatcher.fetch(self.context.backend.settings.installation(), self._show_installation, self.on_failed)
        self.dispatcher.fetch(
            self.context.backend.host.start_report(),
            self._show_report,
            lambda error: self._show_note(Note(self.theme, Tone.BAD, fault_text(error))),
        )

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.updates.show_settings(settings)

    def _show_installation(self, installation: Installation) -> None:
        self.installation = installation
        version = self.context.formats.ltr(installation.version)
        self.version.setText(self.tr("Version %1").replace("%1", version))
        self.folder.set_value(self.context.formats.ltr(installation.data_folder))
        self.open.setEnabled(bool(installation.data_folder))
        named = " · ".join(f"{name}\u00a0{version}" for name, version in installation.libraries.named)
        self.libraries.setText("\n".join((ltr(named), *map(translate_sentence, installation.libraries.faults))))

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
