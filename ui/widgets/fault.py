"""What went wrong, as a line or as a tinted card: invisible until there is something to say."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui.theme import Theme, Tone, Type
from ui.widgets.card import Note
from ui.widgets.label import Label
from ui.widgets.painting import Ink
from ui.widgets.scroll_container import reveal


class FaultLine(Label):
    """A red line below what it is about."""

    def __init__(self, theme: Theme, kind: Type = Type.SMALL_MEDIUM, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", kind, Ink.BAD, wrap=True, parent=parent)
        self.hide()

    def show_text(self, text: str) -> None:
        """Shows the sentence and scrolls to it."""
        self.setText(text)
        self.show()
        reveal(self)


class FaultNote(Note):
    """A card with the sentence."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Tone.BAD, "")
        self.hide()

    def show_text(self, text: str) -> None:
        """Shows the sentence and scrolls to it."""
        self.title.setText(text)
        self.setAccessibleName(text)
        self.show()
        reveal(self)
