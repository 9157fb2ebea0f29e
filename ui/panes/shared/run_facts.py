"""A run in numbers and words, and the note about one that needs the owner."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import Difference, Run, RunRow, RunState
from service.domain.sentences import EMPTY
from service.domain.times import Millis
from ui.i18n import Formats, translate_sentence
from ui.i18n.history_text import name_fields
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Tone, Type
from ui.widgets import Button, Column, Fact, Ink, Label, Note, NoteSlot, column, row

translate = QCoreApplication.translate


def run_facts(run: Run, formats: Formats) -> tuple[Fact, ...]:
    """What happened to the rows."""
    words = (
        (translate("RunFacts", "Rows read"), run.counts.read),
        (translate("RunFacts", "New"), run.counts.created),
        (translate("RunFacts", "Changed"), run.counts.updated),
        (translate("RunFacts", "As before"), run.counts.unchanged),
        (translate("RunFacts", "Rejected"), run.counts.rejected),
        (translate("RunFacts", "With a note"), run.counts.noted),
    )
    return tuple(Fact(label, formats.count(number)) for label, number in words)


class Figures(QWidget):
    """The counts of a run, figure over word; faults in red."""

    def __init__(self, theme: Theme, run: Run, formats: Formats) -> None:
        super().__init__()
        line = row(spacing=28)
        for fact in run_facts(run, formats):
            bad = run.counts.rejected and fact.label == translate("RunFacts", "Rejected")
            figure = Label(theme, fact.value, Type.FIGURE, Ink.BAD if bad else Ink.TEXT)
            line.addLayout(column(figure, Label(theme, fact.label, Type.SMALL, Ink.TEXT2), spacing=1))
        line.addStretch(1)
        self.setLayout(line)


def result_words() -> dict[str, str]:
    """The result of a row, by the code that a command prints."""
    return {"rejected": translate("RunFacts", "Rejected"), "noted": translate("RunFacts", "Saved")}


def fault_columns(*, inset: int = 12) -> tuple[Column[RunRow], ...]:
    """Line, part number, what was wrong."""
    words = result_words()

    def result_word(fault: RunRow) -> str:
        return words["rejected" if fault.rejected else "noted"]

    def tone(fault: RunRow) -> Tone:
        return Tone.BAD if fault.rejected else Tone.WARN

    def describe(fault: RunRow) -> str:
        """A note of no line is that of an undo."""
        text = translate_sentence(fault.text)
        return text if fault.line > 0 else name_fields(text)

    return (
        Column(
            translate("RunFacts", "Line"),
            lambda row: str(row.line) if row.line > 0 else "\u2014",
            width=84,
            ink=Ink.TEXT2,
            inset=inset,
        ),
        Column(translate("RunFacts", "Part number"), lambda row: row.sku or "\u2014", width=150, code=True),
        Column(translate("RunFacts", "Row"), result_word, width=104, tone=tone, mark=True),
        Column(translate("RunFacts", "What we noticed"), describe, ink=Ink.TEXT),
    )


class RunNote(NoteSlot[tuple[Run, str]]):
    """The last run when it waits for approval with its difference, or failed with its reason."""

    def __init__(
        self,
        context: PaneContext,
        approve: Callable[[Run], None],
        history: Callable[[], None],
        again: Callable[[], None],
    ) -> None:
        super().__init__()
        self._context, self._approve, self._history, self._again = context, approve, history, again

    def show_run(self, run: Run | None, now: Millis) -> None:
        """Shows the last run if it needs the owner."""
        if run is not None and (
            run.state is RunState.FAILED or (run.state is RunState.NEEDS_APPROVAL and run.held is not None)
        ):
            self.show_about((run, self._context.formats.day_time(run.at, now)))
        else:
            self.show_about(None)

    def build_note(self, subject: tuple[Run, str], /) -> Note:
        run, when = subject
        if run.state is RunState.NEEDS_APPROVAL and run.held is not None:
            return self._build_impact_note(run, run.held)
        return self._build_failed_note(run, when)

    def _build_impact_note(self, run: Run, held: Difference) -> Note:
        theme = self._context.theme
        see = Button(theme, self.tr("See the difference"))
        see.clicked.connect(self._history)
        through = Button(theme, self.tr("Let it through…"), changes=True)
        through.clicked.connect(lambda: self._approve(run))
        title = self.tr("The file was held back, as it changes a great deal. Nothing was saved.")
        return Note(theme, Tone.WARN, title, (impact_text(held, self._context.formats),), see, through)

    def _build_failed_note(self, run: Run, when: str) -> Note:
        again = Button(self._context.theme, self.tr("Try again"), icon="rotate-ccw")
        again.clicked.connect(self._again)
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
