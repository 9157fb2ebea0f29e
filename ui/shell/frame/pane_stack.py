"""The panes of the window: one is in front, and each gets a notice of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from ui.backend.host_port import HostState, HostStatus
from ui.i18n import translate_sentence
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Type
from ui.widgets import fill, set_margins
from ui.widgets.label import IconLabel, Label
from ui.widgets.painting import Ink


class HostStrip(QFrame):
    """At the end of the window, so that nothing above it moves when it comes or goes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.title = Label(theme, self.tr("This may be out of date"), Type.SMALL_STRONG, Ink.BAD)
        self.reason = Label(theme, "", Type.SMALL_MEDIUM, wrap=True)
        line = QHBoxLayout(self)
        set_margins(line, theme, 24, 8, 16, 8)
        line.setSpacing(9)
        fill(line, IconLabel(theme, "circle-alert", 16, Ink.BAD), self.title, (self.reason, 1))
        self.hide()

    def show_status(self, status: HostStatus, *, has_content: bool) -> None:
        """Shows why there is no service, below a pane that has content from before."""
        text = translate_sentence(status.reason) or self.tr("The service is not running.")
        self.reason.setText(text)
        self.setAccessibleName(f"{self.title.text()}. {text}")
        self.setVisible(has_content and status.state is HostState.STOPPED)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(self.rect(), self._theme.tokens.bad.tint)


class PaneStack(QWidget):
    """Builds a pane when first opened, by `make_context`; a strip says that the service is away."""

    def __init__(
        self,
        theme: Theme,
        factories: Mapping[PaneKey, Callable[[PaneContext], Pane]],
        make_context: Callable[[], PaneContext],
        host: HostStatus,
    ) -> None:
        super().__init__()
        self._factories, self._make_context, self._host = factories, make_context, host
        self._panes: dict[PaneKey, Pane] = {}
        self._pages = QStackedWidget()
        self.strip = HostStrip(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        fill(column, (self._pages, 1), self.strip)

    def find_pane(self, key: PaneKey) -> Pane | None:
        """A pane that was opened before."""
        return self._panes.get(key)

    def open(self, key: PaneKey) -> Pane:
        if key not in self._panes:
            pane = self._panes[key] = self._factories[key](self._make_context())
            pane.state_changed.connect(self._show_strip)
            self._pages.addWidget(pane)
        self._pages.setCurrentWidget(self._panes[key])
        self._show_host_in(self._panes[key])
        self._show_strip()
        return self._panes[key]

    def show_host(self, status: HostStatus) -> None:
        """Tells the panes that ask for it what the service does."""
        self._host = status
        for pane in self._panes.values():
            self._show_host_in(pane)
        self._show_strip()

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
        for pane in self._panes.values():
            self._pages.removeWidget(pane)
            pane.hide()
            pane.deleteLater()
        self._panes = {}

    def _show_host_in(self, pane: Pane) -> None:
        if pane.listens_to_host:
            pane.show_host(self._host)

    def _show_strip(self) -> None:
        pane = self._pages.currentWidget()
        has_content = isinstance(pane, Pane) and pane.state == "content" and not pane.says_host_faults
        self.strip.show_status(self._host, has_content=has_content)
