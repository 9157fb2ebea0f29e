"""The last run when it needs the owner: it waits for approval with its difference, or failed with
its reason.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.pull.pulls import Difference, Run, RunState
from service.domain.sentences import EMPTY
from service.domain.times import Millis
from ui.i18n import Formats, translate_sentence
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Button, Note

translate = QCoreApplication.translate


class RunNote(QWidget):
    """Hidden while the last run went well."""

    def __init__(
        self,
        context: PaneContext,
        approve: Callable[[Run], None],
        history: Callable[[], None],
        again: Callable[[], None],
    ) -> None:
        super().__init__()
        self._context, self._approve, self._history, self._again = context, approve, history, again
        self.note: Note | None = None
        self._current: tuple[Run | None, str] = (None, "")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_run(self, run: Run | None, now: Millis) -> None:
        """Shows the last run. A note with the same text stays, so that a click on its buttons
        counts.
        """
        content = (run, self._context.formats.day_time(run.at, now) if run else "")
        if content == self._current:
            return
        self._current = content
        if self.note:
            self._layout.removeWidget(self.note)
            self.note.deleteLater()
            self.note = None
        if run is not None and run.state is RunState.NEEDS_APPROVAL and run.held is not None:
            self.note = self._build_impact_note(run, run.held)
        elif run is not None and run.state is RunState.FAILED:
            self.note = self._build_failed_note(run, now)
        if self.note:
            self._layout.addWidget(self.note)
        self.setVisible(self.note is not None)

    def _build_impact_note(self, run: Run, held: Difference) -> Note:
        theme = self._context.theme
        see = Button(theme, self.tr("See the difference"))
        see.clicked.connect(self._history)
        through = Button(theme, self.tr("Let it through…"), changes=True)
        through.clicked.connect(lambda: self._approve(run))
        title = self.tr("The file was held back, as it changes a great deal. Nothing was saved.")
        return Note(theme, Tone.WARN, title, (impact_text(held, self._context.formats),), see, through)

    def _build_failed_note(self, run: Run, now: Millis) -> Note:
        again = Button(self._context.theme, self.tr("Try again"), icon="rotate-ccw")
        again.clicked.connect(self._again)
        when = self._context.formats.day_time(run.at, now)
        title = self.tr("The file could not be read: %1").replace("%1", when)
        return Note(self._context.theme, Tone.BAD, title, (translate_sentence(run.fault or EMPTY),), again)


def impact_text(held: Difference, formats: Formats) -> str:
    """What the file would change, as a list in one line."""
    rows = translate("RunNote", "Rows: %1, last time %2").replace("%1", formats.count(held.rows_now))
    lines = [rows.replace("%2", formats.count(held.rows_before))]
    counts = (
        (translate("RunNote", "Items missing: %1"), held.dropped),
        (translate("RunNote", "Set to 0: %1"), held.zeroed),
        (translate("RunNote", "Prices changed by over 30%: %1"), held.prices_changed),
    )
    lines += [text.replace("%1", formats.count(number)) for text, number in counts if number]
    return " · ".join(lines)
