"""The bar above the table while several parts are selected."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame

from ui.i18n import Formats
from ui.theme import Theme, Type
from ui.widgets import Button, IconButton, Label, LinkButton, row, set_margins


class SelectionBar(QFrame):
    """How many are selected, a link that selects all found, and what can be done with them."""

    def __init__(self, theme: Theme, formats: Formats, select_all: Callable[[], None]) -> None:
        super().__init__()
        self._formats = formats
        self.setObjectName("well")
        self.label = Label(theme, "", Type.MEDIUM)
        self.all = LinkButton(theme, "")
        self.all.clicked.connect(select_all)
        self.prices = Button(theme, self.tr("Change prices…"), icon="tag")
        self.labels = Button(theme, self.tr("Labels…"))
        self.active = Button(theme, self.tr("Make active"), changes=True)
        self.inactive = Button(theme, self.tr("Make inactive…"), changes=True)
        self.clear = IconButton(theme, "x", self.tr("Select one part again"))
        line = row(self.label, 4, self.all, None, self.prices, self.labels, self.active, self.inactive, self.clear)
        set_margins(line, theme, 14, 6, 8, 6)
        self.setLayout(line)
        self.hide()

    def show_count(self, selected: int, match_count: int, *, writable: bool) -> None:
        """Shows how many of those found are selected; hides below two."""
        self.label.setText(self.tr("%n part(s) selected", "", selected))
        self.all.setText(self.tr("Select all %1 found").replace("%1", self._formats.count(match_count)))
        self.all.updateGeometry()
        self.all.setVisible(match_count > selected)
        for button in (self.prices, self.active, self.inactive):
            button.setEnabled(writable)
        self.setVisible(selected > 1)
