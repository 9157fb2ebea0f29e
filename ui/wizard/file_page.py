"""Step 4 for a system that saves a file: how it is read, and the first run."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.pull.pulls import Run
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.wizard.wizard_answers import StepContext, WizardAnswers


class FilePage(QWidget):
    """The flow of every price list; what it saves is read every night from then on."""

    def __init__(self, context: StepContext, answers: WizardAnswers, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._answers, self._on_change = context, answers, on_change
        self._flow: FileFlow | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def flow(self) -> FileFlow:
        """It is of the shop, which an earlier step makes."""
        if self._flow is None:
            context = self._context
            tools = FileTools(context.theme, context.backend, context.formats, context.chooser, self._answers.shop.id)
            self._flow = FileFlow(tools, Purpose.FIRST, self._on_flow, self._on_saved)
            self._layout.addWidget(self._flow)
        return self._flow

    @property
    def has_file(self) -> bool:
        return self._flow is not None and self._flow.setup is not None

    @property
    def ready(self) -> bool:
        """Whether the wizard's main button is enabled."""
        return self._answers.run is not None or not self.has_file or self.flow.ready

    def enter(self) -> None:
        """Asks for the file at once, the first time. A page in another language shows what was
        chosen or saved before.
        """
        if self._answers.run is not None:
            self.flow.setup = self._answers.setup
            self.flow.show_run(self._answers.run)
        elif self._answers.setup is not None and not self.has_file:
            self.flow.open_setup(self._answers.setup)
        elif not self.has_file:
            self.flow.choose_file()

    def _on_flow(self) -> None:
        if self._flow is not None:
            self._answers.setup = self._flow.setup
        self._on_change()

    def _on_saved(self, run: Run | None) -> None:
        self._answers.run = run
        self._on_change()
