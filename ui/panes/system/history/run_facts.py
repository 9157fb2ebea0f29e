"""A run in numbers, and the rows that were rejected or noted."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import Run, RunRow
from ui.i18n import Formats, translate_sentence
from ui.i18n.history_text import name_fields
from ui.theme import Theme, Tone, Type
from ui.widgets import Column, Fact, Ink, Label, column, row

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
