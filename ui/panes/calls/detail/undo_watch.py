"""Notices that somebody else undid the displayed upload."""

from __future__ import annotations

from PySide6.QtCore import QObject

from service.domain.changes import ChangeKind, Changes
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.panes.calls.detail.detail_panel import DetailPanel
from ui.shell.pane_context import PaneContext
from ui.widgets.single_shot_timer import single_shot_timer

_PAUSE_MS = 500


class UndoWatch(QObject):
    """Asks again at most twice a second, and only while an upload is displayed."""

    def __init__(self, context: PaneContext, panel: DetailPanel) -> None:
        super().__init__(panel)
        self._context, self._panel = context, panel
        self._dispatcher = GuiDispatcher(self)
        self.timer = single_shot_timer(self, _PAUSE_MS, self._look)

    def on_changes(self, changes: Changes) -> None:
        """An undo is a write of the history."""
        if ChangeKind.HISTORY in changes.kinds:
            self.begin()

    def begin(self) -> None:
        """Looks after a moment."""
        if not self.timer.isActive():
            self.timer.start()

    def _look(self) -> None:
        panel = self._panel
        if panel.detail is not None and panel.undo.isVisible():
            future = self._context.backend.calls.detail(self._context.shop.id, panel.detail.call.id)
            self._dispatcher.fetch(future, panel.show_undo, self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        """The call stays as it is; the pane says what fails when the call is opened again."""
