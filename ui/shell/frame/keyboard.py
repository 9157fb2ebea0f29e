"""The keyboard of the window: its keys, their help, and the parts that F6 goes through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from ui.i18n import ltr
from ui.shell.pane import Pane
from ui.theme import Theme, Type
from ui.widgets.controls.fields import KeyCap
from ui.widgets.dialog import Dialog
from ui.widgets.label import Label
from ui.widgets.painting import Ink

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """A line of the help: keys and effect; `command` is what the window binds ("" if panes do)."""

    keys: str
    text: str
    command: str = ""


def key_bindings() -> tuple[KeyBinding, ...]:
    return (
        KeyBinding("Ctrl+1", translate("Keys", "Overview"), "pane:overview"),
        KeyBinding("Ctrl+2", translate("Keys", "Orders"), "pane:orders"),
        KeyBinding("Ctrl+3", translate("Keys", "Catalogue"), "pane:catalogue"),
        KeyBinding("Ctrl+4", translate("Keys", "History"), "pane:history"),
        KeyBinding("Ctrl+5", translate("Keys", "Your own system"), "pane:system"),
        KeyBinding("Ctrl+6", translate("Keys", "Webhooks"), "pane:webhooks"),
        KeyBinding("Ctrl+7", translate("Keys", "Marketplace"), "pane:marketplace"),
        KeyBinding("Ctrl+8", translate("Keys", "Call log"), "pane:calls"),
        KeyBinding("Ctrl+,", translate("Keys", "Settings"), "pane:settings"),
        KeyBinding("Ctrl+K", translate("Keys", "Search everything"), "search"),
        KeyBinding("Ctrl+F", translate("Keys", "Filter of this page"), "find"),
        KeyBinding("Ctrl+R", translate("Keys", "Refresh or run"), "refresh"),
        KeyBinding("Ctrl+N", translate("Keys", "New, on this page"), "new"),
        KeyBinding("Ctrl+E", translate("Keys", "Export"), "export"),
        KeyBinding("Ctrl+P", translate("Keys", "Print"), "print"),
        KeyBinding("Ctrl+C", translate("Keys", "Copy the chosen value")),
        KeyBinding("Ctrl+Shift+C", translate("Keys", "Copy the call as curl"), "copy_command"),
        KeyBinding("Space", translate("Keys", "Pause the call log")),
        KeyBinding("F6", translate("Keys", "Side bar, list, detail"), "next_area"),
        KeyBinding("F2", translate("Keys", "Edit the chosen part")),
        KeyBinding("Enter", translate("Keys", "Open")),
        KeyBinding("Esc", translate("Keys", "Close or clear")),
        KeyBinding("A, F, R", translate("Keys", "In the list of orders: accept, confirm fit, reject")),
        KeyBinding("Ctrl+U", translate("Keys", "Choose who is at the counter"), "person"),
        KeyBinding("Alt+Shift+S", translate("Keys", "Live or staging"), "staging"),
        KeyBinding("F1", translate("Keys", "Help for this page"), "help"),
        KeyBinding("Ctrl+Q", translate("Keys", "Quit"), "quit"),
    )


class _KeyPrecedence(QObject):
    """Keeps the bound keys from a text field that has the focus. On Linux a field takes Ctrl E as
    the end of its line, and deletes its text at Ctrl U.
    """

    def __init__(self, window: QWidget, sequences: frozenset[QKeySequence]) -> None:
        super().__init__(window)
        self._window, self._sequences = window, sequences
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leaves a bound key unclaimed, so that Qt activates its shortcut."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and QKeySequence(event.keyCombination()) in self._sequences
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if new is not None and new.window() is self._window:
            new.installEventFilter(self)


def bind_keys(window: QWidget, run_command: Callable[[str], None]) -> None:
    bound = [line for line in key_bindings() if line.command]
    for line in bound:
        shortcut = QShortcut(QKeySequence(line.keys), window)
        shortcut.activated.connect(lambda verb=line.command: run_command(verb))
    _KeyPrecedence(window, frozenset(QKeySequence(line.keys) for line in bound))


def make_key_grid(theme: Theme, lines: Sequence[KeyBinding]) -> QGridLayout:
    """Keys with what they do, in two columns."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(7)
    half = (len(lines) + 1) // 2
    for at, line in enumerate(lines):
        across = 2 * (at // half)
        grid.addWidget(KeyCap(theme, ltr(line.keys.replace("+", " "))), at % half, across)
        grid.addWidget(Label(theme, line.text, Type.SMALL, Ink.TEXT2, wrap=True), at % half, across + 1)
    grid.setColumnStretch(1, 1)
    grid.setColumnStretch(3, 1)
    return grid


class KeyHelp(Dialog):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, self.tr("Keys"), icon="terminal", width=640)
        self.body.addLayout(make_key_grid(theme, key_bindings()))
        self.buttons(self.main_button(self.tr("Close"), self.accept))


class WindowArea(Enum):
    TOPBAR = "topbar"
    SIDEBAR = "sidebar"
    PAGE = "page"
    NONE = "none"


def area_in_focus(topbar: QWidget | None, sidebar: QWidget | None, page: QWidget) -> WindowArea:
    """The part with the focus, whether or not the window is in front."""
    for part, widget in ((WindowArea.TOPBAR, topbar), (WindowArea.SIDEBAR, sidebar), (WindowArea.PAGE, page)):
        if widget is not None and widget.isAncestorOf(widget.window().focusWidget()):
            return part
    return WindowArea.NONE


def next_area(areas: Sequence[QWidget], focus: QWidget) -> QWidget:
    """The next area after F6, or the first."""
    inside = [at for at, area in enumerate(areas) if area is focus or area.isAncestorOf(focus)]
    return areas[(inside[-1] + 1) % len(areas)] if inside else areas[0]


def focus_area(part: WindowArea, switch: QWidget, nav: QWidget, pane: Pane | None) -> None:
    """Puts the focus back into the part that had it before the window was built again."""
    if part is WindowArea.TOPBAR:
        switch.setFocus(Qt.FocusReason.OtherFocusReason)
    elif part is WindowArea.SIDEBAR:
        nav.setFocus(Qt.FocusReason.OtherFocusReason)
    elif part is WindowArea.PAGE and pane:
        pane.focus_restorer.focus_home()
