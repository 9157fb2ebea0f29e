"""What all widgets of the program hold, for tests that look for a secret."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from ui.widgets.window_use import list_windows


def list_every_text() -> list[str]:
    """Each text, title, tool tip and word for screen readers."""
    found: list[str] = []
    for widget in (part for window in list_windows() for part in (window, *window.findChildren(QWidget))):
        found += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.windowTitle()]
        if isinstance(widget, QLabel | QLineEdit):
            found.append(widget.text())
    return found
