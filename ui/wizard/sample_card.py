"""Adds a sample to staging with one click, to look around and to let a programmer try."""

from __future__ import annotations

from collections.abc import Callable

from ui.backend import BackendError, Progress
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n.error_texts import fault_text
from ui.theme import Tone, Type
from ui.widgets import Button, Card, FaultNote, Ink, Label, Tile, WorkBar, column, row
from ui.wizard.wizard_answers import StepContext, WizardAnswers


class SampleCard(Card):
    """One button, its progress, and the number of items afterwards."""

    def __init__(self, context: StepContext, answers: WizardAnswers, on_change: Callable[[], None]) -> None:
        super().__init__(context.theme)
        self._context, self._answers, self._on_change = context, answers, on_change
        self._dispatcher = GuiDispatcher(self)
        self._reply: PendingReply[int] | None = None
        theme = context.theme
        self.tile = Tile(theme, "flask-conical", Tone.STAGING, 44, icon_size=22)
        self.headline = Label(theme, self.tr("Look around with a sample"), Type.HEADING)
        text = self.tr("Staging gets parts, stock and orders of a made-up shop. Nothing reaches a buyer or real stock.")
        self.detail = Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True)
        self.button = Button(theme, self.tr("Fill staging with a sample"))
        self.button.clicked.connect(self.fill)
        self.work = WorkBar(theme, context.formats, self._stop)
        self.fault = FaultNote(theme)
        head = row(self.tile, spacing=14)
        head.addLayout(column(self.headline, self.detail, spacing=3), 1)
        head.addWidget(self.button)
        self.body.setSpacing(12)
        self.body.addLayout(head)
        self.body.addWidget(self.work)
        self.body.addWidget(self.fault)
        self.show_filled()

    def show_filled(self) -> None:
        """Shows what is there already."""
        number = self._answers.filled
        if number:
            self.tile.show_icon("check", Tone.GOOD)
            self.headline.setText(self.tr("Staging holds %n sample part(s)", "", number))
            self.detail.setText(self.tr("Switch between Live and Staging at the top of the window."))
            self.button.hide()

    def fill(self) -> None:
        """Requests the sample."""
        pair = self._answers.pair
        if pair is not None:
            self.fault.hide()
            self.button.setEnabled(False)
            self.work.begin(self.tr("Filling staging"))
            progress = self._dispatcher.progress(self._show_progress)
            future = self._context.backend.host.fill_sample(pair.staging.id, progress)
            self._reply = self._dispatcher.fetch(future, self._on_filled, self._on_failed)

    def _show_progress(self, progress: Progress) -> None:
        if self._reply is None or self._reply.pending:
            self.work.show_progress(progress)

    def _on_filled(self, number: int) -> None:
        self.work.end()
        self._answers.filled = number
        self.show_filled()
        self._on_change()

    def _stop(self) -> None:
        if self._reply:
            self._reply.cancel()
        self.work.end()
        self.button.setEnabled(True)

    def _on_failed(self, error: BackendError) -> None:
        self._stop()
        self.fault.show_text(fault_text(error))
