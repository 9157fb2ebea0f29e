"""The page of the nightly file's set-up."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.pull.pulls import Run
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.panes.system.subpage import SubPage
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Kind


class SetupPage(SubPage):
    """Calls `on_saved` with the run that saved the file, or None where only its time changed."""

    def __init__(
        self,
        context: PaneContext,
        chooser: FileChooser,
        back: Callable[[], None],
        on_saved: Callable[[Run | None], None],
    ) -> None:
        super().__init__(context.theme, back)
        self.dry_run_button = Button(context.theme, self.tr("Look without saving"), icon="eye")
        self.save = Button(context.theme, self.tr("Save it"), Kind.PRIMARY, icon="save", changes=True)
        self.head.addWidget(self.dry_run_button)
        self.head.addWidget(self.save)
        self.title.setText(self.tr("The nightly file"))
        tools = FileTools(context.theme, context.backend, context.formats, chooser, context.shop.id)
        self.flow = FileFlow(tools, Purpose.NIGHTLY, self._on_changed, on_saved)
        self.page.body.addWidget(self.flow)
        self.save.clicked.connect(self.flow.save_it)
        self.dry_run_button.clicked.connect(self.flow.rehearse)
        self._on_changed()

    def _on_changed(self) -> None:
        self.save.setEnabled(self.flow.ready)
        self.dry_run_button.setEnabled(self.flow.ready)
        self.subtitle.setText(self.flow.what_next())
