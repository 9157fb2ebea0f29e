"""A computer clock that jumped: what it showed, and the button that confirms it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.clock_trust import ClockDoubt
from service.domain.times import Millis
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Button, Kind, Note


class ClockNote(QWidget):
    """Hidden while the clock is believed."""

    def __init__(self, context: PaneContext, on_confirm: Callable[[], None]) -> None:
        super().__init__()
        self._context = context
        self._on_confirm = on_confirm
        self._doubt: ClockDoubt | None = None
        self.note: Note | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_doubt(self, doubt: ClockDoubt | None) -> None:
        """Shows a doubt, or none; the note of the same doubt stays, so that a click counts."""
        if doubt == self._doubt:
            return
        self._doubt = doubt
        if self.note is not None:
            self._layout.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        self.note = None if doubt is None else self._build_note(doubt)
        if self.note is not None:
            self._layout.addWidget(self.note)
        self.setVisible(self.note is not None)

    def _build_note(self, doubt: ClockDoubt) -> Note:
        confirm = Button(self._context.theme, self.tr("The clock is right"), Kind.PRIMARY, icon="check", changes=True)
        confirm.clicked.connect(lambda _checked: self._on_confirm())
        jump = self.tr("It showed %1 when about %2 was expected.")
        lines = (
            jump.replace("%1", self._format(doubt.shown_at)).replace("%2", self._format(doubt.expected_at)),
            self.tr("No order is cancelled by time meanwhile. Set the clock right, or confirm it here."),
            self.tr("Waiting orders then have 30 minutes again."),
        )
        title = self.tr("Is this computer's clock right?")
        return Note(self._context.theme, Tone.WARN, title, lines, confirm, icon="clock")

    def _format(self, moment: Millis) -> str:
        formats = self._context.formats
        return f"{formats.date(moment)} {formats.time(moment)}"
