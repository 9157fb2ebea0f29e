"""Newer versions: what is known, whether to look for them, and the button that installs."""

from __future__ import annotations

from dataclasses import replace

from service.domain.update_rules import NO_FEED, UpdateChoice, UpdateStatus
from ui.backend import BackendError
from ui.backend.settings_port import Settings
from ui.i18n import translate_sentence
from ui.i18n.update_texts import changes_text
from ui.panes.settings.section import Section
from ui.panes.settings.setting_rows import RowsCard, SettingRow
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Segment, Segmented, row

_INSTALL = 2
"""The place of "Install at night" among the choices."""


class UpdatesCard(Section):
    """Hidden for a copy that was built without an update feed."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.status = NO_FEED
        self.look = Button(theme, self.tr("Look now"), icon="refresh-cw")
        self.look.clicked.connect(self._look)
        self.install = Button(theme, self.tr("Install now"))
        self.install.clicked.connect(self._install)
        choices = (
            Segment(UpdateChoice.OFF.value, self.tr("Off")),
            Segment(UpdateChoice.LOOK.value, self.tr("Tell me")),
            Segment(UpdateChoice.INSTALL.value, self.tr("Install at night")),
        )
        self.choice = Segmented(theme, choices, self._choose, name=self.tr("Look once a day"))
        self.state = SettingRow(theme, self.tr("Newer versions"), "", row(self.look, self.install))
        self.daily = SettingRow(theme, self.tr("Look once a day"), "", self.choice)
        self.page.addWidget(RowsCard(theme, self.tr("Updates"), self.state, self.daily))
        self.hide()

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self.choice.choose(settings.updates.value)

    def load(self) -> None:
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
                text = self.tr("Version %1 can be installed. The program ends and starts again by itself.")
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
            return self.tr("At night means between 23:00 and 6:00, with no open order and no till calling.")
        return self.tr("On this PC each installation asks for the administrator, so it needs the button.")

    def _look(self) -> None:
        self.look.setEnabled(False)
        # The focus moves on meanwhile, and a second press of the key would install.
        self.install.setEnabled(False)
        self.state.show_text(self.tr("Looking…"))
        self.dispatcher.fetch(self.context.backend.host.look_for_update(), self._show, self._on_fault)

    def _install(self) -> None:
        self.install.setEnabled(False)
        self.state.show_text(self.tr("Installing. The program ends and starts again by itself."))
        self.dispatcher.fetch(self.context.backend.host.install_update(), lambda _none: self.load(), self._on_fault)

    def _on_fault(self, error: BackendError) -> None:
        self.on_failed(error)
        self.load()

    def _choose(self, key: str) -> None:
        self.change(replace(self.settings, updates=UpdateChoice(key)))
