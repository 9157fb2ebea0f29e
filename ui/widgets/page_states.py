"""Loading, empty and error: the states of a pane as widgets."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.i18n.bidi import ltr
from ui.theme import Theme, Tone, Type
from ui.widgets.card import Card, ForProgrammer, Tile, column, fill, row
from ui.widgets.controls.button import Button
from ui.widgets.label import Label
from ui.widgets.painting import Ink, box, runs_rtl
from ui.widgets.window_use import make_timer

SKELETON_AFTER_MS = 300
_WIDTHS = (0.42, 0.78, 0.66, 0.72, 0.5)
_STEP, _BAR = 28, 12
_TEXT_WIDTH = 440


class Skeleton(QWidget):
    """Grey bars instead of text; they appear only if loading takes longer than 300 ms."""

    def __init__(self, theme: Theme, name: str, bars: int = 5, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._bars = theme, bars
        self.bars_visible = False
        self.setAccessibleName(name)
        self._delay_timer = make_timer(self, SKELETON_AFTER_MS, self.show_now)
        theme.changed.connect(self.update)

    def begin(self) -> None:
        self.bars_visible = False
        self._delay_timer.start()
        self.update()

    def end(self) -> None:
        """Ends the waiting, as the content has come."""
        self._delay_timer.stop()
        self.bars_visible = False

    def show_now(self) -> None:
        self.bars_visible = True
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self._bars * _STEP + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.bars_visible:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rtl = runs_rtl(self)
        for index in range(self._bars):
            width = self.width() * _WIDTHS[index % len(_WIDTHS)]
            left = self.width() - width if rtl else 0.0
            box(painter, QRectF(left, 8 + index * _STEP, width, _BAR), 6, self._theme.tokens.press, None)


class EmptyState(QWidget):
    """Icon, title, one sentence on its use, buttons, and the command line for the same."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str,
        text: str,
        *buttons: QWidget,
        script_label: str = "",
        script: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        tone = Tone.STAGING if theme.staging else Tone.ACCENT
        centre = Qt.AlignmentFlag.AlignHCenter
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(0)
        layout.addStretch(5)
        layout.addWidget(Tile(theme, icon, tone, 72, icon_size=32), 0, centre)
        layout.addSpacing(20)
        heading = Label(theme, title, Type.TITLE)
        layout.addWidget(heading, 0, centre)
        layout.addSpacing(6)
        sentence = Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True)
        sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        sentence.setFixedSize(_TEXT_WIDTH, sentence.heightForWidth(_TEXT_WIDTH))
        layout.addWidget(sentence, 0, centre)
        if buttons:
            fill(layout, 16, row(None, *buttons, None))
        if script:
            layout.addSpacing(16)
            label = Label(theme, script_label, Type.SMALL, Ink.TEXT3)
            command = Label(theme, ltr(script), Type.MONO, Ink.TEXT2, selectable=True)
            layout.addWidget(ForProgrammer(theme, row(label, command)), 0, centre)
        layout.addStretch(6)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)


class ErrorState(Card):
    """What is wrong, what is safe, what to do, and details for support."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        text: str,
        fix: Button | None,
        *others: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent=parent)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(Tile(theme, "circle-x", Tone.BAD, 44, disc=True, icon_size=24), 0, Qt.AlignmentFlag.AlignTop)
        texts = column(
            Label(theme, title, Type.HEADING, wrap=True), Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True), spacing=4
        )
        head.addLayout(texts, 1)
        fill(self.body, head, 4)
        buttons: list[QWidget] = [fix] if fix else []
        self.body.addLayout(row(*buttons, *others, None))
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
