"""A missing nightly backup: why, and a button to the setting that helps."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.sentences import Sentence
from ui.i18n import translate_sentence
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone
from ui.widgets import Button, Kind, Note


class BackupNote(QWidget):
    """Hidden while no backup is missing."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self._fault: Sentence | None = None
        self.note: Note | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_fault(self, fault: Sentence | None) -> None:
        """Shows another reason, or None. A note with the same text stays, so that a click on it
        counts.
        """
        if fault == self._fault:
            return
        self._fault = fault
        if self.note is not None:
            self._layout.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        self.note = None if fault is None else self._build_note(fault)
        if self.note is not None:
            self._layout.addWidget(self.note)
        self.setVisible(self.note is not None)

    def _build_note(self, fault: Sentence) -> Note:
        see = Button(self._context.theme, self.tr("Open the backups"), Kind.PRIMARY, icon="archive")
        see.clicked.connect(lambda: self._context.go(PaneKey.SETTINGS, "backups"))
        lines = (translate_sentence(fault), self.tr("It is tried again every 10 minutes."))
        title = self.tr("The nightly backup was not made")
        return Note(self._context.theme, Tone.WARN, title, lines, see, icon="archive")
