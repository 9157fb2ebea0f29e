"""The window round the panes: side bar, top bar, navigation, keyboard, tray icon, wizard frame."""

from ui.shell.desk import Desk, PaneKey
from ui.shell.pane import PageHeader, Pane

__all__ = ["Desk", "PageHeader", "Pane", "PaneKey"]
