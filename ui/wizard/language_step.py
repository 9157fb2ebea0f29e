"""Step 1: English or Arabic."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout

from ui.i18n import Language
from ui.widgets import Button, Kind, row
from ui.wizard.wizard_answers import StepContext
from ui.wizard.wizard_cards import ChoiceCard
from ui.wizard.wizard_frame import WizardStep


class LanguageStep(WizardStep):
    """Leaving it with the other language builds the wizard again in it, at the next step."""

    skippable: ClassVar[bool] = False
    language_chosen = Signal(str)
    counter_wanted = Signal()

    def __init__(self, context: StepContext) -> None:
        super().__init__("", "", "", "")
        present = context.formats.language
        self.name = self.tr("Language")
        self.summary = "English" if present is Language.ENGLISH else "العربية"
        self.question = self.tr("Which language do you read best?")
        self.explanation = self.tr("Both are complete. You can change it at any time under Settings.")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        group = QButtonGroup(self)
        texts = {
            Language.ENGLISH: ("English", self.tr("Prices as BHD 12.500")),
            Language.ARABIC: ("العربية", self.tr("Right to left, prices as 12.500 د.ب")),
        }
        self.cards: dict[Language, ChoiceCard] = {}
        for language, (title, text) in texts.items():
            card = ChoiceCard(context.theme, "languages", title, text)
            card.setChecked(language is present)
            card.entered.connect(self.leave)
            group.addButton(card)
            layout.addWidget(card)
            self.cards[language] = card
        self.counter = Button(context.theme, self.tr("This is a further counter…"), Kind.LINK)
        self.counter.clicked.connect(self.counter_wanted)
        layout.addLayout(row(self.counter, None))
        layout.addStretch(1)
        self._present = present

    def enter(self) -> None:
        self.cards[self._present].setFocus()

    def leave(self) -> None:
        chosen = next(language for language, card in self.cards.items() if card.isChecked())
        if chosen is self._present:
            self.advance.emit()
        else:
            self.language_chosen.emit(chosen.value)
