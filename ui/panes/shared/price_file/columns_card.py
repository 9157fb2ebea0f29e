"""The columns of the file: what each means, and the rows as they would be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu

from service.domain.pull.file_inspection import InspectedColumn
from service.domain.pull.pull_choices import ALL_SHEETS, BRANCH, COLUMN, QUANTITY, SHEET, SHEET_BRANCHES, PullChoices
from ui.i18n import isolate_name
from ui.panes.shared.price_file.pull_words import FIT_FIELDS, field_words
from ui.theme import Radius, Theme, Type
from ui.widgets import Card, Column, Ink, Label, RowList, RowPainter, RowsModel, fill
from ui.widgets.label import escape_mnemonic
from ui.widgets.painting import box, mirror

_ROW, _EDGE, _BOX, _GAP = 52, 20, 212, 28
_MOST_ROWS = 8


class _ColumnPainter(RowPainter):
    """Paints the header over samples, an arrow, and a box with the field."""

    def __init__(self, theme: Theme, becomes: Callable[[InspectedColumn], str]) -> None:
        super().__init__(theme, _ROW)
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
    """Calls `on_change` with the choices. A field of one column moves to the column chosen last."""

    def __init__(self, theme: Theme, on_change: Callable[[PullChoices], None]) -> None:
        super().__init__(theme, "", padding=0)
        self._on_change = on_change
        self._choices = PullChoices()
        self._branches: tuple[str, ...] = ()
        title = Label(theme, self.tr("Columns"), Type.HEADING)
        title.setContentsMargins(_EDGE, 15, _EDGE, 0)
        about = self.tr("Choose what each column of the file becomes. Click one, or press Enter on it.")
        hint = Label(theme, about, Type.SMALL, Ink.TEXT2, wrap=True)
        hint.setContentsMargins(_EDGE, 0, _EDGE, 6)
        self.body.setSpacing(0)
        self.body.setContentsMargins(0, 0, 0, 6)
        fill(self.body, title, hint)
        text_column: Column[InspectedColumn] = Column("", self._accessible_text)
        self.model: RowsModel[InspectedColumn] = RowsModel((text_column,), lambda column: column.header, self)
        painter = _ColumnPainter(theme, self.becomes)
        self.list: RowList[InspectedColumn] = RowList(theme, self.model, painter, name=self.tr("Columns"))
        self.list.opened.connect(self.open_menu)
        self.list.clicked.connect(lambda index: self.open_menu(self.model.row(index.row())))
        fill(self.body, self.list, None)

    def show_columns(
        self, columns: tuple[InspectedColumn, ...], choices: PullChoices, branches: tuple[str, ...]
    ) -> None:
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
        x = rect.left() + _EDGE if self.theme.rtl else rect.right() - _EDGE - _BOX
        self.menu_of(column).popup(self.list.viewport().mapToGlobal(QPoint(x, rect.center().y() + 18)))

    def menu_of(self, column: InspectedColumn) -> QMenu:
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
