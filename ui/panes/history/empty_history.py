"""What replaces the list while it has no line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QStackedWidget

from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext, PaneKey
from ui.widgets import Button, EmptyState, Kind


class EmptyHistory(QStackedWidget):
    """Three pages: nothing changed ever; nothing that the filters leave; a name that is unknown."""

    def __init__(self, context: PaneContext, clear: Callable[[], None]) -> None:
        super().__init__()
        theme = context.theme
        self.open_parts = Button(theme, self.tr("Open the catalogue"), Kind.PRIMARY, icon="package", main=True)
        self.open_parts.clicked.connect(lambda: context.go(PaneKey.CATALOGUE, ""))
        self.never = EmptyState(
            theme,
            "history",
            self.tr("Nothing has changed yet"),
            self.tr("Each change of a part is kept here with its cause: a call, a file, an order, or who did it."),
            self.open_parts,
            script_label=self.tr("The same in a terminal"),
            script="counterpart history list",
        )
        self.clear = Button(theme, self.tr("Show every change"), main=True)
        self.clear.clicked.connect(clear)
        self.unmatched = EmptyState(
            theme,
            "list-filter",
            self.tr("No change matches"),
            self.tr("Choose another time or cause, or another part. The oldest changes are deleted with time."),
            self.clear,
        )
        self._context = context
        self.unknown: EmptyState | None = None
        self.addWidget(self.never)
        self.addWidget(self.unmatched)

    def choose(self, *, narrowed: bool) -> None:
        """The page that fits the filters."""
        self.setCurrentWidget(self.unmatched if narrowed else self.never)

    def show_unknown(self, text: str) -> None:
        """Says that nothing has a typed name."""
        if self.unknown is not None:
            self.removeWidget(self.unknown)
            self.unknown.deleteLater()
        self.unknown = EmptyState(
            self._context.theme,
            "search",
            self.tr("No part, order or call is named %1").replace("%1", isolate_name(text)),
            self.tr("Type a whole part number, the reference of an order, or the number of a call."),
        )
        self.addWidget(self.unknown)
        self.setCurrentWidget(self.unknown)
