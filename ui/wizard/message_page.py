"""Step 4 for an owner who does not know: a message for the seller of the shop's system."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.panes.system.keys.reference_card import choose_description_place
from ui.theme import Type
from ui.widgets import Button, Card, FaultLine, Kind, TextArea, row
from ui.wizard.wizard_answers import StepContext, WizardAnswers


class MessagePage(QWidget):
    """A text that the owner can change, a button that copies it, and one that saves the file to
    attach.
    """

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__()
        self._context, self._answers = context, answers
        theme = context.theme
        self.text = TextArea(theme)
        self.text.setAccessibleName(self.tr("Message for the seller of your till"))
        self.copy = Button(theme, self.tr("Copy the message"), Kind.PRIMARY, icon="copy")
        self.copy.clicked.connect(self._copy)
        self.save = Button(theme, self.tr("Save the file to attach…"), icon="file-json")
        self.save.clicked.connect(self._save)
        self.fault = FaultLine(theme, Type.SMALL)
        self._dispatcher = GuiDispatcher(self)
        card = Card(theme)
        card.body.setSpacing(12)
        card.body.addWidget(self.text)
        card.body.addLayout(row(self.copy, 10, self.save, None))
        card.body.addWidget(self.fault)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(card, 1)

    def enter(self) -> None:
        """Writes the message, unless the owner changed it."""
        if not self.text.toPlainText():
            self.text.setPlainText(self.message())

    def message(self) -> str:
        """The question, in the language of the window."""
        text = self.tr(
            "Hello,\n\nwe would like to connect our system to the parts marketplace with the program Counterpart,"
            " which runs on our PC. Which of these can our system do?\n\n"
            "1. Call an address on our PC (HTTP, JSON) when a price or quantity changes, and fetch new orders.\n"
            "2. Receive a call from our PC when an order arrives (webhook).\n"
            "3. Save a file with part numbers, prices and quantities every night (Excel or CSV).\n\n"
            "The address is %1. What can be called is in the attached file, and at %1/docs. Thank you.\n\n%2"
        )
        shop = self._answers.pair.live.name if self._answers.pair else ""
        return text.replace("%1", self._answers.address).replace("%2", shop)

    def _save(self) -> None:
        choose_description_place(self._context.chooser, self, self._save_as)

    def _save_as(self, path: str) -> None:
        self._dispatcher.fetch(self._context.backend.host.save_description(path), self._on_saved, self._on_failed)

    def _on_saved(self, _none: None) -> None:
        self.fault.hide()
        self.save.setText(self.tr("Saved"))
        self.save.setAccessibleName(self.tr("Saved"))
        self.save.updateGeometry()

    def _on_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))

    def _copy(self) -> None:
        self._context.clipboard.setText(strip_marks(self.text.toPlainText()))
        self.copy.setText(self.tr("Copied"))
        self.copy.setAccessibleName(self.tr("Copied"))
        self.copy.updateGeometry()
