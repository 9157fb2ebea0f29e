"""What is important in a call: a title with a link next to it, and lines over the whole width."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ui.theme import Theme, Tone, Type
from ui.widgets import ElidedLabel, IconLabel, Ink, Label, WrappedLabel

_INK = {Tone.WARN: Ink.WARN, Tone.BAD: Ink.BAD}


class CallNote(QFrame):
    """A tinted note. A line among several is cut, and its tool tip has the rest."""

    def __init__(
        self, theme: Theme, tone: Tone, title: str, lines: tuple[str, ...], link: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setObjectName("note")
        self.setProperty("tone", tone.value)
        self.setAccessibleName(title)
        self.setAccessibleDescription(" ".join(lines))
        self.title = WrappedLabel(theme, title, Type.STRONG)  # a cut number is another number
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title, 1)
        if link is not None:
            link.setFixedHeight(18)
            head.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addLayout(head)
        self.lines = tuple(self._line(theme, line, alone=len(lines) == 1) for line in lines)
        for line in self.lines:
            texts.addWidget(line)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(12, 10, 12, 10)
        whole.setSpacing(10)
        icon = IconLabel(theme, "triangle-alert" if tone is Tone.BAD else "circle-alert", 16, _INK[tone])
        whole.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(texts, 1)

    @staticmethod
    def _line(theme: Theme, text: str, *, alone: bool) -> Label:
        if alone:
            return WrappedLabel(theme, text, Type.SMALL, Ink.TEXT2)
        return ElidedLabel(theme, text, Type.SMALL, Ink.TEXT2)
