"""The questions of the file, each with its readings to choose from."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from service.domain.pull.file_inspection import Question
from ui.i18n import translate_sentence
from ui.theme import Theme, Type
from ui.widgets import Card, Ink, Label
from ui.widgets.plain_text import escape_mnemonic


class QuestionsCard(Card):
    """Calls `answered` with a question's key and the chosen answer; an answered question stays and
    can be changed.
    """

    def __init__(self, theme: Theme, answered: Callable[[str, str], None]) -> None:
        super().__init__(theme, "")
        self._theme, self._answered = theme, answered
        self._questions: dict[str, Question] = {}
        self._answers: dict[str, str] = {}
        self.buttons: dict[str, dict[str, QRadioButton]] = {}
        self.setAccessibleName(self.tr("Questions about the file"))
        self.body.setSpacing(8)
        self.body.addWidget(Label(theme, self.tr("Questions about the file"), Type.HEADING))
        about = self.tr("These can be read in more than one way. Your answer is kept for every night.")
        self.body.addWidget(Label(theme, about, Type.SMALL, Ink.TEXT2, wrap=True))
        self._holder: QWidget | None = None

    def forget(self) -> None:
        """Removes the questions of the file before."""
        self._questions.clear()

    def show_questions(self, questions: tuple[Question, ...], answers: dict[str, str]) -> None:
        """Shows the open questions, and the answered ones before them."""
        still_valid = {key: question for key, question in self._questions.items() if question.allows(answers.get(key))}
        self._questions = still_valid | {question.key: question for question in questions}
        self._answers = answers
        self.setVisible(bool(self._questions))
        if self._holder:
            self.body.removeWidget(self._holder)
            self._holder.deleteLater()
        self._holder = QWidget()
        layout = QVBoxLayout(self._holder)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(6)
        self.buttons = {key: self._add(layout, question) for key, question in self._questions.items()}
        self.body.addWidget(self._holder)

    def _add(self, layout: QVBoxLayout, question: Question) -> dict[str, QRadioButton]:
        title = translate_sentence(question.text)
        layout.addWidget(Label(self._theme, title, Type.MEDIUM, wrap=True))
        group = QButtonGroup(self._holder)
        buttons: dict[str, QRadioButton] = {}
        for reading in question.readings:
            button = QRadioButton(escape_mnemonic(translate_sentence(reading.text)))
            button.setFont(self._theme.font(Type.BODY))
            button.setAccessibleDescription(title)
            button.setChecked(self._answers.get(question.key) == reading.answer)
            button.clicked.connect(
                lambda _on=False, key=question.key, answer=reading.answer: self._answered(key, answer)
            )
            group.addButton(button)
            layout.addWidget(button)
            buttons[reading.answer] = button
        return buttons
