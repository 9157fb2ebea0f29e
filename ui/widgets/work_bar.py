"""Long work: its progress, and a button that stops it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend.progress import Progress
from ui.i18n import Formats
from ui.theme import Theme, Tone, Type
from ui.widgets.card import row
from ui.widgets.controls.button import Button, Kind
from ui.widgets.countdown import Meter
from ui.widgets.label import ElidedLabel
from ui.widgets.painting import Ink


class WorkBar(QWidget):
    """A line of text, a bar, and "Stop"; hidden while no work runs."""

    def __init__(self, theme: Theme, formats: Formats, stop: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._formats = formats
        self._title = ""
        self._text = ElidedLabel(theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        self._meter = Meter(theme, "", Tone.ACCENT)
        self.stop = Button(theme, self.tr("Stop"), Kind.GHOST)
        self.stop.clicked.connect(stop)
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addWidget(self._text)
        left.addWidget(self._meter)
        line = row(spacing=12)
        line.addLayout(left, 1)
        line.addWidget(self.stop)
        self.setLayout(line)
        self.hide()

    def begin(self, title: str) -> None:
        """Shows that work starts."""
        self._title = title
        self._meter.setAccessibleName(title)
        self.show_progress(Progress(0))
        self.show()

    def show_progress(self, progress: Progress) -> None:
        """Shows the progress."""
        done = self._formats.count(progress.done)
        if progress.total:
            self._meter.setRange(0, progress.total)
            self._meter.setValue(min(progress.done, progress.total))
            of = self.tr("%1 of %2").replace("%1", done).replace("%2", self._formats.count(progress.total))
        else:
            self._meter.setRange(0, 1)
            self._meter.setValue(0)
            of = done if progress.done else ""
        self._text.setText(f"{self._title}  {of}".strip())

    def end(self) -> None:
        """Hides itself at the end of the work."""
        self.hide()
