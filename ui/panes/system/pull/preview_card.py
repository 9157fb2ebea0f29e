"""The first rows of the file as they will be saved, with what is wrong with them."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.pull.file_inspection import FileInspection, PreviewRow
from service.domain.sentences import join_sentences
from ui.i18n import Formats, isolate_name, translate_sentence
from ui.panes.system.pull.pull_words import field_words
from ui.theme import Theme, Tone, Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import Card, Column, Ink, Label, Note, RowsModel, Table, clear_layout, row

_HEADER = 32
_CODES = frozenset({"sku", "oem_number"})
_NUMBERS = frozenset({"price_fils", "wholesale_price_fils", "online_price_fils", "quantity"})
_WIDTHS = {"sku": 136, "oem_number": 136, "branch": 104, "brand": 104, "category": 110, "quantity": 84}


class PreviewCard(Card):
    """A table with a column for each field that the mapping feeds."""

    def __init__(self, theme: Theme, formats: Formats) -> None:
        super().__init__(theme, "", padding=0)
        self._theme, self._formats = theme, formats
        self._shape: tuple[tuple[str, ...], bool] | None = None
        self.model: RowsModel[PreviewRow] | None = None
        self.table: Table[PreviewRow] | None = None
        self.count = Label(theme, "", Type.SMALL, Ink.TEXT2)
        head = row(Label(theme, self.tr("As it will be saved"), Type.HEADING), None, self.count)
        head.setContentsMargins(20, 14, 20, 8)
        self.body.setSpacing(0)
        self.body.addLayout(head)
        self._notes = QWidget()
        self._remarks = QVBoxLayout(self._notes)
        self._remarks.setContentsMargins(20, 0, 20, 10)
        self.body.addWidget(self._notes)
        self._holder = QVBoxLayout()
        self.body.addLayout(self._holder)

    def show_rows(self, inspection: FileInspection) -> None:
        """Shows the rows, and remarks on the whole file."""
        self._show_count(inspection)
        self._show_remarks(inspection)
        present = {field for one in inspection.rows for field in one.texts}
        fields = tuple(field for field in field_words() if field in present)
        remarked = any(one.fault or one.notes for one in inspection.rows)
        if (fields, remarked) != self._shape:
            self._shape = (fields, remarked)
            self._make_table(fields, remarked=remarked)
        if self.model and self.table:
            self.model.set_rows(inspection.rows)
            self.table.setVisible(bool(inspection.rows))
            self.table.setFixedHeight(_HEADER + LOG_ROW * len(inspection.rows) + 6)

    def _show_count(self, inspection: FileInspection) -> None:
        number = len(inspection.rows)
        of = self.tr("%1 of %2").replace("%1", self.tr("First %n row(s)", "", number))
        self.count.setText(of.replace("%2", self._formats.count(inspection.count)))

    def _show_remarks(self, inspection: FileInspection) -> None:
        clear_layout(self._remarks)
        self._notes.setVisible(bool(inspection.remarks))
        blocked = "sku" not in (inspection.choices.columns or {}).values()
        for at, remark in enumerate(inspection.remarks):
            tone = Tone.WARN if blocked and at == 0 else Tone.NEUTRAL
            icon = "circle-alert" if tone is Tone.WARN else "info"
            self._remarks.addWidget(Note(self._theme, tone, translate_sentence(remark), icon=icon))

    def _make_table(self, fields: tuple[str, ...], *, remarked: bool) -> None:
        if self.table:
            self._holder.removeWidget(self.table)
            self.table.deleteLater()
        words = field_words()
        columns: list[Column[PreviewRow]] = [
            Column(self.tr("Line"), lambda one: str(one.line), width=64, ink=Ink.TEXT3, inset=12)
        ]
        columns += [self._column(field, words[field]) for field in fields]
        if remarked:
            columns.append(Column(self.tr("What we noticed"), self._describe_remark, ink_of=_ink))
        self.model = RowsModel(tuple(columns), lambda one: one.line, self)
        self.table = Table(self._theme, self.model, name=self.tr("As it will be saved"), row_height=LOG_ROW)
        self._holder.addWidget(self.table)

    def _column(self, field: str, title: str) -> Column[PreviewRow]:
        number, code = field in _NUMBERS, field in _CODES
        width = _WIDTHS.get(field, 104 if number else 0)

        def text(one: PreviewRow) -> str:
            value = one.texts.get(field, "")
            return value if number or code else isolate_name(value)

        return Column(title, text, width=width, end=number, code=code, ink_of=_ink_of_value)

    def _describe_remark(self, one: PreviewRow) -> str:
        if one.fault:
            return self.tr("Rejected: %1").replace("%1", translate_sentence(one.fault))
        return translate_sentence(join_sentences(one.notes)) if one.notes else ""


def _ink(one: PreviewRow) -> Ink:
    return Ink.BAD if one.fault else Ink.WARN


def _ink_of_value(one: PreviewRow) -> Ink:
    return Ink.TEXT3 if one.fault else Ink.TEXT
