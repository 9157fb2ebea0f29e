"""The last step's offer: link a marketplace later, or practise in Staging at once."""

from __future__ import annotations

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.theme import Tone, Type
from ui.widgets import Button, Card, FaultNote, Ink, Label, Tile, column, row
from ui.wizard.wizard_answers import StepContext, WizardAnswers


class MarketplaceCard(Card):
    """One button; nothing here has to be done."""

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__(context.theme)
        self._context, self._answers = context, answers
        self._dispatcher = GuiDispatcher(self)
        theme = context.theme
        self.tile = Tile(theme, "link", Tone.ACCENT, 44, icon_size=22)
        self.detail = Label(
            theme,
            self.tr("Link one under Marketplace. Without an account you can practise in Staging."),
            Type.BODY,
            Ink.TEXT2,
            wrap=True,
        )
        self.button = Button(theme, self.tr("Practise in Staging"))
        self.button.clicked.connect(self._practise)
        self.fault = FaultNote(theme)
        head = row(self.tile, spacing=14)
        title = Label(theme, self.tr("Sell on a marketplace too"), Type.HEADING)
        head.addLayout(column(title, self.detail, spacing=3), 1)
        head.addWidget(self.button)
        self.body.setSpacing(12)
        self.body.addLayout(head)
        self.body.addWidget(self.fault)

    def _practise(self) -> None:
        pair = self._answers.pair
        if pair is not None:
            self.fault.hide()
            self.button.setEnabled(False)
            future = self._context.backend.marketplace.practise(pair.staging.id, True)
            self._dispatcher.fetch(future, lambda _none: self._on_begun(), self._on_failed)

    def _on_begun(self) -> None:
        self.tile.show_icon("check", Tone.GOOD)
        self.detail.setText(self.tr("The practice marketplace runs. Look at Marketplace in Staging."))
        self.button.hide()

    def _on_failed(self, error: BackendError) -> None:
        self.button.setEnabled(True)
        self.fault.show_text(fault_text(error))
