"""The columns of the file: what each means, and the rows as they would be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from service.domain.catalogue.row_types import ITEM_FIELDS
from service.domain.pull.file_inspection import FileInspection, InspectedColumn, PreviewRow
from service.domain.pull.pull_choices import ALL_SHEETS, BRANCH, COLUMN, QUANTITY, SHEET, SHEET_BRANCHES, PullChoices
from service.domain.sentences import join_sentences
from ui.i18n import Formats, isolate_name, translate_sentence
from ui.panes.shared.price_file.pull_words import FIT_FIELDS, field_words
from ui.shell.pane_context import PaneContext
from ui.theme import Radius, Theme, Tone, Type
from ui.theme.metrics import LOG_ROW
from ui.widgets import Card, Column, Ink, Label, Note, RowList, RowPainter, RowsModel, Table, clear_layout, row
from ui.widgets.label import escape_mnemonic
from ui.widgets.painting import box, mirror

_HEADER = 32
_CODES = frozenset(name for name, field in ITEM_FIELDS.items() if field.about.is_code)
_NUMBERS = frozenset({"price_fils", "wholesale_price_fils", "online_price_fils", "quantity"})
_WIDTHS = {"sku": 136, "oem_number": 136, "branch": 104, "brand": 104, "category": 110, "quantity": 84}
_ROW, _EDGE, _BOX, _GAP = 52, 20, 212, 28
_MOST_ROWS = 8


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


class _ColumnPainter(RowPainter):
    """Paints the header over samples, an arrow, and a box with the field."""

    def __init__(self, context: PaneContext, becomes: Callable[[InspectedColumn], str]) -> None:
        super().__init__(context.theme, _ROW)
        self._becomes = becomes

    def paint_row(self, painter: QPainter, rect: QRect, row: InspectedColumn, *, rtl: bool) -> None:
        tokens, theme = self.theme.tokens, self.theme
        ratio = painter.device().devicePixelRatioF()
        field = QRect(rect.right() - _EDGE - _BOX, rect.center().y() - 15, _BOX, 32)
        texts = QRect(rect.left() + _EDGE, rect.top() + 6, field.left() - _GAP - 12 - rect.left() - _EDGE, 20)
        upper, lower = mirror(texts, rect, rtl=rtl), mirror(texts.translated(0, 19), rect, rtl=rtl)
        self.text(painter, upper, isolate_name(row.header), Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        samples = " · ".join(isolate_name(sample) for sample in row.samples if sample)
        self.text(painter, lower, samples, Type.SMALL, tokens.text2, end=False, rtl=rtl)
        arrow = mirror(QRect(field.left() - _GAP, rect.center().y() - 7, 16, 16), rect, rtl=rtl)
        painter.drawPixmap(arrow, theme.pixmap("arrow-right", tokens.text3, 16, ratio))
        place = mirror(field, rect, rtl=rtl)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        doubtful = bool(row.field) and not row.sure
        box(painter, place, Radius.CONTROL, tokens.field, tokens.warn.fill if doubtful else tokens.border_strong)
        colour = tokens.text if row.field else tokens.text3
        inner = mirror(field.adjusted(10, 0, -30, 0), rect, rtl=rtl)
        kind = Type.MEDIUM if row.field else Type.BODY
        self.text(painter, inner, self._becomes(row), kind, colour, end=False, rtl=rtl)
        chevron = mirror(QRect(field.right() - 24, rect.center().y() - 6, 14, 14), rect, rtl=rtl)
        painter.drawPixmap(chevron, theme.pixmap("chevron-down", tokens.text2, 14, ratio))


class ColumnsCard(Card):
    """Calls `on_change` with the choices. A field with only one column moves to the column chosen
    last.
    """

    def __init__(self, context: PaneContext, on_change: Callable[[PullChoices], None]) -> None:
        super().__init__(context.theme, "", padding=0)
        self._context, self._on_change = context, on_change
        self._choices = PullChoices()
        self._branches: tuple[str, ...] = ()
        title = Label(context.theme, self.tr("Columns"), Type.HEADING)
        title.setContentsMargins(_EDGE, 15, _EDGE, 0)
        about = self.tr("Choose what each column of the file becomes. Click one, or press Enter on it.")
        hint = Label(context.theme, about, Type.SMALL, Ink.TEXT2, wrap=True)
        hint.setContentsMargins(_EDGE, 0, _EDGE, 6)
        self.body.setSpacing(0)
        self.body.setContentsMargins(0, 0, 0, 6)
        self.body.addWidget(title)
        self.body.addWidget(hint)
        text_column: Column[InspectedColumn] = Column("", self._accessible_text)
        self.model: RowsModel[InspectedColumn] = RowsModel((text_column,), lambda column: column.header, self)
        painter = _ColumnPainter(context, self.becomes)
        self.list: RowList[InspectedColumn] = RowList(context.theme, self.model, painter, name=self.tr("Columns"))
        self.list.opened.connect(self.open_menu)
        self.list.clicked.connect(lambda index: self.open_menu(self.model.row(index.row())))
        self.body.addWidget(self.list)
        self.body.addStretch(1)

    def show_columns(
        self, columns: tuple[InspectedColumn, ...], choices: PullChoices, branches: tuple[str, ...]
    ) -> None:
        """Shows the file's columns under the owner's choices."""
        self._choices, self._branches = choices, branches
        self.model.set_rows(columns)
        self.list.setFixedHeight(_ROW * max(1, min(_MOST_ROWS, len(columns))))

    def becomes(self, column: InspectedColumn) -> str:
        """`Quantity · Riffa`: the field of a column."""
        text = field_words().get(column.field, column.field)
        return f"{text} · {isolate_name(column.branch)}" if column.field == QUANTITY and column.branch else text

    def open_menu(self, column: InspectedColumn) -> None:
        """Shows the choices for one column below its box."""
        rect = self.list.visualRect(self.model.index(self.model.find(column.header), 0))
        x = rect.left() + _EDGE if self._context.theme.rtl else rect.right() - _EDGE - _BOX
        self.menu_of(column).popup(self.list.viewport().mapToGlobal(QPoint(x, rect.center().y() + 18)))

    def menu_of(self, column: InspectedColumn) -> QMenu:
        """The choices for one column."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        cars: QMenu | None = None
        for field, text in field_words().items():
            if field == QUANTITY and self._branches:
                self._add_quantities(menu.addMenu(text), column)
                continue
            if field in FIT_FIELDS and cars is None:
                cars = menu.addMenu(self.tr("Cars it fits"))
            action = (cars if cars is not None and field in FIT_FIELDS else menu).addAction(text)
            action.setCheckable(True)
            action.setChecked(column.field == field)
            action.triggered.connect(lambda _checked=False, field=field: self.choose(column.header, field))
        return menu

    def choose(self, header: str, field: str, branch: str | None = None) -> None:
        """Sets the field of a column."""
        columns = dict(self._choices.columns or {})
        branches = dict(self._choices.branches)
        for other, known in list(columns.items()):
            shared = field == QUANTITY and branch is not None and branches.get(other) not in (None, branch)
            if known == field and not shared:
                columns.pop(other)
                branches.pop(other, None)
        columns.pop(header, None)
        branches.pop(header, None)
        if field:
            columns[header] = field
        if branch is not None:
            branches[header] = branch
        # A column chosen by hand replaces an answer about the same field.
        settled = {COLUMN + field, COLUMN + (self._choices.columns or {}).get(header, "")}
        answers = {key: text for key, text in self._choices.answers.items() if key not in settled}
        if answers.get(SHEET) == SHEET_BRANCHES and COLUMN + BRANCH in settled:
            answers[SHEET] = ALL_SHEETS
        fixed = {name: text for name, text in self._choices.fixed.items() if name != field or name == BRANCH}
        self._choices = replace(self._choices, columns=columns or None, branches=branches, answers=answers, fixed=fixed)
        self._on_change(self._choices)

    def _add_quantities(self, menu: QMenu, column: InspectedColumn) -> None:
        choices: list[tuple[str | None, str]] = [(None, self.tr("As the file says, or the main branch"))]
        choices += [(branch, self.tr("Of branch %1").replace("%1", isolate_name(branch))) for branch in self._branches]
        for branch, text in choices:
            action = menu.addAction(escape_mnemonic(text))
            action.setCheckable(True)
            action.setChecked(column.field == QUANTITY and column.branch == branch)
            action.triggered.connect(lambda _checked=False, branch=branch: self.choose(column.header, QUANTITY, branch))

    def _accessible_text(self, column: InspectedColumn) -> str:
        return f"{column.header}: {self.becomes(column)}"
