"""Chooses several sheets of a workbook."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QWidget

from ui.i18n import isolate_name
from ui.theme import Theme, Type
from ui.widgets import Button, Dialog
from ui.widgets.plain_text import escape_mnemonic

translate = QCoreApplication.translate


class SheetsDialog(Dialog):
    """Calls `on_chosen` with one or more sheets, in the order of the workbook."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        sheets: tuple[str, ...],
        chosen: tuple[str, ...],
        on_chosen: Callable[[tuple[str, ...]], None],
    ) -> None:
        title = translate("SheetsDialog", "Which sheets are read?")
        subtitle = translate("SheetsDialog", "They are read as one list, or each as the stock of a branch.")
        super().__init__(theme, parent, title, subtitle, icon="file-spreadsheet")
        self._on_chosen = on_chosen
        self.boxes: dict[str, QCheckBox] = {}
        for sheet in sheets:
            box = QCheckBox(escape_mnemonic(isolate_name(sheet)))
            box.setFont(theme.font(Type.BODY))
            box.setChecked(sheet in chosen)
            box.toggled.connect(self._update)
            self.boxes[sheet] = box
            self.body.addWidget(box)
        self.read: Button = self.main_button(self.tr("Read them"), self._take)
        self.buttons(self.cancel_button(), self.read)
        self._update()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ticked sheets."""
        return tuple(sheet for sheet, box in self.boxes.items() if box.isChecked())

    def _update(self) -> None:
        self.read.setEnabled(bool(self.chosen))

    def _take(self) -> None:
        self.accept()
        self._on_chosen(self.chosen)
