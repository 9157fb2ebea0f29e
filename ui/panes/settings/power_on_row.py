"""The switch for the service without a login, its state, and what is left for a terminal."""

from __future__ import annotations

from ui.backend import BackendError
from ui.backend.settings_port import PowerOnState, PowerOnStatus
from ui.i18n.error_texts import fault_text
from ui.panes.settings.section import Section
from ui.panes.settings.setting_rows import SettingRow
from ui.shell.pane_context import PaneContext
from ui.widgets import CopyField, Switch


class PowerOnRow(Section):
    """A row of the General section. If the window is not allowed to turn the service on or off, the
    switch is disabled, and a command for a terminal is below it.
    """

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        self._status: PowerOnStatus | None = None
        name = self.tr("Runs without a login")
        self.switch = Switch(context.theme, name)
        self.switch.setEnabled(False)
        self.switch.toggled.connect(self._choose)
        self.row = SettingRow(context.theme, name, self.tr("Looking…"), self.switch)
        self.command = CopyField(
            context.theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"), labelled=True
        )
        self.command.hide()
        self.page.setSpacing(8)
        self.page.addWidget(self.row)
        self.page.addWidget(self.command)

    def load(self) -> None:
        """Asks the system."""
        self.dispatcher.fetch(self.context.backend.settings.power_on(), self._show, self._show_fault)

    def on_failed(self, error: BackendError) -> None:
        super().on_failed(error)
        self.load()

    def _choose(self, on: bool) -> None:
        self.switch.setEnabled(False)
        self.row.show_text(self.tr("This takes a few seconds."))
        future = self.context.backend.settings.set_power_on(on)
        self.dispatcher.fetch(future, lambda _none: self.load(), self.on_failed)

    def _show(self, status: PowerOnStatus) -> None:
        self.switch.show_state(status.state is not PowerOnState.OFF)
        self.switch.setEnabled(status.can_switch)
        self.row.show_text(self._describe(status))
        self.command.set_value(self.context.formats.ltr(status.command))
        self.command.setVisible(bool(status.command))

    def _show_fault(self, error: BackendError) -> None:
        self.switch.setEnabled(False)
        self.row.show_text(fault_text(error))
        self.command.hide()

    def _describe(self, status: PowerOnStatus) -> str:
        if status.state is PowerOnState.OFF:
            return self._describe_off(status)
        if status.state is PowerOnState.AT_LOGIN:
            return self.tr("The service starts when you log in. To start it with the PC, run this in a terminal:")
        if status.state is PowerOnState.STOPPED:
            if status.can_switch:
                return self.tr("The service is installed but does not run. Switch it off and on again.")
            return self.tr("The service is installed but does not run. To start it, run this in a terminal:")
        text = self.tr("Tills are answered from power-on, before anybody logs in.")
        if status.can_switch:
            return text
        return text + " " + self.tr("To turn it off, run this in a terminal:")

    def _describe_off(self, status: PowerOnStatus) -> str:
        if status.can_switch:
            return self.tr(
                "Tills are answered once somebody has logged in. Turned on, the service starts with the PC; it takes "
                "over when you quit this window."
            )
        return self.tr(
            "Tills are answered once somebody has logged in. To answer them from power-on, quit Counterpart, then run "
            "this in a terminal:"
        )
