"""The last run where it needs the owner: held back with its difference, or failed with its reason."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.pulls import RunState
from service.domain.times import Millis
from ui.backend.pulls import HeldDifference, PullRun
from ui.i18n import Formats, told
from ui.shell.desk import Desk
from ui.theme import Tone
from ui.widgets import Button, Note

translate = QCoreApplication.translate


class RunNote(QWidget):
    """Hidden while the last run went well."""

    def __init__(
        self, desk: Desk, let_through: Callable[[PullRun], None], history: Callable[[], None], again: Callable[[], None]
    ) -> None:
        super().__init__()
        self._desk, self._let_through, self._history, self._again = desk, let_through, history, again
        self.note: Note | None = None
        self._shown: tuple[PullRun | None, str] = (None, "")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_run(self, run: PullRun | None, now: Millis) -> None:
        """The last run; a note that says the same stays, so that a click on its buttons counts."""
        shown = (run, self._desk.formats.day_time(run.at, now) if run else "")
        if shown == self._shown:
            return
        self._shown = shown
        if self.note:
            self._layout.removeWidget(self.note)
            self.note.deleteLater()
            self.note = None
        if run is not None and run.state is RunState.NEEDS_APPROVAL and run.held is not None:
            self.note = self._held(run, run.held)
        elif run is not None and run.state is RunState.FAILED:
            self.note = self._failed(run, now)
        if self.note:
            self._layout.addWidget(self.note)
        self.setVisible(self.note is not None)

    def _held(self, run: PullRun, held: HeldDifference) -> Note:
        theme = self._desk.theme
        see = Button(theme, self.tr("See the difference"))
        see.clicked.connect(self._history)
        through = Button(theme, self.tr("Let it through…"))
        through.clicked.connect(lambda: self._let_through(run))
        title = self.tr("The file was held back, as it changes a great deal. Nothing was saved.")
        return Note(theme, Tone.WARN, title, (difference_text(held, self._desk.formats),), see, through)

    def _failed(self, run: PullRun, now: Millis) -> Note:
        again = Button(self._desk.theme, self.tr("Try again"), icon="rotate-ccw")
        again.clicked.connect(self._again)
        when = self._desk.formats.day_time(run.at, now)
        title = self.tr("The file could not be read: %1").replace("%1", when)
        return Note(self._desk.theme, Tone.BAD, title, (told(run.fault),), again)


def difference_text(held: HeldDifference, formats: Formats) -> str:
    """What the file would change, as a list in one line."""
    rows = translate("RunNote", "Rows: %1, last time %2").replace("%1", formats.count(held.rows_now))
    said = [rows.replace("%2", formats.count(held.rows_before))]
    counts = (
        (translate("RunNote", "Items missing: %1"), held.dropped),
        (translate("RunNote", "Set to 0: %1"), held.zeroed),
        (translate("RunNote", "Prices changed by over 30%: %1"), held.prices_changed),
    )
    said += [text.replace("%1", formats.count(number)) for text, number in counts if number]
    return " · ".join(said)
