"""A run in numbers and words, and the note about one that needs the owner."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import Difference, Run, RunRow, RunState
from service.domain.sentences import EMPTY
from service.domain.times import Millis
from ui.backend.pulls_port import DryRun
from ui.i18n import Formats, translate_sentence
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Button,
    Column,
    ConfirmDialog,
    Dialog,
    Fact,
    Ink,
    Label,
    Note,
    NoteSlot,
    RowsModel,
    Table,
    column,
    row,
)

translate = QCoreApplication.translate
_HEADER = 32
_MOST_ROWS = 8
_WIDTH = 760


def run_facts(run: Run, formats: Formats) -> tuple[Fact, ...]:
    words = (
        (translate("RunFacts", "Rows read"), run.counts.read),
        (translate("RunFacts", "New"), run.counts.created),
        (translate("RunFacts", "Changed"), run.counts.updated),
        (translate("RunFacts", "As before"), run.counts.unchanged),
        (translate("RunFacts", "Rejected"), run.counts.rejected),
        (translate("RunFacts", "With a note"), run.counts.noted),
    )
    return tuple(Fact(label, formats.count(number)) for label, number in words)


def saved_text(run: Run, formats: Formats) -> str:
    """`Saved 998, rejected 2`."""
    text = translate("RunFacts", "Saved %1, rejected %2").replace("%1", formats.count(run.counts.saved))
    return text.replace("%2", formats.count(run.counts.rejected))


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
    return {"rejected": translate("RunFacts", "Rejected"), "noted": translate("RunFacts", "Noted")}


def fault_columns(*, inset: int = 12) -> tuple[Column[RunRow], ...]:
    """Line, part number, what was wrong."""
    words = result_words()

    def result_word(fault: RunRow) -> str:
        return words["rejected" if fault.rejected else "noted"]

    def tone(fault: RunRow) -> Tone:
        return Tone.BAD if fault.rejected else Tone.WARN

    return (
        Column(
            translate("RunFacts", "Line"),
            lambda row: str(row.line) if row.line > 0 else "\u2014",
            width=64,
            ink=Ink.TEXT2,
            inset=inset,
        ),
        Column(translate("RunFacts", "Part number"), lambda row: row.sku or "\u2014", width=150, code=True),
        Column(translate("RunFacts", "Row"), result_word, width=104, tone=tone, mark=True),
        Column(translate("RunFacts", "What we noticed"), lambda row: translate_sentence(row.text), wraps=True),
    )


class DryRunDialog(Dialog):
    """Counts, whether the file would need approval, and the rows with faults and notes."""

    def __init__(self, theme: Theme, parent: QWidget, look: DryRun, formats: Formats, save: Callable[[], None]) -> None:
        title = translate("DryRunDialog", "What a run would do")
        subtitle = translate("DryRunDialog", "The whole file was read; nothing was saved.")
        super().__init__(theme, parent, title, subtitle, icon="eye", width=_WIDTH)
        self.figures = Figures(theme, look.run, formats)
        self.body.addWidget(self.figures)
        if look.run.held is not None:
            title = self.tr("It would be stopped and wait for you, because it changes very much.")
            if look.run.held.is_unconfirmed:
                title = self.tr("It would wait for your confirmation.")
            self.body.addWidget(Note(theme, Tone.WARN, title, _held_lines(look.run.held, formats)))
        columns = fault_columns(inset=0)
        self.model: RowsModel[RunRow] = RowsModel(columns, lambda row: (row.line, row.text), self)
        self.model.set_rows(look.rows)
        self.table: Table[RunRow] = Table(
            theme, self.model, name=self.tr("Rows with faults and notes"), row_height=TWO_LINE_ROW
        )
        self.table.setFixedHeight(_HEADER + TWO_LINE_ROW * min(_MOST_ROWS, len(look.rows)) + 2)
        self.body.addWidget(self.table)
        self.table.setVisible(bool(look.rows))
        self._save_it = save
        self.save = self.main_button(self.tr("Save it"), self._save, changes=True)
        self.buttons(self.cancel_button(self.tr("Close")), self.save)

    def _save(self) -> None:
        self.accept()
        self._save_it()


class RunNote(NoteSlot[tuple[Run, str]]):
    """The last run when it waits for approval with its difference, or failed with its reason.
    `history` shows the difference, `look` the sheet of a set-up that nobody confirmed yet.
    """

    def __init__(
        self,
        theme: Theme,
        formats: Formats,
        approve: Callable[[Run], None],
        again: Callable[[], None],
        history: Callable[[], None] | None = None,
        look: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._theme, self._formats = theme, formats
        self._approve, self._again, self._history, self._look = approve, again, history, look

    def show_run(self, run: Run | None, now: Millis) -> None:
        """Shows the last run if it needs the owner."""
        if run is not None and (
            run.state is RunState.FAILED or (run.state is RunState.NEEDS_APPROVAL and run.held is not None)
        ):
            self.show_about((run, self._formats.day_time(run.at, now)))
        else:
            self.show_about(None)

    def build_note(self, subject: tuple[Run, str], /) -> Note:
        run, when = subject
        if run.state is RunState.NEEDS_APPROVAL and run.held is not None:
            lines = _held_lines(run.held, self._formats)
            return Note(self._theme, Tone.WARN, held_title(run.held), lines, *self._make_buttons(run, run.held))
        return self._build_failed_note(run, when)

    def _make_buttons(self, run: Run, held: Difference) -> list[Button]:
        if held.is_unconfirmed and self._look is not None:
            see = Button(self._theme, self.tr("Look at it")).keep_at_service()
            see.clicked.connect(self._look)
            return [see]
        buttons = []
        if self._history is not None:
            buttons.append(Button(self._theme, self.tr("See the difference")))
            buttons[0].clicked.connect(self._history)
        anyway = Button(self._theme, self.tr("Save it anyway…"), changes=True).keep_at_service()
        anyway.clicked.connect(lambda: self._approve(run))
        return [*buttons, anyway]

    def _build_failed_note(self, run: Run, when: str) -> Note:
        again = Button(self._theme, self.tr("Try again"), icon="rotate-ccw").keep_at_service()
        again.clicked.connect(self._again)
        title = self.tr("The file could not be read: %1").replace("%1", when)
        return Note(self._theme, Tone.BAD, title, (translate_sentence(run.fault or EMPTY),), again)


def ask_approval(theme: Theme, parent: QWidget, run: Run, formats: Formats, approve: Callable[[], None]) -> None:
    title = translate("PullWork", "Save this file anyway?")
    more = translate("PullWork", "It can be taken back afterwards, under History.")
    text = "\n".join((*(_held_lines(run.held, formats) if run.held else ()), more))
    ConfirmDialog(theme, parent, title, text, translate("PullWork", "Save it anyway"), approve).open()


def held_title(held: Difference) -> str:
    """What a file that was not saved waits for."""
    if held.is_unconfirmed:
        return translate("RunNote", "The file waits for your confirmation. Nothing was saved.")
    return translate("RunNote", "The file was stopped, because it changes very much. Nothing was saved.")


def _held_lines(held: Difference, formats: Formats) -> tuple[str, str]:
    """Why a file waits, and what it would change."""
    return translate_sentence(held.reason), impact_text(held, formats)


def impact_text(held: Difference, formats: Formats) -> str:
    """What the file would change, as a list in one line."""
    rows = translate("RunNote", "Rows: %1, last time %2").replace("%1", formats.count(held.rows_now))
    lines = [rows.replace("%2", formats.count(held.rows_before))]
    counts = (
        (translate("RunNote", "Parts missing: %1"), held.dropped),
        (translate("RunNote", "Set to 0: %1"), held.zeroed),
        (translate("RunNote", "Prices changed by over 30%: %1"), held.prices_changed),
    )
    lines += [text.replace("%1", formats.count(number)) for text, number in counts if number]
    return " · ".join(lines)
