"""A newer version that can be installed, with what changed in it and what installs it."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.update_rules import NO_FEED, UpdateStatus
from ui.i18n.update_texts import changes_text
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone
from ui.widgets import Button, Note


class UpdateNote(QWidget):
    """Hidden while no newer version is ready."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self._context = context
        self._shown = NO_FEED
        self.note: Note | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_status(self, status: UpdateStatus) -> None:
        """Shows the version that is ready; another one replaces it."""
        if self.note is not None and status.version != self._shown.version:
            self._layout.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
            self.note = None
        can_install = status.is_ready or bool(status.version and status.command)
        if self.note is None and can_install:
            self._show_note(status)
        self._shown = status
        self.setVisible(can_install)

    def _show_note(self, status: UpdateStatus) -> None:
        formats = self._context.formats
        see = Button(self._context.theme, self.tr("See and install"), icon="info")
        see.clicked.connect(lambda: self._context.go(PaneKey.SETTINGS, "about"))
        title = self.tr("Version %1 can be installed").replace("%1", formats.ltr(status.version))
        changes = changes_text(status, formats)
        lines = tuple(filter(None, (changes, formats.ltr(status.command) if status.command else "")))
        self.note = Note(self._context.theme, Tone.ACCENT, title, lines, see, icon="package")
        self._layout.addWidget(self.note)
