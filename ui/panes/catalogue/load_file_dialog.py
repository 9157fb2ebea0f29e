"""A price list that is read once, and every night if the owner says so at its end."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import Run
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Dialog, Ink, Kind, Label

_WIDTH = 960


class LoadFileDialog(Dialog):
    """The flow of every price list. Nothing is stored of it but what it saves."""

    def __init__(self, context: PaneContext, parent: QWidget, chooser: FileChooser) -> None:
        super().__init__(context.theme, parent, self.tr("Load a file"), icon="upload", width=_WIDTH)
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        tools = FileTools(context.theme, context.backend, context.formats, chooser, context.shop.id)
        self.flow = FileFlow(tools, Purpose.ONCE, self._on_changed, self._on_saved)
        self.nightly = Label(context.theme, self.tr("Also read this file every night?"), Type.HEADING)
        self.instead = Label(context.theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        for part in (self.flow, self.nightly, self.instead):
            self.body.addWidget(part)
        self.look = Button(context.theme, self.tr("Look without saving"), Kind.GHOST, icon="eye", main=True)
        self.look.clicked.connect(self.flow.rehearse)
        self.cancel = self.cancel_button()
        self.save = self.main_button(self.tr("Save it"), self.flow.save_it, changes=True)
        self.once = self.cancel_button(self.tr("Only this once"))
        self.every_night = self.main_button(self.tr("Read it every night"), self._keep, changes=True)
        self.close_button = self.main_button(self.tr("Close"), self.accept)
        self.buttons(self.cancel, self.save, self.once, self.every_night, self.close_button, leading=(self.look,))
        for later in (self.nightly, self.instead, self.once, self.every_night, self.close_button):
            later.hide()
        self._on_changed()

    def reject(self) -> None:
        """While the file is read, this stops it and says what is saved."""
        if self.flow.busy:
            self.flow.stop()
        else:
            super().reject()

    def _on_changed(self) -> None:
        self.save.setEnabled(self.flow.ready)
        self.look.setEnabled(self.flow.ready)

    def _on_saved(self, _run: Run | None) -> None:
        """Asks whether the file is read every night too, unless it is already."""
        for earlier in (self.look, self.cancel, self.save):
            earlier.hide()
        state, setup = self.flow.state, self.flow.setup
        nightly = state.setup.path if state is not None and state.on and state.setup is not None else ""
        is_asked = setup is not None and setup.path != nightly
        for part in (self.nightly, self.once, self.every_night):
            part.setVisible(is_asked)
        self.close_button.setHidden(is_asked)
        if is_asked and nightly:
            text = self.tr("It takes the place of %1, which is read every night now.")
            self.instead.setText(text.replace("%1", isolate_name(nightly)))
            self.instead.show()
        self.focus_on(self.once if is_asked else self.close_button)

    def _keep(self) -> None:
        if self.flow.setup is not None:
            self.every_night.setEnabled(False)
            future = self._context.backend.pulls.save(self._context.shop.id, self.flow.setup)
            self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.every_night.setEnabled(True)
        self.flow.show_fault(error)
