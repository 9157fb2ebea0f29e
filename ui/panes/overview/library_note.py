"""Libraries of the program with a known fault, each in a sentence."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.sentences import Sentence
from ui.i18n import translate_sentence
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone
from ui.widgets import Button, Note


class LibraryNote(QWidget):
    """Hidden while no version in use has a known fault."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self.note: Note | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_faults(self, faults: tuple[Sentence, ...]) -> None:
        """Shows the faults; they never change while the program runs."""
        if self.note is None and faults:
            see = Button(self._context.theme, self.tr("See the versions"), icon="info")
            see.clicked.connect(lambda: self._context.go(PaneKey.SETTINGS, "about"))
            lines = tuple(translate_sentence(fault) for fault in faults)
            title = self.tr("A library of this program has a known fault")
            self.note = Note(self._context.theme, Tone.WARN, title, lines, see, icon="package")
            self._layout.addWidget(self.note)
        self.setVisible(self.note is not None)
