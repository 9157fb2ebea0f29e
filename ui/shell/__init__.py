"""The window around the panes: side bar, top bar, navigation, keyboard, tray icon."""

from ui.shell.pane import PageHeader, Pane
from ui.shell.pane_context import PaneContext, PaneKey

__all__ = ["PageHeader", "Pane", "PaneContext", "PaneKey"]
