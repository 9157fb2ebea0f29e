"""The panes of the window: one is in front, and each gets a notice of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QStackedWidget

from service.domain.changes import ChangeKind, Changes
from ui.backend.host_port import HostStatus
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext, PaneKey


class PaneStack(QStackedWidget):
    """Builds a pane when it is first opened, with what `make_context` gives then."""

    def __init__(
        self,
        factories: Mapping[PaneKey, Callable[[PaneContext], Pane]],
        make_context: Callable[[], PaneContext],
    ) -> None:
        super().__init__()
        self._factories, self._make_context = factories, make_context
        self._panes: dict[PaneKey, Pane] = {}

    def find_pane(self, key: PaneKey) -> Pane | None:
        """A pane that was opened before."""
        return self._panes.get(key)

    def open(self, key: PaneKey) -> Pane:
        """Brings a pane to the front."""
        if key not in self._panes:
            self._panes[key] = self._factories[key](self._make_context())
            self.addWidget(self._panes[key])
        self.setCurrentWidget(self._panes[key])
        return self._panes[key]

    def show_host(self, status: HostStatus) -> None:
        """Tells the panes that ask for it what the service does."""
        for pane in self._panes.values():
            if pane.listens_to_host:
                pane.show_host(status)

    def on_changes(self, changes: Changes) -> None:
        """Tells the panes of a commit."""
        for pane in self._panes.values():
            pane.on_changes(changes)

    def update_context(self) -> None:
        """The same shop with another name, mode or read-only state."""
        context = self._make_context()
        for pane in self._panes.values():
            pane.update_context(context)
            pane.on_changes(Changes.of(ChangeKind.SHOPS))

    def drop(self) -> None:
        """Deletes the panes."""
        for pane in self._panes.values():
            self.removeWidget(pane)
            pane.hide()
            pane.deleteLater()
        self._panes = {}
