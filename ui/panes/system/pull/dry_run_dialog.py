"""What a run would do, after a dry run: nothing was saved."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.pull.pulls import RunRow
from ui.backend.pulls_port import DryRun
from ui.i18n import Formats
from ui.panes.system.history.run_facts import Figures, fault_columns
from ui.panes.system.history.run_note import impact_text
from ui.theme import Theme, Tone
from ui.theme.metrics import LOG_ROW
from ui.widgets import Dialog, Note, RowsModel, Table

translate = QCoreApplication.translate

_HEADER = 32
_MOST_ROWS = 8
_WIDTH = 720


class DryRunDialog(Dialog):
    """Counts, whether the file would need approval, and the rows with faults and notes."""

    def __init__(self, theme: Theme, parent: QWidget, look: DryRun, formats: Formats) -> None:
        title = translate("DryRunDialog", "What a run would do")
        subtitle = translate("DryRunDialog", "The whole file was read; nothing was saved.")
        super().__init__(theme, parent, title, subtitle, icon="eye", width=_WIDTH)
        self.figures = Figures(theme, look.run, formats)
        self.body.addWidget(self.figures)
        if look.run.held is not None:
            held = self.tr("It would be held back and wait for you, as it changes a great deal.")
            self.body.addWidget(Note(theme, Tone.WARN, held, (impact_text(look.run.held, formats),)))
        columns = fault_columns(inset=0)
        self.model: RowsModel[RunRow] = RowsModel(columns, lambda row: (row.line, row.text), self)
        self.model.set_rows(look.rows)
        self.table: Table[RunRow] = Table(
            theme, self.model, name=self.tr("Rows with faults and notes"), row_height=LOG_ROW
        )
        self.table.setFixedHeight(_HEADER + LOG_ROW * min(_MOST_ROWS, len(look.rows)) + 2)
        self.body.addWidget(self.table)
        self.table.setVisible(bool(look.rows))
        close = self.main_button(self.tr("Close"), self.accept)
        self.buttons(close)
        close.setFocus()
