"""The list of writes: cause and author, the part, when."""

from __future__ import annotations

from PySide6.QtCore import QObject

from service.domain.history import HistoryEntry, HistoryLine
from ui.backend.history.history_rows import make_history_rows
from ui.i18n.author_text import author_text
from ui.i18n.bidi import isolate_name
from ui.i18n.history_text import cause_text, created_text, field_text, values_text
from ui.i18n.part_name import part_name
from ui.shell.pane_context import PaneContext
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import Column, Ink, RowsModel, Table

_INSET, _PARTS, _WHEN, _WHEN_ARABIC = 16, 176, 138, 148


class WriteTable(QObject):
    """The model and its table, newest first. A write of several parts names one of them."""

    def __init__(self, context: PaneContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.model: RowsModel[HistoryLine] = RowsModel(self._columns(), lambda line: line.write.id, self)
        self.table: Table[HistoryLine] = Table(
            context.theme, self.model, name=self.tr("Changes"), row_height=TWO_LINE_ROW
        )

    def _columns(self) -> tuple[Column[HistoryLine], ...]:
        context, formats = self._context, self._context.formats
        return (
            Column(
                self.tr("Cause"),
                lambda line: cause_text(line.write),
                strong=True,
                second=lambda line: author_text(line.write.by),
                inset=_INSET,
            ),
            Column(self.tr("Changed"), self._describe_parts, _PARTS, second=self._describe_more),
            Column(
                self.tr("When"),
                lambda line: formats.day_time(line.write.at, context.now()),
                _WHEN_ARABIC if formats.arabic else _WHEN,
                ink=Ink.TEXT2,
                second=lambda line: "" if line.write.undone_by is None else isolate_name(self.tr("Undone")),
            ),
        )

    def _describe_parts(self, line: HistoryLine) -> str:
        if line.entry is not None:
            return self._describe_entry(line.entry)[0]
        if line.note is not None:
            return self.tr("Nothing: not taken")
        return self._context.formats.ltr(line.sku) if line.sku else self._context.formats.parts(line.parts)

    def _describe_more(self, line: HistoryLine) -> str:
        if line.entry is not None:
            return self._describe_entry(line.entry)[1]
        if line.parts > 1:
            more = line.parts - 1
            return self.tr("and %1 more", "", more).replace("%1", self._context.formats.count(more))
        return part_name(line.name, line.name_ar, self._context.formats) if line.name else ""

    def _describe_entry(self, entry: HistoryEntry) -> tuple[str, str]:
        """The first value of a part's change, with old and new, and how many more there are."""
        row, *more = make_history_rows((entry,))
        first = created_text(entry) if entry.created or entry.removed or row.change is None else field_text(row.change)
        text = "" if row.change is None else values_text(row.change, self._context.formats)
        others = len(more) - (entry.created or entry.removed)
        return first, " · ".join(filter(None, (text, f"+{others}" if others > 0 else "")))
