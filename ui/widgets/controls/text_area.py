"""Several lines of text in a field; Tab leaves it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtWidgets import QPlainTextEdit

from ui.i18n.bidi import strip_marks
from ui.theme import Theme, Type

_LINE, _FRAME = 20, 16


class TextArea(QPlainTextEdit):
    """Text begins at the side at which the window's language begins; code always at the left.
    `lines` fixes the height.
    """

    def __init__(self, theme: Theme, prompt: str = "", lines: int | None = None, *, code: bool = False) -> None:
        super().__init__()
        self.setFont(theme.font(Type.MONO if code else Type.BODY))
        self.setPlaceholderText(prompt)
        self.setTabChangesFocus(True)
        if lines is not None:
            self.setFixedHeight(lines * _LINE + _FRAME)
        if code:
            self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._align()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self._align()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied has no marks of direction: another program would store them."""
        data = QMimeData()
        data.setText(strip_marks(self.textCursor().selection().toPlainText()))
        return data

    def _align(self) -> None:
        """Qt aligns every text of this field to the left, whatever the direction."""
        right = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        option = self.document().defaultTextOption()
        option.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        self.document().setDefaultTextOption(option)
