"""What each branch has on hand of a part, as counted numbers, and when that is low."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from service.domain.catalogue.items import Item
from service.domain.catalogue.stock import DEFAULT_LOW_LIMIT
from service.domain.quantity import format_quantity
from ui.i18n import isolate_name
from ui.i18n.number_input import parse_milli
from ui.shell.pane_context import PaneContext
from ui.widgets import FormRow, text_field

_COLUMNS = 4
MAX_BRANCHES = 40
"""Branches that have a field here; the movement dialog has all of them."""


class LevelRows(QWidget):
    """A field for each branch; an empty one sets nothing where nothing was ever counted."""

    def __init__(self, context: PaneContext, branches: tuple[str, ...], item: Item | None) -> None:
        super().__init__()
        self._context = context
        levels = {} if item is None else {level.branch: level for level in item.stock}
        self._counted = frozenset(levels)
        names = [*levels, *(name for name in branches if name not in levels)][:MAX_BRANCHES]
        names.sort(key=lambda name: branches.index(name) if name in branches else len(branches))
        self.rows: dict[str, FormRow] = {}
        self.edits: dict[str, QLineEdit] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        for place, name in enumerate(names):
            level = levels.get(name)
            text = "" if level is None else format_quantity(level.quantity)
            hint = self._reserved_text(level.reserved) if level and level.reserved else ""
            self.edits[name] = text_field(context.theme, text, code=True)
            self.rows[name] = FormRow(context.theme, isolate_name(name), self.edits[name], hint)
            self.edits[name].textEdited.connect(lambda _text, name=name: self.rows[name].show_fault(""))
            grid.addWidget(self.rows[name], place // _COLUMNS, place % _COLUMNS, Qt.AlignmentFlag.AlignTop)
        limit = None if item is None else item.low_limit
        usual = context.formats.quantity(DEFAULT_LOW_LIMIT)
        self.low = text_field(context.theme, "" if limit is None else format_quantity(limit), usual, code=True)
        self.low_row = FormRow(
            context.theme, self.tr("Low at, free units"), self.low, self.tr("Empty: the usual %1").replace("%1", usual)
        )
        self.low.textEdited.connect(lambda _text: self.low_row.show_fault(""))
        grid.addWidget(self.low_row, len(names) // _COLUMNS, len(names) % _COLUMNS, Qt.AlignmentFlag.AlignTop)
        for column in range(_COLUMNS):
            grid.setColumnStretch(column, 1)

    def read(self) -> dict[str, int] | None:
        """Thousandths by branch, or None; then each fault is displayed at its field."""
        levels: dict[str, int] = {}
        good = True
        for name, edit in self.edits.items():
            text = edit.text().strip()
            milli = parse_milli(text)
            wrong = milli is None and (bool(text) or name in self._counted)
            self.rows[name].show_fault(self.tr("Write a number like 12 or 0.5.") if wrong else "")
            good = good and not wrong
            if milli is not None:
                levels[name] = milli
        return levels if good else None

    def read_limit(self) -> tuple[int | None, bool]:
        """The own low-stock limit, and whether it could be read; else the fault is displayed."""
        text = self.low.text().strip()
        milli = parse_milli(text)
        good = not text or milli is not None
        self.low_row.show_fault("" if good else self.tr("Write a number like 12 or 0.5."))
        return milli, good

    def texts(self) -> tuple[str, ...]:
        """What is displayed, to know whether it was changed."""
        return tuple(edit.text().strip() for edit in (*self.edits.values(), self.low))

    def _reserved_text(self, milli: int) -> str:
        return self.tr("%1 reserved").replace("%1", self._context.formats.quantity(milli))
